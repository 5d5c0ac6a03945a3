"""Inline citations: which stretch of the answer a marker stands for, and which passage it points to."""

from __future__ import annotations

import pytest

from claimdiff.claims import rules


def cited(answer: str, passages: int = 5) -> list[tuple[str, int]]:
    """The cited stretches with the 1-based number of the passage, as written in the answer."""
    return [(answer[item.start : item.end], item.passage + 1) for item in rules.citations(answer, passages)]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("The port is 7070 [2]. TLS is on.", [("The port is 7070 [2].", 2)]),
        ("The port is 7070[1].", [("The port is 7070[1].", 1)]),
        ("The port is 7070.[1] TLS is on.[3]", [("The port is 7070.[1]", 1), ("TLS is on.[3]", 3)]),
        ("The port is 7070 [1][3].", [("The port is 7070 [1][3].", 1), ("The port is 7070 [1][3].", 3)]),
        ("The port is 7070 [1, 3-4].", [("The port is 7070 [1, 3-4].", number) for number in (1, 3, 4)]),
        ("The port is 7070 [1] and TLS is on [2].", [("The port is 7070 [1]", 1), (" and TLS is on [2].", 2)]),
        ("The port is 7070. [2]", [("The port is 7070. [2]", 2)]),
        ("- The port is 7070 [1]\n- TLS is on [2]", [("The port is 7070 [1]", 1), ("TLS is on [2]", 2)]),
        ("See [1](https://x.example) first.", []),
        ("The port is 7070 [9].", []),
        ("The list `ports[1]` is empty [2].", [("The list `ports[1]` is empty [2].", 2)]),
        ("An array[0] has no citation.", []),
        ("", []),
    ],
)
def test_citations(answer: str, expected: list[tuple[str, int]]) -> None:
    """A marker covers its sentence, or what stands between it and the marker before; numbers beyond the passages are none."""
    assert cited(answer) == expected


def test_nothing_retrieved() -> None:
    """Without passages there is nothing to cite."""
    assert cited("The port is 7070 [1].", passages=0) == []

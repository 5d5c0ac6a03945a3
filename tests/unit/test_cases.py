from __future__ import annotations

import json
from typing import Any

import pytest

from claimdiff.pipeline.cases import read_cases
from claimdiff.records import Citation


def read(*lines: Any) -> list[tuple[Any, str]]:
    """Read lines: objects, or raw bytes."""
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    return list(read_cases((f"in:{at}", line) for at, line in enumerate(raw, start=1)))


def test_whole_line() -> None:
    """Every key of the contract; contexts without a path are called by their place; other tools' keys are passed over."""
    [(case, problem)] = read(
        {
            "id": "a",
            "question": "What?",
            "context": ["one", {"path": "docs/b.md", "text": "two"}],
            "answer": "An answer.",
            "claims": ["A claim."],
            "reference": "A reference.",
            "sources": ["docs/b.md"],
            "citations": [{"start": 0, "end": 3, "passage": 1}],
            "trace_id": 7,
        }
    )

    assert problem == ""
    assert case.context == (("context[0]", "one"), ("docs/b.md", "two"))
    assert (case.question, case.answer, case.claims) == ("What?", "An answer.", ("A claim.",))
    assert (case.reference, case.sources) == ("A reference.", ("docs/b.md",))
    assert case.citations == (Citation(start=0, end=3, passage=1),)


def test_defaults() -> None:
    """Only the id is needed; a missing context is None, an empty one is empty, and so with claims."""
    [(bare, _), (empty, _)] = read({"id": "a"}, {"id": "b", "context": [], "claims": []})

    assert (bare.context, bare.claims, bare.answer, bare.citations) == (None, None, "", None)
    assert (empty.context, empty.claims) == ((), ())


def test_blank_lines() -> None:
    """Blank lines are no cases, and do not shift the numbers."""
    found = read(b"", {"id": "a"}, b"  \r\n", b"nonsense")

    assert [problem.partition(" ")[0] for _, problem in found] == ["", "in:4:"]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ({"id": 7}, "id"),
        ({"id": "a", "context": "text"}, "context"),
        ({"id": "a", "context": [{"txt": "x"}]}, "context.0"),
        ({"id": "a", "citations": [{"start": 0, "end": 1, "passage": "1"}]}, "citations.0.passage"),
        ({"id": "a", "claims": [1]}, "claims.0"),
    ],
)
def test_wrong_types(line: Any, where: str) -> None:
    """The place and the key are named; a line with an id keeps it, without a context."""
    [(case, problem)] = read(line)

    assert problem.startswith(f"in:1: {where}")
    if line["id"] == "a":
        assert (case.id, case.context) == ("a", None)
    else:
        assert case is None


@pytest.mark.parametrize("line", [b"{", b"\xff", b"NaN", b"[" * 50_000, b'{"id": "a"} {"id": "b"}'])
def test_no_object(line: bytes) -> None:
    """What is no object is told with its place, and the next line is read."""
    [(case, problem), (after, _)] = read(line, {"id": "z"})

    assert case is None
    assert problem.startswith("in:1: ")
    assert after.id == "z"

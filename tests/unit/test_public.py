"""What Python programs may import from claimdiff, and what they get."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import claimdiff

PAGE = "# Ferries\n\nThe night ferry leaves at 22:30."


def test_every_public_name_can_be_imported() -> None:
    """What `__all__` lists is there, the record types among it."""
    assert {name: hasattr(claimdiff, name) for name in claimdiff.__all__} == dict.fromkeys(claimdiff.__all__, True)
    assert {"Judgement", "Evidence", "Verdict", "Entailment", "JudgedClaim"} < {*claimdiff.__all__}


def test_contexts_are_texts_or_have_a_path() -> None:
    """The two forms of `claimdiff score` may stand side by side; evidence names the path, or else the place."""
    claims = ["The night ferry leaves at 22:30.", "A cabin has two beds."]
    judged = claimdiff.score(claims, ["A cabin has two beds.", {"path": "docs/ferries.md", "text": PAGE}])

    assert [one.verdict for one in judged] == ["supported", "supported"]
    assert [one.evidence[0].path for one in judged] == ["docs/ferries.md", "context[0]"]
    assert claimdiff.faithfulness_ratio(judged) == 1.0


def test_one_text_is_one_claim_or_one_context() -> None:
    """A text alone is not taken letter by letter."""
    (judged,) = claimdiff.score("The night ferry leaves at 22:30.", PAGE)

    assert judged.verdict == "supported"


@pytest.mark.parametrize("context", [7, {"path": "docs/a.md"}, {"text": None}])
def test_other_contexts_are_told(context: Any) -> None:
    """The message says which of them it is, and what is allowed."""
    with pytest.raises(TypeError, match=r"context\[1\] is neither a text nor \{\"path\", \"text\"\}"):
        claimdiff.score(["One claim."], [PAGE, context])


def test_the_example_of_the_guide_runs() -> None:
    """The lines of Python in docs/score.md hold what they say."""
    page = Path(__file__).parents[2].joinpath("docs/score.md").read_text(encoding="utf-8")
    example = page.partition("```python\n")[2].partition("```")[0]

    assert "assert" in example
    exec(compile(example, "docs/score.md", "exec"), {})  # noqa: S102 -- our own page

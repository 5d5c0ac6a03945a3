from __future__ import annotations

from typing import Any

import pytest

from claimdiff.comparison.causes import explain
from claimdiff.comparison.results import ChangedLine
from helpers.values import NEW, OLD, Docs, hits, judgement_of

HERE = hits("docs/plans.md", "# Plans\n\nPro costs 25 dollars.\n")
ELSEWHERE = hits("docs/faq.md", "# Questions\n\nAsk us.\n")
AT_NEW = ChangedLine(path="docs/plans.md", line=3, side="head")
AT_OLD = ChangedLine(path="docs/plans.md", line=3, side="base")
TITLE = ChangedLine(path="docs/plans.md", line=1, side="head")

CASES: dict[str, tuple[dict[str, Any], str, ChangedLine | None]] = {
    "contradicted on an added line": ({"now": "contradicted", "docs": Docs(added=frozenset({NEW}))}, "docs", AT_NEW),
    "contradicted on an added line, although the evidence is gone as well": (
        {"now": "contradicted", "docs": Docs(added=frozenset({NEW}), gone=frozenset({OLD}))},
        "docs",
        AT_NEW,
    ),
    "the evidence is gone": ({"docs": Docs(gone=frozenset({OLD}))}, "docs", AT_OLD),
    "docs come before prompt": ({"docs": Docs(gone=frozenset({OLD})), "prompt_changed": True}, "docs", AT_OLD),
    "the heading above the evidence changed": ({"docs": Docs(retitled_at=TITLE), "hits": HERE}, "docs", TITLE),
    "still there, not retrieved": ({"docs": Docs(), "hits": ELSEWHERE}, "retrieval", None),
    "retrieval comes before prompt": ({"docs": Docs(), "hits": ELSEWHERE, "prompt_changed": True}, "retrieval", None),
    "moved, and not retrieved there": (
        {"docs": Docs(moved_to=NEW), "hits": ELSEWHERE},
        "retrieval",
        None,
    ),
    "retrieved, and the prompt changed": ({"docs": Docs(), "hits": HERE, "prompt_changed": True}, "prompt", None),
    "retrieved, and nothing changed": ({"docs": Docs(), "hits": HERE}, "generation", None),
    "the same claim by the same words, and a line beside the evidence changed": (
        {"docs": Docs(near=TITLE), "hits": HERE, "same_words": True},
        "docs",
        TITLE,
    ),
    "the same words by a judge with moods, and a line beside the evidence changed": (
        {"docs": Docs(near=TITLE), "hits": HERE, "same_words": True, "moody": True},
        "generation",
        None,
    ),
    "the same words over the same evidence, which no prompt changed": (
        {"docs": Docs(), "hits": HERE, "same_words": True, "moody": True, "prompt_changed": True},
        "generation",
        None,
    ),
    "the same words, whose evidence is not retrieved": (
        {"docs": Docs(), "hits": ELSEWHERE, "same_words": True, "moody": True, "prompt_changed": True},
        "retrieval",
        None,
    ),
    "a new wording, and a line beside the evidence changed": (
        {"docs": Docs(near=TITLE), "hits": HERE},
        "generation",
        None,
    ),
    "not made before, and the prompt changed": ({"before": None, "prompt_changed": True}, "prompt", None),
    "not made before": ({"before": None}, "generation", None),
    "not made before, contradicted on an old line": ({"before": None, "now": "contradicted"}, "generation", None),
    "not made before, contradicted on a new line": (
        {"before": None, "now": "contradicted", "docs": Docs(added=frozenset({NEW}))},
        "docs",
        AT_NEW,
    ),
    "an added line near an unverifiable claim proves nothing": (
        {"now": "unverifiable", "docs": Docs(added=frozenset({NEW})), "hits": HERE},
        "generation",
        None,
    ),
    "no base: the quote is gone": ({"docs": Docs(has_base=False, gone=frozenset({OLD}))}, "docs", None),
    "no base: the quote stands, retrieved or not": (
        {"docs": Docs(has_base=False), "hits": ELSEWHERE},
        "generation",
        None,
    ),
    "no docs at all": ({"docs": None}, "generation", None),
}


@pytest.mark.parametrize(("given", "cause", "change"), CASES.values(), ids=CASES.keys())
def test_cause(given: dict[str, Any], cause: str, change: ChangedLine | None) -> None:
    """The first of docs, retrieval, prompt, generation that fits, and the line where the docs are to blame."""
    before = judgement_of() if given.get("before", True) else None
    now = judgement_of(given.get("now", "unverifiable"))

    found = explain(
        now,
        before,
        given.get("hits", ()),
        given.get("docs", Docs()),
        prompt_changed=given.get("prompt_changed", False),
        same_words=given.get("same_words", False),
        moody=given.get("moody", False),
    )

    assert (found.cause, found.change) == (cause, change)


def test_unsupported_evidence_explains_nothing() -> None:
    """Quotes of a claim that was not supported before are no evidence that could have gone."""
    before = judgement_of("partially_supported", evidence=(OLD,))

    assert (
        explain(judgement_of("unverifiable"), before, (), Docs(gone=frozenset({OLD})), prompt_changed=False).cause
        == "generation"
    )

from __future__ import annotations

from dataclasses import replace

from claimdiff.approval.differences import baseline_changes
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry, BaselinePassage
from claimdiff.records import JudgeIdentity

KEPT = Accepted(by="Wren", reason="later")
PRO = BaselineClaim(id="c1", text="Pro costs 25 dollars.", verdict="supported")
TEAM = BaselineClaim(id="c2", text="Team costs 80 dollars.", verdict="supported")
ENTRY = BaselineEntry(
    question_id="price", question="What does it cost?", answer="Pro costs 25 dollars. Team costs 80 dollars.", state="answered",
    judged_by=JudgeIdentity(use="lexical"), claims=(PRO, TEAM),
)  # fmt: skip


def rows(
    base: BaselineEntry | None, head: BaselineEntry | None
) -> list[tuple[str | None, str | None, str | None, str | None]]:
    """Claim id, before, after and reason of every change."""
    found = baseline_changes({"price": base} if base else {}, {"price": head} if head else {})
    assert all(change.question_id == "price" for change in found)
    return [(change.claim_id, change.before, change.after, change.reason) for change in found]


def test_nothing() -> None:
    """Equal entries are no change; passages and judge are no approval."""
    moved = replace(
        ENTRY, passages=(BaselinePassage(path="a.md", heading=(), hash="0"),), judged_by=JudgeIdentity(use="claude")
    )

    assert rows(ENTRY, ENTRY) == []
    assert rows(ENTRY, moved) == []


def test_text_and_acceptance() -> None:
    """A claim of another text and one that is kept now are listed, the latter with name and reason."""
    head = replace(ENTRY, claims=(replace(PRO, text="Pro costs 30 dollars."), replace(TEAM, accepted=KEPT)))

    assert rows(ENTRY, head) == [
        ("c1", PRO.text, "Pro costs 30 dollars.", None),
        ("c2", TEAM.text, TEAM.text, "later"),
    ]


def test_claims_that_come_and_go() -> None:
    """A claim that went has no text after, one that came none before."""
    assert rows(ENTRY, replace(ENTRY, claims=(PRO,))) == [("c2", TEAM.text, None, None)]
    assert rows(replace(ENTRY, claims=(PRO,)), ENTRY) == [("c2", None, TEAM.text, None)]


def test_files_that_come_and_go() -> None:
    """A file that came or went is one change without a claim; kept claims of a new file are listed as well."""
    assert rows(ENTRY, None) == [(None, ENTRY.answer, None, None)]
    assert rows(None, ENTRY) == [(None, None, ENTRY.answer, None)]
    assert rows(None, replace(ENTRY, claims=(PRO, replace(TEAM, accepted=KEPT)))) == [
        (None, None, ENTRY.answer, None),
        ("c2", None, TEAM.text, "later"),
    ]


def test_answer_alone() -> None:
    """An answer that was rewritten around unchanged claims does not slip through."""
    head = replace(ENTRY, answer="Trust us. " + ENTRY.answer)

    assert rows(ENTRY, head) == [(None, ENTRY.answer, head.answer, None)]


def test_state_alone() -> None:
    """Nor does an answer that abstains now."""
    silent = replace(ENTRY, claims=(), answer="I don't know.")

    assert rows(silent, replace(silent, state="abstained")) == [(None, silent.answer, silent.answer, None)]


def test_order() -> None:
    """Changes stand in the order of the question ids."""
    names = ("b", "a", "c")
    head = {name: replace(ENTRY, question_id=name) for name in names}

    assert [change.question_id for change in baseline_changes({}, head)] == ["a", "b", "c"]

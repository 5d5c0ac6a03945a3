from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimdiff.approval.proposing import Proposal, Rules, propose
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry
from claimdiff.records import Claim, JudgeIdentity
from helpers.values import NEW, OLD, Rejudge, compared, hits, result, side

ME = "Wren <wren@example.org>"
JUDGE = JudgeIdentity(use="lexical", model="lexical-1")
ANSWER = "Pro costs 25 dollars."
RULES = Rules(by=ME)
KEEP = Rules(by=ME, keep=True, reason="later")
OUTDATED: dict[str, Any] = {"instead": ("25", "30"), "outdated": True, "cause": "docs"}


def proposed(
    *claims: Any, rules: Rules = RULES, old: BaselineEntry | None = None, answer: str = ANSWER, **other: Any
) -> Proposal:
    """What accept would write for a question with these claims."""
    rejudge = other.pop("rejudge", Rejudge())
    head = side(
        text=answer,
        hits=hits("docs/plans.md", "# Plans\n\nPro costs 30 dollars.\n"),
        state=other.pop("state", "answered"),
    )
    return propose(result(*claims, head=head, **other), old, rules, JUDGE, rejudge)


def entry(*claims: BaselineClaim) -> BaselineEntry:
    """An approved entry."""
    return BaselineEntry(
        question_id="q1", question="What does Pro cost?", answer=ANSWER, state="answered",
        judged_by=JudgeIdentity(use="claude"), claims=claims,
    )  # fmt: skip


def stored(proposal: Proposal) -> BaselineEntry:
    """The entry of a proposal that was not refused."""
    assert proposal.refused == ()
    assert proposal.entry is not None
    return proposal.entry


def test_supported_claims() -> None:
    """Answer, state, judge, passages and each claim with its quotes; what was removed or lost is not kept."""
    found = stored(proposed(compared("unchanged"), compared("lost", id_="c2"), compared("removed", id_="c3")))

    assert (found.question_id, found.answer, found.state, found.judged_by) == ("q1", ANSWER, "answered", JUDGE)
    assert [item.path for item in found.passages] == ["docs/plans.md"]
    [claim] = found.claims
    assert (claim.id, claim.verdict, claim.accepted) == ("c1", "supported", None)
    assert [(quote.path, quote.quote) for quote in claim.evidence] == [(OLD.path, OLD.quote)]


@pytest.mark.parametrize("state", ["abstained", "empty"])
def test_no_claims(state: str) -> None:
    """An abstention is stored as one."""
    assert (stored(proposed(state=state)).state, stored(proposed(state=state)).claims) == (state, ())


@pytest.mark.parametrize("status", ["unscored", "uncertain"])
@pytest.mark.parametrize("rules", [RULES, KEEP, replace(RULES, first=True), replace(KEEP, everything=True)])
def test_undecided(status: Any, rules: Rules) -> None:
    """Unscored and uncertain results are refused, whatever was asked."""
    found = proposed(compared(status, "unverifiable"), rules=rules)

    assert found.entry is None
    assert status in found.refused[0]


@pytest.mark.parametrize("status", ["error", "not_evaluated", "skipped", "unchanged"])
def test_not_replayed(status: Any) -> None:
    """What was not replayed is refused, with the reason."""
    found = proposed(compared(), status=status, why="no reply")

    assert found.entry is None
    assert "no reply" in found.refused[0]


class TestRewriting:
    """Another value in the docs."""

    def test_rewritten(self) -> None:
        """Value, id and evidence: the claim is judged again as it will be stored."""
        rejudge = Rejudge()

        found = proposed(compared("regressed", "contradicted", **OUTDATED), rejudge=rejudge)

        [claim] = stored(found).claims
        assert rejudge.asked == ["Pro costs 30 dollars."]
        assert (claim.id, claim.text, claim.verdict) == ("c1", "Pro costs 30 dollars.", "supported")
        assert claim.evidence[0].quote == NEW.quote
        assert stored(found).answer == "Pro costs 30 dollars."
        assert found.outdated == ("25",)

    def test_must_come_out_supported(self) -> None:
        """Where the new text has no support either, nothing is written."""
        found = proposed(compared("regressed", "contradicted", **OUTDATED), rejudge=Rejudge("unverifiable"))

        assert found.entry is None
        assert "--answer" in found.refused[0]

    def test_an_answer_that_says_it_otherwise(self) -> None:
        """Where the answer has no certain place for the value, nothing is written."""
        found = proposed(compared("regressed", "contradicted", **OUTDATED), answer="Pro is the cheapest plan.")

        assert found.entry is None

    def test_typed_answers_stay(self) -> None:
        """What a person typed or a model made is never rewritten."""
        claim = compared("regressed", "contradicted", **OUTDATED)

        assert proposed(claim, rules=replace(RULES, rewrite=False)).entry is None
        kept = stored(proposed(claim, rules=replace(KEEP, rewrite=False)))
        assert (kept.answer, kept.claims[0].verdict) == (ANSWER, "contradicted")

    def test_with_all(self) -> None:
        """`--all` rewrites: the old value is not kept."""
        found = proposed(compared("regressed", "contradicted", **OUTDATED), rules=replace(RULES, everything=True))

        assert stored(found).answer == "Pro costs 30 dollars."

    def test_first_time(self) -> None:
        """The first accept keeps a reference that was wrong from the start, as initial; it rewrites nothing."""
        first = replace(RULES, first=True)

        [claim] = stored(proposed(compared("new_unsupported", "contradicted", **OUTDATED), rules=first)).claims
        assert (claim.text, claim.accepted) == (ANSWER, Accepted(by=ME, reason="initial"))

    def test_a_value_that_another_claim_keeps(self) -> None:
        """One place in the answer for two claims of which one keeps its value: refused."""
        answer = "Pro and Team cost 25 dollars."
        pro = compared("regressed", "contradicted", text="Pro costs 25 dollars.", **OUTDATED)
        team = compared("unchanged", id_="c2", text="Team costs 25 dollars.")

        found = proposed(pro, team, answer=answer)

        assert found.entry is None
        assert "c2" in found.refused[0]

    def test_a_value_that_both_change(self) -> None:
        """Where both change to the same value it is replaced once."""
        answer = "Pro and Team cost 25 dollars."
        both = [
            compared("regressed", "contradicted", id_=id_, text=f"{name} costs 25 dollars.", **OUTDATED)
            for id_, name in (("c1", "Pro"), ("c2", "Team"))
        ]

        assert stored(proposed(*both, answer=answer)).answer == "Pro and Team cost 30 dollars."


class TestUnsupported:
    """Claims without support and without another value."""

    def test_refused(self) -> None:
        """Without a flag it is refused, with every way out, and the claim is named."""
        found = proposed(compared("regressed", "unverifiable", cause="docs"))

        assert found.entry is None
        assert "q1/c1" in found.refused[0]
        assert "--answer" in found.refused[0]
        assert "--keep-unsupported --reason" in found.refused[0]

    def test_one_refusal_refuses_the_question(self) -> None:
        """A question is written whole or not at all; every refusal is told."""
        found = proposed(
            compared(), compared("regressed", "unverifiable", id_="c2"), compared("new_unsupported", id_="c3")
        )

        assert found.entry is None
        assert len(found.refused) == 2

    @pytest.mark.parametrize(
        "status", ["regressed", "new_unsupported", "changed", "known_unsupported", "retrieval_miss"]
    )
    def test_kept(self, status: Any) -> None:
        """With flag and reason it is kept with name and reason, its verdict, and no evidence."""
        [claim] = stored(proposed(compared(status, "unverifiable"), rules=KEEP)).claims

        assert (claim.verdict, claim.evidence, claim.accepted) == ("unverifiable", (), Accepted(by=ME, reason="later"))

    def test_a_reason_alone_keeps_nothing(self) -> None:
        """A reason without the flag is no permission, nor the flag without a reason."""
        claim = compared("regressed", "unverifiable")

        assert proposed(claim, rules=replace(RULES, reason="later")).entry is None
        assert proposed(claim, rules=replace(RULES, keep=True)).entry is None

    @pytest.mark.parametrize(
        ("status", "cause", "kept"),
        [
            ("regressed", "docs", False),
            ("regressed", "prompt", False),
            ("changed", "docs", False),
            ("new_unsupported", "docs", False),
            ("new_unsupported", "generation", True),
            ("known_unsupported", None, True),
        ],
    )
    @pytest.mark.parametrize("first", [True, False])
    def test_all(self, status: Any, cause: Any, kept: bool, first: bool) -> None:
        """`--all` never keeps what this change contradicts or drops, not even the first time."""
        rules = replace(KEEP, everything=True, first=first)

        assert (proposed(compared(status, "contradicted", cause=cause), rules=rules).entry is not None) is kept

    def test_first(self) -> None:
        """The first accept keeps what is not supported, with the reason `initial` or the one that is given."""
        claim = compared("new_unsupported", "unverifiable")

        assert stored(proposed(claim, rules=replace(RULES, first=True))).claims[0].accepted == Accepted(
            by=ME, reason="initial"
        )
        assert stored(proposed(claim, rules=replace(KEEP, first=True))).claims[0].accepted == Accepted(
            by=ME, reason="later"
        )

    def test_standing_acceptance(self) -> None:
        """What was accepted and is known stays accepted as it was."""
        before = Accepted(by="Kim <kim@example.org>", reason="told by sales")
        old = entry(BaselineClaim(id="c1", text=ANSWER, verdict="unverifiable", accepted=before))

        [claim] = stored(proposed(compared("known_unsupported", "contradicted"), old=old)).claims

        assert (claim.accepted, claim.verdict) == (before, "contradicted")

    def test_void_acceptance(self) -> None:
        """An acceptance of a claim that had support since is no permission any more."""
        old = entry(BaselineClaim(id="c1", text=ANSWER, verdict="unverifiable", accepted=Accepted(by=ME, reason="x")))

        assert proposed(compared("regressed", "unverifiable"), old=old).entry is None

    def test_supported_again(self) -> None:
        """An acceptance goes as soon as the docs support the claim."""
        old = entry(BaselineClaim(id="c1", text=ANSWER, verdict="unverifiable", accepted=Accepted(by=ME, reason="x")))

        assert stored(proposed(compared("fixed"), old=old)).claims[0].accepted is None


class TestSingleClaims:
    """`accept ID/CLAIM`."""

    def test_the_others_stay(self) -> None:
        """The other claims stay as they were, whatever became of them; judge and passages as well."""
        other = BaselineClaim(id="c2", text="Team costs 80 dollars.", verdict="supported")
        old = entry(BaselineClaim(id="c1", text=ANSWER, verdict="supported"), other)
        pro = compared("regressed", "contradicted", **OUTDATED)
        team = compared("regressed", "unverifiable", id_="c2", text="Team costs 80 dollars.")

        found = stored(proposed(pro, team, old=old, rules=replace(RULES, only=frozenset({"c1"}))))

        assert [claim.text for claim in found.claims] == ["Pro costs 30 dollars.", "Team costs 80 dollars."]
        assert found.claims[1] == other
        assert (found.judged_by, found.passages) == (old.judged_by, old.passages)


def test_spans_are_used() -> None:
    """A claim that knows its span is rewritten there alone."""
    answer = "Pro costs 25 dollars. It once cost 25 dollars, too."
    claim = compared("regressed", "contradicted", **OUTDATED)
    placed = replace(claim, claim=Claim(id="c1", text=ANSWER, start=0, end=21))

    assert stored(proposed(placed, answer=answer)).answer == "Pro costs 30 dollars. It once cost 25 dollars, too."

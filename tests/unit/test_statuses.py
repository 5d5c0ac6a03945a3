from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from claimdiff.baseline import Accepted
from claimdiff.comparison.statuses import compare, dropped, suspects
from helpers.values import NEW, OLD, Docs, hits, judged, judgement_of, pair, side

PRO = "The Pro plan costs 25 dollars."
PRO_30 = "The Pro plan costs 30 dollars."
OTHER = "Backups are kept for 30 days."
ME = Accepted(by="Wren <wren@example.org>", reason="later")


def statuses(found: Any) -> list[str]:
    """The statuses of compared claims."""
    return [claim.status for claim in compare(found)]


ORDER: dict[str, tuple[Any, str]] = {
    # 1: unscored
    "head unscored": (pair(side(judged(PRO)), side(judged(PRO, None))), "unscored"),
    "head unscored beats an unsupported base": (
        pair(side(judged(PRO, "unverifiable")), side(judged(PRO, None))),
        "unscored",
    ),
    "base unscored and head unsupported": (
        pair(side(judged(PRO, None)), side(judged(PRO, "unverifiable"))),
        "unscored",
    ),
    "partner at base unscored and head unsupported": (
        pair(side(judged(PRO, None, id_="a")), side(judged(PRO_30, "contradicted", id_="b"))),
        "unscored",
    ),
    # 2: head supported
    "same text": (pair(side(judged(PRO)), side(judged(PRO))), "unchanged"),
    "same text under another id": (pair(side(judged(PRO, id_="a")), side(judged(PRO, id_="b"))), "unchanged"),
    "same in other words": (
        pair(side(judged(PRO, id_="a")), side(judged("For the Pro plan, 25 dollars is the cost.", id_="a"))),
        "reworded",
    ),
    "fixed": (pair(side(judged(PRO, "contradicted")), side(judged(PRO))), "fixed"),
    "fixed from unscored": (pair(side(judged(PRO, None)), side(judged(PRO))), "fixed"),
    "another value, supported": (pair(side(judged(PRO)), side(judged(PRO_30))), "changed"),
    "new and supported": (pair(side(judged(OTHER, id_="a")), side(judged(PRO, id_="b"))), "new_supported"),
    "no base at all, supported": (pair(None, side(judged(PRO))), "new_supported"),
    # 3: known
    "unsupported on both sides": (
        pair(side(judged(PRO, "unverifiable")), side(judged(PRO, "contradicted"))),
        "known_unsupported",
    ),
    "accepted in this change": (
        pair(side(judged(PRO)), side(judged(PRO, "unverifiable"), accepted={"c1": ME})),
        "known_unsupported",
    ),
    "accepted again, with another reason": (
        pair(
            side(judged(PRO), accepted={"c1": ME}),
            side(judged(PRO, "unverifiable"), accepted={"c1": Accepted(by=ME.by, reason="gone for good")}),
        ),
        "known_unsupported",
    ),
    "known beats a retrieval miss": (
        pair(side(judged(PRO, "unverifiable")), side(judged(PRO, "unverifiable")), looks={"c1": judgement_of()}),
        "known_unsupported",
    ),
    "an acceptance is void once base supports the claim": (
        pair(side(judged(PRO), accepted={"c1": ME}), side(judged(PRO, "unverifiable"), accepted={"c1": ME})),
        "regressed",
    ),
    # 4: retrieval miss
    "found by the second look": (
        pair(side(judged(PRO)), side(judged(PRO, "unverifiable")), looks={"c1": judgement_of()}),
        "retrieval_miss",
    ),
    "a miss beats a rewording": (
        pair(
            side(judged(PRO)),
            side(judged(PRO, "unverifiable")),
            looks={"c1": judgement_of()},
            docs=Docs(gone=frozenset({OLD}), successor=True),
        ),
        "retrieval_miss",
    ),
    "a miss of a partner": (
        pair(side(judged(PRO)), side(judged(PRO_30, "unverifiable")), looks={"c1": judgement_of()}),
        "retrieval_miss",
    ),
    # 5: uncertain
    "the evidence was reworded": (
        pair(side(judged(PRO)), side(judged(PRO, "unverifiable")), docs=Docs(gone=frozenset({OLD}), successor=True)),
        "uncertain",
    ),
    "partly supported after a rewording": (
        pair(
            side(judged(PRO)),
            side(judged(PRO, "partially_supported")),
            docs=Docs(gone=frozenset({OLD}), successor=True),
        ),
        "uncertain",
    ),
    "a contradiction is never a rewording": (
        pair(side(judged(PRO)), side(judged(PRO, "contradicted")), docs=Docs(gone=frozenset({OLD}), successor=True)),
        "regressed",
    ),
    "reworded under a heading that limits it": (
        pair(
            side(judged(PRO)),
            side(judged(PRO, "unverifiable")),
            docs=Docs(gone=frozenset({OLD}), successor=True, heading="Legacy plans"),
        ),
        "regressed",
    ),
    "no successor": (
        pair(side(judged(PRO)), side(judged(PRO, "unverifiable")), docs=Docs(gone=frozenset({OLD}))),
        "regressed",
    ),
    # 7: newly unsupported
    "another value, unsupported": (pair(side(judged(PRO)), side(judged(PRO_30, "unverifiable"))), "changed"),
    "a partner that was unsupported before": (
        pair(side(judged(PRO, "unverifiable")), side(judged(PRO_30, "unverifiable"))),
        "changed",
    ),
    "lost its support": (pair(side(judged(PRO)), side(judged(PRO, "unverifiable"))), "regressed"),
    "never made before": (
        pair(side(judged(OTHER, id_="a")), side(judged(PRO, "unverifiable", id_="b"))),
        "new_unsupported",
    ),
    "no base at all": (pair(None, side(judged(PRO, "contradicted"))), "new_unsupported"),
}


@pytest.mark.parametrize(("found", "expected"), ORDER.values(), ids=ORDER.keys())
def test_order(found: Any, expected: str) -> None:
    """The first rule of the contract that fits decides."""
    assert statuses(found)[0] == expected


@pytest.mark.parametrize(
    ("base", "look", "expected"),
    [
        (judged(PRO), "unverifiable", "lost"),
        (judged(PRO), "contradicted", "lost"),
        (judged(PRO), "supported", "removed"),
        (judged(PRO), None, "removed"),
        (judged(PRO, "unverifiable"), "unverifiable", "removed"),
        (judged(PRO, None), "unverifiable", "removed"),
    ],
)
def test_claims_that_went(base: Any, look: Any, expected: str) -> None:
    """An approved claim that head does not make is lost if base supported it and the head docs do not, else removed."""
    found = pair(side(base), side(judged(OTHER, id_="b")), looks={"c1": judgement_of(look)})

    [_, went] = compare(found)

    assert (went.status, went.claim.text, went.was) == (expected, PRO, base)
    assert not went.newly_unsupported


def test_a_partner_is_not_dropped() -> None:
    """25 that became 30 is neither removed nor lost."""
    assert dropped(pair(side(judged(PRO)), side(judged(PRO_30)))) == ()


def test_abstaining_drops_every_claim() -> None:
    """An answer without claims leaves all approved ones behind."""
    found = pair(side(judged(PRO), judged(OTHER, id_="c2")), side(text="I don't know.", state="abstained"))

    assert [claim.claim.text for claim in dropped(found)] == [PRO, OTHER]


def test_split_claim_follows_its_whole() -> None:
    """A part of a claim that was unsupported as a whole at base is known."""
    whole = "The Pro plan costs 25 dollars and includes a trial."
    found = pair(side(judged(whole, "unverifiable", id_="a")), side(judged(PRO, "unverifiable", id_="b")))

    assert statuses(found)[0] == "known_unsupported"


def test_suspects_are_what_may_be_reported() -> None:
    """A second look is asked for unsupported claims alone, and not for those that are known."""
    head = side(
        judged(PRO, "unverifiable", id_="a"),
        judged(OTHER, id_="b"),
        judged("The API is in Frankfurt.", "unverifiable", id_="c"),
    )
    base = side(
        judged(PRO, id_="a"), judged(OTHER, id_="b"), judged("The API is in Frankfurt.", "unverifiable", id_="c")
    )

    assert [claim.claim.id for claim in suspects(pair(base, head))] == ["a"]


class TestConflict:
    """Support on one page and a contradiction on another."""

    def test_reported(self) -> None:
        """Contradicted by what was retrieved and supported elsewhere stays contradicted, as a conflict, and is reported."""
        look = judgement_of("contradicted", evidence=(NEW, OLD), conflict=True, instead=("25", "30"))
        found = pair(
            side(judged(PRO)), side(judged(PRO, "contradicted")), looks={"c1": look}, docs=Docs(added=frozenset({NEW}))
        )

        [claim] = compare(found)

        assert (claim.status, claim.judgement.verdict, claim.judgement.conflict) == ("regressed", "contradicted", True)
        assert claim.outdated is False

    def test_first_contradiction_stays(self) -> None:
        """Also where this change did not write the contradiction that retrieval now brings."""
        look = judgement_of("contradicted", evidence=(NEW, OLD), conflict=True)
        found = pair(side(judged(PRO)), side(judged(PRO, "contradicted")), looks={"c1": look})

        assert statuses(found) == ["regressed"]

    def test_old_contradiction_of_the_second_look(self) -> None:
        """Support that retrieval missed, beside a contradiction that nobody retrieved and nobody changed, is a miss."""
        look = judgement_of("contradicted", evidence=(NEW, OLD), conflict=True)
        found = pair(side(judged(PRO)), side(judged(PRO, "unverifiable")), looks={"c1": look})

        [claim] = compare(found)

        assert (claim.status, claim.found_at) == ("retrieval_miss", OLD)


class TestNothingNew:
    """A contradiction by text that base had retrieved too, beside support that stands as it stood."""

    PAGE = "# Plans\n\nThe Pro plan costs 30 dollars.\n"

    def found(self, docs: Docs, *, page: str = PAGE) -> Any:
        """Both sides retrieve `page`, and only head's judge takes its sentence for a contradiction."""
        base = replace(side(judged(PRO)), hits=hits("plans.md", page))
        return pair(base, side(judged(PRO, "contradicted", evidence=(NEW,))), docs=docs)

    def test_uncertain(self) -> None:
        """The change did neither, so nothing is reported."""
        page = f"# Plans\n\n{NEW.quote}\n"

        assert statuses(self.found(Docs(), page=page)) == ["uncertain"]

    def test_support_that_changed(self) -> None:
        """Support that is gone, or stands under another lead-in, is reported."""
        page = f"# Plans\n\n{NEW.quote}\n"

        assert statuses(self.found(Docs(gone=frozenset({OLD})), page=page)) == ["regressed"]
        assert statuses(self.found(Docs(lead_in="Formerly:"), page=page)) == ["regressed"]

    def test_text_that_base_did_not_retrieve(self) -> None:
        """A contradiction that retrieval brings is reported."""
        assert statuses(self.found(Docs(), page="# Other\n\nNothing.\n")) == ["regressed"]


class TestOutdated:
    """`outdated`: the docs now state another value of the same fact."""

    @pytest.mark.parametrize(
        ("instead", "conflict", "expected"),
        [(("25", "30"), False, True), (None, False, False), (("25", "30"), True, False)],
    )
    def test_when(self, instead: tuple[str, str] | None, conflict: bool, expected: bool) -> None:
        """Another value is outdated; a plain contradiction is not, nor a value that still stands elsewhere."""
        head = judged(PRO, "contradicted", instead=instead, conflict=conflict)

        [claim] = compare(pair(side(judged(PRO)), side(head)))

        assert claim.outdated is expected
        assert claim.newly_unsupported


def test_retrieval_miss_names_its_place() -> None:
    """`found_at` is the quote that supports the claim; it has no cause and counts nowhere."""
    place = judgement_of(evidence=(NEW,))

    [claim] = compare(pair(side(judged(PRO)), side(judged(PRO, "unverifiable")), looks={"c1": place}))

    assert (claim.found_at, claim.cause, claim.newly_unsupported) == (NEW, None, False)
    assert claim.judgement.verdict == "unverifiable"


def test_the_union_is_what_is_shown() -> None:
    """What the second look contradicts is shown with that quote, and the cause follows it."""
    look = judgement_of("contradicted", evidence=(NEW,), instead=("25", "30"))
    found = pair(
        side(judged(PRO)), side(judged(PRO, "unverifiable")), looks={"c1": look}, docs=Docs(added=frozenset({NEW}))
    )

    [claim] = compare(found)

    assert (claim.judgement.evidence, claim.cause, claim.outdated) == ((NEW,), "docs", True)

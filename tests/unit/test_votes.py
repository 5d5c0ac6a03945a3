from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.judging.votes import order, settle, uncertain
from claimdiff.records import Judgement
from helpers.values import NEW, OLD, judgement_of

if TYPE_CHECKING:
    from claimdiff.records import Verdict

UNSCORED = Judgement(verdict=None, reason="Not judged: rate limit.")


def _votes(*verdicts: Verdict | None) -> list[Judgement]:
    return [UNSCORED if verdict is None else judgement_of(verdict) for verdict in verdicts]


def test_the_order_of_a_vote_is_always_the_same() -> None:
    """A vote that is repeated by another run asks the same, so that its stored reply is found."""
    assert order(5, 1) == order(5, 1)
    assert order(5, 1) != order(5, 2)
    assert order(5, 0) == (0, 1, 2, 3, 4)


@pytest.mark.parametrize("passages", [0, 1, 2, 3, 7])
@pytest.mark.parametrize("vote", [1, 2, 3])
def test_every_passage_is_shown_once(passages: int, vote: int) -> None:
    """Whatever the order, nothing is lost and nothing comes twice."""
    assert sorted(order(passages, vote)) == list(range(passages))


@pytest.mark.parametrize("passages", [2, 3, 4, 9])
def test_an_odd_vote_sees_another_order(passages: int) -> None:
    """Where there are two passages or more, at least one of two votes reads them in another order."""
    assert order(passages, 1) != tuple(range(passages))


def test_a_majority_against_it_confirms() -> None:
    """The first judgement stands, with all votes in it."""
    settled = settle(judgement_of("contradicted"), _votes("contradicted", "supported"))

    assert settled.judgement.verdict == "contradicted"
    assert settled.judgement.votes == ("contradicted", "contradicted", "supported")
    assert settled.judgement.evidence == (NEW,)
    assert not settled.uncertain


def test_kinds_of_unsupported_count_together() -> None:
    """Contradicted and unverifiable are both not supported; of equally many the first one is shown."""
    settled = settle(judgement_of("unverifiable"), _votes("contradicted", "supported"))

    assert settled.judgement.verdict == "unverifiable"
    assert not settled.uncertain


def test_the_commonest_kind_is_shown() -> None:
    """The verdict that most votes have comes with the evidence of one that gave it."""
    settled = settle(judgement_of("unverifiable"), _votes("contradicted", "contradicted"))

    assert settled.judgement.verdict == "contradicted"
    assert settled.judgement.evidence == (NEW,)


def test_a_majority_for_it_makes_it_uncertain() -> None:
    """Votes never turn what was judged unsupported into supported: the claim is uncertain, and says its votes."""
    settled = settle(judgement_of("unverifiable"), _votes("supported", "supported"))

    assert settled.uncertain
    assert settled.judgement.verdict == "unverifiable"
    assert settled.judgement.votes == ("unverifiable", "supported", "supported")


def test_a_tie_is_uncertain() -> None:
    """One vote could not be scored, the others disagree."""
    settled = settle(judgement_of("contradicted"), _votes("supported", None))

    assert settled.uncertain
    assert settled.judgement.verdict == "contradicted"
    assert settled.judgement.votes == ("contradicted", "supported")


def test_unscored_votes_do_not_count() -> None:
    """What could not be judged is no vote for either."""
    settled = settle(judgement_of("contradicted"), _votes(None, "contradicted"))

    assert settled.judgement.votes == ("contradicted", "contradicted")
    assert not settled.uncertain


def test_without_any_vote_nothing_is_confirmed() -> None:
    """Votes that all failed leave the claim unscored, with the reason: neither supported nor reported."""
    settled = settle(judgement_of("contradicted"), _votes(None, None))

    assert settled.judgement.verdict is None
    assert settled.judgement.reason == "It could not be confirmed. Not judged: rate limit."
    assert not settled.uncertain


def test_support_that_was_doubted_can_be_confirmed() -> None:
    """The majority says supported as well."""
    settled = settle(judgement_of("supported"), _votes("supported", "contradicted"))

    assert settled.judgement.supported
    assert settled.judgement.evidence == (OLD,)
    assert not settled.uncertain


def test_support_that_was_doubted_can_be_lost() -> None:
    """The majority says otherwise, and its evidence is shown."""
    settled = settle(judgement_of("supported"), _votes("contradicted", "unverifiable"))

    assert settled.judgement.verdict == "contradicted"
    assert settled.judgement.votes == ("supported", "contradicted", "unverifiable")
    assert not settled.uncertain


def test_doubted_support_in_a_tie_is_not_supported() -> None:
    """Half of the votes are not enough for "supported", and too few to report it."""
    settled = settle(judgement_of("supported"), _votes("unverifiable", None))

    assert settled.judgement.verdict == "unverifiable"
    assert settled.uncertain
    assert uncertain(settled.judgement)


@pytest.mark.parametrize("first", [judgement_of("supported"), judgement_of("contradicted"), UNSCORED])
def test_without_votes_a_judgement_stays_as_it_is(first: Judgement) -> None:
    """Nobody was asked, so nothing is uncertain."""
    assert settle(first, []).judgement is first
    assert not settle(first, []).uncertain
    assert not uncertain(first)


def test_an_unscored_claim_is_not_voted_into_a_verdict() -> None:
    """Votes confirm a judgement; they do not replace one that could not be made."""
    assert settle(UNSCORED, _votes("supported", "supported")).judgement is UNSCORED

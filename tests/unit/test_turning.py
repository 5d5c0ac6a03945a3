"""What an edit of a sentence does to a claim that it supported."""

from __future__ import annotations

import pytest

from claimdiff.comparison.turning import Sentence, turned


def sentence(text: str) -> Sentence:
    """A sentence of a Markdown page."""
    return Sentence(text=text.replace("`", ""), source=text)


TURNS: dict[str, tuple[str, str, str, str]] = {
    # name: old sentence, new sentence, claim, kind
    "number": ("Tokens live for 30 days.", "Tokens live for 45 days.", "A token lives 30 days.", "value"),
    "number gone": ("Tokens live for 30 days.", "Tokens live for some time.", "A token lives 30 days.", "value"),
    "unit": ("Retries wait 180 seconds.", "Retries wait 180 minutes.", "Retries wait 180 seconds.", "value"),
    "unit glued": ("The floor is 1000ms.", "The floor is 1000s.", "The floor is 1000ms.", "value"),
    "unit without a number": (
        "The pause is given in seconds.",
        "The pause is given in minutes.",
        "The pause is given in seconds.",
        "word",
    ),
    "option": (
        "Pass `max_batch` to cap it.",
        "Pass `max_group` to cap it.",
        "max_batch caps the size of a batch.",
        "value",
    ),
    "name in code type": (
        "Use `Courier` for parcels.",
        "Use `CourierPool` for parcels.",
        "Courier is used for parcels.",
        "name",
    ),
    "capitals": ("`VOID` fields are skipped.", "`VOIDED` fields are skipped.", "VOID fields are skipped.", "name"),
    "negation came": (
        "The queue is emptied at noon.",
        "The queue is not emptied at noon.",
        "The queue is emptied at noon.",
        "negation",
    ),
    "negation went": (
        "You cannot rename a ledger.",
        "You can rename a ledger.",
        "A ledger cannot be renamed.",
        "negation",
    ),
    "negation in its clause": (
        "Drafts are kept, but previews are sent.",
        "Drafts are kept, but previews are not sent.",
        "Previews are sent.",
        "negation",
    ),
    "must to may": (
        "A ledger must be signed by an auditor.",
        "A ledger may be signed by an auditor.",
        "A ledger must be signed.",
        "word",
    ),
    "can to must": ("You can set a region.", "You must set a region.", "You can set a region.", "word"),
    "all to some": ("All ledgers are signed.", "Some ledgers are signed.", "All ledgers are signed.", "word"),
    "always to sometimes": ("Mail is always scanned.", "Mail is sometimes scanned.", "Mail is always scanned.", "word"),
    "only went": (
        "Exports are only offered on Pro.",
        "Exports are also offered on Pro.",
        "Exports are only offered on Pro.",
        "only",
    ),
    "enabled to disabled": (
        "Tracing is enabled by default.",
        "Tracing is disabled by default.",
        "Tracing is enabled by default.",
        "word",
    ),
    "true to false": (
        "`trace` is true by default.",
        "`trace` is false by default.",
        "trace is true by default.",
        "word",
    ),
    "before to after": (
        "Hooks run before the upload.",
        "Hooks run after the upload.",
        "Hooks run before the upload.",
        "word",
    ),
    "row": (
        "Plan: Pro; Seats: 25",
        "Plan: Pro; Seats: 40",
        "Pro has 25 seats.",
        "value",
    ),
}


@pytest.mark.parametrize(("old", "new", "claim", "kind"), TURNS.values(), ids=TURNS.keys())
def test_turned(old: str, new: str, claim: str, kind: str) -> None:
    """An edit of what the claim rests on turns the sentence against it."""
    turn = turned(sentence(old), sentence(new), claim)

    assert turn is not None
    assert turn.kind == kind


INTACT: dict[str, tuple[str, str, str]] = {
    "another word": ("Use a queue for mail.", "Employ a queue for mail.", "A queue is used for mail."),
    "another notation": ("Tokens live for 30 days.", "Tokens live for 720 hours.", "A token lives 30 days."),
    "number as a word": ("It tries 3 times.", "It tries three times.", "It tries 3 times."),
    "a number that the claim does not state": (
        "Pro has 25 seats and 4 rooms.",
        "Pro has 25 seats and 6 rooms.",
        "Pro has 25 seats.",
    ),
    "a denial in another clause": (
        "Drafts are kept, but previews are sent.",
        "Drafts are not kept, but previews are sent.",
        "Previews are sent.",
    ),
    "a denial by the opposite": (
        "Tracing is not enabled.",
        "Tracing is disabled.",
        "Tracing is not enabled.",
    ),
    "not required is optional": (
        "A region is not required.",
        "A region is optional.",
        "A region is not required.",
    ),
    "can to may": ("You can set a region.", "You may set a region.", "You can set a region."),
    "possible and recommended": (
        "You can set a region.",
        "You should set a region.",
        "You can set a region.",
    ),
    "must in other words": ("You must sign it.", "You have to sign it.", "You must sign it."),
    "a filler went": ("You can sign it with a key.", "Sign it with a key.", "You can sign it with a key."),
    "every for all": ("All ledgers are signed.", "Every ledger is signed.", "All ledgers are signed."),
    "the same name with its module": (
        "`send` drops old mail.",
        "`post.send` drops old mail.",
        "send drops old mail.",
    ),
    "the same name without its module": (
        "`post.send` drops old mail.",
        "`send` drops old mail.",
        "post.send drops old mail.",
    ),
    "name in code type that stays": (
        "Use `Courier` for parcels.",
        "Use a `Courier` for small parcels.",
        "Courier is used for parcels.",
    ),
    "an only that the claim does not state": ("Only Pro has exports.", "Pro has exports.", "Pro has exports."),
}


@pytest.mark.parametrize(("old", "new", "claim"), INTACT.values(), ids=INTACT.keys())
def test_intact(old: str, new: str, claim: str) -> None:
    """A rewording, or an edit of what the claim does not rest on, takes nothing away."""
    assert turned(sentence(old), sentence(new), claim) is None


def test_old_and_new_value() -> None:
    """The value of the claim and the one in its place are told as they are written."""
    turn = turned(
        sentence("The queue holds 1,000 jobs."), sentence("The queue holds 2,500 jobs."), "It holds 1000 jobs at most."
    )

    assert turn is not None
    assert [(value.old, value.new) for value in turn.substitutions] == [("1000", "2,500")]


def test_value_in_another_new_sentence() -> None:
    """A sentence that was split keeps its values, if a judge found them in its other half."""
    old = sentence("The queue holds 500 jobs and 20 drafts.")

    assert turned(old, sentence("The queue holds 500 jobs."), "It holds 20 drafts.") is not None
    assert (
        turned(old, sentence("The queue holds 500 jobs."), "It holds 20 drafts.", also=("It holds 20 drafts.",)) is None
    )

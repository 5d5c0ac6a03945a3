"""What an edit of a sentence does to a claim that it supported."""

from __future__ import annotations

import pytest

from claimdiff.comparison.turning import turned
from claimdiff.comparison.turns import Seen, Sentence, Turn
from claimdiff.comparison.values import default


def sentence(text: str) -> Sentence:
    """A sentence of a Markdown page."""
    return Sentence(text=text.replace("`", ""), source=text)


def turn_of(
    old: Sentence, new: Sentence, claim: str, *, also: tuple[str, ...] = (), beside: tuple[str, ...] = ()
) -> Turn | None:
    """What an edit did to a claim."""
    return turned(Seen(old=old, new=new, claim=claim, also=also, beside=beside))


TURNS: dict[str, tuple[str, str, str, str]] = {
    "quoted word": (
        "Das empfohlene Siegel ist „Wachs9“.",
        "Das empfohlene Siegel ist „lack“.",
        "Das empfohlene Siegel ist Wachs9.",
        "name",
    ),
    "quoted word between corner brackets": (
        "推奨される封印は「Wachs9」です。",
        "推奨される封印は「lack」です。",
        "推奨される封印は Wachs9 です。",
        "name",
    ),
    "yes in a cell": (
        "State: SEALED; New crates: Yes ✅; Moves: No ❌; Use: storage",
        "State: SEALED; New crates: No ❌; Moves: No ❌; Use: storage",
        "New crates can be added in the SEALED state.",
        "cell",
    ),
    "no in a cell": (
        "State: SEALED; New crates: No; Moves: No; Use: storage",
        "State: SEALED; New crates: Yes; Moves: No; Use: storage",
        "In the SEALED state new crates cannot be added.",
        "cell",
    ),
    "cell in a row whose name has no heading": (
        "Wax; Least sort: 2 kg double brown wax; Best sort: 4 kg threefold brown wax",
        "Wax; Least sort: 2 kg threefold brown wax; Best sort: 4 kg threefold brown wax",
        "The least sort is 2 kg double brown wax.",
        "cell",
    ),
    "sign beside a name": (
        "Harbour: Brest; Crates 4: ✓",
        "Harbour: Brest; Crates 4: ✗",
        "Brest takes crates.",
        "cell",
    ),
    "smaller for larger": (
        "The seal of the smaller crate is broken.",
        "The seal of the larger crate is broken.",
        "The smaller crate loses its seal.",
        "word",
    ),
    "German word for its opposite": (
        "Die Waage ist ab Werk aktiviert.",
        "Die Waage ist ab Werk deaktiviert.",
        "Ab Werk ist die Waage aktiviert.",
        "word",
    ),
    "Chinese word for its opposite": ("默认启用称重。", "默认禁用称重。", "称重默认启用。", "word"),
    "Japanese word for its opposite": (
        "計量は初期状態で有効です。",
        "計量は初期状態で無効です。",
        "計量は初期状態で有効です。",
        "word",
    ),
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
    "cell of a row": (
        "Option: scope; Values: 'user' or 'all'; Default: 'all'",
        "Option: scope; Values: 'user' or 'all'; Default: 'user'",
        "The default of `scope` is 'all'.",
        "cell",
    ),
    "headings of a row": (
        "Limit: seats; Free: 4; Pro: 25",
        "Limit: seats; Pro: 4; Free: 25",
        "Pro has 25 seats.",
        "cell",
    ),
    "cell emptied": (
        "Option: scope; Values: text; Default: all",
        "Option: scope; Values: all or text; Default: ",
        "The default of scope is all.",
        "cell",
    ),
    "small number": (
        "Mail is answered within one working day.",
        "Mail is answered within three working days.",
        "Mail is answered within one working day.",
        "word",
    ),
    "kept to removed": (
        "Gaps are kept by default.",
        "Gaps are removed by default.",
        "Gaps are kept by default.",
        "word",
    ),
    "one of two notations": (
        "Seals dry for 10800 seconds (3 hours).",
        "Seals dry for 10800 seconds (11 hours).",
        "Seals dry for 10800 seconds (3 hours).",
        "value",
    ),
    "one of two numbers": (
        "Gate 2 opens for shelf 1, and shelf 1 for gate 2.",
        "Gate 2 opens for shelf 4, and shelf 1 for gate 2.",
        "Gate 2 opens for shelf 1, and shelf 1 opens for gate 2.",
        "value",
    ),
    "left out of a list": (
        "Seals of the GATE, of the TOWER and KEEP are read.",
        "Seals of the GATE and of the TOWER are read.",
        "Seals of the KEEP are read.",
        "name",
    ),
    "left out of a list of two": (
        "CSV and Parquet files are read.",
        "Parquet files are read.",
        "CSV and Parquet files are read.",
        "name",
    ),
    "merged to overwritten": (
        "A second upload is merged with the first.",
        "A second upload overwrites the first.",
        "Uploads are merged.",
        "word",
    ),
    "ignored to rejected": (
        "Unknown seals are ignored.",
        "Unknown seals are rejected.",
        "The ledger ignores unknown seals.",
        "word",
    ),
    "finished to put back": (
        "A crashed move finishes at the next start.",
        "A crashed move is put back at the next start.",
        "A crashed move finishes at the next start.",
        "word",
    ),
    "adverbs": (
        "Drafts are sealed immediately.",
        "Drafts are sealed later.",
        "A draft is sealed immediately.",
        "word",
    ),
    "condition in front": (
        "A draft is mailed 5 times.",
        "If the draft is sealed, it is mailed 5 times.",
        "A draft is mailed 5 times.",
        "condition",
    ),
    "plan in front": (
        "Drafts are sealed with wax.",
        "On the Team plan, drafts are sealed with wax.",
        "Drafts are sealed with wax.",
        "condition",
    ),
    "flag in front": (
        "A draft is never mailed twice.",
        "With `--once`, a draft is never mailed twice.",
        "A draft is never mailed twice.",
        "condition",
    ),
    "both to one": (
        "Conflicts end by keeping both drafts.",
        "Conflicts end by keeping the newer draft.",
        "Conflicts end by keeping both drafts.",
        "word",
    ),
    "proper name": (
        "The Rhine depot takes drafts.",
        "The Danube depot takes drafts.",
        "Drafts go to the Rhine depot.",
        "name",
    ),
    "name of a row": (
        "Plan: Team; Seats: 25",
        "Plan: Company; Seats: 25",
        "The Team plan has 25 seats.",
        "name",
    ),
    "name that is a word too": (
        "Files that begin with `Seal` are a seal of the ledger.",
        "Files that begin with `Stamp` are a seal of the ledger.",
        "Files that begin with Seal are a seal of the ledger.",
        "name",
    ),
    "name beside the end of its own": (
        "Set the `sealed` part of `ledger.sealed` to true.",
        "Set the `sealed` part of `ledger.opened` to true.",
        "Set the sealed part of ledger.sealed to true.",
        "value",
    ),
    "sensitive to insensitive": (
        "Names are case-sensitive.",
        "Names are case-insensitive.",
        "Names are case-sensitive.",
        "word",
    ),
    "only if": (
        "Drafts are sealed at night.",
        "Drafts are sealed at night only if an auditor is present.",
        "Drafts are sealed at night.",
        "condition",
    ),
    "a row whose first cell has no heading": (
        "Made for; Dock: New teams; Pier: Old teams",
        "Made for; Dock: Old teams; Pier: New teams",
        "Dock is made for new teams.",
        "cell",
    ),
    "the other of two names": (
        "If both `near` and `far` are set, the `far` value wins.",
        "If both `near` and `far` are set, the `near` value wins.",
        "If both near and far are set, far wins.",
        "name",
    ),
    "a word for its opposite, of rank": (
        "Support for readers is better in the split view.",
        "Support for readers is worse in the split view.",
        "Readers are better supported in the split view.",
        "word",
    ),
    "a word for its opposite, of advice": (
        "Names with dots are discouraged.",
        "Names with dots are recommended.",
        "Names with dots are discouraged.",
        "word",
    ),
}


@pytest.mark.parametrize(("old", "new", "claim", "kind"), TURNS.values(), ids=TURNS.keys())
def test_turned(old: str, new: str, claim: str, kind: str) -> None:
    """An edit of what the claim rests on turns the sentence against it."""
    turn = turn_of(sentence(old), sentence(new), claim)

    assert turn is not None
    assert turn.kind == kind


INTACT: dict[str, tuple[str, str, str]] = {
    "other quotation marks": (
        "Das Siegel heißt „Wachs9“.",
        'Das Siegel heißt "Wachs9".',
        "Das Siegel heißt Wachs9.",
    ),
    "quoted word in two forms": (
        "Choose “Seal crate”.",
        "Choose “Seal crates”.",
        "Choose Seal crate.",
    ),
    "no in a cell of another heading": (
        "State: SEALED; New crates: Yes; Moves: No; Use: storage",
        "State: SEALED; New crates: Yes; Moves: Yes; Use: storage",
        "New crates can be added in the SEALED state.",
    ),
    "another sign for yes": (
        "State: SEALED; New crates: Yes; Moves: No; Use: storage",
        "State: SEALED; New crates: ✓; Moves: No; Use: storage",
        "New crates can be added in the SEALED state.",
    ),
    "two names that change places in a list": (
        "Set `near` or `far`.",
        "Set `far` or `near`.",
        "You can set near or far.",
    ),
    "another cell of a row whose first cell has no heading": (
        "Made for; Dock: New teams; Pier: Old teams",
        "Made for; Dock: New teams; Pier: All teams",
        "Dock is made for new teams.",
    ),
    "another word": ("Use a queue for mail.", "Employ a queue for mail.", "A queue is used for mail."),
    "options are not optional": (
        "The seal needs required options.",
        "The seal needs required flags.",
        "The seal needs required options.",
    ),
    "a second notation goes": (
        "Seals dry for 10800 seconds (3 hours).",
        "Seals dry for 3 hours.",
        "Seals dry for 10800 seconds (3 hours).",
    ),
    "a second value that the claim states once": (
        "Seals dry for 3 hours, and wax for 3 hours.",
        "Seals dry for 3 hours, and wax for 5 hours.",
        "Seals dry for 3 hours.",
    ),
    "a list in another order": (
        "CSV, JSON and Parquet files are read.",
        "Parquet, JSON and CSV files are read.",
        "CSV files are read.",
    ),
    "a list with a name in another form": (
        "Mac OS X and Linux are known.",
        "macOS and Linux are known.",
        "Mac OS X is known.",
    ),
    "another verb": ("The ledger removes seals.", "The ledger deletes seals.", "The ledger removes seals."),
    "denial for a word that excludes": (
        "Seals are not removed.",
        "Seals are kept.",
        "Seals are not removed.",
    ),
    "another denial for a word that excludes": (
        "A broken seal does not stop the upload.",
        "The upload continues with a broken seal.",
        "A broken seal does not stop the upload.",
    ),
    "words in another order": (
        "Drafts are kept until they are deleted by hand.",
        "Until they are deleted by hand, drafts are kept.",
        "Drafts are kept until they are deleted.",
    ),
    "a word that the claim does not say": (
        "Drafts are kept in order, and old seals are skipped.",
        "Drafts are kept in order, and old seals are included.",
        "Drafts are in order.",
    ),
    "what may be done": (
        "The list is a collapsible block.",
        "The list is an expandable block.",
        "The list is a collapsible block.",
    ),
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
    "a small number that stays": (
        "Mail is answered within one working day.",
        "Within 1 working day mail is answered.",
        "Mail is answered within one working day.",
    ),
    "a small number with a unit": ("Keys live one day.", "Keys live 24 hours.", "Keys live one day."),
    "another notation in a cell": (
        "Option: pause; Default: 500 ms",
        "Option: pause; Default: 0.5 s",
        "The default of pause is 500 ms.",
    ),
    "another cell": (
        "Plan: Pro; Region: Rhine; Backup: nightly",
        "Plan: Pro; Region: Danube; Backup: nightly",
        "The backup of Pro is nightly.",
    ),
    "both of two that are named": (
        "Name the crate for both the draft that you own and your seal.",
        "Name the crates to the draft that you own and your seal.",
        "Name the crate for both the draft that you own and your seal.",
    ),
    "a cell with other marks": (
        'Sign: +; Meaning: "all"; Use: drafts',
        "Sign: +; Meaning: all,; Use: drafts",
        'The meaning of + is "all".',
    ),
    "a cell of prose in other words": (
        "Option: pause; Meaning: Seconds to wait before the next draft is mailed",
        "Option: pause; Meaning: How many seconds pass before the next draft is mailed",
        "Meaning: Seconds to wait before the next draft is mailed.",
    ),
    "a name in code type that is a plain word now, at its place": (
        "In the case of a `Crate` with several drafts, one is sealed; see [Seals](seals.md).",
        "In the case of a crate with several drafts, one is sealed.",
        "In the case of a Crate with several drafts, one is sealed.",
    ),
    "a cell that says more": (
        "Option: scope; Default: all",
        "Option: scope; Default: all (text)",
        "The default of scope is all.",
    ),
    "a condition that says by default": (
        "The default queue is main.",
        "If no queue is given, it is main.",
        "The default queue is main.",
    ),
    "a condition that says the same": (
        "A failed draft is mailed 5 times.",
        "If a draft fails, it is mailed 5 times.",
        "A failed draft is mailed 5 times.",
    ),
    "a condition of the claim": (
        "Sealed drafts are mailed 5 times.",
        "If a draft is sealed by an auditor, it is mailed 5 times.",
        "Drafts are mailed 5 times if they are sealed.",
    ),
    "a lead-in": (
        "Drafts are sealed with wax.",
        "For most people, drafts are sealed with wax.",
        "Drafts are sealed with wax.",
    ),
    "a version in front": (
        "Drafts are sealed with wax.",
        "Since version 2.2, drafts are sealed with wax.",
        "Drafts are sealed with wax.",
    ),
    "another form of a proper name": (
        "Drafts are kept in PostgreSQL.",
        "Drafts are kept in Postgres.",
        "Drafts are kept in PostgreSQL.",
    ),
    "a remark behind": (
        "Drafts are kept for 14 days.",
        "Drafts are kept for 14 days unless you delete them.",
        "Drafts are kept for 14 days.",
    ),
    "an only that the claim does not state": ("Only Pro has exports.", "Pro has exports.", "Pro has exports."),
}


@pytest.mark.parametrize(("old", "new", "claim"), INTACT.values(), ids=INTACT.keys())
def test_intact(old: str, new: str, claim: str) -> None:
    """A rewording, or an edit of what the claim does not rest on, takes nothing away."""
    assert turn_of(sentence(old), sentence(new), claim) is None


def test_old_and_new_value() -> None:
    """The value of the claim and the one in its place are told as they are written."""
    turn = turn_of(
        sentence("The queue holds 1,000 jobs."), sentence("The queue holds 2,500 jobs."), "It holds 1000 jobs at most."
    )

    assert turn is not None
    assert [(value.old, value.new) for value in turn.substitutions] == [("1000", "2,500")]


def test_value_in_another_new_sentence() -> None:
    """A sentence that was split keeps its values, if a judge found them in its other half."""
    old = sentence("The queue holds 500 jobs and 20 drafts.")

    assert turn_of(old, sentence("The queue holds 500 jobs."), "It holds 20 drafts.") is not None
    assert (
        turn_of(old, sentence("The queue holds 500 jobs."), "It holds 20 drafts.", also=("It holds 20 drafts.",))
        is None
    )


def test_value_beside_the_new_sentence() -> None:
    """A sentence that was split keeps what its other half says, unless another value took the place."""
    old = sentence("Names are case-sensitive, and at most 500 are allowed.")
    claim = "At most 500 names are allowed."
    rest = ("At most 500 of them are allowed.",)

    assert turn_of(old, sentence("Names are case-sensitive."), claim) is not None
    assert turn_of(old, sentence("Names are case-sensitive."), claim, beside=rest) is None
    assert (
        turn_of(old, sentence("Names are case-sensitive, and at most 40 are allowed."), claim, beside=rest) is not None
    )


@pytest.mark.parametrize(
    ("old", "new", "claim", "reason"),
    [
        ("Default is 8h.", "Default is 9h.", "The default shelf life is 8h.", "the default is now 9h instead of 8h"),
        (
            "Defaults to false.",
            "Defaults to true.",
            "By default, drafts are not listed.",
            "the default is now true instead of false",
        ),
        ("Default: on", "Default: off", "Listing is on by default.", "the default is now off instead of on"),
    ],
)
def test_a_default_beside_the_sentence(old: str, new: str, claim: str, reason: str) -> None:
    """Another value, or another position of a switch, turns what a claim tells of the default."""
    turn = default(old, new, claim)

    assert turn is not None
    assert turn.reason == reason


@pytest.mark.parametrize(
    ("old", "new", "claim"),
    [
        ("Default is 8h.", "The default is 8h.", "The default shelf life is 8h."),
        ("Default is 8h.", "Default is 9h.", "The shelf life may be 8h."),
        ("Default is 8h.", "Default is 9h.", "By default, drafts are kept."),
        ("Default is 8h.", "Default is 9h.", "The default shelf life is 9h, not 8h."),
        ("Default is 8h.", "There is no limit.", "The default shelf life is 8h."),
    ],
)
def test_a_default_that_the_claim_does_not_tell(old: str, new: str, claim: str) -> None:
    """Equal values, a claim about no default, and a value that the claim has no word of."""
    assert default(old, new, claim) is None

"""Support that an edit undercut: what a judge of the head docs alone takes for support, and both states tell better."""

from __future__ import annotations

from dataclasses import replace

from claimdiff.comparison.results import ChangedLine
from claimdiff.comparison.turns import Edit, Sentence
from claimdiff.comparison.undercutting import undercut
from claimdiff.records import Evidence, Judgement
from helpers.values import Docs

CLAIM = "The ledger keeps sealed drafts for 30 days."
OLD = Evidence(path="a.md", line_start=3, line_end=3, quote="The ledger keeps sealed drafts for 30 days.")
NEW = Evidence(path="a.md", line_start=3, line_end=3, quote="The ledger keeps sealed drafts for 45 days.")
OTHER = Evidence(path="b.md", line_start=8, line_end=8, quote="Sealed drafts: the ledger keeps them for 30 days.")
WEAK = Evidence(path="b.md", line_start=9, line_end=9, quote="The ledger drops drafts after 30 days.")


def supported(*evidence: Evidence) -> Judgement:
    """A judgement by these quotes."""
    return Judgement(verdict="supported", evidence=evidence, reason="said", rule="aligned")


def edit(old: Evidence, new: Evidence) -> Edit:
    """One sentence in the place of another."""
    return Edit(
        old=Sentence(text=old.quote, source=old.quote), new=Sentence(text=new.quote, source=new.quote), place=new
    )


EDITED = Docs(gone=frozenset({OLD}), added=frozenset({NEW}), edit=edit(OLD, NEW))


def test_edited_value() -> None:
    """An edited value contradicts the claim, with the old and the new value and the new sentence as evidence."""
    found = undercut(CLAIM, supported(NEW), supported(OLD), EDITED)

    assert (found.verdict, found.conflict, found.evidence) == ("contradicted", False, (NEW,))
    assert [(value.old, value.new) for value in found.substitutions] == [("30 days", "45 days")]
    assert found.reason == "The sentence that supported it was edited: it now states 45 days instead of 30 days."


def test_edited_beside_a_full_statement() -> None:
    """Another page that still says all of it makes it a conflict."""
    found = undercut(CLAIM, supported(OTHER), supported(OLD), EDITED)

    assert (found.verdict, found.conflict, found.evidence) == ("contradicted", True, (NEW, OTHER))


def test_edited_beside_a_weaker_statement() -> None:
    """Another sentence that says less of it does not."""
    found = undercut(CLAIM, supported(WEAK), supported(OLD), EDITED)

    assert (found.verdict, found.conflict, found.evidence) == ("contradicted", False, (NEW,))


def test_gone_with_a_weaker_statement_left() -> None:
    """Without the sentence, and with one that says less, the claim is not supported any more; the reason names the words."""
    docs = Docs(gone=frozenset({OLD}))

    found = undercut(CLAIM, supported(WEAK), supported(OLD), docs)

    assert (found.verdict, found.rule) == ("unverifiable", "thinner")
    assert found.reason == "The sentence that said it is gone; what is left does not say: keep, seal."


def test_gone_with_a_full_statement_left() -> None:
    """A sentence that says as much supports the claim as before."""
    now = supported(OTHER)

    assert undercut(CLAIM, now, supported(OLD), Docs(gone=frozenset({OLD}))) is now


def test_gone_with_other_forms_left() -> None:
    """Another form of a word, or another word for the same, says as much."""
    left = replace(OTHER, quote="Drafts that were sealed are preserved in the ledger for 30 days.")
    now = supported(left)

    assert undercut(CLAIM, now, supported(OLD), Docs(gone=frozenset({OLD}))) is now


def test_gone_with_a_lead_in_that_says_the_rest() -> None:
    """Headings and lead-in count as words of what is left."""
    docs = Docs(gone=frozenset({OLD}), lead_in="What the ledger keeps: sealed drafts")
    now = supported(WEAK)

    assert undercut(CLAIM, now, supported(OLD), docs) is now


def test_gone_with_a_condition_left() -> None:
    """A sentence that says it only under a condition, or only assumes it, does not stand for the one that is gone."""
    docs = Docs(gone=frozenset({OLD}))
    limited = replace(OTHER, quote="If the auditor is away, the ledger keeps sealed drafts for 30 days.")
    assumed = replace(OTHER, quote="If the ledger keeps sealed drafts for 30 days, they are mailed.")
    same = replace(OTHER, quote="If a draft is sealed, the ledger keeps it for 30 days as a sealed draft.")

    found = undercut(CLAIM, supported(limited), supported(OLD), docs)

    assert (found.verdict, found.rule) == ("unverifiable", "conditional")
    assert found.reason.endswith("says it only under a condition: “If the auditor is away”.")
    assert undercut(CLAIM, supported(assumed), supported(OLD), docs).rule == "conditional"
    assert undercut(CLAIM, supported(same), supported(OLD), docs).supported
    assert undercut(CLAIM, supported(limited, OTHER), supported(OLD), docs).supported
    assert undercut(CLAIM, supported(limited), supported(OLD), Docs()).supported


def test_under_a_limiting_heading_with_a_condition_left() -> None:
    """A sentence that moved under a limiting heading is not replaced by one with a condition."""
    limited = replace(OTHER, quote="If the auditor is away, the ledger keeps sealed drafts for 30 days.")

    found = undercut(CLAIM, supported(limited, OLD), supported(OLD), Docs(heading="Without a seal"))

    assert (found.verdict, found.rule) == ("unverifiable", "conditional")


def test_gone_for_new_text() -> None:
    """What the change itself wrote is left to the judge."""
    now = supported(NEW)

    assert undercut(CLAIM, now, supported(OLD), Docs(gone=frozenset({OLD}), added=frozenset({NEW}))) is now


def test_support_that_never_said_all() -> None:
    """A claim in other words than its old sentence is not measured by its words."""
    now = supported(WEAK)

    assert (
        undercut("Drafts under seal go after a month in the ledger.", now, supported(OLD), Docs(gone=frozenset({OLD})))
        is now
    )


def test_under_a_limiting_heading() -> None:
    """The same sentence under a heading that limits it supports nothing any more."""
    docs = Docs(heading="Without a seal")

    found = undercut(CLAIM, supported(OLD), supported(OLD), docs)

    assert (found.verdict, found.rule) == ("unverifiable", "other-heading")
    assert undercut(CLAIM, supported(OTHER), supported(OLD), docs).supported


def test_edited_and_under_a_limiting_heading() -> None:
    """A sentence that an edit left as it was in all that counts supports nothing under a heading that limits it."""
    new = replace(OLD, quote="The ledger keeps sealed drafts, for 30 days.")
    docs = Docs(gone=frozenset({OLD}), added=frozenset({new}), edit=edit(OLD, new), heading="Without a seal")

    found = undercut(CLAIM, supported(new), supported(OLD), docs)

    assert (found.verdict, found.rule) == ("unverifiable", "other-heading")
    assert undercut(CLAIM, supported(OTHER), supported(OLD), docs).supported


def test_only_support_is_looked_at() -> None:
    """What was not supported, or is not, stays as it was judged."""
    unsupported = replace(supported(OLD), verdict="unverifiable")

    assert undercut(CLAIM, unsupported, supported(OLD), EDITED) is unsupported
    assert undercut(CLAIM, supported(NEW), unsupported, EDITED).supported
    assert undercut(CLAIM, supported(NEW), None, EDITED).supported


def test_the_docs_helper_places_lines() -> None:
    """The facts that these tests give are those of a change."""
    assert EDITED.added_at(NEW) == ChangedLine(path="a.md", line=3, side="head")


def test_gone_with_a_twin_left() -> None:
    """An otherwise equal sentence with another word says the same of something else."""
    old = Evidence(
        path="a.md", line_start=3, line_end=3, quote="A mandatory handler takes the draft to be sealed by the ledger."
    )
    twin = Evidence(
        path="a.md", line_start=9, line_end=9, quote="A mandatory handler takes the draft to be opened by the ledger."
    )

    found = undercut(old.quote, supported(twin), supported(old), Docs(gone=frozenset({old})))

    assert (found.verdict, found.rule) == ("unverifiable", "thinner")
    assert found.reason.endswith("does not say: seal.")


def test_old_dispute() -> None:
    """A contradiction by text that was seen before takes nothing from a claim that the docs still support."""
    disputed = replace(supported(WEAK, OLD), verdict="contradicted", conflict=True)
    seen = frozenset({WEAK.quote})

    assert undercut(CLAIM, disputed, supported(OLD), Docs(), seen=seen).supported
    assert undercut(CLAIM, disputed, supported(OLD), Docs()) is disputed
    assert undercut(CLAIM, disputed, supported(OTHER), Docs(gone=frozenset({OTHER})), seen=seen) is disputed


def test_edited_to_say_something_else() -> None:
    """A sentence that keeps its subject and its condition, and tells something else of it, does not carry the claim."""
    claim = "A ledger whose seal is broken is dropped and a warning is logged."
    old = Evidence(
        path="a.md",
        line_start=3,
        line_end=3,
        quote="When the seal of a ledger is broken, the ledger is dropped and a warning is logged.",
    )
    new = replace(old, quote="When the seal of a ledger is broken, the import of the ledger goes on.")

    found = undercut(
        claim, supported(new), supported(old), Docs(gone=frozenset({old}), added=frozenset({new}), edit=edit(old, new))
    )

    assert (found.verdict, found.rule, found.evidence) == ("unverifiable", "edited-emptied", (new,))
    assert found.reason == "The sentence that supported it was edited: it no longer says: drop, warn, log."


def test_edited_in_other_words() -> None:
    """Words of the same meaning, and words that moved to the sentence beside, are not gone."""
    claim = "A ledger with a broken seal is removed and a warning is logged."
    old = Evidence(
        path="a.md", line_start=3, line_end=3, quote="A ledger with a broken seal is removed and a warning is logged."
    )
    new = replace(old, quote="A ledger with a broken seal is deleted.")
    whole = replace(edit(old, new), beside=("A warning is logged, too.",))

    found = undercut(
        claim, supported(new), supported(old), Docs(gone=frozenset({old}), added=frozenset({new}), edit=whole)
    )

    assert found.supported


def test_edited_default_beside_an_older_value() -> None:
    """The value that another sentence of the same line still names is no default any more."""
    old = Evidence(path="a.md", line_start=3, line_end=3, quote="Default is `-1`.")
    new = Evidence(path="a.md", line_start=3, line_end=3, quote="Default is `9h`.")
    means = Evidence(path="a.md", line_start=3, line_end=3, quote="A value of `-1` keeps crates for ever.")
    docs = Docs(
        gone=frozenset({old}),
        added=frozenset({new, means}),
        edit=Edit(
            old=Sentence(text="Default is -1.", source=old.quote),
            new=Sentence(text="Default is 9h.", source=new.quote),
            place=new,
        ),
    )

    found = undercut("The default age is -1, which keeps crates for ever.", supported(means, new), supported(old), docs)

    assert (found.verdict, found.rule) == ("contradicted", "edited-default")

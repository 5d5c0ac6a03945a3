from __future__ import annotations

from claimdiff.approval.moving import Moves
from claimdiff.baseline import BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.records import JudgeIdentity
from helpers.values import passages

TEXT = "# Ports\n\nThe admin server listens on port 8080.\n"
HASH = passages("a.md", TEXT)[0].hash


def entry(path: str) -> BaselineEntry:
    """An entry that names one page in passage and evidence."""
    quote = BaselineEvidence(path=path, quote="The admin server listens on port 8080.")
    return BaselineEntry(
        question_id="port", question="Which port?", answer="Port 8080.", state="answered", judged_by=JudgeIdentity(use="lexical"),
        passages=(BaselinePassage(path=path, heading=("Ports",), hash=HASH),),
        claims=(BaselineClaim(id="c1", text="Port 8080.", verdict="supported", evidence=(quote,)),),
    )  # fmt: skip


def moved(old: str, pages: dict[str, str], renames: dict[str, str] | None = None) -> BaselineEntry:
    """The entry with the paths that its pages have now."""
    return Moves(pages={path: passages(path, text) for path, text in pages.items()}, renames=renames or {}).updated(
        entry(old)
    )


def test_rename() -> None:
    """Git's rename is followed in passages and evidence, and nothing else changes."""
    assert moved("a.md", {"b.md": TEXT}, {"a.md": "b.md"}) == entry("b.md")


def test_edited_rename() -> None:
    """A renamed page that was edited as well is followed by its name."""
    assert moved("a.md", {"b.md": TEXT.replace("8080", "9090"), "c.md": TEXT}, {"a.md": "b.md"}) == entry("b.md")


def test_by_text() -> None:
    """Without a rename the only page that holds the text is the new one."""
    assert moved("a.md", {"b.md": TEXT, "c.md": "# Else\n\nNothing.\n"}) == entry("b.md")


def test_not_certain() -> None:
    """Two pages with the text, or none: the old path stays."""
    assert moved("a.md", {"b.md": TEXT, "c.md": TEXT}) == entry("a.md")
    assert moved("a.md", {"b.md": "# Else\n\nNothing.\n"}) == entry("a.md")


def test_still_there() -> None:
    """A page that is still there is not moved, whatever else holds its text."""
    assert moved("a.md", {"a.md": "# Ports\n\nOther.\n", "b.md": TEXT}) == entry("a.md")

"""Loading the SDK takes long, so it begins as soon as a call is likely: while pages are read and indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from claimdiff.pipeline.session import Session


def likely_asked(session: Session) -> bool:
    """Whether some question will likely be replayed, by what is known before a page is read: no promise."""
    base, head = session.base, session.head
    if base is None or session.options.force or session.prompt_changed:
        return True
    changed = {path for path, content in head.docs.items() if base.docs.get(path) != content}
    changed |= {path for path in base.docs if path not in head.docs}
    return any(passage.path in changed for entry in base.entries.values() for passage in entry.passages)


def read_ahead(session: Session) -> None:
    """Compare the changed pages line by line, which the findings of the run need: a program started for each of them."""
    for _ in session.docs.added_texts():
        pass

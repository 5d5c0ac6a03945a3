"""Loading the SDK takes long, so it begins as soon as a call is likely: while pages are read and indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claude.apart import ApartConnection

if TYPE_CHECKING:
    from claimdiff.pipeline.session import Session


def warm(session: Session) -> None:
    """Start what calls will need where some are likely. Without them nothing is started before the first one."""
    model = session.model
    if model is None or not isinstance(model.caller.connection, ApartConnection):
        return
    if not model.caller.store.holds_any and likely(session):
        model.caller.connection.warm()


def likely(session: Session) -> bool:
    """Whether some question will be replayed, by what is known before a page is read: no promise."""
    base, head = session.base, session.head
    if base is None or session.options.force or session.prompt_changed:
        return True
    changed = {path for path, content in head.docs.items() if base.docs.get(path) != content}
    changed |= {path for path in base.docs if path not in head.docs}
    return any(passage.path in changed for entry in base.entries.values() for passage in entry.passages)

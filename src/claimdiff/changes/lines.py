"""Which lines of a page a change touches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

_HUNK = re.compile(rb"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class LineChanges:
    """`removed` are 1-based lines of the base page, `added` of the head page; an edited line is in both."""

    removed: frozenset[int] = frozenset()
    added: frozenset[int] = frozenset()


def from_patch(patch: bytes) -> LineChanges:
    """Read the hunk headers of a patch of one page without context lines (`git diff -U0`)."""
    removed: set[int] = set()
    added: set[int] = set()
    for hunk in _HUNK.finditer(patch):
        old, old_count, new, new_count = (int(part) if part is not None else 1 for part in hunk.groups())
        removed.update(range(old, old + old_count))
        added.update(range(new, new + new_count))
    return LineChanges(removed=frozenset(removed), added=frozenset(added))


def between(old: bytes, new: bytes) -> LineChanges:
    """Compare two pages in memory. Line ends (LF or CRLF) do not count."""
    before, after = (data.replace(b"\r\n", b"\n").split(b"\n") for data in (_ended(old), _ended(new)))
    before.pop()
    after.pop()
    removed: set[int] = set()
    added: set[int] = set()
    for kind, old_start, old_stop, new_start, new_stop in SequenceMatcher(None, before, after).get_opcodes():
        if kind != "equal":
            removed.update(range(old_start + 1, old_stop + 1))
            added.update(range(new_start + 1, new_stop + 1))
    return LineChanges(removed=frozenset(removed), added=frozenset(added))


def _ended(data: bytes) -> bytes:
    return data if not data or data.endswith(b"\n") else data + b"\n"

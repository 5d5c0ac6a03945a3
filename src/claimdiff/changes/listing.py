"""What git prints, read into values: entries of a tree or of the index, and rows of a raw diff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAIN = "100644"
LINK = "120000"
SUBMODULE = "160000"
ABSENT = "000000"


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """A file of a tree: git's mode, and its content id; None where git has not hashed it yet."""

    mode: str
    id: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A row of a raw diff. `old` and `new` are None where the side has no such file.

    `status` is git's letter: A, D, M, T (another type of file), R, C, U (unmerged).
    """

    status: str
    old_path: str
    new_path: str
    old: Entry | None
    new: Entry | None


def text(data: bytes) -> str:
    """A path as git prints it; bytes that are not UTF-8 survive as lone surrogates, as in `os.fsdecode`."""
    return data.decode("utf-8", "surrogateescape")


def paths(data: bytes) -> tuple[str, ...]:
    """Paths of a `-z` listing, in its order."""
    return tuple(text(item) for item in data.split(b"\0") if item)


def tree(data: bytes) -> dict[str, Entry]:
    """Read `git ls-tree -r -z`: `mode type id TAB path`."""
    entries = {}
    for record in data.split(b"\0"):
        if record:
            head, _, path = record.partition(b"\t")
            mode, _, identity = head.decode("ascii").split(" ")
            entries[text(path)] = Entry(mode=mode, id=identity)
    return entries


def index(data: bytes) -> dict[str, Entry]:
    """Read `git ls-files -s -z`: `mode id stage TAB path`. An unmerged path has no id of its own."""
    entries = {}
    for record in data.split(b"\0"):
        if record:
            head, _, path = record.partition(b"\t")
            mode, identity, stage = head.decode("ascii").split(" ")
            entries[text(path)] = Entry(mode=mode, id=identity if stage == "0" else None)
    return entries


def rows(data: bytes) -> tuple[Row, ...]:
    """Read `git diff --raw -z --no-abbrev`: `:mode mode id id status NUL path NUL [path NUL]`."""
    return tuple(_rows(data.split(b"\0")))


def _rows(fields: Sequence[bytes]) -> Iterator[Row]:
    position = 0
    while position < len(fields) and fields[position]:
        old_mode, new_mode, old_id, new_id, status = fields[position].decode("ascii")[1:].split(" ")
        old_path = new_path = text(fields[position + 1])
        position += 2
        if status[0] in "RC":
            new_path = text(fields[position])
            position += 1
        yield Row(
            status=status[0],
            old_path=old_path,
            new_path=new_path,
            old=_entry(old_mode, old_id),
            new=_entry(new_mode, new_id),
        )


def _entry(mode: str, identity: str) -> Entry | None:
    if mode == ABSENT:
        return None
    return Entry(mode=mode, id=identity if identity.strip("0") else None)

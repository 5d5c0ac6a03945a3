"""Readings of pages, kept between runs by content: after the edit of one page, one page is read.

One SQLite file for each version of the readers.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from claimdiff import keptrows
from claimdiff.errors import Problem
from claimdiff.passages import PageReading
from claimdiff.records import Passage, Segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager

_READERS = ("records.py", "passages", "text")
_SCHEMA = """
create table if not exists readings (
  page text not null, fragments text not null, used integer not null, value text not null,
  primary key (page, fragments)
) without rowid
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """A reading, and the content ids of the files that it asked for (None: there is no such file)."""

    reading: PageReading
    fragments: Mapping[str, str | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """What decides a reading besides its fragments: path, content id, and whether outputs of notebooks are text."""

    path: str
    content: str
    outputs: bool

    @property
    def key(self) -> str:
        """The name of the page's rows."""
        return hashlib.sha256(json.dumps((self.path, self.content, self.outputs)).encode()).hexdigest()


@dataclass(frozen=True, kw_only=True, slots=True)
class Keeper:
    """The readings that are kept in one folder."""

    folder: Path

    def get(self, pages: Sequence[Source]) -> dict[Source, list[Kept]]:
        """What is known of these pages; nothing where the file is missing or broken. Raises nothing."""
        found: dict[Source, list[Kept]] = {}
        by_key = {page.key: page for page in pages}
        with contextlib.suppress(sqlite3.Error), self._opened() as connection:
            for keys in keptrows.slices(list(by_key)):
                marks = ",".join("?" * len(keys))
                rows = connection.execute(f"select page, value from readings where page in ({marks})", keys)  # noqa: S608 -- question marks alone
                for key, value in rows:
                    kept = _kept(value)
                    if kept is not None:
                        found.setdefault(by_key[key], []).append(kept)
            self._renew(connection, list(by_key))
        return found

    def put(self, readings: Iterable[tuple[Source, Kept]]) -> None:
        """Keep these readings, so far as that works; old ones that nobody asked for go. Raises nothing."""
        today = keptrows.today()
        rows = [(page.key, _fragments(kept), today, _text(kept)) for page, kept in readings]
        if not rows:
            return
        with contextlib.suppress(sqlite3.Error, OSError):
            self._clean()
            with self._opened(create=True) as connection, connection:
                connection.execute("delete from readings where used < ?", (today - keptrows.UNUSED_DAYS,))
                connection.executemany("insert or replace into readings values (?, ?, ?, ?)", rows)

    @property
    def path(self) -> Path:
        """The file of this version of the readers."""
        return self.folder / f"passages-{_version()}.db"

    def _clean(self) -> None:
        """Remove the files of other versions."""
        for path in self.folder.glob("passages-*.db"):
            if path != self.path:
                path.unlink(missing_ok=True)

    def _opened(self, *, create: bool = False) -> AbstractContextManager[sqlite3.Connection]:
        return keptrows.opened(self.path, _SCHEMA, create=create)

    def _renew(self, connection: sqlite3.Connection, keys: list[str]) -> None:
        """Say that these are used."""
        today = keptrows.today()
        with contextlib.suppress(sqlite3.OperationalError), connection:
            for part in keptrows.slices(keys):
                marks = ",".join("?" * len(part))
                connection.execute(
                    f"update readings set used = ? where used < ? and page in ({marks})",  # noqa: S608 -- same
                    (today, today - keptrows.RENEWED_DAYS, *part),
                )


@cache
def _version() -> str:
    """A digest of the readers themselves: another reader reads another text."""
    root = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for name in _READERS:
        files = sorted((root / name).rglob("*.py")) if (root / name).is_dir() else [root / name]
        for path in files:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _fragments(kept: Kept) -> str:
    return hashlib.sha256(json.dumps(sorted(kept.fragments.items())).encode()).hexdigest()


def _text(kept: Kept) -> str:
    """The reading as JSON in ASCII: a page may hold text that no encoding of a database takes."""
    reading = kept.reading
    return json.dumps(
        {
            "fragments": dict(kept.fragments),
            "includes": reading.includes,
            "problems": [asdict(problem) for problem in reading.problems],
            "missing": [asdict(problem) for problem in reading.missing],
            "passages": [_packed(passage) for passage in reading.passages],
        }
    )


def _packed(passage: Passage) -> list[Any]:
    segments = [
        [item.kind, item.source, item.text, item.line_start, item.line_end, item.context, item.path, item.lenders]
        for item in passage.segments
    ]
    return [
        passage.path, passage.line_start, passage.line_end, passage.heading, passage.text, segments, passage.hash,
    ]  # fmt: skip


def _kept(text: str) -> Kept | None:
    """The reading of a row; None if it is not what `_text` writes."""
    try:
        value = json.loads(text)
        reading = PageReading(
            passages=tuple(map(_passage, value["passages"])),
            problems=tuple(Problem(**problem) for problem in value["problems"]),
            includes=tuple(value["includes"]),
            missing=tuple(Problem(**problem) for problem in value["missing"]),
        )
        return Kept(reading=reading, fragments=dict(value["fragments"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _passage(packed: list[Any]) -> Passage:
    path, first, last, heading, text, segments, digest = packed
    return Passage(
        path=path, line_start=first, line_end=last, heading=tuple(heading), text=text,
        segments=tuple(map(_segment, segments)), hash=digest,
    )  # fmt: skip


def _segment(packed: list[Any]) -> Segment:
    kind, source, text, first, last, context, path, lenders = packed
    return Segment(
        kind=kind, source=source, text=text, line_start=first, line_end=last, context=context, path=path,
        lenders=tuple((path, line) for path, line in lenders),
    )  # fmt: skip

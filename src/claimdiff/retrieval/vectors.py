"""Vectors of texts, kept between runs by content: after the edit of one page, only passages of that page are new."""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from claimdiff import keptrows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

FILE = "vectors.db"
_AT_ONCE = 64
"""Vectors that a run which is killed may lose."""
_MANY = 500
_SCHEMA = """
create table if not exists vectors (
  model text not null, content text not null, used integer not null, value blob not null,
  primary key (model, content)
) without rowid
"""


class Model(Protocol):
    """What makes vectors."""

    @property
    def identity(self) -> str:
        """What decides a vector beside its text."""

    @property
    def size(self) -> int:
        """Bytes of a vector."""

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """Vectors of texts, in their order."""


def _key(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, kw_only=True)
class Vectors:
    """The vectors of one run, shared by both sides. `folder` keeps them; None: nothing is kept or believed.

    `soon` are texts that will be asked for one by one: they are made together with the first. `say` tells a person that
    many have to be made.
    """

    model: Model
    folder: Path | None = None
    soon: tuple[str, ...] = ()
    say: Callable[[str], None] | None = None
    _known: dict[str, bytes] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    def of(self, texts: Sequence[str]) -> list[bytes]:
        """The vectors of texts, in their order; equal texts have equal vectors.

        Raises:
            UsageError: the model does not start.
        """
        keys = [_key(text) for text in texts]
        with self._lock:
            if any(key not in self._known for key in keys):
                every = dict(zip((*keys, *map(_key, self.soon)), (*texts, *self.soon), strict=True))
                wanted = {key: text for key, text in every.items() if key not in self._known}
                self._known.update(self._kept(list(wanted)))
                self._make({key: text for key, text in wanted.items() if key not in self._known})
            return [self._known[key] for key in keys]

    def _make(self, texts: Mapping[str, str]) -> None:
        if len(texts) >= _MANY and self.say is not None:
            self.say(f"{len(texts):,} texts are embedded, once")
        keys = list(texts)
        for at in range(0, len(keys), _AT_ONCE):
            part = keys[at : at + _AT_ONCE]
            made = dict(zip(part, self.model.embed([texts[key] for key in part]), strict=True))
            self._known.update(made)
            self._keep(made.items())

    def _kept(self, keys: Sequence[str]) -> dict[str, bytes]:
        """Those that are kept; a value that is no vector is as if it were not there."""
        if self.folder is None:
            return {}
        found: dict[str, bytes] = {}
        today, identity = keptrows.today(), self.model.identity
        with contextlib.suppress(sqlite3.Error), keptrows.opened(self.folder / FILE, _SCHEMA) as connection:
            for part in keptrows.slices(keys):
                among = f"model = ? and content in ({','.join('?' * len(part))})"
                read = f"select content, value from vectors where {among}"  # noqa: S608 -- question marks alone
                renew = f"update vectors set used = ? where used < ? and {among}"  # noqa: S608 -- same
                rows = connection.execute(read, (identity, *part))
                found |= {key: value for key, value in rows if self._is_vector(value)}
                with contextlib.suppress(sqlite3.OperationalError), connection:
                    connection.execute(renew, (today, today - keptrows.RENEWED_DAYS, identity, *part))
        return found

    def _is_vector(self, value: object) -> bool:
        return isinstance(value, bytes) and len(value) == self.model.size

    def _keep(self, made: Iterable[tuple[str, bytes]]) -> None:
        """Keep these, so far as that works; old ones that nobody asked for go."""
        if self.folder is None:
            return
        today, identity = keptrows.today(), self.model.identity
        with (
            contextlib.suppress(sqlite3.Error, OSError),
            keptrows.opened(self.folder / FILE, _SCHEMA, create=True) as connection,
            connection,
        ):
            connection.execute("delete from vectors where used < ?", (today - keptrows.UNUSED_DAYS,))
            rows = [(identity, key, today, value) for key, value in made]
            connection.executemany("insert or replace into vectors values (?, ?, ?, ?)", rows)

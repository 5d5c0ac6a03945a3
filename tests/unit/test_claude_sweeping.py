from __future__ import annotations

import os
import time
from pathlib import Path

from claimdiff.claude.store import Store
from claimdiff.claude.sweeping import DAY_S, UNUSED_S, Kept, superfluous, sweep
from helpers.calls import reply, request

NOW = 1_000_000_000.0


def _kept(name: str, days: float, size: int = 10) -> Kept:
    return Kept(path=Path(name), size=size, used=NOW - days * DAY_S)


def test_what_nobody_used_for_long_goes() -> None:
    """Sixty days without a use, and a reply is gone."""
    assert superfluous([_kept("old", 61), _kept("new", 59)], NOW) == (Path("old"),)


def test_what_was_used_longest_ago_goes_first_where_it_is_too_much() -> None:
    """The newest that fit stay."""
    kept = [_kept("a", 3), _kept("b", 1), _kept("c", 2)]
    assert superfluous(kept, NOW, most_bytes=25) == (Path("a"),)
    assert superfluous(kept, NOW, most_bytes=5) == (Path("b"), Path("c"), Path("a"))


def _aged(store: Store, text: str, seconds: float) -> Path:
    store.put(request(text), reply(text))
    [path] = [path for path in store.folder.glob("replies/*/*.json") if path.stem == request(text).key]
    os.utime(path, (time.time() - seconds, time.time() - seconds))
    return path


def test_a_store_forgets_once_a_day_and_keeps_what_is_read(tmp_path: Path) -> None:
    """Reading a reply makes it young again; a store that was swept today is left alone."""
    store = Store(folder=tmp_path)
    read, old = _aged(store, "read", UNUSED_S + 100), _aged(store, "old", UNUSED_S + 100)
    assert store.get(request("read")) is not None
    store.sweep()
    assert (read.exists(), old.exists()) == (True, False)
    again = _aged(store, "again", UNUSED_S + 100)
    store.sweep()
    assert again.exists()


def test_a_store_that_is_not_there_is_left_so(tmp_path: Path) -> None:
    """A run that stores nothing makes no folder."""
    sweep(tmp_path / "none")
    assert list(tmp_path.iterdir()) == []

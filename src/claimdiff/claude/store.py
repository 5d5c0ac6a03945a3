"""Replies that were paid for, by the hash of the whole request: the same request is never paid for twice.

One file a reply, written beside its place and moved there: several runs may share the folder, and a run that is killed
leaves it readable. Errors are never stored. Votes have a folder of their own. Made to be kept by `actions/cache`.
"""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from claimdiff import wholefile
from claimdiff.claude.messages import Reply, Usage
from claimdiff.claude.sweeping import DAY_S, PARTS, sweep

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.claude.messages import Request

VERSION = 1
MAX_BYTES = 16_000_000
UNFINISHED = "unfinished"
"""Folder of files that are being written."""
STALE_S = 3600.0
"""Seconds after which a file that is being written belongs to a run that was killed."""


@dataclass(frozen=True, kw_only=True)
class Store:
    """The response store in one folder. `reading` is off for a run that wants everything new; it still writes.

    What was read once is not read again: an estimate looks for the replies that the run then uses.
    """

    folder: Path
    reading: bool = True
    _known: dict[str, Reply] = field(default_factory=dict, repr=False, compare=False)
    """Replies that were read, by the keys of their requests; `replace` shares them."""

    @property
    def holds_any(self) -> bool:
        """Whether there are replies that may be read."""
        return self.reading and any(next((self.folder / part).glob("*/*.json"), None) for part in PARTS)

    def get(self, request: Request) -> Reply | None:
        """The stored reply, or None; a file that cannot be read or is not whole counts as none."""
        if not self.reading:
            return None
        known = self._known.get(request.key)
        if known is not None:
            return known
        found = self._read(request)
        if found is not None:
            self._known[request.key] = found
        return found

    def _read(self, request: Request) -> Reply | None:
        path = self._path(request.key, request.vote)
        try:
            state = path.stat()
            if state.st_size > MAX_BYTES:
                return None
            if time.time() - state.st_mtime > DAY_S:
                path.touch()  # it is of use: see `sweeping`
            return _reply(json.loads(path.read_bytes()), request.key)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None

    def put(self, request: Request, reply: Reply) -> bool:
        """Keep a reply; whether it could be kept. A full disk only costs that the same is paid for again."""
        return self.put_by_key(request.key, request.vote, reply)

    def put_by_key(self, key: str, vote: int, reply: Reply) -> bool:
        """Keep the reply to the request with this key; see `put`."""
        if not reply.complete:
            return False
        self._known.pop(key, None)
        value = {
            "version": VERSION,
            "key": key,
            "model": reply.model,
            "stop_reason": reply.stop_reason,
            "content": list(reply.content),
            "usage": asdict(reply.usage),
        }
        return write_whole(self._path(key, vote), json.dumps(value), self.folder / UNFINISHED)

    def discard(self, request: Request) -> None:
        """Forget a reply."""
        self._known.pop(request.key, None)
        with contextlib.suppress(OSError):
            self._path(request.key, request.vote).unlink()

    def sweep(self) -> None:
        """Remove what killed runs left half written, and replies that are of no use any more."""
        with contextlib.suppress(OSError):
            for path in (self.folder / UNFINISHED).iterdir():
                if time.time() - path.stat().st_mtime > STALE_S:
                    path.unlink(missing_ok=True)
        sweep(self.folder)

    def _path(self, key: str, vote: int) -> Path:
        return self.folder / ("votes" if vote else "replies") / key[:2] / f"{key}.json"


def write_whole(path: Path, text: str, unfinished: Path) -> bool:
    """Write a file so that at any moment it is there whole or not at all; whether that worked.

    `unfinished` is a folder on the same disk for the time between.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.mkdir(parents=True, exist_ok=True)
        wholefile.write_whole(path, text, unfinished=unfinished, lasting=True)
    except OSError:
        return False
    return True


def _reply(value: Any, key: str) -> Reply | None:
    content, usage, stop = value["content"], value["usage"], value["stop_reason"]
    whole = (
        value["version"] == VERSION
        and value["key"] == key
        and isinstance(value["model"], str)
        and (stop is None or isinstance(stop, str))
        and isinstance(content, list)
        and all(isinstance(block, dict) for block in content)
        and all(type(usage[field.name]) is int and usage[field.name] >= 0 for field in fields(Usage))
    )
    if not whole:
        return None
    reply = Reply(model=value["model"], stop_reason=stop, content=tuple(content), usage=Usage(**usage), stored=True)
    return reply if reply.complete else None

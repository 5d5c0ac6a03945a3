"""Replies that were paid for, by the hash of the whole request: the same request is never paid for twice.

One file a reply, written beside its place and moved there: several runs may share the folder, and a run that is killed
leaves it readable. Errors are never stored. Votes have a folder of their own. Made to be kept by `actions/cache`.
"""

from __future__ import annotations

import json
import os
import threading
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from claimdiff.claude.messages import Reply, Usage

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.claude.messages import Request

VERSION = 1
MAX_BYTES = 16_000_000


@dataclass(frozen=True, kw_only=True)
class Store:
    """The response store in one folder. `reading` is off for a run that wants everything new; it still writes."""

    folder: Path
    reading: bool = True

    def get(self, request: Request) -> Reply | None:
        """The stored reply, or None; a file that cannot be read or is not whole counts as none."""
        if not self.reading:
            return None
        try:
            data = self._path(request).read_bytes()
            return _reply(json.loads(data)) if len(data) <= MAX_BYTES else None
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return None

    def put(self, request: Request, reply: Reply) -> bool:
        """Keep a reply; whether it could be kept. A full disk only costs that the same is paid for again."""
        if not reply.complete:
            return False
        path = self._path(request)
        value = {
            "version": VERSION,
            "model": reply.model,
            "stop_reason": reply.stop_reason,
            "content": list(reply.content),
            "usage": asdict(reply.usage),
        }
        temporary = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("w", encoding="utf-8", errors="surrogatepass") as file:
                json.dump(value, file, ensure_ascii=True)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError:
            temporary.unlink(missing_ok=True)
            return False
        return True

    def _path(self, request: Request) -> Path:
        key = request.key
        part = self.folder / "votes" if request.vote else self.folder / "replies"
        return part / key[:2] / f"{key}.json"


def _reply(value: Any) -> Reply | None:
    if value["version"] != VERSION:
        return None
    content = value["content"]
    if not isinstance(content, list) or not all(isinstance(block, dict) for block in content):
        return None
    return Reply(
        model=str(value["model"]),
        stop_reason=value["stop_reason"],
        content=tuple(content),
        usage=Usage(**value["usage"]),
        stored=True,
    )

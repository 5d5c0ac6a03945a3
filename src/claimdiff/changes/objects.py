"""Objects of the repository by name, through one `git cat-file --batch` that stays open."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.changes.git import Git

_CHUNK = 400
"""Names written ahead of reading: they fit a pipe of 64 KiB, so neither side waits for the other."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """An object: full id, type (`blob`, `commit`, `tree`, `tag`), content."""

    id: str
    type: str
    data: bytes


class Objects:
    """Reads objects by id or revision (`HEAD^{commit}`, `refs/heads/main^{commit}`). Safe to share between threads."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._process: Any = None
        self._lock = threading.Lock()

    def find(self, names: Sequence[str]) -> tuple[Found | None, ...]:
        """The object of each name, in order; None where there is none."""
        with self._lock:
            return tuple(self._find(names))

    def one(self, name: str) -> Found | None:
        """The object of one name; None where there is none."""
        return self.find((name,))[0]

    def close(self) -> None:
        """End the process. The next read starts another one."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            # Ctrl-C reaches git as well: then it is gone already, and that is no fault of anybody.
            with suppress(OSError):
                process.stdin.close()
            process.stdout.close()
            process.stderr.close()
            process.wait()

    def _find(self, names: Sequence[str]) -> Iterator[Found | None]:
        if self._process is None:
            self._process = self._git.start("cat-file", "--batch")
        for start in range(0, len(names), _CHUNK):
            chunk = names[start : start + _CHUNK]
            try:
                self._process.stdin.write("".join(f"{name}\n" for name in chunk).encode("utf-8", "surrogateescape"))
                self._process.stdin.flush()
            except OSError as error:
                raise UsageError(f"git cat-file stopped answering in {self._git.folder}: {error}") from error
            for _ in chunk:
                yield self._read()

    def _read(self) -> Found | None:
        header = self._process.stdout.readline()
        if not header:
            words = self._process.stderr.read().decode("utf-8", "replace").strip()
            raise UsageError(f"git cat-file stopped answering in {self._git.folder}: {words or 'no reason given'}")
        fields = header.decode("utf-8", "surrogateescape").rstrip("\n").split(" ")
        if fields[-1] in {"missing", "ambiguous"} or len(fields) != 3:  # noqa: PLR2004 -- "<id> <type> <size>"
            return None
        size = int(fields[2])
        data = self._process.stdout.read(size + 1)[:size]
        return Found(id=fields[0], type=fields[1], data=data)

"""Where a review gets its commands from: single keys of a terminal, or lines of stdin. The only place that knows either."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

WORDS = {
    "accept": "a", "edit": "e", "keep": "k", "reject": "r", "skip": "s", "undo": "u", "open": "o", "quit": "q",
    "help": "?", "view": "v",
}  # fmt: skip
"""A command in a line of stdin may be written out."""

_ESCAPE = "\x1b"
_END = "\x04"

REDRAW = ""
"""The key of a command that only asks for the screen to be drawn again: it shows something else by now."""
_LOOK_S = 0.3
"""So often the terminal is looked at while a key is waited for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """A key, and the text that came with it; None where the text is still to be asked for."""

    key: str
    text: str | None = None


class Commands(Protocol):
    """Where commands come from. `ask` is a line that a person types after a key; raises UsageError: nobody can be asked.

    `wait` waits until a person has read what stands on the screen.
    """

    def wait(self) -> None: ...  # noqa: D102 -- told above
    def next(self) -> Command | None: ...  # noqa: D102 -- the next command; None at the end of the input
    def ask(self, question: str) -> str: ...  # noqa: D102 -- told above


@dataclass(frozen=True, slots=True)
class Lines:
    """Commands from stdin, one a line: a key or its word, then its text."""

    def next(self) -> Command | None:
        """The next line that is not empty."""
        for line in sys.stdin:
            if line.strip():
                return parsed(line)
        return None

    def wait(self) -> None:
        """Nobody reads, so nobody is waited for."""

    def ask(self, question: str) -> str:
        """Nobody can be asked. Raises UsageError: the text belongs into the same line."""
        raise UsageError(
            f"{question.rstrip(': ').lower()} is missing", hint="write it into the same line, behind the key"
        )


def parsed(line: str) -> Command:
    """A line as a command: `k it follows in May`, `keep it follows in May`."""
    word, _, text = line.strip().partition(" ")
    return Command(key=WORDS.get(word.lower(), word), text=text.strip() or None)


@dataclass(frozen=True, slots=True)
class Keys:
    """Commands from a terminal, a key each. `size` is that of the terminal when the screen was drawn last, or before."""

    size: list[tuple[int, int]] = field(default_factory=lambda: [shutil.get_terminal_size()])

    def wait(self) -> None:
        """Any key."""
        while self._key() is None:
            pass

    def next(self) -> Command | None:
        """The next key; what arrows and function keys send is passed over."""
        while True:
            key = self._key()
            if key is None:
                return Command(key=REDRAW)
            if key in ("", _END):
                return None
            if key.isprintable() and not key.isspace():
                return Command(key=key.lower())

    def _key(self) -> str | None:
        key = _key(sys.stdin.fileno(), self.size[0])
        self.size[:] = [shutil.get_terminal_size()]
        return key

    def ask(self, question: str) -> str:
        """A line, with the editing of readline where there is one; Ctrl-D takes the key back."""
        import contextlib

        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 -- its import gives `input` a line that can be edited
        try:
            return input(f"{question.removesuffix(': ')} (leave it empty to go back): ")
        except EOFError:
            return ""
        except KeyboardInterrupt:
            sys.stdout.write("\n")  # what is told next begins on a line of its own
            raise


def _key(handle: int, size: tuple[int, int]) -> str | None:
    """One key, waited for without Enter where the system can; an empty text at the end of the input.

    None where the terminal has another size by now, or was somebody else's meanwhile (Ctrl-Z, then `fg`).
    """
    try:
        import termios
        import tty
    except ImportError:
        return _key_of_windows()
    before = termios.tcgetattr(handle)
    try:
        tty.setcbreak(handle, termios.TCSADRAIN)  # what was typed ahead counts
        while not select.select([handle], [], [], _LOOK_S)[0]:
            if shutil.get_terminal_size() != size or termios.tcgetattr(handle)[3] & termios.ICANON:
                return None
        data = os.read(handle, 1)
        while data and data[0] >= 0xC0 and len(data) < _length(data[0]):  # noqa: PLR2004 -- the first byte of several
            data += os.read(handle, 1)
        if data == _ESCAPE.encode():
            _pass_over(handle)
        return data.decode("utf-8", "replace")
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _pass_over(handle: int) -> None:
    """Read the rest of what one function key or arrow sends: `[` or `O`, then up to a letter or a tilde."""

    def more() -> bytes:
        return os.read(handle, 1) if select.select([handle], [], [], 0)[0] else b""

    if more() in (b"[", b"O"):
        while (sent := more()) and not b"@" <= sent <= b"~":
            pass


def _length(first: int) -> int:
    return 4 if first >= 0xF0 else 3 if first >= 0xE0 else 2  # noqa: PLR2004 -- UTF-8


def _key_of_windows() -> str:
    import msvcrt

    return str(msvcrt.getwch())  # type: ignore[attr-defined]  # only there on Windows


@contextmanager
def ended_gently() -> Iterator[None]:
    """A request to end (SIGTERM, a closed terminal) as an interrupt, so that the terminal is given back as it was."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise KeyboardInterrupt

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), stop) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)

"""Ctrl-C ends a run, whatever a library makes of it: one that is written in C may hand it on as an error of its own."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from types import FrameType

_pressed: list[int] = []


def watch() -> None:
    """Remember from now on that Ctrl-C was pressed. Where it is ignored (`nohup`), it stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _press)


def was_pressed() -> bool:
    """Whether Ctrl-C was pressed since `watch`."""
    return bool(_pressed)


def leave() -> None:
    """Let one more Ctrl-C end the program silently: its exit code is known, and only what was opened is closed yet."""
    if signal.getsignal(signal.SIGINT) is _press:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _press(number: int, frame: FrameType | None) -> NoReturn:
    del frame
    _pressed.append(number)
    raise KeyboardInterrupt

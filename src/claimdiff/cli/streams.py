"""Standard output and error of a run that holds secrets: nothing leaves them that holds one."""

from __future__ import annotations

import io
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.masks import Masks


class MaskedStream(io.TextIOBase):
    """A stream that hides secrets line by line, so that none slips through between two writes."""

    def __init__(self, target: TextIO, masks: Masks) -> None:
        super().__init__()
        self._target = target
        self._masks = masks
        self._rest = ""

    def writable(self) -> bool:
        """It can be written to."""
        return True

    def write(self, text: str) -> int:
        """Take a text; whole lines go on at once."""
        whole, newline, self._rest = (self._rest + text).rpartition("\n")
        if newline:
            self._target.write(self._masks.hide(whole) + newline)
            self._target.flush()
        return len(text)

    def finish(self) -> None:
        """Write what is left of the last line."""
        if self._rest:
            self._target.write(self._masks.hide(self._rest))
            self._rest = ""
        self._target.flush()


@contextmanager
def masked(masks: Masks) -> Iterator[None]:
    """Hide secrets in everything that is printed within."""
    real = sys.stdout, sys.stderr
    ours = MaskedStream(real[0], masks), MaskedStream(real[1], masks)
    sys.stdout, sys.stderr = ours
    try:
        yield
    finally:
        for stream in ours:
            stream.finish()
        sys.stdout, sys.stderr = real

"""Prints the screens of a review and what came of it. On a terminal each screen replaces the one before."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from claimdiff.approval.reviewing import DID, WRITES
from claimdiff.cli.keyboard import Keys
from claimdiff.cli.screens import Canvas, hanging, screen
from claimdiff.cli.sitting import HELP
from claimdiff.pipeline import approving
from claimdiff.report import words
from claimdiff.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.approval.reviewing import Decision, Item
    from claimdiff.cli.sitting import Sitting

HELP_HANG = 3
"""Columns that a key and its blanks take."""
LEAST_HEIGHT = 15
"""A terminal with fewer lines scrolls."""


@dataclass(frozen=True, kw_only=True)
class Shower:
    """Prints for one sitting; `name` is the assistant's where there are several. `shown` is what the last screen showed."""

    sitting: Sitting
    name: str = ""
    shown: list[Item | None] = field(default_factory=list)
    console: Console = field(default_factory=lambda: Console(file=sys.stdout, highlight=False))

    def show(self, note: str) -> None:
        """Print the screen of what is to be decided, and a note below it."""
        item = self.sitting.review.item
        if note is HELP and self._clears:
            self._help()
            note = ""
        self._clear()
        if self._clears or self.sitting.whole or item not in self.shown:
            self._screen(item, note)
        self.shown[:] = [item]
        if note:
            self.told(note)
        self.console.file.flush()

    def _help(self) -> None:
        """What the keys do, in place of the finding until a key is pressed: both do not fit on a small terminal."""
        self._clear()
        for line in HELP.split("\n"):
            for part in hanging(Text(line), self._canvas(""), HELP_HANG):
                self._print(part)
        self._print(Text("\nany key goes back", style="dim"))
        self.console.file.flush()
        self.sitting.source.wait()

    def _clear(self) -> None:
        if self._clears:
            self.console.file.write("\x1b[2J\x1b[H")

    def _screen(self, item: Item | None, note: str) -> None:
        if item is None:
            if isinstance(self.sitting.source, Keys):
                self._print(Text("everything is decided", style="bold"))
                for line in self._result():
                    self._print(Text(line))
                self._print(Text("u undo   q end"))
            return
        if self.name:
            self._print(Text(visible(self.name), style="dim"))
        for drawn in screen(self.sitting.sheets.sheet(self.sitting.review, item), self._canvas(note)):
            self._print(drawn)

    def told(self, text: str) -> None:
        """Print a message."""
        for line in visible(text).split("\n"):
            for part in self._canvas("").wrapped(Text(line, style="yellow"), self.console.width):
                self._print(part)

    def summed_up(self) -> int:
        """Print what came of the review; the exit code: 1 while something is left that the gate counts."""
        self._clear()
        for line in self._result():
            self._print(Text(line))
        for text in self._references():
            self.told(f"note: {text}")
        left = self.sitting.review.left
        if self.sitting.written:
            folder = self.sitting.done.config.root_dir / self.sitting.done.config.baseline
            self._print(Text(f"next: git add {os.path.relpath(folder)}"))
        if left:
            self._print(Text(f"{words.counted(len(left), 'finding')} left; claimdiff review goes on from here"))
        waits = [item for item, decision in self.sitting.review.pairs if decision and self._waits(item, decision)]
        return int(any(self.sitting.pending[item.key].gated for item in (*left, *waits)))

    def _waits(self, item: Item, decision: Decision) -> bool:
        """Whether what was decided is not written, since its question is still open."""
        return decision.kind in WRITES and item.question_id not in self.sitting.written

    def _result(self) -> Iterator[str]:
        """What became of every item that was decided."""
        for item, decision in self.sitting.review.pairs:
            if decision is None or self._waits(item, decision):
                continue
            place = self.sitting.sheets.place(item) if decision.kind == "reject" else None
            mend = f"; mend {os.path.relpath(place[0])}" + (f":{place[1]}" if place[1] else "") if place else ""
            yield visible(f"{DID[decision.kind]} {item.key}{mend}")

    def _references(self) -> Iterator[str]:
        """Reference answers that still say what was just replaced."""
        session, review = self.sitting.done.outcome.session, self.sitting.review
        questions = {item.id: item for item in self.sitting.done.outcome.result.questions}
        told = dict.fromkeys(
            text
            for item, decision in review.pairs
            if session and decision and decision.kind == "accept" and item.question_id in self.sitting.written
            and item.question_id in session.head.questions
            for text in approving.outdated_references(
                session.head, questions[item.question_id], self.sitting.pending[item.key].proposal
            )
        )  # fmt: skip
        yield from told

    @property
    def _clears(self) -> bool:
        return isinstance(self.sitting.source, Keys) and self.console.is_terminal and not self.console.is_dumb_terminal

    def _canvas(self, note: str) -> Canvas:
        tall = None
        if self._clears and not self.sitting.whole:
            below = sum(1 + len(line) // self.console.width for line in note.splitlines())
            tall = max(LEAST_HEIGHT, self.console.height - below - 1 - bool(self.name))
        return Canvas(
            width=max(24, self.console.width),
            height=tall,
            plain=not self.console.is_terminal or self.console.no_color or self.console.is_dumb_terminal,
            ascii=not _draws(self.console.encoding),
        )

    def _print(self, text: Text) -> None:
        plain = not self.console.is_terminal or self.console.no_color
        shown = Text(text.plain) if plain else text
        self.console.print(shown, soft_wrap=True, highlight=False, markup=False, emoji=False)


def _draws(encoding: str) -> bool:
    """Whether the terminal's encoding has lines to draw with."""
    try:
        "─│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True

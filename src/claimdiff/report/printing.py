"""Lines on a terminal: wrapped with an indent, styled only where styles are wanted, untrusted text always as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from claimdiff.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from claimdiff.report.marking import Piece

NARROWEST = 24
"""Text is not wrapped narrower than this, whatever the indent."""

VERDICT_STYLES = {
    "supported": "green",
    "partially_supported": "yellow",
    "contradicted": "red",
    "unverifiable": "magenta",
    "unscored": "dim",
}

Part = str | tuple[str, str]
"""Text, or text with a style."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Printer:
    """Writes to a console. Without a terminal nothing is wrapped; without a terminal or with NO_COLOR nothing is styled."""

    console: Console

    @property
    def plain(self) -> bool:
        """Whether styles are left out."""
        return not self.console.is_terminal or self.console.no_color

    def line(self, *parts: Part, indent: int = 0, hang: int = 0) -> None:
        """Write parts as one paragraph; its second and further lines stand `hang` columns further in."""
        text = Text()
        for part in parts:
            content, style = (part, "") if isinstance(part, str) else part
            told = visible(content).replace("\t", "    ").replace("\n", " ")  # a path may hold a line feed
            text.append(told, style="" if self.plain else style)
        self._write(text, indent, hang)

    def command(self, label: str, command: str, *, indent: int = 0) -> None:
        """Write a command, never broken by us: the terminal wraps it, and it can still be copied as one line."""
        text = Text(" " * indent + label).append(
            visible(command).replace("\n", " "), style="" if self.plain else "bold"
        )
        self._out(text)

    def pieces(self, sign: str, pieces: Sequence[Piece], *, style: str, indent: int) -> None:
        """Write a quote line by line behind its sign, the marked words in bold and underlined."""
        text = Text()
        for piece in pieces:
            marked = f"{style} bold underline" if piece.marked else style
            text.append(visible(piece.text).replace("\t", "    "), style="" if self.plain else marked)
        for line in text.split("\n"):
            self._write(Text(sign, style="" if self.plain else style) + line, indent, len(sign))

    def heading(self, text: str) -> None:
        """Write a heading with a blank line above and below."""
        self.blank()
        self.line((text, "bold"))
        self.blank()

    def blank(self) -> None:
        """Write an empty line."""
        self._out(Text())

    def rows(self, rows: Sequence[Sequence[str]], *, indent: int = 2) -> None:
        """Write a small table: the first column left, the others right, the first row is the head."""
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for number, row in enumerate(rows):
            cells = [
                row[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
            ]
            self.line(("   ".join(cells).rstrip(), "" if number else "dim"), indent=indent)

    def _write(self, text: Text, indent: int, hang: int) -> None:
        if not self.console.is_terminal:
            self._out(Text(" " * indent) + text)
            return
        width = max(NARROWEST, self.console.width - indent - hang)
        first = max(NARROWEST, self.console.width - indent)
        lines = text.wrap(self.console, first) if len(text) <= first else text.wrap(self.console, width)
        for number, line in enumerate(lines):
            line.rstrip()
            self._out(Text(" " * (indent + (hang if number else 0))) + line)

    def _out(self, text: Text) -> None:
        self.console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)

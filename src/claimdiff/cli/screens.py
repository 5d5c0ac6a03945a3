"""One finding on one screen, as lines of text for a width and a height. Nothing is printed and nothing is asked here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from claimdiff.report import words
from claimdiff.report.escape import visible
from claimdiff.report.marking import mark
from claimdiff.report.printing import VERDICT_STYLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from claimdiff.report.claimrows import ClaimRow
    from claimdiff.report.evidence import QuoteView
    from claimdiff.report.marking import Piece
    from claimdiff.report.page import QuestionView

MARK = "bold underline"
SIDE_BY_SIDE = 64
"""Columns from which on two wordings fit beside each other."""
_LEAST = 3
_NARROWEST = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """What a screen shows: a claim (`row`) or a question as a whole, in `view`.

    `after` is the answer that accepting would write, None where it cannot, for the reasons in `refused`. `said` are
    sentences on why this is asked, `decided` sentences on what was decided of the question so far, `keys` what works.
    """

    number: int
    count: int
    key: str
    view: QuestionView
    row: ClaimRow | None
    before: str
    after: str | None
    refused: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    decided: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()
    deletes: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Canvas:
    """Where it is drawn. `plain`: changed words are marked by a line below them, not by a style. `ascii`: no box lines."""

    width: int
    height: int | None = None
    plain: bool = False
    ascii: bool = False

    def wrapped(self, text: Text, width: int) -> list[Text]:
        """A text in lines of at most `width` cells; with marks below them where styles cannot show."""
        console = Console(width=self.width, color_system=None)
        lines = [line for part in text.split("\n") for line in (part.wrap(console, max(width, 1)) or [Text()])]
        for line in lines:
            line.rstrip()
        if not self.plain:
            return lines
        return [one for line in lines for one in (line, _marks(line)) if one is not None]


def screen(sheet: Sheet, canvas: Canvas) -> list[Text]:
    """The lines of a screen: what it is about, the finding, and the keys that work."""
    head = [*_head(sheet, canvas), _rule(canvas)]
    foot = [_rule(canvas), *_keys(sheet, canvas.width)]
    blocks = [block for block in _blocks(sheet, canvas) if block]
    room = None if canvas.height is None else canvas.height - len(head) - len(foot)
    blocks = _spaced(blocks) if room is None else _fitted(blocks, room)
    return [*head, *(line for block in blocks for line in block), *foot]


def _head(sheet: Sheet, canvas: Canvas) -> list[Text]:
    place = f"{sheet.number}/{sheet.count}  "
    text = Text().append(place, style="dim").append(visible(sheet.key), style="bold")
    text.append(f"  {_flat(sheet.view.question)}")
    first, *rest = canvas.wrapped(text, canvas.width)
    return [first, *rest[:1]]


def _blocks(sheet: Sheet, canvas: Canvas) -> list[list[Text]]:
    found = [_why(sheet, canvas)]
    if sheet.row is not None:
        found.append(_evidence(sheet.row, canvas))
    found += [_answer(sheet, canvas), _accept(sheet, canvas)]
    if sheet.decided:
        found.append(
            [line for one in sheet.decided for line in hanging(Text(f"  {visible(one)}", style="dim"), canvas, 4)]
        )
    return found


def _why(sheet: Sheet, canvas: Canvas) -> list[Text]:
    row, lines = sheet.row, []
    if row is not None:
        claim = (
            Text().append(f"{row.symbol} ", style=VERDICT_STYLES[row.code]).append(f"“{_flat(row.text)}”", style="bold")
        )
        lines += hanging(claim, canvas, 2)
        verdict = (
            Text().append(row.verdict, style=VERDICT_STYLES[row.code]).append(f"; {row.status}. {_flat(row.reason)}")
        )
        lines += _indented(verdict, canvas, 2)
        if row.cause:
            lines += _indented(Text(f"cause: {_flat(row.cause)}"), canvas, 2)
        if row.votes:
            lines += _indented(Text(f"votes: {row.votes}"), canvas, 2)
    for text in sheet.said:
        lines += hanging(Text(_flat(text)), canvas, 2)
    return lines


def _evidence(row: ClaimRow, canvas: Canvas) -> list[Text]:
    """The quotes before on the left and those of now on the right; one above the other where the screen is narrow."""
    old = [quote for quote in row.evidence.quotes if quote.role in ("before", "both")]
    new = [quote for quote in row.evidence.quotes if quote.role != "before"]
    if canvas.width < SIDE_BY_SIDE:
        rows = [("before", "- ", one) for one in old if one.role == "before"] + [(one.note, "+ ", one) for one in new]
        return [line for label, sign, one in rows for line in _stacked(label, sign, one, canvas)] or [_none()]
    bar = " | " if canvas.ascii else " │ "
    width = (canvas.width - 2 - len(bar)) // 2
    lines: list[Text] = []
    for one, two in zip_longest(old, new):
        left = _quoted("before", one, canvas, width)
        right = _quoted(two.note if two is not None and two.role != "both" else "now", two, canvas, width)
        for here, there in zip_longest(left, right):
            cell = here.copy() if here is not None else Text()
            cell.truncate(width, pad=True)
            lines.append(Text("  ") + cell + Text(bar, style="dim") + (there if there is not None else Text()))
    if row.evidence.hidden:
        lines.append(Text(f"  and {row.evidence.hidden} more", style="dim"))
    return lines or [_none()]


def _none() -> Text:
    return Text("  no quote on either side", style="dim")


def _quoted(label: str, quote: QuoteView | None, canvas: Canvas, width: int) -> list[Text]:
    if quote is None:
        return [Text(label, style="dim"), Text("(nothing says this)", style="dim")]
    style = {"before": "red", "now": "green"}.get(quote.role, "")
    head = Text().append(f"{label}  ", style="dim").append(visible(quote.place), style="cyan")
    return [*canvas.wrapped(head, width), *canvas.wrapped(_pieces(quote.pieces, style, tabular=quote.tabular), width)]


def _stacked(label: str, sign: str, quote: QuoteView, canvas: Canvas) -> list[Text]:
    lines = _quoted(label, quote, canvas, max(_NARROWEST, canvas.width - 4))
    return [Text("  ") + (line if number == 0 else Text("  " if _only_marks(line) else sign) + line)
            for number, line in enumerate(lines)]  # fmt: skip


def _answer(sheet: Sheet, canvas: Canvas) -> list[Text]:
    """The answer at head, with the claim marked in it."""
    text = Text()
    for span in sheet.view.answer:
        marked = sheet.row is not None and sheet.row.number in span.claims
        style = f"{VERDICT_STYLES[span.code]} {MARK}" if marked and span.code else ""
        text.append(_spaces(visible(span.text)), style=style)
    return _labelled("answer", text, canvas) if text.plain.strip() else []


def _accept(sheet: Sheet, canvas: Canvas) -> list[Text]:
    """What accepting would write, with the words marked that differ from what is approved; or why it cannot."""
    if sheet.deletes:
        return _labelled("accept", Text(f"deletes {visible(sheet.deletes)}"), canvas)
    if sheet.after is None:
        return _labelled("accept", Text(_flat(refusal(sheet.key, sheet.refused)), style="yellow"), canvas)
    if not sheet.after.strip():
        return _labelled("accept", Text("writes that there is no answer"), canvas)
    _, after = mark(visible(sheet.before), visible(sheet.after))
    text = _pieces(after, "green", tabular=False)
    return _labelled("accept", text if sheet.after != sheet.before else Text("writes the same answer"), canvas)


def refusal(key: str, refused: Sequence[str]) -> str:
    """Why accept cannot write an item, in a sentence that does not say again what the screen says."""
    if not refused or any(text.startswith(f"{key} is ") for text in refused):
        return "cannot write this: the docs state nothing that could stand in its place"
    return " ".join(refused)


def _pieces(pieces: Sequence[Piece], style: str, *, tabular: bool) -> Text:
    text = Text()
    for piece in pieces:
        shown = _spaces(piece.text)
        shown = re.sub(r" {2,}", " ", shown) if tabular else shown
        text.append(shown, style=f"{style} {MARK}".strip() if piece.marked and shown.strip() else style)
    return text


def _labelled(label: str, text: Text, canvas: Canvas) -> list[Text]:
    lines = canvas.wrapped(text, max(_NARROWEST, canvas.width - 10))
    first = Text().append(f"  {label.ljust(8)}", style="dim")
    return [(first if number == 0 else Text(" " * 10)) + line for number, line in enumerate(lines)]


def hanging(text: Text, canvas: Canvas, hang: int) -> list[Text]:
    """A text in lines, all but the first of them so many columns further in."""
    lines = canvas.wrapped(text, max(_NARROWEST, canvas.width - hang))
    return [line if number == 0 else Text(" " * hang) + line for number, line in enumerate(lines)]


def _indented(text: Text, canvas: Canvas, indent: int) -> list[Text]:
    return [Text(" " * indent) + line for line in canvas.wrapped(text, max(_NARROWEST, canvas.width - indent))]


def _keys(sheet: Sheet, width: int) -> list[Text]:
    """The keys that work; a key and its word stay on one line."""
    lines = [Text()]
    for key, does in sheet.keys:
        if lines[-1] and len(lines[-1]) + len(f"   {key} {does}") > width:
            lines.append(Text())
        lines[-1].append("   " if lines[-1] else "").append(key, style="bold").append(f" {does}")
    return lines


def _rule(canvas: Canvas) -> Text:
    return Text(("-" if canvas.ascii else "─") * canvas.width, style="dim")


def _marks(line: Text) -> Text | None:
    """A line of signs below the marked words; None where nothing is marked."""
    found = [span for span in line.spans if "underline" in str(span.style)]
    if not found:
        return None
    signs = [" "] * cell_len(line.plain)
    for span in found:
        start, end = cell_len(line.plain[: span.start]), cell_len(line.plain[: span.end])
        signs[start:end] = "~" * (end - start)
    return Text("".join(signs).rstrip())


def _only_marks(line: Text) -> bool:
    return bool(line.plain.strip()) and not line.plain.replace("~", "").strip()


def _fitted(blocks: list[list[Text]], room: int) -> list[list[Text]]:
    """The blocks in so many lines: first without empty lines between them, then the longest cut."""
    spaced = _spaced(blocks)
    if sum(map(len, spaced)) <= room:
        return spaced
    fitted = [list(block) for block in blocks]
    while (over := sum(map(len, fitted)) - room) > 0:
        longest = max(range(len(fitted)), key=lambda at: len(fitted[at]))
        keep = max(_LEAST, len(fitted[longest]) - over) - 1
        hidden = len(blocks[longest]) - keep
        if len(fitted[longest]) <= _LEAST:
            break
        fitted[longest] = [
            *blocks[longest][:keep],
            Text(f"  … {words.counted(hidden, 'more line')} (v shows all)", style="dim"),
        ]
    return fitted


def _spaced(blocks: list[list[Text]]) -> list[list[Text]]:
    return [block if number == len(blocks) - 1 else [*block, Text()] for number, block in enumerate(blocks)]


def _flat(text: str) -> str:
    return " ".join(visible(text).split())


def _spaces(text: str) -> str:
    return text.replace("\t", "    ")

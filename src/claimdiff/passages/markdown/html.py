"""Raw HTML: which runs of it are text, rows, items, headings or code. Tags inside a run are left to the inline reader."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

RunKind = Literal["text", "item", "title", "summary", "code", "row", "heading", "caption", "details_end"]

_BLOCKS = (
    "address|article|aside|blockquote|body|center|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|"
    "h[1-6]|header|hr|html|iframe|legend|li|main|menu|nav|ol|option|p|pre|section|summary|ul|video|audio|"
    "table|caption|thead|tbody|tfoot|tr|td|th|colgroup|col|tabs|tab|tabitem"
)
_EDGE = re.compile(
    rf"<!--(?P<comment>)|<(?P<unread>script|style|template|svg|textarea|head)\b[^<>]*>"
    rf"|<(?P<close>/?)(?P<name>{_BLOCKS})(?=[\s/>])(?P<rest>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>",
    re.IGNORECASE,
)
_SPAN = re.compile(r"\b(?P<which>col|row)span\s*=\s*[\"']?(?P<count>\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """A table cell: offsets of its inner HTML, whether it is a header, how many columns and rows it spans."""

    start: int
    end: int
    header: bool
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Run:
    """A run of a raw HTML block between two offsets. `level` is the level of a heading; a row has its cells."""

    kind: RunKind
    start: int
    end: int
    level: int = 0
    cells: tuple[Cell, ...] = ()
    table: int = 0
    head: bool = False


@dataclass(kw_only=True, slots=True)
class _State:
    """What is open while the tags go by."""

    text: str
    runs: list[Run] = field(default_factory=list)
    kind: RunKind = "text"
    level: int = 0
    begin: int = 0
    table: int = 0
    head: bool = False
    row: int | None = None
    cells: list[Cell] = field(default_factory=list)
    cell: tuple[int, bool, int, int] | None = None


def runs(text: str) -> tuple[Run, ...]:
    """The runs of a raw HTML block in their order; comments, scripts and styles are in none of them."""
    state = _State(text=text)
    position = 0
    while edge := _EDGE.search(text, position):
        if state.cell is None:
            _flush(state, edge.start())
        if edge.group("name"):
            _tag(state, edge)
            position = edge.end()
        else:
            position = _after_unread(text, edge)
        if state.cell is None:
            state.begin = position
    _end_row(state, len(text))
    _flush(state, len(text))
    return tuple(state.runs)


def _after_unread(text: str, edge: re.Match[str]) -> int:
    """Past a comment or an element that nobody reads."""
    if edge.group("unread") is None:
        close = text.find("-->", edge.start() + 2)
        return close + 3 if close >= 0 else len(text)
    end = re.compile(rf"</{edge.group('unread')}\s*>", re.IGNORECASE).search(text, edge.end())
    return end.end() if end else len(text)


def _flush(state: _State, end: int) -> None:
    if state.text[state.begin : end].strip():
        state.runs.append(Run(kind=state.kind, start=state.begin, end=end, level=state.level))
    state.begin = end


def _tag(state: _State, edge: re.Match[str]) -> None:
    name, close = edge.group("name").lower(), bool(edge.group("close"))
    if name in {"td", "th"}:
        _end_cell(state, edge.start())
        if not close:
            spans = {
                match.group("which").lower(): int(match.group("count")) for match in _SPAN.finditer(edge.group("rest"))
            }
            state.row = edge.start() if state.row is None else state.row
            state.cell = (edge.end(), name == "th", spans.get("col", 1), spans.get("row", 1))
        elif state.cells:
            state.row = state.row if state.row is not None else edge.start()
            state.begin = edge.end()
        return
    if name in {"tr", "thead", "tbody", "tfoot", "table"}:
        _end_row(state, edge.start())
        if name == "thead":
            state.head = not close
        if name == "table":
            state.table += not close
            state.head = False
        state.kind = "text"
        return
    if name == "details" and close and state.cell is None:
        state.runs.append(Run(kind="details_end", start=edge.start(), end=edge.start()))
    if state.cell is None:
        state.kind, state.level = _kind(name, close=close)


def _kind(name: str, *, close: bool) -> tuple[RunKind, int]:
    if close:
        return "text", 0
    if name[0] == "h" and name[1:].isdigit():
        return "heading", int(name[1:])
    kinds: dict[str, RunKind] = {
        "li": "item", "dd": "item", "dt": "title", "summary": "summary", "pre": "code", "caption": "caption",
    }  # fmt: skip
    return kinds.get(name, "text"), 0


def _end_cell(state: _State, end: int) -> None:
    if state.cell is None:
        return
    start, header, columns, rows = state.cell
    state.cells.append(Cell(start=start, end=end, header=header, columns=columns, rows=rows))
    state.cell = None
    state.begin = end


def _end_row(state: _State, end: int) -> None:
    _end_cell(state, end)
    if state.cells and state.row is not None:
        last = state.cells[-1].end
        close = re.compile(r"</t[dh]\s*>", re.IGNORECASE).match(state.text, last)
        state.runs.append(
            Run(
                kind="row",
                start=state.row,
                end=close.end() if close else last,
                cells=tuple(state.cells),
                table=state.table,
                head=state.head,
            )
        )
    state.cells, state.row = [], None


def open_element(text: str) -> str:
    """What would close the comment, style or script that begins in `text` and does not end in it; "" if none does."""
    if "<" not in text:
        return ""
    if "<!--" in text and text.rfind("-->") < text.rfind("<!--"):
        return "-->"
    lowered = text.lower()
    for name in ("script", "style"):
        if f"<{name}" in lowered and f"</{name}" not in lowered:
            return f"</{name}>"
    return ""

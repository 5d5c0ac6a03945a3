"""The cells of a notebook as one Markdown text, of which each line knows its line in the file."""

from __future__ import annotations

import re
from typing import Any

from claimdiff.passages import hiding
from claimdiff.passages.hiding import directed, is_directive, normal
from claimdiff.passages.notebook.strings import Text

Lines = list[tuple[str, int]]
"""Lines of Markdown with the line of the file that holds each."""

_RAW_TEXT = frozenset({"text/markdown", "text/restructuredtext", "text/x-rst"})
"""Raw cells that a site shows as text."""
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})(?P<rest>.*)")


def lines_of(notebook: Any, *, outputs: bool) -> Lines | None:
    """The lines of all cells that a reader sees; None if it is no notebook. With `outputs` what they printed too."""
    cells = _cells(notebook)
    if cells is None:
        return None
    lines: Lines = []
    for cell in cells:
        if isinstance(cell, dict):
            lines += _cell(cell, outputs=outputs)
    return lines


def _cells(notebook: Any) -> list[Any] | None:
    """The cells; those of the third format stand in worksheets."""
    if not isinstance(notebook, dict):
        return None
    sheets = notebook.get("worksheets")
    if isinstance(sheets, list):
        found = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        return [cell for cells in found if isinstance(cells, list) for cell in cells]
    cells = notebook.get("cells")
    return cells if isinstance(cells, list) else None


def _cell(cell: dict[str, Any], *, outputs: bool) -> Lines:
    """The lines of a cell, set apart from the next one."""
    kind = cell.get("cell_type")
    source = _lines(cell.get("source", cell.get("input")))
    tags, hidden_source, hidden_outputs = _hiding(cell, source)
    if tags & hiding.CELL:
        return []
    found: Lines = []
    if (kind in {"markdown", "heading"} and not hidden_source) or (
        kind == "raw" and _of(cell, "metadata").get("raw_mimetype", _of(cell, "metadata").get("format")) in _RAW_TEXT
    ):
        found += _closed(source)
    elif kind == "code":
        if not hidden_source:
            found += _fenced([line for line in source if not is_directive(line[0])])
        if outputs and not hidden_outputs:
            for output in cell.get("outputs") or ():
                found += _output(output) if isinstance(output, dict) else []
    if not found:
        return []
    last = found[-1][1]
    return [*found, ("", last), ("<!-- -->", last), ("", last)]


def _hiding(cell: dict[str, Any], source: Lines) -> tuple[frozenset[str], bool, bool]:
    """The tags of a cell, and whether its source and its outputs are hidden."""
    meta = _of(cell, "metadata")
    tags = meta.get("tags")
    found = {normal(tag) for tag in tags} if isinstance(tags, list) else set()
    if cell.get("cell_type") == "code":  # a text that shows directives is no directive
        found |= directed(text for text, _ in source)
    if meta.get("nbsphinx") == "hidden" or meta.get("hidden") == "true":
        found.add("remove-cell")
    jupyter = _of(meta, "jupyter")
    inputs = (
        meta.get("hide_input") == "true" or meta.get("hideCode") == "true" or jupyter.get("source_hidden") == "true"
    )
    results = jupyter.get("outputs_hidden") == "true" or meta.get("collapsed") == "true"
    tags_found = frozenset(found)
    return tags_found, inputs or bool(tags_found & hiding.INPUT), results or bool(tags_found & hiding.OUTPUT)


def _of(value: dict[str, Any], key: str) -> dict[str, Any]:
    found = value.get(key)
    return found if isinstance(found, dict) else {}


def _lines(source: Any) -> Lines:
    """The lines of a source, which is a string or a list of strings, each with the line of its string."""
    parts = [part for part in (source if isinstance(source, list) else [source]) if isinstance(part, Text)]
    lines: Lines = []
    open_line = False
    for part in parts:
        for number, text in enumerate(part.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
            if number == 0 and open_line:
                lines[-1] = (lines[-1][0] + text, lines[-1][1] if lines[-1][0] else part.line)
            else:
                lines.append((text, part.line))
        open_line = True
    return lines


def _closed(lines: Lines) -> Lines:
    """Markdown whose last fence is closed: the next cell is not part of it."""
    mark = ""
    for text, _ in lines:
        match = _FENCE.match(text)
        if not match:
            continue
        found = match.group("mark")
        if not mark:
            mark = found
        elif found[0] == mark[0] and len(found) >= len(mark) and not match.group("rest").strip():
            mark = ""
    return [*lines, (mark, lines[-1][1])] if mark else lines


def _fenced(lines: Lines, info: str = "") -> Lines:
    """Lines as a fence that nothing in them closes."""
    if not any(text.strip() for text, _ in lines):
        return []
    longest = max((len(run) for text, _ in lines for run in re.findall(r"~+", text)), default=0)
    mark = "~" * max(longest + 1, 3)
    return [(mark + info, lines[0][1]), *lines, (mark, lines[-1][1]), ("", lines[-1][1])]


def _output(output: dict[str, Any]) -> Lines:
    """What a cell printed or showed, in the form that a reader sees."""
    data = _of(output, "data")
    html = _lines(data.get("text/html"))
    if "text/markdown" in data:
        return [*_closed(_lines(data["text/markdown"])), ("", 1)]
    if any("<table" in text for text, _ in html):
        kept = [line for line in html if line[0].strip()]
        return [("", kept[0][1]), *kept, ("", kept[-1][1])]
    printed = _lines(output.get("text")) or _lines(data.get("text/plain"))
    if output.get("output_type") in {"error", "pyerr"} and isinstance(name := output.get("ename"), Text):
        printed = [(f"{name}: {output.get('evalue', '')}", name.line)]
    return _fenced([(_ANSI.sub("", text), line) for text, line in printed])

"""Jupyter notebooks: the text and the code of their cells, on the lines of the file that hold them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from claimdiff.errors import Problem
from claimdiff.passages import markdown, plain
from claimdiff.passages.formats import Content
from claimdiff.passages.notebook.cells import lines_of
from claimdiff.passages.notebook.strings import parse, strings
from claimdiff.passages.source import Page

if TYPE_CHECKING:
    from claimdiff.passages.formats import Options

_HINT = "Open and save it with Jupyter, or leave it out of `docs`."


def read(page: Page, options: Options) -> Content:
    """The sections of a notebook. One that is broken has a problem with its line and is read as plain text."""
    try:
        json.loads(page.text)
    except json.JSONDecodeError as error:
        line = error.lineno + page.first_line - 1
        return _broken(page, line, f"is no valid notebook: {error.msg} in column {error.colno}")
    except RecursionError:
        return _broken(page, page.first_line, "is no valid notebook: it is nested too deeply")
    lines = lines_of(parse(page.text), outputs=options.notebook_outputs)
    if lines is None:
        return _broken(page, page.first_line, "is no notebook: it has no list of cells")
    numbers = tuple(line + page.first_line - 1 for _, line in lines)
    text = "\n".join(text for text, _ in lines)
    cells = Page.of(page.path, text, page.first_line, numbers=numbers)
    return Content(sections=markdown.read(cells, flat=options.flat))


def _broken(page: Page, line: int, message: str) -> Content:
    problem = Problem(path=page.path, line=line, message=f"{message}; read as plain text instead", hint=_HINT)
    lines = strings(page.text)
    numbers = tuple(range(page.first_line, page.first_line + len(lines)))
    text = Page.of(page.path, "\n".join(lines), page.first_line, numbers=numbers)
    return Content(sections=plain.read(text), problems=(problem,))

from __future__ import annotations

import json
from typing import Any

import pytest

from claimdiff.passages import PageReading, read_page

PAGE = "docs/page.ipynb"


def cell(kind: str, *lines: str, **more: Any) -> dict[str, Any]:
    """A cell with its lines as Jupyter writes them."""
    source = [f"{line}\n" for line in lines[:-1]] + [lines[-1]]
    return {"cell_type": kind, "metadata": {}, "source": source, **more}


def notebook(*cells: dict[str, Any], **more: Any) -> str:
    """The file of a notebook."""
    return json.dumps({"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}, indent=1)


def read(text: str, *, outputs: bool = False) -> PageReading:
    """The reading of a notebook."""
    return read_page(PAGE, text.encode(), notebook_outputs=outputs)


def texts(text: str, *, outputs: bool = False) -> list[str]:
    """What a reader reads, piece by piece."""
    return [segment.text for passage in read(text, outputs=outputs).passages for segment in passage.segments]


def test_cells_are_read_on_the_lines_of_the_file() -> None:
    """A sentence or a line of code has the line of the string that holds it, so that its change is found in a diff."""
    text = notebook(
        cell("markdown", "# Keys", "", 'The **Pro** plan costs "25"', "dollars. It renews.", "", "Run:"),
        cell("code", "x = 1", "keep(30)", outputs=[]),
    )
    (passage,) = read(text).passages
    assert passage.heading == ("Keys",)
    assert [(segment.kind, segment.text, segment.context) for segment in passage.segments] == [
        ("sentence", 'The Pro plan costs "25" dollars.', ""),
        ("sentence", "It renews.", ""),
        ("sentence", "Run:", ""),
        ("code", "x = 1", "Run:"),
        ("code", "keep(30)", "Run:"),
    ]
    lines = text.split("\n")
    for segment, word in zip(passage.segments, ["Pro", "renews", "Run", "x = 1", "keep"], strict=True):
        assert word in lines[segment.line_start - 1]
    assert passage.segments[0].line_end == passage.segments[0].line_start + 1


def test_noise_of_the_file_changes_no_passage() -> None:
    """Counters, ids, outputs and metadata are not what a notebook says."""
    bare = notebook(cell("markdown", "Text."), cell("code", "x = 1"))
    noisy = notebook(
        cell("markdown", "Text.", id="a1"),
        cell("code", "x = 1", id="b2", execution_count=7, outputs=[{"output_type": "stream", "text": ["5\n"]}]),
        metadata={"kernelspec": {"name": "python3"}},
    )
    assert [passage.hash for passage in read(bare).passages] == [passage.hash for passage in read(noisy).passages]


@pytest.mark.parametrize(
    "hidden",
    [
        cell("code", "no()", metadata={"tags": ["remove-cell"]}),
        cell("code", "no()", metadata={"tags": ["hide-input"]}),
        cell("code", "no()", metadata={"tags": ["remove_input"]}),
        cell("code", "no()", metadata={"jupyter": {"source_hidden": True}}),
        cell("code", "no()", metadata={"nbsphinx": "hidden"}),
        cell("code", "#| echo: false", "no()"),
        cell("code", "#| hide", "no()"),
        cell("markdown", "No.", metadata={"tags": ["remove-cell"]}),
        cell("raw", "no"),
    ],
)
def test_hidden_cells_are_no_text(hidden: dict[str, Any]) -> None:
    """Whatever tool hides them."""
    assert texts(notebook(cell("markdown", "Seen."), hidden, cell("markdown", "Also seen."))) == ["Seen.", "Also seen."]


def test_outputs_are_text_where_a_setting_says_so() -> None:
    """What was printed and the tables that were shown, without colours; hidden ones stay hidden."""
    outputs = [
        {"output_type": "stream", "name": "stdout", "text": ["\u001b[31mrate 5\u001b[0m\n"]},
        {
            "output_type": "execute_result",
            "data": {"text/html": ["<table><tr><th>A</th></tr>\n", "<tr><td>1</td></tr></table>"]},
        },
        {"output_type": "error", "ename": "KeyError", "evalue": "'x'", "traceback": []},
    ]
    text = notebook(
        cell("code", "x", outputs=outputs), cell("code", "y", outputs=outputs, metadata={"tags": ["remove-output"]})
    )
    assert texts(text) == ["x", "y"]
    assert texts(text, outputs=True) == ["x", "rate 5", "A: 1", "KeyError: 'x'", "y"]


def test_a_fence_ends_with_its_cell() -> None:
    """What one cell leaves open does not reach into the next."""
    assert (
        texts(notebook(cell("markdown", "```", "code"), cell("markdown", "<!-- open"), cell("markdown", "Text.")))[-1]
        == "Text."
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (notebook(cell("markdown", "Kept 30 days.")).replace('"metadata": {},\n', '"metadata": {}\n', 1), 6),
        ("[" * 100_000, 1),
        ("{}", 1),
        ("[1, 2]\n", 1),
    ],
)
def test_a_broken_notebook_has_a_problem_and_is_plain_text(text: str, line: int) -> None:
    """The line of the fault is named, and what can be read still counts."""
    found = read(text)
    (problem,) = found.problems
    assert (problem.path, problem.line) == (PAGE, line)
    assert problem.hint
    if "Kept" in text:
        assert "Kept 30 days." in [segment.text for passage in found.passages for segment in passage.segments]


@pytest.mark.parametrize(
    ("kind", "left"),
    [("text/restructuredtext", ["Wipe the plate."]), ("text/markdown", ["Wipe the plate."]), ("text/latex", [])],
)
def test_raw_cells_of_text_are_text(kind: str, left: list[str]) -> None:
    """A site shows those in Markdown and reStructuredText; others are for another output."""
    page = notebook({"cell_type": "raw", "metadata": {"raw_mimetype": kind}, "source": ["Wipe the plate."]})
    assert texts(page) == left


def test_a_text_that_shows_a_directive_is_text() -> None:
    """Documentation of directives quotes them in fences, which hide nothing."""
    page = notebook(cell("markdown", "Hide a cell:", "", "```python", "#|hide", "warm_up()", "```", "", "It is gone."))
    assert texts(page) == ["Hide a cell:", "#|hide", "warm_up()", "It is gone."]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (("#hide", "warm_up()"), []),
        (("# hide", "", "warm_up()"), []),
        (("#hide_input", "warm_up()"), []),
        (("warm_up()", "# hide"), ["warm_up()", "# hide"]),
        (("for one in many:", "    log(one) #|hide_line", "    print(one)"), ["for one in many:", "print(one)"]),
    ],
)
def test_directives_hide_a_cell_or_a_line(lines: tuple[str, ...], left: list[str]) -> None:
    """Those of the first nbdev stand in front of the cell; a comment further down is one."""
    assert texts(notebook(cell("code", *lines))) == left

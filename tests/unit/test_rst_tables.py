from __future__ import annotations

import pytest

from helpers.reading import segments, texts

PAGE = "docs/page.rst"


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("===== =====\nPlan  Price\n===== =====\nFree  0\nPro   25\n      USD\n===== =====\n", [(4, 4), (5, 6)]),
        (
            "+------+-------+\n| Plan | Price |\n+======+=======+\n| Free | 0     |\n+------+-------+\n| Pro  | 25    |\n|      | USD   |\n+------+-------+\n",
            [(4, 4), (6, 7)],
        ),
        (
            ".. list-table::\n   :header-rows: 1\n\n   * - Plan\n     - Price\n   * - Free\n     - 0\n   * - Pro\n     - 25\n       USD\n",
            [(6, 7), (8, 10)],
        ),
        (".. csv-table::\n   :header: Plan, Price\n\n   Free, 0\n   Pro, 25 USD\n", [(4, 4), (5, 5)]),
    ],
    ids=["simple", "grid", "list", "csv"],
)
def test_a_row_is_read_with_its_header(table: str, lines: list[tuple[int, int]]) -> None:
    """In every kind of table, on the lines that the row takes."""
    found = segments(PAGE, table)
    assert [segment.text for segment in found] == ["Plan: Free; Price: 0", "Plan: Pro; Price: 25 USD"]
    assert [(segment.line_start, segment.line_end) for segment in found] == lines
    assert {segment.kind for segment in found} == {"row"}


def test_cells_hold_markup_and_spans() -> None:
    """Cells are read inline; a cell over several rows stands where it begins, lists in cells are commas."""
    table = "+------+--------+\n| Plan | Has    |\n+======+========+\n| Pro  | - *a*  |\n|      | - b    |\n|      +--------+\n|      | c      |\n+------+--------+\n"
    assert texts(PAGE, table) == ["Plan: Pro; Has: a, b", "Plan: Pro; Has: c"]


def test_a_caption_is_context() -> None:
    """The title of a table is text, and each row has it in mind."""
    page = ".. csv-table:: Costs\n   :header: A, B\n\n   1, 2\n"
    assert [(segment.text, segment.context) for segment in segments(PAGE, page)] == [
        ("Costs", ""),
        ("A: 1; B: 2", "Costs"),
    ]


def test_wide_characters_take_two_columns() -> None:
    """A table that is drawn for a terminal is read by what it looks like there."""
    table = "+--------+----+\n| 計画   | 円 |\n+========+====+\n| 無料   | 0  |\n+--------+----+\n"
    assert texts(PAGE, table) == ["計画: 無料; 円: 0"]


def test_a_table_without_a_header_stands_for_itself() -> None:
    """Its cells are read one after the other."""
    assert texts(PAGE, "===== =====\nFree  0\nPro   25\n===== =====\n") == ["Free; 0", "Pro; 25"]

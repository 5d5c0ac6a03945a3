from __future__ import annotations

from claimdiff.passages import read_page

PIPE = "Prices:\n\n| Plan | Price a month |  |\n|:-----|-----:|--|\n| Free | 0 | |\n| **Pro** | 25 \\| 30<br>dollars | `x` |\n"
HTML = """Prices:

<table class="t">
  <thead><tr><th>Plan</th>
    <th>Price a month</th></tr></thead>

  <tbody>
  <tr><td>Free</td><td>0</td></tr>
  <tr>
    <td><b>Pro</b></td>
    <td>25 | 30 dollars<!-- net --></td><td>x</td>
  </tr>
  </tbody>
</table>
"""


def test_a_row_is_read_with_its_header() -> None:
    """Each row stands for itself, on its line, with the header of every cell and the sentence above as context."""
    _, free, pro = read_page("a.md", PIPE.encode()).passages[0].segments
    assert (free.kind, free.text, free.line_start) == ("row", "Plan: Free; Price a month: 0", 5)
    assert pro.text == "Plan: Pro; Price a month: 25 | 30 dollars; x"
    assert pro.source == "| **Pro** | 25 \\| 30<br>dollars | `x` |"
    assert pro.context == "Prices:"


def test_raw_html_tables_say_the_same_as_pipe_tables() -> None:
    """Rewriting one into the other changes no word, and so not the hash."""
    pipe, html = read_page("a.md", PIPE.encode()).passages[0], read_page("a.md", HTML.encode()).passages[0]
    assert [segment.text for segment in html.segments] == [segment.text for segment in pipe.segments]
    assert html.hash == pipe.hash
    assert (html.segments[2].line_start, html.segments[2].line_end) == (10, 11)
    assert html.segments[2].source.startswith("<td><b>Pro</b></td>\n")


def test_spanning_cells_are_repeated() -> None:
    """A cell that spans rows or columns is read in each of them."""
    page = (
        "<table><caption>Limits</caption><tr><th>Region</th><th colspan=2>Zone</th></tr>"
        "<tr><td rowspan='2'>eu</td><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>\n"
    )
    segments = read_page("a.md", page.encode()).passages[0].segments
    assert [segment.text for segment in segments] == [
        "Limits",
        "Region: eu; Zone: a; Zone: b",
        "Region: eu; Zone: c; Zone: d",
    ]
    assert segments[1].context == "Limits"


def test_a_table_without_rows_is_its_header() -> None:
    """The words of a header are never lost."""
    assert read_page("a.md", b"| Plan | Price |\n|--|--|\n").passages[0].segments[0].text == "Plan; Price"


def test_tables_in_quotes_and_items_keep_their_lines() -> None:
    """The source of a row is the row, without the marks of what encloses it."""
    quote = read_page("a.md", b"> | a | b |\n> |---|---|\n> | 1 | 2 |\n").passages[0].segments[0]
    assert (quote.text, quote.source, quote.line_start) == ("a: 1; b: 2", "| 1 | 2 |", 3)
    item = read_page("a.md", b"- Rows:\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n").passages[0].segments[1]
    assert (item.text, item.source, item.line_start, item.context) == ("a: 1; b: 2", "| 1 | 2 |", 5, "Rows:")


def test_a_list_in_a_cell_is_read_with_commas() -> None:
    """Items of a cell do not run into one word."""
    page = "| Form | Good |\n|--|--|\n| text | <ul><li>Readable</li><li>Small</li></ul> |\n"
    assert read_page("a.md", page.encode()).passages[0].segments[0].text == "Form: text; Good: Readable, Small"

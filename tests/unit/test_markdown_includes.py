"""Fragments of Markdown pages: MyST's include, snippets of MkDocs; and what is told of fragments that do not exist."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff.passages import read_page

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.passages import PageReading

FILES = {
    "docs/parts/quota.md": "A tenant has 5 GB.\n\n## Limits\n\nFiles may have 40 MB.\n",
    "snips/port.md": "The port is 8080.\n",
    "snips/steps.md": "one 1\ntwo 2\nthree 3\nfour 4\n",
    "snips/app.py": "# --8<-- [start:setup]\nretries = 7\n# --8<-- [end:setup]\nsecret = 1\n",
    "docs/loop.md": 'Loops 3 times.\n\n--8<-- "docs/loop.md"\n',
    "mkdocs.yml": "markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [shared, 'more']\n",
    "shared/deep/note.md": "A note of 12 words.\n",
}


def reading(text: str, path: str = "docs/page.md", files: Mapping[str, str] = FILES) -> PageReading:
    """The reading of a page in a tree with these files."""
    return read_page(path, text.encode(), include=lambda name: files[name].encode() if name in files else None)


def texts(found: PageReading) -> list[tuple[str, str, int]]:
    """Text, file and line of every piece."""
    return [(it.text, it.path, it.line_start) for passage in found.passages for it in passage.segments]


class TestMyst:
    """`{include}`."""

    def test_fragment(self) -> None:
        """An included file is text of the page, with its own lines; its headings begin sections."""
        found = reading("# Page\n\n```{include} parts/quota.md\n```\n\nAfter 9.\n")

        assert texts(found) == [
            ("A tenant has 5 GB.", "docs/parts/quota.md", 1),
            ("Files may have 40 MB.", "docs/parts/quota.md", 5),
            ("After 9.", "", 6),
        ]
        assert [passage.heading for passage in found.passages] == [("Page",), ("Page", "Limits")]
        assert found.includes == ("docs/parts/quota.md",)

    def test_part(self) -> None:
        """Options choose a part of it."""
        page = "```{include} parts/quota.md\n:start-after: '## Limits'\n```\n"
        page = page.replace("'## Limits'", "## Limits")

        assert texts(reading(page)) == [("Files may have 40 MB.", "docs/parts/quota.md", 5)]

    def test_literal(self) -> None:
        """With `literal` it is code."""
        found = reading("Set up:\n\n```{include} ../snips/app.py\n:literal:\n```\n")

        assert [it.kind for passage in found.passages for it in passage.segments][-1] == "code"

    def test_code_and_table_of_a_file(self) -> None:
        """`literalinclude` shows a file as code, `csv-table` makes rows of one; both quote the file's own lines."""
        files = {"docs/a.ini": "[copy]\nworkers = 4\n", "docs/codes.csv": "Code,Meaning\nE1,locked\n"}
        page = "# Page\n\n```{literalinclude} a.ini\n:lines: 2\n```\n\n:::{csv-table}\n:file: codes.csv\n:header-rows: 1\n:::\n"
        assert texts(reading(page, files=files)) == [
            ("workers = 4", "docs/a.ini", 2),
            ("Code: E1; Meaning: locked", "docs/codes.csv", 2),
        ]

    def test_missing(self) -> None:
        """A file that does not exist is told with its line, and the rest is read."""
        found = reading("# Page\n\n```{include} gone.md\n```\n\nAfter 9.\n")

        [gap] = found.missing
        assert (gap.path, gap.line) == ("docs/page.md", 3)
        assert "gone.md" in gap.message
        assert texts(found) == [("After 9.", "", 6)]
        assert found.problems == ()

    @pytest.mark.parametrize("comment", ["% hidden 5", "% hidden 5\n% and 6"])
    def test_comments(self, comment: str) -> None:
        """Lines after a percent sign are comments of MyST, and text of any other Markdown."""
        page = f"(target)=\n# Page\n\n{comment}\n\n{comment}\nShown 7.\n"

        assert [text for text, _, _ in texts(reading(page))] == ["Shown 7."]
        assert "hidden" in texts(reading("# Page\n\n% hidden 5\n"))[0][0]


class TestSnippets:
    """`--8<--`."""

    @pytest.mark.parametrize(
        "page",
        ['--8<-- "snips/port.md"', "--8<-- 'snips/port.md'", '-8<- "snips/port.md"', "--8<--\nsnips/port.md\n--8<--"],
        ids=["double", "single", "short", "block"],
    )
    def test_forms(self, page: str) -> None:
        """Every form of a snippet is read, with the lines of its file."""
        assert texts(reading(f"# Page\n\n{page}\n")) == [("The port is 8080.", "snips/port.md", 1)]

    @pytest.mark.parametrize(
        ("part", "expected"),
        [(":2:3", "two 2 three 3"), (":4", "four 4"), (":1:1,4:4", "one 1 four 4")],
    )
    def test_lines(self, part: str, expected: str) -> None:
        """A range of lines is a part of the file."""
        found = reading(f'--8<-- "snips/steps.md{part}"\n')

        assert " ".join(text for text, _, _ in texts(found)) == expected

    def test_section_in_code(self) -> None:
        """In a fence a named section is code, with its own line; nothing else of the file is text."""
        found = reading('Set it:\n\n```python\n--8<-- "snips/app.py:setup"\nlast = 2\n```\n')

        assert texts(found) == [("Set it:", "", 1), ("retries = 7", "snips/app.py", 2), ("last = 2", "", 5)]

    def test_base_path(self) -> None:
        """Folders that mkdocs.yml names are looked at."""
        assert texts(reading('--8<-- "deep/note.md"\n')) == [("A note of 12 words.", "shared/deep/note.md", 1)]

    def test_escaped(self) -> None:
        """A snippet with a semicolon before it is shown as it is."""
        assert [text for text, _, _ in texts(reading(';--8<-- "snips/port.md"\n'))] == [';--8<-- "snips/port.md"']

    def test_itself(self) -> None:
        """A fragment that includes itself is read once."""
        assert [text for text, _, _ in texts(reading('--8<-- "docs/loop.md"\n'))] == ["Loops 3 times."]

    def test_missing(self) -> None:
        """A snippet that does not exist is told with its line."""
        [gap] = reading('# Page\n\nText.\n\n--8<-- "gone.md"\n').missing

        assert (gap.path, gap.line) == ("docs/page.md", 5)


GAPS: dict[str, tuple[str, str, list[int]]] = {
    "asciidoc": ("docs/page.adoc", "= Page\n\ninclude::gone.adoc[]\n", [3]),
    "asciidoc optional": ("docs/page.adoc", "= Page\n\ninclude::gone.adoc[opts=optional]\n", []),
    "asciidoc of another component": (
        "docs/modules/ROOT/pages/page.adoc",
        "= Page\n\ninclude::other:ROOT:partial$gone.adoc[]\n",
        [],
    ),
    "asciidoc partial": (
        "docs/modules/ROOT/pages/page.adoc",
        "= Page\n\ninclude::partial$gone.adoc[]\n",
        [3],
    ),
    "asciidoc with an unknown attribute": ("docs/page.adoc", "= Page\n\ninclude::{parts}/gone.adoc[]\n", []),
    "asciidoc in a comment": ("docs/page.adoc", "= Page\n\n////\ninclude::gone.adoc[]\n////\n", []),
    "asciidoc where a condition fails": (
        "docs/page.adoc",
        "= Page\n\nifdef::pro[]\ninclude::gone.adoc[]\nendif::[]\n",
        [],
    ),
    "rst": ("docs/page.rst", "Page\n====\n\n.. include:: gone.rst\n", [4]),
    "rst of docutils": ("docs/page.rst", "Page\n====\n\n.. include:: <isonum.txt>\n", []),
    "rst code": ("docs/page.rst", "Page\n====\n\nSee:\n\n.. literalinclude:: gone.py\n   :lines: 1-3\n", [6]),
    "rst table": ("docs/page.rst", "Page\n====\n\n.. csv-table:: Codes\n   :header-rows: 1\n   :file: gone.csv\n", [6]),
    "rst table from the net": ("docs/page.rst", ".. csv-table:: Codes\n   :file: https://example.org/a.csv\n", []),
    "myst code": ("docs/page.md", "# Page\n\n```{literalinclude} gone.py\n```\n", [3]),
    "myst table": ("docs/page.md", "# Page\n\n:::{csv-table} Codes\n:file: gone.csv\n:::\n", [4]),
    "asciidoc code": ("docs/page.adoc", "= Page\n\n----\ninclude::gone.rb[]\n----\n", [4]),
    "asciidoc table": ("docs/page.adoc", "= Page\n\n,===\ninclude::gone.csv[]\n,===\n", [4]),
    "snippet in code": ("docs/page.md", '# Page\n\n```py\n--8<-- "gone.py"\n```\n', [4]),
    "myst from the net": ("docs/page.md", "```{include} https://example.org/a.md\n```\n", []),
}


@pytest.mark.parametrize(("path", "text", "lines"), GAPS.values(), ids=GAPS.keys())
def test_gaps(path: str, text: str, lines: list[int]) -> None:
    """A fragment that should be there and is not is told with the line that includes it; nothing else is."""
    assert [gap.line for gap in reading(text, path).missing] == lines


def test_nothing_is_missing_without_a_tree() -> None:
    """A text that is read by itself includes nothing, and misses nothing."""
    assert read_page("page.adoc", b"= Page\n\ninclude::gone.adoc[]\n").missing == ()

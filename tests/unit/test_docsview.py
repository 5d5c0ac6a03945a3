from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from claimdiff.changes.lines import LineChanges
from claimdiff.comparison.approved import ApprovedDocs
from claimdiff.comparison.docsview import DocsView
from claimdiff.comparison.results import ChangedLine
from claimdiff.records import Evidence
from helpers.values import passages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.records import Passage


def pages(texts: Mapping[str, str]) -> dict[str, tuple[Passage, ...]]:
    """Passages by path."""
    return {path: passages(path, text) for path, text in texts.items()}


def view(base: dict[str, str], head: dict[str, str], *, renames: dict[str, str] | None = None) -> DocsView:
    """Facts about two states of the docs, with lines compared one by one."""
    moved = renames or {}

    def lines(path_old: str | None, path_new: str | None) -> LineChanges:
        before = base.get(path_old or "", "").split("\n")
        after = head.get(path_new or "", "").split("\n")
        return LineChanges(
            removed=frozenset(at for at, line in enumerate(before, 1) if line not in after),
            added=frozenset(at for at, line in enumerate(after, 1) if line not in before),
        )

    touched = {path for path in base.keys() | head.keys() if base.get(path) != head.get(path)}
    return DocsView(
        base_pages=lambda: pages(base),
        head_pages=lambda: pages(head),
        renames=moved,
        touched=frozenset(touched),
        changed_lines=lines,
        head_lines=lambda path: head[path].split("\n"),
    )


def quote(text: str, *, path: str = "a.md", line: int = 3, last: int | None = None) -> Evidence:
    """A quote of a page."""
    return Evidence(path=path, line_start=line, line_end=last or line, quote=text)


SENTENCE = "Pro costs 25 dollars."
PAGE = f"# Plans\n\n{SENTENCE}\n\nTeam costs 80 dollars.\n"
TABLE = "# Plans\n\n| Plan | Price |\n|---|---|\n| Pro | $25 |\n| Team | $80 |\n"
ROW = quote("| Pro | $25 |", line=5)

STILL: dict[str, tuple[Any, Any, bool]] = {
    "untouched": (PAGE, PAGE, True),
    "re-wrapped": (PAGE, "# Plans\n\nPro costs\n25 dollars.\n", True),
    "marked up": (PAGE, "# Plans\n\n**Pro** costs `25` dollars.\n", True),
    "further down": (PAGE, f"# Plans\n\nFirst.\n\n{SENTENCE}\n", True),
    "changed": (PAGE, "# Plans\n\nPro costs 30 dollars.\n", False),
    "gone": (PAGE, "# Plans\n\nTeam costs 80 dollars.\n", False),
    "part of another sentence": (PAGE, "# Plans\n\nNobody says that Pro costs 25 dollars.\n", False),
}


class TestStillThere:
    """`still_there`: where the head docs still say what a quote said."""

    @pytest.mark.parametrize(("base", "head", "expected"), STILL.values(), ids=STILL.keys())
    def test_sentences(self, base: str, head: str, expected: bool) -> None:
        """The same sentence counts in whatever form, another one does not."""
        assert (view({"a.md": base}, {"a.md": head}).still_there(quote(SENTENCE)) is not None) is expected

    def test_place(self) -> None:
        """The place is the one at head, with the text as it stands there."""
        found = view({"a.md": PAGE}, {"a.md": f"# Plans\n\nFirst.\n\n*{SENTENCE}*\n"}).still_there(quote(SENTENCE))

        assert found is not None
        assert (found.path, found.line_start) == ("a.md", 5)
        assert SENTENCE in found.quote

    def test_another_page(self) -> None:
        """A sentence that moved is found on its new page; the page of its old path is looked at first."""
        both = {"a.md": PAGE, "b.md": PAGE}

        assert view({"a.md": PAGE}, {"b.md": PAGE}).still_there(quote(SENTENCE)) == quote(SENTENCE, path="b.md")
        assert view(both, both).still_there(quote(SENTENCE, path="b.md")) == quote(SENTENCE, path="b.md")

    def test_renamed_page(self) -> None:
        """On a renamed page it is found under the new name."""
        found = view({"a.md": PAGE}, {"0.md": PAGE, "z.md": PAGE}, renames={"a.md": "z.md"}).still_there(
            quote(SENTENCE)
        )

        assert found == quote(SENTENCE, path="z.md")

    def test_rows(self) -> None:
        """A row is compared with its header: the same cells under other headings say something else."""
        other = TABLE.replace("Price", "Setup fee")

        assert view({"a.md": TABLE}, {"a.md": TABLE.replace("$80", "$90")}).still_there(ROW) == ROW
        assert view({"a.md": TABLE}, {"a.md": other}).still_there(ROW) is None

    def test_quotes_of_unknown_place(self) -> None:
        """A quote that base does not have at its line, or that is a part of a sentence, is found by its characters."""
        docs = view({"a.md": TABLE}, {"a.md": TABLE})

        assert docs.still_there(quote("| Pro | $25 |", line=1)) == ROW
        assert docs.still_there(quote("$25", line=5)) == ROW


class TestQuoted:
    """`quoted`: whether the head docs hold a quote at all."""

    def test_rows_under_other_headings(self) -> None:
        """A row that stands unchanged is no stale quote, whatever its header says."""
        docs = view({"a.md": TABLE}, {"a.md": TABLE.replace("Price", "Setup fee")})

        assert docs.quoted(ROW)
        assert docs.quoted(quote("| Pro | $25 |", line=1, path="old.md"))
        assert not docs.quoted(quote("| Pro | $26 |", line=5))


class TestLines:
    """Which line of the change did it."""

    def test_added(self) -> None:
        """The first line of a head quote that the change adds; None where it touches none of them."""
        docs = view({"a.md": PAGE}, {"a.md": PAGE.replace("25", "30")})

        assert docs.added_at(quote("Pro costs 30 dollars.")) == ChangedLine(path="a.md", line=3, side="head")
        assert docs.added_at(quote("Team costs 80 dollars.", line=5)) is None

    def test_added_in_the_middle(self) -> None:
        """Of a quote over several lines it is the first changed one."""
        docs = view({"a.md": "Pro costs\n25 dollars.\n"}, {"a.md": "Pro costs\n30 dollars.\n"})

        assert docs.added_at(quote("Pro costs\n30 dollars.", line=1, last=2)) == ChangedLine(
            path="a.md", line=2, side="head"
        )

    def test_added_page(self) -> None:
        """Every line of a new page is added."""
        docs = view({"a.md": PAGE}, {"a.md": PAGE, "b.md": "Pro costs 30 dollars.\n"})

        assert docs.added_at(quote("Pro costs 30 dollars.", path="b.md", line=1)) is not None

    def test_removed(self) -> None:
        """The line of a base quote that the change removes, also with the whole page."""
        expected = ChangedLine(path="a.md", line=3, side="base")

        assert view({"a.md": PAGE}, {"a.md": PAGE.replace("25", "30")}).removed_at(quote(SENTENCE)) == expected
        assert view({"a.md": PAGE}, {}).removed_at(quote(SENTENCE)) == expected

    def test_removed_above(self) -> None:
        """Where the quote's own line stands, it is the nearest changed line above: the header of its table."""
        docs = view({"a.md": TABLE}, {"a.md": TABLE.replace("Price", "Setup fee")})

        assert docs.removed_at(ROW) == ChangedLine(path="a.md", line=3, side="base")

    def test_retitled(self) -> None:
        """A sentence that stands under another heading now is explained by the line of that heading."""
        before = "# Plans\n\n## Pro\n\nThe price is 25 dollars.\n"
        here = quote("The price is 25 dollars.", line=5)

        changed = view({"a.md": before}, {"a.md": before.replace("## Pro", "## Team")})
        assert changed.retitled(here) == ChangedLine(path="a.md", line=3, side="head")
        assert view({"a.md": before}, {"a.md": before.replace("## Pro", "#### **Pro**")}).retitled(here) is None
        assert view({"a.md": before}, {"a.md": before + "\nMore.\n"}).retitled(here) is None


class TestReworded:
    """`reworded`: whether the change put another sentence of the same meaning in place of a quote."""

    def test_in_the_change(self) -> None:
        """A successor is a sentence that the change adds."""
        old = "A session expires after 15 minutes."
        new = "After 15 minutes a session expires."

        assert view({"a.md": old}, {"a.md": new}).reworded(quote(old, line=1), old)
        assert view({"a.md": old}, {"b.md": new}).reworded(quote(old, line=1), old)

    def test_not_elsewhere(self) -> None:
        """A sentence that stood there before is no successor."""
        old = "A session expires after 15 minutes."
        new = "After 15 minutes a session expires."

        assert not view({"a.md": old, "b.md": new}, {"b.md": new}).reworded(quote(old, line=1), old)

    def test_a_name_that_went(self) -> None:
        """Where a name in code type went that the claim states, other words do not say the same."""
        old, new = "Files end in `cargo` or `crg`.", "Files end in `cargo` or `cr`."
        docs = view({"a.md": old}, {"a.md": new})

        assert not docs.reworded(quote(old, line=1), "Files end in cargo or crg.")
        assert docs.reworded(quote(old, line=1), "Files end in cargo.")

    def test_code(self) -> None:
        """A line of code has no other words for the same."""
        old, new = "```\ncrate: pine\n```\n", "```\ncrate: pines\n```\n"

        assert not view({"a.md": old}, {"a.md": new}).reworded(quote("crate: pine", line=2), "The crate is pine.")


class TestDefaultEdited:
    """`default_edited`: the sentence that tells the default of what a quote speaks of."""

    PAGE = "`shelf`\n: How long a crate is kept. Counted in days. Default is `8`.\n\n`rack`\n: How many crates fit. Default is `8`.\n"

    def test_beside_the_quote(self) -> None:
        """In the same definition, with both wordings."""
        docs = view({"a.md": self.PAGE}, {"a.md": self.PAGE.replace("days. Default is `8`", "days. Default is `9`")})

        found = docs.default_edited(quote("How long a crate is kept.", line=2))

        assert found is not None
        assert (found.old.text, found.new.text) == ("Default is 8.", "Default is 9.")

    def test_of_something_else(self) -> None:
        """Not in the definition of something else, and not where it stands."""
        docs = view({"a.md": self.PAGE}, {"a.md": self.PAGE.replace("fit. Default is `8`", "fit. Default is `9`")})

        assert docs.default_edited(quote("How long a crate is kept.", line=2)) is None

    def test_beside_code(self) -> None:
        """An example shows one value, the only default that its section tells may be another."""
        page = "## mode\n\nDefault: `calm`\n\nHow crates move.\n\n```\nmode: calm\n```\n"
        docs = view({"a.md": page}, {"a.md": page.replace("Default: `calm`", "Default: `wild`")})

        found = docs.default_edited(quote("mode: calm", line=8))

        assert found is not None
        assert found.new.text == "Default: wild"


class TestBeside:
    """`beside`: the changed line closest to a quote that stands."""

    def test_closest(self) -> None:
        """Above or below it, on its page only."""
        head = PAGE.replace("# Plans", "# Prices").replace("80", "90")
        found = view({"a.md": PAGE}, {"a.md": head}).beside(quote(SENTENCE))

        assert found == ChangedLine(path="a.md", line=1, side="head")
        assert view({"a.md": PAGE, "b.md": "x"}, {"a.md": PAGE, "b.md": "y"}).beside(quote(SENTENCE)) is None

    def test_lines_that_went(self) -> None:
        """Where nothing came in their place."""
        docs = view({"a.md": PAGE}, {"a.md": f"# Plans\n\n{SENTENCE}\n"})

        assert docs.beside(quote(SENTENCE)) == ChangedLine(path="a.md", line=5, side="base")


class TestWithoutBase:
    """The approved quotes stand for the docs before."""

    DOCS = ApprovedDocs(pages=lambda: pages({"b.md": TABLE}))

    def test_quotes(self) -> None:
        """A quote stands or is gone, wherever; no line of a change is known."""
        assert self.DOCS.still_there(quote("| Pro | $25 |", line=1)) == quote("| Pro | $25 |", path="b.md", line=5)
        assert self.DOCS.quoted(ROW)
        assert self.DOCS.still_there(quote("| Pro | $26 |")) is None
        assert not self.DOCS.has_base

    def test_no_lines(self) -> None:
        """Nothing is new, gone, retitled or reworded without a tree to compare with."""
        assert (self.DOCS.added_at(ROW), self.DOCS.removed_at(ROW), self.DOCS.retitled(ROW)) == (None, None, None)
        assert not self.DOCS.reworded(ROW, "x")


class TestEdited:
    """`edited`: which new sentence stands in the place of an old one."""

    def test_successor(self) -> None:
        """The most alike new sentence of the page is the old one, edited."""
        found = view({"a.md": PAGE}, {"a.md": PAGE.replace("Pro costs 25", "Pro costs 30")}).edited(quote(SENTENCE))

        assert found is not None
        assert (found.old.text, found.new.text) == (SENTENCE, "Pro costs 30 dollars.")
        assert found.place == quote("Pro costs 30 dollars.")

    def test_a_sentence_that_only_moved(self) -> None:
        """A sentence that base has too took nobody's place, though it stands on a new line now."""
        head = {"a.md": "# Plans\n\nTeam costs\n80 dollars.\n"}

        assert view({"a.md": PAGE}, head).edited(quote(SENTENCE)) is None

    def test_another_page(self) -> None:
        """On another page a sentence must be more alike."""
        far = "# News\n\nPro now costs 30 euros with tax.\n"
        near = "# News\n\nPro costs 30 dollars.\n"
        base = {"a.md": PAGE, "b.md": "# News\n\nNothing.\n"}
        gone = "# Plans\n\nTeam costs 80 dollars.\n"

        assert view(base, {"a.md": gone, "b.md": far}).edited(quote(SENTENCE)) is None
        found = view(base, {"a.md": gone, "b.md": near}).edited(quote(SENTENCE))
        assert found is not None
        assert found.place.path == "b.md"

    def test_row(self) -> None:
        """A row is the one with the same first cell, however alike the others are."""
        head = TABLE.replace("| Pro | $25 |\n| Team | $80 |", "| Prime | $25 |\n| Pro | $190 |\n| Team | $80 |")

        found = view({"a.md": TABLE}, {"a.md": head}).edited(ROW)

        assert found is not None
        assert found.new.text == "Plan: Pro; Price: $190"

    def test_split(self) -> None:
        """The other half of a sentence that was split stands beside the first one."""
        base = "# Plans\n\nPro costs 25 dollars, and tax is added.\n"
        found = view({"a.md": base}, {"a.md": base.replace(", and tax", ". Tax")}).edited(
            quote("Pro costs 25 dollars, and tax is added.")
        )

        assert found is not None
        assert (found.new.text, found.beside) == ("Pro costs 25 dollars.", ("Tax is added.",))
        other = view({"a.md": base}, {"a.md": base.replace(", and tax is added", ". Ask us for a tax form")}).edited(
            quote("Pro costs 25 dollars, and tax is added.")
        )
        assert other is not None
        assert other.beside == ()

    def test_item_that_became_a_section(self) -> None:
        """What stands above a sentence since the edit stands beside it; what stood above it before does not."""
        item = "# Settings\n\n- **`near_port`** is the port that boats use.\n"
        section = "# Settings\n\n## `near_port`\n\nThe port that boats use.\n"
        moved = view({"a.md": item}, {"a.md": section}).edited(quote("**`near_port`** is the port that boats use."))
        same = view({"a.md": section}, {"a.md": section.replace("use", "need")}).edited(
            quote("The port that boats use.", line=5)
        )

        assert moved is not None
        assert same is not None
        assert (moved.beside, same.beside) == (("near_port",), ())

    def test_split_off_words_of_another_sentence(self) -> None:
        """What stood beside the old sentence is no part of it; what stands elsewhere at base may have been split off."""
        edited = "# Plans\n\nPro keeps drafts. (Default: 5 days)\n"
        new = {"a.md": edited, "b.md": "# Team\n\nTeam keeps seals. (Default: 5 days)\n"}
        joined, apart = edited.replace(". (D", " (D"), edited.replace("drafts", "crates")
        split = view(new | {"a.md": joined}, new).edited(quote("Pro keeps drafts (Default: 5 days)"))
        other = view(new | {"a.md": apart}, new).edited(quote("Pro keeps crates."))

        assert split is not None
        assert other is not None
        assert (split.beside, other.beside) == (("(Default: 5 days)",), ())

    def test_renamed_row(self) -> None:
        """Where no row has its first cell any more, it is the one with all its other cells."""
        found = view({"a.md": TABLE}, {"a.md": TABLE.replace("| Pro |", "| Prime |")}).edited(ROW)

        assert found is not None
        assert found.new.text == "Plan: Prime; Price: $25"

    @pytest.mark.parametrize("number", ["[{}]", "({}).", "Step {}"])
    def test_counted_row(self, number: str) -> None:
        """A first cell that only counts the rows names none: with a row put before it, the second is the old first one."""
        top = "# Plans\n\n| Ref | Field | Meaning |\n|---|---|---|\n"
        host, kind = "`host` | Where it runs", "`kind` | How it runs"
        base = f"{top}| {number.format(1)} | {host} |\n"
        head = f"{top}| {number.format(1)} | {kind} |\n| {number.format(2)} | {host} |\n"

        found = view({"a.md": base}, {"a.md": head}).edited(quote(f"| {number.format(1)} | {host} |", line=5))

        assert found is not None
        assert found.new.text.endswith("Field: host; Meaning: Where it runs")

    def test_row_under_another_header(self) -> None:
        """A row whose own line stands reads otherwise under another header, and is the old one, edited."""
        found = view({"a.md": TABLE}, {"a.md": TABLE.replace("Price", "Setup fee")}).edited(ROW)

        assert found is not None
        assert (found.old.text, found.new.text) == ("Plan: Pro; Price: $25", "Plan: Pro; Setup fee: $25")

    def test_renamed_page(self) -> None:
        """The page is looked at under its new name."""
        changed = view({"a.md": PAGE}, {"c.md": PAGE.replace("Pro costs 25", "Pro costs 30")}, renames={"a.md": "c.md"})

        found = changed.edited(quote(SENTENCE))

        assert found is not None
        assert found.place.path == "c.md"


class TestLimited:
    """`limited`: a sentence that stands, under a heading that says when it does not hold."""

    HEAD = "# Plans\n\n## Prices\n\nPro costs 25 dollars.\n"

    @pytest.mark.parametrize(
        ("heading", "limits"),
        [
            ("Legacy prices", True),
            ("Without a contract", True),
            ("Deprecated", True),
            ("What it costs", False),
            ("Prices in detail", False),
        ],
    )
    def test_headings(self, heading: str, limits: bool) -> None:
        """Only words that limit count."""
        head = self.HEAD.replace("## Prices", f"## {heading}")

        found = view({"a.md": self.HEAD}, {"a.md": head}).limited(quote(SENTENCE, line=5))

        assert found == (heading if limits else None)

    def test_edited(self) -> None:
        """A sentence that was edited as well stands under its new heading all the same."""
        head = self.HEAD.replace("## Prices", "## Legacy prices").replace("Pro costs", "Pro still costs")

        found = view({"a.md": self.HEAD}, {"a.md": head}).limited(quote(SENTENCE, line=5))

        assert found == "Legacy prices"

    def test_another_level(self) -> None:
        """A section that only went under a heading that the page had before says what it said."""
        base = "# Plans\n\n## Not in Europe\n\nAsk us.\n\n## Prices\n\nPro costs 25 dollars.\n"

        found = view({"a.md": base}, {"a.md": base.replace("## Prices", "### Prices")})

        assert found.limited(quote(SENTENCE, line=9)) is None

    def test_a_limit_of_old(self) -> None:
        """A heading that limited it before changes nothing."""
        base = self.HEAD.replace("## Prices", "## Legacy prices")
        head = self.HEAD.replace("## Prices", "## Legacy plans")

        assert view({"a.md": base}, {"a.md": head}).limited(quote(SENTENCE, line=5)) is None


def test_adds_to() -> None:
    """A passage is new where the change adds or edits a line of it."""
    docs = view({"a.md": PAGE, "b.md": PAGE}, {"a.md": PAGE.replace("80", "90"), "b.md": PAGE})

    assert docs.adds_to(docs.head.pages["a.md"][0])
    assert not docs.adds_to(docs.head.pages["b.md"][0])


def test_around() -> None:
    """What stands around a quote are the headings above it and its lead-in."""
    docs = view({"a.md": "# Plans\n\nFor one year:\n\n- 25 dollars\n- 80 dollars\n"}, {"a.md": PAGE})

    assert docs.around(quote("25 dollars", line=5), base=True) == "Plans\nFor one year:\n25 dollars"
    assert docs.around(quote("no such text"), base=False) == "Plans\nno such text"

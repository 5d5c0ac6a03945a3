"""Readings of pages that are kept between runs."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from claimdiff.passages import read_page
from claimdiff.passages.keeping import Keeper, Kept, Source

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# Plans\n\nPro costs 25 dollars.\n\n| Plan | Price |\n|---|---|\n| Pro | 25 |\n\nKept: `\u00e9\U0001f600`\n"
INCLUDING = ".. include:: price.inc\n"


def source(path: str = "docs/plans.md", content: str = "c1", *, outputs: bool = False) -> Source:
    """A page by its content id."""
    return Source(path=path, content=content, outputs=outputs)


def kept(text: str = PAGE, path: str = "docs/plans.md", fragments: dict[str, str | None] | None = None) -> Kept:
    """A page as it is read."""
    reading = read_page(path, text.encode(), include=lambda _: b"Pro costs 25 dollars.\n")
    return Kept(reading=reading, fragments=fragments or {})


@pytest.mark.parametrize(
    ("text", "path"),
    [(PAGE, "docs/plans.md"), (INCLUDING, "docs/a.rst"), ("", "docs/empty.md"), ("{", "docs/broken.ipynb")],
)
def test_a_kept_reading_is_the_reading_itself(tmp_path: Path, text: str, path: str) -> None:
    """Passages, problems and included files come back as they were read."""
    Keeper(folder=tmp_path).put([(source(path), kept(text, path))])
    assert Keeper(folder=tmp_path).get([source(path)]) == {source(path): [kept(text, path)]}


@pytest.mark.parametrize("other", [source(content="c2"), source(path="docs/b.md"), source(outputs=True)])
def test_another_content_path_or_setting_is_another_page(tmp_path: Path, other: Source) -> None:
    """A reading is found by all that decides it."""
    Keeper(folder=tmp_path).put([(source(), kept())])
    assert Keeper(folder=tmp_path).get([other]) == {}


def test_readings_with_other_fragments_are_kept_side_by_side(tmp_path: Path) -> None:
    """The two sides of a change do not push each other out."""
    both = [kept(fragments={"docs/price.inc": "f1"}), kept(fragments={"docs/price.inc": None})]
    Keeper(folder=tmp_path).put([(source(), item) for item in both])
    found = Keeper(folder=tmp_path).get([source()])[source()]
    assert sorted(map(str, (item.fragments for item in found))) == sorted(map(str, (item.fragments for item in both)))


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_file_costs_only_the_reading(tmp_path: Path, damage: bytes) -> None:
    """What cannot be read is as if it were not there, and the next reading is kept again."""
    keeper = Keeper(folder=tmp_path)
    keeper.path.write_bytes(damage)
    assert keeper.get([source()]) == {}
    keeper.put([(source(), kept())])
    keeper.put([(source(), kept())])
    assert keeper.get([source()]) == {source(): [kept()]}


@pytest.mark.parametrize("value", ["{}", "[]", "nonsense", '{"passages": [[1]]}', "null"])
def test_a_row_that_is_not_a_reading_is_none(tmp_path: Path, value: str) -> None:
    """A row that somebody else wrote is read anew."""
    keeper = Keeper(folder=tmp_path)
    keeper.put([(source(), kept())])
    with sqlite3.connect(keeper.path) as connection:
        connection.execute("update readings set value = ?", (value,))
    assert keeper.get([source()]) == {}


def test_files_of_other_readers_go(tmp_path: Path) -> None:
    """Readers of another version have a file of their own, which is removed when something is kept."""
    (tmp_path / "passages-0123456789abcdef.db").write_bytes(b"old")
    keeper = Keeper(folder=tmp_path)
    keeper.put([(source(), kept())])
    assert [path.name for path in tmp_path.iterdir()] == [keeper.path.name]


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    """A folder that is not there costs only the reading."""
    keeper = Keeper(folder=tmp_path / "none" / "such")
    keeper.put([(source(), kept())])
    assert keeper.get([source()]) == {}


def test_what_nobody_asked_for_in_a_month_goes(tmp_path: Path) -> None:
    """Old rows are removed when new ones are kept."""
    keeper = Keeper(folder=tmp_path)
    keeper.put([(source(), kept())])
    with sqlite3.connect(keeper.path) as connection:
        connection.execute("update readings set used = used - 31")
    keeper.put([(source(content="c2"), kept())])
    assert list(keeper.get([source(), source(content="c2")])) == [source(content="c2")]


def test_what_is_asked_for_stays(tmp_path: Path) -> None:
    """A row that is used is renewed before it is a month old."""
    keeper = Keeper(folder=tmp_path)
    keeper.put([(source(), kept())])
    with sqlite3.connect(keeper.path) as connection:
        connection.execute("update readings set used = used - 20")
    keeper.get([source()])
    with sqlite3.connect(keeper.path) as connection:
        [(first,)] = connection.execute("select used from readings")
    keeper.put([(source(content="c2"), kept())])
    with sqlite3.connect(keeper.path) as connection:
        [(last,)] = connection.execute("select max(used) from readings")
    assert first == last

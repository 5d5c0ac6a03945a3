"""Vectors that are kept between runs."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from claimdiff.retrieval.vectors import FILE, Vectors

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@dataclass
class Lengths:
    """A model whose vector of a text is its length, and which tells what it was asked."""

    identity: str = "lengths-1"
    size: int = 2
    fails_at: str | None = None
    asked: list[str] = field(default_factory=list)

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """The lengths."""
        if self.fails_at in texts:
            raise KeyboardInterrupt
        self.asked.extend(texts)
        return [len(text).to_bytes(2, "little") for text in texts]


def asked(folder: Path | None, texts: Sequence[str], identity: str = "lengths-1") -> list[str]:
    """What the model of a new run is asked where these texts are wanted; their vectors are right."""
    model = Lengths(identity=identity)
    found = Vectors(model=model, folder=folder).of(texts)
    assert found == [len(text).to_bytes(2, "little") for text in texts]
    return model.asked


def test_only_new_texts_are_embedded(tmp_path: Path) -> None:
    """The next run asks for what it has not seen, and each text once."""
    assert asked(tmp_path, ["a", "bb", "a"]) == ["a", "bb"]
    assert asked(tmp_path, ["bb", "ccc", "a"]) == ["ccc"]


def test_texts_that_come_one_by_one_are_made_together(tmp_path: Path) -> None:
    """Questions are not a file opened and a thread idle for each of them; without a new text nothing is made."""
    model = Lengths()
    vectors = Vectors(model=model, folder=tmp_path, soon=("b", "c", "a"))
    vectors.of([])
    assert model.asked == []
    vectors.of(["a"])
    assert model.asked == ["a", "b", "c"]
    vectors.of(["c"])
    assert model.asked == ["a", "b", "c"]


def test_another_model_has_vectors_of_its_own(tmp_path: Path) -> None:
    """Vectors of two models are never mixed, and do not push each other out."""
    asked(tmp_path, ["a"])
    assert asked(tmp_path, ["a"], identity="lengths-2") == ["a"]
    assert asked(tmp_path, ["a"]) == []


def test_without_a_folder_nothing_is_kept() -> None:
    """Where a commit may have brought the folder, nothing is believed; one run still asks once."""
    model = Lengths()
    vectors = Vectors(model=model)
    assert vectors.of(["a"]) == vectors.of(["a"])
    assert model.asked == ["a"]


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_broken_file_costs_only_the_work(tmp_path: Path, damage: bytes) -> None:
    """It is made anew, and kept from then on."""
    (tmp_path / FILE).write_bytes(damage)
    assert asked(tmp_path, ["a"]) == ["a"]
    asked(tmp_path, ["a"])
    assert asked(tmp_path, ["a"]) == []


def test_a_table_of_somebody_else_costs_only_the_work(tmp_path: Path) -> None:
    """Columns that are not ours are no reason to fail."""
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("create table vectors (other text)")
    connection.close()
    assert asked(tmp_path, ["a"]) == ["a"]


@pytest.mark.parametrize("value", [b"", b"abc", "ab", 7, None])
def test_a_value_that_is_no_vector_is_made_anew(tmp_path: Path, value: object) -> None:
    """A row of another size or kind is never searched with."""
    asked(tmp_path, ["a"])
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("create table other as select * from vectors")
        connection.execute("drop table vectors")
        connection.execute("create table vectors (model, content, used, value, primary key (model, content))")
        connection.execute("insert into vectors select model, content, used, ? from other", (value,))
    connection.close()
    assert asked(tmp_path, ["a"]) == ["a"]
    assert asked(tmp_path, ["a"]) == []


def test_a_run_that_is_ended_keeps_what_it_made(tmp_path: Path) -> None:
    """Vectors are kept as they come, not at the end."""
    texts = [f"text {number}" for number in range(200)]
    with pytest.raises(KeyboardInterrupt):
        Vectors(model=Lengths(fails_at="text 199"), folder=tmp_path).of(texts)
    assert 0 < len(asked(tmp_path, texts)) < len(texts) / 2


def test_runs_beside_each_other(tmp_path: Path) -> None:
    """Runs that write at the same time neither fail nor lose the file."""
    texts = [f"text {number}" for number in range(100)]
    with ThreadPoolExecutor(max_workers=4) as pool:
        list(pool.map(lambda at: asked(tmp_path, texts[at:] + texts[:at]), range(0, 80, 20)))
    assert asked(tmp_path, texts) == []


def test_what_nobody_asked_for_in_a_month_goes_and_what_is_used_stays(tmp_path: Path) -> None:
    """Rows age by their last use."""
    asked(tmp_path, ["old", "used"])
    _age(tmp_path, days=20)
    asked(tmp_path, ["used"])
    _age(tmp_path, days=20)
    asked(tmp_path, ["new"])
    assert asked(tmp_path, ["used", "old"]) == ["old"]


def _age(folder: Path, *, days: int) -> None:
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("update vectors set used = used - ?", (days,))
    connection.close()


def test_where_nothing_can_be_kept_nothing_is_said(tmp_path: Path) -> None:
    """A folder that is not there costs only the work."""
    assert asked(tmp_path / "none", ["a"]) == ["a"]


@pytest.mark.parametrize(("count", "told"), [(499, []), (500, ["500 texts are embedded, once"])])
def test_who_waits_is_told(count: int, told: list[str]) -> None:
    """A first run over many pages takes minutes, and says what it does."""
    said: list[str] = []
    Vectors(model=Lengths(), say=said.append).of([str(number) for number in range(count)])
    assert said == told

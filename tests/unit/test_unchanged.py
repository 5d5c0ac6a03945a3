"""The note of a check with nothing to do: it never lets a watched file pass, and nothing else than a note is one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff import settings, unchanged
from claimdiff.changes import FolderTree
from claimdiff.pipeline.noting import watch
from claimdiff.pipeline.watching import is_watched
from claimdiff.unchanged import Asked, Note, Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GLOBS = ("docs/**/*.md", "*.rst", "/guide/", "docs/*/in[dt]ex.??", "!docs/old/", "**/notes", "a b/*.txt")
PART = st.sampled_from(
    ["docs", "guide", "old", "new", "notes", "a b", "sub", "index.md", "page.rst", "intex.md", "x.txt"]
)
NOTE = Note(
    base="abc",
    watch=Watch(prefix="", paths=("a",), folders=("b/",), patterns=("c$",), names=("d",), including=False),
    report={"usage": {"wall_s": 1}},
    sentence="Nothing.",
    name="docs",
    count="1 question",
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> tuple[Callable[[str], bool], Watch]:
    """The exact test of watched paths, and the wider one of the note, for a config with odd globs."""
    root = tmp_path_factory.mktemp("site")
    (root / "sub").mkdir()
    (root / "sub/claimdiff.yml").write_text(json.dumps({"docs": GLOBS, "prompts": ["new/p.j2", "sub/*.txt"]}), "utf-8")
    (root / "sub/new").mkdir()
    (root / "sub/new/p.j2").write_text("{% include '../old/x.txt' %}{{ question }}", "utf-8")
    config = settings.load(root / "sub/claimdiff.yml")
    tree = FolderTree(root, "site")
    return is_watched(tree, config, root), watch(tree, config, root)


@given(parts=st.lists(PART, min_size=1, max_size=4))
def test_what_is_watched_is_never_said_to_be_outside(
    rules: tuple[Callable[[str], bool], Watch], parts: list[str]
) -> None:
    """Whatever the globs, a path that decides a check counts; so the short way can only be too careful."""
    exact, wide = rules
    path = "/".join(parts)

    assert wide.may_see([path]) or not exact(path)


def test_most_paths_are_outside(rules: tuple[Callable[[str], bool], Watch]) -> None:
    """The wider test is not simply true."""
    assert not rules[1].may_see(["src/app.py", "docs/page.md", "sub/docs/picture.png"])


def test_a_note_comes_back_as_it_was(tmp_path: Path) -> None:
    """What is left is found again, for the same config only."""
    asked = Asked(config=tmp_path / "claimdiff.yml", offline=True, has_key=False)
    asked.config.write_text("docs: [a]", "utf-8")

    unchanged.keep(NOTE, asked, tmp_path)

    assert unchanged.kept(asked, tmp_path) == NOTE
    asked.config.write_text("docs: [b]", "utf-8")
    assert unchanged.kept(asked, tmp_path) is None


@pytest.mark.parametrize("broken", ["", "[]", "{", '{"for": 1}', "null", '{"watch": {}}'])
def test_whatever_else_lies_there_is_no_note(tmp_path: Path, broken: str) -> None:
    """A file that was cut or written by somebody else costs a whole check and nothing more."""
    asked = Asked(config=tmp_path / "claimdiff.yml", offline=True, has_key=False)
    asked.config.write_text("docs: [a]", "utf-8")
    unchanged.keep(NOTE, asked, tmp_path)
    [file] = (tmp_path / ".claimdiff/unchanged").iterdir()
    file.write_text(broken, "utf-8")

    assert unchanged.kept(asked, tmp_path) is None


def test_where_nothing_can_be_written_there_is_no_note(tmp_path: Path) -> None:
    """A file in the place of the folder ends no check."""
    asked = Asked(config=tmp_path / "claimdiff.yml", offline=True, has_key=False)
    asked.config.write_text("docs: [a]", "utf-8")
    (tmp_path / ".claimdiff").write_text("in the way", "utf-8")

    unchanged.keep(NOTE, asked, tmp_path)

    assert unchanged.kept(asked, tmp_path) is None

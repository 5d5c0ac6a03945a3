"""The state folder as a link: a commit may have brought it, so nothing is read or written through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff import settings, statefolder
from claimdiff.approval.reviewing import Decision
from claimdiff.cli.remembering import Memory
from claimdiff.errors import UsageError
from claimdiff.pipeline import scorers
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.options import Options

if TYPE_CHECKING:
    from pathlib import Path

REJECTED = {"price/x": ("shown", Decision(kind="reject", text=""))}


def test_a_review_recalls_nothing_through_a_link(tmp_path: Path) -> None:
    """Somebody's change cannot bring along what a maintainer is said to have decided."""
    Memory(root=tmp_path / "elsewhere", name="docs", tree="t").keep(REJECTED)
    (tmp_path / "site").mkdir()
    (tmp_path / "site/.claimdiff").symlink_to(tmp_path / "elsewhere/.claimdiff")

    assert Memory(root=tmp_path / "site", name="docs", tree="t").recall() == ({}, False)


def test_a_folder_that_a_full_disk_left_open_is_closed(tmp_path: Path) -> None:
    """Where the file that makes the folder ignore itself is empty, it is written the next time."""
    (tmp_path / ".claimdiff").mkdir()
    (tmp_path / ".claimdiff/.gitignore").write_text("", encoding="utf-8")

    statefolder.ready(tmp_path)

    assert (tmp_path / ".claimdiff/.gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_review_keeps_nothing_through_a_link(tmp_path: Path) -> None:
    """What is written would land in a folder that somebody else chose; the sitting says that it was not kept."""
    (tmp_path / "site").mkdir()
    (tmp_path / "target").mkdir()
    (tmp_path / "site/.claimdiff").symlink_to(tmp_path / "target")

    assert not Memory(root=tmp_path / "site", name="docs", tree="t").keep(REJECTED)
    assert list((tmp_path / "target").iterdir()) == []


def test_a_score_with_claude_does_not_start_with_a_link(tmp_path: Path) -> None:
    """Stored replies that came through a link were paid for by nobody."""
    (tmp_path / "target").mkdir()
    (tmp_path / ".claimdiff").symlink_to(tmp_path / "target")
    (tmp_path / "claimdiff.yml").write_text("judge: {use: claude}\n", encoding="utf-8")
    config = settings.load(tmp_path / "claimdiff.yml")
    engines, _ = choose(config, Options(has_key=True))

    with (
        pytest.raises(UsageError, match="is a link"),
        scorers.opened(config, engines, {"ANTHROPIC_API_KEY": "sk-made-up"}, tmp_path),
    ):
        pass

    assert list((tmp_path / "target").iterdir()) == []

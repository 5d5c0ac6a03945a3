"""Pages that were read before: by content, on this machine, and by nobody else's hand."""

from __future__ import annotations

import json
import shutil
import sqlite3
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff import passages
from helpers.kestrel import kestrel

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel


@pytest.fixture
def repo(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A site whose pages were read once."""
    made = kestrel(tmp_path / "site", capsys)
    made.edit("docs/plans.md", "25 dollars", "30 dollars")
    made.check()
    return made


def _read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are read from now on."""
    asked: list[str] = []
    real = passages.read_page

    def counted(path: str, data: bytes, **other: Any) -> passages.PageReading:
        asked.append(path)
        return real(path, data, **other)

    monkeypatch.setattr(passages, "read_page", counted)
    return asked


def test_after_an_edit_of_one_page_one_page_is_read(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every other page is known from the run before, and the findings are those of a run that knows nothing."""
    repo.edit("docs/ports.md", "8080", "9090")
    asked = _read(monkeypatch)

    known = repo.check()

    assert asked == ["docs/ports.md"]
    for path in (repo.path / ".claimdiff").glob("passages-*"):
        path.unlink()
    new = repo.check()
    assert len(asked) > 10
    assert _bare(known.report) == _bare(new.report)


def test_a_cache_that_came_with_a_commit_is_not_believed(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's change cannot bring readings along in which the docs say what they do not say."""
    [path] = (repo.path / ".claimdiff").glob("passages-*")
    with sqlite3.connect(path) as connection:
        connection.execute("update readings set value = replace(value, '30 dollars', '25 dollars')")
    connection.close()
    repo.repo.git("add", "--force", str(path))
    repo.repo.git("commit", "--quiet", "--message", "cache")
    asked = _read(monkeypatch)

    done = repo.check()

    assert len(asked) > 10
    assert done.flagged == ["price"]


def test_nothing_is_written_through_a_link(repo: Kestrel, tmp_path: Path) -> None:
    """A commit that brings the folder as a link cannot make a run write elsewhere."""
    shutil.rmtree(repo.path / ".claimdiff")
    (tmp_path / "elsewhere").mkdir()
    (repo.path / ".claimdiff").symlink_to(tmp_path / "elsewhere")

    done = repo.check()

    assert done.flagged == ["price"]
    assert "is a link" in done.err
    assert list((tmp_path / "elsewhere").iterdir()) == []


def _bare(report: dict[str, Any]) -> str:
    return json.dumps({**report, "usage": None})

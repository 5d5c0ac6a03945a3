"""When the SDK is loaded ahead: real repositories, and no call at all."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from claimdiff import settings
from claimdiff.changes import resolve_change
from claimdiff.claude.apart import ApartConnection
from claimdiff.claude.store import Store
from claimdiff.comparison.results import QuestionResult
from claimdiff.pipeline import again
from claimdiff.pipeline.engines import choose
from claimdiff.pipeline.options import Options
from claimdiff.pipeline.warming import MANY, begun, likely
from helpers.calls import Scripted, reply, request
from helpers.repos import new_repo

if TYPE_CHECKING:
    from pathlib import Path

    from claimdiff.changes import Change
    from claimdiff.records import QuestionStatus
    from claimdiff.settings import Settings
    from helpers.repos import Repo

ENV = {"ANTHROPIC_API_KEY": "sk-test"}
FILES = {
    "site/claimdiff.yml": json.dumps({"prompts": ["prompts/*.txt"], "judge": {"use": "claude"}}),
    "site/prompts/answer.txt": "Answer.\n",
    "site/docs/plans.md": "# Plans\n\nPro costs 25 dollars.\n",
    "site/docs/team.md": "# Team\n\nWe are six.\n",
    "site/golden_set/baseline/price.yml": "passages:\n  - path: docs/plans.md\n",
    "README.md": "Hello.\n",
}


def _repo(path: Path) -> Repo:
    repo = new_repo(path, FILES)
    repo.branch("topic")
    return repo


def _opened(repo: Repo, *, no_base: bool = False) -> tuple[Change, Settings]:
    config = settings.load(repo.path / "site/claimdiff.yml")
    return resolve_change(repo.path, base=None if no_base else "main", no_base=no_base, env={}), config


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"site/docs/plans.md": "# Plans\n\nPro costs 30 dollars.\n"}, True),
        ({"site/docs/team.md": "# Team\n\nWe are seven.\n"}, False),
        ({"site/docs/plans.md": FILES["site/docs/plans.md"], "docs/plans.md": "elsewhere\n"}, False),
        ({"site/prompts/answer.txt": "Answer shortly.\n"}, True),
        ({"README.md": "Bye.\n"}, False),
        ({f"site/docs/new{at}.md": "New.\n" for at in range(MANY + 1)}, True),
    ],
)
def test_a_call_is_likely_where_a_page_of_an_approved_answer_changed(
    tmp_path: Path, written: dict[str, str], expected: bool
) -> None:
    """A prompt, such a page, or pages in great number; an edit of any other page loads nothing."""
    repo = _repo(tmp_path / "repo")
    repo.commit(written)
    change, config = _opened(repo)
    with closing(change):
        assert likely(change, config, repo.path, force=False) is expected


def test_a_call_is_likely_where_every_question_is_replayed(tmp_path: Path) -> None:
    """With --all, and without a base."""
    repo = _repo(tmp_path / "repo")
    change, config = _opened(repo)
    with closing(change):
        assert not likely(change, config, repo.path, force=False)
        assert likely(change, config, repo.path, force=True)
    change, config = _opened(repo, no_base=True)
    with closing(change):
        assert likely(change, config, repo.path, force=False)


def _begun(repo: Repo, *, has_key: bool = True) -> bool:
    change, config = _opened(repo)
    options = Options(has_key=has_key)
    engines, _ = choose(config, options)
    with closing(change):
        check = again.identity(change, config, options)
        found = begun(change, config, engines, repo.path, ENV, force=False, check=check)
        if found is not None:
            found.close()
        return found is not None


def test_what_is_stored_is_mostly_of_other_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reply in the store keeps nothing from being started; a run without an engine that asks Claude starts nothing."""
    warmed: list[str] = []
    monkeypatch.setattr(ApartConnection, "warm", lambda _, provider: warmed.append(provider))
    monkeypatch.delitem(sys.modules, "anthropic", raising=False)
    repo = _repo(tmp_path / "repo")
    repo.commit({"site/docs/plans.md": "# Plans\n\nPro costs 30 dollars.\n"})

    assert _begun(repo)
    assert warmed == ["anthropic"]
    assert not _begun(repo, has_key=False)
    Store(folder=repo.path / ".claimdiff/responses").put(request(), reply())
    assert _begun(repo)
    assert warmed == ["anthropic", "anthropic"]


def _settle(repo: Repo, status: QuestionStatus = "replayed", *, unkept: int = 0) -> None:
    change, config = _opened(repo)
    caller = Scripted(outcomes=[reply()]).caller(repo.path / ".claimdiff/responses", unkept=unkept)
    with closing(change):
        check = again.identity(change, config, Options(has_key=True))
        again.settle(check, caller, [QuestionResult(id="price", question="How much?", status=status)])


def test_the_very_same_check_again_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its replies are stored. Any further edit, or a store that was taken away, makes it another one."""
    monkeypatch.setattr(ApartConnection, "warm", lambda *_: None)
    monkeypatch.delitem(sys.modules, "anthropic", raising=False)
    repo = _repo(tmp_path / "repo")
    repo.commit({"site/docs/plans.md": "# Plans\n\nPro costs 30 dollars.\n"})
    _settle(repo)

    assert not _begun(repo)
    repo.write("site/prompts/answer.txt", "Answer shortly.\n")
    assert _begun(repo)
    repo.write("site/prompts/answer.txt", FILES["site/prompts/answer.txt"])
    assert not _begun(repo)
    (repo.path / ".claimdiff/responses" / again.NAME).write_text("[[")
    assert _begun(repo)
    (repo.path / ".claimdiff/responses" / again.NAME).write_text('{"a": 1}')
    assert _begun(repo)


@pytest.mark.parametrize("left", [{"status": "error"}, {"unkept": 1}])
def test_a_check_that_left_something_open_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: dict[str, Any]
) -> None:
    """A question that failed, or a reply that could not be stored, is asked for again."""
    monkeypatch.setattr(ApartConnection, "warm", lambda *_: None)
    monkeypatch.delitem(sys.modules, "anthropic", raising=False)
    repo = _repo(tmp_path / "repo")
    repo.commit({"site/docs/plans.md": "# Plans\n\nPro costs 30 dollars.\n"})
    _settle(repo, **left)

    assert _begun(repo)


def test_a_change_of_many_files_is_not_read_for_a_name(tmp_path: Path) -> None:
    """Nor has a run without a base one."""
    repo = _repo(tmp_path / "repo")
    repo.commit({f"site/docs/new{at}.md": "New.\n" for at in range(again.MANY + 1)})
    for no_base in (False, True):
        change, config = _opened(repo, no_base=no_base)
        with closing(change):
            assert again.identity(change, config, Options()) is None

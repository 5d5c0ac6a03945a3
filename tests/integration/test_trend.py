"""The plot of the page: the baseline over its own commits, read from a real repository."""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.changes import history, open_repository
from claimdiff.pipeline.trending import approved_before
from claimdiff.report import Detail, html
from claimdiff.report.detail import Approved
from helpers.reports import rich_report
from helpers.repos import clone, new_repo

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any


class Stub:
    """What the trend asks of a change and of settings."""

    baseline = "golden_set/baseline"

    def __init__(self, repository: Any) -> None:
        self.repository = repository

    def in_repository(self, path: str, root: Path) -> str:
        """The settings lie in the repository's top folder."""
        assert root.is_dir()
        return path


def entry(*verdicts: str, state: str = "answered") -> str:
    """The lines of a baseline file that matter here."""
    return f"schema_version: 1\nstate: {state}\nclaims:\n" + "".join(
        f"- id: a\n  verdict: {name}\n" for name in verdicts
    )


def read(path: Path) -> tuple[Approved, ...]:
    """The trend of a repository."""
    with open_repository(path) as repository:
        stub: Any = Stub(repository)
        return approved_before(stub, stub)


def test_each_commit_of_the_baseline_is_a_point(tmp_path: Path) -> None:
    """Only commits that touch the baseline count, oldest first, with the mean over answers; one that abstains has no score."""
    repo = new_repo(tmp_path / "r", {"golden_set/baseline/a.yml": entry("supported", "contradicted")})
    repo.commit({"docs/a.md": "Text.\n"})
    abstains = entry(state="abstained")
    last = repo.commit({"golden_set/baseline/b.yml": entry("supported"), "golden_set/baseline/c.yml": abstains})
    found = read(repo.path)

    assert [(point.faithfulness, point.questions) for point in found] == [(0.5, 1), (0.75, 3)]
    assert found[-1].sha == last


def test_without_history_there_is_no_plot(tmp_path: Path) -> None:
    """No repository, no commit, no baseline: nothing is drawn, and nothing fails."""
    empty = new_repo(tmp_path / "empty")
    other = new_repo(tmp_path / "other", {"docs/a.md": "Text.\n"})
    stub: Any = Stub(None)

    assert read(empty.path) == read(other.path) == approved_before(stub, stub) == ()
    assert "<svg" not in html(rich_report(), Detail())


def test_a_shallow_clone_shows_what_it_has(tmp_path: Path) -> None:
    """History that was not fetched is not asked for."""
    repo = new_repo(tmp_path / "r", {"golden_set/baseline/a.yml": entry("supported")})
    repo.commit({"golden_set/baseline/a.yml": entry("contradicted")})

    assert [point.faithfulness for point in read(clone(repo, tmp_path / "c", "--depth", "1").path)] == [0.0]


def test_only_the_latest_commits_are_read(tmp_path: Path) -> None:
    """However long the history is, the plot stays as long as its limit."""
    repo = new_repo(tmp_path / "r", {"b/a.yml": "1"})
    shas = [repo.commit({"b/a.yml": text, "b/sub/x.yml": text}) for text in ("2", "3", "4")]
    with open_repository(repo.path) as repository:
        found = history.past_folders(repository, "b", limit=2)
        texts = history.contents(repository, [at.files["a.yml"] for at in found])

    assert [at.sha for at in found] == shas[1:]
    assert [list(at.files) for at in found] == [["a.yml"], ["a.yml"]]
    assert list(texts.values()) == [b"3", b"4"]


def test_the_plot_says_in_words_what_it_shows() -> None:
    """A dot for each commit, a sentence for who does not see it, and a scale that lets small losses be seen."""
    points = tuple(
        Approved(sha=f"{number}" * 40, date=f"2026-03-0{number}", faithfulness=score, questions=8)
        for number, score in ((1, 1.0), (2, 0.94), (3, 0.97))
    )
    page = html(rich_report(), Detail(history=points))

    assert page.count("<circle") == 3
    assert "last 3 commits of the baseline: 1.00 on 2026-03-01, 0.97 on 2026-03-03, lowest 0.94." in page
    assert "<title>2026-03-02 2222222222: 0.94, 8 questions</title>" in page
    assert 'aria-label="Faithfulness of the approved answers' in page

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


def entry(*verdicts: str, state: str = "answered", **judged_by: str) -> str:
    """The lines of a baseline file that matter here."""
    judge = {"use": "lexical", "model": "lexical-1", "entailment": "implied", "extractor": "rules", **judged_by}
    return (
        f"schema_version: 1\nstate: {state}\njudged_by:\n"
        + "".join(f"  {key}: {value}\n" for key, value in judge.items())
        + "claims:\n"
        + "".join(f"- id: a\n  verdict: {name}\n" for name in verdicts)
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


CLAUDE = {"use": "claude", "model": "claude-haiku-4-5", "prompt_hash": '"012345678901"'}


def test_another_judge_cuts_the_plot(tmp_path: Path) -> None:
    """Where the judge, its prompt or the extractor changed no line leads on; where several judged there is none at all."""
    name = "golden_set/baseline/{}.yml".format
    repo = new_repo(tmp_path / "r", {name("a"): entry("supported"), name("b"): entry("supported")})
    repo.commit({name("b"): entry("contradicted")})
    repo.commit({name("a"): entry("supported", **CLAUDE)})
    repo.commit({name("c"): entry("supported")})
    repo.commit({name(id_): entry("supported", **CLAUDE) for id_ in "abc"})
    dated = CLAUDE | {"model": "claude-haiku-4-5-20261001"}
    repo.commit({name(id_): entry("supported", **dated) for id_ in "abc"})
    repo.commit({name(id_): entry("supported", **dated | {"prompt_hash": "ffff"}) for id_ in "abc"})
    found = read(repo.path)

    assert [point.same for point in found] == [False, True, False, True, False, True, False]
    assert [point.mixed for point in found] == [False, False, True, True, False, False, False]
    assert found[-1].judge == "claude-haiku-4-5-20261001, another prompt"
    page = html(rich_report(), Detail(history=found))
    assert (page.count("<circle"), page.count('class="run"'), page.count('class="cut"')) == (7, 2, 3)
    assert "The judge changed 3 times; scores of two judges cannot be compared." in page
    for told in (
        "<b>1</b> lexical-1: 1.00 on",
        "<b>2</b> several judges: 0.50 on",
        "<b>4</b> claude-haiku-4-5-20261001, another prompt: 1.00 on",
    ):
        assert told in page


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
    assert (page.count('class="run"'), 'class="judges"' in page, 'class="number"' in page) == (2, False, False)
    assert all(f'">{date}</text>' in page for date in ("2026-03-01", "2026-03-03"))
    assert 'aria-label="Faithfulness of the approved answers' in page

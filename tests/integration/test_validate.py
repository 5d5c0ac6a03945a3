from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from claimdiff import baseline
from claimdiff.baseline import BaselineClaim, BaselineEntry, BaselineEvidence
from claimdiff.records import JudgeIdentity
from helpers.program import claimdiff
from helpers.repos import Repo, clone, new_repo

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# Plans\n\nThe Gold plan costs 12 euros a year.\n"
QUESTIONS = """\
questions:
- id: gold-price
  question: What does Gold cost?
  answer: Gold costs 12 euros a year.
  sources: [docs/plans.md]
"""


def entry(question_id: str, quote: str = "The Gold plan costs 12 euros a year.") -> str:
    """A baseline file with one claim that rests on a quote."""
    evidence = (BaselineEvidence(path="docs/plans.md", quote=quote),)
    claim = BaselineClaim(id="price", text="Gold costs 12 euros a year.", verdict="supported", evidence=evidence)
    return baseline.render(
        BaselineEntry(
            question_id=question_id,
            question="What does Gold cost?",
            answer="Gold costs 12 euros a year.",
            state="answered",
            judged_by=JudgeIdentity(use="lexical", model="lexical-1"),
            claims=(claim,),
        )
    )


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository in which everything is right."""
    made = new_repo(tmp_path / "repo")
    made.commit(
        {
            "claimdiff.yml": "prompts: [prompts/answer.j2]\n",
            "docs/plans.md": PAGE,
            "prompts/answer.j2": "Answer {{ question }} from {{ context }}.\n",
            "golden_set/questions.yml": QUESTIONS,
            "golden_set/baseline/gold-price.yml": entry("gold-price"),
        }
    )
    return made


def test_what_is_fine_is_said_in_one_line(repo: Repo) -> None:
    """Without problems there is one line with what was looked at, nothing on stderr, and exit 0."""
    run = claimdiff("validate", cwd=repo.path)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(
        "claimdiff.yml: fine (1 question, 1 baseline file, 1 page, 1 prompt file; generator recorded, judge lexical"
    )
    assert run.out.count("\n") == 1
    assert "(gold-price)" in run.out


def test_everything_wrong_is_told_at_once(repo: Repo) -> None:
    """Golden set, baseline, prompts and globs are looked at in one run; each problem has its place and the next step."""
    repo.write("claimdiff.yml", "docs: [docs/**/*.md, guide/**]\nprompts: [prompts/anser.j2]\n")
    repo.write(
        "golden_set/questions.yml",
        QUESTIONS.replace("docs/plans.md]", "docs/plan.md]\n  scope: [v2/**]") + "- {id: silent, question: Why?}\n",
    )
    repo.write("golden_set/baseline/deleted.yml", entry("deleted"))
    repo.write("golden_set/baseline/other.yml", "<<<<<<< HEAD\nid: other\n=======\n>>>>>>> topic\n")
    repo.write("golden_set/baseline/gold-price.yml", entry("gold-price", quote="The Gold plan costs 11 euros a year."))
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 2
    assert run.out == "claimdiff.yml: 5 errors, 3 warnings\n"
    for told in (
        'error: claimdiff.yml:2: prompts[0]: no file matches "prompts/anser.j2"\n    → did you mean prompts/answer.j2?',
        (
            "error: golden_set/questions.yml:5: questions[0].sources[0]: the source docs/plan.md of gold-price does not exist\n"
            "    → did you mean docs/plans.md?"
        ),
        'error: golden_set/questions.yml:6: questions[0].scope[0]: no docs page matches the scope "v2/**" of gold-price',
        "error: golden_set/baseline/deleted.yml:1: id: the golden set has no question deleted\n    → `claimdiff accept deleted`",
        (
            "error: golden_set/baseline/other.yml:1: a merge conflict was left in this file (the line begins with <<<<<<<)\n"
            "    → take either side, then `claimdiff accept other`"
        ),
        'warning: claimdiff.yml:1: docs[1]: no file matches "guide/**"',
        "warning: golden_set/questions.yml:7: 1 question without a recorded answer, not evaluated: silent",
        'the evidence of claim price is in no page: "The Gold plan costs 11 euros a year." (was in docs/plans.md)',
    ):
        assert told in run.err


@pytest.mark.parametrize(
    ("name", "data", "told", "code"),
    [
        ("docs/empty.md", b"", "warning: docs/empty.md: is empty", 0),
        ("docs/latin.md", b"# Caf\xe9\n\nOpen at nine.\n", "warning: docs/latin.md:1: is not UTF-8", 0),
        ("docs/copy.md", PAGE.encode(), "says the same as", 0),
        ("docs/binary.md", b"# A\n\0\0\n", "error: docs/binary.md:2: is a binary file", 2),
        ("docs/huge.md", b"# A\n" + b"word " * 1_100_000, "error: docs/huge.md: is 5.5 MB large", 2),
    ],
)
def test_pages_that_cannot_be_used_are_named(repo: Repo, name: str, data: bytes, told: str, code: int) -> None:
    """A page that is lost to the check is an error; one that is only odd is a warning."""
    repo.write(name, data)
    run = claimdiff("validate", cwd=repo.path)
    assert told in run.err
    assert run.code == code


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_evidence_is_found_in_every_encoding_that_is_read(repo: Repo, encoding: str) -> None:
    """A page with a byte order mark is read by a check, so its quotes are not called stale."""
    repo.write("docs/plans.md", PAGE.encode(encoding))
    run = claimdiff("validate", cwd=repo.path)
    assert (run.code, run.err) == (0, "")


def test_evidence_is_found_in_what_a_notebook_says(repo: Repo) -> None:
    """A notebook writes its lines as JSON, where a quotation mark is another character than in the quote."""
    quote = 'The "Gold" plan costs 12 euros a year.'
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["# Plans\n", "\n", quote]}
    book = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    repo.write("claimdiff.yml", 'docs: ["docs/*.md", "docs/*.ipynb"]\nprompts: [prompts/answer.j2]\n')
    repo.write("docs/gold.ipynb", json.dumps(book))
    repo.write("golden_set/baseline/gold-price.yml", entry("gold-price", quote))
    run = claimdiff("validate", cwd=repo.path)
    assert (run.code, run.err) == (0, "")


def test_the_oldest_answer_is_an_answer(repo: Repo) -> None:
    """Other files of the baseline folder are no answers: `init` leaves a .gitkeep there."""
    repo.commit({"golden_set/baseline/.gitkeep": ""})
    assert "(gold-price)" in claimdiff("validate", cwd=repo.path).out


def test_images_among_the_docs_are_told_once(repo: Repo) -> None:
    """A glob that matches images is told in one line, however many there are."""
    repo.write("claimdiff.yml", "docs: [docs/**]\n")
    for number in range(3):
        repo.write(f"docs/shot{number}.png", b"\x89PNG\0\0" + bytes([number]))
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 0
    assert "warning: claimdiff.yml:1: docs: files that hold no text are matched: 3 .png" in run.err


def test_a_broken_config_is_told_with_every_problem(repo: Repo) -> None:
    """Problems of the config itself end with 2, in the order of its lines."""
    repo.write("claimdiff.yml", "docz: [a]\njudge: {use: lexcal}\n")
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 2
    assert run.err.splitlines() == [
        "error: claimdiff.yml:1: docz: unknown key; allowed are name, root, docs, prompts, golden_set, baseline, language, readers, retriever, generator, extractor, judge, gate, limits",
        "    → did you mean docs?",
        'error: claimdiff.yml:2: judge.use: one of lexical, claude is expected, found the text "lexcal"',
        "    → did you mean lexical?",
    ]


def test_globs_that_match_nothing_are_an_error(repo: Repo) -> None:
    """Without any page nothing can be checked; docs that git ignores are named as the reason."""
    repo.write("claimdiff.yml", "docs: [site/**/*.md]\n")
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 2
    assert "error: claimdiff.yml:1: docs: no file matches site/**/*.md" in run.err
    repo.write(".gitignore", "site/\n")
    repo.write("site/built.md", PAGE)
    assert "site/built.md is on disk and ignored by git" in claimdiff("validate", cwd=repo.path).err


def test_an_undefined_variable_matters_where_the_prompt_is_rendered(repo: Repo) -> None:
    """With recorded answers it is a warning, with a generator that gets the prompt an error."""
    repo.write("prompts/answer.j2", "Answer\n{{ chat_history }}\n")
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 0
    assert "warning: prompts/answer.j2:2: 'chat_history' is undefined" in run.err
    repo.write("claimdiff.yml", "prompts: [prompts/answer.j2]\ngenerator: {use: command, command: git}\n")
    run = claimdiff("validate", cwd=repo.path)
    assert run.code == 2
    assert "error: prompts/answer.j2:2: 'chat_history' is undefined" in run.err


def test_no_config_says_how_to_get_one(tmp_path: Path) -> None:
    """Without a config there is one message and the command that writes one."""
    run = claimdiff("validate", cwd=tmp_path)
    assert run.code == 2
    assert (
        run.err
        == "error: claimdiff.yml: there is no config file claimdiff.yml\n    → run `claimdiff init` to write one, or name yours with --config FILE\n"
    )


def test_two_configs_need_two_names(repo: Repo) -> None:
    """Every config is looked at, and two of one name are an error that names both files."""
    repo.write("second.yml", "gate: {outdated: warn}\n")
    run = claimdiff("validate", "--config", "claimdiff.yml", "--config", "second.yml", cwd=repo.path)
    assert run.code == 2
    assert 'error: second.yml: name: claimdiff.yml has the name "docs" too' in run.err
    assert run.out.startswith("claimdiff.yml: fine")


def test_a_folder_without_git_is_validated_too(tmp_path: Path) -> None:
    """Files can be checked before there is a repository."""
    for name, text in {"claimdiff.yml": "{}", "docs/plans.md": PAGE, "golden_set/questions.yml": QUESTIONS}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = claimdiff("validate", cwd=tmp_path)
    assert (run.code, run.err) == (0, "")
    assert (
        run.out
        == "claimdiff.yml: fine (1 question, 0 baseline files, 1 page, 0 prompt files; generator recorded, judge lexical)\n"
    )


def test_a_config_in_a_folder_of_the_repository(repo: Repo) -> None:
    """Paths start from root, wherever the config lies, and messages name them from the top of the repository."""
    repo.write("bots/claimdiff.yml", "name: bot\nroot: ..\nprompts: [prompts/answer.j2]\n")
    assert claimdiff("validate", "--config", "bots/claimdiff.yml", cwd=repo.path).code == 0
    repo.write("bots/own/claimdiff.yml", "name: own\n")
    run = claimdiff("validate", "--config", "bots/own/claimdiff.yml", cwd=repo.path)
    assert run.code == 2
    assert "bots/own/claimdiff.yml:1: golden_set: there is no golden set bots/own/golden_set/questions.yml" in run.err


class TestRenamedPages:
    """A page that a golden question or a baseline file names went elsewhere, and git knows where."""

    NOW = "docs/guide/unsere Preise für alle.md"

    @pytest.fixture
    def other(self, repo: Repo) -> Repo:
        """A page whose path is more like the old one than the new one is."""
        repo.commit({"docs/plan.md": "# A plan\n\nNobody asks about it, and it says nothing of prices.\n"})
        return repo

    @pytest.mark.parametrize("state", ["on disk", "staged", "committed", "in two steps"])
    def test_the_new_path_is_named(self, other: Repo, state: str) -> None:
        """Whether the rename is on disk, staged or committed, the question is told with the path to write."""
        moved = other.path / self.NOW
        moved.parent.mkdir()
        (other.path / "docs/plans.md").rename(moved)
        if state != "on disk":
            other.git("add", "-A")
        if state in {"committed", "in two steps"}:
            other.git("commit", "-q", "-m", "rename")
        now = self.NOW
        if state == "in two steps":
            other.commit({"docs/plan.md": "# A plan\n\nStill nothing.\n"})
            now = "docs/prices.md"
            other.git("mv", self.NOW, now)

        run = claimdiff("validate", cwd=other.path)

        assert run.code == 2
        assert (
            "error: golden_set/questions.yml:5: questions[0].sources[0]: the source docs/plans.md of gold-price does not exist\n"
            f"    → it was renamed to {now}; write that path there\n"
        ) in run.err

    def test_after_the_edit_and_the_command_all_is_fine(self, other: Repo) -> None:
        """What the two hints say settles it: the path in the golden set, and `accept --moved` for the baseline."""
        (other.path / "docs/guide").mkdir()
        other.git("mv", "docs/plans.md", self.NOW)
        other.write("golden_set/questions.yml", QUESTIONS.replace("docs/plans.md", self.NOW))
        before = claimdiff("validate", cwd=other.path)

        accepted = claimdiff("accept", "--moved", cwd=other.path)
        after = claimdiff("validate", cwd=other.path)

        assert before.code == 0
        assert before.err == (
            f"warning: golden_set/baseline/gold-price.yml:17: 1 baseline file names docs/plans.md, which was renamed to {self.NOW}\n"
            "    → `claimdiff accept --moved` writes the new path, and changes no answer and no verdict\n"
        )
        assert accepted.code == 0
        assert (after.code, after.err) == (0, "")

    def test_a_rename_is_not_stale(self, other: Repo) -> None:
        """Evidence that only moved is no warning of its own; where its sentence changed too, the new path is named."""
        page = (
            PAGE + "\nWhoever takes it in May pays the old price until the end of the year, and nothing for moving.\n"
        )
        other.commit({"docs/plans.md": page})
        (other.path / "docs/guide").mkdir()
        other.git("mv", "docs/plans.md", self.NOW)
        assert "is in no page" not in claimdiff("validate", cwd=other.path).err
        other.write(self.NOW, page.replace("12 euros", "14 euros"))

        run = claimdiff("validate", cwd=other.path)

        assert f"(was in docs/plans.md, which was renamed to {self.NOW})" in run.err

    def test_a_page_that_was_deleted(self, other: Repo) -> None:
        """Git knows it and no rename: no page with a similar path is taken for it."""
        other.git("rm", "-q", "docs/plans.md")

        staged = claimdiff("validate", cwd=other.path)
        other.commit()
        committed = claimdiff("validate", cwd=other.path)

        hint = "    → it was deleted; name the page that answers this now, or take the line out\n"
        assert (hint in staged.err, hint in committed.err) == (True, True)
        assert "did you mean" not in staged.err + committed.err

    def test_a_new_path_outside_of_the_docs(self, other: Repo) -> None:
        """A page that no glob finds any more is no source, wherever it went."""
        (other.path / "guide").mkdir()
        other.git("mv", "docs/plans.md", "guide/plans.md")

        run = claimdiff("validate", cwd=other.path)

        assert "    → it was renamed to guide/plans.md, which no glob of docs matches\n" in run.err

    def test_settings_in_a_folder(self, tmp_path: Path) -> None:
        """Paths are told as the golden set writes them: from root, and from the top with a slash where they left it."""
        repo = new_repo(tmp_path / "mono")
        repo.commit(
            {
                "site/claimdiff.yml": "{}\n",
                "site/docs/plans.md": PAGE,
                "site/docs/other.md": "# Other\n\nNothing.\n",
                "site/golden_set/questions.yml": QUESTIONS,
            }
        )
        repo.git("mv", "site/docs/plans.md", "site/docs/prices.md")
        inside = claimdiff("validate", cwd=repo.path / "site")
        repo.git("mv", "site/docs/prices.md", "plans.md")
        outside = claimdiff("validate", cwd=repo.path / "site")

        assert "    → it was renamed to docs/prices.md; write that path there\n" in inside.err
        assert "    → it was renamed to /plans.md, which no glob of docs matches\n" in outside.err

    def test_a_clone_without_history(self, other: Repo, tmp_path: Path) -> None:
        """Where the history is cut off, the page with the most similar path is offered."""
        other.git("mv", "docs/plans.md", "docs/prices-of-plans.md")
        other.commit()
        shallow = clone(other, tmp_path / "shallow", "--depth=1")

        run = claimdiff("validate", cwd=shallow.path)

        assert run.code == 2
        assert "did you mean docs/plan.md?" in run.err

"""Bad input is told with its place and the next step, with the right exit code, and it never passes."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING

import pytest

from helpers.program import PROGRAM, Run, claimdiff, commit, git, replace, sample_repository, unmeasured

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOISE = re.compile(r"Traceback \(most recent call last\)|has a bug")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """Meridian on a branch of its own, baseline and all."""
    folder = sample_repository(tmp_path / "repo", "meridian")
    git("checkout", "--quiet", "-b", "topic", cwd=folder)
    return folder


def write(repo: Path, path: str, text: str | bytes) -> None:
    """Write a file of the repository."""
    target = repo / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())


def refused(done: Run, *facts: str) -> None:
    """The run ended with 2, told all the facts on stderr, and showed no traceback."""
    assert done.code == 2, (done.code, done.out, done.err)
    assert not NOISE.search(done.err), done.err
    assert [fact for fact in facts if fact not in done.err] == [], done.err


BROKEN: dict[str, tuple[str, Callable[[str], str], tuple[str, ...]]] = {
    "tab": ("questions.yml", lambda _: "questions:\n\t- id: a\n", ("questions.yml:2", "tab")),
    "duplicate key": ("claimdiff.yml", lambda text: text + "name: again\n", ("claimdiff.yml:7", "name")),
    "unknown key": ("claimdiff.yml", lambda text: text + "retriver: {use: bm25}\n", ("claimdiff.yml:7", "retriver")),
    "wrong type": (
        "claimdiff.yml",
        lambda text: text + "gate: {max_lost: many}\n",
        ("claimdiff.yml:7", "max_lost", "many"),
    ),
    "conflict markers": (
        "questions.yml",
        lambda text: "<<<<<<< ours\n" + text + "=======\n>>>>>>> theirs\n",
        ("questions.yml:1",),
    ),
    "empty set": ("questions.yml", lambda _: "questions: []\n", ("questions.yml",)),
    "duplicate id": (
        "questions.yml",
        lambda text: text + "\n  - id: pro-price\n    question: Again?\n",
        ("questions.yml:", "pro-price"),
    ),
    "alias bomb": (
        "questions.yml",
        lambda _: (
            "a: &a [x, x, x, x, x, x, x, x, x]\n"
            + "".join(
                f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n"
                for old, new in zip("abcdefgh", "bcdefghi", strict=True)
            )
            + "questions: *i\n"
        ),
        ("questions.yml",),
    ),
    "glob that matches nothing": (
        "claimdiff.yml",
        lambda text: text.replace("docs/**/*.md", "documentation/**/*.md"),
        ("documentation/**/*.md",),
    ),
    "no golden set": (
        "claimdiff.yml",
        lambda text: text.replace("golden_set: questions.yml", "golden_set: golden.yml"),
        ("golden.yml",),
    ),
}


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("command", ["check", "validate"])
def test_broken_files(repo: Path, name: str, command: str) -> None:
    """A broken file ends with 2, with its path, line and what is wrong, under check as under validate."""
    path, change, facts = BROKEN[name]
    write(repo, path, change((repo / path).read_text(encoding="utf-8")))

    refused(claimdiff(command, cwd=repo), *facts)


def test_all_problems_at_once(repo: Path) -> None:
    """Three mistakes in two places of one file are told in one run."""
    write(repo, "claimdiff.yml", "nam: meridian\ngate: {outdated: maybe, max_drop: 7}\ngolden_set: questions.yml\n")

    refused(claimdiff("validate", cwd=repo), "nam", "outdated", "maybe", "max_drop")


def test_conflict_markers_in_a_baseline(repo: Path) -> None:
    """A baseline file with conflict markers says to take either side and accept the question again."""
    path = "baseline/pro-price.yml"
    text = (repo / path).read_text(encoding="utf-8")
    write(repo, path, text.replace("claims:\n", "<<<<<<< HEAD\nclaims:\n=======\nclaims: []\n>>>>>>> other\n"))

    refused(claimdiff("check", cwd=repo), "baseline/pro-price.yml:", "claimdiff accept pro-price")


def test_source_that_does_not_exist(repo: Path) -> None:
    """A question whose source is no page is told with question and path."""
    replace(repo / "questions.yml", "[docs/sdks.md]", "[docs/sdk.md]")

    refused(claimdiff("validate", cwd=repo), "questions.yml:", "docs/sdk.md")


def test_baseline_of_a_deleted_question(repo: Path) -> None:
    """A question that goes while its baseline stays fails the gate, and the report names it."""
    text = (repo / "questions.yml").read_text(encoding="utf-8")
    start = text.index("  - id: python-sdk")
    write(repo, "questions.yml", text[:start] + text[text.index("  - id: undo-delete") :])

    done = claimdiff("check", cwd=repo)

    assert done.code == 1, done.err
    assert "python-sdk" in done.out


@pytest.mark.parametrize(
    ("page", "content", "fact"),
    [
        ("docs/logo.md", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" * 40, "docs/logo.md"),
        ("docs/huge.md", b"All the same sentence again. " * 1_900_000, "docs/huge.md"),
    ],
    ids=["binary", "50 MB"],
)
def test_pages_that_cannot_be_read(repo: Path, page: str, content: bytes, fact: str) -> None:
    """A binary page and one of 50 MB are named; neither is read as text, and neither passes in silence."""
    write(repo, page, content)

    refused(claimdiff("check", cwd=repo), fact)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n\n  \n"], ids=["nothing", "mark", "blanks"])
def test_a_page_that_a_change_empties(repo: Path, content: bytes) -> None:
    """A page without a word, also one of a byte order mark alone, is named, and what it backed is reported."""
    write(repo, "docs/plans.md", content)

    done = claimdiff("check", cwd=repo)

    assert done.code == 1, done.err
    assert "docs/plans.md" in done.err
    assert "empty" in done.err
    assert "The Pro plan costs $25 per month." in done.out


def test_a_page_of_front_matter_alone(repo: Path) -> None:
    """A page that says nothing to a reader takes nothing from the answers."""
    write(repo, "docs/stub.md", "---\ntitle: to come\n---\n")

    assert claimdiff("check", cwd=repo).code == 0


def test_page_in_another_encoding(repo: Path) -> None:
    """A page that is not UTF-8 is read and told with its line."""
    write(repo, "docs/latin.md", "# Café\n\nOur café opens at 8.\n".encode("latin-1"))

    done = claimdiff("check", cwd=repo)

    assert done.code == 0, done.err
    assert "docs/latin.md:1" in done.err + done.out


def test_the_same_page_twice(repo: Path) -> None:
    """A copy of a page takes no claim's support away."""
    write(repo, "docs/plans-copy.md", (repo / "docs/plans.md").read_bytes())

    done = claimdiff("check", cwd=repo)

    assert done.code == 0, done.out


def test_a_deleted_page_is_reported_with_its_line(repo: Path) -> None:
    """When the page behind an answer goes, the claim fails the check and the report names the page."""
    (repo / "docs/deletion.md").unlink()
    commit(repo)

    done = claimdiff("check", cwd=repo)

    assert done.code == 1
    assert re.search(r"docs/deletion\.md:\d+", done.out)


def test_full_disk_while_accepting(repo: Path) -> None:
    """When nothing can be written, accept ends with 2 and names the file, and the old baseline stays whole."""
    replace(repo / "docs/plans.md", "$25", "$30")
    commit(repo)
    before = {path.name: path.read_bytes() for path in (repo / "baseline").iterdir()}

    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 0; exec "$0" accept pro-price', PROGRAM],
        cwd=repo,
        env=unmeasured(),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert "pro-price.yml" in done.stderr
    assert not NOISE.search(done.stderr)
    assert {path.name: path.read_bytes() for path in (repo / "baseline").iterdir()} == before


@pytest.mark.parametrize(
    "args",
    [
        ["check", "--base", "no-such-branch"],
        ["check", "--question", "no-such-question"],
        ["check", "--config", "elsewhere.yml"],
        ["check", "--format", "yaml"],
        ["accept", "no-such-question"],
        ["accept"],
        ["explain", "no-such-question"],
        ["diff", "a.json", "b.json"],
        ["score", "--input", "no-such-file.jsonl"],
        ["schema", "nothing"],
        ["no-such-command"],
    ],
    ids=" ".join,
)
def test_wrong_arguments(repo: Path, args: list[str]) -> None:
    """A wrong argument ends with 2 and names what was wrong."""
    done = claimdiff(*args, cwd=repo)

    refused(done)
    named = args[-1] if len(args) > 1 and args[0] != "diff" else "a.json" if args[0] == "diff" else args[0]
    assert named in done.err


def test_outside_of_a_repository(tmp_path: Path) -> None:
    """Without git history there is one line that says what to do, and no pass."""
    (tmp_path / "claimdiff.yml").write_text("name: lonely\n", encoding="utf-8")

    refused(claimdiff("check", cwd=tmp_path), "git")


@pytest.mark.parametrize("line", ["{", "[]", '"text"', '{"id": "1"}', '{"id": "1", "context": 7, "answer": "a"}'])
def test_one_bad_line_of_answers(tmp_path: Path, line: str) -> None:
    """A line that cannot be scored is told, the others are scored, and the run ends with 2."""
    good = '{"id": "good", "context": ["Dogs are welcome."], "answer": "Dogs are welcome."}'

    done = claimdiff("score", cwd=tmp_path, stdin=f"{line}\n{good}\n")

    assert done.code == 2
    assert done.lines()[-1]["id"] == "good"
    assert done.lines()[-1]["faithfulness"] == 1.0
    assert done.err
    assert not NOISE.search(done.err)

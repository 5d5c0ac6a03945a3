"""`claimdiff accept --from REPORT`: what a build proposed is written, for the same tree only, and nothing is believed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from helpers.kestrel import QUESTIONS, Kestrel, config, golden, question

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def reported(repo: Kestrel, tmp_path: Path) -> Path:
    """A folder with the report that a build made of the commit that raises the price."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    repo.commit()
    repo.check("--output", str(tmp_path / "report"))
    return tmp_path / "report"


def changed(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The report after somebody changed it."""
    value = json.loads((path / "report.json").read_text(encoding="utf-8"))
    change(value)
    other = path / "changed.json"
    other.write_text(json.dumps(value), encoding="utf-8")
    return other


@pytest.mark.parametrize("arguments", [("price",), ("--all",)])
def test_the_same_bytes_as_without(repo: Kestrel, reported: Path, arguments: tuple[str, ...]) -> None:
    """What is written is what accept itself writes, from the folder or from the file."""
    assert repo.accept("--from", str(reported), *arguments).code == 0
    told = repo.baselines()
    repo.repo.git("checkout", "-q", "golden_set")

    assert repo.accept(*arguments).code == 0

    assert repo.baselines() == told
    assert "costs 30" in repo.baseline("price")["answer"]
    repo.repo.git("checkout", "-q", "golden_set")
    assert repo.accept("--from", str(reported / "report.json"), *arguments).code == 0
    assert repo.baselines() == told


def test_safe_leaves_what_is_gated(repo: Kestrel, reported: Path) -> None:
    """`--safe` leaves the price, since a claim of it is gated."""
    done = repo.accept("--from", str(reported), "--safe")

    assert done.code == 0, done.err
    assert "costs 25" in repo.baseline("price")["answer"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda value: value.update(name="other"), "the report is of 'other'"),
        (lambda value: value["head"].update(sha="0" * 40), "the report is of commit 0000000000"),
        (lambda value: value["head"].update(sha=None, dirty=True), "files that were not committed"),
        (lambda value: value["judge"].update(use="claude", model="claude-haiku-4-5"), "judged by claude"),
        (lambda value: value["judge"].update(entailment="explicit"), "entailment explicit"),
        (lambda value: value.update(prompt_hash="0123456789ab"), "other prompts"),
    ],
    ids=["name", "commit", "dirty", "judge", "entailment", "prompt"],
)
def test_another_tree_is_refused(repo: Kestrel, reported: Path, change: Callable[[Any], None], told: str) -> None:
    """A report of something else is refused as a whole, with what it is of; nothing is written."""
    before = repo.baselines()

    done = repo.accept("--from", str(changed(reported, change)), "--all")

    assert (done.code, repo.baselines()) == (1, before)
    assert told in done.err


def _price(**values: Any) -> Callable[[dict[str, Any]], None]:
    def change(value: dict[str, Any]) -> None:
        next(one for one in value["questions"] if one["id"] == "price")["proposed"].update(values)

    return change


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"claims": [{"id": "c", "text": "Pro is free.", "verdict": "supported", "evidence": []}]}, "quotes nothing"),
        (
            {
                "claims": [
                    {
                        "id": "c",
                        "text": "Pro is free.",
                        "verdict": "supported",
                        "evidence": [{"path": "docs/plans.md", "quote": "Pro is free."}],
                    }
                ]
            },
            "does not stand in docs/plans.md",
        ),
        (
            {"claims": [{"id": "c", "text": "x\x1b[2J", "verdict": "contradicted", "evidence": []}]},
            "price/c is contradicted",
        ),
        ({"passages": [{"path": "../secret", "heading": [], "hash": "0123456789ab"}]}, "not in the docs here"),
        ({"state": "error"}, "proposes no answer"),
    ],
    ids=["no quote", "invented quote", "unsupported", "foreign passage", "failed answer"],
)
def test_what_is_not_so_here_is_refused(repo: Kestrel, reported: Path, values: dict[str, Any], told: str) -> None:
    """A report that somebody changed is found out by what the pages here say, and acts on no terminal."""
    before = repo.baselines()

    done = repo.accept("--from", str(changed(reported, _price(**values))), "price")

    assert (done.code, repo.baselines()) == (1, before)
    assert told in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema_version": 2}', '{"schema_version": 1, "x": NaN}'])
def test_no_report(repo: Kestrel, tmp_path: Path, content: str) -> None:
    """A file that is no report is a usage error with its name."""
    file = tmp_path / "report.json"
    file.write_text(content, encoding="utf-8")

    done = repo.accept("--from", str(file), "--all")

    assert done.code == 2
    assert "report.json" in done.err


def test_pages_that_changed_since(repo: Kestrel, reported: Path) -> None:
    """The commit is the same, a page on disk is not: the passage that the report saw is not here."""
    repo.edit("docs/plans.md", "30 dollars", "35 dollars")
    before = repo.baselines()

    done = repo.accept("--from", str(reported), "price")

    assert (done.code, repo.baselines()) == (1, before)
    assert "not in the docs here" in done.err


def test_nothing_proposed(repo: Kestrel, tmp_path: Path) -> None:
    """Where the build could propose nothing, or did not replay a question, that is the reason."""
    repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
    repo.commit()
    repo.check("--output", str(tmp_path / "report"))

    done = repo.accept("--from", str(tmp_path / "report"), "port", "price")

    assert done.code == 1
    assert "port: the report proposes nothing; claimdiff accept port says why" in done.err
    assert "price: the report proposes nothing; it was not replayed there" in done.err


def test_a_kept_claim_stays_kept(repo: Kestrel, tmp_path: Path) -> None:
    """A claim that was kept with a reason keeps name and reason, though a report does not carry them."""
    repo.write("docs/ports.md", "# Ports\n\nPorts are opened by the installer.\n")
    repo.accept("port", "--keep-unsupported", "--reason", "page follows in May")
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.edit("docs/ports.md", "by the installer", "by the installer alone")
    repo.commit()
    repo.check("--all", "--output", str(tmp_path / "report"))

    assert repo.accept("--from", str(tmp_path / "report"), "--all").code == 0

    assert repo.baseline("port")["claims"][0]["accepted"]["reason"] == "page follows in May"


@pytest.mark.parametrize(
    "arguments",
    [
        ("price", "--answer", "x"),
        ("price", "--regenerate"),
        ("--moved",),
        ("--safe", "--moved"),
        ("price/x",),
        ("nope",),
        (),
    ],
)
def test_usage(repo: Kestrel, reported: Path, arguments: tuple[str, ...]) -> None:
    """What does not go with a report is a usage error."""
    before = repo.baselines()

    done = repo.accept("--from", str(reported), *arguments)

    assert (done.code, repo.baselines()) == (2, before)


def test_a_first_baseline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a repository without a baseline, what the build proposes becomes the first one."""
    from helpers.kestrel import kestrel

    made = kestrel(tmp_path / "new", capsys, {"claimdiff.yml": config()}, approved=False)
    made.check("--all", "--output", str(tmp_path / "report"))

    done = made.accept("--from", str(tmp_path / "report"), "--all")

    assert done.code == 0, done.err
    assert len(made.baselines()) == 10


def test_a_removed_question_loses_its_baseline(repo: Kestrel, tmp_path: Path) -> None:
    """What accept deletes without a report is deleted with one too: with `--all`, by its name, and not with `--safe`."""
    left = [question(id_) for id_, _, _ in QUESTIONS if id_ != "port"]
    repo.write("golden_set/questions.yml", golden(left))
    repo.commit()
    repo.check("--output", str(tmp_path / "report"))
    report = str(tmp_path / "report")

    assert repo.accept("--from", report, "--safe").code == 0
    assert "port.yml" in repo.baselines()
    for arguments in (("--all",), ("port",)):
        done = repo.accept("--from", report, *arguments)

        assert (done.code, done.out) == (0, "deleted the baseline of port\n"), done.err
        assert "port.yml" not in repo.baselines()
        repo.repo.git("checkout", "-q", "golden_set")

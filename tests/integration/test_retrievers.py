"""The team's own retriever, for real: a checkout that it indexes itself, and a store that is indexed after merge."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import PAGES, config, golden, question

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel

CHECKOUT = """\
import json, pathlib, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open("asked.jsonl", "a") as file:
        file.write(line)
    words = set(asked["question"].lower().strip("?").split())
    pages = sorted((pathlib.Path(asked["docs_root"]) / "docs").glob("*.md"))
    ranked = sorted(pages, key=lambda page: -len(words & set(page.read_text().lower().replace(".", "").split())))
    found = [{"path": f"docs/{page.name}", "text": page.read_text().split("\\n\\n")[1].strip()} for page in ranked[: asked["k"]]]
    print(json.dumps({"id": asked["id"], "passages": found}), flush=True)
"""
STORE = """\
import json, pathlib, sys
store = json.loads(pathlib.Path("store.json").read_text())
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "passages": store.get(asked["id"], [])}), flush=True)
"""


def retrieve(repo: Kestrel, program: str, **other: object) -> None:
    """Let a program retrieve, on main as well."""
    repo.write("retrieve.py", program)
    repo.write(
        "claimdiff.yml", config(retriever={"use": "command", "command": "python3 retrieve.py", "passages": 1, **other})
    )
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")


def stored(*ids: str) -> str:
    """What a store knows: the sentences of the pages as they are on main."""
    pages = {"price": "plans", "port": "ports", "rate": "limits"}
    return json.dumps(
        {
            id_: [{"path": f"docs/{pages[id_]}.md", "text": PAGES[f"docs/{pages[id_]}.md"].splitlines()[2]}]
            for id_ in ids
        }
    )


def three(repo: Kestrel) -> None:
    """Keep three questions."""
    ids = ("price", "port", "rate")
    repo.write("golden_set/questions.yml", golden([question(id_) for id_ in ids]))
    for name in repo.baselines():
        if name.removesuffix(".yml") not in ids:
            repo.delete(f"golden_set/baseline/{name}")


class TestCheckout:
    """`sees: checkout`: it is told the side and indexes it."""

    def test_a_changed_page(self, repo: Kestrel) -> None:
        """Both sides are asked with their own docs; the change is found, with its line."""
        retrieve(repo, CHECKOUT)
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["cause"]) == ("port", "docs")
        assert claim["change"] == {"path": "docs/ports.md", "line": 3, "side": "head"}
        assert done.replayed == ["port"]
        assert done.report["retriever"] == {"use": "command", "sees": "checkout"}

    def test_what_it_gets(self, repo: Kestrel) -> None:
        """Id, question, k, side, the folder with the docs of that side, and its commit."""
        retrieve(repo, CHECKOUT)
        repo.edit("docs/ports.md", "8080", "9090")

        repo.check()

        asked = [json.loads(line) for line in (repo.path / "asked.jsonl").read_text(encoding="utf-8").splitlines()]
        assert {frozenset(item) for item in asked} == {frozenset({"id", "question", "k", "side", "docs_root", "sha"})}
        assert {item["side"] for item in asked} == {"base", "head"}
        assert {item["sha"] for item in asked if item["side"] == "base"} == {repo.repo.git("rev-parse", "main")}

    @pytest.mark.parametrize(
        "program", ["import sys; sys.exit('no index')", "print('hm')", "import time; time.sleep(30)"]
    )
    def test_failure(self, repo: Kestrel, program: str) -> None:
        """A retriever that fails is incomplete: exit 4 with its words, never a pass; `never` makes it 0."""
        retrieve(repo, program)
        repo.write(
            "claimdiff.yml", (repo.path / "claimdiff.yml").read_text(encoding="utf-8") + "limits: {timeout_s: 0.2}\n"
        )
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.out) == (4, "")
        assert "retriever" in done.err
        assert "Traceback" not in done.err
        assert repo.check("--fail-on", "never").code == 0

    def test_unmapped(self, repo: Kestrel) -> None:
        """A passage of a page that does not exist is a finding with its path, not gated."""
        three(repo)
        repo.write(
            "store.json",
            json.dumps({"port": [{"path": "wiki/ports", "text": "The admin server listens on port 8080."}]}),
        )
        retrieve(repo, STORE)
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check("--all", "--question", "port")

        [finding] = done.findings("unmapped_passage")
        assert (finding["path"], finding["gated"]) == ("wiki/ports", False)


class TestMerged:
    """`sees: merged`: a store that knows main alone."""

    def test_overlay(self, repo: Kestrel) -> None:
        """Its ranking is kept, the text of a changed page is that of each side, and the report says so."""
        three(repo)
        repo.write("store.json", stored("price", "port", "rate"))
        retrieve(repo, STORE, sees="merged")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["cause"], claim["outdated"]) == ("port", "docs", True)
        assert done.report["retriever"]["sees"] == "overlay"

    def test_new_page(self, repo: Kestrel) -> None:
        """A page that the store does not know yet is found by its words."""
        three(repo)
        repo.write("store.json", stored("price", "port", "rate"))
        retrieve(repo, STORE, sees="merged")
        repo.write("docs/news.md", "# News\n\nThe admin server listens on port 9090.\n")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["conflict"], claim["change"]["path"]) == ("port", True, "docs/news.md")


def test_offline(repo: Kestrel) -> None:
    """`--offline` uses bm25 in place of an HTTP retriever and calls nobody."""
    repo.write("claimdiff.yml", config(retriever={"use": "http", "url": "http://127.0.0.1:9/", "passages": 1}))
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.edit("docs/ports.md", "8080", "9090")

    done = repo.check("--offline")

    assert (done.flagged, done.report["retriever"]["use"]) == (["port"], "bm25")
    assert repo.check().code == 4

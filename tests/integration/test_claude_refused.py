"""A claim whose evidence stands and whose words stay, while the model judges it otherwise: no form says it is gone."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from helpers.docent import Approved, Docent
from helpers.kestrel import Kestrel, config, golden, question

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.fake_claude import FakeClaude

PRICE, STORAGE = "The Pro plan costs 25 dollars per month.", "The Pro plan includes 50 GB of storage."
STARTER = "The Starter plan has no storage."
ASKED = "What does the Pro plan cost?"
ENGINES: dict[str, Any] = {"generator": {"use": "claude"}, "judge": {"use": "claude"}, "extractor": {"use": "claude"}}
SAYS = {
    "contradicted, by a quote that is nowhere": (
        {"verdict": "contradicted", "quote": "The Pro plan costs 40 dollars."},
        "Claude said contradicted, but its quote 'The Pro plan costs 40 dollars.' stands in no passage",
    ),
    "supported, by a quote that is nowhere": (
        {"verdict": "supported", "quote": "The Pro plan is 25 dollars."},
        "Claude said supported, but its quote 'The Pro plan is 25 dollars.' stands in no passage",
    ),
    "supported, by a quote of something else": (
        {"verdict": "supported", "quote": STARTER},
        "Claude said supported, but its quote does not say: ",
    ),
    "supported, without a quote": (
        {"verdict": "supported", "quote": ""},
        "Claude said supported, but it quotes no passage for it",
    ),
    "unverifiable": (
        {"verdict": "unverifiable", "quote": ""},
        "What supported this still stands, but the judge no longer finds it supported",
    ),
}
UNTRUE = ("nothing that was retrieved says this", "No retrieved passage says this", "the answer did")


def _files() -> dict[str, str]:
    rows = [question("price", answer=f"{PRICE} {STORAGE}"), question("port")]
    return {
        "claimdiff.yml": config(prompts=["prompts/answer.md.j2"], **ENGINES),
        "prompts/answer.md.j2": "Answer from the search results.\n\n{{ question }}\n",
        "golden_set/questions.yml": golden(rows),
        "docs/plans.md": f"# Plans\n\n{PRICE}\n\n{STORAGE}\n",
    }


APPROVED = Approved(files=_files())


@dataclass(kw_only=True)
class Doubter(Docent):
    """An assistant that judges the price as it is told to, wherever it is shown the sentence on the Starter plan."""

    says: dict[str, str] = field(default_factory=dict)

    def _verdict(self, name: str, claim: str, passages: list[dict[str, Any]]) -> dict[str, Any]:
        lines = [line for passage in passages for line in passage["lines"]]
        if claim != PRICE or STARTER not in lines or not self.says:
            return super()._verdict(name, claim, passages)
        verdict, quote = self.says["verdict"], self.says["quote"]
        bears = "contradicts" if verdict == "contradicted" else "supports"
        evidence = [{"passage": 1, "quote": quote, "says": bears}] if quote else []
        return {"id": name, "evidence": evidence, "reason": "as read", "verdict": verdict}


@pytest.fixture
def docent(fake_claude: FakeClaude, monkeypatch: pytest.MonkeyPatch) -> Doubter:
    """The assistant; the environment points at it."""
    for name, value in fake_claude.env.items():
        monkeypatch.setenv(name, value)
    made = Doubter(answers={ASKED: f"{PRICE} {STORAGE}"})
    made.serve(fake_claude)
    return made


@pytest.fixture
def repo(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], docent: Doubter
) -> Kestrel:
    """Two questions, approved; the page of the price gains a sentence on another plan."""
    made = APPROVED.copy(tmp_path, tmp_path_factory, capsys, docent)
    made.edit("docs/plans.md", STORAGE, f"{STORAGE}\n\n{STARTER}")
    return made


def _forms(repo: Kestrel, folder: Path) -> dict[str, str]:
    """Every form in which a run is told, with the blanks of line breaks folded."""
    text = repo.run("check", "--base", "main", "--format", "text", "--output", str(folder)).out
    told = repo.run("explain", "price", "--base", "main").out
    files = {name: (folder / name).read_text() for name in ("report.md", "report.html", "report.sarif", "junit.xml")}
    return {name: " ".join(unescape(form).split()) for name, form in {"text": text, "explain": told, **files}.items()}


@pytest.mark.parametrize(("says", "sentence"), SAYS.values(), ids=SAYS.keys())
def test_no_form_says_that_a_line_that_stands_is_gone(
    repo: Kestrel, docent: Doubter, tmp_path: Path, says: dict[str, str], sentence: str
) -> None:
    """Each tells what the model said, shows the line as standing before and now, and blames neither docs nor answer."""
    docent.says = says

    forms = _forms(repo, tmp_path / "out")

    assert not [(name, words) for name, form in forms.items() for words in UNTRUE if words in form]
    cause = "generation; its evidence and the answer's words for it are as before; only the judge reads them otherwise"
    for name in ("text", "report.md", "report.sarif"):
        assert sentence.replace("'", "") in forms[name].replace("\\", "").replace("'", ""), forms[name]
        assert f"Cause: {cause}." in forms[name], forms[name]
    assert f"cause: {cause}" in forms["junit.xml"]
    assert f"docs/plans.md:3 (before and now) = {PRICE}" in forms["text"]
    assert f"@@ docs/plans.md:3, before and now @@ {PRICE}" in forms["report.md"]
    assert f"@@ docs/plans.md:3, before and now @@ {PRICE}" in forms["junit.xml"]
    assert re.search(r"before and now</span> <code>docs/plans\.md:3</code>", forms["report.html"])
    assert f"docs/plans.md:3 (before and now) = {PRICE}" in forms["explain"]
    results = json.loads((tmp_path / "out/report.sarif").read_text())["runs"][0]["results"]
    place = results[0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/plans.md"
    assert place["region"]["startLine"] == (7 if says["quote"] == STARTER else 3)


def test_a_prompt_that_leaves_the_words_is_no_cause(repo: Kestrel, docent: Doubter) -> None:
    """The same words over the same evidence were not changed by the prompt that changed beside them."""
    docent.says = SAYS["unverifiable"][0]
    repo.edit("prompts/answer.md.j2", "Answer", "Reply")

    found = repo.check().report["newly_unsupported"]

    assert [(claim["claim"], claim["cause"]) for claim in found] == [(PRICE, "generation")]


def test_a_line_that_is_gone_is_still_told_as_gone(repo: Kestrel, docent: Doubter, tmp_path: Path) -> None:
    """What the change takes away is its own cause, whatever the model quotes for it."""
    docent.says = SAYS["supported, by a quote that is nowhere"][0]
    repo.edit("docs/plans.md", f"{PRICE}\n\n", "")

    forms = _forms(repo, tmp_path / "out")

    assert "Cause: docs; this change removes docs/plans.md:3." in forms["text"]
    assert f"docs/plans.md:3 - {PRICE} (nothing that was retrieved says this)" in forms["text"]


def test_a_claim_that_votes_leave_open_is_not_told_as_gone(repo: Kestrel, docent: Doubter, tmp_path: Path) -> None:
    """The page and `explain` list it with the line that stands, although the first reading quoted nothing."""
    docent.verdicts[PRICE] = ["supported", "unverifiable", "supported", "supported"]
    repo.run("check", "--base", "main")
    docent.verdicts[PRICE] = ["unverifiable", "supported", "supported"]
    repo.edit("docs/plans.md", STARTER, f"{STARTER} It has no support.")

    forms = _forms(repo, tmp_path / "out")

    assert "uncertain" in forms["explain"], forms["explain"]
    assert not [name for name, form in forms.items() if "nothing that was retrieved says this" in form]
    assert f"(before and now) = {PRICE}" in forms["explain"]


def test_what_could_not_be_judged_is_not_told_as_gone(repo: Kestrel, docent: Doubter, tmp_path: Path) -> None:
    """A claim without a verdict has its evidence of before beside it, and no word on what the docs say now."""
    repo.edit("docs/plans.md", PRICE, "The Pro plan costs 30 dollars per month.")
    docent.verdicts[PRICE] = ["who knows"]

    forms = _forms(repo, tmp_path / "out")

    assert "could not be judged" in forms["text"]
    assert not [name for name, form in forms.items() if "nothing that was retrieved says this" in form]

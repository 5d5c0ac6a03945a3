"""Recorded statements that the docs hold where the words of the question do not lead: they are watched as well."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import PAGES, Kestrel, config, copied, golden, kestrel, question

if TYPE_CHECKING:
    from pathlib import Path

ANSWER = "The gateway allows 600 requests per minute. A session expires after 15 minutes."
SET = golden([question("rate", answer=ANSWER), question("port")])
_MADE: dict[str, Kestrel] = {}


@pytest.fixture
def wide(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """A question whose answer also says what stands on a page that it does not find; one passage a question."""
    if "approved" not in _MADE:
        folder = tmp_path_factory.mktemp("made") / "wide"
        _MADE["approved"] = kestrel(folder, capsys, {"golden_set/questions.yml": SET})
    return copied(_MADE["approved"], tmp_path / "wide", capsys)


def claims(made: Kestrel) -> list[tuple[str, list[str]]]:
    """Verdict and pages of the evidence of each approved claim."""
    return [(one["verdict"], [e["path"] for e in one["evidence"]]) for one in made.baseline("rate")["claims"]]


def test_stored_with_its_quote(wide: Kestrel) -> None:
    """Accepting stores such a claim as supported, with its quote; it is in no need of an acceptance."""
    assert claims(wide) == [("supported", ["docs/limits.md"]), ("supported", ["docs/sessions.md"])]
    assert all(one.get("accepted") is None for one in wide.baseline("rate")["claims"])


def test_supported_in_a_full_replay(wide: Kestrel) -> None:
    """Replayed without a change both claims are supported, the reason says how, and nothing counts as missed."""
    done = wide.check("--all")

    first, second = done.question("rate")["claims"]
    assert (first["verdict"], second["verdict"], second["status"]) == ("supported", "supported", "unchanged")
    assert "found by the words of the claim" in second["reason"]
    assert "found by the words of the claim" not in first["reason"]
    assert done.report["retrieval_misses"] == []


def test_an_edit_of_that_page_is_seen(wide: Kestrel) -> None:
    """The question is replayed and the claim reported when the page changes that only the claim finds."""
    wide.edit("docs/sessions.md", "15 minutes", "20 minutes")

    done = wide.check()

    [claim] = done.report["newly_unsupported"]
    assert (done.code, claim["question_id"], claim["cause"], claim["verdict"]) == (1, "rate", "docs", "contradicted")
    assert claim["change"] == {"path": "docs/sessions.md", "line": 3, "side": "head"}
    assert done.replayed == ["rate"]


def test_a_deleted_page_is_seen(wide: Kestrel) -> None:
    """A page that goes takes the support of the claim with it."""
    wide.delete("docs/sessions.md")

    [claim] = wide.check().report["newly_unsupported"]

    assert (claim["question_id"], claim["cause"], claim["change"]["side"]) == ("rate", "docs", "base")


def test_a_moved_page_is_silent(wide: Kestrel) -> None:
    """The same sentence on another page supports the claim as before."""
    wide.delete("docs/sessions.md")
    wide.write("docs/logins.md", PAGES["docs/sessions.md"])

    done = wide.check()

    assert (done.code, done.flagged, done.report["retrieval_misses"]) == (0, [], [])


def test_an_edit_of_neither_page_replays_nothing(wide: Kestrel) -> None:
    """Pages that hold none of the quotes leave the question alone."""
    wide.edit("docs/export.md", "CSV", "JSON")

    assert wide.check().replayed == []


def test_without_base(wide: Kestrel) -> None:
    """In a run without base the claim is no retrieval miss either: its approved quote never was among the passages."""
    done = wide.check("--no-base")

    assert (done.code, done.report["retrieval_misses"]) == (0, [])
    assert done.statuses("rate") == ["unchanged", "unchanged"]


def test_what_the_question_found_is_still_missed(wide: Kestrel) -> None:
    """Text that outranks the page that the question found makes its claim a retrieval miss, and the other one not."""
    asked = "How many requests does the gateway allow? "
    wide.write("docs/faq.md", f"# How many requests does the gateway allow\n\n{asked * 3}Ask the admin.\n")

    done = wide.check()

    assert done.statuses("rate") == ["retrieval_miss", "unchanged"]


def test_own_retriever_is_taken_at_its_word(wide: Kestrel) -> None:
    """What the team's own retriever does not return supports nothing."""
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    text = 'The gateway allows 600 requests per minute.'\n"
        "    print(json.dumps({'id': asked['id'], 'passages': [{'path': 'docs/limits.md', 'text': text}]}))\n"
    )
    wide.write("find.py", program)
    wide.write("claimdiff.yml", config(retriever={"use": "command", "command": "python3 find.py", "passages": 1}))

    done = wide.check("--all", "--question", "rate")

    assert [claim["verdict"] for claim in done.question("rate")["claims"]] == ["supported", "unverifiable"]

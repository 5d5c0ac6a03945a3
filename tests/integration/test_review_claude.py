"""`claimdiff review` where Claude answers, takes apart and judges: real git, the real SDK, a scripted service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helpers.docent import Approved, Docent, served
from helpers.kestrel import Kestrel, config, driven, golden, question

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.fake_claude import FakeClaude
    from helpers.kestrel import Driven

ASKED = "What does the Pro plan cost?"
PRICE, STORAGE = "The Pro plan costs 25 dollars per month.", "The Pro plan includes 50 GB of storage."
NEW, PHONE = "The Pro plan costs 30 dollars per month.", "Every plan includes phone support."
PLANS = f"# Plans\n\n{PRICE}\n\n{STORAGE}\n"
ENGINES: dict[str, Any] = {"generator": {"use": "claude"}, "judge": {"use": "claude"}, "extractor": {"use": "claude"}}
APPROVED = Approved(
    files={
        "claimdiff.yml": config(prompts=["prompts/answer.md.j2"], **ENGINES),
        "prompts/answer.md.j2": "Answer from the search results.\n\n{{ question }}\n",
        "golden_set/questions.yml": golden([question("price", answer=f"{PRICE} {STORAGE}"), question("port")]),
        "docs/plans.md": PLANS,
    }
)


@pytest.fixture
def docent(fake_claude: FakeClaude, monkeypatch: pytest.MonkeyPatch) -> Docent:
    """The assistant; the environment points at it."""
    return served(fake_claude, monkeypatch, {ASKED: f"{PRICE} {STORAGE}"})


@pytest.fixture
def repo(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str], docent: Docent
) -> Kestrel:
    """Kestrel with two questions, approved by Claude, on a branch of its own; the store is empty."""
    return APPROVED.copy(tmp_path, tmp_path_factory, capsys, docent)


@pytest.fixture
def repriced(repo: Kestrel, docent: Docent) -> Kestrel:
    """The price went up, and the assistant says so."""
    repo.edit("docs/plans.md", "25 dollars", "30 dollars")
    docent.answers = {ASKED: f"{NEW} {STORAGE}"}
    return repo


@pytest.fixture
def padded(repo: Kestrel, docent: Docent) -> Kestrel:
    """The docs lose a fact that the assistant still tells, and the assistant tells of one more that they never had."""
    repo.edit("docs/plans.md", f"\n{STORAGE}\n", "")
    docent.answers = {ASKED: f"{PRICE} {STORAGE} {PHONE}"}
    return repo


@pytest.fixture
def review(monkeypatch: pytest.MonkeyPatch) -> Driven:
    """Drive a review by lines."""
    return driven(monkeypatch)


def changed(repo: Kestrel) -> list[str]:
    """Files of the golden set that differ from the commit."""
    return repo.repo.git("status", "--porcelain", "--untracked-files=all", "golden_set").splitlines()


def test_accept_takes_answer_claims_and_verdicts_of_head(repriced: Kestrel, review: Driven, docent: Docent) -> None:
    """The bytes are those of `accept`; the check after it passes, without an answer or a judgement more."""
    done = review(repriced, "a")

    assert done.code == 0, done.out + done.err
    told = repriced.baseline("price")
    assert told["answer"] == f"{NEW} {STORAGE}"
    assert [(claim["text"], claim["verdict"], bool(claim["evidence"])) for claim in told["claims"]] == [
        (NEW, "supported", True),
        (STORAGE, "supported", True),
    ]
    assert told["judged_by"]["use"] == "claude"
    written = repriced.baseline_text("price")
    docent.said.clear()
    assert repriced.check().code == 0
    assert (docent.count("answer"), docent.count("judge")) == (0, 0)
    repriced.repo.git("checkout", "-q", "golden_set")
    assert repriced.accept("price").code == 0
    assert repriced.baseline_text("price") == written


def test_what_a_check_paid_for_is_not_asked_again(repriced: Kestrel, review: Driven, fake_claude: FakeClaude) -> None:
    """After a check a whole review asks nobody: looking, skipping, accepting, taking back, and doing it all once more."""
    repriced.check()
    calls = fake_claude.calls

    review(repriced, "s", "u", "a", "u", "q")
    assert changed(repriced) == []
    review(repriced, "a", "q")

    assert changed(repriced) == ["M golden_set/baseline/price.yml"]
    assert (calls > 0, fake_claude.calls) == (True, calls)


def test_nothing_is_written_before_the_end_of_a_question(padded: Kestrel, review: Driven) -> None:
    """One of two claims kept: no file changes, and the next sitting goes on with the other one, without a call more."""
    done = review(padded, "a", "k sales says so", "q")

    assert done.code == 1
    assert "accept cannot write this" in done.out
    assert changed(padded) == []

    again = review(padded, "k support says so", "q")

    assert "kept: " in again.out
    claims = padded.baseline("price")["claims"]
    assert [claim["text"] for claim in claims] == [PRICE, STORAGE, PHONE]
    assert [claim.get("accepted", {}).get("reason") for claim in claims] == [None, "sales says so", "support says so"]
    assert padded.check().code == 0


def test_undo_takes_a_written_file_back(padded: Kestrel, review: Driven) -> None:
    """Once both claims are kept the file is written, and undone to the byte it was."""
    before = padded.baselines()

    done = review(padded, "k one", "k two", "u", "q")

    assert "wrote price.yml" in done.out
    assert padded.baselines() == before


def test_reject_approves_nothing(padded: Kestrel, review: Driven) -> None:
    """What was rejected stays unapproved, is gated, and is not asked again for the same tree."""
    done = review(padded, "r", "r")

    assert (done.code, changed(padded)) == (1, [])
    again = review(padded, "q")
    assert "mend docs/plans.md" in again.out
    assert "1/2" not in again.out


def test_an_edited_answer_is_judged_by_claude(padded: Kestrel, review: Driven, docent: Docent) -> None:
    """Only the new answer is taken apart and judged; what it says without support is refused, what is supported is written."""
    padded.check()
    docent.said.clear()

    refused = review(padded, f"e {PRICE} {PHONE}", "q")
    assert "this answer is not taken" in refused.out
    assert changed(padded) == []
    done = review(padded, f"e {PRICE}", "q")

    assert done.code == 0, done.out + done.err
    assert padded.baseline("price")["answer"] == PRICE
    assert [claim["verdict"] for claim in padded.baseline("price")["claims"]] == ["supported"]
    assert docent.count("answer") == 0


def test_without_anybody_the_commands_are_printed(repriced: Kestrel, review: Driven, fake_claude: FakeClaude) -> None:
    """Neither a terminal nor a line: one command for the changed answer, which settles it."""
    done = review(repriced)
    calls = fake_claude.calls

    [line] = [line for line in done.out.splitlines() if line.startswith("claimdiff accept")]
    assert line == "claimdiff accept price --base main"
    assert repriced.run(*line.split()[1:]).code == 0
    assert fake_claude.calls == calls
    assert review(repriced).out == "docs: nothing waits for a decision\n"

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from claimdiff import baseline
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence
from claimdiff.errors import FileProblems
from claimdiff.records import JudgeIdentity
from helpers.repos import new_repo

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.repos import Repo

CLAIMS = tuple(
    BaselineClaim(
        id=f"claim-{name}",
        text=f"The {name} door is {number} cm wide.",
        verdict="supported",
        evidence=(BaselineEvidence(path="docs/doors.md", quote=f"{name}: {number} cm"),),
    )
    for name, number in (("front", 90), ("side", 80), ("back", 100))
)
ENTRY = BaselineEntry(
    question_id="doors",
    question="How wide are the doors?",
    answer="The front door is 90 cm wide. The side door is 80 cm wide. The back door is 100 cm wide.",
    state="answered",
    judged_by=JudgeIdentity(use="lexical", model="lexical-1"),
    claims=CLAIMS,
)


PATH = "golden_set/baseline/doors.yml"


def merged(repo: Repo, one: BaselineEntry, two: BaselineEntry, start: BaselineEntry = ENTRY) -> str:
    """The file after git merged two branches that approved other things; with its markers where it could not."""
    repo.commit({PATH: baseline.render(start)})
    repo.git("switch", "-q", "-c", "one")
    repo.commit({PATH: baseline.render(one)})
    repo.git("switch", "-q", "-c", "two", "main")
    repo.commit({PATH: baseline.render(two)})
    with suppress(AssertionError):
        repo.git("merge", "-q", "--no-edit", "one")
    return (repo.path / PATH).read_text(encoding="utf-8")


def approved(number: int, old: str, new: str, start: BaselineEntry = ENTRY) -> BaselineEntry:
    """The entry after another value was accepted for one of its claims."""
    claim = start.claims[number]
    text = claim.text.replace(old, new)
    quotes = tuple(replace(item, quote=item.quote.replace(old, new)) for item in claim.evidence)
    claims = list(start.claims)
    claims[number] = replace(claim, text=text, evidence=quotes)
    return replace(start, answer=start.answer.replace(old, new), claims=tuple(claims))


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    """A repository without a file."""
    return new_repo(tmp_path / "repo")


@pytest.mark.parametrize(
    "answer",
    [
        "The front door is 90 cm wide. The side door is 80 cm wide. The back door is 100 cm wide.",
        "The doors:\n\n- The front door is 90 cm wide.\n- The side door is 80 cm wide.\n- The back door is 100 cm wide.\n",
        "The front door is 90 cm wide.\nThe side door is 80 cm wide. \nThe back door is 100 cm wide.",
    ],
    ids=["sentences", "list", "lines"],
)
def test_two_values_of_one_answer_merge(repo: Repo, answer: str) -> None:
    """Two branches that accept new values in neighbouring sentences merge without a conflict: both values stand there."""
    start = replace(ENTRY, answer=answer)

    text = merged(repo, approved(0, "90", "91", start), approved(1, "80", "81", start), start)

    found = baseline.parse(text, path=PATH)
    assert found == approved(1, "80", "81", approved(0, "90", "91", start))


def test_a_value_and_an_acceptance_merge(repo: Repo) -> None:
    """One branch rewords the evidence of a claim, the other keeps the next claim without support."""
    reworded = replace(CLAIMS[0], evidence=(BaselineEvidence(path="docs/doors.md", quote="the front one: 90 cm"),))
    kept = replace(CLAIMS[1], verdict="unverifiable", evidence=(), accepted=Accepted(by="Wren", reason="on purpose"))

    text = merged(
        repo,
        replace(ENTRY, claims=(reworded, *CLAIMS[1:])),
        replace(ENTRY, claims=(CLAIMS[0], kept, CLAIMS[2])),
    )

    assert baseline.parse(text, path=PATH).claims == (reworded, kept, CLAIMS[2])


def test_the_same_on_both_branches_merges(repo: Repo) -> None:
    """Two branches that accept the same value of one claim and another of the next merge: the same bytes are no conflict."""
    both = approved(0, "90", "91")

    text = merged(repo, both, approved(2, "100", "101", both))

    assert baseline.parse(text, path=PATH) == approved(2, "100", "101", both)


def test_a_conflict_is_found_by_its_markers(repo: Repo) -> None:
    """Where both branches change one claim, what git leaves behind is told with its line and the way out."""
    text = merged(repo, approved(0, "90", "91"), approved(0, "90", "92"))

    with pytest.raises(FileProblems, match=r"doors\.yml:6: .*\n.*take either side, then `claimdiff accept doors`"):
        baseline.parse(text, path=PATH)

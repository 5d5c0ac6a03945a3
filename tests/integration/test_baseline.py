from __future__ import annotations

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


def test_two_branches_that_accept_different_claims_merge(tmp_path: Path) -> None:
    """Git merges acceptances of neighbouring claims of one question without a conflict, and the result is read."""
    repo = new_repo(tmp_path / "repo")
    path = "golden_set/baseline/doors.yml"
    repo.commit({path: baseline.render(ENTRY)})
    trunk = repo.git("branch", "--show-current")
    reworded = replace(CLAIMS[0], evidence=(BaselineEvidence(path="docs/doors.md", quote="the front one: 90 cm"),))
    kept = replace(CLAIMS[1], verdict="unverifiable", evidence=(), accepted=Accepted(by="Wren", reason="on purpose"))
    repo.git("switch", "-q", "-c", "one")
    repo.commit({path: baseline.render(replace(ENTRY, claims=(reworded, *CLAIMS[1:])))})
    repo.git("switch", "-q", "-c", "two", trunk)
    repo.commit({path: baseline.render(replace(ENTRY, claims=(CLAIMS[0], kept, CLAIMS[2])))})
    repo.git("merge", "-q", "--no-edit", "one")
    merged = baseline.parse((repo.path / path).read_text(encoding="utf-8"), path=path)
    assert merged.claims == (reworded, kept, CLAIMS[2])


def test_a_conflict_is_found_by_its_markers(tmp_path: Path) -> None:
    """Where both branches change one claim, what git leaves behind is told with the way out."""
    repo = new_repo(tmp_path / "repo")
    path = "golden_set/baseline/doors.yml"
    repo.commit({path: baseline.render(ENTRY)})
    trunk = repo.git("branch", "--show-current")
    for branch, width in (("one", "91"), ("two", "92")):
        repo.git("switch", "-q", "-c", branch, trunk)
        changed = replace(CLAIMS[0], text=f"The front door is {width} cm wide.")
        repo.commit({path: baseline.render(replace(ENTRY, claims=(changed, *CLAIMS[1:])))})
    with pytest.raises(AssertionError, match="git merge"):
        repo.git("merge", "-q", "--no-edit", "one")
    text = (repo.path / path).read_text(encoding="utf-8")
    with pytest.raises(FileProblems, match="take either side, then `claimdiff accept doors`"):
        baseline.parse(text, path=path)

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from claimdiff import baseline
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.errors import FileProblems, UsageError
from claimdiff.records import JudgeIdentity

JUDGE = JudgeIdentity(use="lexical", model="lexical-1")

awkward = st.one_of(
    st.text(max_size=90),
    st.text(alphabet="ab .:#'\"\\-\n\t|>é中😀\u200d\u00a0\u202e%&*!{}[],?", max_size=90),
    st.sampled_from(["no", "off", "~", "null", "1.10", "012", "2024-01-01", "12:30", "<<", "=", "---", "...", "1e5", "0x1f"]),
    st.lists(st.sampled_from(["Pro costs 25 dollars.", "e.g. this", "a: b", "#c", "- d", "\n", "  ", "is it so?"]), max_size=8).map(" ".join),
)  # fmt: skip
texts = awkward.filter(lambda text: text.strip() != "")
ids = st.from_regex(r"\A[A-Za-z0-9_]([A-Za-z0-9._-]{0,20}[a-z])?\Z").filter(lambda found: len(found) > 4)
evidence = st.builds(BaselineEvidence, path=texts, quote=texts)
claims = st.builds(
    BaselineClaim,
    id=ids,
    text=texts,
    verdict=st.sampled_from(["supported", "partially_supported", "contradicted", "unverifiable"]),
    evidence=st.lists(evidence, max_size=2).map(tuple),
    accepted=st.none() | st.builds(Accepted, by=texts, reason=texts),
)
entries = st.builds(
    BaselineEntry,
    question_id=ids,
    question=texts,
    answer=awkward,
    state=st.sampled_from(["answered", "abstained", "empty"]),
    judged_by=st.builds(JudgeIdentity, use=texts, model=st.none() | texts, prompt_hash=st.none() | texts),
    passages=st.lists(
        st.builds(BaselinePassage, path=texts, heading=st.lists(awkward, max_size=2).map(tuple), hash=texts), max_size=2
    ).map(tuple),
    claims=st.lists(claims, max_size=2, unique_by=lambda claim: claim.id).map(tuple),
)


def entry(question_id: str = "pro-price", **changes: object) -> BaselineEntry:
    given: dict[str, object] = {
        "question_id": question_id,
        "question": "What does Pro cost?",
        "answer": "Pro costs 25 dollars a month.",
        "state": "answered",
        "judged_by": JUDGE,
        "passages": (BaselinePassage(path="docs/plans.md", heading=("Plans", "Pro"), hash="0123456789ab"),),
        "claims": (BaselineClaim(id="price", text="Pro costs 25 dollars.", verdict="supported"),),
    }
    return BaselineEntry(**(given | changes))  # type: ignore[arg-type] -- the tests give the fields' types


@given(entries)
def test_what_is_written_is_read_back_the_same(written: BaselineEntry) -> None:
    """Every entry comes back equal from its file, whatever characters its texts hold."""
    assert baseline.parse(baseline.render(written), path=f"baseline/{written.question_id}.yml") == written


@given(entries)
def test_other_readers_of_yaml_see_the_same_texts(written: BaselineEntry) -> None:
    """A YAML 1.1 reader gets every text as a text: nothing turns into a boolean, a number or a date."""
    read = yaml.safe_load(baseline.render(written))
    assert read["answer"] == written.answer
    assert read["id"] == written.question_id
    assert [claim["text"] for claim in read["claims"]] == [claim.text for claim in written.claims]
    assert [tuple(passage["heading"]) for passage in read["passages"]] == [p.heading for p in written.passages]


@given(texts)
def test_no_line_ends_in_a_blank(text: str) -> None:
    """An editor that strips trailing blanks changes nothing, and git shows no whitespace errors."""
    rendered = baseline.render(entry(answer=text))
    assert all(line == line.rstrip(" \t") for line in rendered.split("\n"))

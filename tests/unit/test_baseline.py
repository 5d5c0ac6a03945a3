from __future__ import annotations

import errno
import os
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from claimdiff import baseline
from claimdiff.baseline import Accepted, BaselineClaim, BaselineEntry, BaselineEvidence, BaselinePassage
from claimdiff.errors import FileProblems, UsageError
from claimdiff.records import JudgeIdentity

if TYPE_CHECKING:
    from pathlib import Path

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


ENTRY = BaselineEntry(
    question_id="pro-price",
    question="What does Pro cost?",
    answer="Pro costs 25 dollars a month.",
    state="answered",
    judged_by=JUDGE,
    passages=(BaselinePassage(path="docs/plans.md", heading=("Plans", "Pro"), hash="0123456789ab"),),
    claims=(BaselineClaim(id="price", text="Pro costs 25 dollars.", verdict="supported"),),
)


def entry(question_id: str = "pro-price", **changes: Any) -> BaselineEntry:
    """A small entry, with the fields that are given put over it."""
    return replace(ENTRY, question_id=question_id, **changes)


@settings(max_examples=60, deadline=None)
@given(entries)
def test_what_is_written_is_read_back_the_same(written: BaselineEntry) -> None:
    """Every entry comes back equal from its file, whatever characters its texts hold."""
    assert baseline.parse(baseline.render(written), path=f"baseline/{written.question_id}.yml") == written


@settings(max_examples=60, deadline=None)
@given(entries)
def test_other_readers_of_yaml_see_the_same_texts(written: BaselineEntry) -> None:
    """A YAML 1.1 reader gets every text as a text: nothing turns into a boolean, a number or a date."""
    read = yaml.safe_load(baseline.render(written))
    assert read["answer"] == written.answer
    assert read["id"] == written.question_id
    assert [claim["text"] for claim in read["claims"]] == [claim.text for claim in written.claims]
    assert [tuple(passage["heading"]) for passage in read["passages"]] == [p.heading for p in written.passages]


prose = st.lists(
    st.sampled_from([
        "Pro costs 25 dollars.", "e.g. this", "Is it so?", '"Yes."', "句子。", "- item", "  code", " ", "  ", "\n", "\n\n",
        "\r\n", "\t", "\x85", "\u2028", "\\", "#", "---", "👩\u200d🚀", "long " * 900,
    ]),
    max_size=10,
).map("".join)  # fmt: skip
"""What answers are made of: sentences, lists, code, blanks at both ends, line breaks of every kind."""


@settings(max_examples=150, deadline=None)
@given(st.one_of(prose, awkward))
def test_an_answer_comes_back_to_the_letter(answer: str) -> None:
    """Both parsers of PyYAML read every answer as it was, also after a checkout that turned the line ends."""
    rendered = baseline.render(entry(answer=answer))

    for loader in {yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)}:
        assert yaml.load(rendered, Loader=loader)["answer"] == answer  # noqa: S506 -- both loaders are safe ones
    assert baseline.parse(rendered.replace("\n", "\r\n"), path="pro-price.yml").answer == answer


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(["Pro costs 25 dollars.", "Is it so?", 'He said "no".', "- An item."]), min_size=2, max_size=6),
       st.sampled_from([" ", "\n", "\n\n"]))  # fmt: skip
def test_between_two_sentences_stands_a_line_without_text(sentences: list[str], between: str) -> None:
    """An edit of one sentence and an edit of the next never touch, so git merges them."""
    rendered = baseline.render(entry(answer=between.join(sentences)))

    lines = rendered.split("answer: ")[1].split("judged_by:")[0].splitlines()[1:]
    held = [at for at, line in enumerate(lines) if any(char.isalpha() for char in line)]
    assert len(held) == len(sentences)
    assert all(later - earlier > 1 for earlier, later in pairwise(held))


@pytest.mark.parametrize(
    "written",
    [
        "answer: >-\n  Pro costs 25 dollars a month.\n  It can be cancelled.\n",
        "answer: Pro costs 25 dollars a month. It can be cancelled.\n",
        "answer: 'Pro costs 25 dollars a month.\n  It can be cancelled.'\n",
        'answer: "Pro costs 25 dollars a month. \\\n  It can be cancelled."\n',
        "answer: |-\n  Pro costs 25 dollars a month. It can be cancelled.\n",
    ],
    ids=["folded, as it was written once", "one line", "single quotes", "double quotes", "literal"],
)
def test_another_style_is_read_the_same(written: str) -> None:
    """A file that a person or an earlier version wrote holds the same entry."""
    expected = entry(answer="Pro costs 25 dollars a month. It can be cancelled.")
    canonical = baseline.render(expected)
    start, end = canonical.index("answer: "), canonical.index("judged_by:")

    assert baseline.parse(canonical[:start] + written + canonical[end:], path="pro-price.yml") == expected


@settings(max_examples=60, deadline=None)
@given(texts)
def test_no_line_ends_in_a_blank(text: str) -> None:
    """An editor that strips trailing blanks changes nothing, and git shows no whitespace errors."""
    rendered = baseline.render(entry(answer=text))
    assert all(line == line.rstrip(" \t") for line in rendered.split("\n"))


def test_a_file_is_small_and_reads_well() -> None:
    """The file holds the keys of the contract in their order, a sentence a line, quotes as they stand in the page."""
    answer = (
        "Pro costs 25 dollars a month and comes with 50 GB of storage. It can be cancelled at the end of any month."
    )
    table = "| Plan | Price |\n|---|---|\n| Pro | 25 |"
    claim = BaselineClaim(
        id="no",
        text="Pro: 25 dollars 💶",
        verdict="unverifiable",
        evidence=(BaselineEvidence(path="docs/plans.md", quote=table),),
        accepted=Accepted(by="Wren <wren@example.org>", reason="initial"),
    )
    assert (
        baseline.render(entry(answer=answer, claims=(claim,)))
        == """\
schema_version: 1
id: pro-price
question: What does Pro cost?
state: answered
answer: "\\
  Pro costs 25 dollars a month and comes with 50 GB of storage.
  \\
  It can be cancelled at the end of any month."
judged_by:
  use: lexical
  model: lexical-1
  entailment: implied
  extractor: rules
passages:
- path: docs/plans.md
  heading:
  - Plans
  - Pro
  hash: 0123456789ab
claims:
- id: "no"
  text: "Pro: 25 dollars 💶"
  verdict: unverifiable
  evidence:
  - path: docs/plans.md
    quote: |-
      | Plan | Price |
      |---|---|
      | Pro | 25 |
  accepted:
    by: Wren <wren@example.org>
    reason: initial
"""
    )


def test_line_ends_of_windows_change_nothing() -> None:
    """A checkout that turns line ends gives the same entry, quotes over several lines included."""
    claim = BaselineClaim(
        id="c", text="t", verdict="supported", evidence=(BaselineEvidence(path="p", quote="a\n  b\nc"),)
    )
    written = entry(answer="One sentence. " * 12 + "The last.", claims=(claim,))
    text = baseline.render(written)
    assert baseline.parse(text.replace("\n", "\r\n"), path="pro-price.yml") == written
    assert baseline.parse("\ufeff" + text, path="pro-price.yml") == written


def test_half_a_character_is_refused() -> None:
    """Text that no UTF-8 file can hold is refused with the question's id, and not written half."""
    with pytest.raises(UsageError, match="pro-price cannot be written: half of a surrogate pair"):
        baseline.render(entry(answer="a \ud83d b"))


def problems(text: str, path: str = "golden_set/baseline/pro-price.yml") -> list[str]:
    """What is told about a baseline file."""
    with pytest.raises(FileProblems) as caught:
        baseline.parse(text, path=path)
    return [str(problem) for problem in caught.value.problems]


def test_conflict_markers_name_the_way_out() -> None:
    """A merge that was left unfinished is told with its line and the command that settles it."""
    text = baseline.render(entry()).replace("state: answered\n", "<<<<<<< HEAD\nstate: answered\n=======\n>>>>>>> b\n")
    [problem] = problems(text)
    assert problem.startswith("golden_set/baseline/pro-price.yml:4: a merge conflict was left in this file")
    assert "take either side, then `claimdiff accept pro-price`" in problem


def test_every_problem_of_a_file_is_told_at_once() -> None:
    """Unknown keys, wrong verdicts and missing keys stand together, each with line and key."""
    text = baseline.render(entry()).replace("verdict: supported", "verdict: suported\n  cost: 3")
    state, verdict, cost = problems(text.replace("state: answered\n", ""))
    assert "pro-price.yml:1: state: this key is needed and is not there" in state
    assert (
        "pro-price.yml:19: claims[0].verdict: one of supported, partially_supported, contradicted, unverifiable"
        in verdict
    )
    assert 'found the text "suported"\n    → did you mean supported?' in verdict
    assert "pro-price.yml:20: claims[0].cost: unknown key; allowed are id, text, verdict, evidence, accepted" in cost


def test_name_and_id_of_a_file_agree() -> None:
    """A renamed baseline file is an error that names both."""
    [problem] = problems(baseline.render(entry()), path="golden_set/baseline/team-price.yml")
    assert 'the file is named "team-price.yml" and holds the id "pro-price"' in problem
    assert "rename it to pro-price.yml" in problem


def test_two_claims_with_one_id_are_told_with_both_lines() -> None:
    """A merge that took both sides of a claim is found."""
    claim = BaselineClaim(id="price", text="Pro costs 25 dollars.", verdict="supported")
    [problem] = problems(baseline.render(entry(claims=(claim, claim))))
    assert 'claims[1].id: two claims have the id "price": on line 18 and on line 22' in problem


def test_a_newer_schema_asks_for_an_upgrade() -> None:
    """A file of a later version is refused and not misread."""
    [problem] = problems(baseline.render(entry()).replace("schema_version: 1", "schema_version: 2"))
    assert "upgrade claimdiff" in problem


def test_all_files_of_a_folder_are_looked_at() -> None:
    """Problems of several files come together, and files that are no baseline are passed over."""
    files = {
        "b/pro-price.yml": baseline.render(entry()).encode(),
        "b/a.yml": b"- 1\n",
        "b/z.yml": b"caf\xe9",
        "b/.gitkeep": b"",
        "b/README.md": b"# words",
        "b/team.yaml": b"",
    }
    with pytest.raises(FileProblems) as caught:
        baseline.load(files.__getitem__, reversed(files))
    assert [(problem.path, problem.line) for problem in caught.value.problems] == [
        ("b/a.yml", 1),
        ("b/team.yaml", None),
        ("b/z.yml", 1),
    ]
    good = {path: data for path, data in files.items() if path in {"b/pro-price.yml", "b/.gitkeep", "b/README.md"}}
    assert baseline.load(good.__getitem__, good) == {"pro-price": entry()}


def test_written_files_are_read_back(tmp_path: Path) -> None:
    """What is written into a folder that was not there is what is read from it, and nothing else is left in it."""
    folder = tmp_path / "golden_set" / "baseline"
    baseline.write(folder, [entry(), entry("team-price")])
    assert sorted(path.name for path in folder.iterdir()) == ["pro-price.yml", "team-price.yml"]
    loaded = baseline.load(lambda path: (folder / path).read_bytes(), [path.name for path in folder.iterdir()])
    assert loaded == {"pro-price": entry(), "team-price": entry("team-price")}


def test_a_full_disk_leaves_the_old_baseline_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the second of two files does not fit, neither is replaced, and the message names it and the reason."""
    baseline.write(tmp_path, [entry(), entry("team-price")])
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    forced: list[int] = []

    def full(handle: int) -> None:
        forced.append(handle)
        if len(forced) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(
        UsageError,
        match=r"(pro|team)-price\.yml could not be written: No space left on device; the old baseline is unchanged",
    ):
        baseline.write(tmp_path, [entry(answer="new"), entry("team-price", answer="new")])
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """A file where the folder should be ends in a message and not in a traceback."""
    (tmp_path / "baseline").write_text("in the way")
    with pytest.raises(UsageError, match=r"baseline could not be written: File exists; the old baseline is unchanged"):
        baseline.write(tmp_path / "baseline", [entry()])
    assert (tmp_path / "baseline").read_text() == "in the way"


def test_an_id_never_leaves_the_folder(tmp_path: Path) -> None:
    """An id from a report that somebody else made cannot name a file elsewhere."""
    with pytest.raises(UsageError, match="is no question id"):
        baseline.write(tmp_path / "baseline", [entry("../../evil")])
    with pytest.raises(UsageError, match="is no question id"):
        baseline.delete(tmp_path / "baseline", "../evil")
    assert list(tmp_path.iterdir()) == []


def test_deleting_says_whether_there_was_a_file(tmp_path: Path) -> None:
    """The file goes; deleting it once more is no error."""
    baseline.write(tmp_path, [entry()])
    assert baseline.delete(tmp_path, "pro-price")
    assert not baseline.delete(tmp_path, "pro-price")
    assert list(tmp_path.iterdir()) == []

from __future__ import annotations

import pytest

from claimdiff import golden
from claimdiff.errors import FileProblems
from claimdiff.golden import GoldenClaim, GoldenQuestion


def problems(text: str) -> list[str]:
    """What is told about a golden set."""
    with pytest.raises(FileProblems) as caught:
        golden.parse(text, path="q.yml")
    return [str(problem) for problem in caught.value.problems]


def test_every_key_is_read_with_its_lines() -> None:
    """All keys of a question are taken; a claim is a text or has an id; question, claims and answer know their lines."""
    read = golden.parse(
        """\
questions:
- id: pro-price
  question: What does Pro cost?
  answer: >-
    Pro costs 25 dollars.
    It has 50 GB.
  claims:
  - Pro costs 25 dollars.
  - {id: storage, text: It has 50 GB.}
  sources: [docs/plans.md]
  scope: ["docs/**", "!docs/v1/**"]
  answerable: yes
  tags: [plans, 2024]
  draft: true
- {id: weather, question: How is the weather?, answerable: no}
""",
        path="q.yml",
    )
    assert read.questions == (
        GoldenQuestion(
            id="pro-price",
            question="What does Pro cost?",
            answer="Pro costs 25 dollars. It has 50 GB.",
            claims=(
                GoldenClaim(id=None, text="Pro costs 25 dollars.", line=8),
                GoldenClaim(id="storage", text="It has 50 GB.", line=9),
            ),
            sources=("docs/plans.md",),
            scope=("docs/**", "!docs/v1/**"),
            answerable=True,
            tags=("plans", "2024"),
            draft=True,
            line=2,
            answer_line=4,
        ),
        GoldenQuestion(id="weather", question="How is the weather?", answerable=False, line=15),
    )
    assert list(read.by_id()) == ["pro-price", "weather"]


@pytest.mark.parametrize("written", ["off", "'off'", "on", "no", "404", "1.10", "2024-01-01"])
def test_an_id_is_the_text_that_was_written(written: str) -> None:
    """An id that other readers of YAML take for a boolean, a number or a date is that text, quoted or not."""
    read = golden.parse(
        f"questions: [{{id: {written}, question: q, claims: [{{id: {written}, text: t}}]}}]", path="q.yml"
    )
    assert read.questions[0].id == written.strip("'")
    assert read.questions[0].claims[0].id == written.strip("'")


def test_an_empty_answer_is_none() -> None:
    """A key that is there without a value is as if it were not there."""
    [question] = golden.parse("questions: [{id: a, question: q, answer: '', claims: }]", path="q.yml").questions
    assert (question.answer, question.answer_line, question.claims) == (None, None, ())


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "q.yml:1: the file is empty"),
        ("questions:", "q.yml:1: questions: a list is expected, found nothing"),
        ("questions: []", "q.yml:1: questions: at least one entry is needed, found an empty list"),
        ("- id: a", "q.yml:1: a mapping is expected, found a list of 1"),
        (
            "questions: [{id: a, question: '  '}]",
            "q.yml:1: questions[0].question: a text is expected, found an empty text",
        ),
        ("questions: [{id: a}]", "q.yml:1: questions[0].question: this key is needed and is not there"),
        ("questions: [{question: q}]", "q.yml:1: questions[0].id: this key is needed and is not there"),
        ("questions: [{id: null, question: q}]", "q.yml:1: questions[0].id: a text is expected, found nothing"),
        ("questions: [{id: a, question: q, anwser: x}]", "anwser: unknown key; allowed are id, question, answer"),
        ("questions: [{id: a, question: q, sources: docs/a.md}]", "sources: a list is expected, found the text"),
        ("questions: [{id: a, question: q, sources: [../a.md]}]", "sources[0]: a path inside root is expected"),
        ("questions: [{id: a, question: q, answerable: maybe}]", "answerable: true or false is expected"),
        ("questions: [{id: a, question: q, claims: ['']}]", "claims[0]: a text is expected, found an empty text"),
        ("questions: [{id: a, question: q, claims: [{id: x}]}]", "claims[0].text: this key is needed and is not there"),
        ("questions: [{id: a, question: q, claims: [[x]]}]", "claims[0]: a mapping is expected, found a list of 1"),
        ("questions:\n- id:a\n  question:b\n", "write a blank after each colon"),
        ("questions: [3]", "q.yml:1: questions[0]: a mapping is expected, found the number 3"),
    ],
)
def test_what_is_not_allowed_says_what_is(text: str, says: str) -> None:
    """One wrong thing gives one message, with line and key."""
    [problem] = problems(text)
    assert says in problem


@pytest.mark.parametrize(
    "written", ["../x", "a/b", "a:b", ".hidden", "-x", "end.", "white space", "über", "x" * 101, "a\\b"]
)
def test_an_id_can_be_a_file_name_and_an_argument(written: str) -> None:
    """Ids that would leave the folder or need quoting are refused with what is allowed."""
    [problem] = problems(f"questions: [{{id: '{written}', question: q}}]")
    assert (
        "an id of letters (A-Z, a-z), digits, . _ and - (at most 100; no . or - at the start, no . at the end) is expected"
        in problem
    )


def test_an_id_is_no_device_of_windows() -> None:
    """`con.yml` cannot be checked out on Windows."""
    assert "cannot be a file name on Windows" in problems("questions: [{id: con, question: q}]")[0]


def test_duplicate_ids_name_both_lines() -> None:
    """Two questions or two claims with one id are told with both lines, also where only case differs."""
    text = """\
questions:
- id: price
  question: q
  claims:
  - {id: c, text: t}
  - {id: d, text: t}
  - {id: c, text: t}
- id: other
  question: q
- id: price
  question: q
- id: Other
  question: q
"""
    assert problems(text) == [
        'q.yml:7: questions[0].claims[2].id: two claims have the id "c": on line 5 and on line 7\n    → give one of them another id',
        'q.yml:10: questions[2].id: two questions have the id "price": on line 2 and on line 10\n    → give one of them another id',
        (
            'q.yml:12: questions[3].id: the question ids "other" (line 8) and "Other" (line 12) differ only in case\n'
            "    → give one of them another id"
        ),
    ]


def test_every_problem_is_told_at_once() -> None:
    """Slips of YAML, of the schema and between entries come together, in the order of the lines."""
    text = "questions:\n- id: a\n  id: b\n  question: q\n- id: a\n  question: ''\n  drafts: yes\n"
    assert [problem.split(": ")[0:2] for problem in problems(text)] == [
        ["q.yml:3", "questions[0].id"],
        ["q.yml:5", "questions[1].id"],
        ["q.yml:6", "questions[1].question"],
        ["q.yml:7", "questions[1].drafts"],
    ]


def test_conflict_markers_name_the_way_out() -> None:
    """A merge that was left unfinished is told with its line and what to do."""
    [problem] = problems("questions:\n<<<<<<< HEAD\n- {id: a, question: q}\n=======\n>>>>>>> x\n")
    assert problem.startswith("q.yml:2: a merge conflict was left in this file")
    assert "keep the questions of both sides, each id once" in problem

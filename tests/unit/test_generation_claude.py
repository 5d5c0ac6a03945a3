from __future__ import annotations

import json
from typing import Any

import pytest

from claimdiff.claude.messages import Reply, Usage
from claimdiff.generation import claude
from claimdiff.prompts import Rendered
from claimdiff.records import Citation
from helpers.values import hits, passages

MODEL = "claude-haiku-4-5"
QUESTION = "How much is the Nimbus plan?"
PROMPT = Rendered(system="You help gardeners.", user=f"Use the search results.\n\nQuestion: {QUESTION}")
PAGE = """\
# Plans

## Nimbus

Nimbus costs 12 euros a month. It includes two sensors.

Every plan has:

- a weather feed
- a frost alarm

| Plan   | Sensors |
|--------|---------|
| Nimbus | 2       |
| Cirrus | 9       |
"""
FOUND = hits("docs/plans.md", PAGE)


def reply(*blocks: dict[str, Any], stop_reason: str = "end_turn") -> Reply:
    """A reply of these blocks."""
    return Reply(model=MODEL, stop_reason=stop_reason, content=blocks, usage=Usage())


def said(text: str, *pointers: dict[str, Any]) -> dict[str, Any]:
    """A text block as the service gives it."""
    return {"type": "text", "text": text, **({"citations": list(pointers)} if pointers else {})}


def pointer(at: int = 0, source: str = "docs/plans.md", **other: Any) -> dict[str, Any]:
    """A citation of a search result as the service gives it."""
    places = {"start_block_index": 0, "end_block_index": 1, "cited_text": "Nimbus costs 12 euros a month."}
    return {"type": "search_result_location", "search_result_index": at, "source": source, **places, **other}


def content(found: Any) -> list[dict[str, Any]]:
    """The blocks of the only message of a request."""
    return list(found.body["messages"][0]["content"])


def test_passages_are_search_results_that_can_be_cited() -> None:
    """Path, heading trail and text stand in a block of their own; sentences, list and table can be cited apart."""
    (block, prompt) = content(claude.request(QUESTION, FOUND, PROMPT, model=MODEL))

    assert block["type"] == "search_result"
    assert block["source"] == "docs/plans.md"
    assert block["title"] == "Plans > Nimbus"
    assert block["citations"] == {"enabled": True}
    assert [item["text"] for item in block["content"]] == [
        "Nimbus costs 12 euros a month. It includes two sensors. Every plan has:",
        "a weather feed\na frost alarm",
        "Plan: Nimbus; Sensors: 2\nPlan: Cirrus; Sensors: 9",
    ]
    assert prompt == {"type": "text", "text": PROMPT.user}


def test_the_prompt_keeps_its_two_parts_and_nothing_sets_a_temperature() -> None:
    """The system part is the system part, the user part comes behind the passages, and no call is tuned."""
    body = claude.request(QUESTION, FOUND, PROMPT, model=MODEL, provider="bedrock", vote=2).body

    assert body["system"] == [{"type": "text", "text": "You help gardeners."}]
    assert set(body) == {"model", "max_tokens", "messages", "system"}


@pytest.mark.parametrize(
    ("rendered", "expected"),
    [
        (Rendered(system=None, user="Answer kindly."), ["Answer kindly.", QUESTION]),
        (Rendered(system="Answer kindly.", user=""), [QUESTION]),
        (Rendered(system="Answer kindly.", user=" \n\0"), [QUESTION]),
        (Rendered(system="   ", user=f"Answer  «{QUESTION}»"), [f"Answer  «{QUESTION}»"]),
    ],
)
def test_the_question_is_always_asked(rendered: Rendered, expected: list[str]) -> None:
    """A prompt that does not hold the question gets it behind; no block is empty, which the service would refuse."""
    found = claude.request(QUESTION, (), rendered, model=MODEL)

    assert [block["text"] for block in content(found)] == expected
    assert ("system" in found.body) == bool(rendered.system and rendered.system.strip())


def test_repeats_share_the_request_but_not_the_key() -> None:
    """A further answer asks the very same, under another key."""
    first, again = (claude.request(QUESTION, FOUND, PROMPT, model=MODEL, vote=vote) for vote in (0, 1))

    assert first.body == again.body
    assert first.key != again.key


def test_only_long_passages_are_marked_for_the_cache() -> None:
    """The mark stands at the last passage where all of them reach the model's minimum, and never twice."""
    long = hits("docs/long.md", "\n\n".join(f"Sensor number {at} measures rain." for at in range(800)))
    blocks = content(claude.request(QUESTION, long, PROMPT, model=MODEL))
    marks = [at for at, block in enumerate(blocks) if "cache_control" in block]

    assert marks == [len(long) - 1]
    assert "cache_control" not in json.dumps(claude.request(QUESTION, FOUND, PROMPT, model=MODEL).body)
    assert "cache_control" not in json.dumps(claude.request(QUESTION, long, PROMPT, model="of-our-own").body)


def test_templates_see_pointers_instead_of_the_text() -> None:
    """Path and heading stay, so that a template reads as before; the text goes to Claude once, as a search result."""
    (stand_in,) = claude.stand_ins(passages("docs/plans.md", PAGE))

    assert stand_in.text == "(the text of search result 1)"
    assert (stand_in.path, stand_in.heading) == ("docs/plans.md", ("Plans", "Nimbus"))


def test_any_text_makes_a_request() -> None:
    """NUL, half a surrogate pair, an empty passage and a megabyte of text are sent as what a service takes."""
    strange = hits("docs/a.md", "# Only a heading\n") + hits("docs/b.md", "word " * 200_000)
    found = claude.request("\ud800 what\0?", strange, Rendered(system=None, user="Q: \0\udfff"), model=MODEL)
    text = json.dumps(found.body, ensure_ascii=False)

    text.encode("utf-8")
    assert "\0" not in text
    assert "\\u0000" not in text
    assert all(block["content"] for block in content(found) if block["type"] == "search_result")


def test_citations_are_spans_of_the_answer() -> None:
    """Each block that cites is a span, without the blanks around it; a thought before it counts for nothing."""
    found = claude.answer(
        reply(
            {"type": "thinking", "thinking": "hm", "signature": "x"},
            said("\n\nNimbus costs 12 euros a month.", pointer(), pointer(start_block_index=1, end_block_index=2)),
            said(" It has "),
            said("two sensors. ", pointer()),
        ),
        FOUND,
    )

    assert found.state == "answered"
    assert found.text == "Nimbus costs 12 euros a month. It has two sensors."
    assert found.citations == (Citation(start=0, end=30, passage=0), Citation(start=38, end=50, passage=0))
    assert found.text[38:50] == "two sensors."


@pytest.mark.parametrize(
    "wrong",
    [
        pointer(7),
        pointer(-1),
        pointer(0, "docs/other.md"),
        {"type": "char_location", "document_index": 0},
        {"type": "search_result_location"},
        "a text",
        {**pointer(), "search_result_index": "0"},
    ],
)
def test_a_pointer_into_nothing_is_no_citation(wrong: Any) -> None:
    """An index beyond the passages, another page's name or another kind of place cites nothing of ours."""
    found = claude.answer(reply(said("Nimbus costs 12 euros.", wrong)), FOUND)

    assert found.state == "answered"
    assert found.citations == ()


def test_markers_count_where_the_service_gave_no_citation() -> None:
    """A prompt may ask for [1]; those markers point at the passage of that number."""
    found = claude.answer(reply(said("Nimbus costs 12 euros a month [1].")), FOUND)

    assert [cited.passage for cited in found.citations] == [0]


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_a_cut_or_refused_reply_is_an_error_with_its_reason(stop: str) -> None:
    """The half of an answer is none: no text is kept, and the reason names the stop."""
    found = claude.answer(reply(said("Nimbus costs 12 eu"), stop_reason=stop), FOUND)

    assert (found.state, found.text, found.citations) == ("error", "", ())
    assert stop in str(found.reason)


@pytest.mark.parametrize("blocks", [(), (said(""),), (said(" \n\0"),), ({"type": "thinking", "thinking": "hm"},)])
def test_an_answer_without_text_is_empty(blocks: tuple[dict[str, Any], ...]) -> None:
    """Nothing visible is no answer and no abstention."""
    found = claude.answer(reply(*blocks), FOUND)

    assert (found.state, found.text) == ("empty", "")
    assert found.reason


def test_an_abstention_is_told_from_an_answer() -> None:
    """Saying that the docs are silent is an abstention, and its words are kept."""
    text = "I'm sorry, but the documentation does not say how much Nimbus costs."
    found = claude.answer(reply(said(text)), FOUND)

    assert (found.state, found.text) == ("abstained", text)


def test_a_megabyte_is_no_answer() -> None:
    """A server that does not hold to the limit of a reply is not read for a minute; the reason is told."""
    found = claude.answer(reply({"type": "text", "text": "- Nimbus costs 12 euros.\n" * 40_000}), FOUND)

    assert (found.state, found.text) == ("error", "")
    assert "too long (1,000,000 characters, at most 100,000 are read)" in (found.reason or "")


@pytest.mark.parametrize("stop", ["pause_turn", "a_new_reason"])
def test_a_reply_that_is_not_over_is_no_answer(stop: str) -> None:
    """Half an answer is not judged as a whole one, for whatever reason it stopped."""
    found = claude.answer(reply({"type": "text", "text": "Nimbus costs 12"}, stop_reason=stop), FOUND)

    assert found.state == "error"
    assert stop in (found.reason or "")

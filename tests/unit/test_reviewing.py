"""The decisions of a review as values: what comes next, what undo restores, and when something is to be written."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.approval.reviewing import (
    Closed,
    Decision,
    Item,
    Kind,
    Reopened,
    Review,
    decide,
    refusal,
    start,
    steps,
    undo,
)

ACCEPT, REJECT, SKIP = Decision(kind="accept"), Decision(kind="reject"), Decision(kind="skip")
KEEP, EDIT = Decision(kind="keep", text="later"), Decision(kind="edit", text="Another answer.")


def item(key: str, *, accepts: bool = True, keeps: bool = True) -> Item:
    """An item of the key `question/claim`, or of a question as a whole."""
    question, _, claim = key.partition("/")
    return Item(question_id=question, claim_id=claim or None, accepts=accepts, keeps=keeps, shows=f"digest of {key}")


def review(*keys: str) -> Review:
    """A review that begins."""
    return start([item(key) for key in keys])


def after(found: Review, *decisions: Decision) -> Review:
    """The review after decisions."""
    for decision in decisions:
        found = decide(found, decision)
    return found


reviews = st.lists(
    st.tuples(st.sampled_from("pqr"), st.sampled_from("abc"), st.booleans(), st.booleans()),
    max_size=7,
    unique_by=lambda row: row[:2],
).map(lambda rows: start([item(f"{q}/{c}", accepts=accepts, keeps=keeps) for q, c, accepts, keeps in rows]))
commands = st.lists(st.sampled_from(["accept", "keep", "edit", "reject", "skip", "undo"]), max_size=12)


def run(found: Review, names: list[str]) -> Review:
    """The review after commands; one that is refused changes nothing."""
    for name in names:
        found = undo(found) if name == "undo" else _taken(found, name)
    return found


def _taken(found: Review, name: str) -> Review:
    kinds: dict[str, Kind] = {"accept": "accept", "keep": "keep", "edit": "edit", "reject": "reject", "skip": "skip"}
    decision = Decision(kind=kinds[name], text="why" if name in ("keep", "edit") else "")
    return found if refusal(found, decision) else decide(found, decision)


@given(reviews, commands, commands)
def test_undo_restores_what_was_before_any_commands(begun: Review, first: list[str], then: list[str]) -> None:
    """As many undos as decisions lead back to the very same value, whatever was decided in between."""
    before = run(begun, first)
    later = run(before, [name for name in then if name != "undo"])

    for _ in range(len(later.past) - len(before.past)):
        later = undo(later)

    assert later == before


@given(reviews, commands)
def test_undo_to_the_end_is_the_start(begun: Review, names: list[str]) -> None:
    """Undoing everything leaves no trace, and one undo more changes nothing."""
    found = run(begun, names)

    for _ in range(len(found.past) + 1):
        found = undo(found)

    assert found == begun


@given(reviews, commands)
def test_what_is_written_is_what_is_closed(begun: Review, names: list[str]) -> None:
    """Following every step in order ends with exactly the questions written that are closed, never one twice."""
    found, written = begun, set()
    for name in names:
        later = run(found, [name])
        for step in steps(found, later):
            if isinstance(step, Reopened):
                assert step.question_id in written
                written.discard(step.question_id)
            else:
                assert step.question_id not in written
                written.add(step.question_id)
        found = later

    everything = {one.question_id for one, _ in found.pairs}
    closed = {id_ for id_ in everything if all(made for one, made in found.pairs if one.question_id == id_)}
    assert written == {
        id_ for id_ in closed if any(d.kind in ("accept", "keep", "edit") for d in found.of(id_).values())
    }


@given(reviews, commands)
def test_the_screen_shows_what_is_open(begun: Review, names: list[str]) -> None:
    """On the screen stands something undecided, and nothing only when everything is decided."""
    found = run(begun, names)

    open_ = [one for one, made in found.pairs if made is None]
    assert (found.item in open_) if open_ else (found.item is None)


def test_one_question_after_the_other() -> None:
    """Items of a question stand together, in the order of their questions."""
    assert [one.key for one in review("p/a", "q/a", "p/b").items] == ["p/a", "p/b", "q/a"]


def test_written_at_the_end_of_a_question() -> None:
    """The first of two claims writes nothing; the second closes the question; undo opens it again."""
    begun = review("p/a", "p/b", "q/a")
    one = after(begun, ACCEPT)
    two = after(one, KEEP)

    assert steps(begun, one) == ()
    assert steps(one, two) == (Closed(question_id="p"),)
    assert steps(two, undo(two)) == (Reopened(question_id="p"),)


def test_nothing_is_written_for_what_nobody_approves() -> None:
    """A question whose findings are rejected and skipped is closed without a file."""
    begun = review("p/a", "p/b")

    assert steps(begun, after(begun, REJECT, SKIP)) == ()
    assert [one.key for one in after(begun, REJECT, SKIP).left] == ["p/a", "p/b"]


def test_an_edited_answer_decides_the_question() -> None:
    """It takes the place of what was decided before, closes the question, and one undo brings all of that back."""
    begun = review("p/a", "p/b", "p/c", "q/a")
    one = after(begun, REJECT)
    two = after(one, EDIT)

    assert [made for _, made in two.pairs] == [EDIT, EDIT, EDIT, None]
    assert two.item == item("q/a")
    assert steps(one, two) == (Closed(question_id="p"),)
    assert undo(two) == one


def test_what_cannot_be_decided_is_refused() -> None:
    """What accept cannot write is not accepted, a question is not kept, and reasons and answers are not empty."""
    found = start([item("p", accepts=False, keeps=False)])

    for decision in (ACCEPT, KEEP, Decision(kind="edit", text=" ")):
        assert refusal(found, decision)
        with pytest.raises(ValueError, match=str(refusal(found, decision))):
            decide(found, decision)
    assert refusal(after(found, SKIP), SKIP) == "there is nothing left to decide"


def test_what_was_decided_before_is_remembered() -> None:
    """Decisions of an earlier sitting count where the screen still shows the same, and are asked again where not."""
    items = [item("p/a"), item("p/b"), item("q/a")]
    remembered = {one.key: (one.shows, ACCEPT) for one in items[:2]}

    assert start(items, remembered).item == items[2]
    changed = [replace(items[0], shows="something else"), *items[1:]]
    assert start(changed, remembered).item == changed[0]

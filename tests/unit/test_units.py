from __future__ import annotations

import pytest

from claimdiff.claims.units import Unit, units

ANSWER = """\
Great question! Kestrel mowers charge in 40 minutes, and they run for two hours [1]. The docs do not say what a blade costs.

## Warranty – 24 months

If you registered your mower, you can:

- swap the battery
- **Repairs**: at no cost

| Model | Price ($) | Blades |
|-------|-----------|--------|
| K1    | 300       | 2      |
| K2    | 450       | ✓      |

To pair it, run:

```bash
# pair first
$ kestrel pair --id 7
kestrel status
```

Let me know if you need more!
"""


def by_text(answer: str, *, question: str | None = None) -> dict[str, Unit]:
    """The units of an answer by what they say."""
    return {unit.full: unit for unit in units(answer, question=question)}


def test_an_answer_is_cut_into_sentences_items_cells_and_lines_of_code() -> None:
    """Each stands with what it inherits; greetings, offers and what the docs do not say are no units."""
    assert [(unit.id, unit.kind, unit.full) for unit in units(ANSWER)] == [
        ("u1", "sentence", "Kestrel mowers charge in 40 minutes, and they run for two hours."),
        ("u2", "heading", "Warranty – 24 months"),
        ("u3", "item", "If you registered your mower, you can swap the battery"),
        ("u4", "item", "If you registered your mower, you can Repairs: at no cost"),
        ("u5", "row", "Model: K1; Price ($): 300"),
        ("u6", "row", "Model: K1; Blades: 2"),
        ("u7", "row", "Model: K2; Price ($): 450"),
        ("u8", "row", "Model: K2; Blades: ✓"),
        ("u9", "code", "To pair it, run: kestrel pair --id 7"),
        ("u10", "code", "To pair it, run: kestrel status"),
    ]


def test_every_unit_knows_its_place() -> None:
    """The span of a unit is where its words stand in the answer."""
    for unit in units(ANSWER):
        assert unit.text.split()[0].strip(":") in ANSWER[unit.start : unit.end]
        assert "\n\n" not in ANSWER[unit.start : unit.end]


def test_a_unit_knows_the_heading_above() -> None:
    """What stands under a heading says so; what stands before it does not."""
    found = by_text(ANSWER)

    assert found["Model: K1; Price ($): 300"].heading == "Warranty – 24 months"
    assert found["Kestrel mowers charge in 40 minutes, and they run for two hours."].heading == ""


@pytest.mark.parametrize(
    ("title", "is_unit"),
    [
        ("Warranty – 24 months", True),
        ("Price: $300", True),
        ("Step 2", False),
        ("Using `KESTREL_PORT`", False),
        ("How to mow for 2 hours", False),
    ],
)
def test_only_a_heading_with_a_value_is_a_unit(title: str, *, is_unit: bool) -> None:
    """A heading that states a value must not be lost; one that names a topic or counts steps states nothing."""
    kinds = [unit.kind for unit in units(f"## {title}\n\nThe mower starts.")]

    assert ("heading" in kinds) is is_unit


@pytest.mark.parametrize(
    ("answer", "whole"),
    [
        ("However, the blade is made of steel.", "The blade is made of steel."),
        ("Yes, the blade is made of steel and the deck is made of plastic.", "The blade is made of steel and the deck is made of plastic."),
        ("A K1 has:\n\n- two blades", "A K1 has two blades"),
        ("| Model | Price |\n|---|---|\n| K1 | 300 |", "Model: K1; Price: 300"),
    ],
)  # fmt: skip
def test_a_unit_can_stand_as_a_claim(answer: str, whole: str) -> None:
    """Without the words that only lead in, and with what it inherits."""
    assert units(answer)[0].whole == whole


def test_a_bare_yes_stands_for_the_question() -> None:
    """Where nothing else answers, the yes is a unit that states the question."""
    (unit,) = units("Yes.", question="Can I wash the blade?")

    assert unit.text == "Yes."
    assert unit.whole == "I can wash the blade."


@pytest.mark.parametrize(
    "answer", ["", " \n", "\0", "I could not find that in the documentation.", "Hello! Any question?"]
)
def test_what_states_nothing_has_no_units_that_state(answer: str) -> None:
    """An empty answer, an abstention and a greeting need no claim."""
    assert [unit for unit in units(answer) if unit.states] == []


@pytest.mark.parametrize(
    ("answer", "count"),
    [
        ("Der Akku lädt in 40 Minuten. Er hält zwei Stunden.", 2),
        ("电池充电需要40分钟。可以运行两小时。", 2),
        ("The blade\0 is sharp.", 1),
        ("a" * 20_000, 1),
    ],
)
def test_any_text_is_cut(answer: str, count: int) -> None:
    """Other languages, NUL and one endless word have units like any other text."""
    found = units(answer)

    assert len(found) == count
    assert all(0 <= unit.start < unit.end <= len(answer) for unit in found)

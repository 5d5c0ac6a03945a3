"""What is looked at before a slow pattern never hides what the pattern finds."""

from __future__ import annotations

import importlib
import random
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from claimdiff.judging.lexical import gratis
from claimdiff.passages.markdown.paragraphs import paragraphs
from claimdiff.passages.markdown.parser import parser
from claimdiff.text import sentences, words
from claimdiff.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
bounds, dates, logic, names, numbers = (
    importlib.import_module(f"claimdiff.text.anchors.{name}")
    for name in ("bounds", "dates", "logic", "names", "numbers")
)
_PIECES = """
    all every few a the an nothing but only if as long provided that in case unless not no longer never more than cannot
    None none nor isn't don't y'all click.all in/only must_not should can't need has to able il faut hay que best may-be
    May may March 3 14 2024 2024-05-06 03.04.2024 1st 3rd of Sept. 12:30 5 pm 10am noon 7月3日 15th, year-2020 v2 v1.10 2.x
    1,500 $5 US$12 -4 30% 5 MB 30m two ninety-nine twice dozen 10k 1.5M [3] (2) 4) 2. at most least up maximum of Mina over
    approx. ~ > >= <5 about or later and (beta) minimum as an max + 以上 10 件 per day /min hourly a month par an pour annual
    --flag -x src/app.py ./run ~/x a.b.c foo() snake_case camelCase A1B2 NAME = 15 NAME=on https://x.example/a#b E-404 5xx
    .env README.md uv.lock x::y it's "quoted" 'single' (word). word; word: — é naïve İstanbul Straße 東京で
"""


def _documents() -> Iterator[str]:
    """The sentences and the lines of this repository's own pages and samples."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "golden_set").rglob("*.md")]
    for page in sorted(pages):
        text = page.read_text(encoding="utf-8")
        yield from (text[start:end] for start, end in sentence_spans(text))
        yield from text.splitlines()


def _generated() -> Iterator[str]:
    chance = random.Random(11)  # noqa: S311 -- the same texts in every run
    for _ in range(800):
        parts = chance.choices(_PIECES.split(), k=chance.randint(1, 9))
        text = "".join(part + chance.choice([" ", " ", " ", " ", "  ", ", ", "", "-", ". "]) for part in parts)
        yield text.upper() if chance.random() < 0.1 else text.capitalize() if chance.random() < 0.3 else text


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Sentences of real pages, and ones put together from what the patterns are about."""
    return [*list(dict.fromkeys(_documents()))[::12], *dict.fromkeys(_generated())]


def _spans(found: Iterator[re.Match[str]]) -> list[tuple[int, int, str | None]]:
    return [(*match.span(), match.lastgroup) for match in found]


@pytest.mark.parametrize(
    ("name", "gate"),
    [
        ("_NEGATION", "_DENYING"),
        ("_NO_NEGATION", "_DENYING_NOTHING"),
        ("_QUANTIFIERS", "_COUNTING"),
        ("_MODALITY", "_MODAL"),
        ("_CONDITION", "_CONDITIONAL"),
    ],
)
def test_small_words_are_found_at_the_words_of_their_gate_as_everywhere(texts: list[str], name: str, gate: str) -> None:
    """A pattern that is tried only around some words finds what it finds when tried at every character."""
    pattern, gated = getattr(logic, name), getattr(logic, gate)
    whole = re.compile(pattern._source, re.IGNORECASE)
    for text in texts:
        held = not text.isascii() or not gated.isdisjoint(words.vocabulary(text))
        if held and ("NEGATION" not in name or "n'" not in text.lower()):
            assert _spans(pattern.at(text, gated)) == _spans(whole.finditer(text)), text
        assert _spans(pattern.finditer(text)) == _spans(whole.finditer(text)), text


def test_dates_are_found_where_they_begin_as_everywhere(texts: list[str]) -> None:
    """Dates begin at a number or at the name of a month."""
    for text in texts:
        starts = [match.start() for match in dates._DIGITS.finditer(text)]
        found = _spans(dates._dated(text, text.lower(), starts)) if starts else []
        assert found == _spans(dates._DATE.finditer(text)), text


def test_a_bound_is_never_passed_over(texts: list[str]) -> None:
    """The words of a bound stand at the end of what leads to a number, or right behind it."""
    for text in texts:
        for at in (match.start() for match in re.finditer(r"(?<=\s)\S|(?<=\S)\s|$", text)):
            lead, tail = text[max(0, at - 24) : at], text[at : at + 40]
            found = [(sign, pattern) for sign, pattern in bounds._BEFORE if pattern.search(lead)]
            assert set(found) <= set(bounds._may_bound(lead)), lead
            if tail.isascii() and any(pattern.match(tail) for _, pattern in bounds._AFTER):
                assert bounds._FOLLOWING.match(tail), tail


def test_a_name_is_never_passed_over(texts: list[str]) -> None:
    """A pattern of names finds nothing where its mark or its sign is missing."""
    for text in texts:
        for _, pattern, mark, sign in names._PATTERNS:
            if pattern.search(text):
                assert mark in text, (pattern.pattern, text)
                assert sign.search(text), (pattern.pattern, text)


def test_a_word_that_names_no_price_is_never_passed_over(texts: list[str]) -> None:
    """Whatever says that something costs nothing holds one of the words that are looked for first."""
    for text in (
        *texts,
        "Costs Nothing.",
        "It ships FREE.",
        "No extra fee.",
        "A complimentary lunch",
        "Gratis für alle",
    ):
        assert gratis._costs_nothing(text) == (gratis._NOTHING.search(text) is not None), text


def test_rates_and_marks_are_never_passed_over(texts: list[str]) -> None:
    """Every rate in a text of ASCII holds a period, every number of a list item a bracket or a dot before a blank."""
    whole = re.compile(numbers._RATE._source, re.IGNORECASE)
    for text in texts:
        if text.isascii() and whole.search(text):
            assert numbers._counts_by_time(text.lower()), text
        if numbers._MARK.search(text):
            assert "[" in text or numbers._MARKED.search(text), text


def test_breaks_ends_and_enclosures_of_sentences_are_never_passed_over(texts: list[str]) -> None:
    """What a text is asked for first stands in every one that the slower pattern finds something in."""
    for text in [*texts, *map("\n- ".join, pairwise(texts))]:
        if sentences._BREAK.search(text):
            assert any(sign in text for sign in sentences._BREAKING), text
        if text.isascii():
            assert _spans(sentences._PLAIN_END.finditer(text)) == _spans(sentences._END.finditer(text)), text
        if "://" not in text:
            enclosed = [match.span() for match in sentences._PROTECTED.finditer(text)]
            assert enclosed == [match.span() for match in sentences._PROTECTED_LINKED.finditer(text)], text


def test_words_are_those_of_the_pattern(texts: list[str]) -> None:
    """Cutting at blanks first, and looking for the places afterwards, gives the words and places of the one pattern."""
    for text in texts:
        whole = [(match[0], *match.span()) for match in words._TOKEN.finditer(words._lowered(text))]
        assert list(words.spans(text)) == whole
        assert list(words.listed(text)) == [word for word, _, _ in whole]
        runs = [(match[0], match.start()) for match in re.finditer(r"\w+", words._lowered(text))]
        assert list(words.runs(text)) == runs


def test_paragraphs_are_those_of_the_parser(texts: list[str]) -> None:
    """A text of nothing but paragraphs is cut as by the block rules of Markdown, which are not tried on it."""
    letters = [text for text in texts if text[:1].isalpha()]
    mixed = [[text, "", *rest] for text, *rest in zip(texts, letters, letters[7:], strict=False)]
    plain = [[first, second, " \t", third, ""] for first, second, third in zip(*[iter(letters)] * 3, strict=False)]
    for lines in [[text] for text in texts] + mixed + plain:
        page = "\n".join(lines).split("\n")
        if (found := paragraphs(page)) is not None:
            parsed = parser().parse("\n".join(page), {})
            assert [(token.type, token.content) for token in found] == [(item.type, item.content) for item in parsed]
            places = [tuple(item.map or ()) for item in parsed if item.type == "inline"]
            assert [tuple(item.map or ()) for item in found if item.type == "inline"] == places
    taken = sum(paragraphs("\n".join(lines).split("\n")) is not None for lines in plain)
    assert taken > len(plain) / 2, "hardly any text goes the short way, so nothing was compared"

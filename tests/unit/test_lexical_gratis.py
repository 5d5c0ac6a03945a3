"""That something is free is an amount: a passage has to say so."""

from __future__ import annotations

import pytest

import claimdiff


class TestFree:
    """`free`, `at no cost` and their like."""

    @pytest.mark.parametrize(
        ("claim", "passage"),
        [
            ("The spare key ships free.", "Write to the desk, and a spare key is sent."),
            ("A spare key is posted for free.", "Write to the desk, and a spare key is posted."),
            ("The spare key is sent at no cost.", "Write to the desk, and a spare key is sent."),
            ("The map is delivered without extra charge.", "The map is delivered within a week."),
            ("The map is handed out free of charge.", "The map is handed out at the door."),
        ],
    )
    def test_needs_a_passage_that_says_so(self, claim: str, passage: str) -> None:
        """A thing that is only sent, delivered or handed out has a price as far as anyone knows."""
        (judged,) = claimdiff.score([claim], [passage])

        assert judged.verdict == "unverifiable"

    @pytest.mark.parametrize(
        ("claim", "passage"),
        [
            ("The spare key is sent for free.", "The spare key is sent free of charge."),
            ("The spare key is sent at no cost.", "A spare key is sent for free."),
            ("The map is free.", "The map is free for members and guests."),
            ("The map is handed out free of charge.", "The map is handed out without charge."),
        ],
    )
    def test_is_supported_by_other_words_for_no_price(self, claim: str, passage: str) -> None:
        """The words for it may differ between claim and passage."""
        (judged,) = claimdiff.score([claim], [passage])

        assert judged.verdict == "supported"

    def test_is_not_meant_by_free_of_errors_or_the_name_of_a_plan(self) -> None:
        """Other meanings of the word are no price."""
        judged = claimdiff.score(
            ["The page is free of errors.", "The free plan has a map."],
            ["The page is free of errors. The free plan has a map."],
        )

        assert [one.verdict for one in judged] == ["supported", "supported"]

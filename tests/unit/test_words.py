"""Words as search and judge compare them."""

from __future__ import annotations

import pytest

from claimdiff.text.words import parts, search_terms, spans, stems, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Set UV_CACHE_DIR first.", ("set", "uv_cache_dir", "first")),
        ("Use --no-color or -q.", ("use", "--no-color", "or", "-q")),
        ("Edit a/b.md and .python-version.", ("edit", "a/b.md", "and", ".python-version")),
        ("Version 2.10.3 came.", ("version", "2.10.3", "came")),
        ("An out-of-band call", ("an", "out", "of", "band", "call")),
        ("It doesn’t", ("it", "doesn't")),
        ("Go to https://x.example/a.html.", ("go", "to", "https://x.example/a.html")),
        ("POST to /v1/items/ today", ("post", "to", "/v1/items/", "today")),
        ("端口是 5", ("端口", "口是", "5")),
    ],
)
def test_names_stay_whole(text: str, expected: tuple[str, ...]) -> None:
    """Identifiers, flags, paths, URLs and versions are one token; hyphenated words come apart; Chinese goes in pairs."""
    assert tokens(text) == expected


def test_stems_drop_stop_words_and_endings() -> None:
    """Content words are stemmed, names are not, and stop words do not count."""
    assert stems("The backups are running in MY_DIRS") == ("backup", "run", "my_dirs")


def test_another_language_has_its_own_stems() -> None:
    """The stemmer of the language is used; an unknown language keeps its words."""
    assert stems("Sicherungen laufen", language="de") == ("sicher", "lauf")
    assert stems("Sicherungen laufen", language="xx") == ("sicherungen", "laufen")


def test_a_search_finds_an_identifier_by_its_parts() -> None:
    """Beside the identifier its parts are indexed, but the judge never sees them as words of the text."""
    assert parts("uv_lock_timeout") == ("uv", "lock", "timeout")
    assert parts("plain") == ()
    assert set(search_terms("UV_LOCK_TIMEOUT")) >= {"uv_lock_timeout", "lock", "timeout"}
    assert "lock" not in stems("UV_LOCK_TIMEOUT")


def test_spans_point_at_the_text_itself() -> None:
    """Each word comes with its place in the text as given, typography included."""
    text = "We don’t set “MY_PORT”"
    assert [text[start:end] for _, start, end in spans(text)] == ["We", "don’t", "set", "MY_PORT"]

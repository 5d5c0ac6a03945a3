from __future__ import annotations

import pytest

from claimdiff.passages.markdown import inline


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("*a* _b_ **c** __d__ ***e***", "a b c d e"),
        ("2 * 3 * 4 and 5*x", "2 * 3 * 4 and 5*x"),
        ("snake_case_name and _emphasis_", "snake_case_name and emphasis"),
        ("**open and *closed*", "**open and closed"),
        (r"\*not\* \_this\_ C:\dir", r"*not* _this_ C:\dir"),
        ("`a * b` and ``x ` y`` and ` ` end", "a * b and x ` y and   end"),
        ("an unclosed `tick", "an unclosed `tick"),
        ("[text](http://a.b/c_(d) 'title') and [next](<a b>)", "text and next"),
        ("[ref][Label] and [label] and [label][]", "ref and label and label"),
        ("[unknown] and list[0] and list[0][1]", "[unknown] and list[0] and list[0][1]"),
        ("[`Client`][pkg.Client]", "Client"),
        ("![diagram of *it*](x.png){ width=300 }", "diagram of it"),
        ("[![badge](b.svg)](link)", "badge"),
        ("<https://a.b/c?d=e> <me@example.com>", "https://a.b/c?d=e me@example.com"),
        ('<span class="a > b">kept</span> 1 < 2', "kept 1 < 2"),
        ('<img src="a" alt="a cat"> one<br/>two', "a cat one two"),
        ("25&nbsp;dollars &lt;id&gt; &#169; &none;", "25\xa0dollars <id> © &none;"),
        ("Title {#anchor .cls} and `code`{.py}", "Title  and code"),
        ('metric{label="total"} 7', 'metric{label="total"} 7'),
        (":material-check: yes :smile:", " yes :smile:"),
        ("<ul><li>Fast</li><li>Small</li></ul>", "  Fast, Small "),
        ("footnote[^1] end", "footnote end"),
    ],
)
def test_inline_markup_is_read_as_text(markup: str, text: str) -> None:
    """What a reader sees is what a rendered page shows."""
    assert inline.read(markup, frozenset({"label"})).text == text


def test_a_full_stop_in_code_ends_no_sentence() -> None:
    """`a.b. C` in backticks is one word of its sentence."""
    reading = inline.read("Run `install . Now` here. Then stop.")
    assert [reading.text[start:end] for start, end in reading.spans()] == ["Run install . Now here.", "Then stop."]


def test_offsets_lead_back_to_the_markup() -> None:
    """Every plain character of the reading knows where it stood."""
    markup = "**Pro** costs [25](x) &amp; `more`"
    reading = inline.read(markup)
    for word in ("Pro", "costs", "25", "more"):
        assert markup[reading.origin(reading.text.index(word)) :].startswith(word)

from __future__ import annotations

import pytest

from helpers.reading import segments, texts

PAGE = "docs/page.rst"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("*one* **two** ``three`` `four`", "one two three four"),
        (":func:`send`, :py:func:`~kestrel.api.send`, :meth:`!Box.open`", "send, send, Box.open"),
        (":doc:`the guide </guide>` and :doc:`/guide/limits`", "the guide and limits"),
        (":ref:`keys <api-keys>`, :term:`quota`, :pep:`8`, :rfc:`2822`", "keys, quota, PEP 8, RFC 2822"),
        ("`text`:strong: and :kbd:`Ctrl+C` and :raw-html:`<br>`", "text and Ctrl+C and"),
        ("`the site <https://example.org/a_b>`_ and site_ and `two words`__", "the site and site and two words"),
        ("Kept 30 days [1]_, not 31 [#n]_.", "Kept 30 days, not 31."),
        (r"a\ b \*c\* H\ :sub:`2`\ O", "ab *c* H2O"),
        ("2 * 3 * 4 and *args and snake_case_name", "2 * 3 * 4 and *args and snake_case_name"),
        ("https://example.org/a_b_*c", "https://example.org/a_b_*c"),
        ("_`inline target` and __init__", "inline target and __init__"),
        ("``a. B`` stays. ``**kwargs``", "a. B stays. **kwargs"),
        ("|unknown| and a | b", "|unknown| and a | b"),
    ],
)
def test_inline_markup_is_read(markup: str, text: str) -> None:
    """What the site shows of it, and nothing else."""
    assert " ".join(texts(PAGE, markup + "\n")) == text


def test_substitutions_show_their_value_and_name_its_line() -> None:
    """The quote is the name as it is written; the line of the value is known, so that its change can be found."""
    (segment,) = segments(PAGE, ".. |release| replace:: **4.2**\n\nThis is |release|.\n")
    assert (segment.text, segment.source, segment.line_start) == ("This is 4.2.", "This is |release|.", 3)
    assert segment.lenders == (("docs/page.rst", 1),)


def test_a_reference_shows_the_title_it_leads_to() -> None:
    """Only within the page: elsewhere the name stands for it."""
    assert texts(PAGE, ".. _keys:\n\nAPI keys\n--------\n\nSee :ref:`keys` and :ref:`other`.\n") == [
        "See API keys and other."
    ]

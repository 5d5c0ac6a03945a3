from __future__ import annotations

import pytest

from helpers.reading import passages, segments, texts

PAGE = "docs/page.rst"


def test_sections_follow_the_order_of_their_marks() -> None:
    """Levels are what the page makes of its marks: overlined and underlined ones differ."""
    found = passages(
        PAGE, "====\nTop\n====\n\nIntro.\n\nPart\n----\n\nText.\n\nDeep\n~~~~\n\nMore.\n\nNext\n----\n\nEnd.\n"
    )
    assert [(passage.heading, passage.line_start, passage.line_end) for passage in found] == [
        (("Top",), 2, 5),
        (("Top", "Part"), 7, 10),
        (("Top", "Part", "Deep"), 12, 15),
        (("Top", "Next"), 17, 20),
    ]


def test_other_marks_and_lengths_are_the_same_page() -> None:
    """The characters under titles are markup: changing all of them changes nothing."""
    first = "Top\n===\n\nA.\n\nPart\n----\n\nB.\n"
    second = "Top\n*****\n\nA.\n\nPart\n^^^^^^^\n\nB.\n"
    assert [passage.hash for passage in passages(PAGE, first)] == [passage.hash for passage in passages(PAGE, second)]


def test_a_sentence_over_lines_has_its_verbatim_source() -> None:
    """A hard wrap neither ends a sentence nor changes its quote."""
    (first, second) = segments(PAGE, "The **Pro** plan\ncosts ``25`` dollars. It\nrenews.\n")
    assert (first.text, first.source) == ("The Pro plan costs 25 dollars.", "The **Pro** plan\ncosts ``25`` dollars.")
    assert (first.line_start, first.line_end, second.line_start, second.line_end) == (1, 2, 2, 3)


def test_a_literal_block_stays_with_its_sentence() -> None:
    """Two colons are read as one, and each line of code knows what it is an example of."""
    (passage,) = passages(PAGE, "Set the window::\n\n    storage:\n      window: 30m\n\nAfter.\n")
    assert [(segment.kind, segment.text, segment.context, segment.line_start) for segment in passage.segments] == [
        ("sentence", "Set the window:", "", 1),
        ("code", "storage:", "Set the window:", 3),
        ("code", "window: 30m", "Set the window: storage:", 4),
        ("sentence", "After.", "", 6),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "Run it:\n\n.. code-block:: console\n   :linenos:\n\n   $ kestrel up\n",
        "Run it::\n\n   $ kestrel up\n",
        "Run it:\n\n::\n\n   $ kestrel up\n",
        "Run it:\n\n.. prompt:: bash\n\n   $ kestrel up\n",
        "Run it:\n\n.. kestrel:run::\n\n   $ kestrel up\n",
    ],
)
def test_code_of_every_kind_is_code(page: str) -> None:
    """Code blocks, literal blocks and directives nobody knows that hold code."""
    assert [(segment.kind, segment.text) for segment in segments(PAGE, page)] == [
        ("sentence", "Run it:"),
        ("code", "$ kestrel up"),
    ]


def test_a_caption_is_text() -> None:
    """The file that a code block shows is named."""
    page = ".. code-block:: toml\n   :caption: box.toml\n\n   keep = 30\n"
    assert texts(PAGE, page) == ["box.toml", "keep = 30"]


def test_lists_know_their_lead_in() -> None:
    """Items have the sentence above them, nested ones also the item; numbers and bullets are marks."""
    found = segments(
        PAGE, "Not included:\n\n- backups\n- support\n  by phone\n\n  1. on Sundays\n  #. at night\n\nAfter.\n"
    )
    assert [(segment.text, segment.context) for segment in found] == [
        ("Not included:", ""),
        ("backups", "Not included:"),
        ("support by phone", "Not included:"),
        ("on Sundays", "Not included: support by phone"),
        ("at night", "Not included: support by phone"),
        ("After.", ""),
    ]


def test_an_initial_begins_no_list() -> None:
    """A letter with a full stop is a list only where the next line fits."""
    assert texts(PAGE, "A. Einstein was\na physicist.\n") == ["A. Einstein was a physicist."]


def test_terms_options_and_fields_lend_their_names() -> None:
    """Definitions, option lists and field lists are read under what they define."""
    page = (
        "Burst\n   Short peaks.\n\nQuota : number\n   Per key.\n\n--keep DAYS  How long.\n-q           Quiet.\n\n"
        "Top\n---\n\n:Since: 4.2\n:param int retries: How often.\n"
    )
    assert [(segment.kind, segment.text, segment.context) for segment in segments(PAGE, page)] == [
        ("term", "Burst", ""),
        ("sentence", "Short peaks.", "Burst"),
        ("term", "Quota: number", ""),
        ("sentence", "Per key.", "Quota: number"),
        ("term", "--keep DAYS", ""),
        ("sentence", "How long.", "--keep DAYS"),
        ("term", "-q", ""),
        ("sentence", "Quiet.", "-q"),
        ("sentence", "Since: 4.2", "Since"),
        ("sentence", "retries: How often.", "retries"),
    ]


def test_fields_above_the_title_are_no_text() -> None:
    """They tell the builder what to do with the page."""
    assert texts(PAGE, ":orphan:\n:tocdepth: 2\n\nTop\n===\n\nText.\n") == ["Text."]


BODY = "Restores never\n   overwrite. They make a copy."


@pytest.mark.parametrize(
    ("page", "line"),
    [
        (".. note:: " + BODY, 1),
        (".. warning::\n\n   " + BODY, 3),
        (".. tip::\n   :class: wide\n\n   " + BODY, 4),
        (".. container:: wide\n\n   " + BODY, 3),
        (".. only:: html\n\n   " + BODY, 3),
        (".. only:: not latex and (html or epub)\n\n   " + BODY, 3),
        ("   " + BODY, 1),
        (BODY.replace("\n   ", "\n"), 1),
    ],
)
def test_every_kind_of_box_says_the_same(page: str, line: int) -> None:
    """A box is read as its body and has the hash of the bare sentences."""
    (passage,) = passages(PAGE, page + "\n")
    assert [segment.text for segment in passage.segments] == ["Restores never overwrite.", "They make a copy."]
    assert passage.segments[0].line_start == line
    assert passage.hash == passages(PAGE, BODY.replace("\n   ", "\n"))[0].hash


@pytest.mark.parametrize(
    "page",
    [
        ".. a sentence that nobody reads\n   on two lines\n",
        ".. note: one colon makes no directive\n",
        "..\n   .. note::\n\n      Commented out.\n",
        ".. _target:\n",
        ".. _site: https://example.org\n",
        "__ https://example.org\n",
        ".. |x| replace:: value\n",
        ".. toctree::\n   :maxdepth: 2\n\n   guide\n   other\n",
        ".. index:: single: quota\n",
        ".. automodule:: kestrel\n   :members:\n",
        ".. raw:: html\n\n   <b>raw</b>\n",
        ".. only:: latex\n\n   On paper.\n",
        ".. todo::\n\n   Write more.\n",
    ],
)
def test_comments_and_instructions_are_no_text(page: str) -> None:
    """What the site does not show is not read."""
    assert texts(PAGE, f"Seen.\n\n{page}\nAlso seen.\n") == ["Seen.", "Also seen."]


def test_an_empty_comment_hides_nothing() -> None:
    """Two dots before a blank line end there; what is indented below them is a quotation."""
    assert texts(PAGE, "..\n\n   Quoted.\n") == ["Quoted."]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (".. versionadded:: 3.1\n", ["Added in version 3.1."]),
        (".. versionchanged:: 3.2\n\n   Now *faster*. Much.\n", ["Changed in version 3.2: Now faster.", "Much."]),
        (".. deprecated:: 8.2\n   ``nl`` is\n   ignored.\n", ["Deprecated since version 8.2: nl is ignored."]),
        (".. versionremoved:: 9 Use x.\n", ["Removed in version 9: Use x."]),
        (".. versionadded:: 3.1\n\n   - listed\n", ["Added in version 3.1:", "listed"]),
    ],
)
def test_version_notes_keep_their_version(page: str, expected: list[str]) -> None:
    """The version is part of the sentence, as the site shows it."""
    assert texts(PAGE, page) == expected


def test_titles_of_boxes_are_text_and_context() -> None:
    """Tabs, topics and directives that nobody knows name their body."""
    page = ".. tabs::\n\n   .. tab:: Linux\n\n      Use apt.\n\n   .. tab:: Windows\n\n      Use winget.\n"
    assert [(segment.kind, segment.text, segment.context) for segment in segments(PAGE, page)] == [
        ("heading", "Linux", ""),
        ("sentence", "Use apt.", "Linux"),
        ("heading", "Windows", ""),
        ("sentence", "Use winget.", "Windows"),
    ]


def test_signatures_are_terms() -> None:
    """What is said of a function or an option is read under its name."""
    page = ".. function:: send(key, retries=3)\n\n   Sends it.\n\n   :param key: The key.\n\n.. option:: --keep <days>\n\n   How long.\n"
    assert [(segment.kind, segment.text, segment.context) for segment in segments(PAGE, page)] == [
        ("term", "send(key, retries=3)", ""),
        ("sentence", "Sends it.", "send(key, retries=3)"),
        ("sentence", "key: The key.", "send(key, retries=3) key"),
        ("term", "--keep <days>", ""),
        ("sentence", "How long.", "--keep <days>"),
    ]


def test_line_blocks_sessions_images_and_footnotes() -> None:
    """Each line of a line block stands alone; a picture is its description; a footnote is its body."""
    page = "| One\n| Two\n\n>>> send()\nTrue\n\n.. image:: a.png\n   :alt: A chart.\n\n.. [1] On Pro only.\n"
    assert texts(PAGE, page) == ["One", "Two", ">>> send()", "True", "A chart.", "On Pro only."]

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from claimdiff.passages import from_text, read_page

if TYPE_CHECKING:
    from claimdiff.records import Passage


def passages(text: str) -> tuple[Passage, ...]:
    """The passages of a Markdown page."""
    return read_page("docs/page.md", text.encode()).passages


def paragraph(number: int, sentences: int = 4) -> str:
    """A paragraph of that many sentences."""
    return " ".join(
        f"Sentence {number}.{part} says that queue {number} keeps {part} items." for part in range(sentences)
    )


def test_a_long_section_is_cut_between_paragraphs() -> None:
    """Pieces are about equal, none is far above the target, and every paragraph is whole in one of them."""
    page = "# Queues\n\n" + "\n\n".join(paragraph(number) for number in range(20)) + "\n"
    found = passages(page)
    sizes = [len(passage.text) for passage in found]
    assert len(found) > 2
    assert max(sizes) < 1_500
    assert min(sizes) > 700
    assert all(passage.heading == ("Queues",) for passage in found)
    for number in range(20):
        assert (
            sum(
                f"Sentence {number}.0 " in passage.text and f"Sentence {number}.3 " in passage.text for passage in found
            )
            == 1
        )


def test_small_sections_stay_apart() -> None:
    """Passages never reach over a heading."""
    assert [passage.heading[-1] for passage in passages("# A\n\nOne.\n\n# B\n\nTwo.\n")] == ["A", "B"]


def test_a_fence_is_never_torn_from_the_sentence_above() -> None:
    """However the cuts fall, code and the sentence it belongs to are in one passage."""
    blocks = [f"{paragraph(number)} Example {number}:\n\n```sh\nrun --number {number}\n```" for number in range(12)]
    found = passages("# Run\n\n" + "\n\n".join(blocks) + "\n")
    assert len(found) > 1
    for number in range(12):
        assert (
            sum(
                f"Example {number}:" in passage.text and f"run --number {number}\n" in passage.text + "\n"
                for passage in found
            )
            == 1
        )


def test_a_long_table_is_cut_by_rows_that_keep_their_header() -> None:
    """Every piece of a table reads on its own."""
    rows = "\n".join(f"| region-{number} | {number} days |" for number in range(120))
    found = passages(f"# Retention\n\nKept as follows:\n\n| Region | Kept |\n|--|--|\n{rows}\n")
    assert len(found) > 2
    assert all("Region: region-" in passage.text and "Kept: " in passage.text for passage in found)
    assert all(passage.text.startswith("Kept as follows:") for passage in found)
    assert sum(len(passage.segments) for passage in found) == 121


def test_a_list_item_is_never_cut() -> None:
    """The paragraphs of an item stay together."""
    items = "\n".join(
        f"- Item {number} {'word ' * 30}.\n\n  More on {number} {'word ' * 30}.\n" for number in range(15)
    )
    found = passages(f"# List\n\n{items}")
    assert len(found) > 2
    for number in range(15):
        assert sum(f"Item {number} " in passage.text and f"More on {number} " in passage.text for passage in found) == 1


def test_a_very_long_fence_is_cut_between_its_lines() -> None:
    """A data dump is no single passage."""
    lines = "\n".join(f"entry_{number} = {number}" for number in range(1_000))
    found = passages(f"# Dump\n\nThe file:\n\n```\n{lines}\n```\n")
    assert len(found) > 2
    assert max(len(passage.text) for passage in found) < 5_000
    assert all(segment.context == "The file:" for passage in found for segment in passage.segments[1:])


@pytest.mark.parametrize(
    "other",
    [
        "# Keys\n\nKeys are\nshown\nonce. They **expire** after 30 days.\n\n* one\n* two\n",
        "# Keys\r\n\r\nKeys are shown once. They _expire_ after 30 days.\r\n\r\n1. one\r\n2. two\r\n",
        "Keys\n====\n\n>   Keys are shown once. They [expire](x.md) after 30&nbsp;days.\n\n- one\n\n- `two`\n",
        "#### Keys {#keys}\n\n!!! note\n\n    Keys are “shown” once. They expire after 30 days.\n\n- one\n- two\n".replace(
            "“", ""
        ).replace("”", ""),
        "---\ntags: [a]\n---\n\n<h1>Keys</h1>\n<p>Keys are shown once.\nThey expire after 30 days.</p>\n<ul><li>one</li><li>two</li></ul>\n",
    ],
)
def test_the_hash_ignores_what_a_reader_does_not_see(other: str) -> None:
    """White space, markup, heading level, path and line ends make no other passage."""
    page = "# Keys\n\nKeys are shown once. They expire after 30 days.\n\n- one\n- two\n"
    assert read_page("elsewhere/other.md", other.encode()).passages[0].hash == passages(page)[0].hash


@pytest.mark.parametrize(
    "other",
    ["# Keys\n\nKept 31 days.\n", "# Tokens\n\nKept 30 days.\n", "# Keys\n\nKept 30 days.\n\nNot on Free.\n"],
)
def test_the_hash_knows_every_word(other: str) -> None:
    """Another number, another heading or another sentence is another passage."""
    assert passages(other)[0].hash != passages("# Keys\n\nKept 30 days.\n")[0].hash


def test_a_context_string_is_one_passage() -> None:
    """Headings in it are segments, and lines are counted from the one that is given."""
    passage = from_text(
        "kb/a", "# Plans\n\nPro costs 25.\n\n## Free\n\nFree costs 0.\n", line_start=40, heading=("Shop",)
    )
    assert (passage.path, passage.heading, passage.line_start, passage.line_end) == ("kb/a", ("Shop",), 40, 46)
    assert [(segment.kind, segment.text, segment.line_start) for segment in passage.segments] == [
        ("heading", "Plans", 40),
        ("sentence", "Pro costs 25.", 42),
        ("heading", "Free", 44),
        ("sentence", "Free costs 0.", 46),
    ]
    assert passage.text == "Plans\nPro costs 25.\nFree\nFree costs 0."


def test_an_empty_context_string_is_an_empty_passage() -> None:
    """Nothing to read is nothing to quote."""
    assert from_text("a", " \n").segments == ()


FRAGMENTS = st.sampled_from(
    [
        "# Title\n",
        "## Sub {#x}\n",
        "Text one. Text *two*\nwraps.\n",
        "- item\n",
        "  - nested\n",
        "1. step\n",
        "> quote\n",
        "> - in quote\n",
        "```sh\n",
        "~~~\n",
        "    code\n",
        "\tcode\n",
        "| a | b |\n|---|---|\n",
        "| 1 | 2 |\n",
        "!!! note\n",
        "    body.\n",
        '=== "Tab"\n',
        ":::tip\n",
        ":::\n",
        "[^1]: note\n",
        "Term\n: Def\n",
        "<table><tr><td>x</td></tr>\n",
        "</table>\n",
        "<!-- a\n",
        "--> b\n",
        "<div>\n",
        "</div>\n",
        "<details><summary>s</summary>\n",
        "</details>\n",
        "[r]: http://x.y\n",
        "===\n",
        "---\n",
        "\n",
        "\n",
        "`a` [b](c) ![d](e) <b>f</b> &amp; ~~g~~\n",
        "日本語。次。\n",
        "\\\n",
        "{{ x }}\n",
    ]
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(FRAGMENTS, max_size=25), st.sampled_from(["a.md", "a.mdx", "a.txt"]))
def test_every_source_is_a_slice_of_its_lines(fragments: list[str], path: str) -> None:
    """Whatever the page, a segment's source stands verbatim on the lines that it names, inside its passage."""
    page = "".join(fragments)
    lines = page.split("\n")
    reading = read_page(path, page.encode())
    for passage in (*reading.passages, from_text(path, page)):
        for segment in passage.segments:
            assert segment.text
            assert segment.source
            assert segment.source in "\n".join(lines[segment.line_start - 1 : segment.line_end])
            assert segment.source.count("\n") == segment.line_end - segment.line_start
            assert passage.line_start <= segment.line_start <= segment.line_end <= passage.line_end

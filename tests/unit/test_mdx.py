from __future__ import annotations

import pytest

from helpers.reading import passages, segments, texts

PAGE = "docs/page.mdx"


@pytest.mark.parametrize(
    "hidden",
    [
        "import Tabs from '@theme/Tabs';\n",
        "export const meta = {\n\n  a: '}',\n};\n",
        "{/* a comment\n\n# of several blocks\n*/}\n",
        "{props.value}\n",
        "<Toc />\n",
        "<Chart data={{ a: '>' }} onClick={() => go}\n  height={3}\n/>\n",
    ],
)
def test_the_program_in_a_page_is_no_text(hidden: str) -> None:
    """Modules, comments, values and components that hold nothing."""
    assert texts(PAGE, f"Seen. {{/* not */}}\n\n{hidden}\nAlso seen.\n") == ["Seen.", "Also seen."]


def test_what_is_in_components_is_markdown() -> None:
    """However it is indented, with or without blank lines; titles are text and context."""
    page = '<Tabs>\n    <Tab title="npm">\n        Use it:\n\n        ```sh\n        npm i\n        ```\n    </Tab>\n    <Tab title="yarn">\n        - item\n    </Tab>\n</Tabs>\n\nAfter.\n'
    assert [(segment.kind, segment.text, segment.context, segment.line_start) for segment in segments(PAGE, page)] == [
        ("heading", "npm", "", 2),
        ("sentence", "Use it:", "npm", 3),
        ("code", "npm i", "npm Use it:", 6),
        ("heading", "yarn", "", 9),
        ("item", "item", "yarn", 10),
        ("sentence", "After.", "", 14),
    ]


def test_text_for_some_readers_says_for_whom() -> None:
    """Opposite facts stand under the name of their block, and headings in one do not reach into the other."""
    page = "# Caching\n\n<AppOnly>\n\nFetch is cached.\n\n## Options\n\nUse revalidate.\n\n</AppOnly>\n\n<PagesOnly>\n\nFetch is not cached.\n\n</PagesOnly>\n\nBoth.\n"
    found = [
        (segment.text, segment.context, passage.heading)
        for passage in passages(PAGE, page)
        for segment in passage.segments
    ]
    assert found == [
        ("Fetch is cached.", "App only", ("Caching",)),
        ("Use revalidate.", "App only", ("Caching", "Options")),
        ("Fetch is not cached.", "Pages only", ("Caching",)),
        ("Both.", "", ("Caching",)),
    ]


def test_attributes_that_are_shown_are_text() -> None:
    """A card says its title and its description, over several lines too."""
    assert texts(PAGE, '<Card\n  title="Billing"\n  href="/b"\n  description="See your bills."\n/>\n') == [
        "Billing",
        "See your bills.",
    ]


def test_a_component_in_a_sentence_is_left_out() -> None:
    """Its children are part of the sentence."""
    assert texts(PAGE, "<Note>Keys <b>live</b>{' '}90 days.</Note>\n") == ["Keys live 90 days."]


def test_an_unclosed_tag_hides_nothing() -> None:
    """What is opened and never closed is left to the reader of tags."""
    assert texts(PAGE, "<Tab title={\n\nText.\n\n{(\n\nMore.\n")[-1] == "More."


@pytest.mark.parametrize(
    ("block", "read"),
    [
        ('<Since v="2.4.0" />', "Added in 2.4.0."),
        ('<p><Since v="2.4.0" /></p>', "Added in 2.4.0"),
        ("A flag. <AddedIn version='2.4.0' />", "A flag. Added in 2.4.0"),
        ('<Deprecated since="3.0" />', "Deprecated in 3.0."),
    ],
)
def test_since_when_something_is_there(block: str, read: str) -> None:
    """A component that shows a version says it."""
    assert " ".join(texts(PAGE, f"{block}\n")) == read


def test_a_parameter_is_described_by_attributes() -> None:
    """Its name, type and default are text, and the name lends itself to the description."""
    page = (
        '<ParamField query="limit" type="number" default="20" required>\n  How many rings are sent.\n</ParamField>\n\n'
        "<ResponseField name='seal' type='string' deprecated />\n\nAfter.\n"
    )
    assert [(segment.text, segment.context) for segment in segments(PAGE, page)] == [
        ("limit", ""),
        ("Type: number.", "limit"),
        ("Default: 20.", "limit"),
        ("Required.", "limit"),
        ("How many rings are sent.", "limit"),
        ("seal", ""),
        ("Type: string.", "seal"),
        ("Deprecated.", "seal"),
        ("After.", ""),
    ]


def test_a_component_that_describes_nothing_has_no_attributes_to_show() -> None:
    """A name alone is a matter of the program."""
    assert texts(PAGE, '<Icon name="bell" type="solid" />\n\nText.\n') == ["Text."]

from __future__ import annotations

import pytest

from claimdiff import drafting
from claimdiff.drafting import Found
from claimdiff.passages import read_page


@pytest.mark.parametrize(
    ("paths", "docs", "prompts"),
    [
        (["docs/a.md", "docs/b/c.mdx", "README.md"], ("docs/**/*.md", "docs/**/*.mdx"), ()),
        (["website/a.md", "src/b.md", "src/c.md", "prompts/x.md"], ("website/**/*.md",), ("prompts/x.md",)),
        (["manual/a.rst", "manual/b.rst", "lib/c.md"], ("manual/**/*.rst",), ()),
        (["README.md", "CHANGELOG.md", "faq.md"], ("README.md", "faq.md"), ()),
        (
            [
                "docs/a.md",
                "bot/prompts/system.md",
                "bot/prompts/answer.j2",
                "bot/prompts/README.md",
                "bot/prompts/x.py",
            ],
            ("docs/**/*.md",),
            ("bot/prompts/answer.j2", "bot/prompts/system.md"),
        ),
    ],
)
def test_docs_and_prompts_are_found_where_teams_keep_them(
    paths: list[str], docs: tuple[str, ...], prompts: tuple[str, ...]
) -> None:
    """The usual folder wins, else the one with most pages, else the pages at the top; changelogs are no docs."""
    assert drafting.look_around(reversed(paths)) == Found(docs=docs, prompts=prompts)


def test_without_pages_nothing_is_found() -> None:
    """Code, tests and hidden folders hold no docs."""
    assert (
        drafting.look_around(["src/a.py", ".github/b.md", "tests/c.md", "LICENSE.md", "node_modules/d/readme.md"])
        is None
    )


def test_the_example_says_a_fact_of_the_page() -> None:
    """The sentence with numbers and names under its heading is taken word for word, not one that points elsewhere."""
    page = (
        "# Welcome\n\nWe are glad that you found the pages about our little shop here.\n\n"
        "## Return window\n\nThis is explained in 3 steps on the next page of the guide.\n\n"
        "Parts can be returned within **45 days**, and the return window starts at delivery.\n"
    )
    question = drafting.draft_question(read_page("docs/returns.md", page.encode()).passages)
    assert question is not None
    assert question.answer == "Parts can be returned within 45 days, and the return window starts at delivery."
    assert (question.id, question.question) == ("return-window", "What do the docs say about return window?")
    assert (question.sources, question.draft) == (("docs/returns.md",), True)


def test_pages_without_a_sentence_give_no_example() -> None:
    """A page of links and headings is no reason to invent something."""
    assert drafting.draft_question(read_page("docs/a.md", b"# A\n\n- [b](b.md)\n").passages) is None

"""Notebooks that are kept as Markdown: MyST and Quarto."""

from __future__ import annotations

import pytest

from claimdiff.passages import read_page


def texts(text: str, path: str = "docs/page.md") -> list[str]:
    """What a reader reads, piece by piece."""
    return [segment.text for passage in read_page(path, text.encode()).passages for segment in passage.segments]


@pytest.mark.parametrize(
    "options",
    [
        ":tags: [remove-cell]",
        ":tags: [skip-execution, hide_input]",
        "---\ntags: [hide-cell]\n---",
        "---\ntags:\n  - remove-input\n---",
        "#| echo: false",
    ],
)
def test_a_hidden_cell_of_myst_is_no_text(options: str) -> None:
    """Tags and directives hide a cell in a fence as they hide one in a notebook file."""
    page = f"# Kilns\n\nHeat slowly.\n\n```{{code-cell}} ipython3\n{options}\n\nheat(900)\n```\n\nThen wait.\n"
    assert texts(page) == ["Heat slowly.", "Then wait."]


def test_a_cell_of_myst_with_other_tags_is_text() -> None:
    """Options are no text, and those that hide nothing hide nothing."""
    page = "# Kilns\n\n```{code-cell} ipython3\n:tags: [raises-exception]\n\nheat(900)\n```\n"
    assert texts(page) == ["heat(900)"]


def test_breaks_between_cells_are_no_text_and_hide_what_their_tags_hide() -> None:
    """`+++` ends a cell of text; the metadata behind it may hide the next one."""
    page = (
        "# Kilns\n\n{ref}`heat`\n\nFirst.\n\n+++\n\nSecond.\n\n"
        '+++ {"tags": ["remove-cell"]}\n\nHidden.\n\n- too\n\n+++ {"slideshow": {}}\n\nThird.\n'
    )
    assert texts(page)[1:] == ["First.", "Second.", "Third."]


@pytest.mark.parametrize("path", ["docs/page.qmd", "docs/page.md"])
def test_a_fence_of_quarto_is_code_without_its_directives(path: str) -> None:
    """What a language runs is code, not text, and `#|` lines set it."""
    page = "---\ntitle: Kilns\n---\n\n## Heat\n\n```{python}\n#| label: heat\nheat(900)\n```\n\n```{r}\n#| include: false\ncool(20)\n```\n"
    (passage,) = read_page(path, page.encode()).passages
    assert [(segment.kind, segment.text) for segment in passage.segments] == [("code", "heat(900)")]
    assert passage.heading == ("Kilns", "Heat")
    assert page.split("\n")[passage.segments[0].line_start - 1] == "heat(900)"

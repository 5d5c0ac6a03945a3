"""Symbolic links are resolved on paper, and none of them leads out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimdiff.changes.links import resolve

FILES = ("README.md", "docs/a.md", "docs/sub/b.md", "docs/sub0.md", "guide/c.md")


@pytest.mark.parametrize(
    ("link", "target", "real"),
    [
        ("docs/x.md", "a.md", {"docs/x.md": "docs/a.md"}),
        ("docs/x.md", "./sub/../a.md", {"docs/x.md": "docs/a.md"}),
        ("docs/x.md", "../README.md", {"docs/x.md": "README.md"}),
        ("docs/guide", "../guide/", {"docs/guide/c.md": "guide/c.md"}),
        ("latest", "docs/sub", {"latest/b.md": "docs/sub/b.md"}),
        ("docs/top", "..", {f"docs/top/{path}": path for path in FILES}),
    ],
)
def test_a_link_stands_for_what_it_leads_to(link: str, target: str, real: dict[str, str]) -> None:
    """A file for a file, a folder for every file below it and for nothing beside it."""
    found = resolve(FILES, {link: target})

    assert dict(found.real) == real
    assert found.problems == {}


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("../../README.md", "outside the repository"),
        ("../../repo/docs/a.md", "outside the repository"),
        ("/etc/passwd", "outside the repository"),
        ("x.md", "leads back to itself"),
        ("none.md", "not a file or folder"),
        ("", "not a file or folder"),
        ("a.md/b.md", "not a file or folder"),
    ],
)
def test_a_link_that_leads_nowhere_is_a_problem(target: str, reason: str) -> None:
    """The problem names the link, what is written in it, and why it is not followed."""
    found = resolve(FILES, {"docs/x.md": target})

    assert found.real == {}
    assert reason in found.problems["docs/x.md"].message
    assert target in found.problems["docs/x.md"].message


def test_links_through_links_are_followed() -> None:
    """A link may lead through another one, in any order."""
    found = resolve(FILES, {"a": "b/c.md", "b": "z", "z": "guide", "out": "far/x", "far": "../elsewhere"})

    assert found.real["a"] == "guide/c.md"
    assert found.real["b/c.md"] == "guide/c.md"
    assert sorted(found.problems) == ["far", "out"]


def test_two_links_that_lead_to_each_other_are_problems() -> None:
    """A circle ends."""
    assert sorted(resolve(FILES, {"a": "b", "b": "a"}).problems) == ["a", "b"]


names = st.sampled_from(["a", "b", "docs", "..", ".", "sub", "a.md", ""])


@given(st.dictionaries(st.sampled_from(["l", "docs/l", "docs/sub/l", "m"]), st.lists(names, max_size=5).map("/".join)))
def test_every_link_leads_to_a_file_or_is_a_problem(targets: dict[str, str]) -> None:
    """Whatever is written in links, what comes out is a file of the tree."""
    found = resolve(FILES, targets)

    assert set(found.real.values()) <= set(FILES)
    for link in targets:
        assert (link in found.problems) != any(path == link or path.startswith(f"{link}/") for path in found.real)

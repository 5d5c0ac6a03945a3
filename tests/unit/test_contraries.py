"""The list of words that exclude each other."""

from __future__ import annotations

import pytest

from claimdiff.comparison.contraries import CONTRARY, contrary, excluded


def test_the_list_is_sound() -> None:
    """Whatever excludes a word is excluded by it, and no word excludes itself."""
    assert all(word in CONTRARY[other] for word, others in CONTRARY.items() for other in others)
    assert not any(word in others for word, others in CONTRARY.items())


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("seals are kept", "seals are deleted", ("kept", "deleted")),
        ("the move finishes", "the move is rolled back", ("finishes", "rolled back")),
        ("read lazily", "read eagerly", ("lazily", "eagerly")),
        ("seals are removed", "seals are deleted", None),
        ("seals are kept and drafts deleted", "drafts are deleted and seals kept", None),
    ],
)
def test_contrary(old: str, new: str, expected: tuple[str, str] | None) -> None:
    """Words are told in the form in which they stand; what only changed its place tells nothing."""
    assert contrary(tuple(old.split()), tuple(new.split()), old, new) == expected


def test_excluded() -> None:
    """A claim is excluded by a word against one of its own, unless it says that word too."""
    assert excluded("The ledger preserves seals.", "deleted")
    assert not excluded("The ledger preserves seals until they are deleted.", "deleted")
    assert not excluded("The ledger opens at noon.", "deleted")

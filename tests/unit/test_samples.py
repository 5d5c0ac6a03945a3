"""Where the sample of the demo is found."""

from __future__ import annotations

import pytest

from claimdiff import golden, samples, settings
from claimdiff.errors import UsageError


@pytest.mark.parametrize("name", samples.NAMES)
def test_a_sample_is_whole(name: str) -> None:
    """A sample has valid settings and a valid golden set, and pages and prompts that its settings find."""
    folder = samples.path(name)

    read = settings.load(folder / "claimdiff.yml")
    questions = golden.parse((folder / read.golden_set).read_text(encoding="utf-8"), path=read.golden_set).questions

    assert read.name == name
    assert len(questions) >= 8
    assert any(question.answerable is False for question in questions)
    assert all((folder / source).is_file() for question in questions for source in question.sources)
    assert all((folder / prompt.path).is_file() for prompt in read.prompts)


def test_an_unknown_sample_is_an_error_that_names_the_known_ones() -> None:
    """Asking for a sample that does not exist tells which do."""
    with pytest.raises(UsageError, match="no sample 'acme'") as caught:
        samples.path("acme")

    assert caught.value.hint
    assert "meridian" in caught.value.hint

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from claimdiff.pipeline.warming import likely_asked


def _session(*, base: dict[str, str] | None, head: dict[str, str], force: bool = False, prompt: bool = False) -> Any:
    entry = SimpleNamespace(passages=(SimpleNamespace(path="docs/plans.md"),))
    before = None if base is None else SimpleNamespace(docs=base, entries={"price": entry})
    return SimpleNamespace(
        base=before,
        head=SimpleNamespace(docs=head),
        options=SimpleNamespace(force=force),
        prompt_changed=prompt,
    )


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (_session(base=None, head={}), True),
        (_session(base={"docs/plans.md": "1"}, head={"docs/plans.md": "1"}), False),
        (_session(base={"docs/plans.md": "1"}, head={"docs/plans.md": "2"}), True),
        (_session(base={"docs/plans.md": "1"}, head={}), True),
        (_session(base={"docs/plans.md": "1", "a": "1"}, head={"docs/plans.md": "1", "a": "2"}), False),
        (_session(base={"docs/plans.md": "1"}, head={"docs/plans.md": "1"}, force=True), True),
        (_session(base={"docs/plans.md": "1"}, head={"docs/plans.md": "1"}, prompt=True), True),
    ],
)
def test_a_call_is_likely_where_a_page_of_an_approved_answer_changed(session: Any, expected: bool) -> None:
    """An edit of any other page starts nothing: the SDK is loaded only when a call will be made."""
    assert likely_asked(session) is expected

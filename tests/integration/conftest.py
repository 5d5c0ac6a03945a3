"""Kestrel, approved once a session and copied for every test that changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import Kestrel, copied, kestrel

if TYPE_CHECKING:
    from pathlib import Path

_MADE: dict[str, Kestrel] = {}


@pytest.fixture
def repo(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]) -> Kestrel:
    """Kestrel, approved, on a branch of its own."""
    if "approved" not in _MADE:
        _MADE["approved"] = kestrel(tmp_path_factory.mktemp("made") / "kestrel", capsys)
    return copied(_MADE["approved"], tmp_path / "kestrel", capsys)

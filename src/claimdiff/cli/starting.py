"""What a command finds where it is started: the config file, and whether there is a key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

KEY = "ANTHROPIC_API_KEY"


def default_config() -> Path:
    """claimdiff.yml here or in a folder above, within the repository; where there is none, the name it should have."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "claimdiff.yml").is_file():
            return Path(os.path.relpath(folder / "claimdiff.yml", here))
        if (folder / ".git").exists():
            break
    return Path("claimdiff.yml")


def has_key(env: Mapping[str, str]) -> bool:
    """Whether a key is there; an empty one is none."""
    return bool(env.get(KEY))

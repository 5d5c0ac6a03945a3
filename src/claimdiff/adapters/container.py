"""The container of the GitHub Action, which holds none of the team's packages and programs."""

from __future__ import annotations

import os

_INSIDE = "CLAIMDIFF_CONTAINER"
"""Set by our Dockerfile."""


def hint(otherwise: str, *, package: str = "claimdiff") -> str:
    """What to do about a module or program that is not there: within the action's container it never will be.

    `package` is what pip is to install where it can be.
    """
    if os.environ.get("GITHUB_ACTIONS") != "true" or not os.environ.get(_INSIDE):
        return otherwise
    named = f"'{package}'" if "[" in package else package
    return (
        "the action's container holds none of the team's packages: in place of `uses:`, write a step "
        f"`run: pip install {named} && claimdiff action` in a job that has them (docs/github-action.md)"
    )

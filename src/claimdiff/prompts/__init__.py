"""Prompts: which files are watched, and how the first one is rendered."""

from claimdiff.prompts.rendering import Rendered, Template, prepare
from claimdiff.prompts.watching import included_names, missing_includes, patterns, prompt_hash, unmatched, watched

__all__ = [
    "Rendered",
    "Template",
    "included_names",
    "missing_includes",
    "patterns",
    "prepare",
    "prompt_hash",
    "unmatched",
    "watched",
]

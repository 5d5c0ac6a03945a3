"""Judging a claim against passages, offline or by a model, with evidence that is verbatim."""

LEXICAL = "lexical-1"
"""The version of the offline judge's rules: another one may give other verdicts, so baselines name it."""

"""Judging a claim against passages, offline or by a model, with evidence that is verbatim."""

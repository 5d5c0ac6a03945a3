"""Comparison of base and head: statuses, causes, and the facts about the docs behind them."""

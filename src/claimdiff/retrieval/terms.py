"""What the index holds of a text: stems of its words, and identifiers whole and in their parts."""

from __future__ import annotations

import re

from claimdiff.text.words import STOPWORDS, stem, stems

_CAMEL = re.compile(r"\b(?:[a-z]+|[A-Z]+[a-z]+)(?:[A-Z]+[a-z0-9]*|[0-9]+[A-Z][a-z0-9]*)+\b")
_HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_PART = re.compile(r"[^\W_]+")


def terms(text: str, language: str = "en") -> tuple[str, ...]:
    """Stems in their order; after `max_retries`, `--max-retries` or `maxRetries` also those of `max` and `retries`."""
    found: list[str] = []
    for term in stems(text, language=language):
        found.append(term)
        if not term.isalnum():
            found.extend(_parts(_PART.findall(term), language, whole=term))
    for name in _CAMEL.findall(text):
        found.extend(_parts([hump.lower() for hump in _HUMP.findall(name)], language, whole=name.lower()))
    return tuple(found)


def _parts(parts: list[str], language: str, *, whole: str) -> list[str]:
    return [stem(part, language) for part in parts if part not in STOPWORDS and part != whole and not part.isdigit()]

"""The small words that turn a statement round: negation, quantifiers, modality, conditions."""

from __future__ import annotations

import re

from claimdiff.text.anchors.records import Anchor, AnchorKind
from claimdiff.text.words import stems

_NEGATION = re.compile(
    r"\b(?:not|never|cannot|no|none|neither|nor|without|nothing|nobody|nowhere|no longer|hardly|unable|lacks?|lacking)\b"
    r"|n't\b|\b(?:isnt|doesnt|dont|cant|wont)\b|不|没有|无法",
    re.IGNORECASE,
)
# "no more than 5", "not only", "No. 5" and "no later than" deny nothing.
_NO_NEGATION = re.compile(
    r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer|greater|lower|higher) than\b|\bnot only\b|\bno\. ?\d|\bnot (?:just|merely)\b"
    r"|\bif not\b|\bno matter\b|\bor not\b|\bno doubt\b|\bwhy not\b",
    re.IGNORECASE,
)
_QUANTIFIERS = (
    ("all", r"all|every|each|any|everywhere|always|everyone|everything|entire|unlimited"),
    ("only", r"only|solely|exclusively|nothing but|just"),
    ("most", r"most|mostly|usually|typically|generally|normally|majority|often"),
    ("some", r"some|several|certain|a few|few|sometimes|many|partly|partially"),
    ("none", r"none|never"),
    ("both", r"both"),
)
_MODALITY = (
    ("must", r"must|required?|requires|requirement|mandatory|need(?:s|ed)? to|has to|have to|needs?|shall|obligatory"),
    ("should", r"should|recommended?|recommends|ought to|advis(?:ed|able)|suggest(?:s|ed)?|best to"),
    ("may", r"may|might|optional(?:ly)?|possibl[ey]|could"),
    ("can", r"can|able to|allows?|lets?|permits?"),
)
_CONDITION = re.compile(
    r"\b(?P<word>unless|except(?: when| if)?|only if|if|when|whenever|as long as|provided(?: that)?|in case|while|until)\b\s+(?P<rest>[^.,;:!?()]+)",
    re.IGNORECASE,
)


def _compiled(table: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((key, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for key, words in table)


_QUANTIFIER_PATTERNS = _compiled(_QUANTIFIERS)
_MODALITY_PATTERNS = _compiled(_MODALITY)


def negations(text: str) -> list[tuple[int, int]]:
    """Spans of the words that deny something."""
    harmless = [match.span() for match in _NO_NEGATION.finditer(text)]
    spans = (match.span() for match in _NEGATION.finditer(text))
    return [(start, end) for start, end in spans if not any(a <= start < b for a, b in harmless)]


def quantifiers(text: str) -> list[Anchor]:
    """`all`, `only`, `most`, `some`, `none`, `both`."""
    return _find("quantifier", _QUANTIFIER_PATTERNS, text)


def modality(text: str) -> list[Anchor]:
    """`must`, `should`, `may`, `can`."""
    return _find("modality", _MODALITY_PATTERNS, text)


def conditions(text: str) -> list[Anchor]:
    """Clauses of "if", "unless", "as long as" and their kin; the value holds the sorted stems of the clause."""
    return [
        Anchor(
            kind="condition",
            unit="unless" if match["word"].lower().startswith(("unless", "except")) else "if",
            value=" ".join(sorted(set(stems(match["rest"])))),
            surface=match[0],
            start=match.start(),
            end=match.end(),
        )
        for match in _CONDITION.finditer(text)
    ]


def _find(kind: AnchorKind, patterns: tuple[tuple[str, re.Pattern[str]], ...], text: str) -> list[Anchor]:
    found = [
        Anchor(kind=kind, value=value, surface=match[0], start=match.start(), end=match.end())
        for value, pattern in patterns
        for match in pattern.finditer(text)
    ]
    return sorted(found, key=lambda anchor: (anchor.start, anchor.value))

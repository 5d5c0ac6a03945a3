"""Which words of a sentence are denied: the sign of a term, turned by what stands before it."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.absence import lacking, spoken_of
from claimdiff.judging.lexical.vocabulary import concept
from claimdiff.text.anchors import UNLESS, in_english, negations
from claimdiff.text.folding import level
from claimdiff.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.judging.lexical.reading import Term

_NEAR = re.compile(r"(?:without|lack(?:s|ing)?|non)$", re.IGNORECASE)
_NOUN = re.compile(r"(?:no|none|nothing|neither)$", re.IGNORECASE)
_UNLESS = re.compile(rf"\b{UNLESS}\b|\bnon-(?=[a-z])", re.IGNORECASE)
# what is not done; of two things, "instead of" only tells which stands before the other
_INSTEAD = re.compile(r"\b(?:instead of|rather than)\b(?= [a-z]+ing\b)", re.IGNORECASE)
_NOT_DONE = frozenset({"instead of", "rather than"})
_ALONE, _TWO, _FEW, _REACH = 1, 2, 3, 6
# what a relative clause denies ends where the sentence goes on: "a key that was not used is disabled"
_RELATIVE = re.compile(r"\b(?:that|which|who) (?:[a-z]+ )?$")
_FINITE = re.compile(r"\b(?:is|are|was|were|will|can|cannot|must|may|should|has|have|gets?)\b")
# "it is not possible to export it" denies that it is exported
_ABLE = frozenset([concept(stem(word))[0] for word in ("possible", "able", "allow")])
# "rinsing does not dry it, but airing does"
_CONTRAST = re.compile(
    r"\b(?:but|while|whereas|and) (?P<who>[^.,;:()]{1,60}?) (?:does|do|did|is|are|was|were|can|will|has|have)(?: not|n't)?\s*(?:[.,;)]|$)",
    re.IGNORECASE,
)
_SUPPOSING = ("if ", "when", "where", "in case")
_START = attrgetter("start")


def signed(terms: list[Term], text: str, clause_at: Callable[[int], int]) -> tuple[Term, ...]:
    """Turn the sign of the words that an English negation is about, and mark the first of them.

    In other languages it may stand behind them, so there whole clauses are compared (`denying`). A thing that a
    condition says is not there is denied as well, and not marked. `clause_at` numbers the clauses by place.
    """
    terms.sort(key=_START)
    plain = level(text)
    lowered = plain.lower()
    for start, end in _denials(plain, lowered):
        word = plain[start:end]
        for place, at in enumerate(_reached(terms, plain, (start, end), clause_at(end))):
            first = place == 0 or (place == 1 and terms[at - 1].concept in _ABLE)
            terms[at] = _denied(terms[at], mark=first and not word.lower().startswith("unless"))
    if any(word in lowered for word in _SUPPOSING):
        for start, end in lacking(plain):
            for at, term in enumerate(terms):
                if start <= term.start < end:
                    terms[at] = _denied(term, mark=False)
    return tuple(terms)


def contrasted(text: str) -> str:
    """What a sentence says the opposite of in its last words ("..., but airing does"); "" for nothing."""
    match = _CONTRAST.search(text)
    return match["who"] if match else ""


def _denied(term: Term, *, mark: bool) -> Term:
    return term._replace(sign=-term.sign, focus=term.focus or mark)


def _denials(text: str, lowered: str) -> list[tuple[int, int]]:
    """Spans of the words that deny what follows."""
    found = [span for span in negations(text) if in_english(text[slice(*span)], text)]
    if "unless" in lowered or "non-" in lowered:
        idle = spoken_of(text)
        found += [match.span() for match in _UNLESS.finditer(text) if match.start() not in idle]
    if "instead of" in lowered or "rather than" in lowered:
        found += [match.span() for match in _INSTEAD.finditer(text)]
    return found


def _reached(terms: Sequence[Term], text: str, span: tuple[int, int], here: int) -> list[int]:
    """Which terms a denial turns: those behind it in its clause, and of "no" the last one before it."""
    start, end = span
    word, lowered = text[start:end], text.lower()
    stop = lowered.find(" nor ", end) if "nor" in lowered else -1
    after = [
        at
        for at, term in enumerate(terms)
        if term.start >= end and term.clause == here and (stop < 0 or term.start < stop)
    ]
    if after and _RELATIVE.search(text, max(0, start - 20), start):
        verb = _FINITE.search(text, terms[after[0]].end)
        after = [at for at in after if verb is None or terms[at].start < verb.start()]
    reach = after[: _far(word)]
    if _NOUN.search(word):
        reach += [at for at, term in enumerate(terms) if term.end <= start and term.clause == here][-1:]
    return reach


def _far(word: str) -> int:
    """How many terms a denial reaches."""
    if word.lower().startswith("non"):
        return _ALONE
    if word.lower() in _NOT_DONE:
        return _TWO
    return _FEW if _NEAR.search(word) else _REACH

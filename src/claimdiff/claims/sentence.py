"""A sentence as words with their places, and the texts between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.claims.lexicon import NUMBER_WORDS
from claimdiff.claims.reading import read

if TYPE_CHECKING:
    from claimdiff.claims.reading import Reading

_MARKS = frozenset((",", ";", "–", "—", "--"))
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[~≈<>≤≥±+$€£-]*\d")
_CONTRACTED = re.compile(
    r"(?P<noun>it|they|you|we|he|she|that|there|i|who)(?P<verb>['’](?:s|re|ll|ve|d))", re.IGNORECASE
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Word:
    """A word or a comma, semicolon, dash of a sentence; `start` and `end` are offsets into its reading."""

    text: str
    start: int
    end: int
    solid: bool
    low: str
    """Lower case, with a straight apostrophe."""
    mark: bool
    """Whether this is punctuation that may part a sentence."""

    @property
    def number(self) -> bool:
        """Whether the word is or starts with a number."""
        return bool(_NUMBER.match(self.text)) or self.low in NUMBER_WORDS


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """A reading cut into words. `end` is the number of words without marks at the end."""

    reading: Reading
    words: tuple[Word, ...]
    end: int

    def shown(self, start: int, stop: int) -> str:
        """The text of the words from `start` up to `stop`, empty where there are none."""
        return self.reading.text[self.words[start].start : self.words[stop - 1].end] if stop > start else ""

    def place(self, start: int, stop: int) -> tuple[int, int]:
        """The offsets of those words; closing marks behind the last word of the sentence belong to it."""
        end = self.words[stop - 1].end
        if not any(char.isalnum() for char in self.reading.text[end:]):
            end = len(self.reading.text)
        return self.words[start].start, end

    def said(self, start: int, stop: int) -> str:
        """The text at `place(start, stop)`, empty where there are no words."""
        if stop <= start:
            return ""
        first, last = self.place(start, stop)
        return self.reading.text[first:last]

    def commas(self, start: int, stop: int) -> list[int]:
        """The indices of the commas between two words."""
        return [index for index in range(start, stop) if self.words[index].text == "," and not self.words[index].solid]


def sentence(reading: Reading) -> Sentence:
    """Cut a reading into words; commas, semicolons and lone dashes stand for themselves, "it's" is two words."""
    found: list[Word] = []
    for match in _WORD.finditer(reading.text):
        start, end = match.span()
        tail = end
        while tail > start + 1 and reading.text[tail - 1] in ",;:" and reading.solid[tail - 1] == "0":
            tail -= 1
        short = _CONTRACTED.fullmatch(reading.text, start, tail)
        if short:
            found.append(_word(reading, start, short.end("noun")))
        found.append(_word(reading, short.end("noun") if short else start, tail))
        found.extend(_word(reading, place, place + 1) for place in range(tail, end))
    last = len(found)
    while last and found[last - 1].mark:
        last -= 1
    return Sentence(reading=reading, words=tuple(found), end=last)


def sentence_of(text: str) -> Sentence:
    """The same for a text that stands alone."""
    return sentence(read(text, 0, len(text)))


def _word(reading: Reading, start: int, end: int) -> Word:
    text = reading.text[start:end]
    solid = "1" in reading.solid[start:end]
    low = text.lower().replace("’", "'")
    return Word(text=text, start=start, end=end, solid=solid, low=low, mark=text in _MARKS and not solid)


def joined(*pieces: str) -> str:
    """The pieces that are not empty, with a blank between."""
    return " ".join(piece for piece in pieces if piece)

"""What the judge knows of a single word, found out once: the same few thousand words make up all texts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from claimdiff.judging.lexical.vocabulary import COUNTING, PHRASES, POLAR, TELLING, concept
from claimdiff.text.words import SMALL_WORDS, STOPWORDS, content_pairs, listed, parts, stem

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_OPENING = frozenset(first for first, _ in PHRASES)
_PREFIXES = ("un", "in", "non", "dis")
_SHORTEST = 6
_SMALL_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_SMALL = {word: str(value) for value, word in enumerate(_SMALL_NUMBERS.split())}


class Lexeme(NamedTuple):
    """A lower-case word by itself.

    `content` tells that it says something, `counting` that it only counts and adds no fact. `concept` is its class of
    meaning, `sign` -1 for the negative word of a pair of opposites, `polar` that it belongs to such a pair of the plain
    kind, `opening` that it may be the first of two words with one meaning. `inner` are the concepts of the words that an
    identifier is made of, `pairs` the neighbouring characters of a word without blanks (Chinese, Japanese). `turns` tells
    that it is a name and no opposite where it is written in capitals. `usual` is a content word that is read by itself,
    `silent` a small word that never says anything; the others depend on their neighbours or on capitals. `key` is its
    number or its stem ("" for a word that says nothing).
    """

    word: str
    stem: str
    concept: str
    sign: int
    content: bool
    counting: bool
    polar: bool
    opening: bool
    inner: tuple[str, ...]
    pairs: tuple[str, ...]
    turns: bool
    usual: bool
    silent: bool
    key: str


CALLED = frozenset(["number", "amount", "name", "value"])
"""Words that say nothing before "of": "the number of workers" are workers, "the name of the variable" is the variable."""
SHOUTED = frozenset(["get", "it", "us", "may"])
"""Small words that are names in capitals: a GET request, IT staff, the US; and a month behind a preposition."""
_CHOICES = frozenset({"option", "options"})
"""They have the stem of "optional", and need not be the opposite of what is required."""


def _lexeme(word: str) -> Lexeme:
    """Everything that can be said of a lower-case word without its sentence."""
    root = stem(word)
    group, sign = (root, 1) if word in _CHOICES else concept(root)
    content = (word not in STOPWORDS and word not in SMALL_WORDS) or word in TELLING
    inner: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    if not word.isascii() and _CJK.match(word):
        pairs = content_pairs(word)
        content = content and bool(pairs)
    if not word.isalpha():
        names = parts(word) or ((word.lstrip("-."),) if word.startswith(("--", ".")) else ())
        inner = tuple([concept(stem(part))[0] for part in names])
    number = word.replace(",", "") if word[0].isdigit() else _SMALL.get(word)
    polar, counting, opening = group in POLAR, word in COUNTING, root in _OPENING
    alone = not opening and word not in CALLED
    return Lexeme(
        word=word,
        stem=root,
        concept=group,
        sign=sign,
        content=content,
        counting=counting,
        polar=polar,
        opening=opening,
        inner=inner,
        pairs=pairs,
        turns=polar or sign < 0,
        usual=alone and content and not (counting or pairs) and word[0].isalnum(),
        silent=alone and (counting or not content) and word not in SHOUTED,
        key=(number or root) if content else "",
    )


class _Known(dict[str, Lexeme]):
    """The words that were met so far: asked for every word of every text, a dictionary answers quicker than a cache."""

    def __missing__(self, word: str) -> Lexeme:
        if len(self) >= _MOST:
            self.clear()
        made = self[word] = _lexeme(word)
        return made


_MOST = 65_536
_known = _Known()


@lru_cache(maxsize=16384)
def lexemes(text: str) -> tuple[Lexeme, ...]:
    """The words of a text in their order."""
    return tuple(map(_known.__getitem__, listed(text)))


@lru_cache(maxsize=32768)
def twin(root: str) -> str:
    """The concept that a stem denies by its first letters: "sent" for "unsent"; "" where there is none.

    Of an opposite that the vocabulary knows ("unsupported") the concept is that of the positive word already.
    """
    if not root.startswith(_PREFIXES) or len(root) < _SHORTEST or concept(root)[1] < 0:
        return ""
    return concept(stem(root[3 if root.startswith(("non", "dis")) else 2 :]))[0]


def denying(root: str) -> bool:
    """Whether the first letters of a stem that has a twin deny it for sure: "un-", not the "in-" of "invest"."""
    return root.startswith(("un", "non"))

"""Words of a text as the product compares them: tokens, content-word stems, stop words."""

from __future__ import annotations

import re
import threading
from functools import lru_cache

import Stemmer

from claimdiff.text.folding import fold, level

_STOPWORDS = """
    a about across additionally again against all already also although am among around an and any are as at be
    because been before being both but by can cannot could did do does doing done during each either else etc even
    ever every few for from further get gets got had has have having he her here hers him his how however i hence if
    in instead into is it its itself just let many may maybe me might more most much must my meanwhile moreover
    furthermore neither never no nor now not of off often on once one only onto or other others otherwise our ours
    out over own per please quite rather really same shall she should simply since so some still such than that the
    their theirs them then there therefore these toward towards they this those though through thus to too under
    unless until up upon us usually versus very via was we well were what whatever when whenever where whereas
    whether which while who whom whose why will with within without would yes yet you your yours yourself don't
    doesn't didn't isn't aren't wasn't weren't won't can't couldn't shouldn't wouldn't hasn't haven't hadn't it's
    that's there's you're you'll you'd we're we'll they're i'm i'd i'll let's what's after above below between
"""
STOPWORDS = frozenset(_STOPWORDS.split())

_SMALL_WORDS = """
    der das dem den ein eine einen einem einer eines und oder aber sondern ist sind wird werden wurde wurden worden
    wenn dass daß weil damit dann denn doch für mit von vom zum zur im ins beim auf aus bei durch bis als wie auch nur
    nicht kein keine keinen keinem keiner keines sich es sie er wir ihr ihre ihren ihrer ihrem sein seine seinen dieser
    diese dieses diesem diesen jede jeder jedes jeden kann können darf dürfen soll sollen sollte sollten muss müssen
    haben hatte sehr bereits dabei dazu daher hier dort etwa zwar sowie ob
    le les du au aux une et ou mais donc ni que qui quoi dont où ce cet cette ces ses leur leurs il elle ils elles
    nous vous je est sont être été était avec pour par dans sur sous chez vers ne pas très aussi alors ainsi si
    lorsque quand peut peuvent pouvez pouvoir doit doivent devez votre vos notre nos afin
    el los las del al una unos unas y o pero sino que quien cuando donde este esta estos estas ese esa esos esas su sus
    se está están ser fue sido como para por con sobre entre muy también así entonces ya puede pueden puedes debe deben
    debes debería deberían nos tu tus
    steht stehen liegt liegen gesetzt setzen gilt gelten heißt lautet beträgt befindet befinden verwendet verwenden
    vaut valent utilisé utilisée utilisés utilisées utiliser utilise défini définie définis définies définit trouve
    configurado configurada configura establece establecer establecerse usar utiliza utilizar encuentra vale
"""
SMALL_WORDS = frozenset(_SMALL_WORDS.split()) - STOPWORDS
"""Words of German, French and Spanish that say nothing by themselves and that mean nothing else in English."""

LANGUAGES = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip

TESTED = frozenset({"en", "de", "fr", "es", "ja", "zh"})
"""Languages whose pages, questions, values and denials are tried by tests."""


def base_language(language: str) -> str:
    """The language of a setting: `pt-BR` is `pt`; `auto` has the stems of English, which leave other words nearly alone."""
    return "en" if language == "auto" else language.partition("-")[0].lower()


_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"""
      [a-z]+(?:'[a-z]+)?(?=[\s,;!?)\]"]|[.:](?:\s|$)|$)                     # a plain word, by far the commonest
    | [a-z][a-z0-9+.-]*://[^\s<>"'{_CJK}]*[^\s<>"'.,;:!?)\]{_CJK}]      # a URL without the full stop after it
    | (?<![\w-])--?[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*(?![a-z0-9])           # a flag
    | (?<![\w/])\.?/(?:[\w.*<>{{}}@-]+/?)+(?<![.,])                       # a path from the root
    | (?<!\w)\.[a-z][\w-]*(?:\.[\w-]+)*                                   # .python-version
    | \d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?                                    # 1,500,000
    | [a-z0-9_][a-z0-9_-]*(?:/[a-z0-9_.<>*-]+)*/?[a-z0-9_<>.-]*\.[a-z][a-z0-9]{{1,4}}(?![\w])  # a/b.md, uv.lock
    | [a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)+                             # click.echo
    | v?\d+(?:[.,]\d+)*(?:[a-z]+\d*)?                                     # 2.10.3, v2, 30m
    | [^\W_]*(?:_+[^\W_]+)+_* | [{_CJK}]+                                 # UV_LOCK_TIMEOUT, Chinese
    | [^\W\d_{_CJK}][^\W_{_CJK}]*(?:'[a-z]+)?                             # a word
    """,
    re.VERBOSE,
)
_OPENING, _CLOSING = "([\"'", ".,;:!?)]\"'"
_CJK_ONLY = re.compile(rf"[{_CJK}]+")
_GRAMMAR = re.compile(
    "[\u3040-\u309f]+|不能|不要|不会|不应该?|不可以?|没有|应该|应当|可以|能够|必须|最多|最少|至少|[不请的了是也都就被把与和及为其之值于只仅]"
)
"""What binds words in Japanese and Chinese: kana of endings and particles, denials, a few words that name nothing."""
_RUN = re.compile(r"\w+")
_DEFAULT = re.compile("(默认|預設)")
_PART = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")


def spans(text: str) -> tuple[tuple[str, int, int], ...]:
    """The same words as `tokens`, but with their half-open places in `text`; a run of Chinese characters comes whole."""
    lowered = _lowered(text)
    found: list[tuple[str, int, int]] = []
    end = 0
    for word in listed(text):
        if not word[0].isalnum():
            return tuple([(match[0], *match.span()) for match in _TOKEN.finditer(lowered)])
        # every letter and digit is in a word, so this one cannot begin in what was passed over
        start = lowered.index(word, end)
        end = start + len(word)
        found.append((word, start, end))
    return tuple(found)


@lru_cache(maxsize=16384)
def listed(text: str) -> tuple[str, ...]:
    """The words of `spans` without their places, which cost most of the time."""
    lowered = _lowered(text)
    if not lowered.isascii():
        return tuple(_TOKEN.findall(lowered))
    found: list[str] = []
    for run in lowered.split():
        # no word reaches over a blank, and letters between marks are one
        word = run if run.isalpha() else run.lstrip(_OPENING).rstrip(_CLOSING)
        if word.isalpha():
            found.append(word)
        else:
            found += _TOKEN.findall(run)
    return tuple(found)


@lru_cache(maxsize=16384)
def runs(text: str) -> tuple[tuple[str, int], ...]:
    """The runs of word characters of a text, in small letters, and where they begin: a pattern's edges of words."""
    lowered = _lowered(text)
    found: list[tuple[str, int]] = []
    end = 0
    for word in _RUN.findall(lowered):
        start = lowered.index(word, end)
        end = start + len(word)
        found.append((word, start))
    return tuple(found)


@lru_cache(maxsize=16384)
def vocabulary(text: str) -> frozenset[str]:
    """The different words of `listed`: a set tells quicker than a pattern that there is nothing to find in a text."""
    return frozenset(listed(text))


def _lowered(text: str) -> str:
    """Plain typography in small letters, every character at its place."""
    plain = level(text)
    lowered = plain.lower()
    return lowered if len(lowered) == len(plain) else plain


@lru_cache(maxsize=16384)
def tokens(text: str) -> tuple[str, ...]:
    """Folded lower-case words in their order.

    Identifiers stay whole (`uv_lock_timeout`, `--no-cache`, `a/b.md`, `2.10.3`); words joined by hyphens come apart
    ("out-of-order" is three). A run of Chinese, Japanese or Korean characters gives its overlapping pairs.
    """
    found: list[str] = []
    for word in _TOKEN.findall(fold(text).lower()):
        if not word.isascii() and _CJK_ONLY.fullmatch(word) and len(word) > 1:
            found.extend(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.append(word)
    return tuple(found)


def is_cjk(word: str) -> bool:
    """Whether a word is a run of Chinese or Japanese characters."""
    return _CJK_ONLY.fullmatch(word) is not None


def content_pairs(run: str) -> tuple[str, ...]:
    """The neighbouring characters of a run of Chinese or Japanese that name something; a character between endings alone.

    設定されています and 設定する are both 設定, 使います and 使えば 使, 默认值为 and 默认是 默认. Empty for a run of endings.
    """
    pieces = (piece for part in _GRAMMAR.split(run) for piece in _DEFAULT.split(part) if piece)
    return tuple(
        pair
        for piece in pieces
        for pair in ([piece] if len(piece) == 1 else (piece[at : at + 2] for at in range(len(piece) - 1)))
    )


@lru_cache(maxsize=65536)
def stem(word: str, language: str = "en") -> str:
    """The stem of one lower-case word; identifiers, numbers and words of unknown languages come back as they are."""
    if language != "en":
        language = base_language(language)
    if word.isalpha() and word.isascii() and language in LANGUAGES:
        return str(_stemmer(language, threading.get_ident()).stemWord(word))
    if not _WORD.fullmatch(word) or language not in LANGUAGES:
        return word
    return str(_stemmer(language, threading.get_ident()).stemWord(word.removesuffix("'s").removesuffix("'")))


@lru_cache(maxsize=16384)
def stems(text: str, *, language: str = "en") -> tuple[str, ...]:
    """Stems of the content words of `text` in their order.

    Stop words (of English), small words of other languages and endings in kana are left out.
    """
    found: list[str] = []
    for word in _TOKEN.findall(fold(text).lower()):
        if not word.isascii() and is_cjk(word):
            found.extend(content_pairs(word))
        elif word not in STOPWORDS and word not in SMALL_WORDS:
            found.append(stem(word, language))
    return tuple(found)


def parts(token: str) -> tuple[str, ...]:
    """The words that an identifier is made of: `uv_lock_timeout` has `uv`, `lock`, `timeout`; a plain word has none."""
    found = tuple(_PART.findall(token))
    return found if len(found) > 1 else ()


def search_terms(text: str, *, language: str = "en") -> tuple[str, ...]:
    """What a search index holds of a text: its stems, and beside each identifier the stems of its parts."""
    terms: list[str] = []
    for term in stems(text, language=language):
        terms.append(term)
        terms.extend(stem(part, language) for part in parts(term) if part not in STOPWORDS)
    return tuple(terms)


@lru_cache(maxsize=256)
def _stemmer(language: str, thread: int) -> Stemmer.Stemmer:  # noqa: ARG001 -- a stemmer is not for two threads
    # its own memory of 10,000 words takes four times as long as finding the stem again
    return Stemmer.Stemmer(LANGUAGES[language], 0)

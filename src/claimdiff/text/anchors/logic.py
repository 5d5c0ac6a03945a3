"""The small words that turn a statement round: negation, quantifiers, modality, conditions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from claimdiff.text.anchors.caseless import Caseless
from claimdiff.text.anchors.records import Anchor, AnchorKind
from claimdiff.text.words import stems, vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEGATION = Caseless(
    r"\b(?<!--)(?:no longer|not|(?<!set to )never(?!:)|cannot|no|(?<!to )(?<!string )(?<!is )(?<!or )(?<!as )none|neither|nor"
    r"|without|nothing|nobody|nowhere|hardly|unable|lacks?|lacking)\b"
    r"|n't\b|\b(?:isnt|doesnt|dont|cant|wont)\b"
    r"|\b(?:nicht|kein(?:e[nmrs]?)?|niemals|nie|ohne|weder|ne|nunca|jamás|ningun[oa]|ningún|nadie|tampoco)\b|\bn['’](?=[aeiouyàâéèêîôûh])|\bsans\b(?!-?\s?serif)"
    r"|不可|不|没有|没|无法|無法|无需|無需|勿|禁止|未(?!满|満|来|來)|ません|(?<!少)ない(?!と)|できず"
    r"|\b(?:rul(?:es?|ed|ing) out)\b"
)
# One of these words stands in every text that the patterns below can match: a set is quicker to ask than they are.
_DENYING = frozenset(
    [
        "not",
        "never",
        "cannot",
        "no",
        "none",
        "neither",
        "nor",
        "without",
        "nothing",
        "nobody",
        "nowhere",
        "hardly",
        "unable",
        "lack",
        "lacks",
        "lacking",
        "rule",
        "rules",
        "ruled",
        "ruling",
        "isnt",
        "doesnt",
        "dont",
        "cant",
        "wont",
        "nicht",
        "kein",
        "keine",
        "keinen",
        "keinem",
        "keiner",
        "keines",
        "niemals",
        "nie",
        "ohne",
        "weder",
        "ne",
        "nunca",
        "ninguno",
        "ninguna",
        "nadie",
        "tampoco",
        "sans",
    ]
)
_COUNTING = frozenset(
    [
        "all",
        "every",
        "each",
        "any",
        "everywhere",
        "always",
        "everyone",
        "everything",
        "entire",
        "unlimited",
        "only",
        "solely",
        "exclusively",
        "nothing",
        "just",
        "most",
        "mostly",
        "usually",
        "typically",
        "generally",
        "normally",
        "majority",
        "often",
        "some",
        "several",
        "certain",
        "few",
        "sometimes",
        "many",
        "partly",
        "partially",
        "none",
        "never",
        "both",
    ]
) | _words(
    "alle allen aller alles jede jeden jedem jeder jedes immer tous toutes chaque toujours todos todas cada siempre "
    "nur seulement uniquement solamente meist meistens einige einigen einiger einiges manche manchen mancher "
    "manches manchmal certains certaines quelques parfois algunos algunas veces beide beiden beider ambos ambas "
)
_MODAL = frozenset(
    [
        "must",
        "require",
        "requires",
        "required",
        "requirement",
        "mandatory",
        "need",
        "needs",
        "needed",
        "has",
        "have",
        "shall",
        "obligatory",
        "should",
        "recommended",
        "recommend",
        "recommends",
        "ought",
        "advised",
        "advisable",
        "suggest",
        "suggests",
        "suggested",
        "best",
        "may",
        "might",
        "optional",
        "optionally",
        "possible",
        "possibly",
        "could",
        "can",
        "able",
        "allow",
        "allows",
        "let",
        "lets",
        "permit",
        "permits",
    ]
) | _words(
    "muss erforderlich notwendig doit doivent obligatoire obligatoires debe deben obligatorio obligatoria "
    "fakultativ freiwillig facultatif facultatifs facultative facultatives optionnel optionnels optionnelle optionnelles "
    "opcional opcionales verpflichtend zwingend devez faut tiene tienen hay debes pouvez "
    "obligatorios obligatorias necesario necesaria necesarios necesarias sollte sollten empfohlen devrait "
    "devraient recomienda recomendado recomendada recomendados recomendadas kann darf peut peuvent puede pueden "
)
_CONDITIONAL = frozenset(
    ["unless", "except", "only", "if", "when", "whenever", "as", "provided", "in", "while", "until"]
)
# "no more than 5", "not only", "No. 5" and "no later than" deny nothing.
_NO_NEGATION = Caseless(
    r"\b(?:no|not) (?:more|less|fewer|later|earlier|longer|greater|lower|higher) than\b|\bnot only\b|\bno\. ?\d|\bnot (?:just|merely)\b"
    r"|\bnicht (?:nur|mehr als|weniger als|länger als)\b|不(?:同|过|過|仅|僅|断|斷|但|少|久|错|錯|管|论|論|妨|得不|超过|超過)|すみません|なければな(?:りません|らない)|かもしれ(?:ません|ない)|ないといけません"
    r"|\b(?:ne |n['’])(?:(?!pas\b|plus\b|jamais\b)[\w'’-]+ ){0,4}qu(?:e\b|['’])"
    r"|\bno (?=[^.,;:()]{1,60}\b(?:ningun[oa]|ningún|nadie|nunca|tampoco)\b)|^\W*no,|\bset(?:s|ting)?\b[^.;:]{1,60}\bto ['\"]?no\b(?! (?:[a-z]+ )?(?:value|limit|number)s?\b)|\bif not\b|\bno matter\b|\bor not\b|\bno doubt\b|\bwhy not\b"
)
# "a No Cache Detected error", "404 Not Found": capitals inside a sentence make a name
_IN_A_NAME = re.compile(r"[^.!?:;*|>\n] (?:No|Not|Without|Never) [A-Z]")
_DENYING_NOTHING = frozenset(["no", "not", "nicht", "ne", "set", "sets", "setting"])
"""What denies nothing begins with one of these or with the word before it, in a text of ASCII without "n'"."""
_QUANTIFIERS = Caseless(
    # "every 100 milliseconds" and "every second day" tell how often
    r"\b(?:(?P<all>all(?<!\bat all)|(?<=\bat )all(?= times)|every(?! \d| (?:few|two|three|second|other) )|each|any|everywhere|always|everyone|everything|entire|unlimited|alle[nrs]?|jede[nmrs]?|immer"
    r"|tous|toutes|chaque|toujours|todos los|todas las|cada|siempre)"
    r"|(?P<only>only|solely|exclusively|nothing but|just|nur|ausschließlich|seulement|uniquement|sólo|solamente|únicamente)"
    r"|(?P<most>meistens?|(?<!\bat )(?<!\bthe )most|mostly|usually|typically|generally|normally|majority|often)"
    r"|(?P<some>some|several|certain|a few|few|sometimes|many|partly|partially|einige[nrs]?|manche[nrs]?|manchmal"
    r"|certaine?s|quelques|parfois|algun[oa]s|a veces)"
    r"|(?P<none>none|never)"
    r"|(?P<both>both|beide[nr]?|ambos|ambas))\b"
    r"|(?P<whole>すべて|全て|常に|所有|全部|总是|總是|每个)|(?P<sole>のみ|だけ|只(?!要)|仅|僅)|(?P<part>一部|時々|部分|有时|一些)"
)
_SAME = {
    "whole": "all",
    "sole": "only",
    "part": "some",
    "duty": "must",
    "advice": "should",
    "power": "can",
    "choice": "may",
}
"""Groups of languages without blanks between words, by the group of the others."""
_MODALITY = Caseless(
    r"\b(?:(?P<must>must|requires?|required|requirement|mandatory|need(?:s|ed)?|has to|have to|shall|obligatory"
    r"|muss|müssen|erforderlich|notwendig|verpflichtend|zwingend|doit|doivent|devez|il faut|obligatoires?|nécessaires?|debe[ns]?|tienen? que|hay que|obligatori[oa]s?|necesari[oa]s?)"
    r"|(?P<should>should|recommended|recommends?|ought to|advis(?:ed|able)|suggest(?:s|ed)?|best to|sollten?|empfohlen|devrait|devraient|recommandée?s?"
    r"|debería|deberían|recomienda|recomendad[oa]s?)"
    r"|(?P<may>may|might|optional(?:ly)?|possibl[ey]|could|fakultativ|freiwillig|facultati(?:f|ve)s?|optionnel(?:le)?s?|opcional(?:es)?)"
    r"|(?P<can>can|able to|allows?|lets?|permits?|kann|können|darf|dürfen|peut|peuvent|pouvez|puede|pueden))\b"
    r"|(?P<duty>必須|必要(?!は|(?:が|で)?(?:あり|ござい)ません)|な(?:ければ|くては)な(?:りません|らない)|必须|必須|必需|务必|務必|(?<!不)需要)"
    r"|(?P<choice>任意|オプション|可选|可選|选填|選填)|(?P<advice>推奨|建议|建議|推荐|推薦)|(?P<power>できます|できる|可能|可以|能够|能夠)"
)
BY_DEFAULT = re.compile(
    r"\bunless (?:otherwise [a-z]+|(?:(?:you|they|we|it|it is) )?[a-z]+ otherwise)\b", re.IGNORECASE
)
"""What holds by default, said the other way round: "unless told otherwise", "unless otherwise specified"."""
UNLESS = r"unless(?! otherwise [a-z]+\b| (?:(?:you|they|we|it|it is) )?[a-z]+ otherwise\b)"
"""A pattern for the word where a condition follows it."""
_CONDITION = Caseless(
    rf"\b(?P<word>{UNLESS}|except(?: when| if)?|only if|if|when|whenever|as long as|provided(?: that)?|in case|while|until)\b\s+(?P<rest>[^.,;:!?()]+)"
)


@lru_cache(maxsize=16384)
def negations(text: str) -> tuple[tuple[int, int], ...]:
    """Spans of the words that deny something; `None` inside a sentence is a value of programs."""
    if not _holds(text, _DENYING) and "n'" not in text:
        return ()
    joined = "n'" in text
    spans = [match.span() for match in (_NEGATION.finditer(text) if joined else _NEGATION.at(text, _DENYING))]
    if not spans:
        return ()
    found = _NO_NEGATION.finditer(text) if joined else _NO_NEGATION.at(text, _DENYING_NOTHING)
    harmless = [match.span() for match in found]
    return tuple(
        (start, end)
        for start, end in spans
        if not any(a <= start < b for a, b in harmless)
        and not (start and text[start:end] == "None")
        and not _IN_A_NAME.match(text, max(0, start - 2), end + 2)
    )


@lru_cache(maxsize=16384)
def quantifiers(text: str) -> tuple[Anchor, ...]:
    """`all`, `only`, `most`, `some`, `none`, `both`."""
    return _find("quantifier", _QUANTIFIERS, text, _COUNTING)


@lru_cache(maxsize=16384)
def modality(text: str) -> tuple[Anchor, ...]:
    """`must`, `should`, `may`, `can`."""
    return _find("modality", _MODALITY, text, _MODAL)


@lru_cache(maxsize=16384)
def conditions(text: str) -> tuple[Anchor, ...]:
    """Clauses of "if", "unless", "as long as" and their kin; the value holds the sorted stems of the clause."""
    return tuple(
        Anchor(
            kind="condition",
            unit="unless" if match["word"].lower().startswith(("unless", "except")) else "if",
            value=" ".join(sorted(set(stems(match["rest"])))),
            surface=text[match.start() : match.end()],
            start=match.start(),
            end=match.end(),
        )
        for match in _conditional(text)
    )


@lru_cache(maxsize=16384)
def condition_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where the clauses of `conditions` stand."""
    return tuple(match.span() for match in _conditional(text))


def _conditional(text: str) -> Iterator[re.Match[str]]:
    return _CONDITION.at(text, _CONDITIONAL) if _holds(text, _CONDITIONAL) else iter(())


def _holds(text: str, wanted: frozenset[str]) -> bool:
    return not text.isascii() or not wanted.isdisjoint(vocabulary(text))


def _find(kind: AnchorKind, pattern: Caseless, text: str, words: frozenset[str]) -> tuple[Anchor, ...]:
    if not _holds(text, words):
        return ()
    return tuple(
        Anchor(
            kind=kind,
            value=_SAME.get(str(match.lastgroup), str(match.lastgroup)),
            surface=text[match.start() : match.end()],
            start=match.start(),
            end=match.end(),
        )
        for match in pattern.at(text, words)
    )

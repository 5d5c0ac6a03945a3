"""The wordings in which an assistant says that it has no answer. Data of `abstention`, kept apart for its length."""

from __future__ import annotations

import re
from functools import cache


def _any(*choices: str) -> str:
    """One of the choices; inside a choice a blank is white space of any kind."""
    return "(?:" + "|".join(choice.replace(" ", r"\s+") for choice in choices) + ")"


_SOURCE = _any(
    "docs?", "documentation", "documents?", "help[ -]cent(?:er|re)", "knowledge[ -]?base", "passages?", "contexts?",
    "sources?", "articles?", "information", "excerpts?", "manuals?", "guides?", "results?", "texts?", "materials?",
    "snippets?", "faqs?", "pages?", "references?", "data", "content", "records?",
)  # fmt: skip
_WHICH = _any(
    "the", "this", "that", "these", "those", "our", "your", "my", "any", "none", "of", "in", "provided", "available",
    "given", "retrieved", "supplied", "current", "official", "existing", "product", "search", "help", r"\w+'s",
)  # fmt: skip
SOURCES = rf"(?:{_WHICH}\s+){{0,5}}{_SOURCE}"
"""What an answer is taken from: "the documentation", "none of the retrieved articles"."""
_AT_HAND = _any(
    "here", "above", "below", "pages?", "text", "excerpts?", "passages?", "provided", "available", "given", "supplied",
    "that", "which", "i", "i've", "we", "you", "have", "has", "had", "was", "were", "been", "found", "shared",
    "retrieved", "see", "can", "access", "to", "me", "for", "this", "question", "on", "of", "about", "at", "hand",
    "currently", "itself", r"(?:for|of|on|about) [\w.-]+(?: [\w.-]+)?",
)  # fmt: skip
_OPENING = rf"^{SOURCES}(?:\s+{_AT_HAND}){{0,8}}\s+"
_NOT = _any("do(?:es)?(?: not|n't)", "did(?: not|n't)", "never", "can(?:not|'t| not)", "ha(?:s|ve)(?: not|n't)")
_HOW = _any(
    "currently", "actually", "seem to", "appear to", "explicitly", "specifically", "clearly", "directly", "really",
    "even", "yet", "anywhere", "also",
)  # fmt: skip
_SAY = _any(
    "say", "state", "mention", "specify", "cover", "describe", "address", "explain", "discuss", "tell", "indicate",
    "detail", "document", "clarify", "talk about", "touch on", "answer", "reveal", "define", "go into", "refer to",
    "speak to", "note", "list", "name",
)  # fmt: skip
_HOLD = _any("contain", "include", "provide", "give", "have", "offer", "hold", "show", "list", "present")
_SUCH = _any(
    "any", "an?", "the", "enough", "sufficient", "specific", "further", "more", "much", "explicit", "clear", "direct",
    "relevant", "such", "detailed", "additional", "available",
)  # fmt: skip
_KNOWLEDGE = _any(
    "information", "info", "details?", "mention", "answers?", "anything", "references?", "data", "explanation",
    "description", "instructions?", "guidance", "documentation", "statement", "section", "entry", "specifics?", "results?",
    "article", "passage", "context",
)  # fmt: skip
_STATED = _any(
    "mentioned", "documented", "covered", "specified", "stated", "described", "addressed", "listed", "given", "provided",
    "discussed", "defined", "explained", "answered", "available", "included", "found", "present", "contained", "part",
    "clear",
)  # fmt: skip
_I_CANNOT = _any(
    "can(?:not|'t| not)", "could(?: not|n't)", "(?:am|'m|was|were|are) (?:not able|unable)(?: to)?",
    "(?:wasn't|weren't|aren't) able to", "do(?: not|n't)", "did(?: not|n't)", "have(?: not|n't)(?: been able to)?",
    "won't be able to",
)  # fmt: skip
_FIND = _any(
    "find", "locate", "know", "tell", "answer", "determine", "confirm", "identify", "verify", "say", "spot", "come across",
    "be (?:sure|certain)", "see any", "look (?:that|this|it) up",
)  # fmt: skip
_SERVE = _any(
    "see",
    "provide",
    "give",
    "help",
    "assist",
    "access",
    "retrieve",
    "offer",
    "speak to",
    "comment",
    "respond",
    "advise",
)
_ABOUT = _any("about", "on", "regarding", "concerning", "for", "in", "of")
_NOT_KEPT = r"(?!.{0,40}\b(?:is|are)\s+(?:stored|sent|shared|kept|collected|logged|required|lost|needed))"

ENGLISH = (
    # The documentation does not say. The passages do not contain any details on pricing.
    rf"{_OPENING}{_NOT}(?:\s+{_HOW})*\s+{_SAY}\b",
    rf"{_OPENING}{_NOT}(?:\s+{_HOW})*\s+{_HOLD}(?:\s+{_SUCH})*\s+{_KNOWLEDGE}\b",
    # The docs have no information on this. None of the articles mention it. The sources are silent.
    rf"{_OPENING}{_HOLD}s?\s+(?:no|nothing)\b(?:\s+{_SUCH})*(?:\s+{_KNOWLEDGE}\b|\s+{_ABOUT}\b|\W*$)",
    rf"^(?:none|nothing)\s+(?:of|in)\s+{SOURCES}(?:\s+{_AT_HAND}){{0,4}}\s+{_SAY}s?\b",
    rf"{_OPENING}(?:is|are)\s+silent\b",
    # I could not find it. We don't know. I have no information on that. I'm not sure.
    rf"\bi\s*(?:\w+ly\s+|still\s+|just\s+)?{_I_CANNOT}(?:\s+(?:{_HOW}|\w+ly))*\s+(?:{_FIND}|{_SERVE})\b",
    rf"\bwe\s*(?:\w+ly\s+|still\s+|just\s+)?{_I_CANNOT}(?:\s+(?:{_HOW}|\w+ly))*\s+(?:find|locate|know|determine|confirm|answer)\b",
    rf"\b(?:i|we)\s+(?:do(?: not|n't)|did(?: not|n't))\s+(?:{_HOW}\s+)*have(?:\s+{_SUCH})*\s+(?:{_KNOWLEDGE}|access|that|this)\b",
    rf"\b(?:i|we)\s+(?:have|had|found|see|can find)\s+(?:no|nothing|not enough|insufficient)\b(?:\s+{_SUCH})*\s*(?:{_KNOWLEDGE}|{_ABOUT}|knowledge|idea|record|\W*$)",
    r"\bi(?:'m| am)\s+(?:not (?:sure|certain|aware|familiar)|unsure|unaware|unable)\b",
    # There is no mention of it in the docs. Nothing about refunds was found. No information available.
    rf"\bthere(?:'s|\s+(?:is|was|are|were))\s+(?:no|nothing|not any|not enough)\b(?:\s+{_SUCH})*\s+(?:{_KNOWLEDGE}\b.{{0,80}}|{_ABOUT}\s.{{0,80}})\b(?:{_SOURCE}|{_ABOUT}|available|found|provided)\b",
    rf"^(?:there\s+(?:is|was)\s+)?(?:no|not enough|insufficient)(?:\s+{_SUCH})*\s+{_KNOWLEDGE}\b{_NOT_KEPT}",
    rf"^nothing\s+(?:in\s+{SOURCES}\b|(?:about|on|relevant)\b.{{0,80}}\b(?:in\s+{SOURCES}|found)\b|(?:was|could be)\s+found\b)",
    # Bulk discounts are not mentioned in the docs. That isn't documented. That is outside the scope.
    rf"\b(?:is|are|was|were)(?:\s+not|n't)\s+(?:\w+ly\s+)?{_STATED}\b[^.]{{0,30}}?\s*\b(?:in|by|from|of|within)\s+{SOURCES}\b",
    rf"^(?:that|this|it|the answer)(?:\s+(?:information|detail|topic|question))?\s*(?:is|was)(?:\s+not|n't)\s+(?:\w+ly\s+)?(?:{_STATED}|something i|in\s+{SOURCES})\s*(?:in\s+{SOURCES}|here|anywhere)?\W*$",
    rf"^(?:that|this|it)(?:\s+\w+)?\s*(?:is|'s|falls|lies)\s+(?:outside|beyond)\b.{{0,60}}\b(?:scope|i|{_SOURCE}|knowledge)\b",
    r"^(?:not\s+(?:stated|specified|documented|mentioned|known|found)|unknown|no\s+idea|n/?a)\W*$",
    # The question cannot be answered from the context. It is unclear from the docs.
    rf"\b(?:based on|from|in|with|given|within)\s+{SOURCES}\b.{{0,40}}\b(?:cannot|can't|could not|couldn't|(?:im|not )possible to)\s+(?:be\s+)?{_FIND}",
    rf"\b(?:cannot|can't|could not|couldn't)\s+be\s+(?:answered|determined|found|confirmed)\b.{{0,40}}\b{_SOURCE}\b",
    rf"\bit(?:'s|\s+is)\s+(?:unclear|not clear|unknown)\b.{{0,60}}\b{_SOURCE}\b",
)  # fmt: skip
OTHER_LANGUAGES = (
    # German
    r"\b(?:dazu|darüber|hierzu)\b.{0,40}\b(?:keine|nichts)\b",
    r"\b(?:steht|findet sich|wird)\b.{0,40}\bnicht\b.{0,30}\b(?:dokumentation|erwähnt)\b",
    r"\bich\s+(?:habe|konnte|kann|weiß|finde)\b.{0,60}\b(?:keine|nichts|nicht)\b",
    r"\bdokumentation\b.{0,40}\b(?:nicht|keine|nichts)\b.{0,30}\b(?:sagt|enthält|erwähnt|angegeben)?\W*$",
    # French, Spanish, Portuguese, Italian, Dutch
    r"\bje\s+n(?:e\s+|')(?:ai|trouve|sais|peux|vois|dispose)\b.{0,20}\b(?:pas|rien|aucune)\b|\bdocumentation\s+n[e'].{0,40}\bpas\b",
    r"\bno\s+(?:he\s+)?(?:encontré|encontrado|encuentro|pude encontrar|tengo información|sé)\b",
    r"\bdocumentación\s+no\s+(?:lo\s+)?(?:dice|menciona|indica|especifica)\b",
    r"\bnão\s+(?:encontrei|sei|consegui encontrar|tenho informaç)|\bdocumentação\s+não\s+(?:diz|menciona|informa|especifica)\b",
    r"\bnon\s+(?:ho trovato|so|riesco a trovare)\b|\bdocumentazione\s+non\s+(?:dice|menziona|specifica|riporta)\b",
    r"\bik\s+(?:kan|kon|weet|vond|heb)\b.{0,50}\b(?:niet|geen|niets)\b|\bdocumentatie\s+(?:vermeldt|zegt|noemt)\b.{0,30}\b(?:niet|geen|niets)\b",
    # Chinese, Japanese
    r"(?:没有|未能?|找不到|無法|无法)(?:在文[档檔]中)?(?:找到|提到|提及|说明|回答|提供)|文[档檔](?:中|里)?(?:没有|未|並未|并未)|我不知道",
    r"見つかりません|見つけられません|記載(?:が|は)(?:ありません|見つかりません)|書かれていません|わかりません",
)


@cache
def abstains() -> re.Pattern[str]:
    """All of them as one pattern, made when the first sentence has a `HINT`: it takes longer than most imports."""
    return re.compile("|".join((*ENGLISH, *OTHER_LANGUAGES)), re.IGNORECASE)


HINT = re.compile(
    r"n't\b|\b(?:not|no|none|nothing|never|cannot|un\w+|silent|outside|beyond|impossible|insufficient|n/?a|nicht|keine?|nichts|niet|geen|non)\b",
    re.IGNORECASE,
)
"""Every abstention in Latin letters without accents holds one of these; most sentences need no longer look."""

LEADS_IN = re.compile(
    r"^(?:(?:i(?:'m| am)\s+(?:so |very |really )?(?:sorry|afraid)(?:\s+that)?|sorry|apologies|my apologies|unfortunately|"
    r"regrettably|hm+|sadly|however|but|and|so|although|though|while|even though|as far as i (?:can )?(?:see|tell|know)|"
    r"at the moment|currently|no|yes|well|for that|based on .{1,60}?|according to .{1,60}?|as (?:for|to) [^,]{1,60}(?=,)|regarding [^,]{1,60}(?=,))"
    r"(?:\s*[,:;–—!-]+\s*|\s+(?:but\s+)?))+",
    re.IGNORECASE,
)

TAKES_OVER = re.compile(
    r"\b(?:let me|i(?:'ll| will| can| could)|we(?:'ll| will| can)|shall i|happy to)\s+(?:gladly\s+)?"
    r"(?:connect|transfer|hand|escalate|put|forward|pass|refer|get|route|loop)\b.{0,60}"
    r"\b(?:someone|human|agent|person|colleague|team|support|specialist|touch|representative|expert|you)\b"
    r"|\bi\s+(?:can(?:not|'t)|am unable to|'m unable to|won't)\s+(?:help|assist|answer|do)\b",
    re.IGNORECASE,
)

POINTS = re.compile(
    r"^(?:(?:please|you (?:can|could|may|might|should)(?: want to| also)?|i(?:'d| would)? (?:recommend|suggest|advise)|try|"
    r"feel free to|kindly|it(?:'s| is| may be| might be) (?:best|worth)(?: to)?|for (?:this|that|more|further|help)[^,]{0,40},?)\s+)*"
    r"(?:contact|reach|e?-?mail|ask|check|consult|get in touch|getting in touch|visit|open a (?:support )?ticket|refer|see|write to|"
    r"speak|talk|look (?:at|in|up))(?:ing)?\b.{0,100}"
    r"\b(?:support|team|sales|community|forum|docs|documentation|help|website|page|someone|staff|administrator|agent|colleague|us|"
    r"person|specialist|provider|account manager|directly|representative|information|details)\b",
    re.IGNORECASE,
)

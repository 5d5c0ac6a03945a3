"""Sentences in which an answer says that it has no answer, and what else is no claim about the docs."""

from __future__ import annotations

import re

from claimdiff.text.folding import fold

_SOURCES = (
    r"(?:(?:the|this|these|that|those|our|your|my|any|provided|available|given|retrieved|supplied|current|official|"
    r"existing|product|search|of|in|\w+'s)\s+){0,5}"
    r"(?:docs?|documentation|documents?|help[ -]cent(?:er|re)|knowledge[ -]?base|passages?|contexts?|sources?|articles?|"
    r"information|excerpts?|manuals?|guides?|search results?|results|texts?|material|materials|snippets?|faqs?|"
    r"help pages?|pages?|references?|data|content|records?)"
)
_TAIL = (
    r"(?:\s+(?:here|above|below|page|pages|text|excerpts?|passages?|provided|available|given|supplied|that|which|i|i've|we|you|"
    r"have|has|had|was|were|been|found|shared|retrieved|see|can|access|to|me|for|this|question|on|of|about|at|hand|"
    r"currently|itself|"
    r"(?:for|of|on|about)\s+[\w.-]+(?:\s+[\w.-]+)?)){0,8}"
)
_NOT = r"(?:do(?:es)?(?: not|n't)|did(?: not|n't)|never|neither|cannot|can(?: not|'t)|has(?: not|n't)|have(?: not|n't))"
_ADVERB = r"(?:\s+(?:currently|actually|seem to|appear to|explicitly|specifically|clearly|directly|really|even|yet|anywhere|also))*"
_SAY = (
    r"(?:say|state|mention|specify|cover|describe|address|explain|discuss|tell|indicate|detail|document|clarify|talk about|"
    r"touch on|answer|reveal|define|go into|refer to|speak to|note|list|name)s?"
)
_HOLD = r"(?:contain|include|provide|give|have|offer|hold|show|list|present)s?"
_INFO = (
    r"(?:\s+(?:any|an|a|the|enough|sufficient|specific|further|more|much|explicit|clear|direct|relevant|such|detailed|"
    r"additional))*\s+(?:information|info|details?|mention|answers?|anything|references?|data|explanation|description|"
    r"instructions?|guidance|documentation|statement|section|entry|specifics?|"
    r"this|that)\b"
)
_FIND = (
    r"(?:find|see|locate|know|tell|answer|determine|confirm|identify|verify|say|provide|give|help|assist|spot|come across|"
    r"look (?:that|this|it) up|access|retrieve|offer|speak to|comment|respond|advise|be (?:sure|certain))"
)
_UNABLE = (
    r"(?:can(?:not|'t| not)|could(?: not|n't)|(?:am|'m|was|were|are) (?:not able|unable)(?: to)?|(?:wasn't|weren't|aren't) able to|"
    r"do(?: not|n't)|did(?: not|n't)|have(?: not|n't)(?: been able to)?|won't be able to)"
)

_ABSTAINS = re.compile(
    "|".join(
        (
            rf"^{_SOURCES}{_TAIL}\s+{_NOT}{_ADVERB}\s+{_SAY}\b",
            rf"^{_SOURCES}{_TAIL}\s+{_NOT}{_ADVERB}\s+{_HOLD}{_INFO}",
            rf"^{_SOURCES}{_TAIL}\s+(?:has|have|contains?|gives?|provides?|makes?|offers?|includes?)\s+(?:no|nothing)\b"
            r"(?:\s+(?:specific|relevant|explicit|further|such|clear|direct))*"
            r"(?:\s+(?:information|info|details?|mention|answers?|data|references?|guidance|instructions?|documentation)\b|\s+(?:about|on|regarding)\b|\W*$)",
            rf"^{_SOURCES}{_TAIL}\s+(?:is|are)\s+silent\b",
            rf"\b(?:i|we)\s+(?:\w+ly\s+|still\s+|just\s+)?{_UNABLE}(?:\s+(?:currently|actually|\w+ly|seem to|yet))*\s+{_FIND}\b",
            r"\bi\s+(?:do(?: not|n't)|did(?: not|n't))\s+(?:currently\s+|actually\s+)?have\b",
            r"\bwe\s+(?:do(?: not|n't))\s+have\s+(?:any\s+|enough\s+)?(?:information|details|documentation|data)\b",
            r"\bi\s+(?:have|found|see|can find)\s+(?:no|nothing)\b",
            r"\bi(?:'m| am)\s+(?:not (?:sure|certain|aware|familiar)|unsure|unaware|unable)\b",
            r"\b(?:there (?:is|was|are|were|'s)|there's|i see|i found|found)\s+(?:no|nothing|not any|not enough|n't any)\s+"
            r"(?:(?:specific|relevant|explicit|further|such|clear|direct|available|sufficient)\s+)*"
            r"(?:information|info|mention|documentation|details?|data|answers?|references?|results?|entry|article|passage|guidance)?\b.{0,80}"
            r"\b(?:docs?|documentation|help cent(?:er|re)|knowledge base|passages?|context|sources?|articles?|results?|about|"
            r"regarding|on this|information|mention|details?|found|available|provided|given)\b",
            r"^(?:sorry[,.!]?\s+)?(?:there (?:is|was) )?(?:no|not enough|insufficient)\s+(?:relevant\s+|specific\s+|further\s+)?"
            r"(?:information|info|details?|answer|data|documentation|results?|context)\b"
            r"(?!.{0,40}\b(?:is|are) (?:stored|sent|shared|kept|collected|logged|required|lost|needed|leaves?)\b)",
            r"^(?:sorry[,.!]?\s+)?nothing\s+(?:in|about|on|was|is|could be|relevant)\b.{0,80}\b(?:docs?|documentation|help cent(?:er|re)|knowledge "
            r"base|passages?|context|sources?|articles?|results?|found|says?|mentions?|covers?|describes?|states?)\b",
            r"\b(?:is|are|was|were|'s)(?: not|n't)\s+(?:\w+ly\s+)?(?:mentioned|documented|covered|specified|stated|described|addressed|listed|given|"
            r"provided|discussed|defined|explained|answered|available|included|found|present|contained|part of|clear)\b[^.]{0,30}?"
            rf"\s*(?:\b(?:in|by|from|of|within|anywhere in)\s+{_SOURCES}\b)",
            r"^(?:that|this|it|the answer)(?: information| detail| topic| question)?\s*(?:is|are|was|'s)(?: not|n't)\s+(?:\w+ly\s+)?"
            r"(?:mentioned|documented|specified|stated|described|addressed|discussed|answered|something i|in the (?:docs|documentation))\b",
            r"^(?:that|this|it)(?: \w+)?\s*(?:is|'s|falls|lies)\s+(?:outside|beyond)\b.{0,60}\b(?:scope|i|documentation|docs|knowledge|can)\b",
            r"^(?:not (?:stated|specified|documented|mentioned|known|found)|unknown|no (?:idea|answer|results?|information)|n/?a)\W*$",
            r"\b(?:i|we)\s+(?:have|had)\s+(?:no|insufficient|not enough)\s+(?:\w+\s+){0,2}(?:information|answer|details?|documentation|data|knowledge|idea|record)\b",
            r"\b(?:based on|from|in|with|given|within)\s+(?:the|this|my|our)\s+(?:\w+\s+){0,2}(?:docs|documentation|context|information|sources|passages)\b.{0,40}\b(?:cannot|can't|could not|couldn't|impossible to|not possible to)\s+(?:be\s+)?(?:answer|determine|say|tell|confirm|find)",
            r"\b(?:cannot|can't|could not|couldn't)\s+be\s+(?:answered|determined|found|confirmed)\b.{0,40}\b(?:docs?|documentation|context|passages?|sources?|information)\b",
            r"\bit(?:'s| is)\s+(?:unclear|not clear|unknown)\b.{0,60}\b(?:docs?|documentation|context|passages?|sources?)\b",
            r"\bi\s+(?:couldn't|could not|can't|cannot|didn't)\b.{0,30}\b(?:find|locate|see)\b",
            # German, French, Spanish, Portuguese, Italian, Dutch, Chinese, Japanese
            r"\b(?:dazu|darüber|hierzu)\b.{0,30}\b(?:keine|nichts)\b|\b(?:steht|findet sich|wird)\b.{0,40}\bnicht\b.{0,30}\b(?:dokumentation|erwähnt)\b",
            r"\bich\s+(?:habe|konnte|kann|weiß|finde)\b.{0,60}\b(?:keine|nichts|nicht)\b|\bdokumentation\b.{0,40}\b(?:nicht|keine|nichts)\b.{0,30}\b(?:sagt|enthält|erwähnt|angegeben)?\W*$",
            r"\bje\s+n(?:e|')\s*(?:ai|trouve|sais|peux|vois|dispose)\b.{0,20}\b(?:pas|rien|aucune)\b|\bdocumentation\s+n[e'].{0,40}\bpas\b",
            r"\bno\s+(?:he\s+)?(?:encontré|encuentro|pude encontrar|tengo información|sé)\b|\bdocumentación\s+no\s+(?:lo\s+)?(?:dice|menciona|indica|especifica)\b",
            r"\bnão\s+(?:encontrei|sei|consegui encontrar|tenho informaç)|\bdocumentação\s+não\s+(?:diz|menciona|informa|especifica)\b",
            r"\bnon\s+(?:ho trovato|so|riesco a trovare)\b|\bdocumentazione\s+non\s+(?:dice|menziona|specifica|riporta)\b",
            r"\bik\s+(?:kan|kon|weet|vond|heb)\b.{0,50}\b(?:niet|geen|niets)\b|\bdocumentatie\s+(?:vermeldt|zegt|noemt)\b.{0,30}\b(?:niet|geen|niets)\b",
            r"(?:没有|未能?|找不到|無法|无法)(?:在文[档檔]中)?(?:找到|提到|提及|说明|回答|提供)|文[档檔](?:中|里)?(?:没有|未|並未|并未)|我不知道",
            r"(?:見つかりません|見つけられません|記載(?:が|は)(?:ありません|見つかりません)|書かれていません|わかりません)",
        )
    ),
    re.IGNORECASE,
)
_TAKES_OVER = re.compile(
    r"\b(?:let me|i(?:'ll| will| can| could)|we(?:'ll| will| can)|shall i|happy to)\s+(?:gladly\s+)?(?:connect|transfer|hand|escalate|put|forward|pass|refer|"
    r"get|route|loop)\b.{0,60}\b(?:someone|human|agent|person|colleague|team|support|specialist|touch|representative|expert|you)\b"
    r"|\bi\s+(?:can(?:not|'t)|am unable to|'m unable to|won't)\s+(?:help|assist|answer|do)\b",
    re.IGNORECASE,
)
_LEADS_IN = re.compile(
    r"^(?:(?:i(?:'m| am)\s+(?:so |very |really )?(?:sorry|afraid)(?:\s+that)?|sorry|apologies|my apologies|unfortunately|regrettably|hm+|"
    r"sadly|however|but|and|so|although|though|while|even though|as far as i (?:can )?(?:see|tell|know)|at the moment|currently|"
    r"no|yes|well|for that|based on .{1,60}?|according to .{1,60}?)(?:\s*[,:;–—-]+\s*|\s+(?:but\s+)?))+",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"^(?:(?:please|you (?:can|could|may|might|should)(?: want to| also)?|i(?:'d| would)? (?:recommend|suggest|advise)|try|feel free to|kindly|"
    r"it(?:'s| is| may be| might be) (?:best|worth)(?: to)?|for (?:this|that|more|further|help)[^,]{0,40},?)\s+)*"
    r"(?:contact|contacting|reach|reaching|email|emailing|ask|asking|check|checking|consult|consulting|get in touch|getting in touch|visit|visiting|"
    r"open(?:ing)? a (?:support )?ticket|refer|referring|see|write to|speak|speaking|talk|talking|look(?:ing)? (?:at|in|up))\b.{0,100}"
    r"\b(?:support|team|sales|community|forum|docs|documentation|help|website|page|someone|staff|administrator|agent|colleague|us|person|"
    r"specialist|provider|account manager|directly|representative|information|details)\b",
    re.IGNORECASE,
)


def is_abstention(sentence: str) -> bool:
    """Whether the sentence says that the answer (or a part of it) is not known or not in the docs.

    "Pro does not include SAML" is a fact; "the documentation does not say" is an abstention.
    """
    text = fold(sentence).strip("\"'*_ ")
    bare = _LEADS_IN.sub("", text)
    return bool(_ABSTAINS.search(bare) or _ABSTAINS.search(text))


def is_handover(sentence: str) -> bool:
    """Whether the sentence hands the question over to a person, or declines it."""
    return bool(_TAKES_OVER.search(fold(sentence)))


def is_pointer(sentence: str) -> bool:
    """Whether the sentence only says whom to ask or where to look; beside an abstention it is no claim."""
    return bool(_POINTER.search(fold(sentence)))

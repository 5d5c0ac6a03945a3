"""What an answer says that is no claim about the docs: greetings, offers, questions, words about the chat itself."""

from __future__ import annotations

import re

from claimdiff.claims.courtesies import is_courtesy
from claimdiff.claims.lexicon import verb_form
from claimdiff.text.folding import fold

_GREETINGS = (
    r"(?:hi|hello|hey|greetings|dear)(?: (?:there|again|all|everyone|\w+))?",
    r"good (?:morning|afternoon|evening|day|question|luck)",
    r"(?:that's |that is |this is |what )?(?:an? )?(?:great|good|excellent|interesting|fair|nice|common) (?:question|point|choice)(?: indeed)?",
    r"(?:many )?thanks(?: (?:so much|a lot|again))?(?: for .{1,60})?",
    r"thank you(?: (?:so|very) much)?(?: for .{1,60})?",
    r"you(?:'re| are) (?:very |most )?welcome|no problem|no worries|my pleasure|anytime|don't mention it",
    r"sure(?: thing)?|of course|certainly|absolutely|definitely|gladly|okay|ok|alright|all right|got it|understood|right|great",
    r"perfect|indeed|exactly|it depends|good to know",
    r"(?:i )?hope (?:this|that|it|these|you)\b.{0,80}",
    r"have an? (?:great|nice|good|lovely|wonderful) .{1,20}|take care|bye|goodbye|see you(?: .{1,20})?|cheers",
    r"(?:best|kind) (?:regards|wishes)|happy \w+ing|enjoy(?: your (?:day|stay|trial|weekend))?",
    r"welcome(?: (?:to|back|aboard)\b.{0,60})?",
    r"(?:i(?:'m| am) )?(?:so |very |really )?sorry(?: (?:for|about|to hear) .{1,80})?",
    r"(?:my |our )?apologies(?: for .{1,60})?|i apologi[sz]e(?: for .{1,80})?",
    r"that(?:'s| is) (?:it|all)(?: .{0,30})?|and that's it|you(?:'re| are) (?:all set|done|good to go)|all done|done",
)
_OFFERS = (
    (
        r"(?:i(?:'m| am|'d be| would be| will be|'ll be)? )?(?:always |so |very |more than )?(?:happy|glad|pleased|delighted) "
        r"(?:to (?:help|assist|explain|clarify)|you asked)\b.{0,80}"
    ),
    r"(?:please )?(?:let me|let us) know\b.{0,120}",
    r"(?:please )?(?:feel free|don't hesitate|do not hesitate) to (?:ask|reach|contact|let|follow|get)\b.{0,100}",
    r"(?:just|simply|please) (?:ask(?: me| us| away)?(?=[\s.!]*$)|let me know\b.{0,80}|reply\b.{0,80})",
    (
        r"if you (?:have|need|want|would like|'d like|run into|get stuck|require|still)\b.{0,80}?,? (?:please |just |simply )?"
        r"(?:let me know|feel free|don't hesitate|do not hesitate|i(?:'m| am|'d be| would be|'ll| can)\b|reach out to (?:me|us)|ask away)\b.{0,120}"
    ),
)
_OPENINGS = (
    (
        r"(?:here(?:'s| is| are)|below (?:is|are|you(?:'ll| will) find)|the following (?:is|are)) (?:an? |the |how|what|some |your |our )?"
        r".{0,80}(?::|(?:overview|summary|answer|breakdown|explanation|steps?|guide|information|rundown|list|details|how)\b.{0,40})"
    ),
    r"here(?:'s how| you go| it is| they are| we go)(?: to .{1,60}| .{0,40} works?)?|let(?:'s| us| me) .{1,100}",
    r"in (?:short|summary|brief|conclusion)|to summari[sz]e|summary|tl;?dr|note|important|tip|warning|caution|example|answer",
    r"sources?|references?|steps?|see also|for example|details?|overview|notes",
)
_WHOLE = re.compile(
    rf"^(?:(?:{'|'.join((*_GREETINGS, *_OFFERS, *_OPENINGS))})[\s.!,;:…-]*)+[\s.!,;:…)\u263a-\U0001faff-]*$",
    re.IGNORECASE,
)
_STATES = r"recommend|suggest|would recommend|would suggest|advise|think|believe|guess|suppose|assume|understand"
_FIRST_PERSON = re.compile(
    r"^(?:(?:well|so|ok|okay|sure|yes|no|unfortunately|also|and|but|now|then)[,\s]+)*"
    rf"(?:i\b(?!/o)(?:'m|'ve|'ll|'d)?(?!\s+(?:{_STATES})|\s+(?:found|see|can confirm|can see|can tell you|know) that|\s*=)"
    r"|as an? (?:ai|assistant|language model|chatbot|bot)\b)",
    re.IGNORECASE,
)
_THIS = r"(?:this|my) (?:text|chat|message|answer|reply|conversation|response|window)"
_CHAT = (
    rf"\b(?:button|link|form|box|widget|thumbs?) (?:right |just |directly )?(?:below|above|underneath|under|beneath)(?: {_THIS}|[\s.!]*$)",
    rf"\b(?:below|above|under|underneath|beneath|at the (?:bottom|top) of) {_THIS}\b",
    r"\b(?:in|of|during|rate) (?:this|our) (?:chat|conversation)\b",
    r"\b(?:my|this) (?:answer|reply|response) (?:is|was|may|might|could|covers|only|above|below)\b",
    r"\bwas (?:this|that|my)(?: answer| reply)? helpful\b",
    r"\b(?:connect|transfer|forward|escalate|hand) (?:you|this|your \w+)(?: over)? (?:with|to) (?:an?|our|the|someone|one of)\b",
    r"\b(?:rephrase|reword|narrow down|share more details about) (?:the|your|this) (?:question|request|query)\b",
    r"^(?:please |just |can you |could you |you can )*(?:ask|tell|give|send) me\b",
    r"\bcould you (?:please )?(?:clarify|share|tell|provide|specify)\b",
)
_ABOUT_CHAT = re.compile("|".join(_CHAT), re.IGNORECASE)
_MORE_INFO = re.compile(
    r"^(?:(?:for|to (?:get|find|learn|read|see))\s+(?:more|further|additional|full|complete|all|the full)\b.{0,60}?,?\s*)?"
    r"(?:please\s+|you can\s+|also\s+)*(?:see|refer to|check(?: out)?|read|visit|consult|have a look at|take a look at|look at|learn more|find out more|read more|more (?:info|information|details?))\b"
    r".{0,120}\b(?:page|docs?|documentation|guide|section|article|reference|more|details?|information|here|faq|tutorial|chapter)\b.{0,60}$"
    r"|^(?:more|further|additional) (?:details?|information|info)\b.{0,100}$|^(?:learn|read|find out) more\b.{0,100}$"
    r"|^(?:sources?|references?|see also|read more|learn more|further reading)\s*:.{0,300}$",
    re.IGNORECASE | re.DOTALL,
)
_FOR_MORE = re.compile(
    r"^for (?:more|further|additional|full|detailed|complete)\b[^,]{0,80}\b(?:information|info|details?|help|background|examples?)\b[^,]*,",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://|(?<!\w)--?[a-z]|\d")
_FILLERS = (
    r"sure(?: thing)?|of course|certainly|absolutely|definitely|great(?: question)?|good question|ok(?:ay)?|well|hi(?: there)?|hello",
    r"thanks(?: for asking)?|sorry|happy to help|exactly|correct|right|indeed",
    r"in (?:short|summary|brief|other words|conclusion|addition|fact|general|practice|essence|a nutshell)",
    r"to (?:summari[sz]e|sum up|be clear|recap)|overall|tl;?dr|summary",
    r"however|moreover|furthermore|additionally|also|besides|therefore|thus|hence|consequently|as a result|so|finally|lastly|then|next",
    r"first(?:ly)?|second(?:ly)?|third(?:ly)?|first of all|that said|in that case|on the other hand|for example|for instance",
    r"specifically|basically|essentially|importantly|notably|interestingly|fortunately|luckily|generally speaking|more precisely",
    r"keep in mind|meanwhile|step \d{1,2}|(?:the )?(?:good|bad|great) news(?: is(?: that)?)?|(?:the )?(?:short|quick|long) answer(?: is)?",
    (
        r"(?:according to|based on|per|as (?:stated|described|mentioned|documented|explained|noted) in|from) "
        r"(?:the |our |your |this |these |those )?(?:\w+ ){0,2}?(?:docs?|documentation|help cent(?:er|re)|knowledge base|passages?|"
        r"contexts?|sources?|articles?|information|guide|page|section|manual)(?: provided| above| available| i have| given| you shared)?"
    ),
    r"as (?:mentioned|noted|stated|described|explained)(?: above| before| earlier)?",
)
_CLAUSES = (
    r"i(?:'d)? (?:think|believe|guess|suppose|assume|say|understand)(?: that)?\s+",
    r"i (?:found|see|can confirm|can see|can tell you|know) that\s+",
    r"(?:as far as|from what) i (?:can )?(?:see|tell|know|found|gather|understand),?\s+",
    r"it (?:seems|appears|looks like)(?: that)?\s+(?!to\b)",
    r"(?:please |also,? |do )?(?:note|be aware|keep in mind|bear in mind|remember)(?: also)? that\s+",
    r"(?:please )?(?:note|important|tip|warning|caution|info|nb|n\.b\.|ps|p\.s\.|answer|remember|reminder|summary|heads[- ]up)\s*[:!]\s+",
    r"it(?:'s| is) (?:also )?(?:important|worth) (?:to note|noting|to know|mentioning|to remember) that\s+",
    (
        r"(?:the |our )(?:docs?|documentation|guide|help cent(?:er|re)|context|passages?|page|article|faq) (?:also )?"
        r"(?:says?|states?|notes?|mentions?|explains?|confirms?|specif(?:y|ies)|tells? (?:us|you)) that\s+"
    ),
    r"(?:and|but|or|so|then|yet)\s+(?=\S)",
    r"[\U0001f300-\U0001faff\u2190-\u21ff\u2600-\u27bf\u25a0-\u25ff\u2b00-\u2bff•·\ufe0f‼]+\s*",
)
_LEADS = re.compile(rf"^(?:(?:{'|'.join(_FILLERS)})\s*[,:;!–—-]+\s*|{'|'.join(_CLAUSES)})+", re.IGNORECASE)
_SOFTENED = re.compile(r"(?:(?:just|simply|please)\s+)+(?P<verb>[a-z-]+)\b", re.IGNORECASE)
_LONGEST = 400
"""A longer sentence is no courtesy."""
_SUMS_UP = re.compile(
    r"^(?:in (?:short|summary|brief|conclusion|a nutshell|other words)|to (?:summari[sz]e|sum up|recap)|overall|tl;?dr|summary|so)\b",
    re.IGNORECASE,
)


def is_talk(sentence: str) -> bool:
    """Whether the sentence greets, thanks, offers, asks, or speaks about the chat, the answer or the one who answers."""
    text = fold(sentence).strip("*_ ")
    if len(text) > _LONGEST:
        return False
    if not text or text.rstrip("\"')*_ ").endswith(("?", "？")) or text.startswith("¿"):
        return True
    if is_courtesy(text):
        return True
    if _WHOLE.match(text) or _FIRST_PERSON.match(text) or _ABOUT_CHAT.search(text):
        return True
    if _FOR_MORE.match(text):
        return "://" not in text
    return bool(_MORE_INFO.match(text) and not _ADDRESS.search(text))


def lead_length(sentence: str) -> int:
    """How many characters at the start only lead in: "However, ", "Note that ", "According to the docs, "."""
    match = _LEADS.match(sentence.replace("’", "'"))
    end = match.end() if match else 0
    softened = _SOFTENED.match(sentence, end)
    if softened and verb_form(softened["verb"]) == "base":
        end = softened.start("verb")
    return end if end < len(sentence) else 0


def sums_up(sentence: str) -> bool:
    """Whether the sentence says that it repeats what was said: "In short: ..."."""
    return bool(_SUMS_UP.match(fold(sentence)))

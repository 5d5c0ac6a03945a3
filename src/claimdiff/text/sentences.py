"""Where the sentences of a text are: spans of its own characters, never a copy."""

from __future__ import annotations

import re
from bisect import bisect_right


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Never the last word of a sentence.
_OPEN_ABBREVIATIONS = _words(
    """
    e.g eg i.e ie vs cf viz approx ca resp incl excl dr mr mrs ms prof fig figs eq sec ch vol ed al min max st
    z.b d.h z d bzw ggf vgl evtl u.a p.ej
    """
)
# The same, written apart: "z. B.", "d. h.", "p. ej.".
_SPACED_ABBREVIATIONS = _words("z.b d.h u.a u.ä i.d o.ä s.o s.u v.a i.e e.g p.ej p.ex c.à t.ex")
_LONGEST_PART = max(len(part) for spaced in _SPACED_ABBREVIATIONS for part in spaced.split("."))
# May end a sentence: they do when a capital letter follows.
_CLOSING_ABBREVIATIONS = _words(
    """
    etc inc ltd co corp a.m p.m u.s u.k e.u usw etw jr sr dept est
    """
)
# Abbreviations only before a number ("No. 5", "Nr. 3", "p. 7").
_NUMBER_ABBREVIATIONS = _words(
    """
    no nos nr pp p art ver jan feb mar apr jun jul aug sep sept oct nov dec
    """
)
# After a number with a dot ("am 3. Mai").
_MONTHS = _words("januar februar märz april mai juni juli august september oktober november dezember")
# A word that opens a sentence and is never a family name, so "Plan B. The rest" ends after "B.".
_STARTERS = _words(
    """
    the a an it its this that these those there they he she we you i in on at to if when for with after before
    both each all no not use run set see by as and but or however only once then
    """
)

_BLOCK_START = r"[ \t]*(?:>[ \t]?)*[ \t]*(?:[-*+•·▪◦‣][ \t]+|\d{1,3}[.)][ \t]+|\#{1,6}[ \t]+|\||```|~~~|>)"
_BREAK = re.compile(
    rf"(?:\r?\n|\r)(?:(?=[ \t]*(?:\r?\n|\r|$))|(?={_BLOCK_START}))|[ \t]+[•·▪◦‣][ \t]+(?=\w)|[ \t]+(?=\(?[2-9]\)[ \t]+[A-Z])|<br\s*/?>"
)
_BREAKING = ("\n", "\r", ") ", ")\t", "<br", *"•·▪◦‣")
"""One of these stands in every text with a break, and a text is asked for them much quicker than for the pattern."""
_HEADING = re.compile(r"\s*(?:>[ \t]?)*\#{1,6}[ \t][^\r\n]*")
_LEAD = re.compile(
    r"(?:\s|>[ \t]?(?=\S|$)|[-*+•·▪◦‣–—][ \t]+|\#{1,6}[ \t]+|\(?\d{1,3}[.)][ \t]+(?=\D)|\[[ xX]\][ \t]+)*"
)
_ENDERS = "。！？｡．।॥؟۔։።။…"
_END = re.compile(r"[.!?。！？｡．।॥؟۔։።။…]+|(?<=[^\W\d] )[\U0001f300-\U0001faff\u2600-\u27bf]+\ufe0f?(?= [A-Z])")
_PLAIN_END = re.compile(r"[.!?]+")
"""The same in a text of ASCII."""
_CLOSERS = re.compile(r"(?:[\"'”’»›)\]}」』）】〉》`]|\*{1,3}|_{1,3}(?!\w)|\[\^?[\w-]{1,8}\](?!\())*")
_WIDE = frozenset("。！？｡．")
# Each alternative begins with a character of its own, for which `re` can look without trying them all.
_ENCLOSED = (
    r"`(?<!``)(?P<more>`{0,3})(?!`)(?:(?!\n\s*\n).){1,400}?`(?P=more)"
    r"|\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+\"[^\"\n]*\")?\)"
    r"|\((?:[^()]|\([^()]*\)){1,300}\)"
    r"|\"[^\"\n]{1,160}\"|“[^”\n]{1,160}”|«[^»\n]{1,160}»|「[^」\n]{1,160}」"
)
_PROTECTED = re.compile(_ENCLOSED, re.DOTALL)
_PROTECTED_LINKED = re.compile(rf"\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s<>\"'`]*[\w/]|{_ENCLOSED}", re.DOTALL)
_FENCE = re.compile(
    r"^[ \t]*(?P<mark>`{3,}|~{3,})[^\n]*\n(?P<body>.*?)(?:^[ \t]*(?P=mark)[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]")


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The sentences of `text` as half-open spans of its characters, in order, without overlap.

    A span starts and ends with visible text: the marks before a list item, a heading or a quoted line belong to no
    sentence. Blank lines and list items end a sentence, a plain line break does not; every line of a fence stands
    for itself. Dots in versions, numbers, addresses, file names and abbreviations end nothing. Pure; raises nothing.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    for fence in _FENCE.finditer(text) if "```" in text or "~~~" in text else ():
        spans.extend(_prose(text, position, fence.start()))
        spans.extend(_lines(text, fence.start("body"), fence.end("body")))
        position = fence.end()
    spans.extend(_prose(text, position, len(text)))
    return tuple(spans)


def _lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Every line with something on it, without the blanks around it."""
    found = (
        _trim(text, start + line.start(), start + line.end()) for line in re.finditer(r"[^\r\n]+", text[start:end])
    )
    return [span for span in found if span[0] < span[1]]


def _prose(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences between two offsets that hold no fence."""
    spans: list[tuple[int, int]] = []
    position = start
    for mark in _BREAK.finditer(text, start, end) if any(sign in text for sign in _BREAKING) else ():
        spans.extend(_paragraph(text, position, mark.start()))
        position = mark.end()
    spans.extend(_paragraph(text, position, end))
    return spans


def _paragraph(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences between two breaks; a heading ends with its line."""
    heading = _HEADING.match(text, start, end)
    if not heading:
        return _block(text, start, end)
    return [*_block(text, start, heading.end()), *_block(text, heading.end(), end)]


def _block(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sentences of one paragraph or list item."""
    start = _lead(text, start, end)
    enclosed = _PROTECTED_LINKED if "://" in text else _PROTECTED
    protected = [match.span() for match in enclosed.finditer(text, start, end)]
    begins = [span[0] for span in protected]
    spans: list[tuple[int, int]] = []
    for mark in (_PLAIN_END if text.isascii() else _END).finditer(text, start, end):
        stop = _CLOSERS.match(text, mark.end(), end)
        close = stop.end() if stop else mark.end()
        index = bisect_right(begins, mark.start()) - 1
        # A bracket or quote that opens the sentence may hold several sentences of its own.
        inside = index >= 0 and protected[index][1] > mark.end() and protected[index][0] != start
        if inside and close < protected[index][1]:
            continue
        if _ends(text, start, mark, close, end):
            spans.append(_trim(text, start, close))
            start = _lead_in(text, close, end)
    spans.append(_trim(text, start, end))
    return [span for span in spans if span[0] < span[1] and _says_something(text[span[0] : span[1]])]


def _says_something(piece: str) -> bool:
    return piece[0].isalnum() or any(char.isalnum() for char in piece)


def _lead(text: str, start: int, end: int) -> int:
    """Past blanks, quote marks, bullets and the number of a list item."""
    match = _LEAD.match(text, start, end)
    return match.end() if match else start


def _lead_in(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _ends(text: str, start: int, mark: re.Match[str], close: int, end: int) -> bool:
    """Whether the marks at `mark` (closed at `close`) end the sentence that began at `start`."""
    last = mark.group()[-1]
    rest = text[close:end].lstrip()
    if not rest:
        return True
    if last in _WIDE:
        return not ("」" in text[mark.end() : close] and rest.startswith(("と", "って")))
    if not text[close].isspace():
        sure = last in "!?" or (mark.start() > start and _CJK.match(text[mark.start() - 1]))
        return bool(_CJK.match(text[close]) and sure)
    closers = text[mark.end() : close]
    quoted = any(char in "\"'”’»" for char in closers)
    # "2.1.* will" is a pattern of versions, "2.1.** Then" the end of a bold sentence.
    starred = "*" in closers and text[mark.start() - 1].isdigit()
    if mark.group() == "." and not ((quoted or starred) and rest[0].islower()):
        return _dot_ends(text[start : mark.start()], rest)
    if last in ".…":
        return not rest[0].islower()
    return last in _ENDERS or not rest[0].islower() or _is_code(rest)


def _is_code(rest: str) -> bool:
    """Whether the next word is an identifier: sentences may begin with a lower-case one."""
    word = rest.split(maxsplit=1)[0].rstrip(".,;:")
    return bool(re.search(r"[\w][_\d./-][\w]|^[`$/-]|\d", word))


def _is_spaced(words: list[str], word: str, rest: str) -> bool:
    """Whether the dot belongs to an abbreviation with a blank inside: behind the first or the second part of "z. B."."""
    if len(word) > _LONGEST_PART and word not in _SPACED_ABBREVIATIONS:
        return False
    after = rest.split(".", 1)[0].lower()
    before = words[-2].lower().lstrip("([\"'") if len(words) > 1 else ""
    return f"{word}.{after}" in _SPACED_ABBREVIATIONS or f"{before}{word}" in _SPACED_ABBREVIATIONS


def _dot_ends(before: str, rest: str) -> bool:
    """Whether a single dot after `before` and before `rest` ends a sentence."""
    words = before.rsplit(maxsplit=2)
    if not words:
        return False
    word = words[-1].lstrip("([{\"'“‘*_«").lower()
    versus = word == "v" and len(words) > 1 and words[-2][0].isupper()
    initials = rest[0].islower() and re.fullmatch(r"(?:[a-z]\.)+[a-z]", word)
    day = word[:1].isdigit() and re.fullmatch(r"\d{1,2}", word) and _following(rest) in _MONTHS
    if word in _OPEN_ABBREVIATIONS or versus or initials or day or _is_spaced(words, word, rest):
        return False
    if word in _CLOSING_ABBREVIATIONS:
        return rest[0].isupper() and (word not in ("u.s", "u.k", "e.u") or _following(rest) in _STARTERS)
    if word in _NUMBER_ABBREVIATIONS and rest[0].isdigit():
        return len(words) == 1 and word == "no"
    if len(word) == 1 and word.isalpha() and words[-1][-1].isupper():
        return _following(rest) in _STARTERS or _is_code(rest)
    return not (len(words) == 1 and re.fullmatch(r"\d{1,3}", word))


def _following(rest: str) -> str:
    """The word that comes next, in small letters."""
    first = re.match(r"\w*", rest.lstrip("\"'“‘*_([`«"))
    return first.group().lower() if first else ""

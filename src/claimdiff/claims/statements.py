"""From the blocks of an answer to statements: one sentence, item, cell or line of code, with what it inherits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from claimdiff.claims.blocks import Block, parse
from claimdiff.claims.grammar import find_core, main_start, words
from claimdiff.claims.lexicon import NUMBER_WORDS, PREPOSITIONS, verb_form
from claimdiff.claims.reading import Reading, read
from claimdiff.claims.talk import is_talk, lead_length
from claimdiff.text.sentences import sentence_spans

StatementKind = Literal["sentence", "item", "row", "code", "lead"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A sentence or fragment of the answer. `before` is what it inherits from the lines above: a lead-in, a list item
    above, the header of its column. `joint` stands between the two.
    """

    reading: Reading
    kind: StatementKind
    before: str = ""
    joint: str = " "


@dataclass(frozen=True, kw_only=True, slots=True)
class _Above:
    """What the next block may inherit: the lead-in with its colon, and the list items around it, by depth."""

    lead: str = ""
    items: tuple[tuple[int, str], ...] = ()
    heading: str = ""


_SHELLS = frozenset(
    ("sh", "bash", "shell", "console", "zsh", "fish", "powershell", "ps1", "cmd", "bat", "terminal", "shell-session")
)
_DATA = frozenset(
    (
        "yaml",
        "yml",
        "toml",
        "json",
        "ini",
        "properties",
        "env",
        "dotenv",
        "conf",
        "cfg",
        "hcl",
        "text",
        "txt",
        "none",
        "",
    )
)
_COMMENT = re.compile(r"\s*(?:#(?!!)|//|--\s|;|/\*|\*)")
_PROMPT = re.compile(r"\s*(?:\$|>|%|PS>|C:\\>)\s+")
_EMPTY_LEAD = re.compile(
    r"(?:,?\s*(?:here (?:is|are)|here's|as follows|(?:by |do )?(?:follow(?:ing)?|perform|complete|take|use|do|run|try|see|using|with|via|through)?\s*"
    r"(?:the |these |this |those )(?:following|below)?\s*(?:steps?|commands?|options?|instructions?|example|procedure|list|ways?|methods?|lines?|snippets?|below)?"
    r"|the following(?: \w+){0,2}|like (?:this|so)|for example|e\.g\.|such as|namely|in (?:these|the following|\w+) (?:ways?|steps?)))\s*:?\s*$",
    re.IGNORECASE,
)
_TERM = re.compile(r"[^:–—]{1,60}?(?::\s|\s[–—-]\s)")


def statements(answer: str) -> tuple[Statement, ...]:
    """Everything an answer says, in order, headings and lead-ins without content left out."""
    found: list[Statement] = []
    above = _Above()
    for block in parse(answer):
        if block.kind == "break":
            above = _Above()
        elif block.kind == "heading":
            title = read(answer, block.start, block.end).text.rstrip(": ")
            above = _Above(heading="" if is_talk(title) or _is_generic(title) else title)
        elif block.kind == "row":
            found.extend(_row(answer, block))
        elif block.kind == "code":
            found.extend(_code(answer, block, above))
        else:
            new, above = _text(answer, block, above)
            found.extend(new)
    return tuple(found)


def _is_generic(title: str) -> bool:
    return bool(
        re.match(
            r"(?:\d|how|what|why|when|where|steps?|overview|summary|note|example|answer|introduction|conclusion|details)",
            title,
            re.IGNORECASE,
        )
    )


def _text(answer: str, block: Block, above: _Above) -> tuple[list[Statement], _Above]:
    """The sentences of a paragraph or item, and what the next block inherits."""
    reading = read(answer, block.start, block.end)
    pieces = [reading.cut(*span) for span in sentence_spans(reading.text)]
    items = tuple(item for item in above.items if block.kind == "item" and item[0] < block.depth)
    context = items[-1][1] if items else above.lead
    if block.kind == "paragraph":
        context = ""
    new: list[Statement] = []
    lead = ""
    for index, piece in enumerate(pieces):
        ends = index == len(pieces) - 1 and piece.text.endswith((":", "："))
        lead = piece.text if ends else ""
        if ends and not _says_something(piece.text):
            continue
        if block.kind == "item" and index == 0:
            new.append(_item(piece, context, above.heading, lead=ends))
        elif index == 0 or not ends or _says_something(piece.text):
            new.append(Statement(reading=piece, kind="lead" if ends else "sentence"))
    if block.kind == "item":
        title = _joined(context, pieces[0].text) if pieces else context
        return new, _Above(lead=above.lead, items=(*items, (block.depth, title.rstrip("."))), heading=above.heading)
    return new, _Above(lead=lead, heading=above.heading)


def _says_something(lead: str) -> bool:
    """Whether a lead-in states a fact of its own: "Harrow has three plans:" does, "Harrow offers:" does not."""
    text = lead.rstrip(":： ")
    if is_talk(lead) or _EMPTY_LEAD.search(text):
        return False
    last = text.split()[-1].lower() if text.split() else ""
    if verb_form(last) or last in PREPOSITIONS | {"to", "and", "following", "these", "steps"}:
        return False
    found = words(read(text, 0, len(text)))
    core = find_core(found, main_start(found, len(found)), len(found))
    return core is not None and not core.imperative and any(word.number for word in found[core.verb :])


def _item(piece: Reading, context: str, heading: str, *, lead: bool) -> Statement:
    """A list item; a fragment inherits the lead-in, the item above or the heading."""
    text = piece.text
    kind: StatementKind = "lead" if lead else "item"
    found = words(piece)
    core = find_core(found, main_start(found, len(found)), len(found))
    whole = core is not None and (not core.imperative) and core.verb > core.start
    base = _lead_text(context)
    if core is not None and core.imperative:
        purpose = base if re.match(r"(?:to|if|when|for|on|in|once|before|after)\b", base, re.IGNORECASE) else ""
        return Statement(reading=piece, kind=kind, before=purpose.rstrip(","), joint=", ")
    if whole or (_TERM.match(text) and not _opens(base)):
        return Statement(reading=piece, kind=kind)
    if base:
        return Statement(reading=piece, kind=kind, before=base, joint=" " if _opens(base) else ": ")
    return Statement(reading=piece, kind=kind, before=heading, joint=": ")


def _lead_text(context: str) -> str:
    """The words of a lead-in that its items inherit: without "the following steps" and without a count."""
    text = context[lead_length(context) :].rstrip(":： ").rstrip()
    purpose = re.match(
        r"(?:follow|use|take|do|perform|run|complete) (?:these|the following|the) ?(?:\w+ )?(?:steps?|instructions?|commands?)? ?(?P<to>(?:to|if|when) .+)$",
        text,
        re.IGNORECASE,
    )
    text = purpose["to"] if purpose else text
    bare = _EMPTY_LEAD.sub("", text).rstrip(", ")
    if bare != text and is_talk(text + ":"):
        return ""
    if re.match(r"(?:here|below|the following|as follows|yes|no|sure)\b", bare, re.IGNORECASE) or is_talk(context):
        return ""
    return _without_count(bare)


def _without_count(lead: str) -> str:
    """ "Harrow has three plans" gives "Harrow has plans": the count is a claim of the lead-in, not of each item."""
    pieces = lead.split(" ")
    kept = [
        word
        for index, word in enumerate(pieces)
        if not (
            (word.lower() in NUMBER_WORDS or re.fullmatch(r"\d{1,2}", word))
            and index + 1 < len(pieces)
            and pieces[-1].endswith("s")
            and index >= len(pieces) - 4
        )
    ]
    return " ".join(kept)


def _opens(lead: str) -> bool:
    """Whether the lead-in is no sentence until the item completes it: "Harrow offers", "You can sign in with"."""
    last = lead.rsplit(maxsplit=1)[-1].lower() if lead.split() else ""
    return bool(verb_form(last)) or last in PREPOSITIONS | {"to", "a", "an", "the", "not", "only", "that"}


def _row(answer: str, block: Block) -> list[Statement]:
    """A table row: each value with its column and the name in the first cell."""
    heads = [read(answer, *span).text for span in block.header]
    cells = [read(answer, *span) for span in block.cells]
    if not cells or not any(cell.text for cell in cells):
        return []
    if len(cells) == 1:
        return [Statement(reading=cells[0], kind="row", before=heads[0] if heads else "", joint=": ")]
    name = f"{heads[0]}: {cells[0].text}" if heads and heads[0] else cells[0].text
    new: list[Statement] = []
    for index, cell in enumerate(cells[1:], start=1):
        head = heads[index] if index < len(heads) else ""
        if any(char.isalnum() for char in cell.text) or cell.text in ("✓", "✅", "✗", "❌", "✔", "—", "-", "∞"):
            before = f"{name}; {head}" if head else name
            new.append(Statement(reading=cell, kind="row", before=before, joint=": " if head else "; "))
    return new


def _code(answer: str, block: Block, above: _Above) -> list[Statement]:
    """The commands or settings of a fence, each with the sentence above; a program is one statement."""
    lead = _lead_text(above.lead) if above.lead else ""
    lead = (
        ""
        if re.match(
            r"(?:run|use|type|enter|execute|try|add)(?: (?:it|this|that|the|command|commands|following))*$",
            lead,
            re.IGNORECASE,
        )
        else lead
    )
    if block.language in _SHELLS or block.language in _DATA:
        lines = _logical_lines(answer, block)
    else:
        lines = [(block.start, block.end)]
    new: list[Statement] = []
    for start, end in lines:
        reading = read(answer, start, end, code=True)
        if sum(char.isalnum() for char in reading.text) > 1 and not re.fullmatch(
            r"[\w.-]+:|[\[{(\])}]+,?|\[[\w.-]+\]", reading.text
        ):
            new.append(Statement(reading=reading, kind="code", before=lead, joint=": "))
    return new


def _logical_lines(answer: str, block: Block) -> list[tuple[int, int]]:
    """Lines without comments and prompts; a line that ends with a backslash goes on with the next."""
    spans: list[tuple[int, int]] = []
    joined = False
    for match in re.finditer(r"[^\n]+", answer[block.start : block.end]):
        start, end = block.start + match.start(), block.start + match.end()
        if _COMMENT.match(match.group()) and not joined:
            continue
        prompt = _PROMPT.match(match.group())
        if joined:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start + (prompt.end() if prompt else 0), end))
        joined = match.group().rstrip().endswith("\\")
    return spans


def _joined(first: str, second: str) -> str:
    return f"{first.rstrip(':')} {second}".strip() if _opens(first.rstrip(":")) else second

"""From the blocks of an answer to statements: one sentence, item, cell or line of code, with what it inherits."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from claimdiff.claims.blocks import Block, parse
from claimdiff.claims.grammar import core_of, has_condition
from claimdiff.claims.leads import inherited, is_condition, opens, says_something
from claimdiff.claims.lexicon import is_participle, verb_form
from claimdiff.claims.reading import Reading, read
from claimdiff.claims.sentence import sentence, sentence_of
from claimdiff.claims.talk import is_talk
from claimdiff.text.sentences import sentence_spans

StatementKind = Literal["sentence", "item", "row", "code", "lead"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """A sentence or fragment of the answer.

    `before` is what it inherits from the lines above: a lead-in, a list item above, the header of its column. `joint`
    stands between the two.
    """

    reading: Reading
    kind: StatementKind
    before: str = ""
    joint: str = " "


@dataclass(frozen=True, kw_only=True, slots=True)
class _Above:
    """What the next block may inherit: the lead-in with its colon, and the list items around it, by depth."""

    lead: str = ""
    silent: Reading | None = None
    """The lead-in where it is no statement yet."""
    items: tuple[tuple[int, str], ...] = ()
    heading: str = ""
    sources: bool = False


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
_TRAILING = re.compile(r"(?:\s+#\s.*|\s+//\s.*|,\s*|\s+)$")
_COMMENT = re.compile(r"\s*(?:#(?!!)|//|--\s|;|/\*|\*)")
_PROMPT = re.compile(r"\s*(?:\$|>|%|PS>|C:\\>)\s+")
_TERM = re.compile(r"(?P<name>[^:–—]{1,60}?)(?::\s|\s[–—-]\s)")
_SHORT = 3
"""Words up to this length are not capitalised in a title."""
_PURPOSE = re.compile(r"(?:to|if|when|for|on|in|once|before|after)\b", re.IGNORECASE)
_SOURCES = re.compile(
    r"(?:sources?|references?|see also|further reading|citations?|related(?: \w+)?|links?|learn more|read more)\s*:?",
    re.IGNORECASE,
)


def statements(answer: str) -> tuple[Statement, ...]:
    """Everything an answer says, in order, headings and lead-ins without content left out."""
    found: list[Statement] = []
    above = _Above()
    for block in parse(answer):
        if block.kind == "break":
            above = _Above()
        elif block.kind == "heading":
            title = read(answer, block.start, block.end).text.rstrip(": ")
            named = "" if is_talk(title) or _is_generic(title) else title
            above = _Above(heading=named, sources=bool(_SOURCES.fullmatch(title)))
        elif above.sources or _opens_sources(answer, block):
            above = _Above(sources=True)
        elif block.kind == "row":
            found.extend(_row(answer, block))
        elif block.kind == "code":
            found.extend(_code(answer, block, above))
            above = replace(above, silent=None)
        else:
            new, above = _text(answer, block, above)
            found.extend(new)
    return tuple(found)


def _opens_sources(answer: str, block: Block) -> bool:
    """Whether the block is the line "Sources:" above a list of pages."""
    return block.kind == "paragraph" and bool(_SOURCES.fullmatch(read(answer, block.start, block.end).text))


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
    pieces = [part for span in sentence_spans(reading.text) for part in _by_wide_semicolons(reading.cut(*span))]
    items = tuple(item for item in above.items if block.kind == "item" and item[0] < block.depth)
    context = items[-1][1] if items else above.lead
    if block.kind == "paragraph":
        context = ""
    new: list[Statement] = []
    lead = ""
    for index, piece in enumerate(pieces):
        ends = index == len(pieces) - 1 and piece.text.endswith((":", "："))
        lead = piece.text if ends else ""
        if ends and not says_something(piece.text):
            continue
        if block.kind == "item" and index == 0:
            new.append(_item(piece, context, above.heading, lead=ends))
        elif block.kind == "item" and new and _lacks_subject(piece):
            new.append(Statement(reading=piece, kind="item", before=new[0].before, joint=new[0].joint))
        else:
            new.append(Statement(reading=piece, kind="lead" if ends else "sentence"))
    if block.kind == "item":
        title = _title(new[0], pieces[0].text) if new else _title(None, pieces[0].text) if pieces else context
        return new, replace(above, items=(*items, (block.depth, title.rstrip("."))))
    silent = pieces[-1] if lead and not says_something(lead) else None
    return new, _Above(lead=lead, silent=silent, heading=above.heading)


def _by_wide_semicolons(piece: Reading) -> list[Reading]:
    """The parts of a Chinese or Japanese sentence between its semicolons."""
    marks = [at for at, char in enumerate(piece.text) if char == "；" and piece.solid[at] == "0"]
    stops = [*marks, len(piece.text)]
    return [
        piece.cut(start, stop)
        for start, stop in zip([0, *(at + 1 for at in marks)], stops, strict=True)
        if stop > start
    ]


def _item(piece: Reading, context: str, heading: str, *, lead: bool) -> Statement:
    """A list item; a fragment inherits the lead-in, the item above or the heading."""
    kind: StatementKind = "lead" if lead else "item"
    base = inherited(context)
    term = None if opens(base) else _TERM.match(piece.text)
    if term and _is_order(term["name"]):
        titled = term.group().rstrip().endswith(":") and term.end() < len(piece.text)
        piece = piece.cut(term.end(), len(piece.text)) if titled else piece
        term = None
    core = core_of(sentence(piece))
    rest = piece.cut(term.end(), len(piece.text)) if term else piece
    if term and rest.text and not _is_stated(rest):
        return Statement(reading=rest, kind=kind, before=term["name"], joint=": ")
    if core is not None and core.stated:
        when = base.rstrip(",") if is_condition(base) and not _has_condition(piece) else ""
        return Statement(reading=piece, kind=kind, before=when, joint=", ")
    if core is not None and core.imperative and (is_condition(base) or not opens(base)):
        purpose = base.rstrip(",") if _PURPOSE.match(base) else ""
        return Statement(reading=piece, kind=kind, before=purpose, joint=", ")
    return Statement(reading=piece, kind=kind, before=base or heading, joint=" " if base and opens(base) else ": ")


def _has_condition(reading: Reading) -> bool:
    """Whether a sentence opens with a condition of its own."""
    return has_condition(sentence(reading).words)


def _is_stated(reading: Reading) -> bool:
    core = core_of(sentence(reading))
    return core is not None and core.stated


def _is_order(title: str) -> bool:
    """Whether the title of an item tells to do something: "Fill out the form: …"."""
    made = sentence_of(title)
    core = core_of(made)
    titled = all(word.text[0].isupper() or len(word.text) <= _SHORT for word in made.words)
    return core is not None and core.imperative and made.end > 1 and titled


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
    """The commands or settings of a fence, each with the order above it; a program is one statement.

    A sentence above that states something is a statement of its own.
    """
    context = above.items[-1][1] if above.items else above.lead
    lead = inherited(context) if context.endswith(":") else ""
    new: list[Statement] = []
    core = core_of(sentence_of(lead))
    if core is not None and core.stated and not opens(lead):
        new += [] if above.silent is None else [Statement(reading=above.silent, kind="lead")]
        lead = ""
    if block.language in _SHELLS or block.language in _DATA:
        lines = _logical_lines(answer, block)
    else:
        lines = [(block.start, block.end)]
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
        end -= len(match.group()) - len(_TRAILING.sub("", match.group()))
        prompt = _PROMPT.match(match.group())
        if joined:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start + (prompt.end() if prompt else 0), end))
        joined = match.group().rstrip().endswith("\\")
    return spans


def _title(statement: Statement | None, text: str) -> str:
    """What the items below an item inherit of it: its term, or itself with what it inherited."""
    if statement is None:
        return text
    if statement.joint == ": " and statement.before and not text.startswith(statement.reading.text):
        return statement.before
    return f"{statement.before}{statement.joint}{text}" if statement.before else text


def _lacks_subject(piece: Reading) -> bool:
    """Whether a sentence of an item leans on the item's term, as "Includes 50 GB" does."""
    found = sentence(piece).words
    return (
        bool(found)
        and not found[0].solid
        and (verb_form(found[0].low) in ("third", "be", "past") or is_participle(found[0].low))
    )

"""Untrusted text made inert: what comes out of here is read as text by GitHub, a browser, a terminal and a build log.

GitHub looks for mentions, issue numbers, commit ids and bare links in the text that is left after Markdown and entities
were decoded, so neither a backslash nor an entity stops them: a zero-width space inside the word does.
"""

from __future__ import annotations

import re

ZERO_WIDTH = "\u200b"

_PICTURES = 0x2400
_DELETE = 0x7F
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]"
)

_COMMENT_OPEN = re.compile(r"<(?=!--)")
_COMMENT_CLOSE = re.compile(r"--(?=!?>)")
_LOG_COMMAND = re.compile(r"(?m)^(\s*):(?=:)|:(?=:[a-z][a-z-]*(?:\s[^\n]*?)?::)|#(?=#\[)")
_MENTION = re.compile(r"@(?=[A-Za-z0-9_\[])")
_ISSUE = re.compile(r"#(?=\d)|(?<=[Gg][Hh])-(?=\d)")
_LINK = re.compile(r"(?i)(?<=[a-z]):(?=//)|www(?=\.)|(?<=mailto):|(?<=xmpp):")
_COMMIT = re.compile(r"(?<![0-9A-Za-z])(?=[0-9a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{3}(?=[0-9a-f]{4,61}(?![0-9A-Za-z]))")
_EMOJI = re.compile(r":(?=[a-z0-9_+-]+:)")
_NOT_MONEY = re.compile(r"\$(?!\d)|(?<=[^\s(\[“\"])\$")

_MARKDOWN = re.compile(r"[\\`*\[\]|~]|(?<![0-9A-Za-z])_|_(?![0-9A-Za-z])")
_BLOCK_START = re.compile(r"#(?=#{0,5}(?:\s|$))|[-+](?=\s|$)|-(?=[-\s]*$)|=(?==*$)|:(?=-)|\d{1,9}[.)](?=\s|$)")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def utf16_units(text: str) -> int:
    """Count UTF-16 code units, the strictest way in which a limit of characters is meant."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def visible(text: str) -> str:
    """Show what would act or hide: control characters (ANSI escapes), direction marks, tag characters, lone surrogates.

    Line feeds and tabs stay; CRLF becomes a line feed.
    """
    return _UNSEEN.sub(lambda found: _picture(found.group()), text.replace("\r\n", "\n"))


def one_line(text: str) -> str:
    """Make characters visible and turn every run of white space into one blank."""
    return " ".join(visible(text).split())


def clipped(text: str, limit: int) -> str:
    """Cut after `limit` characters, at a blank where there is one near, and say so with an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    blank = head.rfind(" ")
    return f"{head[:blank] if blank > limit * 3 // 4 else head.rstrip()}…"


def unlinked(text: str) -> str:
    """Break mentions, issue numbers, bare links, commit ids, emoji names, comments and commands of a build log."""
    text = _commands_broken(text)
    for pattern in (_MENTION, _ISSUE, _LINK, _EMOJI, _COMMIT):
        text = pattern.sub(lambda found: f"{found.group()}{ZERO_WIDTH}", text)
    return text


def unmarked(text: str) -> str:
    """Break hidden comments in Markdown that a template of the team's own made: no marker stands in it but ours."""
    return _COMMENT_OPEN.sub(f"<{ZERO_WIDTH}", text)


def prose(text: str) -> str:
    """Return untrusted text as one line of Markdown that reads as it stands, also in a table cell."""
    inert = unlinked(one_line(text))
    escaped = _MARKDOWN.sub(lambda found: f"\\{found.group()}", inert)
    escaped = "".join(_ENTITIES.get(character, character) for character in escaped)
    return _math_broken(_start_broken(escaped))


def code(text: str) -> str:
    """Return untrusted text as inline code; paths and commands stay fit for copying. Not for a table cell."""
    inert = _commands_broken(one_line(text)) or " "
    fence = "`" * (_longest_run(inert) + 1)
    pad = " " if inert.startswith("`") or inert.endswith("`") else ""
    return f"{fence}{pad}{inert}{pad}{fence}"


def cell_code(text: str) -> str:
    """Return untrusted text as inline code in a table cell, where a bar would end the cell even inside code."""
    return code(text).replace("|", "\\|")


def linked(text: str, url: str) -> str:
    """Return untrusted text as inline code with a link to an address of ours, whose path is URL-escaped."""
    return f"[{code(text)}](<{url}>)"


def fenced(text: str, language: str = "") -> str:
    """Return text as a fenced block whose fence is longer than any run of backticks inside."""
    body = unlinked(visible(text))
    fence = "`" * max(3, _longest_run(body) + 1)
    return f"{fence}{language}\n{body}\n{fence}"


def _picture(character: str) -> str:
    """Show one character that is not to act: a control picture where Unicode has one, else its code point."""
    number = ord(character)
    if number < 0x20:  # noqa: PLR2004 -- the C0 controls, which have their pictures in the same order
        return chr(_PICTURES + number)
    if number == _DELETE:
        return "\u2421"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"  # noqa: PLR2004 -- end of the BMP


def _commands_broken(text: str) -> str:
    text = _COMMENT_OPEN.sub(f"<{ZERO_WIDTH}", text)
    text = _COMMENT_CLOSE.sub(f"--{ZERO_WIDTH}", text)
    return _LOG_COMMAND.sub(lambda found: f"{found.group()}{ZERO_WIDTH}", text)


def _start_broken(text: str) -> str:
    """Escape what would start a heading, list, quote, rule or fence; the caller may set the text at a line start."""
    found = _BLOCK_START.match(text)
    return f"{text[: found.end() - 1]}\\{text[found.end() - 1 :]}" if found else text


def _math_broken(text: str) -> str:
    """Text between dollar signs would be set as a formula; GitHub's own way out is a span around the sign."""
    return text.replace("$", "<span>$</span>") if _NOT_MONEY.search(text) else text


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall("`+", text)), default=0)

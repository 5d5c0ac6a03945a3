"""Canonical YAML: block style, one key a line, long text over several lines, and the same bytes for the same values.

What is written reads the same under YAML 1.1 and 1.2, so words such as `no` and `1.10` are quoted where they are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from claimdiff.yamlfile.prose import is_prose, quoted


@dataclass(frozen=True, kw_only=True, slots=True)
class Prose:
    """A text that is written one sentence a line, so that edits of two sentences merge."""

    text: str


Value = str | Prose | bool | int | Sequence["Value"] | Mapping[str, "Value"]
Block = dict[str, Value]

WIDTH = 100
_LAST_BYTE = 0xFF
_PLAIN = re.compile(r"[\w(][^\n]*")
_NOT_PLAIN = re.compile(r": | #|:$|\s$|^\s")
_SENTENCE_END = re.compile(r"(?<=[.!?。]) (?=\S)")
_NUMBER_1_2 = re.compile(r"[-+]?[0-9.]+([eE][-+]?[0-9]+)?|0[xo][0-9a-fA-F]+")
_READABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]*")
_STR = "tag:yaml.org,2002:str"
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}
_resolver = yaml.resolver.Resolver()


def document(block: Mapping[str, Value]) -> str:
    """The mapping as a YAML document that ends with a line break.

    Raises:
        UnicodeEncodeError: a text holds half of a surrogate pair.
    """
    text = "\n".join(_mapping(block, 0)) + "\n"
    text.encode()
    return text


def _mapping(block: Mapping[str, Value], indent: int) -> Iterator[str]:
    blanks = " " * indent
    for key, value in block.items():
        if isinstance(value, str):
            yield from _text(f"{blanks}{key}:", value, indent + 2)
        elif isinstance(value, Prose):
            yield from _prose(f"{blanks}{key}:", value.text, indent + 2)
        elif isinstance(value, int):
            yield f"{blanks}{key}: {str(value).lower()}"
        elif not value:
            yield f"{blanks}{key}: {'{}' if isinstance(value, Mapping) else '[]'}"
        elif isinstance(value, Mapping):
            yield f"{blanks}{key}:"
            yield from _mapping(value, indent + 2)
        else:
            yield f"{blanks}{key}:"
            yield from _sequence(value, indent)


def _sequence(values: Sequence[Value], indent: int) -> Iterator[str]:
    blanks = " " * indent
    for value in values:
        if isinstance(value, str):
            yield from _text(f"{blanks}-", value, indent + 2)
        elif isinstance(value, Mapping):
            first, *rest = _mapping(value, indent + 2)
            yield f"{blanks}- {first[indent + 2 :]}"
            yield from rest
        else:
            yield f"{blanks}- {value}"


def _text(lead: str, text: str, indent: int) -> Iterator[str]:
    """A text after `key:` or `-`: on one line, folded at its sentences, or as it stands, line for line."""
    blanks = " " * indent
    if "\n" in text and _stands(text):
        ending = {0: "-", 1: ""}.get(len(text) - len(text.rstrip("\n")), "+")
        yield f"{lead} |{ending}"
        for line in text.removesuffix("\n").split("\n"):
            yield blanks + line if line else ""
    elif len(lead) + len(text) >= WIDTH and _folds(text):
        yield f"{lead} >-"
        for line in _wrapped(text, WIDTH - indent):
            yield blanks + line
    else:
        yield f"{lead} {_one_line(text)}"


def _prose(lead: str, text: str, indent: int) -> Iterator[str]:
    if not is_prose(text):
        yield f"{lead} {_one_line(text)}"
        return
    first, *rest = quoted(text, _escaped)
    yield f"{lead} {first}"
    for line in rest:
        yield " " * indent + line if line else ""


def _one_line(text: str) -> str:
    if _reads_plain(text):
        return text
    if ('"' in text or "\\" in text) and _readable(text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _reads_plain(text: str) -> bool:
    """Whether the text without quotes is this text to every reader, whichever version of YAML it follows."""
    if not _PLAIN.fullmatch(text) or _NOT_PLAIN.search(text) or not _readable(text) or _NUMBER_1_2.fullmatch(text):
        return False
    return bool(_resolver.resolve(yaml.ScalarNode, text, (True, False)) == _STR)  # type: ignore[no-untyped-call]


def _readable(text: str) -> bool:
    """Whether every character may stand as it is: no controls, no line breaks, nothing that turns the writing direction."""
    return _READABLE.fullmatch(text) is not None


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if _readable(char) or "\ud800" <= char <= "\udfff":
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code <= _LAST_BYTE else f"\\u{code:04x}"


def _folds(text: str) -> bool:
    """Whether a blank may become a line break and come back as that blank."""
    return _readable(text) and text == text.strip() and "  " not in text


def _stands(text: str) -> bool:
    """Whether the lines can be written as they are: nothing that an editor strips or YAML takes for indentation."""
    lines = text.split("\n")
    begins = lines[0] and not lines[0][0].isspace()
    return bool(begins) and all(_readable(line.replace("\t", " ")) and line == line.rstrip() for line in lines)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """One line a sentence, long sentences over several."""
    for sentence in _SENTENCE_END.split(text):
        line = ""
        for word in sentence.split(" "):
            if line and len(line) + 1 + len(word) > width:
                yield line
                line = word
            else:
                line = f"{line} {word}" if line else word
        yield line

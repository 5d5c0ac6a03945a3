"""From bytes to text: what can be read, and what is wrong with a page that cannot."""

from __future__ import annotations

from dataclasses import dataclass

from claimdiff.errors import Problem

LIMIT = 5_000_000
"""Bytes of the largest page that is read."""
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Decoded:
    """The text of a page (None where it cannot be read) and what was wrong with its bytes."""

    text: str | None
    problems: tuple[Problem, ...] = ()


def decode(path: str, data: bytes) -> Decoded:
    """The text of a page: UTF-8, or UTF-16 with a byte order mark.

    Bytes that are no UTF-8 are read as Windows-1252 with a problem that names the line. Pages that are empty, binary
    or above `LIMIT` have a problem and no text. Raises nothing.
    """
    if len(data) > LIMIT:
        size = f"{len(data) / 1_000_000:.1f} MB"
        return _refused(
            path,
            f"is {size} large; pages up to {LIMIT // 1_000_000} MB are read",
            "Split it, or leave it out of `docs`.",
        )
    encoding = "utf-8"
    for bom, name in _BOMS:
        if data.startswith(bom):
            data, encoding = data[len(bom) :], name
            break
    if not data.strip():
        return _refused(path, "is empty", "Write it, or leave it out of `docs`.")
    if encoding == "utf-8" and b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        return _refused(path, "is a binary file (NUL byte); text in UTF-8 is read", "Leave it out of `docs`.", line)
    try:
        return Decoded(text=data.decode(encoding))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"is not {encoding.upper()} (byte 0x{data[error.start]:02x}); read as Windows-1252 instead"
        text = (
            data.decode("cp1252", errors="replace") if encoding == "utf-8" else data.decode(encoding, errors="replace")
        )
        problem = Problem(path=path, line=line, message=found, hint="Save the page as UTF-8.")
        return Decoded(text=text, problems=(problem,))


def _refused(path: str, message: str, hint: str, line: int | None = None) -> Decoded:
    return Decoded(text=None, problems=(Problem(path=path, line=line, message=message, hint=hint),))

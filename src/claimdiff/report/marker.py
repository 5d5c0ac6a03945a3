"""The hidden first line of a comment, by which it is found again."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from claimdiff.records import Conclusion
from claimdiff.report.jsonform import to_json

if TYPE_CHECKING:
    from claimdiff.report.document import Report

_LINE = re.compile(r"<!-- claimdiff:(\{[^\r\n]*\}) -->[ \t\r]*")
_MAX_NAME = 300
_MAX_LINE = 4_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Marker:
    """Whose comment it is and which run wrote it.

    `head` is the full id of the pull request's head, `run` the number of the workflow run and `attempt` that of its
    repetition, `digest` the SHA-256 of report.json as it is written. All of it is plain text that anybody can write.
    """

    name: str
    head: str | None = None
    run: int | None = None
    attempt: int = 1
    digest: str | None = None
    conclusion: Conclusion | None = None

    def line(self) -> str:
        """The line. Nothing in it can end the hidden comment."""
        values = {
            "name": self.name,
            "head": self.head,
            "run": self.run,
            "attempt": self.attempt if self.attempt > 1 else None,
            "digest": self.digest,
            "conclusion": self.conclusion,
        }
        value = json.dumps({key: item for key, item in values.items() if item is not None}, separators=(",", ":"))
        inert = value.replace("--", "-\\u002d").replace("<", "\\u003c").replace(">", "\\u003e")
        return f"<!-- claimdiff:{inert} -->"

    def is_older(self, other: Marker) -> bool:
        """Whether this run began before another one."""
        if self.run is None or other.run is None:
            return False
        return (self.run, self.attempt) < (other.run, other.attempt)


def marker_of(report: Report, *, run: int | None = None, attempt: int = 1) -> Marker:
    """The marker of a report's comment."""
    return Marker(
        name=report.name[:_MAX_NAME],
        head=head_sha(report),
        run=run,
        attempt=attempt,
        digest=digest(to_json(report).encode("utf-8", "surrogatepass")),
        conclusion=report.conclusion,
    )


def head_sha(report: Report) -> str | None:
    """The commit of a report: the head of the pull request, not the commit that merges it for a test."""
    pull = report.pull_request
    return report.head.pr_head_sha or (pull.head_sha if pull is not None else None) or report.head.sha


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes of a report.json, hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read(body: str) -> Marker | None:
    """The marker on the first line of a comment; None where there is none, or a broken one. Raises nothing."""
    first = body.split("\n", 1)[0]
    found = _LINE.fullmatch(first) if len(first) <= _MAX_LINE else None
    if found is None:
        return None
    try:
        value = json.loads(found[1])
    except (ValueError, RecursionError):
        return None
    name = value.get("name")
    if not isinstance(name, str):
        return None
    conclusion = value.get("conclusion")
    return Marker(
        name=name,
        head=_text(value.get("head")),
        run=_count(value.get("run")),
        attempt=_count(value.get("attempt")) or 1,
        digest=_text(value.get("digest")),
        conclusion=conclusion if conclusion in get_args(Conclusion) else None,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None

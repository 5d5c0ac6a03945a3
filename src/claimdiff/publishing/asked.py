"""What a comment asks for: `/claimdiff accept [NAME:]ID…|--all [--reason …]` on its first line, and nothing else."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from claimdiff.golden import is_id
from claimdiff.settings.values import is_name

_COMMAND = re.compile(r"/claimdiff[ \t]+accept(?:[ \t]+(?P<rest>[^\r\n]*))?")
_REASON = re.compile(r"(?:^|\s)(?:--|[—–])reason(?:[ \t=]+|$)(?P<reason>.*)$")
_ALL = frozenset({"--all", "—all", "–all"})
_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "„": "“"}
_MAX_REASON = 500
_MAX_IDS = 200
USAGE = '/claimdiff accept [NAME:]ID… or /claimdiff accept --all, each with an optional --reason "…"'


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """A question, or one claim of it; `name` is the assistant where the comment says which."""

    question: str
    claim: str | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """As it is written on a command line."""
        return f"{self.question}/{self.claim}" if self.claim else self.question


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What to accept. `fault` says why the line cannot be understood; the rest is then empty."""

    wanted: tuple[Wanted, ...] = ()
    everything: bool = False
    reason: str | None = None
    fault: str | None = None

    @property
    def local(self) -> str:
        """The same on the command line of a checkout."""
        what = ["--all"] if self.everything else [item.text for item in self.wanted]
        reason = ["--reason", shlex.quote(self.reason)] if self.reason else []
        return " ".join(["claimdiff accept", *(what or ["ID"]), *reason])


def read(body: str) -> Request | None:
    """The request of a comment; None where it is none of ours."""
    first = body.strip().partition("\n")[0].strip()
    found = _COMMAND.fullmatch(first)
    if found is None:
        return None
    rest, reason = _cut_reason(found["rest"] or "")
    words = rest.split()
    everything = any(word in _ALL for word in words)
    ids = [word for word in words if word not in _ALL]
    fault = _fault(ids, everything=everything)
    if fault is not None:
        return Request(fault=fault)
    return Request(wanted=tuple(dict.fromkeys(map(_wanted, ids))), everything=everything, reason=reason)


def _cut_reason(rest: str) -> tuple[str, str | None]:
    found = _REASON.search(rest)
    if found is None:
        return rest, None
    reason = " ".join("".join(sign if sign.isprintable() else " " for sign in found["reason"]).split())
    if len(reason) > 1 and _QUOTES.get(reason[0]) == reason[-1]:
        reason = reason[1:-1].strip()
    return rest[: found.start()], reason[:_MAX_REASON] or None


def _fault(ids: list[str], *, everything: bool) -> str | None:
    if not ids and not everything:
        return "no question is named"
    if ids and everything:
        return "--all goes without ids"
    if len(ids) > _MAX_IDS:
        return f"{len(ids)} ids; at most {_MAX_IDS} at once"
    option = next((word for word in ids if word.startswith(("-", "—", "–"))), None)
    if option is not None:
        return f"the option {option[:40]} is not known here"
    bad = next((word for word in ids if not _is_wanted(word)), None)
    return None if bad is None else f"{bad[:80]} is no id of a question"


def _is_wanted(word: str) -> bool:
    name, colon, rest = word.rpartition(":")
    question, slash, claim = rest.partition("/")
    return (is_name(name) if colon else True) and is_id(question) and (is_id(claim) if slash else True)


def _wanted(word: str) -> Wanted:
    name, _, rest = word.rpartition(":")
    question, _, claim = rest.partition("/")
    return Wanted(question=question, claim=claim or None, name=name or None)

"""The inputs of the action, from the environment alone: `INPUT_FAIL-ON` as a container gets it, `INPUT_FAIL_ON` as well."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeVar, cast, get_args

from claimdiff.errors import UsageError
from claimdiff.publishing.comment import Mode as CommentMode

if TYPE_CHECKING:
    from collections.abc import Mapping

Mode = Literal["check", "comment", "accept", "refresh"]
FailOn = Literal["gate", "never"]
_YES, _NO = frozenset({"true", "yes", "on", "1"}), frozenset({"", "false", "no", "off", "0"})
_Word = TypeVar("_Word", bound=str)


@dataclass(frozen=True, kw_only=True, slots=True)
class Inputs:
    """What the workflow asks for. `configs` are paths, one or several; a secret is never shown."""

    configs: tuple[str, ...] = ()
    base: str | None = None
    offline: bool = False
    everything: bool = False
    fail_on: FailOn = "gate"
    comment: CommentMode = "auto"
    shard: str | None = None
    mode: Mode = "check"
    report_artifact_path: str | None = None
    key: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)


def read(env: Mapping[str, str]) -> Inputs:
    """The inputs of an environment; an empty one counts as not given.

    Raises:
        UsageError: a value that is not allowed, with the input's name and what is allowed.
    """

    def text(name: str) -> str:
        upper = f"INPUT_{name.upper()}"
        return (env.get(upper) or env.get(upper.replace("-", "_")) or "").strip()

    return Inputs(
        configs=tuple(part.strip() for part in text("config").replace(",", "\n").splitlines() if part.strip()),
        base=text("base") or None,
        offline=_yes("offline", text("offline")),
        everything=_yes("all", text("all")),
        fail_on=_one_of("fail-on", text("fail-on"), cast("tuple[FailOn, ...]", get_args(FailOn)), "gate"),
        comment=_one_of("comment", text("comment"), cast("tuple[CommentMode, ...]", get_args(CommentMode)), "auto"),
        shard=text("shard") or None,
        mode=_one_of("mode", text("mode"), cast("tuple[Mode, ...]", get_args(Mode)), "check"),
        report_artifact_path=text("report-artifact-path") or None,
        key=text("anthropic-api-key") or env.get("ANTHROPIC_API_KEY") or None,
        token=text("github-token") or env.get("GITHUB_TOKEN") or None,
    )


def _yes(name: str, value: str) -> bool:
    lowered = value.casefold()
    if lowered not in _YES | _NO:
        raise UsageError(f"the input `{name}` is {value!r}; allowed are true and false")
    return lowered in _YES


def _one_of(name: str, value: str, allowed: tuple[_Word, ...], default: _Word) -> _Word:
    if not value:
        return default
    found = next((word for word in allowed if word == value.casefold()), None)
    if found is None:
        raise UsageError(f"the input `{name}` is {value!r}; allowed are {', '.join(allowed)}")
    return found

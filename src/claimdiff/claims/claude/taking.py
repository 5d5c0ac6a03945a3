"""Taking an answer apart: the calls one after the other, what they left out asked once more, claims held to their units."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from claimdiff.claims.claude.requests import chunks_of, request, requests, requests_of, units_of
from claimdiff.claims.extraction import Extraction, read, settled
from claimdiff.claude.content import UnusableReplyError
from claimdiff.claude.messages import CallFailedError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.claims import marking
    from claimdiff.claims.units import Unit
    from claimdiff.claude.caller import Caller
    from claimdiff.claude.messages import Request
    from claimdiff.claude.store import Store
    from claimdiff.records import Claim


@dataclass(frozen=True, kw_only=True, slots=True)
class TakenApart:
    """The claims of an answer, and its marks; None where no call saw all of it, or none were wanted."""

    claims: tuple[Claim, ...]
    marks: marking.Marks | None = None


def offered(
    answer: str,
    question: str | None,
    approved: Sequence[str],
    earlier: Sequence[str],
    *,
    store: Store,
    model: str,
    provider: str = "anthropic",
    reference: Sequence[str] | None = None,
) -> Sequence[str]:
    """Which claims to offer for an answer: those that are approved, or those that were approved before this change.

    Accepting an answer approves its own claims, and the same answer is not taken apart once more only to offer them to
    it: where it was taken apart with the `earlier` ones, and only with them, the stored replies stay good.

    Raises:
        CallFailedError: the answer is too long.
    """
    if list(approved) == list(earlier):
        return approved
    for offer in (approved, earlier):
        calls = requests(answer, question, offer, model=model, provider=provider, reference=reference)
        if calls and all(store.get(call) is not None for call in calls):
            return offer
    return approved


def taken_apart(
    answer: str,
    question: str | None,
    approved: Sequence[str] = (),
    *,
    caller: Caller,
    model: str,
    provider: str = "anthropic",
    reference: Sequence[str] | None = None,
) -> TakenApart:
    """The claims of an answer, in its order, each with the span it came from. `approved` are texts of approved claims.

    What the model gets wrong is asked once more; a unit that it then still does not cover is the claim itself. Marks
    that it leaves out are not asked for again. `reference`: see `request`.

    Raises:
        CallFailedError: no reply, or none that can be used. Nothing is made up for it by rules.
        KeyRefusedError, BudgetReachedError, UsageError, InterruptedRunError: see `Caller.ask`.
    """
    found = units_of(answer, question)
    claims: list[Claim] = []
    chunks = chunks_of(found)
    calls = requests_of(chunks, question, approved, model=model, provider=provider, reference=reference)
    made: marking.Marks | None = None
    for chunk, asked in zip(chunks, calls, strict=True):
        ask = partial(_ask, caller=caller, found=found, question=question)
        first = _first(partial(ask, asked, chunk, reference=reference or ()))
        gaps = [gap for gap in first.uncovered if gap.unit.kind != "code"]
        second = None
        if gaps:
            more = request(chunk, question, approved, model=model, provider=provider, again=gaps)
            with suppress(UnusableReplyError):
                second = ask(more, [gap.unit for gap in gaps])
        claims.extend(settled(chunk, first, second))
        made = first.marks
    once = tuple({claim.id: claim for claim in reversed(claims)}.values())[::-1]
    return TakenApart(claims=once, marks=made if reference is not None and len(chunks) == 1 else None)


def _first(ask: Callable[[], Extraction]) -> Extraction:
    """The first reading; a reply that is of no use is asked for once more."""
    try:
        return ask()
    except UnusableReplyError:
        pass
    try:
        return ask()
    except UnusableReplyError as problem:
        raise CallFailedError("broken", f"Claude's claims of the answer cannot be used: {problem}") from None


def _ask(
    asked: Request,
    wanted: Sequence[Unit],
    *,
    caller: Caller,
    found: Sequence[Unit],
    question: str | None,
    reference: Sequence[str] = (),
) -> Extraction:
    """Ask and read; a reply that cannot be read is forgotten."""
    try:
        return read(caller.ask(asked), found, question, wanted=wanted, reference=reference)
    except UnusableReplyError:
        caller.discard(asked)
        raise

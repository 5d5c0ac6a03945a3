"""Calls of a run sent together as batches, for half the price: stage by stage, before the run itself begins.

Each stage needs the replies of the one before: answers, then their claims, then the verdicts. The run then finds them
in the store; what a batch could not give, it asks for singly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff.claude.apart import ApartConnection
from claimdiff.claude.batching import Batching
from claimdiff.claude.batchservice import SdkBatches
from claimdiff.claude.connection import SdkConnection
from claimdiff.pipeline.foreseeing import Foresight

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from claimdiff.claude.messages import Request
    from claimdiff.pipeline.session import Session

STAGES = 3


def prefetch(session: Session, ids: Sequence[str], say: Callable[[str], None]) -> None:
    """Fetch the replies of all calls that are known to be made.

    Raises what `Batching.fetch` raises. A run that is stopped meanwhile takes up its batches the next time.
    """
    model = session.model
    if model is None or not isinstance(model.caller.connection, SdkConnection | ApartConnection):
        return
    batching = Batching(
        service=SdkBatches(clients=model.caller.connection.clients),
        caller=model.caller,
        folder=model.caller.store.folder / "batches",
        progress=lambda progress: say(str(progress)),
    )
    failed: set[str] = set()
    for _ in range(STAGES):
        ahead = Foresight(session=session, model=model)
        missing = [request for request in _missing(ahead, ids) if request.key not in failed]
        if not missing:
            return
        failed |= batching.fetch(missing).failed.keys()


def _missing(ahead: Foresight, ids: Sequence[str]) -> list[Request]:
    """The calls that will be made as they stand, and were not paid for yet; each once, in the order of the questions."""
    store = ahead.model.caller.store
    works = [work for id_ in ids for side in ahead.sides(id_) for work in side.sure]
    requests = {work.request.key: work.request for work in works}
    return [request for request in requests.values() if store.get(request) is None]

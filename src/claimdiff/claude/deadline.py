"""A hard end for work that may hang: a name that does not resolve, a server that sends a byte a minute."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """The result of `work`, or its exception. After `seconds` it is left alone in a thread that ends with the program.

    The time limits of an HTTP library hold for each read, not for the whole reply, and not for looking up a name.

    Raises:
        TimeoutError: the time was over.
    """
    done: queue.SimpleQueue[tuple[Result | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as problem:  # noqa: BLE001 -- handed to the thread that waits for it
            done.put((None, problem))

    threading.Thread(target=run, daemon=True, name="claude-call").start()
    try:
        result, problem = done.get(timeout=max(0.0, seconds))
    except queue.Empty:
        raise TimeoutError(f"no result within {seconds:.0f} s") from None
    if problem is not None:
        raise problem
    return result  # type: ignore[return-value]  # without an exception it is the result

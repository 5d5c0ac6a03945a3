"""Bounds on templates that somebody else wrote: a loop that never ends must not hold up a run until its job is killed.

Steps are counted and not seconds, so that the same template ends the same way on every machine. A step is a turn of a
loop, a call of a macro, a block, or a template that is taken in.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

STEPS = 100_000
"""Far more than a prompt or a comment of two thousand findings takes, and less than a second."""
LENGTH = 5_000_000
"""Characters of what one template writes."""

_REPEATED = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)
_left: ContextVar[list[int] | None] = ContextVar("_left", default=None)


@contextmanager
def counting() -> Iterator[None]:
    """Bound what is rendered inside; other uses of the same environment are not counted."""
    before = _left.set([STEPS])
    try:
        yield
    finally:
        _left.reset(before)


def place(error: Exception, files: Collection[str]) -> tuple[str, int] | None:
    """The innermost line of one of these templates in a traceback, which Jinja2 rewrites to a template's own lines."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return (error.name, error.lineno) if error.name and error.name in files else None
    found = None
    traceback = error.__traceback__
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        if name in files:
            found = (name, traceback.tb_lineno)
        traceback = traceback.tb_next
    return found


class Steps(Extension):
    """Counts the steps of the templates of an environment; `Bounded` lets them call it."""

    def step(self) -> None:
        """Take one step.

        Raises:
            TemplateRuntimeError: it is one too many.
        """
        left = _left.get()
        if left is None:
            return
        left[0] -= 1
        if left[0] < 0:
            raise jinja2.TemplateRuntimeError(f"it takes more than {STEPS:,} steps, so a loop seems never to end")


class Bounded(jinja2.Environment):
    """An environment whose templates take a bounded number of steps and write a bounded text; mixed in before another."""

    def compile(self, source: Any, *args: Any, **options: Any) -> Any:
        """Compile a template whose repeated parts count their steps. Arguments as of Jinja2."""
        if isinstance(source, str):
            named = dict(zip(("name", "filename"), args, strict=False)) | options
            source = self.parse(source, named.get("name"), named.get("filename"))
        self.add_extension(Steps)
        for part in (source, *source.find_all(_REPEATED)):
            call = nodes.Call(nodes.ExtensionAttribute(Steps.identifier, "step"), [], [], None, None)
            part.body.insert(0, nodes.ExprStmt(call).set_lineno(part.lineno).set_environment(self))
        return super().compile(source, *args, **options)

    @staticmethod
    def concat(pieces: Iterable[str]) -> str:
        """Join what a template writes."""
        taken: list[str] = []
        length = 0
        for piece in pieces:
            length += len(piece)
            if length > LENGTH:
                raise jinja2.TemplateRuntimeError(f"it writes more than {LENGTH:,} characters")
            taken.append(piece)
        return "".join(taken)

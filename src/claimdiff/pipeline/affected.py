"""Whether a change affects a golden question: what each side knows of it, with moved pages under their new names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from claimdiff.approval.relocating import relocated
from claimdiff.pipeline import planning
from claimdiff.pipeline.widening import watched

if TYPE_CHECKING:
    from claimdiff.baseline import BaselineEntry
    from claimdiff.golden import GoldenQuestion
    from claimdiff.pipeline.loading import SideState
    from claimdiff.pipeline.retrieving import Searcher
    from claimdiff.pipeline.session import Session
    from claimdiff.settings import Settings


def plan_of(session: Session, question: GoldenQuestion) -> planning.Plan:
    """Whether a question of head's golden set is replayed, and why not."""
    if question.id in session.options.answers:
        return "replay"
    before = None
    if session.base is not None and session.at_base is not None:
        before = _side(session, session.base, session.at_base, session.base.questions.get(question.id), question.id)
    after = _side(session, session.head, session.at_head, question, question.id)
    return planning.plan(before, after, recorded=session.engines.recorded, force=session.options.force)


def _side(
    session: Session, side: SideState, searcher: Searcher, question: GoldenQuestion | None, id_: str
) -> planning.QuestionSide:
    return planning.QuestionSide(
        golden=_moved_sources(session, side, question) if question is not None else None,
        entry=_moved_entry(session, side.entries.get(id_)),
        hits=()
        if session.same_docs or question is None
        else watched(session, searcher, question, side.entries.get(id_)),
        prompt_hash=side.prompt_hash,
        engines=engine_settings(side.settings),
    )


def _moved_sources(session: Session, side: SideState, question: GoldenQuestion) -> GoldenQuestion:
    return replace(question, sources=tuple(session.moved(side.in_repository(source)) for source in question.sources))


def _moved_entry(session: Session, entry: BaselineEntry | None) -> BaselineEntry | None:
    return relocated(entry, session.moved) if entry is not None and session.renames else entry


def engine_settings(settings: Settings) -> object:
    """Everything in the settings that decides how a question is answered and judged."""
    return (
        settings.retriever, settings.generator, settings.extractor, settings.judge, settings.language, settings.readers,
    )  # fmt: skip

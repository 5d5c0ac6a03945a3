"""Pages that cannot be read, sources and prompts that do not exist: what stops a run, and what keeps it from being a pass."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import TYPE_CHECKING

from claimdiff.errors import FileProblems, Problem
from claimdiff.passages import is_page
from claimdiff.text.counting import counted, some
from claimdiff.text.words import TESTED, base_language

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from claimdiff.comparison.results import QuestionResult
    from claimdiff.pipeline.session import Session
    from claimdiff.settings.models import PromptFile


@dataclass(frozen=True, kw_only=True, slots=True)
class Faults:
    """What is told on the way (`warnings`), and why a run that found nothing is no pass (`doubts`)."""

    warnings: tuple[Problem, ...] = ()
    doubts: tuple[str, ...] = ()


def refuse_unread(session: Session) -> None:
    """A page that this change made unreadable must not look like a page that lost its text.

    An empty page is read well enough, and what is no page by its ending (an image) never held a sentence.

    Raises:
        FileProblems: with every such page.
    """
    head, base = session.head, session.base
    if base is not None and base.docs == head.docs:
        return
    changed = _changed(session)
    unread = {path for path in head.unread() & changed if is_page(path) and _has_text(session, path)}
    problems = tuple(problem for problem in head.page_problems() if problem.path in unread)
    if problems:
        raise FileProblems(problems)


def find(session: Session, questions: Sequence[QuestionResult]) -> Faults:
    """The faults of head; pages are looked at only where they were read."""
    read = session.base is None or session.base.docs != session.head.docs
    read = read or session.at_base is not session.at_head  # a fragment changed
    read = read or any(question.status == "replayed" for question in questions)
    pages = tuple(problem for problem in session.head.page_problems() if is_page(problem.path)) if read else ()
    changed = _changed(session)
    doubtful = [item.path for item in pages if item.path in changed or _has_text(session, item.path)]
    missing, stale = _sources(session)
    gaps = _new_gaps(session) if read else ()
    foreign = _foreign(session) if questions else ()
    unwatched = _unwatched(session)
    return Faults(
        warnings=(*foreign, *pages, *gaps, *unwatched, *missing, *stale),
        doubts=tuple(_doubts(doubtful, unwatched, missing)),
    )


def _foreign(session: Session) -> tuple[Problem, ...]:
    """What is said once of a language that nobody tried."""
    language = session.engines.language
    if language == "auto" or base_language(language) in TESTED:
        return ()
    message = f"{language} is not tested: numbers, names and dates are compared, other words as they are written"
    hint = f"tested are {', '.join(sorted(TESTED))}; write to us with an example where it goes wrong"
    return (Problem(path=session.head.settings.config_path.name, key="language", message=message, hint=hint),)


def _new_gaps(session: Session) -> tuple[Problem, ...]:
    """Included files that exist at base and no more, or that a page includes only now; without a base all of them."""
    old = {(gap.path, gap.message) for gap in session.base.gaps()} if session.base is not None else set()
    return tuple(gap for gap in session.head.gaps() if (gap.path, gap.message) not in old)


def _unwatched(session: Session) -> tuple[Problem, ...]:
    """Prompts of the settings that name no file: a change of the prompt would be seen by nobody."""
    head = session.head
    if not head.settings.prompts:
        return ()
    from claimdiff import prompts  # noqa: PLC0415 -- most runs watch no prompt

    missing = prompts.unmatched(head.settings.prompts, prefix=head.prefix, files=head.tree.files())
    keys = {path: at for at, prompt in enumerate(head.settings.prompts) for path in _paths(prompt)}
    config = head.settings.config_path.name
    return tuple(
        Problem(
            path=config, key=f"prompts[{keys[path]}]", message=f'no file matches "{path}"', hint="claimdiff validate"
        )
        for path in missing
    )


def _paths(prompt: PromptFile) -> tuple[str, ...]:
    return tuple(path for path in (prompt.path, prompt.system, prompt.user) if path)


def _doubts(pages: Sequence[str], unwatched: Sequence[Problem], missing: Sequence[Problem]) -> Iterator[str]:
    names = tuple(dict.fromkeys(pages))
    if names:
        yield f"{counted(len(names), 'page')} could not be read as they should: {some(names)}."
    if unwatched:
        name = "names" if len(unwatched) == 1 else "name"
        yield f"{counted(len(unwatched), 'prompt')} of the settings {name} no file; claimdiff validate tells which."
    if missing:
        exist = "exists" if len(missing) == 1 else "exist"
        yield f"{counted(len(missing), 'source')} of the golden set {exist} on neither side; claimdiff validate tells which."


def _sources(session: Session) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Sources that exist on neither side, and those that this change takes away."""
    head, base = session.head, session.base
    there, before = _files(session, "head"), _files(session, "base")
    path = head.in_repository(head.settings.golden_set)
    missing: list[Problem] = []
    gone: list[Problem] = []
    for question in head.questions.values():
        for source in question.sources:
            full = head.in_repository(source)
            if full in there or session.moved(full) in there:
                continue
            was = base is not None and full in before
            message = f"the source {source} of {question.id} " + ("goes with this change" if was else "does not exist")
            hint = "take it out of `sources`, or name the page that took its place"
            (gone if was else missing).append(
                Problem(path=path, line=question.line, key="sources", message=message, hint=hint)
            )
    return tuple(missing), tuple(gone)


def _files(session: Session, name: str) -> frozenset[str]:
    side = session.head if name == "head" else session.base
    if side is None:
        return frozenset()
    built = {side.in_repository(path) for path in side.docs} if side.docs_tree is not side.tree else set()
    return frozenset(side.tree.files()) | built | side.docs.keys()


def _changed(session: Session) -> frozenset[str]:
    base = session.base
    return frozenset(
        path for path, content in session.head.docs.items() if base is None or base.docs.get(path) != content
    )


def _has_text(session: Session, path: str) -> bool:
    data = session.head.docs_tree.read(path)
    for mark in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        data = data.removeprefix(mark)
    return bool(data.strip())

"""Loading the SDK takes long, so it begins as soon as a call is likely: before a page is read, or a judge is loaded."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from claimdiff import statefolder
from claimdiff.errors import FileProblems
from claimdiff.pipeline import again
from claimdiff.pipeline.watching import glob_test
from claimdiff.settings import ClaudeExtractor, ClaudeGenerator, ClaudeJudge

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from claimdiff.changes import Change
    from claimdiff.claude.connection import Connection
    from claimdiff.pipeline.engines import Engines
    from claimdiff.pipeline.session import Session
    from claimdiff.settings import Settings

MANY = 50
"""Pages from which on a change is taken to reach some answer: looking for all their names would take long."""


def begun(
    change: Change,
    config: Settings,
    engines: Engines,
    root: Path,
    env: Mapping[str, str],
    *,
    force: bool,
    check: str | None = None,
) -> Connection | None:
    """A connection that is about to be ready, to be closed; None where likely no call will be made.

    Stored replies count only if they are those of this very `check` (see `again.identity`): most are of other commits.
    Nothing is waited for, and what the provider lacks is told by whoever calls.
    """
    from claimdiff.claude import opening  # noqa: PLC0415 -- what asks no model needs none of it

    asked = [
        engine
        for engine in (engines.generator, engines.extractor, engines.judge)
        if isinstance(engine, ClaudeGenerator | ClaudeExtractor | ClaudeJudge)
    ]
    if not asked or not likely(change, config, root, force=force):
        return None
    if again.is_settled(opening.store(root / statefolder.NAME / opening.FOLDER, env).folder, check):
        return None
    connection = opening.connection(env)
    connection.warm(asked[0].provider)
    return connection


def likely(change: Change, config: Settings, root: Path, *, force: bool) -> bool:
    """Whether some question will likely be replayed: all are, a prompt changed, or a page that an approved answer names.

    That is no promise: what a prompt includes is not looked at, and a page may be retrieved that no answer names yet.
    """
    if change.base is None or force:
        return True
    prefix = config.prefix(root)
    touched = {path for item in change.files for path in (item.old_path, item.new_path) if path}
    if any(map(glob_test([prompt.path for prompt in config.prompts], prefix), touched)):
        return True
    start = f"{prefix}/" if prefix else ""
    pages = [path.removeprefix(start).encode() for path in sorted(touched) if glob_test(config.docs, prefix)(path)]
    approved = [path for path in change.base.files() if path.startswith(f"{start}{config.baseline}/")]
    if len(pages) > MANY or not pages or not approved:
        return len(pages) > MANY
    try:
        texts = change.base.read_many(approved).values()
    except FileProblems:
        return False
    return any(page in text for text in texts for page in pages)


def read_ahead(session: Session, id_: str) -> None:
    """Do beside the first calls, of which that of question `id_` is one, what will be needed when their replies come.

    At the end that is what reports, and which lines of the changed pages differ: a program is started for each of them.
    """
    practise(session, id_)
    import_module("claimdiff.pipeline.reporting")
    for _ in session.docs.added_texts():
        pass


def practise(session: Session, id_: str) -> None:
    """Judge a claim of the approved answer by its words: what is made ready at its first use is then ready for all.

    Twenty workers whose first replies come at once would each make it ready for themselves.
    """
    from claimdiff.claims import rules  # noqa: PLC0415 -- loaded by now, and too much for whoever only begins

    question, entry = session.head.questions[id_], session.head.entries.get(id_)
    text = entry.answer if entry is not None else question.answer
    passages = tuple(hit.passage for hit in session.at_head.hits(question))
    for claim in rules.extract(text or "", question=question.question)[:1]:
        session.engines.judged(claim.text, passages, question.question)

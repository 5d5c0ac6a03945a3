"""The golden set: can it be read, and is there what its questions name?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdiff import golden, yamlfile
from claimdiff.errors import Problem
from claimdiff.validating.scope import at, count, meant

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from claimdiff.baseline import BaselineEntry
    from claimdiff.golden import GoldenQuestion, GoldenSet
    from claimdiff.validating.scope import Loc, Scope

_NAMED = 3
"""How many questions are named in a warning about many."""


def read(scope: Scope) -> GoldenSet | None:
    """The golden set, or None where it cannot be read."""
    path = scope.located(scope.settings.golden_set)
    if path not in scope.tree.files():
        on_disk = (scope.settings.root_dir / scope.settings.golden_set).is_file()
        hint = (
            "it is on disk and ignored by git: take it out of .gitignore" if on_disk else "`claimdiff init` writes one"
        )
        scope.findings.errors.append(scope.problem(("golden_set",), f"there is no golden set {path}", hint))
        return None
    return scope.findings.tolerate(lambda: golden.parse(_text(scope, path), path=path), path)


def check(scope: Scope, read_set: GoldenSet, pages: Collection[str], entries: Mapping[str, BaselineEntry]) -> None:
    """Sources that do not exist, scopes that hold no page, questions that nobody answers."""
    file = yamlfile.load(_text(scope, read_set.path), path=read_set.path)
    known = {scope.relative(path) for path in pages}
    files = {scope.relative(path) for path in scope.tree.files()}
    for number, question in enumerate(read_set.questions):
        for n, source in enumerate(question.sources):
            loc: Loc = ("questions", number, "sources", n)
            if source not in files:
                message = f"the source {source} of {question.id} does not exist"
                scope.findings.errors.append(at(file, loc, message, _found_again(scope, source, known)))
            elif source not in known:
                message = f"the source {source} of {question.id} is no docs page: no glob of docs matches it"
                scope.findings.warnings.append(at(file, loc, message))
        for n, glob in enumerate(question.scope):
            if pages and not glob.startswith("!") and not scope.matched((glob,), pages):
                message = f'no docs page matches the scope "{glob}" of {question.id}'
                scope.findings.errors.append(at(file, ("questions", number, "scope", n), message))
    if scope.settings.generator.use == "recorded":
        silent = [question for question in read_set.questions if question.answer is None and question.id not in entries]
        _without_answer(scope, silent, read_set.path)


def _found_again(scope: Scope, source: str, pages: Collection[str]) -> str | None:
    """What to write for a source that does not exist: where git says that it went, else what it may stand for."""
    target = scope.moved(source)
    if target is not None:
        if target in pages:
            return f"it was renamed to {target}; write that path there"
        return f"it was renamed to {target}, which no glob of docs matches"
    if scope.deleted(source):
        return "it was deleted; name the page that answers this now, or take the line out"
    return meant(source, pages)


def _without_answer(scope: Scope, questions: Sequence[GoldenQuestion], path: str) -> None:
    if not questions:
        return
    names = ", ".join(question.id for question in questions[:_NAMED]) + (", …" if len(questions) > _NAMED else "")
    message = f"{count(len(questions), 'question')} without a recorded answer, not evaluated: {names}"
    hint = "write an answer in the golden set, or `claimdiff accept ID --answer TEXT`"
    scope.findings.warnings.append(Problem(path=path, line=questions[0].line, message=message, hint=hint))


def _text(scope: Scope, path: str) -> str:
    return yamlfile.decode(scope.tree.read(path), path=path)

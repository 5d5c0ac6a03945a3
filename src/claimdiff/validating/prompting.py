"""Prompts and adapters: is there what the config names, and can the first prompt be rendered?"""

from __future__ import annotations

import shlex
import shutil
from typing import TYPE_CHECKING

from claimdiff import prompts
from claimdiff.errors import FileProblems, UsageError
from claimdiff.passages import from_text
from claimdiff.retrieval import minilm
from claimdiff.validating.scope import meant

if TYPE_CHECKING:
    from claimdiff.errors import Problem
    from claimdiff.validating.scope import Scope


def check(scope: Scope) -> int:
    """How many prompt files are watched; what is wrong with them is noted.

    Where answers are recorded nothing is rendered, so what is wrong with a template is a warning.
    """
    named = scope.settings.prompts
    if not named:
        return 0
    files = scope.tree.files()
    missing = prompts.unmatched(named, prefix=scope.prefix, files=files)
    for at, prompt in enumerate(named):
        for path in (prompt.path, prompt.system, prompt.user):
            if path in missing and path is not None:
                hint = meant(path, map(scope.relative, files))
                scope.findings.errors.append(scope.problem(("prompts", at), f'no file matches "{path}"', hint))
    faults = list(prompts.missing_includes(named, prefix=scope.prefix, files=files, read=scope.tree.read))
    if not faults and named[0].path not in missing:
        faults += _rendered(scope)
    recorded = scope.settings.generator.use == "recorded"
    (scope.findings.warnings if recorded else scope.findings.errors).extend(faults)
    return len(prompts.watched(named, prefix=scope.prefix, files=files, read=scope.tree.read))


def _rendered(scope: Scope) -> tuple[Problem, ...]:
    first = scope.settings.prompts[0]
    try:
        template = prompts.prepare(first, prefix=scope.prefix, files=scope.tree.files(), read=scope.tree.read)
        template.render("A question?", (from_text("docs/page.md", "A passage."),))
    except FileProblems as found:
        return found.problems
    if template.in_code and scope.settings.generator.use == "claude":
        message = f"{template.path} is a program and cannot be rendered as a prompt"
        hint = "use generator: {use: python, …} or {use: command, …}, which builds the prompt itself"
        return (scope.problem(("prompts", 0), message, hint),)
    return ()


def check_adapters(scope: Scope) -> None:
    """Commands that are no command line, or whose program is not here; an extra that is asked for and not installed."""
    if scope.settings.retriever.use == "bm25" and scope.settings.retriever.embed:
        _check_extra(scope)
    for key, adapter in (("retriever", scope.settings.retriever), ("generator", scope.settings.generator)):
        if adapter.use != "command":
            continue
        try:
            words = shlex.split(adapter.command)
        except ValueError as error:
            scope.findings.errors.append(
                scope.problem((key, "command"), f"no command line: {error}", "close the quotes")
            )
            continue
        if not words or (shutil.which(words[0]) is None and not (scope.settings.root_dir / words[0]).is_file()):
            message = f"there is no program {words[0] if words else adapter.command!r}"
            hint = "it is looked for on PATH and in root; no shell is started, so shell syntax is not read"
            scope.findings.warnings.append(scope.problem((key, "command"), message, hint))


def _check_extra(scope: Scope) -> None:
    """A warning only: the files are right, and a check may run on another machine than this one."""
    try:
        minilm.find()
    except UsageError as found:
        scope.findings.warnings.append(scope.problem(("retriever", "embed"), str(found), found.hint))

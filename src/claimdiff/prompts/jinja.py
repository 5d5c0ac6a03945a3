"""Jinja2 prompts: sandboxed, nothing undefined, and no file but those of the tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from claimdiff.errors import FileProblems, Problem
from claimdiff.prompts.bounds import Bounded, counting, place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from claimdiff.prompts.tree import PromptTree

_EXTENSIONS = ("jinja2.ext.do", "jinja2.ext.loopcontrols")
_REFERENCES = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


class _Environment(Bounded, ImmutableSandboxedEnvironment):
    def __init__(self, tree: PromptTree) -> None:
        super().__init__(
            loader=_Loader(tree),
            undefined=jinja2.StrictUndefined,
            autoescape=False,  # a prompt is text, not HTML
            keep_trailing_newline=True,
            extensions=_EXTENSIONS,
        )
        self.tree = tree

    def join_path(self, template: str, parent: str) -> str:
        return self.tree.included(template, parent) or template


class _Loader(jinja2.BaseLoader):
    def __init__(self, tree: PromptTree) -> None:
        self.tree = tree

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str | None, Any]:
        del environment
        if template not in self.tree.files:
            raise jinja2.TemplateNotFound(template)
        return self.tree.text(template), template, lambda: True


def references(text: str) -> Iterator[tuple[str, int, bool]]:
    """Names, lines and `ignore missing` of the templates that a template names as constants; nothing if it is no Jinja2."""
    try:
        tree = jinja2.Environment(extensions=_EXTENSIONS, autoescape=False).parse(text)  # noqa: S701 -- it is only parsed
    except jinja2.TemplateSyntaxError:
        return
    found: Iterator[Any] = tree.find_all(_REFERENCES)
    for node in found:
        named = node.template
        listed = named.items if isinstance(named, nodes.List | nodes.Tuple) else [named]
        optional = len(listed) > 1 or bool(getattr(node, "ignore_missing", False))
        for item in listed:
            if isinstance(item, nodes.Const) and isinstance(item.value, str):
                yield item.value, node.lineno, optional


class JinjaText:
    """A Jinja2 text of the file `path`, which begins there on line `first_line`, ready to be rendered many times."""

    def __init__(self, text: str, *, path: str, tree: PromptTree, first_line: int = 1) -> None:
        self.path = path
        self.offset = first_line - 1
        environment = _Environment(tree)
        try:
            code = environment.compile(text, path, path)
        except jinja2.TemplateSyntaxError as error:
            raise FileProblems((self._problem(error.lineno, f"not valid Jinja2: {error.message}"),)) from None
        self.template = jinja2.Template.from_code(environment, code, environment.make_globals(None))

    def render(self, values: Mapping[str, object], given: str) -> str:
        """The text with the values in it; `given` names them for a message.

        Raises:
            FileProblems: something undefined, forbidden or wrong in the template, with file and line.
        """
        try:
            with counting():
                return self.template.render(values)
        except jinja2.TemplateSyntaxError as error:
            path = error.name or self.path
            raise FileProblems(
                (Problem(path=path, line=error.lineno, message=f"not valid Jinja2: {error.message}"),)
            ) from None
        except Exception as error:  # noqa: BLE001 -- whatever a template raises is the template's fault
            raise FileProblems((self._failed(error, given),)) from None

    def _failed(self, error: Exception, given: str) -> Problem:
        path, line = self._place(error)
        hint = given if isinstance(error, jinja2.UndefinedError) else None
        message = f"the template cannot be rendered: {error}"
        if isinstance(error, jinja2.TemplateNotFound):
            message = f'"{error.name}" is no file inside root'
        elif isinstance(error, jinja2.UndefinedError):
            message = f"{error.message}"
        return Problem(path=path, line=line, message=message, hint=hint)

    def _place(self, error: Exception) -> tuple[str, int]:
        """Where in the files of the tree it happened."""
        files = self.template.environment.tree.files  # type: ignore[attr-defined]
        path, line = place(error, files) or (self.path, 1 - self.offset)
        return path, line + (self.offset if path == self.path else 0)

    def _problem(self, line: int, message: str) -> Problem:
        return Problem(path=self.path, line=line + self.offset, message=message)

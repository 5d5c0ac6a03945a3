"""The first prompt, rendered with a question and its passages."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal

from claimdiff import yamlfile
from claimdiff.errors import FileProblems, Problem
from claimdiff.prompts import simple
from claimdiff.prompts.tree import YAML, PromptTree, format_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from claimdiff.prompts.jinja import JinjaText
    from claimdiff.prompts.tree import Format
    from claimdiff.records import Passage
    from claimdiff.settings.models import PromptFile

Role = Literal["system", "user"]
_TEXTS = frozenset({".md", ".markdown", ".txt", ".j2", ".jinja", ".jinja2", ".prompty", ".mustache", *YAML})
_PROMPTY_ROLE = re.compile(r"^[ \t]*#?[ \t]*(system|user|assistant)[ \t]*:[ \t]*$", re.IGNORECASE | re.MULTILINE)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*\n", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Rendered:
    """A rendered prompt: the system part, if the prompt has one, and the user part."""

    system: str | None
    user: str

    @property
    def text(self) -> str:
        """Both parts as one text."""
        return self.user if self.system is None else f"{self.system.rstrip()}\n\n{self.user}".rstrip("\n") + "\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Part:
    role: Role
    text: str
    path: str
    line: int
    format: Format
    jinja: JinjaText | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Template:
    """A prompt that was read and parsed, to be rendered for many questions.

    `in_code` says that the file is a program and not a text: only the `python` or `command` generator can use it.
    """

    path: str
    parts: tuple[_Part, ...]
    variables: Mapping[str, str]
    in_code: bool

    def render(self, question: str, passages: Sequence[Passage]) -> Rendered:
        """The prompt for one question. What stands in question and passages is never read as a template.

        Raises:
            FileProblems: an undefined variable or another fault of the template, with file and line.
        """
        ours = _values(question, passages)
        values = ours | {theirs: ours[name] for theirs, name in self.variables.items()}
        done: dict[Role, list[str]] = {"system": [], "user": []}
        for part in self.parts:
            done[part.role].append(_filled(part, values))
        system = "".join(done["system"])
        return Rendered(system=system if done["system"] else None, user="".join(done["user"]))


def prepare(prompt: PromptFile, *, prefix: str, files: Collection[str], read: Callable[[str], bytes]) -> Template:
    """Read the prompt that is rendered. Arguments as in `watched`.

    Raises:
        FileProblems: there is no such file, its key is missing, or it is no valid template.
    """
    tree = PromptTree(prefix=prefix, files=files, read=read)
    path = _found(tree, prompt.path)
    parts = tuple(_with_jinja(part, tree) for part in _parts(tree, prompt, path))
    in_code = not prompt.format and PurePosixPath(path).suffix.lower() not in _TEXTS
    return Template(path=path, parts=parts, variables=dict(prompt.variables), in_code=in_code)


def _found(tree: PromptTree, pattern: str) -> str:
    matches = tree.matches(pattern)
    if not matches:
        raise FileProblems((Problem(path=tree.located(pattern), message="there is no such prompt"),))
    return matches[0]


def _parts(tree: PromptTree, prompt: PromptFile, path: str) -> tuple[_Part, ...]:
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in YAML:
        return _yaml_parts(tree, prompt, path)
    if suffix == ".prompty":
        return _prompty_parts(tree.text(path), prompt, path)
    named: list[tuple[Role, str]] = []
    if prompt.system:
        named.append(("system", _found(tree, prompt.system)))
    if prompt.user:
        named += (
            [("user", _found(tree, prompt.user))]
            if prompt.system
            else [("system", path), ("user", _found(tree, prompt.user))]
        )
    if not prompt.user:
        named.append(("user", path))
    return tuple(
        _Part(role=role, text=tree.text(at), path=at, line=1, format=format_of(prompt, at)) for role, at in named
    )


def _yaml_parts(tree: PromptTree, prompt: PromptFile, path: str) -> tuple[_Part, ...]:
    """Parts of a YAML prompt: a text, a mapping with system, user or template, or a list of role and content."""
    file = yamlfile.load(tree.text(path), path=path)
    loc: tuple[str | int, ...] = tuple(prompt.key.split(".")) if prompt.key else ()
    value = file.root
    for name in loc:
        if not isinstance(value, dict) or name not in value:
            keys = ", ".join(value) if isinstance(value, dict) else "none"
            raise FileProblems((Problem(path=path, key=prompt.key, message=f'no key "{name}" here; keys: {keys}'),))
        value = value[name]
    texts = tuple(_yaml_texts(value, prompt, loc))
    if not texts:
        message = f"a text, or a mapping with system, user or template is expected, found {yamlfile.describe(value)}"
        hint = f"name the key in claimdiff.yml: prompts: [{{path: {prompt.path}, key: …}}]"
        raise FileProblems((Problem(path=path, line=file.line(loc), key=prompt.key, message=message, hint=hint),))
    return tuple(
        _Part(
            role=role, text=text, path=path, line=(file.line(at) or 1) + ("\n" in text), format=format_of(prompt, path)
        )
        for role, text, at in texts
    )


def _yaml_texts(
    value: Any, prompt: PromptFile, loc: tuple[str | int, ...]
) -> list[tuple[Role, str, tuple[str | int, ...]]]:
    if isinstance(value, str):
        return [("user", value, loc)]
    if isinstance(value, list):
        messages = [
            (at, item)
            for at, item in enumerate(value)
            if isinstance(item, dict) and isinstance(item.get("content"), str)
        ]
        return [
            ("system" if item.get("role") == "system" else "user", item["content"], (*loc, at, "content"))
            for at, item in messages
        ]
    names: tuple[tuple[Role, str], ...] = (
        ("system", prompt.system or "system"), ("user", prompt.user or "user"), ("user", "template"),
    )  # fmt: skip
    if not isinstance(value, dict):
        return []
    return [(role, value[name], (*loc, name)) for role, name in names if isinstance(value.get(name), str)]


def _prompty_parts(text: str, prompt: PromptFile, path: str) -> tuple[_Part, ...]:
    """Front matter, then `system:` and `user:` on lines of their own before what they hold."""
    front = _FRONT.match(text)
    start = front.end() if front else 0
    form: Format = prompt.format or ("mustache" if front and re.search(r"\bmustache\b", front[1]) else "jinja2")
    marks = list(_PROMPTY_ROLE.finditer(text, start))
    pieces: list[tuple[Role, int, int]] = [("user", start, marks[0].start() if marks else len(text))]
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        role: Role = "system" if mark[1].lower() == "system" else "user"
        pieces.append((role, mark.end() + 1, following.start() if following else len(text)))
    return tuple(
        _Part(role=role, text=text[begin:end], path=path, line=text.count("\n", 0, begin) + 1, format=form)
        for role, begin, end in pieces
        if text[begin:end].strip()
    )


def _with_jinja(part: _Part, tree: PromptTree) -> _Part:
    if part.format != "jinja2":
        return part
    from claimdiff.prompts.jinja import JinjaText  # noqa: PLC0415 -- a run without Jinja2 prompts does not import it

    ready = JinjaText(part.text, path=part.path, tree=tree, first_line=part.line)
    return _Part(role=part.role, text=part.text, path=part.path, line=part.line, format=part.format, jinja=ready)


def _filled(part: _Part, values: Mapping[str, object]) -> str:
    given = f"given are {', '.join(values)}; map your names to them under prompts: variables"
    if part.jinja is not None:
        return part.jinja.render(values, given)
    if part.format == "plain":
        return part.text
    try:
        return simple.fstring(part.text, values) if part.format == "fstring" else simple.mustache(part.text, values)
    except simple.TemplateFault as fault:
        line = part.line + part.text.count("\n", 0, fault.at)
        hint = given if fault.undefined else None
        raise FileProblems((Problem(path=part.path, line=line, message=str(fault), hint=hint),)) from None


def _values(question: str, passages: Sequence[Passage]) -> dict[str, Any]:
    """What a template is given. `index` is 1-based, as in the citations [1], [2] of an answer."""
    listed = [
        {"path": passage.path, "heading": " > ".join(passage.heading), "text": passage.text, "index": at}
        for at, passage in enumerate(passages, start=1)
    ]
    blocks = [
        f"[{item['index']}] {item['path']}{' > ' if item['heading'] else ''}{item['heading']}\n{item['text']}"
        for item in listed
    ]
    return {"question": question, "passages": listed, "context": "\n\n".join(blocks)}

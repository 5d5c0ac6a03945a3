from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from claimdiff import prompts
from claimdiff.errors import FileProblems
from claimdiff.records import Passage
from claimdiff.settings import PromptFile

if TYPE_CHECKING:
    from collections.abc import Mapping

    from claimdiff.prompts import Rendered

PASSAGES = (
    Passage(
        path="docs/plans.md",
        line_start=1,
        line_end=3,
        heading=("Plans", "Pro"),
        text="Pro is {{ question }} {x} {% if %}",
        segments=(),
        hash="1",
    ),
    Passage(path="docs/faq.md", line_start=1, line_end=3, heading=(), text="Ask us.", segments=(), hash="2"),
)


def watched(named: list[PromptFile], files: Mapping[str, str], prefix: str = "") -> tuple[str, ...]:
    """The watched files of a tree that is given as texts by path."""
    return prompts.watched(named, prefix=prefix, files=files, read=lambda path: files[path].encode())


def render(prompt: PromptFile, files: Mapping[str, str], prefix: str = "") -> Rendered:
    """The prompt with one question and two passages in it."""
    template = prompts.prepare(prompt, prefix=prefix, files=files, read=lambda path: files[path].encode())
    return template.render("What does Pro cost?", PASSAGES)


def problem(prompt: PromptFile, files: Mapping[str, str]) -> str:
    """The one problem for which a prompt cannot be rendered."""
    with pytest.raises(FileProblems) as caught:
        render(prompt, files)
    [found] = caught.value.problems
    return str(found)


def test_includes_imports_and_parents_are_watched() -> None:
    """The first prompt comes first, what it reaches follows, and the others come sorted and once."""
    files = {
        "prompts/answer.j2": "{% extends 'base.j2' %}{% include 'parts/rules.j2' %}{% include choice %}",
        "prompts/base.j2": "{% import 'shared/macros.j2' as m %}{% block body %}{% endblock %}",
        "prompts/parts/rules.j2": "{% include ['gone.j2', 'tone.j2'] %}{% from 'shared/macros.j2' import x %}{% include 'answer.j2' %}",
        "prompts/parts/tone.j2": "kindly",
        "shared/macros.j2": "{% macro x() %}{% endmacro %}",
        "src/b.py": "PROMPT = 1",
        "src/a.py": "PROMPT = 2",
        "src/c.ts": "",
    }
    named = [PromptFile(path="prompts/answer.j2"), PromptFile(path="src/*.py"), PromptFile(path="prompts/base.j2")]
    assert watched(named, files) == (
        "prompts/answer.j2", "prompts/base.j2", "prompts/parts/rules.j2", "shared/macros.j2", "prompts/parts/tone.j2", "src/a.py", "src/b.py",
    )  # fmt: skip


def test_nothing_outside_root_is_reached() -> None:
    """An include that would leave root is not watched, not read, and told by validate."""
    files = {
        "bot/p/a.j2": "{% include '../../secret.txt' %}\n{% include '../ok.j2' %}",
        "secret.txt": "s",
        "bot/ok.j2": "fine",
    }
    named = [PromptFile(path="p/a.j2")]
    assert watched(named, files, prefix="bot") == ("bot/p/a.j2", "bot/ok.j2")
    [missing] = prompts.missing_includes(named, prefix="bot", files=files, read=lambda path: files[path].encode())
    assert str(missing) == 'bot/p/a.j2:1: "../../secret.txt" is no file inside root'
    with pytest.raises(FileProblems, match=r'bot/p/a\.j2:1: "../../secret\.txt" is no file inside root'):
        render(named[0], files, prefix="bot")


def test_a_path_that_names_nothing_is_told() -> None:
    """Paths and globs without a file are listed; a plain name does not match the same name in another folder."""
    files = {"prompts/answer.md": "", "prompts/[x].md": ""}
    named = [
        PromptFile(path="answer.md"),
        PromptFile(path="prompts/*.j2"),
        PromptFile(path="prompts/[x].md", system="sys.md"),
    ]
    assert prompts.unmatched(named, prefix="", files=files) == ("answer.md", "prompts/*.j2", "sys.md")


def test_the_hash_is_of_contents_alone() -> None:
    """Names and line ends do not count; which file is rendered, and every character of it, does."""
    files = {"a.md": b"one\n", "b.md": b"two\n", "c.md": b"one\r\n", "d.md": b"three\n"}
    digest = prompts.prompt_hash(["a.md", "b.md", "d.md"], files.__getitem__)
    assert len(digest) == 12
    assert digest == prompts.prompt_hash(["c.md", "d.md", "b.md"], files.__getitem__)
    assert digest != prompts.prompt_hash(["b.md", "a.md", "d.md"], files.__getitem__)
    assert digest != prompts.prompt_hash(["a.md", "b.md"], files.__getitem__)
    hashes = [
        prompts.prompt_hash(["a.md"], files.__getitem__, PromptFile(path=path, variables=variables))
        for path, variables in (("a.md", {}), ("b.md", {}), ("a.md", {"query": "question"}))
    ]
    assert hashes[0] == hashes[1] != hashes[2]


@pytest.mark.parametrize(
    ("prompt", "text"),
    [
        (PromptFile(path="p.j2"), "Q: {{ question }}\n{% for p in passages %}[{{ p.index }}] {{ p.path }} {{ p.heading }}: {{ p.text }}\n{% endfor %}"),
        (
            PromptFile(path="p.txt", format="mustache"),
            "Q: {{{question}}}\n{{#passages}}[{{index}}] {{path}} {{ heading }}: {{text}}\n{{/passages}}{{^passages}}{{gone}}{{/passages}}{{! note }}",
        ),
    ],
)  # fmt: skip
def test_passages_stay_text(prompt: PromptFile, text: str) -> None:
    """Question and passages are filled in once: template syntax in a passage comes out as it is."""
    assert render(prompt, {prompt.path: text}).user == (
        "Q: What does Pro cost?\n"
        "[1] docs/plans.md Plans > Pro: Pro is {{ question }} {x} {% if %}\n"
        "[2] docs/faq.md : Ask us.\n"
    )


def test_fstrings_know_names_and_braces() -> None:
    """The team's names stand for ours, doubled braces are braces, and context is all passages as one text."""
    prompt = PromptFile(path="p.txt", format="fstring", variables={"query": "question", "docs": "context"})
    assert render(prompt, {"p.txt": 'Answer {query} as {{"a": 1}}:\n{docs}'}).user == (
        'Answer What does Pro cost? as {"a": 1}:\n'
        "[1] docs/plans.md > Plans > Pro\nPro is {{ question }} {x} {% if %}\n\n[2] docs/faq.md\nAsk us."
    )


@pytest.mark.parametrize("path", ["p.md", "p.txt", "p.py"])
def test_text_is_plain_unless_a_format_is_named(path: str) -> None:
    """Braces are common in JSON examples, so nothing is guessed from the content."""
    text = 'Reply as {"answer": "{{ question }}"}.\n'
    assert render(PromptFile(path=path), {path: text}).text == text


def test_parts_of_yaml_prompts() -> None:
    """System and user stand under a key, under the team's names, or as a list of messages."""
    text = "bots:\n  docs:\n    sys: Be brief.\n    user: |\n      Q: {{question}}\n  chat:\n  - {role: system, content: Be kind.}\n  - {role: user, content: 'Q'}\n"
    files = {"p.yml": text}
    docs = render(PromptFile(path="p.yml", key="bots.docs", system="sys", format="mustache"), files)
    assert (docs.system, docs.user) == ("Be brief.", "Q: What does Pro cost?\n")
    assert docs.text == "Be brief.\n\nQ: What does Pro cost?\n"
    chat = render(PromptFile(path="p.yml", key="bots.chat"), files)
    assert (chat.system, chat.user) == ("Be kind.", "Q")


def test_parts_in_two_files() -> None:
    """A system prompt in a file of its own is read with the other, and both are watched."""
    files = {"system.md": "Be brief.", "user.j2": "{{ question }}"}
    prompt = PromptFile(path="user.j2", system="system.md")
    assert (render(prompt, files).system, render(prompt, files).user) == ("Be brief.", "What does Pro cost?")
    assert watched([prompt], files) == ("user.j2", "system.md")
    turned = render(PromptFile(path="system.md", user="user.j2"), files)
    assert (turned.system, turned.user) == ("Be brief.", "What does Pro cost?")


def test_prompty_files_are_read_by_themselves() -> None:
    """Front matter is left out, roles become parts, and variables are filled."""
    text = "---\nname: answer\nmodel: {api: chat}\n---\nsystem:\nBe brief.\n\nuser:\n{{question}}\n"
    read = render(PromptFile(path="a.prompty"), {"a.prompty": text})
    assert (read.system, read.user) == ("Be brief.\n\n", "What does Pro cost?\n")


@pytest.mark.parametrize(
    ("prompt", "files", "says"),
    [
        (PromptFile(path="p.j2"), {"p.j2": "a\n{% include 'q.j2' %}", "q.j2": "b\n\n{{ history }}"}, "q.j2:3: 'history' is undefined"),
        (PromptFile(path="p.j2"), {"p.j2": "a\n{{ passages[0].titel }}"}, "p.j2:2: "),
        (PromptFile(path="p.j2"), {"p.j2": "a\n{% for %}"}, "p.j2:2: not valid Jinja2"),
        (PromptFile(path="p.j2"), {"p.j2": "a\n{% include 'q.j2' %}", "q.j2": "b\n{% if %}"}, "q.j2:2: not valid Jinja2"),
        (PromptFile(path="p.j2"), {"p.j2": "\n{{ ''.__class__.__mro__ }}"}, "p.j2:2: "),
        (PromptFile(path="p.j2"), {"p.j2": "\n\n{{ 1 // 0 }}"}, "p.j2:3: the template cannot be rendered"),
        (
            PromptFile(path="p.j2"),
            {"p.j2": "{% for a in range(9999) %}\n{% for b in range(9999) %}{% endfor %}{% endfor %}"},
            "p.j2:2: the template cannot be rendered: it takes more than 100,000 steps",
        ),
        (
            PromptFile(path="p.j2"),
            {"p.j2": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}"},
            "p.j2:1: the template cannot be rendered: it takes more than 100,000 steps",
        ),
        (PromptFile(path="p.md", format="fstring"), {"p.md": "a\n{history}"}, "p.md:2: 'history' is undefined"),
        (PromptFile(path="p.md", format="fstring"), {"p.md": 'a\n{"json": 1}'}, "p.md:2: "),
        (PromptFile(path="p.md", format="fstring"), {"p.md": "a\n{question.__class__}"}, "p.md:2: "),
        (PromptFile(path="p.md", format="mustache"), {"p.md": "a\n{{#passages}}\n{{titel}}{{/passages}}"}, "p.md:3: 'titel' is undefined"),
        (PromptFile(path="p.md", format="mustache"), {"p.md": "a\n{{#passages}}"}, "p.md:2: the section {{#passages}} is not closed"),
        (PromptFile(path="p.md", format="mustache"), {"p.md": "a\n{{> part}}"}, "p.md:2: "),
        (PromptFile(path="p.yml", key="a.b", format="jinja2"), {"p.yml": "a:\n  b: |\n    x\n    {{ y }}\n"}, "p.yml:4: 'y' is undefined"),
        (PromptFile(path="p.yml", key="a.c"), {"p.yml": "a:\n  b: x\n"}, 'p.yml: a.c: no key "c" here; keys: b'),
        (PromptFile(path="p.yml"), {"p.yml": "a:\n  b: x\n"}, "p.yml:1: a text, or a mapping with system, user or template is expected"),
        (PromptFile(path="gone.md"), {}, "gone.md: there is no such prompt"),
    ],
)  # fmt: skip
def test_faults_of_a_template_name_file_and_line(prompt: PromptFile, files: dict[str, str], says: str) -> None:
    """An undefined variable or a wrong template is a configuration error at its place, also in an included file."""
    assert problem(prompt, files).startswith(says)


def test_an_undefined_variable_says_how_to_map_it() -> None:
    """The hint lists what is given and the setting that maps the team's names."""
    found = problem(PromptFile(path="p.j2", variables={"query": "question"}), {"p.j2": "{{ chat_history }}"})
    assert "given are question, passages, context, query; map your names to them under prompts: variables" in found


def test_a_program_is_told_from_a_text() -> None:
    """Only a prompt in a program needs a generator of the team's own."""
    files = {"p.py": "x", "p.md": "x"}
    made = [
        prompts.prepare(PromptFile(path=path), prefix="", files=files, read=lambda path: files[path].encode())
        for path in files
    ]
    assert [template.in_code for template in made] == [True, False]

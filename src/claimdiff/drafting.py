"""A first config and a first question for a repository that has none, drafted from what is there."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from claimdiff.golden import GoldenQuestion
from claimdiff.text.anchors import anchors
from claimdiff.text.words import stems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from claimdiff.records import Passage, Segment

_FORMATS = (".md", ".mdx", ".rst", ".adoc", ".ipynb")
_DOCS = ("docs", "doc", "documentation", "content", "website", "site", "guides", "guide", "help", "kb", "wiki", "pages")
_PROMPTS = frozenset({"prompt", "prompts"})
_PROMPT_FORMATS = (".j2", ".jinja", ".jinja2", ".prompty", ".mustache", ".md", ".txt", ".yml", ".yaml")
_NO_PAGES = frozenset({"golden_set", "node_modules", "vendor", "tests", "test", "examples", *_PROMPTS})
_AROUND = re.compile(
    r"(change_?log|history|licen[cs]e|contributing|code_of_conduct|security|authors|news)\b.*", re.IGNORECASE
)
_POINTING = re.compile(
    r"(this|that|these|those|it|they|he|she|see|for example|e\.g\.|note|here|as|also|then|however)\b", re.IGNORECASE
)
_SHORTEST = 20
_LONGEST = 180
_ENOUGH_PAGES = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What a first config names: globs of pages and prompt files, relative to the config's folder."""

    docs: tuple[str, ...]
    prompts: tuple[str, ...]


def look_around(paths: Iterable[str]) -> Found | None:
    """Where the docs and the prompts of a repository probably are; None where there is no page at all."""
    known = sorted(paths)
    docs = _docs([path for path in known if _is_page(path)])
    return Found(docs=docs, prompts=_prompts(known)) if docs else None


def _is_page(path: str) -> bool:
    place = PurePosixPath(path)
    hidden = any(part.startswith(".") or part in _NO_PAGES for part in place.parts)
    return place.suffix.lower() in _FORMATS and not hidden and not _AROUND.match(place.stem)


def _docs(pages: Sequence[str]) -> tuple[str, ...]:
    tops = Counter(PurePosixPath(path).parts[0] for path in pages if "/" in path)
    named = [top for name in _DOCS for top in sorted(tops) if top.casefold() == name]
    others = [name for name, number in tops.most_common() if number >= _ENOUGH_PAGES]
    folder = next(iter(named or others), None)
    if folder is None:
        return tuple(path for path in pages if "/" not in path)
    suffixes = [
        suffix for suffix in _FORMATS if any(path.startswith(f"{folder}/") and path.endswith(suffix) for path in pages)
    ]
    return tuple(f"{folder}/**/*{suffix}" for suffix in suffixes)


def _prompts(paths: Sequence[str]) -> tuple[str, ...]:
    """The prompt files, the one that answers first."""
    found = [
        path
        for path in paths
        if _PROMPTS.intersection(PurePosixPath(path).parts[:-1])
        and path.endswith(_PROMPT_FORMATS)
        and PurePosixPath(path).stem.lower() != "readme"
    ]
    return tuple(sorted(found, key=lambda path: ("answer" not in path, "system" not in path, path)))


def draft_question(passages: Iterable[Passage]) -> GoldenQuestion | None:
    """A question whose answer stands in the docs word for word: the sentence with the most numbers, names and dates."""
    best = max(_candidates(passages), key=lambda found: found[0], default=None)
    if best is None:
        return None
    _, passage, segment = best
    topic = passage.heading[-1] if passage.heading else PurePosixPath(passage.path).stem
    return GoldenQuestion(
        id=_slug(topic),
        question=f"What do the docs say about {_lowered(topic)}?",
        answer=segment.text,
        sources=(passage.path,),
        draft=True,
    )


def _candidates(passages: Iterable[Passage]) -> Iterator[tuple[tuple[int, int], Passage, Segment]]:
    for at, passage in enumerate(passages):
        for segment in passage.segments:
            text = segment.text
            whole = segment.kind == "sentence" and _SHORTEST <= len(text) <= _LONGEST and text[0].isupper()
            if whole and text.endswith(".") and not _POINTING.match(text):
                facts = sum(anchor.kind not in {"path", "url"} for anchor in anchors(text).hard)
                about = bool(set(stems(text)).intersection(stems(" ".join(passage.heading))))
                yield (min(facts, 2) + about, -at), passage, segment


def _slug(text: str) -> str:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return "-".join(words[:5])[:40].strip("-") or "first-question"


def _lowered(text: str) -> str:
    """A heading inside a sentence: its first letter small, unless it is a name such as SDK or OAuth."""
    first = text.split(" ", maxsplit=1)[0]
    return text[0].lower() + text[1:] if first[1:] == first[1:].lower() and len(first) > 1 else text

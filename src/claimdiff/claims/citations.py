"""Inline citations of an answer, each with the stretch of text that it stands for."""

from __future__ import annotations

import re

from claimdiff.records import Citation
from claimdiff.text.sentences import sentence_spans

_MARKER = re.compile(r"\[(?P<numbers>\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?!\()|【(?P<wide>\d{1,3})[^】]*】")
_CODE = re.compile(r"(?<!`)(?P<tick>`{1,3})(?!`)[^\n]{1,400}?(?P=tick)")
_RANGE = re.compile(r"(\d+)\s*[–-]\s*(\d+)|(\d+)")


def citations(answer: str, passages: int) -> tuple[Citation, ...]:
    """The citations `[n]` of an answer as pointers into the `passages` retrieved (n is 1-based, the result 0-based).

    A marker covers its sentence; where a sentence has several, each covers what stands before it, back to the one
    before. Numbers beyond the passages are left out. Pure; raises nothing.
    """
    found: list[Citation] = []
    before = 0
    for begin, end in sentence_spans(answer):
        groups = _groups(answer, begin, end)
        alone = not any(char.isalpha() for char in _MARKER.sub("", answer[begin:end]))
        start = before if groups and alone else begin
        for index, (_, last, numbers) in enumerate(groups):
            stop = end if index == len(groups) - 1 else last
            found.extend(
                Citation(start=start, end=stop, passage=number - 1) for number in numbers if 1 <= number <= passages
            )
            start = stop
        before = begin if not groups else before
    return tuple(found)


def _groups(answer: str, start: int, end: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """Markers that stand side by side, as one: start, end, numbers."""
    groups: list[tuple[int, int, tuple[int, ...]]] = []
    code = [match.span() for match in _CODE.finditer(answer, start, end)]
    for marker in _MARKER.finditer(answer, start, end):
        if any(first <= marker.start() < last for first, last in code):
            continue
        numbers = _numbers(marker["numbers"] or marker["wide"])
        if groups and not answer[groups[-1][1] : marker.start()].strip(" ,;"):
            first, _, earlier = groups.pop()
            groups.append((first, marker.end(), earlier + numbers))
        else:
            groups.append((marker.start(), marker.end(), numbers))
    return groups


def _numbers(text: str) -> tuple[int, ...]:
    """The numbers of a marker: "1, 3-5" gives 1, 3, 4, 5; a range over more than twenty is read as its ends."""
    numbers: list[int] = []
    for low, high, single in _RANGE.findall(text):
        if single:
            numbers.append(int(single))
        elif int(low) <= int(high) <= int(low) + 20:
            numbers.extend(range(int(low), int(high) + 1))
        else:
            numbers.extend((int(low), int(high)))
    return tuple(dict.fromkeys(numbers))

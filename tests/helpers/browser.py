"""The report page with its own script run: a JavaScript engine over as much of a document as the script asks for.

What a browser does by itself is not here: layout, styles, the keys of a form field, the folding of a `details`.
"""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import quickjs  # type: ignore[import-untyped]  # it has no stubs

_VOID = {"meta", "input", "br"}
_DOM = Path(__file__).with_name("dom.js")


class _Tree(HTMLParser):
    """A page as nested lists: tag, attributes, children."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[list[Any]] = [["body", {}, []]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        node: list[Any] = [tag, {name: value or "" for name, value in attrs}, []]
        self.open[-1][2].append(node)
        if tag not in _VOID:
            self.open.append(node)

    def handle_endtag(self, _tag: str) -> None:
        """Close the one opened last; another test holds that they match."""
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """Take text."""
        self.open[-1][2].append(data)


class Browser:
    """An open page; `hash` is what stands behind its address."""

    def __init__(self, html: str, hash: str = "") -> None:  # noqa: A002 -- what browsers call it
        """Load the page and run its script."""
        tree = _Tree()
        tree.feed(html)
        tree.close()
        self.engine = quickjs.Context()
        self.engine.eval(f"globalThis.page = {json.dumps(tree.open[0])}; globalThis.hash = {json.dumps(hash)};")
        self.engine.eval(_DOM.read_text(encoding="utf-8"))
        self.engine.eval(html.rpartition("<script>")[2].partition("</script>")[0])

    def _all(self, expression: str) -> list[str]:
        found: list[str] = json.loads(self.engine.eval(f"JSON.stringify({expression})"))
        return found

    @property
    def shown(self) -> list[str]:
        """The ids of the questions that are shown."""
        return self._all(
            "document.querySelectorAll('.question').filter((node) => !node.hidden)"
            ".map((node) => node.querySelector('code').textContent)"
        )

    @property
    def headings(self) -> list[str]:
        """The headings of the groups that are shown."""
        return self._all(
            "document.querySelectorAll('[data-group]').filter((node) => !node.hidden)"
            ".map((node) => node.querySelector('h2').textContent)"
        )

    @property
    def cards(self) -> list[str]:
        """The claims of the cards that are shown."""
        return self._all(
            "document.querySelectorAll('.card').filter((node) => !node.hidden)"
            ".map((node) => node.querySelector('h3').textContent)"
        )

    @property
    def focused(self) -> str:
        """What has the focus: the claim of a card, the id of a question, the id of a field, or nothing."""
        return str(
            self.engine.eval(
                "(() => { const node = document.activeElement, item = node.closest('.card, .question');"
                "return item ? item.querySelector(item.matches('.card') ? 'h3' : 'code').textContent : node.id; })()"
            )
        )

    @property
    def count(self) -> str:
        """What is told of how many are shown."""
        return str(self.engine.eval("document.getElementById('count').textContent"))

    def is_open(self, question: str) -> bool:
        """Whether a question is unfolded."""
        return bool(
            self.engine.eval(
                "document.querySelectorAll('.question').find("
                f"(node) => node.querySelector('code').textContent === {json.dumps(question)}).open"
            )
        )

    def search(self, text: str) -> None:
        """Put a text into the search field."""
        self.engine.eval(
            f"(() => {{ const field = document.getElementById('find'); field.value = {json.dumps(text)}; field.fire('input'); }})()"
        )

    def select(self, field: str, value: str) -> None:
        """Choose a value of one of the lists."""
        self.engine.eval(
            f"(() => {{ const field = document.getElementById({json.dumps(field)});"
            f"field.value = {json.dumps(value)}; field.fire('change'); }})()"
        )

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds."""
        self.engine.eval(f"document.querySelector({json.dumps(selector)}).click()")

    def press(self, key: str, **held: bool) -> bool:
        """Press a key; whether the page took it."""
        return bool(self.engine.eval(f"document.fire('keydown', {json.dumps({'key': key, **held})})"))

"""Layout: the comment and the page from their templates. The only importer of jinja2 for output.

Every value that a template prints is escaped unless a filter of ours made it: forgetting a filter makes text ugly, never
dangerous.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from jinja2 import FunctionLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from claimdiff.report import escape, shortening
from claimdiff.report.page import build as build_page
from claimdiff.report.view import build as build_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.report.detail import Detail
    from claimdiff.report.document import Report
    from claimdiff.report.parts import ReportView

MARKER = "claimdiff"
_MARKER_TAIL = 300


def markdown(report: Report, *, limit: int, run: int | None) -> str:
    """Return the pull request comment, at most `limit` UTF-16 units long.

    The first line is the hidden marker, the second a full sentence. What does not fit is left out in whole blocks, and
    counted. `run` is the number of the workflow run, where there is one.
    """
    view = build_view(report)
    template = _comment_environment().get_template("comment.md.j2")
    first = marker(report, run)

    def write(items: int) -> str:
        shared = shortening.sections(view, items)
        return template.render(view=view, marker=Markup(first), sections=shared).rstrip("\n") + "\n"  # noqa: S704 -- built from escaped parts

    text = shortening.fitting(write, shortening.total(view), lambda text: escape.utf16_units(text) <= limit)
    return text if text is not None else _shortest(view, first, limit)


def marker(report: Report, run: int | None) -> str:
    """Return the hidden first line by which a comment is found again: name, full head SHA and run number in plain text."""
    head = report.head.pr_head_sha or (report.pull_request.head_sha if report.pull_request else None) or report.head.sha
    value = json.dumps({"name": report.name[:_MARKER_TAIL], "head": head, "run": run}, separators=(",", ":"))
    inert = value.replace("--", "-\\u002d").replace("<", "\\u003c").replace(">", "\\u003e")
    return f"<!-- {MARKER}:{inert} -->"


def html(report: Report, detail: Detail) -> str:
    """Return the report as one self-contained page: no network, no script but its own."""
    environment = _page_environment()
    style, script = _template("page.css"), _template("page.js")
    return environment.get_template("page.html.j2").render(
        page=build_page(report, detail),
        view=build_view(report),
        tool=report.tool,
        style=Markup(style),  # noqa: S704 -- a file of ours
        script=Markup(script),  # noqa: S704 -- a file of ours
        style_hash=_csp_hash(style),
        script_hash=_csp_hash(script),
    )


def _shortest(view: ReportView, first: str, limit: int) -> str:
    """Return marker and headline, the headline cut where even that is too long."""
    room = max(1, limit - escape.utf16_units(first) - 2)
    headline = view.headline
    while escape.utf16_units(escape.prose(headline)) > room and len(headline) > 1:
        headline = escape.clipped(headline, max(1, len(headline) * 3 // 4))
    return f"{first}\n{escape.prose(headline)}\n"


@cache
def _comment_environment() -> SandboxedEnvironment:
    environment = _environment(finalize=_prose)
    environment.filters.update(code=_marked(escape.code), cell_code=_marked(escape.cell_code))
    environment.filters["fenced"] = lambda text, language: Markup(escape.fenced(text, language))  # noqa: S704 -- escaped here
    return environment


@cache
def _page_environment() -> SandboxedEnvironment:
    return _environment(finalize=_visible)


def _environment(finalize: Callable[[object], object]) -> SandboxedEnvironment:
    return SandboxedEnvironment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _template(name: str) -> str:
    return resources.files("claimdiff.report").joinpath("templates", name).read_text(encoding="utf-8")


def _prose(value: object) -> object:
    return value if isinstance(value, Markup) else Markup(escape.prose(str(value)))  # noqa: S704 -- escaped here


def _visible(value: object) -> object:
    return value if isinstance(value, Markup) else escape.visible(str(value))


def _marked(function: Callable[[str], str]) -> Callable[[str], Markup]:
    return lambda text: Markup(function(text))  # noqa: S704 -- escaped by the function


def _csp_hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

"""Layout: the comment and the page from their templates. The only importer of jinja2 for output.

Every value that a template prints is escaped unless a filter of ours made it: forgetting a filter makes text ugly, never
dangerous.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from jinja2 import FunctionLoader, StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup

from claimdiff.prompts.bounds import Bounded, counting
from claimdiff.report import escape, shortening
from claimdiff.report.page import build as build_page
from claimdiff.report.view import NOWHERE
from claimdiff.report.view import build as build_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.report.detail import Detail
    from claimdiff.report.document import Report
    from claimdiff.report.parts import ReportView
    from claimdiff.report.view import Setting

OWN_TEMPLATE = ".github/claimdiff/comment.md.j2"
"""Where a team's own template for the comment stands."""
_TEMPLATES = frozenset({"comment.md.j2", "page.html.j2"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Comment:
    """How a comment is written.

    `fits` says whether a text is short enough, and `first` is the hidden first line. `template` is the team's own
    template for what follows the headline, where there is one.
    """

    fits: Callable[[str], bool]
    first: str
    setting: Setting = NOWHERE
    template: str | None = None


def markdown(report: Report, how: Comment) -> str:
    """Return the pull request comment.

    The first line is the hidden marker, the second a full sentence. What does not fit is left out in whole blocks, and
    counted.

    Raises:
        jinja2.TemplateError: the team's own template is wrong.
    """
    view = build_view(report, how.setting)
    environment = _comment_environment()
    template = environment.get_template("comment.md.j2")
    own = _own(environment, how.template) if how.template is not None else None

    def write(items: int) -> str:
        shared = shortening.sections(view, items)
        values = {"view": view, "marker": Markup(how.first), "sections": shared}  # noqa: S704 -- built from escaped parts
        if own is None:
            return template.render(values).rstrip("\n") + "\n"
        with counting():
            body = escape.unmarked(own.render(values)).strip("\n")
        return f"{how.first}\n### {escape.prose(view.headline)}\n\n{body}\n"

    text = shortening.fitting(write, shortening.total(view), how.fits)
    return text if text is not None else _shortest(view, how)


def _own(environment: SandboxedEnvironment, text: str) -> Template:
    """A team's own template, by whose name and lines its faults are told."""
    code = environment.compile(text, OWN_TEMPLATE, OWN_TEMPLATE)
    return Template.from_code(environment, code, environment.make_globals(None))


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


def _shortest(view: ReportView, how: Comment) -> str:
    """Return marker and headline, the headline cut where even that is too long."""
    headline = view.headline

    def written() -> str:
        return f"{how.first}\n{escape.prose(headline)}\n"

    while not how.fits(written()) and len(headline) > 1:
        headline = escape.clipped(headline, max(1, len(headline) * 3 // 4))
    return written()


@cache
def _comment_environment() -> SandboxedEnvironment:
    environment = _environment(finalize=_prose)
    environment.filters.update(code=_marked(escape.code), cell_code=_marked(escape.cell_code))
    environment.filters["linked"] = lambda text, url: Markup(escape.linked(text, url))  # noqa: S704 -- escaped here
    environment.filters["cell_linked"] = lambda text, url: Markup(escape.linked(text, url).replace("|", "\\|"))  # noqa: S704 -- same
    environment.filters["fenced"] = lambda text, language: Markup(escape.fenced(text, language))  # noqa: S704 -- escaped here
    return environment


@cache
def _page_environment() -> SandboxedEnvironment:
    return _environment(finalize=_visible)


class _Environment(Bounded, SandboxedEnvironment):
    """Templates of ours, and a team's own within bounds."""


def _environment(finalize: Callable[[object], object]) -> SandboxedEnvironment:
    return _Environment(
        loader=FunctionLoader(_loaded),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _loaded(name: str) -> str | None:
    """A template that another one may take in: ours alone, since a team's own template names what it likes."""
    return _template(name) if name in _TEMPLATES else None


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

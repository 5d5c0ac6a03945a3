"""What the directives of docutils, Sphinx and its extensions are to a reader. MyST Markdown shares them."""

from __future__ import annotations

import re
from typing import Literal

Kind = Literal["silent", "code", "box", "version", "object", "plain", "titled", "heading", "image", "table", "include"]

VERSIONS = {
    "versionadded": "Added in version ",
    "version-added": "Added in version ",
    "versionchanged": "Changed in version ",
    "version-changed": "Changed in version ",
    "deprecated": "Deprecated since version ",
    "version-deprecated": "Deprecated since version ",
    "deprecated-removed": "Deprecated since version ",
    "versionremoved": "Removed in version ",
    "version-removed": "Removed in version ",
}
_SILENT = frozenset(
    [
        "toctree",
        "index",
        "meta",
        "raw",
        "contents",
        "sectnum",
        "section-numbering",
        "highlight",
        "default-role",
        "default-domain",
        "currentmodule",
        "currentlibrary",
        "program",
        "tabularcolumns",
        "todo",
        "todolist",
        "target-notes",
        "testsetup",
        "testcleanup",
        "bibliography",
        "footbibliography",
        "title",
        "header",
        "footer",
        "role",
        "default-literal-role",
        "restructuredtext-test-directive",
        "inheritance-diagram",
        "autosummary",
        "ifnotslides",
        "nextslide",
        "sectionauthor",
        "codeauthor",
        "moduleauthor",
        "module",
        "py:module",
        "py:currentmodule",
        "js:module",
        "comment",
        "replace",
        "unicode",
        "date",
        "eval-rst-hidden",
        "graphviz",
        "digraph",
        "graph",
        "uml",
        "plantuml",
        "mermaid",
        "plot",
        "video",
        "youtube",
        "vimeo",
        "iframe",
        "button-link",
        "button-ref",
    ]
)
_CODE = frozenset(
    [
        "code",
        "code-block",
        "sourcecode",
        "parsed-literal",
        "literal",
        "doctest",
        "testcode",
        "testoutput",
        "prompt",
        "math",
        "productionlist",
        "ipython",
        "code-cell",
        "jupyter-execute",
        "runblock",
        "terminal",
        "console",
        "shell",
        "command-output",
        "program-output",
        "literalinclude",
        "code-tab",
        "click:example",
        "click:run",
    ]
)
_BOX = frozenset(
    ["note", "tip", "hint", "important", "warning", "caution", "attention", "danger", "error", "seealso", "see-also"]
)
_PLAIN = frozenset(
    [
        "container",
        "only",
        "ifconfig",
        "rst-class",
        "cssclass",
        "compound",
        "grid",
        "tabs",
        "tab-set",
        "hlist",
        "glossary",
        "epigraph",
        "highlights",
        "pull-quote",
        "acks",
        "centered",
        "div",
        "rst",
        "table-wrapper",
        "line-block",
        "grid-item",
        "eval-rst",
    ]
)
_TABLE = frozenset({"table", "list-table", "csv-table", "flat-table"})
_IMAGE = frozenset({"image", "figure", "thumbnail"})
_OBJECT = frozenset(
    [
        "function",
        "method",
        "classmethod",
        "staticmethod",
        "class",
        "exception",
        "attribute",
        "data",
        "property",
        "decorator",
        "decoratormethod",
        "option",
        "cmdoption",
        "envvar",
        "confval",
        "describe",
        "object",
        "setting",
        "django-admin",
        "templatetag",
        "templatefilter",
        "fieldlookup",
        "macro",
        "type",
        "struct",
        "enum",
        "enumerator",
        "var",
        "member",
        "event",
        "signal",
        "config",
        "option-value",
        "describe-option",
        "cfgcmd",
        "opcmd",
    ]
)
_TITLED = frozenset(
    [
        "admonition",
        "topic",
        "sidebar",
        "dropdown",
        "tab",
        "tab-item",
        "group-tab",
        "card",
        "grid-item-card",
        "collapse",
        "details",
    ]
)
_DOMAIN = re.compile(r"(?:py|c|cpp|js|rst|http|std|rb|php|java|go|ruby|lua|dj|make|cmake|rust|sh|yaml|json|ts|sql):\S+")


def kind_of(name: str) -> Kind:
    """What a directive is; one that nobody knows is `titled`: its argument is a title if it has a body."""
    name = name.lower()
    short = name.rsplit(":", 1)[-1]
    kinds: tuple[tuple[Kind, bool], ...] = (
        ("version", name in VERSIONS),
        ("silent", name in _SILENT or name.startswith("auto")),
        ("include", name == "include"),
        ("code", name in _CODE),
        ("box", name in _BOX),
        ("plain", name in _PLAIN),
        ("table", name in _TABLE),
        ("image", name in _IMAGE),
        ("heading", name == "rubric"),
        ("titled", name in _TITLED),
        ("object", short in _OBJECT or bool(_DOMAIN.fullmatch(name))),
    )
    return next((kind for kind, fits in kinds if fits), "titled")

"""Antora's layout: the attributes of a component, and files that are named by module and family."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml

from claimdiff.passages.rst.inline import Named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from claimdiff.passages.writing import Include

_PLACE = re.compile(r"(?P<root>(?:.*/)?)modules/(?P<module>[^/]+)/(?:pages|partials|examples)/")
_RESOURCE = re.compile(
    r"(?:(?:[^@:$/]+@)?(?:(?P<component>[^:@$/]*):)?(?P<module>[^:@$/]+):)?(?:(?P<family>[a-z]+)\$)?(?P<path>[^:$]+)"
)
_FAMILIES = {
    "partial": "partials",
    "example": "examples",
    "page": "pages",
    "attachment": "attachments",
    "image": "images",
}
_PLAYBOOKS = ("antora-playbook.yml", "site.yml")


@dataclass(frozen=True, kw_only=True, slots=True)
class Site:
    """What the site gives to its pages: attributes, those that no page may change, and the component's folder."""

    values: dict[str, Named] = field(default_factory=dict)
    locked: frozenset[str] = frozenset()
    root: str | None = None
    module: str = ""


def site_of(path: str, include: Include | None) -> Site:
    """The site of a page by its path; one without attributes where the page is in no component."""
    match = _PLACE.match(path)
    if include is None or not match:
        return Site()
    root, module = match.group("root"), match.group("module")
    values = {name: Named(text=text, place=("", 0)) for name, text in _PAGE.items()}
    values["page-module"] = Named(text=module, place=("", 0))
    locked: set[str] = set()
    playbook = next((found for name in _PLAYBOOKS if (found := include(name)) is not None), None)
    for file, data in ((_PLAYBOOKS[0], playbook), (root + "antora.yml", include(root + "antora.yml"))):
        for name, text, line in _pairs(data or b""):
            soft = text.endswith("@") and name not in _OWN.values()
            values[name] = Named(text=text.removesuffix("@") if soft else text, place=(file, line))
            (locked.discard if soft else locked.add)(name)
    return Site(values=values, locked=frozenset(locked), root=root, module=module)


_PAGE = {"env": "site", "env-site": "", "site-gen": "antora", "site-gen-antora": ""}
_OWN = {
    "name": "page-component-name", "title": "page-component-title", "version": "page-component-version",
    "display_version": "page-component-display-version",
}  # fmt: skip


def _pairs(data: bytes) -> Iterator[tuple[str, str, int]]:
    """Attributes of a descriptor with their lines; none from one that is broken."""
    try:
        document = yaml.compose(data.decode("utf-8", "replace"), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return
    for key, value in _entries(document):
        if key.value in _OWN and isinstance(value, yaml.ScalarNode):
            yield _OWN[key.value], value.value, value.start_mark.line + 1
        if key.value != "asciidoc":
            continue
        for inner, attributes in _entries(value):
            for name, text in _entries(attributes) if inner.value == "attributes" else ():
                if isinstance(text, yaml.ScalarNode) and text.value not in {"false", "~", "null"}:
                    yield name.value.lower(), "" if text.value == "true" else text.value, text.start_mark.line + 1


def _entries(node: yaml.Node | None) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
    if isinstance(node, yaml.MappingNode):
        yield from ((key, value) for key, value in node.value if isinstance(key, yaml.ScalarNode))


def candidates(target: str, page: str, site: Site) -> tuple[str, ...]:
    """Where a file may be that a page includes: beside it, or in a family folder of a module."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    match = _RESOURCE.fullmatch(target)
    if site.root is None or not match or "://" in target:
        return (beside,)
    family, module = match.group("family"), match.group("module")
    if not family and not module:
        return (beside, *_in_modules(site, site.module, "pages", target))
    folder = _FAMILIES.get(family or "page", "pages")
    inside = _PLACE.match(page)
    own = inside.group("module") if inside else site.module
    return tuple(_in_modules(site, module or own, folder, match.group("path")))


def _in_modules(site: Site, module: str, folder: str, path: str) -> tuple[str, ...]:
    start = f"{site.root}modules/{module}"
    tries = (f"{start}/{folder}/{path}", f"{start}/pages/_{folder}/{path}")
    return tuple(posixpath.normpath(found) for found in tries)

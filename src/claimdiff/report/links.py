"""Where on the web the lines of a report can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from claimdiff.report.marker import head_sha

if TYPE_CHECKING:
    from claimdiff.records import Side
    from claimdiff.report.document import Report


@dataclass(frozen=True, kw_only=True, slots=True)
class Links:
    """Addresses of files in a repository; `base` and `head` are full commit ids."""

    repository: str
    base: str | None
    head: str | None

    def to(self, path: str, line: int | None, side: Side) -> str | None:
        """The address of a line of a file on one side; None where the commit is not known. Of a Markdown page its source."""
        sha = self.head if side == "head" else self.base
        if sha is None:
            return None
        plain = "?plain=1" if path.lower().endswith((".md", ".markdown", ".mdx", ".rst", ".adoc", ".ipynb")) else ""
        place = "" if line is None else f"#L{line}"
        return f"{self.repository}/blob/{sha}/{quote(path.encode('utf-8', 'replace'), safe='/')}{plain}{place}"


def links_of(report: Report, server_url: str, repository: str) -> Links | None:
    """The links of a report; None where the repository is not known."""
    if not server_url or not repository:
        return None
    base = report.base.sha if report.base is not None else None
    return Links(repository=f"{server_url}/{quote(repository, safe='/')}", base=base, head=head_sha(report))

"""One report as texts of several lengths: the comment within a limit, the summary within what room is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from claimdiff.report import COMMENT_LIMIT
from claimdiff.report.escape import one_line, utf16_units
from claimdiff.report.view import Setting

if TYPE_CHECKING:
    from collections.abc import Callable

    from claimdiff.report.document import Report
    from claimdiff.report.links import Links
    from claimdiff.report.marker import Marker


@dataclass(frozen=True, kw_only=True)
class Posting:
    """A report with everything that its texts need. `template` is the team's own, from the base branch."""

    report: Report
    marker: Marker
    links: Links | None = None
    remark: str = ""
    commands: bool = False
    template: str | None = None
    limit: int = COMMENT_LIMIT
    _notes: list[str] = field(default_factory=list, repr=False, compare=False)

    def body(self, limit: int, *, all_clear: bool = False) -> str:
        """The comment, at most `limit` UTF-16 units long."""
        return self._text(lambda text: utf16_units(text) <= limit, all_clear=all_clear)

    def within(self, fits: Callable[[str], bool]) -> str:
        """The full list, as much of it as fits."""
        return self._text(fits)

    def notes(self) -> tuple[str, ...]:
        """What went wrong with the team's own template."""
        return tuple(dict.fromkeys(self._notes))

    def _text(self, fits: Callable[[str], bool], *, all_clear: bool = False) -> str:
        from claimdiff.prompts import bounds  # noqa: PLC0415 -- see the package
        from claimdiff.report import render  # noqa: PLC0415 -- same

        setting = Setting(links=self.links, commands=self.commands, remark=self.remark, all_clear=all_clear)
        how = render.Comment(fits=fits, first=self.marker.line(), setting=setting, template=self.template)
        try:
            return render.markdown(self.report, how)
        except Exception as problem:  # a team's own template raises what it likes, and no verdict hangs on it
            if self.template is None:
                raise
            place = bounds.place(problem, {render.OWN_TEMPLATE}) or (render.OWN_TEMPLATE, 1)
            told = one_line(f"{place[0]}:{place[1]}: {type(problem).__name__}: {problem}")
            self._notes.append(f"the team's own comment template was not used: {told}")
            ours = render.Comment(fits=fits, first=self.marker.line(), setting=setting)
            return render.markdown(self.report, ours)

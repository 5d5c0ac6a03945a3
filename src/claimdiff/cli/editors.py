"""The person's own editor: a page opened at a line, and a text to be written."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CUT = "# ---- What stands below this line is not taken. An empty answer changes nothing. ----"
_USUAL = ("nano", "vim", "vi", "notepad")
_COLON = frozenset({"subl", "zed", "hx", "helix", "micro", "fresh"})
_GOTO = frozenset({"code", "code-insiders", "codium", "cursor", "windsurf", "positron"})
_WAITS = _GOTO | {"subl", "zed"}
"""Editors that return at once unless they are told to wait."""


def editor(env: Mapping[str, str]) -> list[str]:
    """The editor's command in words: VISUAL, then EDITOR, then what is usually there.

    Raises:
        UsageError: there is none.
    """
    for name in ("VISUAL", "EDITOR"):
        if env.get(name, "").strip():
            try:
                return shlex.split(env[name])
            except ValueError as error:
                raise UsageError(f"{name} is {env[name]!r}, which is no command: {error}") from None
    found = next((name for name in _USUAL if shutil.which(name)), None)
    if found is None:
        raise UsageError("no editor was found", hint="export EDITOR=<your editor>")
    return [found]


def at_line(command: Sequence[str], path: Path, line: int | None) -> list[str]:
    """The command that opens a file at a line (1-based), in the way that the editor wants to be told.

    The path is absolute, so that no name of a page is taken for an option or, as vi does, for a command.
    """
    name, place = Path(command[0]).stem.lower(), str(path.absolute())
    if line is None:
        return [*command, place]
    if name in _GOTO:
        return [*command, "--goto", f"{place}:{line}"]
    if name in _COLON:
        return [*command, f"{place}:{line}"]
    if name in {"idea", "pycharm", "webstorm", "mate"}:
        return [*command, "--line", str(line), place]
    if name == "notepad++":
        return [*command, f"-n{line}", place]
    return [*command, place] if name == "notepad" else [*command, f"+{line}", place]


def open_page(path: Path, line: int | None, env: Mapping[str, str]) -> None:
    """Open a page at a line and wait for the editor.

    Raises:
        UsageError: there is no editor, or no such page.
    """
    if not path.is_file():
        raise UsageError(f"{path} is not there any more")
    _run(at_line(editor(env), path, line))


def written(text: str, env: Mapping[str, str]) -> str:
    """What a person makes of a text in the editor, without the blanks at its ends.

    Raises:
        UsageError: there is no editor, or it failed.
    """
    command = editor(env)
    waits = ["--wait"] if Path(command[0]).stem.lower() in _WAITS and "--wait" not in command else []
    with tempfile.TemporaryDirectory(prefix="claimdiff-") as folder:
        file = Path(folder) / "answer.md"
        file.write_text(f"{text}\n\n{CUT}\n", encoding="utf-8")
        _run([*command, *waits, str(file)])
        try:
            return file.read_text(encoding="utf-8").partition(CUT)[0].strip()
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"the answer could not be read back: {error}") from None


def _run(command: Sequence[str]) -> None:
    try:
        code = subprocess.run(command, check=False, env=dict(os.environ)).returncode  # noqa: S603 -- the person's editor
    except OSError as error:
        raise UsageError(f"{command[0]} could not be started: {error.strerror or error}", hint="check EDITOR") from None
    if code:
        raise UsageError(f"{command[0]} ended with {code}")

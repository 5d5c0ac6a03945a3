"""`claimdiff.yml`: read, checked and with its defaults.

The models are in `models`; here a file becomes one of them, and paths find their place.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from claimdiff import yamlfile
from claimdiff.errors import FileProblems, Problem, UsageError
from claimdiff.settings.models import (
    Bm25Retriever,
    ClaudeExtractor,
    ClaudeGenerator,
    ClaudeJudge,
    CommandGenerator,
    CommandRetriever,
    ExternalGenerator,
    ExternalRetriever,
    Extractor,
    GateSettings,
    Generator,
    HttpGenerator,
    HttpRetriever,
    Judge,
    LexicalJudge,
    Limits,
    PromptFile,
    PythonGenerator,
    PythonRetriever,
    Readers,
    RecordedGenerator,
    Retriever,
    RulesExtractor,
    SettingsFile,
)

__all__ = [
    "Bm25Retriever",
    "ClaudeExtractor",
    "ClaudeGenerator",
    "ClaudeJudge",
    "CommandGenerator",
    "CommandRetriever",
    "ExternalGenerator",
    "ExternalRetriever",
    "Extractor",
    "GateSettings",
    "Generator",
    "HttpGenerator",
    "HttpRetriever",
    "Judge",
    "LexicalJudge",
    "Limits",
    "PromptFile",
    "PythonGenerator",
    "PythonRetriever",
    "Readers",
    "RecordedGenerator",
    "Retriever",
    "RulesExtractor",
    "Settings",
    "SettingsFile",
    "load",
]

DEFAULT_NAME = "claimdiff.yml"
_CONFLICT = "resolve the conflict by hand, then `claimdiff validate`"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One assistant's settings. Paths and globs are posix and relative to `root_dir`.

    `config_path` is absolute, `root_dir` the absolute folder that the key `root` names.
    """

    config_path: Path
    root_dir: Path
    name: str
    root: str
    docs: tuple[str, ...]
    prompts: tuple[PromptFile, ...]
    golden_set: str
    baseline: str
    language: str
    readers: Readers
    retriever: Retriever
    generator: Generator
    extractor: Extractor
    judge: Judge
    gate: GateSettings
    limits: Limits

    def in_repository(self, path: str, repository: Path) -> str:
        """A path or glob of the settings (relative to `root_dir`) as a posix path relative to the repository's root.

        Raises:
            UsageError: `root_dir` is outside the repository.
        """
        prefix = self.prefix(repository)
        return (PurePosixPath(prefix) / path).as_posix() if prefix else PurePosixPath(path).as_posix()

    def prefix(self, repository: Path) -> str:
        """`root_dir` relative to the repository's root, as a posix path; empty where they are the same folder.

        Raises:
            UsageError: `root_dir` is outside the repository.
        """
        try:
            inside = self.root_dir.resolve().relative_to(repository.resolve())
        except ValueError:
            message = f"{self.config_path}: root: {self.root_dir} is outside the repository {repository}"
            raise UsageError(message, hint="name a folder of the repository") from None
        return "" if inside == Path() else inside.as_posix()


def load(path: Path, *, text: str | None = None) -> Settings:
    """Read a config file, or `text` as if it stood in the file `path` (a config at another commit).

    Raises:
        FileProblems: every problem of the file at once.
        UsageError: there is no such file, or it cannot be read.
    """
    shown = _shown(path)
    if text is None:
        text = yamlfile.decode(_bytes(path, shown), path=shown)
    file = yamlfile.load(text, path=shown, conflict_hint=_CONFLICT)
    read = yamlfile.read_model(SettingsFile, file)
    folder = Path(os.path.abspath(path)).parent  # noqa: PTH100 -- symlinks stay as the user named them
    root_dir = Path(os.path.normpath(folder / read.root))
    if problem := _outside(root_dir, folder, read.root):
        line = file.line(("root",))
        raise FileProblems((Problem(path=shown, line=line, key="root", message=problem),))
    values = {name: getattr(read, name) for name in SettingsFile.model_fields}
    values["baseline"] = read.baseline or (PurePosixPath(read.golden_set).parent / "baseline").as_posix()
    return Settings(config_path=folder / path.name, root_dir=root_dir, **values)


def _outside(root_dir: Path, folder: Path, root: str) -> str | None:
    """Why the root cannot be used, or None. Without a repository above the config any folder may be the root."""
    repository = next((parent for parent in (folder, *folder.parents) if (parent / ".git").exists()), None)
    if repository is not None and not root_dir.is_relative_to(repository):
        return f'a folder inside the repository {repository} is expected, found the text "{root}"'
    if not root_dir.is_dir():
        return f"there is no folder {root_dir}"
    return None


def _bytes(path: Path, shown: str) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        hint = "run `claimdiff init` to write one, or name yours with --config FILE"
        raise UsageError(f"there is no config file {shown}", hint=hint) from None
    except IsADirectoryError:
        hint = f"name the file: --config {shown}/{DEFAULT_NAME}"
        raise UsageError(f"{shown} is a folder, not a config file", hint=hint) from None
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}") from None


def _shown(path: Path) -> str:
    """The path as the user knows it: relative to the current folder where it lies below it."""
    if not path.is_absolute():
        return path.as_posix()
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return path.as_posix()

"""A config of a tree that is not on disk: whose it is and where its baseline lies, worked out on paper."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from pathlib import PurePosixPath

from claimdiff import yamlfile
from claimdiff.errors import UsageError
from claimdiff.settings.models import Extractor, SettingsFile


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """An assistant's name, its baseline folder relative to the repository's root, and who takes its answers apart."""

    name: str
    baseline: str
    extractor: Extractor


def place_of(text: str, *, path: str) -> Place:
    """The place that a config names; `path` is the config's own, relative to the repository's root.

    Raises:
        FileProblems: every problem of the file at once.
        UsageError: `root` leaves the repository.
    """
    read = yamlfile.read_model(
        SettingsFile, yamlfile.load(text, path=path, conflict_hint="resolve the conflict by hand")
    )
    baseline = read.baseline or (PurePosixPath(read.golden_set).parent / "baseline").as_posix()
    folder = posixpath.normpath(posixpath.join(posixpath.dirname(path), read.root, baseline))
    if folder.startswith(("/", "..")):
        raise UsageError(f"{path}: root: {read.root} is outside the repository", hint="name a folder of the repository")
    return Place(name=read.name, baseline=folder, extractor=read.extractor)

"""What pip installs is whole: the wheel works away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from email import message_from_string
from typing import TYPE_CHECKING

import pytest

from helpers.program import GOLDEN, ROOT

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder)]
    subprocess.run([*command, str(ROOT)], check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_holds_types_licence_and_sample(wheel: Path) -> None:
    """The wheel carries py.typed, the licence and every file of the demo's sample, and no tests."""
    names = set(zipfile.ZipFile(wheel).namelist())
    sample = [path for path in (GOLDEN / "meridian").rglob("*") if path.is_file() and ".claimdiff" not in path.parts]

    assert "claimdiff/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {
        f"claimdiff/sample_data/meridian/{path.relative_to(GOLDEN / 'meridian').as_posix()}" for path in sample
    } <= names
    assert [name for name in names if name.startswith("tests/") or "__pycache__" in name] == []


def test_metadata(wheel: Path) -> None:
    """The metadata names the licence and the oldest Python."""
    archive = zipfile.ZipFile(wheel)
    (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
    metadata = message_from_string(archive.read(name).decode())

    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"


def test_the_demo_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """Installed from the wheel alone, the demo finds its sample and ends with 0."""
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    env = {**os.environ, "PYTHONPATH": str(site)}
    program = f"import claimdiff; assert claimdiff.__file__.startswith({str(site)!r}); import claimdiff.cli.main as m; m.run()"
    command = [sys.executable, "-c", program, "demo", "--dir", str(tmp_path / "demo")]

    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, encoding="utf-8", check=False)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "demo" / "report.html").is_file()

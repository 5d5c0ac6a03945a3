"""The sample products that ship with the package, for `claimdiff demo` and for a first look at the files."""

from __future__ import annotations

from pathlib import Path

from claimdiff.errors import UsageError

NAMES = ("meridian",)
"""The samples that a wheel carries; a checkout has more in golden_set/."""


def path(name: str = "meridian") -> Path:
    """Return the folder of a sample: claimdiff.yml, questions.yml, baseline/, docs/ and prompts/.

    It is to be copied, never to be written to: in a wheel it lies among the installed files, in a checkout (editable
    install) it is golden_set/ itself.

    Raises:
        UsageError: the name is unknown, or the installation is incomplete.
    """
    if name not in NAMES:
        raise UsageError(f"there is no sample {name!r}", hint=f"samples are: {', '.join(NAMES)}")
    package = Path(__file__).resolve().parent
    for folder in (package / "sample_data" / name, package.parents[1] / "golden_set" / name):
        if (folder / "claimdiff.yml").is_file():
            return folder
    raise UsageError(f"the sample {name!r} is missing from this installation", hint="install claimdiff again")

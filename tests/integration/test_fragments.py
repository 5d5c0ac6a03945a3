"""Text that a page includes, and values that it only names: their changes are found where they are made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import config, golden, kestrel, question

if TYPE_CHECKING:
    from pathlib import Path

    from helpers.kestrel import Kestrel

RST = {
    "docs/limits.rst": "Rate limits\n===========\n\n.. include:: ../shared/rate.inc\n",
    "shared/rate.inc": "The gateway allows 600 requests\nper minute.\n",
}
ADOC = {
    "docs/modules/ROOT/pages/limits.adoc": "= Rate limits\n\nThe gateway allows {rate} requests per minute.\n",
    "docs/antora.yml": "name: kestrel\nasciidoc:\n  attributes:\n    rate: '600'\n",
}
SNIPPET = {
    "docs/limits.md": '# Rate limits\n\n--8<-- "rate.md"\n',
    "mkdocs.yml": "markdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts]\n",
    "parts/rate.md": "The gateway allows 600 requests\nper minute.\n",
}
MYST = {
    "docs/limits.md": "# Rate limits\n\n```{include} ../shared/all.txt\n```\n",
    "shared/all.txt": "```{include} rate.txt\n```\n",
    "shared/rate.txt": "The gateway allows 600 requests\nper minute.\n",
}
CONF = {
    "docs/limits.rst": "Rate limits\n===========\n\nThe gateway allows |rate| requests per minute.\n",
    "docs/conf.py": 'rst_epilog = """\n.. |rate| replace:: 600\n"""\n',
}
SITES = {
    "conf": (CONF, "docs/conf.py", 2),
    "rst": (RST, "shared/rate.inc", 1),
    "adoc": (ADOC, "docs/antora.yml", 4),
    "snippet": (SNIPPET, "parts/rate.md", 1),
    "myst": (MYST, "shared/rate.txt", 1),
}


@pytest.fixture(params=SITES)
def site(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[Kestrel, str, int]:
    """A site whose one fact stands outside of its pages, with the file and the line that hold it."""
    files, name, line = SITES[request.param]
    own = {
        "claimdiff.yml": config(docs=[next(iter(files))]),
        "golden_set/questions.yml": golden([question("rate", sources=[next(iter(files))])]),
    }
    return kestrel(tmp_path / "site", capsys, {**files, **own}), name, line


def test_a_change_outside_of_the_pages_is_reported_on_its_line(site: tuple[Kestrel, str, int]) -> None:
    """The fragment or the descriptor that changed is named, though no glob of the settings matches it."""
    repo, name, line = site
    repo.edit(name, "600", "900")

    done = repo.check()

    (found,) = done.report["newly_unsupported"]
    assert (found["verdict"], found["cause"]) == ("contradicted", "docs")
    assert (found["change"]["path"], found["change"]["line"]) == (name, line)


def test_other_files_change_nothing(site: tuple[Kestrel, str, int]) -> None:
    """A file that no page names is not read."""
    repo, _, _ = site
    repo.write("src/rate.py", "RATE = 900\n")

    assert repo.check().report["reasons"] == ["Nothing changed."]


def test_text_that_moves_into_a_page_flags_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a sentence is kept is not what it says."""
    own = {
        "claimdiff.yml": config(docs=["docs/**/*.rst"]),
        "golden_set/questions.yml": golden([question("rate", sources=["docs/limits.rst"])]),
    }
    repo = kestrel(tmp_path / "site", capsys, {**RST, **own})
    repo.write("docs/limits.rst", "Rate limits\n===========\n\nThe gateway allows 600 requests per minute.\n")

    done = repo.check()

    assert (done.code, done.flagged, done.replayed) == (0, [], [])


def test_an_include_that_lost_its_file(repo: Kestrel) -> None:
    """A fragment that a change deletes is told with the line that includes it; one that was missing before is not."""
    repo.write("docs/parts/quota.txt", "A tenant has 5 GB.\n")
    repo.write("docs/quota.md", '# Quota\n\n--8<-- "docs/parts/quota.txt"\n\n--8<-- "docs/parts/never.txt"\n')
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")
    repo.delete("docs/parts/quota.txt")

    done = repo.check()

    assert "docs/quota.md:3: includes docs/parts/quota.txt, which does not exist" in done.err
    assert "never.txt" not in done.err
    assert "docs/parts/never.txt" in repo.run("validate").out + repo.run("validate").err

"""The setting `language` in a run: another language finds its changes, and an untested one says so once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.kestrel import config, golden

if TYPE_CHECKING:
    from helpers.kestrel import Kestrel

NOTE = "is not tested"


def approved(repo: Kestrel, language: str, page: str, asked: str) -> None:
    """One approved answer in a language, on main."""
    repo.write("claimdiff.yml", config(language=language))
    for name in repo.baselines():
        repo.delete(f"golden_set/baseline/{name}")
    repo.write("docs/lock.md", f"# 1\n\n{page}\n")
    repo.write("golden_set/questions.yml", golden([{"id": "lock", "question": asked, "answer": page}]))
    assert repo.accept("--all", "--reason", "first").code == 0
    repo.commit()
    repo.repo.git("branch", "-f", "main", "HEAD")


@pytest.mark.parametrize(
    ("language", "page", "asked", "old", "new"),
    [
        ("de", "Eine Sperre endet nach 20 Minuten.", "Wann endet eine Sperre?", "20 Minuten", "25 Minuten"),
        ("fr", "Un verrou ne peut pas être forcé.", "Un verrou peut-il être forcé ?", "ne peut pas", "peut"),
        ("es", "Un bloqueo termina tras 20 minutos.", "¿Cuándo termina un bloqueo?", "minutos", "horas"),
        ("ja", "ロックは20分で切れます。", "ロックはいつ切れますか？", "20分", "20秒"),
        ("zh", "锁定在20分钟后结束。", "锁定什么时候结束？", "20分钟", "25分钟"),
    ],
)
def test_a_change_is_found(repo: Kestrel, language: str, page: str, asked: str, old: str, new: str) -> None:
    """A number, a unit or a denial that changes is reported with its line, and nothing is said of the language."""
    approved(repo, language, page, asked)
    repo.edit("docs/lock.md", old, new)

    done = repo.check()

    [claim] = done.report["newly_unsupported"]
    assert (done.code, claim["cause"], claim["change"]["line"]) == (1, "docs", 3)
    assert NOTE not in done.err


def test_an_untested_language_says_so_once(repo: Kestrel) -> None:
    """A language that nobody tried is compared by its numbers, and the run says that in one line."""
    approved(repo, "pl-PL", "Blokada trwa 20 minut.", "Ile trwa blokada?")
    repo.edit("docs/lock.md", "20", "25")

    done = repo.check()

    assert done.flagged == ["lock"]
    assert done.err.count(NOTE) == 1
    assert "claimdiff.yml: language: pl-PL is not tested" in done.err


def test_auto_says_nothing(repo: Kestrel) -> None:
    """`auto` takes the pages as they come."""
    approved(repo, "auto", "Eine Sperre endet nach 20 Minuten.", "Wann endet eine Sperre?")
    repo.edit("docs/lock.md", "20", "25")

    done = repo.check()

    assert done.flagged == ["lock"]
    assert NOTE not in done.err

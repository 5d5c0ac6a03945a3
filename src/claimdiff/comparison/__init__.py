"""Comparison of base and head: statuses, causes, and the facts about the docs behind them.

What became of a claim is decided in `statuses`, why in `causes`. Both ask `facts`, the port to the two states of the
docs, which `docsview` answers from two trees (`quotes`: where a text stands; `changedlines`: which lines changed;
`successors`: what took the place of a sentence; `headings`: what stands above it) and `approved` from a baseline alone.

What an edit did to a claim is told by looks, each a pure function that knows one kind of edit and is silent on all
others. `turning` lists those at a sentence and the one in its place (`turns`): `values`, `names`, `lists`, `denials`,
`smallwords` with `contraries`, `conditions`. `undercutting` lists those at the whole support of a claim: edited, emptied,
thinner than before (`remainder`), under a heading or a condition that limits it. `rewording` tells when nothing was lost.
A new kind of edit is a new look, a line in its list, and examples of what it sees and what it leaves alone in the tests.
"""

"""The team's own retriever or generator: one JSON object in, one out, by command, Python function or HTTP.

A reply is the object, or the reason why there is none; one broken reply never takes the others with it.
"""

from claimdiff.adapters.command import ask_command
from claimdiff.adapters.function import ask_python
from claimdiff.adapters.http import ask_http
from claimdiff.adapters.reply import Reply, Request

__all__ = ["Reply", "Request", "ask_command", "ask_http", "ask_python"]

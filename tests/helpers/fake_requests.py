"""What the fake Claude reads out of a request, and what it refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error"}
KINDS |= {413: "request_too_large", 429: "rate_limit_error", 500: "api_error", 529: "overloaded_error"}
KNOWN = {
    "model",
    "max_tokens",
    "messages",
    "system",
    "metadata",
    "stop_sequences",
    "thinking",
    "tools",
    "tool_choice",
    "output_config",
}
KNOWN |= {"cache_control", "service_tier", "container", "inference_geo"}
MOST_MARKS = 4


class Unacceptable(Exception):  # noqa: N818 -- it is an answer
    """An error status as the answer."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def text_of(body: dict[str, Any]) -> str:
    """Every string of the system part and the messages, a line each: what rules and faults are matched with."""

    def walk(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for item in value.values():
                yield from walk(item)
        elif isinstance(value, list):
            for item in value:
                yield from walk(item)

    return "\n".join(walk([body.get("system", ""), body.get("messages", [])]))


def check(body: dict[str, Any]) -> None:
    """Refuse what the service is known to refuse."""
    if unknown := sorted(set(body) - KNOWN):
        raise Unacceptable(400, f"{unknown[0]}: Extra inputs are not permitted")
    blocks = [
        block for message in body["messages"] if isinstance(message["content"], list) for block in message["content"]
    ]
    blocks += body["system"] if isinstance(body.get("system"), list) else []
    if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
        raise Unacceptable(400, "messages: text content blocks must be non-empty")
    if sum("cache_control" in block for block in blocks) > MOST_MARKS:
        raise Unacceptable(400, "A maximum of 4 blocks with cache_control may be provided.")
    citing = any((block.get("citations") or {}).get("enabled") for block in blocks)
    if citing and (body.get("output_config") or {}).get("format"):
        raise Unacceptable(400, "output_config.format: citations cannot be used together with structured output")


def error_body(status: int, message: str) -> dict[str, Any]:
    """An error as the service writes it."""
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": message}}

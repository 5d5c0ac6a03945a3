"""A request and a reply with everything in them that ours have, for a call that goes nowhere."""

from __future__ import annotations

from typing import Any

BODY: dict[str, Any] = {
    "model": "none",
    "max_tokens": 1,
    "system": [{"type": "text", "text": "none", "cache_control": {"type": "ephemeral"}}],
    "messages": [
        {
            "role": "user",
            "content": [
                {
                    "type": "search_result",
                    "source": "none",
                    "title": "none",
                    "content": [{"type": "text", "text": "none"}],
                    "citations": {"enabled": True},
                },
                {"type": "text", "text": "none"},
            ],
        }
    ],
    "output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}},
}
REPLY: dict[str, Any] = {
    "id": "none",
    "type": "message",
    "role": "assistant",
    "model": "none",
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "content": [
        {
            "type": "text",
            "text": "none",
            "citations": [
                {
                    "type": "search_result_location",
                    "cited_text": "none",
                    "source": "none",
                    "title": "none",
                    "search_result_index": 0,
                    "start_block_index": 0,
                    "end_block_index": 1,
                }
            ],
        }
    ],
    "usage": {"input_tokens": 1, "output_tokens": 1},
}

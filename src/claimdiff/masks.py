"""Secrets kept out of everything that is printed, posted or written, in each form in which a text may carry them."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

HIDDEN = "***"
_SHORTEST = 6
"""Shorter values are no secrets: masking "true" everywhere would only hide the text."""

_NAMES = (
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "GITHUB_TOKEN",
    "INPUT_ANTHROPIC-API-KEY",
    "INPUT_GITHUB-TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
)
_STARTS = ("CLAIMDIFF_", "AWS_SECRET", "AWS_SESSION_TOKEN", "GOOGLE_")

_FIXED = frozenset(
    [
        "name",
        "conclusion",
        "verdict",
        "status",
        "cause",
        "kind",
        "state",
        "base_state",
        "diagnosis",
        "citation",
        "side",
        "votes",
        "use",
        "sees",
        "entailment",
    ]
)
"""Keys of report.json whose values are words of ours."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Masks:
    """The texts that are never shown, longest first."""

    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, secrets: Iterable[str]) -> Self:
        """Masks of these secrets in all their forms: plain, base64 at any offset, JSON-escaped, URL-escaped."""
        found = {form for secret in secrets if len(secret) >= _SHORTEST for form in _forms(secret)}
        return cls(texts=tuple(sorted(found, key=lambda text: (-len(text), text))))

    @classmethod
    def of_environment(cls, env: Mapping[str, str]) -> Self:
        """Masks of what an environment holds for us: keys, tokens and the values that headers may name."""
        wanted = (value for name, value in env.items() if is_secret(name))
        return cls.of(line.strip() for value in wanted for line in (value, *value.splitlines()))

    def hide(self, text: str) -> str:
        """The text without any secret. Raises nothing."""
        for secret in self.texts:
            if secret in text:
                text = text.replace(secret, HIDDEN)
        return text


def hidden(text: str, masks: Masks) -> str:
    """A report as JSON without any secret: its keys, numbers and fixed words stay, whatever a secret is."""
    return json.dumps(_hidden(json.loads(text), masks), ensure_ascii=False)


def _hidden(value: Any, masks: Masks) -> Any:
    if isinstance(value, dict):
        return {key: item if key in _FIXED else _hidden(item, masks) for key, item in value.items()}
    if isinstance(value, list):
        return [_hidden(item, masks) for item in value]
    return masks.hide(value) if isinstance(value, str) else value


def is_secret(name: str) -> bool:
    """Whether the variable of this name holds a secret."""
    upper = name.upper().replace("_", "-")
    return any(upper == known.replace("_", "-") for known in _NAMES) or name.upper().startswith(_STARTS)


def _forms(secret: str) -> Iterator[str]:
    yield secret
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    escaped = html.escape(secret)
    yield from (escaped, escaped.replace("&quot;", "&#34;").replace("&#x27;", "&#39;"))
    yield quote(secret, safe="", errors="surrogatepass")
    data = secret.encode("utf-8", "surrogatepass")
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for offset in range(3):
            # Three alignments: a longer text may hold the secret anywhere, and its first and last sign mix with others.
            text = encode(b"\0" * offset + data).decode().rstrip("=")
            first = (offset * 8 + 5) // 6
            last = (offset + len(data)) * 8 // 6
            if last - first >= _SHORTEST:
                yield text[first:last]

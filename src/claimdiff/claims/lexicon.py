"""Closed lists of English words that the claim rules lean on, and what form of a verb a word is."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

VerbForm = Literal["be", "have", "do", "modal", "third", "base", "past", "gerund", "irregular"]

BE = frozenset(["is", "are", "was", "were", "be", "been", "being", "isn't", "aren't", "wasn't", "weren't", "it's", "they're", "that's", "there's"])
HAVE = frozenset(["has", "have", "had", "hasn't", "haven't", "hadn't"])
DO = frozenset(["does", "do", "did", "doesn't", "don't", "didn't"])
MODALS = frozenset(
    ["can", "cannot", "can't", "could", "couldn't", "may", "might", "must", "mustn't", "shall", "should", "shouldn't", "will", "won't", "would", "wouldn't", "you'll", "it'll", "they'll"]
)
ADVERBS = frozenset(
    ["also", "then", "always", "never", "only", "still", "already", "automatically", "currently", "usually", "often", "sometimes", "even", "just", "again", "not", "n't", "therefore", "thus", "instead", "simply", "now", "typically", "generally", "optionally", "immediately", "no", "longer", "permanently", "additionally", "by", "default", "both", "either", "therefore", "afterwards", "later", "first", "finally"]
) - {"by", "default", "both", "either", "longer", "no"}
ADJECTIVES = frozenset(
    ["free", "open", "closed", "available", "unavailable", "unlimited", "optional", "mandatory", "possible", "public", "private", "valid", "invalid", "safe", "secure", "compatible", "ready", "active", "inactive", "visible", "hidden", "readable", "writable", "reversible", "irreversible", "recoverable", "exempt", "eligible", "responsible", "refundable"]
)
PRONOUNS = frozenset(["it", "they", "you", "we", "i", "he", "she", "this", "these", "those", "that", "there", "one", "everyone", "everything", "nothing"])
RELATIVES = frozenset(["that", "which", "who", "whose", "whom", "where"])
SUBORDINATORS = frozenset(
    ["if", "when", "whenever", "once", "unless", "after", "before", "while", "because", "since", "although", "though", "where", "as", "until", "whereas", "provided", "whether", "so"]
)
CONDITIONS = ("if", "unless", "when", "whenever", "as long as", "provided", "only if", "only when", "so long as")
PREPOSITIONS = frozenset(
    ["in", "on", "at", "by", "for", "from", "to", "of", "with", "within", "without", "into", "onto", "over", "under", "during", "per", "via", "across", "through", "between", "among", "against", "about", "above", "below", "than", "along", "until", "since", "as", "after", "before", "inside", "outside", "near", "per", "up", "off", "out", "around", "besides", "beyond", "like", "toward", "towards", "upon", "despite"]
)
DETERMINERS = frozenset(
    ["a", "an", "the", "this", "that", "these", "those", "its", "their", "your", "our", "my", "any", "each", "every", "all", "both", "some", "no", "another", "such", "either", "neither", "most", "many", "several", "few", "more"]
)
UNIT_WORDS = frozenset(["per", "a", "an", "each", "every"])
NUMBER_WORDS = frozenset(
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "fifteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "unlimited"]
)
# One sentence after the other, each with a subject: "X, so Y".
CONJUNCTIONS = frozenset(["and", "but", "yet", "while", "whereas", "so", "then", "plus", "although", "though"])

_VERBS = frozenset(
    ["accept", "access", "act", "activate", "add", "adjust", "affect", "aggregate", "aim", "allocate", "allow", "answer", "appear", "append", "apply", "archive", "ask", "assign", "assume", "attach", "authenticate", "authorize", "authorise", "auto-scale", "avoid", "back", "batch", "become", "begin", "behave", "belong", "block", "boot", "break", "bring", "bundle", "buffer", "build", "bypass", "cache", "call", "cancel", "carry", "cause", "change", "charge", "check", "choose", "claim", "clamp", "clean", "clear", "click", "clone", "close", "collect", "combine", "come", "commit", "compare", "compile", "complete", "compress", "compute", "configure", "confirm", "connect", "consider", "consist", "consume", "contain", "continue", "control", "convert", "copy", "correspond", "cost", "count", "cover", "create", "cut", "decide", "declare", "decode", "decrease", "decrypt", "default", "define", "delay", "delete", "deliver", "demand", "deny", "depend", "deploy", "deprecate", "describe", "destroy", "detect", "determine", "differ", "disable", "disappear", "discard", "display", "distribute", "do", "double", "download", "drop", "duplicate", "edit", "emit", "enable", "encode", "encrypt", "end", "enforce", "ensure", "enter", "estimate", "evaluate", "exceed", "exclude", "execute", "exist", "exit", "expand", "expect", "expire", "explain", "export", "expose", "extend", "extract", "fail", "fall", "feature", "fetch", "filter", "find", "finish", "fix", "flush", "follow", "forbid", "force", "format", "forward", "function", "gain", "generate", "get", "give", "go", "grant", "group", "grow", "guarantee", "handle", "happen", "hash", "help", "hide", "hold", "host", "identify", "ignore", "import", "improve", "include", "increase", "indicate", "inherit", "initialize", "initialise", "inject", "insert", "inspect", "install", "integrate", "invalidate", "invoke", "isolate", "issue", "join", "keep", "know", "lack", "last", "launch", "lead", "learn", "leave", "let", "lie", "limit", "link", "list", "listen", "live", "load", "locate", "lock", "log", "look", "lose", "lower", "maintain", "make", "manage", "map", "mark", "match", "mean", "measure", "merge", "migrate", "minimize", "mint", "modify", "monitor", "mount", "move", "name", "need", "normalize", "notify", "obtain", "occur", "offer", "omit", "open", "operate", "order", "output", "overlap", "override", "overwrite", "own", "parse", "pass", "pause", "pay", "perform", "permit", "persist", "pick", "place", "point", "poll", "post", "prefer", "prefix", "prepare", "present", "preserve", "press", "prevent", "print", "prioritize", "process", "produce", "prohibit", "promote", "prompt", "protect", "provide", "provision", "prune", "publish", "pull", "purge", "push", "put", "queue", "raise", "reach", "read", "rebuild", "receive", "recognise", "recognize", "recommend", "reconnect", "record", "recover", "redirect", "reduce", "refer", "refresh", "refuse", "regenerate", "register", "reject", "release", "reload", "rely", "remain", "remember", "remove", "rename", "render", "renew", "reopen", "reorder", "replace", "replicate", "report", "represent", "request", "require", "reserve", "reset", "resolve", "respond", "restart", "restore", "restrict", "result", "resume", "retain", "retrieve", "retry", "return", "reuse", "revert", "review", "revoke", "rewrite", "roll", "rotate", "round", "route", "run", "sample", "save", "say", "scale", "scan", "schedule", "scrape", "seal", "search", "see", "select", "sell", "send", "separate", "serialize", "serve", "set", "share", "ship", "show", "shrink", "shut", "sign", "signal", "simplify", "sit", "skip", "sleep", "snapshot", "sort", "spawn", "specify", "speak", "spend", "split", "stand", "start", "state", "stay", "stop", "store", "stream", "strip", "submit", "subscribe", "succeed", "suffer", "suggest", "support", "suspend", "swap", "switch", "sync", "synchronize", "take", "target", "terminate", "test", "throttle", "throw", "toggle", "touch", "track", "transfer", "transform", "treat", "trigger", "trim", "truncate", "try", "tune", "turn", "type", "understand", "undo", "uninstall", "unlock", "unset", "unsubscribe", "update", "upgrade", "upload", "use", "validate", "vary", "verify", "visit", "wait", "wake", "want", "warn", "watch", "wipe", "work", "wrap", "write", "yield", "win", "beat", "email", "e-mail", "mail", "phone", "scrape", "sit", "wear", "bill", "invoice", "refund", "tag", "upvote", "tap", "swipe", "hover", "scroll", "navigate", "head", "toggle", "double-click", "right-click", "sudo", "curl", "pin", "pop", "plug", "fill", "fold", "unzip", "zip", "paste", "proxy", "tunnel", "whitelist", "blacklist", "migrate"]
)
_ALSO_NOUNS = frozenset(
    ["access", "account", "answer", "back", "batch", "block", "break", "buffer", "build", "cache", "call", "change", "charge", "check", "claim", "click", "clone", "cost", "count", "cover", "cut", "default", "delay", "display", "document", "double", "download", "drop", "edit", "end", "estimate", "exit", "export", "extract", "fall", "feature", "filter", "fix", "flush", "force", "format", "function", "group", "hash", "help", "host", "import", "increase", "issue", "join", "lack", "last", "launch", "lead", "limit", "link", "list", "load", "lock", "log", "look", "map", "mark", "match", "measure", "merge", "mount", "move", "name", "need", "offer", "open", "order", "output", "override", "pass", "pause", "pay", "pick", "place", "point", "poll", "post", "prefix", "present", "press", "process", "prompt", "pull", "push", "queue", "raise", "reach", "read", "record", "refresh", "release", "report", "request", "reserve", "reset", "result", "return", "review", "roll", "round", "route", "run", "sample", "save", "scale", "schedule", "search", "set", "share", "ship", "show", "sign", "signal", "sleep", "snapshot", "sort", "split", "stand", "start", "state", "stay", "stop", "store", "stream", "support", "swap", "switch", "sync", "target", "test", "throttle", "touch", "track", "transfer", "trigger", "trim", "turn", "type", "update", "upgrade", "upload", "use", "visit", "wait", "watch", "work", "wrap", "yield", "email", "mail", "phone", "bill", "invoice", "refund", "tag", "tap", "proxy", "tunnel", "head", "pin", "plug"]
)
_IRREGULAR = frozenset(
    ["became", "become", "begun", "broken", "brought", "built", "chosen", "come", "cut", "done", "drawn", "driven", "fallen", "felt", "found", "forgotten", "frozen", "given", "gone", "got", "grown", "held", "hidden", "hit", "kept", "known", "laid", "led", "left", "lent", "let", "lost", "made", "meant", "met", "paid", "put", "read", "run", "said", "seen", "sent", "set", "shown", "shut", "sold", "spent", "split", "spoken", "stood", "stored", "taken", "thrown", "told", "understood", "woken", "worn", "written", "rewritten", "overwritten", "overridden", "bound"]
)
_DOUBLING = frozenset(
    ["clip", "commit", "cut", "drop", "get", "let", "map", "plan", "plug", "prefer", "put", "refer", "run", "set", "ship", "shut", "sit", "skip", "split", "stop", "strip", "submit", "swap", "trim", "unset", "wrap", "begin", "chat", "forbid", "occur", "permit", "recur"]
)


def third(verb: str) -> str:
    """The form after "it": runs, caches, retries."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if verb in _DOUBLING else verb + "ed"


@lru_cache(maxsize=1)
def _forms() -> dict[str, VerbForm]:
    forms: dict[str, VerbForm] = dict.fromkeys(_IRREGULAR, "irregular")
    for verb in sorted(_VERBS):
        forms.setdefault(_past(verb), "past")
        forms[third(verb)] = "third"
        forms[verb] = "base"
    for words, form in ((BE, "be"), (HAVE, "have"), (DO, "do"), (MODALS, "modal")):
        forms.update(dict.fromkeys(words, form))  # type: ignore[arg-type]
    return forms


@lru_cache(maxsize=1)
def _nouns() -> frozenset[str]:
    return frozenset(_ALSO_NOUNS | {third(verb) for verb in _ALSO_NOUNS})


def verb_form(word: str) -> VerbForm | None:
    """Which form of a verb the word may be; None if it is none that documentation uses as one."""
    return _forms().get(word.lower().replace("’", "'"))


def is_participle(word: str) -> bool:
    """Whether the word may stand after "is" or "has": created, shown, kept."""
    low = word.lower()
    return low in _IRREGULAR or (low.endswith("ed") and len(low) > 4)


def may_be_noun(word: str) -> bool:
    """Whether a verb form is as often a noun: backups, requests, limits, use."""
    return word.lower() in _nouns()

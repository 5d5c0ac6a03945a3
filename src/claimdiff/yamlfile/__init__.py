"""YAML files as people write them: safe, with a line for every key and value, and every problem told in plain words.

What a scalar is, the schema decides and not YAML: an unquoted `no`, `off`, `1.10` or `2024-01-01` stays the text that
stands in the file where text is expected, and is a boolean or a number only where one is expected. So a claim may have
the id `off`, and the language may be `no`.
"""

from claimdiff.yamlfile.nodes import MAX_BYTES, YamlFile, YamlList, YamlMap, decode, dotted, load
from claimdiff.yamlfile.scalars import Plain, describe
from claimdiff.yamlfile.schema import (
    SOME,
    AnyText,
    Flag,
    LooseText,
    Model,
    Text,
    choose,
    closest,
    fault,
    items,
    number,
    read_model,
    some_items,
    whole,
)

__all__ = [
    "MAX_BYTES",
    "SOME",
    "AnyText",
    "Flag",
    "LooseText",
    "Model",
    "Plain",
    "Text",
    "YamlFile",
    "YamlList",
    "YamlMap",
    "choose",
    "closest",
    "decode",
    "describe",
    "dotted",
    "fault",
    "items",
    "load",
    "number",
    "read_model",
    "some_items",
    "whole",
]

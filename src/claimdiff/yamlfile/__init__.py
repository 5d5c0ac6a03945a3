"""YAML files as people write them: safe, with a line for every key and value, and every problem told in plain words.

What a scalar is, the schema decides and not YAML: an unquoted `no`, `off`, `1.10` or `2024-01-01` stays the text that
stands in the file where text is expected, and is a boolean or a number only where one is expected. So a claim may have
the id `off`, and the language may be `no`.
"""

from claimdiff.yamlfile.fields import (
    SOME,
    AnyText,
    Flag,
    LooseText,
    Text,
    closest,
    fault,
    items,
    number,
    some_items,
    whole,
)
from claimdiff.yamlfile.nodes import YamlFile, YamlList, YamlMap, dotted
from claimdiff.yamlfile.reading import MAX_BYTES, decode, load
from claimdiff.yamlfile.scalars import Plain, describe
from claimdiff.yamlfile.schema import Model, choose, read_model

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

"""The fields that a plugin's settings read: references in ``%{...}``, and settings whose values name fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pipelint.base.block import Block
from pipelint.base.text.document import Place
from pipelint.base.value import Value
from pipelint.engines.logstash.facts.items import sprintf_references, value_entries, value_items
from pipelint.graph.stage import Kind, Stage

# By filter the settings that name what it reads: a value or list ("items"), the keys of a hash, the first of an array, or each
# third.
_NAMING: Mapping[str, Mapping[str, str]] = {
    "csv": {"source": "items"},
    "date": {"match": "first"},
    "dissect": {"mapping": "keys", "convert_datatype": "keys"},
    "dns": {"reverse": "items", "resolve": "items"},
    "fingerprint": {"source": "items"},
    "geoip": {"source": "items"},
    "grok": {"match": "keys"},
    "json": {"source": "items"},
    "kv": {"source": "items"},
    "mutate": {
        "capitalize": "items",
        "convert": "keys",
        "copy": "keys",
        "gsub": "thirds",
        "join": "keys",
        "lowercase": "items",
        "rename": "keys",
        "split": "keys",
        "strip": "items",
        "uppercase": "items",
    },
    "split": {"field": "items"},
    "syslog_pri": {"syslog_pri_field_name": "items"},
    "translate": {"field": "items", "source": "items"},
    "truncate": {"fields": "items"},
    "urldecode": {"field": "items"},
    "useragent": {"source": "items"},
    "xml": {"source": "items"},
}


def naming(plugin: str) -> Mapping[str, str]:
    """The settings of a filter that name what it reads, each with how."""
    return _NAMING.get(plugin, {})


def read_fields(stage: Stage) -> Iterator[tuple[str, Place]]:
    """The references of the fields that the settings of a filter or output read, each with its place."""
    return read_by(stage.block, stage.kind)


def read_by(block: Block, kind: Kind) -> Iterator[tuple[str, Place]]:
    """The same of the section of a stage of this kind."""
    named = naming(block.name) if kind is Kind.FILTER else {}
    for param in block.params.values():
        if param.data is None or kind is Kind.SOURCE:
            continue
        yield from _named(param.data, named.get(param.name, ""))
        for value in _texts(param.data):
            # A date, or the time now.
            yield from ((name, value.place) for name in sprintf_references(value.text) if name[:1] not in ("+", "{"))


def _named(data: Value, how: str) -> Iterator[tuple[str, Place]]:
    match how:
        case "items":
            found = value_items(data)
        case "first":
            found = value_items(data)[:1]
        case "thirds":
            found = value_items(data)[::3]
        case "keys":
            found = [entry.key for entry in value_entries(data)]
        case _:
            found = []
    yield from ((item.text, item.place) for item in found if "%{" not in item.text and "$" not in item.text)


def _texts(value: Value) -> Iterator[Value]:
    """The texts in a value."""
    if not value.items and not value.entries:
        yield value
    for item in value.items:
        yield from _texts(item)
    for entry in value.entries:
        yield from _texts(entry.key)
        yield from _texts(entry.value)

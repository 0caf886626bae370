"""What record_modifier makes of the keys of a record (fluent-plugin-record-modifier 2.2)."""

from __future__ import annotations

from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.records.settings import (
    NotKnownError,
    Settings,
    items,
    may_change_record,
    only_reads,
    rules,
    without_listed,
)
from pipelint.engines.fluentd.records.shape import Shape, join


def record_modifier_shape(settings: Settings, shape: Shape) -> Shape:
    """Sets fields in the record itself, one after the other; Ruby in them may change it."""
    records = list(rules(settings.block, "record"))
    codes = [code for record in records for param in record.params.values() for code in read_holes(param.value).inside]
    if any(map(may_change_record, codes)):
        raise NotKnownError("Ruby code that may change the record")
    names = [name for record in records for name in record.params]
    done = shape.adding(names)
    if settings.text("whitelist_keys"):
        place = settings.block.params["whitelist_keys"].name_place
        done = done.only([*items(settings.text("whitelist_keys")), *names], place)
    else:
        done = without_listed(settings, "remove_keys", done)
    # Where Ruby fails the rest is not done, and the record goes on.
    return done if all(map(only_reads, codes)) else join(done, shape.perhaps_adding(names))

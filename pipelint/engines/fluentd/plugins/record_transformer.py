"""What record_transformer makes of the keys of a record (fluentd 1.16, ``filter_record_transformer.rb``)."""

from __future__ import annotations

from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, rules, without_listed
from pipelint.engines.fluentd.records.shape import Shape


def record_transformer_shape(settings: Settings, shape: Shape) -> Shape:
    """Sets fields in a copy of the record, or in a new one; Ruby in them sees the old one, so that what it changes is lost."""
    block = settings.block
    if settings.flag("renew_record"):
        param = block.param("renew_record")
        shape = shape.only(settings.names("keep_keys"), block.head_place if param is None else param.name_place)
    names = [name for record in rules(block, "record") for name in record.params]
    if any("${" in name or "__" in name for name in names):
        raise NotKnownError("a field whose name depends on the event")
    return without_listed(settings, "remove_keys", shape.adding(names))

"""What the filter parser makes of the keys of a record (fluentd 1.16, ``filter_parser.rb``)."""

from __future__ import annotations

from pipelint.engines.fluentd.records.parsers import may_raise, parsed_shape
from pipelint.engines.fluentd.records.settings import Settings, accessor_path
from pipelint.engines.fluentd.records.shape import UNKNOWN, Shape, join
from pipelint.graph.stage import Stage


def parser_shape(settings: Settings, parse: Stage | None, shape: Shape) -> Shape:
    """Without ``reserve_data`` a new record; with it the old one, and over it the parsed one where the text could be read."""
    if parse is None:
        return UNKNOWN
    parsed = parsed_shape(parse.block, parse.plugin, docker_lines=False)
    prefix, nested = settings.text("inject_key_prefix"), settings.text("hash_value_field")
    if prefix:
        parsed = Shape(parsed.is_open, {prefix + name: key for name, key in parsed.keys.items()})
    if nested:
        parsed = Shape.closed([nested])
    # What makes the parser raise an error is reported, and goes on as it came.
    raises = settings.flag("emit_invalid_record_to_error", "true") and may_raise(parse.block, parse.plugin)
    if not settings.flag("reserve_data"):
        param = settings.block.param("key_name")
        renewed = shape.replaced_by(parsed, settings.block.head_place if param is None else param.place)
        return join(renewed, shape) if raises else renewed
    path = accessor_path(settings.text("key_name"))
    read = shape
    if settings.flag("remove_key_name_field") and len(path) == 1:
        param = settings.block.param("remove_key_name_field")
        read = shape.without({path[0]: None if param is None else param.name_place})
    # What cannot be read goes on as it came.
    merged = join(read.merged_with(parsed), shape.adding([nested] if nested else []))
    return join(merged, shape) if raises else merged

"""What a Fluentd filter makes of the keys of the records that pass it."""

from __future__ import annotations

from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, named_keys
from pipelint.engines.fluentd.records.shape import UNKNOWN, Shape
from pipelint.graph.stage import Stage
from pipelint.plugins.behaviour import Records


def passed_shape(stage: Stage, parse: Stage | None, shape: Shape) -> Shape:
    """The keys of the records after a filter, of records of ``shape`` before it; after one that is not known, any."""
    records = known(stage).records
    if records.same_keys:
        return shape
    settings = Settings(stage.block)
    # Imported here: most configs have one or two of them.
    try:
        match stage.plugin:
            case "parser":
                from pipelint.engines.fluentd.plugins.parser import parser_shape

                return parser_shape(settings, parse, shape)
            case "record_transformer":
                from pipelint.engines.fluentd.plugins.record_transformer import record_transformer_shape

                return record_transformer_shape(settings, shape)
            case "record_modifier":
                from pipelint.engines.fluentd.plugins.record_modifier import record_modifier_shape

                return record_modifier_shape(settings, shape)
            case "concat":
                from pipelint.engines.fluentd.plugins.concat import concat_shape

                return concat_shape(settings, shape)
            case _:
                return _told(settings, records, shape)
    except NotKnownError:
        return UNKNOWN


def _told(settings: Settings, records: Records, shape: Shape) -> Shape:
    """What the plugin's file says."""
    if records.opaque or any(settings.flag(name) for name in records.opaque_with):
        return UNKNOWN
    maybe = [*records.may_set, *named_keys(settings, records.may_set_by)]
    return shape.adding([*records.sets, *named_keys(settings, records.sets_by)]).perhaps_adding(maybe)

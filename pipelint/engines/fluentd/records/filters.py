"""What a Fluentd filter makes of the keys of the records that pass it."""

from __future__ import annotations

from pipelint.base.text.document import Place
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.parsers import may_raise, parsed_shape
from pipelint.engines.fluentd.records.settings import (
    NotKnownError,
    Settings,
    accessor_path,
    items,
    may_change_record,
    named_keys,
    only_reads,
    rules,
)
from pipelint.engines.fluentd.records.shape import UNKNOWN, KeyStatus, Shape, join
from pipelint.facts.holes import read_holes
from pipelint.graph.stage import Stage
from pipelint.plugins.behaviour import Records

# The columns of partial messages that concat takes away once it has joined them.
_PARTIAL_COLUMNS = ("message", "id", "ordinal", "last")


def passed_shape(stage: Stage, parse: Stage | None, shape: Shape) -> Shape:
    """The keys of the records behind a filter, of records of ``shape`` before it; behind one that is not known, any.

    Sources: fluentd 1.16 (filter_parser, filter_record_transformer, filter_grep), fluent-plugin-record-modifier 2.2,
    -concat 2.6, -kubernetes_metadata_filter 3.7.
    """
    records = known(stage).records
    if records.same_keys:
        return shape
    settings = Settings(stage.block)
    try:
        match stage.plugin:
            case "parser":
                return UNKNOWN if parse is None else _parser(settings, parse, shape)
            case "record_transformer":
                return _record_transformer(settings, shape)
            case "record_modifier":
                return _record_modifier(settings, shape)
            case "concat":
                return _concat(settings, shape)
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


def _parser(settings: Settings, parse: Stage, shape: Shape) -> Shape:
    """Without ``reserve_data`` a new record; with it the old one, and over it the parsed one where the text could be read."""
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


def _record_transformer(settings: Settings, shape: Shape) -> Shape:
    """Sets fields in a copy of the record, or in a new one; Ruby in them sees the old one, so that what it changes is lost."""
    block = settings.block
    if settings.flag("renew_record"):
        param = block.param("renew_record")
        shape = shape.only(settings.names("keep_keys"), block.head_place if param is None else param.name_place)
    names = [name for record in rules(block, "record") for name in record.params]
    if any("${" in name or "__" in name for name in names):
        raise NotKnownError("a field whose name is made for each event")
    return _removed(settings, "remove_keys", shape.adding(names))


def _record_modifier(settings: Settings, shape: Shape) -> Shape:
    """Sets fields in the record itself, one after the other; Ruby in them may change it."""
    records = list(rules(settings.block, "record"))
    codes = [code for record in records for param in record.params.values() for code in read_holes(param.value).inside]
    if any(map(may_change_record, codes)):
        raise NotKnownError("Ruby that may change the record")
    names = [name for record in records for name in record.params]
    done = shape.adding(names)
    if settings.text("whitelist_keys"):
        place = settings.block.params["whitelist_keys"].name_place
        done = done.only([*items(settings.text("whitelist_keys")), *names], place)
    else:
        done = _removed(settings, "remove_keys", done)
    # Where Ruby fails the rest is not done, and the record goes on.
    return done if all(map(only_reads, codes)) else join(done, shape.perhaps_adding(names))


def _removed(settings: Settings, name: str, shape: Shape) -> Shape:
    """Without the keys that a list names; an accessor into a field takes away a part of it alone."""
    param = settings.block.param(name)
    if param is None:
        return shape
    paths = [accessor_path(text) for text in settings.names(name)]
    return shape.without({path[0]: param.place for path in paths if len(path) == 1})


def _concat(settings: Settings, shape: Shape) -> Shape:
    """Joined records have the keys of the first and the last; the columns that say what is a part may be taken away."""
    shape = shape.perhaps_without(_perhaps_taken(settings))
    taken = _part_columns(settings)
    if shape.get(settings.text("key")).status is KeyStatus.PRESENT:
        return shape.without(taken)
    # A record without the key passes as it came.
    return shape.perhaps_without(taken)


def _part_columns(settings: Settings) -> dict[str, Place | None]:
    """The columns that concat removes from what it has joined, with what in the config says so."""

    def place(name: str) -> Place:
        param = settings.block.param(name)
        return settings.block.head_place if param is None else param.place

    if settings.flag("use_partial_cri_logtag"):
        tag, stream = settings.text("partial_cri_logtag_key"), settings.text("partial_cri_stream_key", "stream")
        kept = settings.flag("keep_partial_key")
        columns: dict[str, Place | None] = {stream: place("partial_cri_stream_key")}
        return columns if kept or not tag else {tag: place("partial_cri_logtag_key"), **columns}
    return {}


def _perhaps_taken(settings: Settings) -> list[str]:
    """The columns that concat removes from some records: those of Docker's metadata, and the key that marks parts."""
    if settings.flag("use_partial_metadata") and not settings.flag("keep_partial_metadata"):
        layout = settings.text("partial_metadata_format", "docker-fluentd")
        names = [f"partial_{column}" for column in _PARTIAL_COLUMNS]
        return {
            "docker-fluentd": names,
            "docker-journald": [f"CONTAINER_{name.upper()}" for name in names],
            "docker-journald-lowercase": [f"container_{name}" for name in names],
        }.get(layout, [])
    partial = settings.text("partial_key")
    return [partial] if partial and not settings.flag("keep_partial_key") else []

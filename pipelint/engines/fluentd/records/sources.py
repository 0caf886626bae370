"""Which keys the records of a Fluentd source have."""

from __future__ import annotations

import json
from functools import reduce

from pipelint.engines.fluentd.facts.container_logs import CONTAINER_PATHS
from pipelint.engines.fluentd.records.parsers import parsed_shape
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings
from pipelint.engines.fluentd.records.shape import UNKNOWN, Shape, join
from pipelint.graph.stage import Stage

# Parameters of the source syslog that name a key which it sets; the sender's address is not set in every mode.
_SYSLOG_KEYS = ("severity_key", "priority_key", "facility_key", "source_address_key", "source_hostname_key")
_SENDER_KEYS = ("source_host_key", "source_hostname_key", "source_address_key")


def source_shape(stage: Stage, parse: Stage | None) -> Shape:
    """The keys of the records that a source emits; one that is not known may emit any. ``parse`` is its ``<parse>``."""
    try:
        match stage.plugin:
            case "tail":
                return _tail(Settings(stage.block), parse)
            case "sample" | "dummy":
                return _sample(Settings(stage.block))
            case "syslog":
                return _syslog(Settings(stage.block), parse)
            case "tcp" | "udp" if parse is not None:
                senders = [name for key in _SENDER_KEYS if (name := Settings(stage.block).text(key))]
                return parsed_shape(parse.block, parse.plugin, docker_lines=False).perhaps_adding(senders)
    except NotKnownError:
        pass
    return UNKNOWN


def _tail(settings: Settings, parse: Stage | None) -> Shape:
    if parse is None:
        return UNKNOWN
    # Raises where the environment says which files these are.
    paths = settings.text("path")
    shape = parsed_shape(parse.block, parse.plugin, docker_lines=_only_container_logs(paths))
    if settings.flag("emit_unmatched_lines"):
        shape = join(shape, Shape.closed(["unmatched_line"]))
    path_key = settings.text("path_key")
    return shape.adding([path_key]) if path_key else shape


def _syslog(settings: Settings, parse: Stage | None) -> Shape:
    """The keys of a line of syslog, by the parser syslog unless another is given; priority and sender on demand."""
    plugin = "syslog" if parse is None else parse.plugin or "syslog"
    block = settings.block if parse is None else parse.block
    shape = parsed_shape(block, plugin, docker_lines=False)
    if settings.flag("emit_unmatched_lines"):
        shape = join(shape, Shape.closed(["unmatched_line"]))
    added = [name for key in _SYSLOG_KEYS if (name := settings.text(key))]
    if settings.flag("include_source_host"):
        added.append(settings.text("source_host_key", "source_host"))
    return shape.perhaps_adding(added)


def _only_container_logs(paths: str) -> bool:
    """Whether all files that a source reads are container logs: with a JSON parser they can only be Docker's."""
    # Most sources read others, of which none need be looked at alone.
    return any(folder in paths for folder in CONTAINER_PATHS) and all(
        any(folder in path for folder in CONTAINER_PATHS) for path in map(str.strip, paths.split(","))
    )


def _sample(settings: Settings) -> Shape:
    """The keys of the records that ``sample`` states (v1.16: the one key ``message`` unless it does)."""
    written = settings.text("sample", settings.text("dummy", '{"message":"sample"}'))
    try:
        read: object = json.loads(written)
    except ValueError as error:
        raise NotKnownError(written) from error
    records = [record for record in (read if isinstance(read, list) else [read]) if isinstance(record, dict)]
    if not records:
        raise NotKnownError(written)
    counter = settings.text("auto_increment_key")
    shape = reduce(join, [Shape.closed([str(key) for key in record]) for record in records])
    return shape.adding([counter]) if counter else shape

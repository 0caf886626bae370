"""Which keys the records of a Fluentd source have."""

from __future__ import annotations

from functools import reduce

from pipelint.base.block import Block
from pipelint.engines.fluentd.facts.container_logs import CONTAINER_PATHS
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.records.parsers import parsed_shape
from pipelint.engines.fluentd.records.settings import NotKnownError, Settings, named_keys
from pipelint.engines.fluentd.records.shape import UNKNOWN, Shape, join
from pipelint.graph.stage import Stage


def source_shape(stage: Stage, parse: Stage | None) -> Shape:
    """The keys of the records that a source emits; one that is not known may emit any. ``parse`` is its ``<parse>``."""
    try:
        match known(stage).name:
            case "tail":
                return _tail(stage, parse)
            case "sample":
                return _sample(Settings(stage.block))
            case "syslog":
                return _syslog(stage, parse)
            case _ if parse is not None and not known(stage).records.opaque:
                return parsed_shape(parse.block, parse.plugin, docker_lines=False).perhaps_adding(_named(stage))
    except NotKnownError:
        pass
    return UNKNOWN


def _tail(stage: Stage, parse: Stage | None) -> Shape:
    settings = Settings(stage.block)
    if parse is None:
        return UNKNOWN
    container_logs = stage.block.noted(_only_container_logs)
    if container_logs is None:
        raise NotKnownError("path")
    shape = parsed_shape(parse.block, parse.plugin, docker_lines=container_logs)
    if settings.flag("emit_unmatched_lines"):
        shape = join(shape, Shape.closed(["unmatched_line"]))
    return shape.adding(named_keys(settings, known(stage).records.sets_by))


def _named(stage: Stage) -> list[str]:
    """The keys that parameters name for what is known of the sender."""
    return named_keys(Settings(stage.block), known(stage).records.may_set_by)


def _syslog(stage: Stage, parse: Stage | None) -> Shape:
    """The keys of a line of syslog, by the parser syslog unless another is given; priority and sender on demand."""
    settings = Settings(stage.block)
    plugin = "syslog" if parse is None else parse.plugin or "syslog"
    block = settings.block if parse is None else parse.block
    shape = parsed_shape(block, plugin, docker_lines=False)
    if settings.flag("emit_unmatched_lines"):
        shape = join(shape, Shape.closed(["unmatched_line"]))
    added = _named(stage)
    if settings.flag("include_source_host"):
        added.append(settings.text("source_host_key", "source_host"))
    return shape.perhaps_adding(added)


def _only_container_logs(source: Block) -> bool | None:
    """Whether all files that a source reads are container logs: with a JSON parser they can only be Docker's.

    None where the environment says which files these are.
    """
    try:
        paths = Settings(source).text("path")
    except NotKnownError:
        return None
    # Most sources read others, of which none need be looked at alone.
    return any(folder in paths for folder in CONTAINER_PATHS) and all(
        any(folder in path for folder in CONTAINER_PATHS) for path in map(str.strip, paths.split(","))
    )


def _sample(settings: Settings) -> Shape:
    """The keys of the records that ``sample`` states (v1.16: the one key ``message`` unless it does)."""
    # Imported here: few sources make records up.
    import json

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

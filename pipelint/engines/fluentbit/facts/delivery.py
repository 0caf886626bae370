"""What decides whether events arrive: where they wait, and what Fluent Bit does if a receiver is down.

Source: src/flb_storage.c, src/flb_output.c and plugins/in_tail of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.match import matches
from pipelint.graph.stage import Kind, Stage, StageGraph

_VARIABLE = late(r"\$\{[^}]*\}")
# s3 is none: it tries again by itself, five times at least.
_REMOTE = frozenset(("azure", "azure_blob", "azure_kusto", "azure_logs_ingestion", "bigquery", "chronicle", "cloudwatch"))
_REMOTE |= frozenset(("cloudwatch_logs", "datadog", "es", "firehose", "forward", "gcs", "http", "influxdb", "kafka-rest"))
_REMOTE |= frozenset(("kinesis_firehose", "kinesis_streams", "logdna", "loki", "nats", "nrlogs", "opensearch", "opentelemetry"))
_REMOTE |= frozenset(("oracle_log_analytics", "pgsql", "prometheus_remote_write", "skywalking", "slack", "splunk", "stackdriver"))
_REMOTE |= frozenset(("kinesis", "tcp", "td", "websocket"))
# A name without a dot, an address or a name of a house, and a service with its namespace, which has no name of a domain.
_PRIVATE = late(
    r"[\w-]+|.*\.svc(?:\..*)?|(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+"
    r"|.*\.(?:local|internal|lan|home|localdomain|oraclevcn\.com)|[a-z0-9-]+\.(?:default|efk|elastic|elasticsearch"
    r"|elk|graylog|kafka|logging|logs|loki|monitoring|observability|opensearch|[a-z0-9]+(?:-[a-z0-9]+)+)"
)
_LEAVING_OUT = frozenset(("exclude_path", "ignore_older", "tag_regex"))


# Outputs to whose receiver the same parameters mean the same place, and parameters that say nothing of it.
_STORES = frozenset(("cloudwatch_logs", "es", "forward", "gelf", "influxdb", "kafka", "loki", "opensearch"))
_STORES |= frozenset(("splunk", "syslog", "tcp"))
_OF_SENDING = frozenset(("alias", "log_level", "match", "match_regex", "retry_limit", "storage.total_limit_size", "workers"))


def is_remote(kind: Kind, plugin: str, block: Block) -> bool:
    """Whether a plugin sends to another machine and leaves it to the engine to try again. A datagram has no answer."""
    connects = plugin in ("gelf", "syslog") and block.value("mode").lower() in ("tcp", "tls")
    return kind is Kind.OUTPUT and (connects or plugin in _REMOTE)


def is_private(host: str) -> bool:
    """Whether a host is one that only the network of a cluster, a compose file or a house knows, or is to be filled in."""
    return _PRIVATE.fullmatch(host) is not None or any(mark in host for mark in '<>[]" ')


def keeps_in_files(root: Block, block: Block) -> bool:
    """Whether an input's events are kept in files: by its own storage.type, else by the one that it inherits."""
    own = block.value("storage.type").lower()
    if own:
        return own == "filesystem"
    service = next((each for each in root.blocks if each.name == "service"), None)
    if service is None or types.boolean(service.value("storage.inherit")) is not True:
        return False
    return service.value("storage.type").lower() == "filesystem"


def first_with(graph: StageGraph, name: str, stage: Stage) -> Stage | None:
    """The first input of the plugin of ``stage`` before it with the same value of a parameter, which nothing puts in."""
    value = stage.block.param(name)
    if stage.kind is not Kind.SOURCE or value is None or value.embedded or not value.value:
        return None
    for other in graph.of_kind(Kind.SOURCE):
        if other.index >= stage.index:
            break
        if other.plugin == stage.plugin and other.block.value(name) == value.value:
            whole = name != "path" or _LEAVING_OUT.isdisjoint((*stage.block.params, *other.block.params))
            return other if whole else None
    return None


def covered_by(graph: StageGraph, stage: Stage) -> Stage | None:
    """Another tail that reads all files of one of the paths of ``stage``, of which it has a wider pattern."""
    if stage.kind is not Kind.SOURCE or stage.plugin != "tail":
        return None
    paths = _paths(stage)
    for other in graph.of_kind(Kind.SOURCE):
        if other.index == stage.index or other.plugin != stage.plugin or other.block.open:
            continue
        wider = [path for path in _paths(other) if path not in paths]
        out = [*types.parts(other.block.value("exclude_path")), *types.parts(stage.block.value("exclude_path"))]
        if any(_takes(each, path) and not any(_leaves_out(one, path) for one in out) for path in paths for each in wider):
            return other
    return None


def _paths(stage: Stage) -> list[str]:
    """Its paths, none where a variable or a template puts something in."""
    path = stage.block.param("path")
    unknown = path is None or path.embedded or stage.block.open or "{{" in path.value or "[" in path.value
    return [] if path is None or unknown else [each for each in types.parts(path.value) if each.startswith("/")]


def _takes(pattern: str, path: str) -> bool:
    """Whether a pattern takes each file that a path means. A ``*`` of the path counts as a character that only ``*`` takes."""
    said, parts = pattern.split("/"), path.split("/")
    if len(said) != len(parts) or "?" in path or "**" in pattern:
        return False
    return all(fnmatchcase(part, each.replace("?", "\1")) for part, each in zip(parts, said, strict=True))


def _leaves_out(pattern: str, path: str) -> bool:
    """Whether an Exclude_Path may leave out all that a path means: by its pattern, or as all of its words are in the name."""
    name = path.rpartition("/")[2]
    words = [word for word in re.split(r"[*?/]+|\.log$", pattern.rpartition("/")[2]) if len(word) > 2]
    said = words != [] and all(word in name for word in words)
    return "${" in pattern or _takes(pattern, path) or fnmatchcase(name, pattern) or said


def reads_back(source: Stage, output: Stage) -> bool:
    """Whether a tail reads the file that an output writes what it sends to. Without a name the file is called as the tag."""
    folder, named = output.block.param("path"), output.block.param("file")
    called = named or source.block.param("tag")
    if source.plugin != "tail" or output.plugin != "file" or folder is None or folder.embedded or called is None:
        return False
    out = types.parts(source.block.value("exclude_path"))
    for path in _paths(source):
        read = path.strip("/").replace("/", ".").replace("*", "x")
        name = _VARIABLE.sub("x", called.value.replace("*", read) if named is None else called.value)
        written = posixpath.normpath(posixpath.join(folder.value, name))
        if _takes(path, written) and not any(_leaves_out(one, written) for one in out):
            return True
    return False


def receivers(graph: StageGraph, source: Stage) -> list[int]:
    """The indices of the outputs that may get events of an input, by its tags or by those of a rewrite_tag on their way."""
    ways: dict[int, list[int]] = {}
    for route in graph.routes:
        ways.setdefault(route.origin, []).extend(index for index, _ in route.filters)
    waiting, seen = [source.index], {source.index}
    while waiting:
        for index in ways.get(waiting.pop(), ()):
            if index not in seen:
                seen.add(index)
                waiting.append(index)
    return sorted(index for index in seen if graph.stages[index].kind is Kind.OUTPUT)


def sent_by(graph: StageGraph, stage: Stage) -> Stage | None:
    """Another output that sends all events of this one to the same place: before it with the same Match, or with a wider one."""
    if stage.kind is not Kind.OUTPUT or stage.plugin not in _STORES or stage.block.blocks:
        return None
    for other in graph.of_kind(Kind.OUTPUT):
        if other.index != stage.index and other.plugin == stage.plugin and other.block.param("match_regex") is None:
            takes = other.index < stage.index if other.pattern == stage.pattern else matches(other.pattern, stage.pattern)
            if takes and not other.block.blocks and _place(other.block) == _place(stage.block):
                return other
    return None


def _place(block: Block) -> list[tuple[str, str]]:
    """What says where an output sends, and what."""
    return sorted((item.name, item.value) for item in block.items if isinstance(item, Param) and item.name not in _OF_SENDING)

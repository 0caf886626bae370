"""What plugins themselves refuse when they start: properties that exclude each other, or that one needs of another.

Source: the init callbacks of the plugins, and src/flb_input.c, of Fluent Bit 5.1.1. The dry run asks none of these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from pipelint.base.block import Block
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.plugins.repeated import is_of_engine
from pipelint.engines.fluentbit.plugins.settings import Settings, UnknownValue
from pipelint.graph.stage import Kind, Stage


@dataclass(frozen=True, eq=False)
class RefusalFact:
    """Why a plugin does not start: ``says`` in words; ``place`` is the property that is to change, or the section."""

    says: str
    place: Place
    block: Block


_LEVELS = ("off", "error", "warn", "warning", "info", "debug", "trace")
_MAPPINGS = {
    Kind.SOURCE: ("processors", "routes", "telemetry"),
    Kind.FILTER: ("processors", "routes"),
    Kind.OUTPUT: ("processors", "routes"),
}
# Of these an empty value is one.
_EMPTY = frozenset(("listen", "host", "port", "match", "retry_limit", "tls.vhost", "tls.ca_path", "tls.ca_file", "tls.crt_file"))
_EMPTY |= frozenset(("tls.key_file", "tls.key_passwd", "tls.min_version", "tls.max_version", "tls.ciphers", "name"))
_EMPTY |= frozenset(("tls.proxy.ca_path", "tls.proxy.ca_file", "active", "condition"))

Found = Iterator[tuple[str, str]]
"""What is wrong, and the property that it is about; "" for the section."""


def refusals(stage: Stage, *, listens: bool) -> list[RefusalFact]:
    """All that is certain of a stage. ``listens``: its plugin is a server."""
    settings = Settings(stage.block)
    if types.boolean(stage.block.value("active", "on")) is False or stage.block.value("active") == "0":
        return []
    checks = [_of(stage), *([_tls] if listens else [])]
    return [*_shapes(stage), *(fact for check in checks for fact in _made(stage.block, check, settings))]


def _shapes(stage: Stage) -> Iterator[RefusalFact]:
    """What only YAML can write: mappings that are no property's value, and empty values of what the engine itself reads."""
    for inner in stage.block.blocks if stage.kind is Kind.PROCESS else ():
        if inner.name == "condition" and (op := inner.param("op")) is not None and op.value.lower() not in ("and", "or"):
            yield RefusalFact("the op of its condition must be and or or", op.place, inner)
    if stage.kind not in _MAPPINGS or stage.block.head_place.text.startswith("["):
        return
    for inner in stage.block.blocks:
        if inner.name not in _MAPPINGS[stage.kind]:
            yield RefusalFact(f"{inner.name} is a mapping, which no property of it is", inner.head_place, inner)
    for param in stage.block.params.values() if stage.kind is not Kind.FILTER else ():
        if not param.value and param.name not in _EMPTY and is_of_engine(stage.kind, param.name):
            yield RefusalFact(f"{param.name} is empty", param.name_place, stage.block)


def service_refusals(block: Block) -> list[RefusalFact]:
    """What is certain of the service section."""
    return [*_made(block, _flush, Settings(block)), *_made(block, _log_level, Settings(block))]


def _flush(of: Settings) -> Found:
    if types.decimal(of.word("flush", "1")) <= 0:
        yield "flush must be more than 0", "flush"


def _log_level(of: Settings) -> Found:
    if of.word("log_level", "info") not in _LEVELS:
        yield f"log_level must be one of {', '.join(_LEVELS)}", "log_level"


def _of(stage: Stage) -> Callable[[Settings], Found]:
    kind = Kind.FILTER if stage.kind is Kind.PROCESS and (Kind.PROCESS, stage.plugin) not in _CHECKS else stage.kind
    return _CHECKS.get((kind, stage.plugin), lambda settings: iter(()))


def _made(block: Block, check: Callable[[Settings], Found], settings: Settings) -> Iterator[RefusalFact]:
    with suppress(UnknownValue):
        for says, name in check(settings):
            param = block.param(name) if name else None
            yield RefusalFact(says, block.head_place if param is None else param.name_place, block)


def _tls(of: Settings) -> Found:
    if of.on("tls"):
        yield from ((f"with tls on it needs {name}", "tls") for name in ("tls.crt_file", "tls.key_file") if of.lacks(name))


def _grep(of: Settings) -> Found:
    if of.has("regex") and of.has("exclude") and of.word("logical_op") in ("and", "or"):
        yield "with this logical_op it takes either regex or exclude, and has both", "logical_op"


def _lua(of: Settings) -> Found:
    if of.lacks("script", "code"):
        yield "it needs script or code", ""


def _multiline(of: Settings) -> Found:
    if of.word("mode", "parser") == "parser":
        if of.lacks("multiline.parser"):
            yield "it needs multiline.parser", ""
    elif of.lacks("multiline.key_content"):
        yield "with this mode it needs multiline.key_content", "mode"


def _nest(of: Settings) -> Found:
    if of.has("add_prefix") and of.has("remove_prefix"):
        yield "add_prefix and remove_prefix exclude each other", "remove_prefix"


def _record_modifier(of: Settings) -> Found:
    if of.has("remove_key") and of.has("allowlist_key", "whitelist_key"):
        yield "remove_key and allowlist_key exclude each other", "remove_key"


def _log_to_metrics(of: Settings) -> Found:
    if of.word("metric_mode", "counter") in ("gauge", "histogram") and of.lacks("value_field"):
        yield "with this metric_mode it needs value_field", "metric_mode"


def _tail(of: Settings) -> Found:
    if of.on("multiline") and of.lacks("parser_firstline"):
        yield "with multiline on it needs parser_firstline", "multiline"
    interval = of.word("refresh_interval", "60")
    if not re.match(r"\s*[+-]?[0-9]", interval) or ("." not in interval and types.integer(interval) == 0):
        yield "refresh_interval must be a time above 0", "refresh_interval"
    if of.has("rotate_wait") and types.seconds(of.word("rotate_wait")) <= 0:
        yield "rotate_wait must be more than 0", "rotate_wait"


def _serial(of: Settings) -> Found:
    if of.has("format") and of.has("separator"):
        yield "format and separator exclude each other", "separator"


def _signed(of: Settings) -> Found:
    if of.on("oauth2.validate") and (of.lacks("oauth2.issuer") or of.lacks("oauth2.jwks_url")):
        yield "with oauth2.validate on it needs oauth2.issuer and oauth2.jwks_url", "oauth2.validate"


def _documents(of: Settings) -> Found:
    if of.word("write_operation", "create") in ("update", "upsert") and of.lacks("id_key") and not of.on("generate_id"):
        yield "with this write_operation it needs id_key, or generate_id on", "write_operation"
    if of.on("aws_auth") and of.lacks("aws_region"):
        yield "with aws_auth on it needs aws_region", "aws_auth"


def _http(of: Settings) -> Found:
    for one, other in (("headers_key", "body_key"), ("body_key", "headers_key")):
        if of.has(one) and of.lacks(other):
            yield f"with {one} it needs {other}", one


def _cloudwatch_logs(of: Settings) -> Found:
    if of.has("log_stream_name") and of.has("log_stream_prefix"):
        yield "log_stream_name and log_stream_prefix exclude each other", "log_stream_prefix"
    elif of.lacks("log_stream_name", "log_stream_prefix"):
        yield "it needs log_stream_name or log_stream_prefix", ""


def _items(of: Settings, name: str) -> list[str]:
    """Those of a list, as they are written, where its value is certain."""
    return types.parts(of.block.value(name)) if of.word(name) else []


def _loki(of: Settings) -> Found:
    for name in ("label_keys", "structured_metadata_map_keys"):
        if odd := next((each for each in _items(of, name) if not each.startswith("$")), None):
            yield f"each of {name} begins with $, and {odd} does not", name
    for name in ("labels", "structured_metadata"):
        named = [each for each in _items(of, name) if not each.startswith("$")]
        if odd := next((each for each in named if "=" not in each), None):
            yield f"each of {name} is name=value or begins with $, and {odd} is neither", name
        elif odd := next((each for each in named if each.endswith("=") and each.count("=") == 1), None):
            yield f"each of {name} has a value, and {odd} has none", name


def _nrlogs(of: Settings) -> Found:
    if of.lacks("api_key", "license_key"):
        yield "it needs api_key or license_key", ""


def _syslog(of: Settings) -> Found:
    if of.word("mode", "udp") == "udp" and of.on("tls"):
        yield "with mode udp tls cannot be on; mode dtls is the one with it", "tls"


def _forward(of: Settings) -> Found:
    if of.word("compress") == "gzip" and of.on("time_as_integer"):
        yield "with compress gzip time_as_integer cannot be on", "time_as_integer"


def _azure_blob(of: Settings) -> Found:
    key = {"key": "shared_key", "sas": "sas_token"}.get(of.word("auth_type", "key"))
    if key is not None and of.lacks(key, "configuration_endpoint_url"):
        yield f"it needs {key}", ""
    if of.word("blob_type", "appendblob") == "appendblob":
        for name in ("buffering_enabled", "compress_blob"):
            if of.on(name):
                yield f"with {name} on blob_type must be blockblob", name


def _azure_kusto(of: Settings) -> Found:
    needed = {
        "service_principal": ("tenant_id", "client_id", "client_secret"),
        "managed_identity": ("client_id",),
        "workload_identity": ("tenant_id", "client_id"),
    }
    auth = of.word("auth_type", "service_principal")
    yield from ((f"with auth_type {auth} it needs {name}", "") for name in needed.get(auth, ()) if of.lacks(name))


def _stackdriver(of: Settings) -> Found:
    resource = of.word("resource", "global")
    named = of.lacks("resource_labels") and resource in ("k8s_container", "k8s_node", "k8s_pod", "k8s_cluster")
    missing = [name for name in ("k8s_cluster_name", "k8s_cluster_location") if of.lacks(name)] if named else []
    if missing:
        yield f"with resource {resource} it needs {' and '.join(missing)}", "resource"


def _content_modifier(of: Settings) -> Found:
    needed = {"insert": "value", "upsert": "value", "rename": "value", "extract": "pattern", "convert": "converted_type"}
    name = needed.get(of.word("action"))
    if name is not None and of.lacks(name):
        yield f"with this action it needs {name}", "action"


_CHECKS: dict[tuple[Kind, str], Callable[[Settings], Found]] = {
    (Kind.FILTER, "grep"): _grep,
    (Kind.FILTER, "log_to_metrics"): _log_to_metrics,
    (Kind.FILTER, "lua"): _lua,
    (Kind.FILTER, "multiline"): _multiline,
    (Kind.FILTER, "nest"): _nest,
    (Kind.FILTER, "record_modifier"): _record_modifier,
    (Kind.SOURCE, "http"): _signed,
    (Kind.SOURCE, "opentelemetry"): _signed,
    (Kind.SOURCE, "serial"): _serial,
    (Kind.SOURCE, "tail"): _tail,
    (Kind.OUTPUT, "azure_blob"): _azure_blob,
    (Kind.OUTPUT, "azure_kusto"): _azure_kusto,
    (Kind.OUTPUT, "cloudwatch_logs"): _cloudwatch_logs,
    (Kind.OUTPUT, "es"): _documents,
    (Kind.OUTPUT, "elasticsearch"): _documents,
    (Kind.OUTPUT, "forward"): _forward,
    (Kind.OUTPUT, "http"): _http,
    (Kind.OUTPUT, "loki"): _loki,
    (Kind.OUTPUT, "nrlogs"): _nrlogs,
    (Kind.OUTPUT, "opensearch"): _documents,
    (Kind.OUTPUT, "stackdriver"): _stackdriver,
    (Kind.OUTPUT, "syslog"): _syslog,
    (Kind.PROCESS, "content_modifier"): _content_modifier,
}

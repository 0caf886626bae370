"""What fluent-operator makes of the fields of a plugin, as its own code says (``apis/fluentbit/v1alpha2/plugins``)."""

from __future__ import annotations

from collections.abc import Mapping as Table

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.discovery.operators.render import Writer
from pipelint.sources.hosts.protocol import inner
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence

INPUTS = {
    name: name for name in ("dummy", "tail", "systemd", "forward", "http", "mqtt", "collectd", "statsd", "syslog", "tcp", "udp")
}
INPUTS |= {"nodeExporterMetrics": "node_exporter_metrics", "prometheusScrapeMetrics": "prometheus_scrape"}
INPUTS |= {"fluentBitMetrics": "fluentbit_metrics", "openTelemetry": "opentelemetry", "nginx": "nginx_metrics"}
INPUTS |= {"kubernetesEvents": "kubernetes_events", "execWasi": "exec_wasi"}
FILTERS = {
    name: name for name in ("grep", "kubernetes", "modify", "nest", "parser", "lua", "throttle", "aws", "multiline", "wasm")
}
FILTERS |= {"recordModifier": "record_modifier", "rewriteTag": "rewrite_tag", "logToMetrics": "log_to_metrics"}
OUTPUTS = {
    name: name for name in ("es", "file", "forward", "http", "kafka", "null", "stdout", "tcp", "loki", "syslog", "datadog")
}
OUTPUTS |= {name: name for name in ("stackdriver", "splunk", "opensearch", "opentelemetry", "s3", "gelf")}
OUTPUTS |= {"azureBlob": "azure_blob", "azureLogAnalytics": "azure", "cloudWatch": "cloudwatch_logs", "influxDB": "influxdb"}
OUTPUTS |= {"firehose": "kinesis_firehose", "kinesis": "kinesis_streams", "prometheusExporter": "prometheus_exporter"}
OUTPUTS |= {"prometheusRemoteWrite": "prometheus_remote_write"}
"""The plugins of inputs, filters and outputs, by their fields."""

_SECONDS = ("refreshInterval", "rotateWait", "multilineFlush", "dockerModeFlush", "flush", "grace")
_NAMES = {
    **{f"{name}Seconds": name for name in _SECONDS},
    **{"totalLimitSize": "storage.total_limit_size", "storageType": "storage.type", "storagePath": "storage.path"},
    **{"pauseOnChunksOverlimit": "storage.pause_on_chunks_overlimit", "dbSync": "db.sync", "dbLocking": "db.locking"},
    **{"httpPassword": "http_passwd", "logstashDateFormat": "logstash_dateformat", "multilineParser": "multiline.parser"},
    **{"k8sLoggingParser": "k8s-logging.parser", "k8sLoggingExclude": "k8s-logging.exclude", "ignoredOlder": "ignore_older"},
    **{"emitterStorageType": "emitter_storage.type", "tlsDebug": "tls.debug", "tlsVerify": "tls.verify", "tlsVhost": "tls.vhost"},
    **{"typesDB": "typesdb", "intervalNSec": "interval_nsec", "bufferchunkSize": "buffer_chunk_size", "hostName": "hostname"},
    **{"successfulHeader": "success_header", "awsAuthSecret": "aws_auth", "cloudAuthSecret": "cloud_auth"},
    **{"tagListKey": "tags_list_key", "syslogMaxSize": "syslog_maxsize", "syslogProcessIDKey": "syslog_procid_key"},
    **{"syslogMessageIDKey": "syslog_msgid_key", "headers": "header", "addLabels": "add_label"},
    **{"records": "record", "removeKeys": "remove_key", "allowlistKeys": "allowlist_key", "whitelistKeys": "whitelist_key"},
    **{"uuidKeys": "uuid_key", "rules": "rule"},
}
_NAMES_OF = {
    "gelf": {
        **{"shortMessageKey": "gelf_short_message_key", "fullMessageKey": "gelf_full_message_key"},
        **{"timestampKey": "gelf_timestamp_key", "hostKey": "gelf_host_key", "levelKey": "gelf_level_key"},
    },
    "multiline": {"parser": "multiline.parser", "keyContent": "multiline.key_content", "emitterType": "emitter_storage.type"},
    "loki": {"removeKeys": "remove_keys"},
}
_JOINED = {"labels": ",", "labelKeys": ",", "structuredMetadataKeys": ",", "resourceLabels": ",", "accessiblePaths": ","}
_JOINED |= {"typeIntKey": " ", "typeArrayKey": " "}
_JOINED_OF = {"loki": {"removeKeys": ","}}
"""Lists that become one value. Any other one becomes as many keys."""
_PAIRS = frozenset(("headers", "header", "addLabel", "addLabels"))
_PREFIXED = {"tls": "tls.", "networking": "net.", "rdkafka": "rdkafka.", "storage": "storage."}
_PREFIXED_NAMES = {
    **{"DNSMode": "dns.mode", "DNSPreferIPv4": "dns.prefer_ipv4", "DNSResolver": "dns.resolver", "keyPassword": "key_passwd"},
    "backlogMemLimit": "backlog.mem_limit",
}
_SECRET = frozenset(("valueFrom",))
_UNDERSCORED = frozenset(("dd_message_key", "dd_service", "dd_source", "dd_tags", "include_tag_key", "json_date_key", "tag_key"))
_UNDERSCORED |= {"enable_flb_null"}
"""The fields of plugins that have an underscore. Others, in the words of Fluent Bit, the API server leaves out."""
_INVERTED = {"disableInotifyWatcher": "inotify_watcher"}
_WORDS = late(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LUA_FOLDER = "/fluent-bit/config/"


def snake(key: str) -> str:
    """A field as a key: its words, joined by ``_``."""
    return str(_WORDS.sub("_", key)).lower()


def plugin(out: Writer, name: str, node: Mapping) -> None:
    """The keys of a plugin called ``name``."""
    own = _NAMES_OF.get(name, {})
    joined = {**_JOINED, **_JOINED_OF.get(name, {})}
    for field, value in node.values.items():
        if "_" in field and field not in _UNDERSCORED:
            continue
        key, at = own.get(field) or snake(_NAMES.get(field, field)), node.keys[field]
        match value:
            case Sequence(items) if name == "modify" and field in ("conditions", "rules"):
                _modify(out, field, items)
            case Sequence(items) if field == "parserN":
                for number, item in enumerate(items, 1):
                    _one(out, f"parser_{number}", item)
            case Sequence(items) if field in joined:
                out.key(key, at, joined[field].join(item.value for item in items if isinstance(item, Scalar)))
            case Mapping() if field in _PREFIXED:
                prefixed(out, at, _PREFIXED[field], value)
            case Mapping() if field in _PAIRS:
                _pairs(out, key, value)
            case Mapping() if not _SECRET.isdisjoint(value.values):
                out.secret(key, at)
            case Mapping() if name == "lua" and field == "script":
                out.key("script", at, _LUA_FOLDER + value.text("key"))
            case Scalar() if name == "multiline" and field == "emitterMemBufLimit":
                out.key(key, at, f"{value.value}MB")
            case Scalar() if field in _INVERTED:
                out.key(_INVERTED[field], at, "false" if value.value == "true" else "true")
            case Scalar() if name == "parser" and field == "parser" and "," in value.value:
                for number, part in enumerate(value.value.split(",")):
                    out.key("parser", None if number else at, part.strip())
            case _:
                out.field(key, at, value)


def prefixed(out: Writer, name: Scalar, prefix: str, node: Mapping) -> None:
    """A map whose fields are keys with a prefix."""
    if prefix == "tls.":
        out.key("tls", name, "on")
    for field, value in node.values.items():
        key = prefix + (field if prefix == "rdkafka." else _PREFIXED_NAMES.get(field) or snake(field))
        if isinstance(value, Scalar):
            out.param(key, node.keys[field], value)
        else:
            out.secret(key, node.keys[field])


def custom(out: Writer, node: Mapping) -> None:
    """A plugin in the words of Fluent Bit, as a text or a map."""
    config, fields = node.values.get("config"), node.values.get("yamlConfig")
    if isinstance(config, Scalar):
        out.lines(config)
    elif isinstance(fields, Mapping):
        out.body(fields, {})


def _one(out: Writer, key: str, item: Node) -> None:
    if isinstance(item, Scalar):
        out.param(key, None, item)


def _pairs(out: Writer, key: str, node: Mapping) -> None:
    for word, value in node.values.items():
        if isinstance(value, Scalar):
            out.param(key, node.keys[word], value, f"{word} ")


_MODIFY: Table[str, str] = {"conditions": "condition ", "rules": ""}


def _modify(out: Writer, field: str, items: list[Node]) -> None:
    """The conditions and rules of a modify filter: a word, and one key or a map of keys."""
    for item in items:
        for word, value in item.values.items() if isinstance(item, Mapping) else ():
            line = _MODIFY[field] + snake(word)
            if isinstance(value, Scalar) and inner(item, word) is not None and isinstance(item, Mapping):
                key, _, before = line.partition(" ")
                out.param(key, item.keys[word], value, f"{before} " if before else "")
            elif isinstance(value, Mapping):
                key, _, before = line.partition(" ")
                for name, inside in value.values.items():
                    if isinstance(inside, Scalar):
                        out.param(key, value.keys[name], inside, f"{before} {name} ".lstrip())

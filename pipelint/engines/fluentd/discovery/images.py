"""Which plugins the images bring that the Fluentd project itself publishes."""

from __future__ import annotations

from types import MappingProxyType

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass

BARE = late(r"(?:docker\.io/|registry\.hub\.docker\.com/)?fluent/fluentd(?::.*)?")
"""The images that have no plugins but those of Fluentd's own gem."""
# Those that have one output more, which their tag names.
_FOR_NODES = late(
    r"(?:docker\.io/|registry\.hub\.docker\.com/)?fluent/fluentd-kubernetes-daemonset:(?:[\w.-]+-)?"
    r"(azureblob|cloudwatch|datadog|elasticsearch|forward|gcs|graylog|kafka|kinesis|logentries|loggly|logzio|opensearch|papertrail"
    r"|s3|splunkhec|stackdriver|syslog)\d?(?:-[\d.]+)?"
)
# What any version of theirs has, whatever its output.
_COMMON = frozenset(
    f"fluent-plugin-{name}"
    for name in (
        *("concat", "dedot_filter", "detect-exceptions", "grok-parser", "json-in-json-2", "kubernetes_metadata_filter"),
        *("multi-format-parser", "parser-cri", "prometheus", "record-modifier", "record-reformer", "rewrite-tag-filter"),
        *("secure-forward", "systemd"),
    )
)
# For each word of a tag the gems of outputs.
_OUTPUTS = MappingProxyType(
    {
        "azureblob": ("azure-storage-append-blob", "azure-storage-append-blob-lts"),
        "cloudwatch": ("cloudwatch-logs",),
        "datadog": ("datadog",),
        "elasticsearch": ("elasticsearch",),
        "gcs": ("gcs",),
        "graylog": ("gelf-hs",),
        "kafka": ("avro", "kafka", "parser-avro"),
        "kinesis": ("kinesis",),
        "loggly": ("loggly",),
        "logzio": ("logzio",),
        "opensearch": ("opensearch",),
        "papertrail": ("papertrail",),
        "s3": ("s3",),
        "splunkhec": ("splunk-enterprise",),
        "stackdriver": ("google-cloud",),
        "syslog": ("kubernetes_remote_syslog", "remote_syslog"),
    }
)
_FILES = frozenset(("parser_kubernetes.rb", "parser_multiline_kubernetes.rb", "out_logentries.rb", "out_gelf.rb"))


@dataclass(frozen=True, slots=True)
class Brought:
    """The ``gems`` that an image has beside Fluentd's own, and the ``files`` of plugins."""

    gems: frozenset[str]
    files: frozenset[str]


def brought_by(image: str) -> Brought | None:
    """What an image brings; None where that is not known."""
    if BARE.fullmatch(image):
        return Brought(frozenset(), frozenset())
    if (found := _FOR_NODES.fullmatch(image)) is None:
        return None
    return Brought(_COMMON.union(f"fluent-plugin-{name}" for name in _OUTPUTS.get(found[1], ())), _FILES)

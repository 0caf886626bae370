"""Files that a config names beside its includes: of parsers, plugins, stream tasks and upstreams; and what the images bring.

Source: src/flb_parser.c, flb_plugin.c, flb_upstream_ha.c, stream_processor/flb_sp.c, conf/ and dockerfiles/ of Fluent Bit 5.1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pipelint.base.lean.late import late
from pipelint.engines.fluentbit.discovery.include import in_container
from pipelint.sources.glob import Target

PARSERS_FILE = "parsers_file"
OF_SERVICE = {
    PARSERS_FILE: ("parser", "multiline_parser"),
    "plugins_file": ("plugins",),
    "streams_file": ("stream_task", "stream_processor"),
}
"""Keys of the service section that name a file, and the sections that Fluent Bit uses of it."""
UPSTREAM = "upstream"
OF_UPSTREAM = ("upstream_servers", "node")
"""The key of outputs that name a file of upstreams, and the sections of that."""
UPSTREAM_PLUGINS = frozenset(("forward", "es"))
_NAMED = late(
    rb"^[ \t]+(?:(?:parsers|plugins|streams)_?file|upstream)(?:[ \t]*:)?[ \t]+"
    rb"[\"']?([^\s\"'#{}\[\],](?:[^\"'#\r\n]*[^\"'#\s])?)[\"']?[ \t\r]*$",
    re.MULTILINE | re.IGNORECASE,
)
_SET = late(rb"^@SET ([^\s=]+)=((?:[^\r\n]*[^\s])?)[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_OPTION = late(r"(?:^|\s)(?:-R\s*|--parser[=\s]\s*)([^\s\"']+)")
_VARIABLE = late(r"\$\{([^}:]*)[^}]*\}?")

# The names of the parsers in the files that the project's images and packages have beside the main file.
_STOCK = {
    "parsers.conf": (
        "apache apache2 apache_error nginx k8s-nginx-ingress json logfmt docker docker-daemon syslog-rfc5424 syslog-rfc3164-local"
        " syslog-rfc3164 mongodb envoy istio-envoy-proxy cri kube-custom kmsg-netfilter-log"
    ),
    "parsers_ambassador.conf": "ambassador",
    "parsers_cinder.conf": "ceph",
    "parsers_extra.conf": (
        "crowbar chefclient mysql_error mysql_slow pacemaker rabbitmq http_statement universal uuid iptables"
        " couchbase_json_log_nanoseconds couchbase_rebalance_report couchbase_simple_log couchbase_simple_log_space_separated"
        " couchbase_simple_log_utc couchbase_simple_log_mixed couchbase_erlang_multiline couchbase_java_multiline couchbase_http"
    ),
    "parsers_java.conf": "java_multiline",
    "parsers_openstack.conf": "cinder glance heat keystone neutron nova",
}
_STOCK_FOLDERS = ("/fluent-bit/etc/", "/etc/fluent-bit/", "/opt/fluent-bit/etc/", "/etc/td-agent-bit/")
BUILT_IN = ("docker", "cri", "java", "go", "ruby", "python")
"""Multiline parsers that are always there."""


def stock_parsers(path: str) -> frozenset[str]:
    """The parsers in a file of the project's own images and packages, by the path that a config names; none of another file."""
    folder = next((folder for folder in _STOCK_FOLDERS if path.startswith(folder)), "")
    return frozenset(_STOCK.get(path[len(folder) :], "").split())


def stock_names() -> frozenset[str]:
    """The parsers in all files of the project's own images and packages."""
    return frozenset(name for names in _STOCK.values() for name in names.split())


def is_stock(path: str) -> bool:
    """Whether a path leads to a file that the images and packages have, and not perhaps to one beside the config."""
    return path.startswith(_STOCK_FOLDERS) and (bool(stock_parsers(path)) or path.endswith("/plugins.conf"))


def named_target(path: str, variables: Mapping[str, str]) -> Target:
    """Where the path of such a file leads; nothing in it is a wildcard. Of its variables those that the config sets count."""
    if "${" in path:
        from pipelint.engines.fluentbit import types

        if any(name not in variables for name in _VARIABLE.findall(path)):
            return Target(problem="elsewhere", detail="the path has a variable")
        path = types.translated(path, variables)
    if "\0" in path or not path:
        return Target(problem="invalid", detail="not a valid file name")
    if "\\" in path or any(char in path for char in "*?["):
        return Target(problem="elsewhere", detail="a path with such characters is not followed")
    return Target(path)


def option_files(words: Sequence[str]) -> list[str]:
    """The files of parsers that a command names, also one in a shell."""
    return [found[1] for found in _OPTION.finditer(" ".join(words))]


def named_targets(text: bytes) -> Iterator[Target]:
    """Where what look like names of such files in ``text`` lead, in either format."""
    variables = {name.decode("utf-8", "replace"): value.decode("utf-8", "replace") for name, value in _SET.findall(text)}
    for found in _NAMED.finditer(text):
        target = named_target(found[1].decode("utf-8", "replace"), variables)
        yield target
        yield from in_container(target)

"""The service section: the keys that there are, and how their values are read.

Source: ``service_configs`` in src/flb_config.c of Fluent Bit 5.1.1. Numbers are read by C's atoi and atof, which stop at
the first character that is none of a number; what is neither true nor false is -1, which counts as true.
"""

from __future__ import annotations

import re

from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.facts.values import ParamFact

_NUMBERS = (
    "flush flush.adaptive.min_interval flush.adaptive.max_interval flush.adaptive.low_pressure flush.adaptive.medium_pressure"
    " flush.adaptive.high_pressure"
)
_INTEGERS = (
    "flush.adaptive.up_steps flush.adaptive.down_steps grace hc_errors_count hc_retry_failure_count hc_period"
    " storage.max_chunks_up coro_stack_size scheduler.cap scheduler.base hot_reload.timeout windows.maxstdio"
)
_BOOLEANS = (
    "flush.adaptive json.convert_nan_to_null security.fips_mode daemon http_server health_check dns.prefer_ipv4 dns.prefer_ipv6"
    " storage.metrics storage.checksum storage.backlog.flush_on_shutdown storage.delete_irrecoverable_chunks storage.trim_files"
    " storage.inherit storage.keep.rejected json.escape_unicode hot_reload hot_reload.ensure_thread_safety"
    " sp.convert_from_str_to_num enable_chunk_trace"
)
_STRINGS = (
    "log_file parsers_file plugins_file log_level http_listen http_port dns.mode dns.resolver storage.path storage.sync"
    " storage.backlog.mem_limit storage.type storage.rejected.path storage.rejected.limit multiline_buffer_limit streams_file"
)
_TYPES = {"number": _NUMBERS, "integer": _INTEGERS, "boolean": _BOOLEANS, "string": _STRINGS}
SERVICE_KEYS = {name: kind for kind, names in _TYPES.items() for name in names.split()}
"""By key of the service section the type of its value."""
_NUMBER = {"number": r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?", "integer": r"[+-]?[0-9]+"}


@dataclass(frozen=True, eq=False)
class ServiceKeyFact:
    """A key of the service section. ``type``: number, integer, boolean, string, or empty for a key that there is not.

    ``suggestion`` is a key that may be meant ("": none). ``read_as`` is what Fluent Bit makes of a value that does not fit
    ("": it fits).
    """

    name: str
    type: str
    suggestion: str
    read_as: str
    place: Place
    param: ParamFact


def service_key(param: ParamFact) -> ServiceKeyFact:
    """What is known of a key."""
    name, value = param.name, param.value
    kind = SERVICE_KEYS.get(name, "telemetry" if name.startswith("telemetry") else "")
    meant = "" if kind else _meant(name)
    read = "" if "${" in value else _read(kind, value)
    return ServiceKeyFact(name, kind, meant, read, param.name_place, param)


def _meant(name: str) -> str:
    plain = {re.sub(r"[._-]", "", key): key for key in SERVICE_KEYS}
    return plain.get(re.sub(r"[._-]", "", name), "") or nearest(name, SERVICE_KEYS)


def _read(kind: str, value: str) -> str:
    if kind == "boolean" and types.boolean(value) is None:
        return "true"
    if kind in _NUMBER and re.fullmatch(_NUMBER[kind], value.strip()) is None:
        number = types.decimal(value) if kind == "number" else types.integer(value) or 0
        return f"{number:.10g}"
    return ""

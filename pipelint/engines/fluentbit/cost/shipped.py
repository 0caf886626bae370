"""Parsers that come with Fluent Bit: of what its parsers.conf and its code define, settings that cost as much.

The regexes are of the same shape, so that a search for them takes as long. Source: conf/parsers.conf, src/multiline of 5.1.1.
"""

from __future__ import annotations

from collections.abc import Mapping

_CLIENT = r"^(?<host>[^ ]*) [^ ]* (?<user>[^ ]*) \[(?<time>[^\]]*)\] "
_STATUS = r" (?<code>[^ ]*) (?<size>[^ ]*)"
_PATH = r'(?: +(?<path>[^"]*?)(?: +\S*)?)?'
_REQUEST = rf'"(?<method>\S+){_PATH}"{_STATUS}'
_AGENT = r' "(?<referer>[^"]*)" "(?<agent>[^"]*)"'
_SYSLOG = r"^<(?<pri>[0-9]+)>(?<time>[^ ]* {1,2}[^ ]* [^ ]*) "
_PROGRAM = r"(?<ident>[a-zA-Z0-9_/.\-]*)(?:\[(?<pid>[0-9]+)\])?(?:[^:]*:)? *(?<message>.*)$"
_ENVOY = rf'^\[(?<start_time>[^\]]*)\] "(?<method>\S+){_PATH} (?<protocol>\S+)"' + "".join(
    rf" (?<{name}>[^ ]*)" for name in ("code", "flags", "received", "sent", "duration", "upstream_time")
)
_UTC = "%Y-%m-%dT%H:%M:%S.%L"
_ISO, _ACCESS, _BSD = f"{_UTC}%z", "%d/%b/%Y:%H:%M:%S %z", "%b %d %H:%M:%S"

CRI = r"^(?<time>[^ ]+) (?<stream>stdout|stderr) (?<logtag>[^ ]*) (?<message>.*)$"


def _regex(regex: str, time_format: str = "", *, time_key: str = "time", keep: bool = False) -> Mapping[str, str]:
    timed = {"time_key": time_key, "time_format": time_format} if time_format else {}
    return {"format": "regex", "regex": regex, **timed, "time_keep": "on" if keep else "off"}


PARSERS: Mapping[str, Mapping[str, str]] = {
    "apache": _regex(f"{_CLIENT}{_REQUEST}(?:{_AGENT})?$", _ACCESS),
    "apache2": _regex(
        rf'{_CLIENT}"(?<method>\S+)(?: +(?<path>[^ ]*) +\S*)?"{_STATUS}(?: "(?<referer>[^"]*)" "(?<agent>.*)")?$', _ACCESS
    ),
    "apache_error": _regex(
        r"^\[[^ ]* (?<time>[^\]]*)\] \[(?<level>[^\]]*)\](?: \[pid (?<pid>[^\]]*)\])?"
        r"( \[client (?<client>[^\]]*)\])? (?<message>.*)$"
    ),
    "nginx": _regex(f"{_CLIENT}{_REQUEST}(?:{_AGENT})", _ACCESS),
    "k8s-nginx-ingress": _regex(
        _CLIENT + _REQUEST + _AGENT + "".join(rf" (?<f{number}>[^ ]*)" for number in range(9)) + ".*$", _ACCESS
    ),
    "json": {"format": "json", "time_key": "time", "time_format": _ACCESS},
    "logfmt": {"format": "logfmt"},
    "docker": {"format": "json", "time_key": "time", "time_format": _UTC, "time_keep": "on"},
    "docker-daemon": _regex(r'time="(?<time>[^ ]*)" level=(?<level>[^ ]*) msg="(?<msg>[^ ].*)"', _UTC, keep=True),
    "syslog-rfc3164": _regex(rf"{_SYSLOG}(?<host>[^ ]*) {_PROGRAM}", _BSD, keep=True),
    "syslog-rfc3164-local": _regex(_SYSLOG + _PROGRAM, _BSD, keep=True),
    "syslog-rfc5424": _regex(
        r"^<(?<pri>[0-9]{1,5})>1 (?<time>[^ ]+) (?<host>[^ ]+) (?<ident>[^ ]+) (?<pid>[-0-9]+) (?<msgid>[^ ]+) "
        r"(?<extradata>(\[(.*?)\]|-)) (?<message>.+)$",
        _ISO,
        keep=True,
    ),
    "mongodb": _regex(
        r"^(?<time>[^ ]*)\s+(?<severity>\w)\s+(?<component>[^ ]+)\s+\[(?<context>[^\]]+)\]\s+(?<message>.*?)"
        r" *(?<ms>\d+)?(:?ms)?$",
        _UTC,
        keep=True,
    ),
    "envoy": _regex(f"{_ENVOY}{_AGENT}", _ISO, time_key="start_time", keep=True),
    "istio-envoy-proxy": _regex(f"{_ENVOY}{_AGENT}", _ISO, time_key="start_time", keep=True),
    "cri": _regex(CRI, _ISO, keep=True),
}
"""By name, as Parsers_File has them in the project's images and packages."""

CUSTOMARY: Mapping[str, Mapping[str, str]] = {
    # Of the manifests for CloudWatch Container Insights: files of /var/log, whose lines have no priority.
    "syslog": _regex(rf"^(?<time>[^ ]* {{1,2}}[^ ]* [^ ]*) (?<host>[^ ]*) {_PROGRAM}", _BSD),
    # Of Fluent Bit's Helm chart.
    "docker_no_time": {"format": "json", "time_key": "time", "time_format": _UTC, "time_keep": "off"},
    # Of Sumo Logic's Helm chart: a line of a container whose message begins with a date.
    "containerd_multiline_pattern": _regex(
        r"^(?<time>[^ ]+) (?<stream>stdout|stderr) (?<logtag>[PF]) (?<log>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}.*)", _UTC
    ),
}
"""By the names that widely copied manifests give them: what such a parser most likely is, where its file is not there."""

ELSEWHERE: Mapping[str, str] = _regex(
    r"^(?<time>[^ ]+) (?<level>[A-Z]+) \[(?<thread>[^\]]+)\] (?<class>[^ ]+) (?<message>.*)$", _UTC
)
"""What any other parser is taken for whose file is not there.

JSON, logfmt and the known layouts have parsers above: one's own are regexes (all ten of the real configs that we know). On lines
of 250 bytes this one was measured with 3.0 µs (p_rx5time_250), the other regexes with 3.0 to 4.2.
"""

STARTS: Mapping[str, tuple[str, ...]] = {
    "java": (r"(.)(?:Exception|Error|Throwable|V8 errors stack trace)[:\r\n]",),
    "python": (r"^Traceback \(most recent call last\):$",),
    "go": (r"\bpanic: ", "http: panic serving"),
    "ruby": (r"^.+:\d+:in\s+.*",),
}
"""Multiline parsers of stack traces: what the first line of one is found by."""
FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "java": (r"^[\t ]*nested exception is:[\t ]*", r"^[\r\n]*$", r"^[\t ]+(?:eval )?at "),
    "python": (r"^[\t ]+File ",),
    "go": (r"^$", r"^\[signal "),
    "ruby": (r"^\s+from\s+.*:\d+:in\s+.*",),
}
"""What its other lines are tried by until one matches."""

"""Regexes of the same shape as those of Fluentd's own parsers and plugins: what a search for them takes is what theirs takes."""

from __future__ import annotations

from collections.abc import Sequence

_HEAD = r"^(?<host>[^ ]*) [^ ]* (?<user>[^ ]*) \[(?<time>[^\]]*)\] "
_QUOTED = r'(?:[^"]|\\.)*'

# Apache: quoted fields with escapes, tried as alternatives at each character.
APACHE2 = (
    _HEAD
    + rf'"(?<method>\S+)(?: +(?<path>{_QUOTED}?)(?: +\S*)?)?" (?<code>[^ ]*) (?<size>[^ ]*)'
    + rf'(?: "(?<referer>{_QUOTED})" "(?<agent>{_QUOTED})")?$'
)
# nginx: quoted fields without escapes, the last before an optional one.
NGINX = (
    _HEAD
    + r'"(?<method>\S+)(?: +(?<path>[^"]*?)(?: +\S*)?)?" (?<code>[^ ]*) (?<size>[^ ]*)'
    + r'(?: "(?<referer>[^"]*)" "(?<agent>[^"]*)"(?:\s+(?<forwarded>[^ ]+))?)?$'
)
CRI = r"^(?<time>[^ ]+) (?<stream>stdout|stderr) (?<logtag>[FP]) (?<log>.*)$"
SYSLOG = (
    r"^(?<time>[^ ]* +[^ ]* [^ ]*) (?<host>[^ ]*) (?<ident>[^ :\[]*)"
    r"(?:\[(?<pid>[0-9]+)\])?(?:[^:]*:)? *(?<message>.*)$"
)
RFC5424 = (
    r"^<(?<pri>[0-9]{1,3})>[1-9]\d{0,2} (?<time>[^ ]+) (?<host>[^ ]+) (?<ident>[^ ]+) (?<pid>[^ ]+) (?<msgid>[^ ]+) "
    r"(?<extradata>-|(?:\[.*?(?<!\\)\])+)(?: (?<message>.+))?$"
)

# What detect_exceptions looks for in a line outside of a stack trace, by language: what they search for first is theirs.
TRACES = {
    "java": (r"(?:Exception|Error|Throwable|V8 errors)[:\r\n]",),
    "python": (r"^Traceback \(most recent\):$",),
    "php": (r"(?:PHP (?:Notice|Parse|Fatal|Warning):)|(?:exception '[^']+' with ')",),
    "go": (r"\bpanic: ", r"http: panic serv"),
    "ruby": (r"Error \(.*\):$",),
    "dart": (r"^Unhandled exception:$",),
}
_SAME = {"javascript": "java", "js": "java", "csharp": "java", "py": "python", "rb": "ruby"}


def traces(languages: Sequence[str]) -> list[str]:
    """What is looked for of these languages; of all of them where there is none. What several share is looked for once."""
    named = TRACES if not languages or "all" in languages else dict.fromkeys(_SAME.get(name, name) for name in languages)
    return [pattern for name in named for pattern in TRACES.get(name, ())]

"""Regexes of the same shape as those of Fluentd's own parsers: what a search for them takes is what the parser's takes."""

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

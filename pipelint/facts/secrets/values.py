"""Values whose name says that they are secrets: which part of them is one, and which values are none whatever their name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pipelint.base.lean.late import late
from pipelint.facts.secrets.names import Says

Range = tuple[int, int]
"""Where something starts and ends in a text, in bytes."""

# What the engine, the environment or a template puts in: ${X}, ${X:-y}, #{ENV["X"]}, %{[field]}, {{ .X }}, $(X), $X, <% x %>.
_REFERENCE = late(
    rb"""\$\{(?P<default>[^}]{0,999})\}|%\{[^}]{0,999}\}"""
    rb"""|#\{(?P<ruby>(?:[^{}"'\\]|\\?"[^"]*"|\\?'[^']*'|\\(?!["'])|\{[^{}]*\}){0,999})\}"""
    rb"""|\{\{.{0,999}?\}\}|\$\([^)]{0,999}\)|\$[A-Z_][A-Z0-9_]*\b|<%.{0,999}?%>"""
)
# What the two kinds of reference give where there is no such variable.
_DEFAULT = late(rb"[\w.]+:[-=]?(.+)")
_RUBY_TEXT = late(rb"""\\?(?P<quote>["'])(?P<text>(?:(?!(?P=quote))[^\\]|\\(?!(?P=quote)).)*)\\?(?P=quote)""")
_RUBY_NAME = late(rb"(?:\[|fetch\(|key\?\()\s*\Z")
# Not written yet (<password>, __X__, @X@, xxxx, changeme), a field of an event, and values that mean something of their own.
_OPEN = late(
    rb"<[^<>]*>|__\w+__|@\w+@|%\w+%|[xX*.\xe2\x80\xa2]+|(?:\[[^\[\]\s]+\])+"
    rb"|(?i:nil|null|none|true|false|yes|no|on|off|your[_ -].*|(?:change|replace)[_ -]?(?:me|it|this)"
    rb"|string|str|integer|int|float|double|long|bool|boolean|time|date|array|hash|object|keyword|required|optional)"
)
# Words that ask for it, also written together: yourtoken, insertpasswordhere, my-api-key.
_YOURS = (
    r"your(?:[_ -].*|\w*(?:key|secret|pass|password|token))|(?:your|enter|insert|put)[a-z]*here"
    r"|my[_-](?:[a-z]+[_-])?(?:key|secret|pass|password|token)|(?:enter|insert|put|set)[_ -].*"
)
# For rules, who must be sure that a value is written there: whatever some tool may replace before the engine reads it (YYYYYY).
_STAND_IN = late(
    r"(?:API)?KEY|SECRET|TOKEN|[A-Z]{2,}(?:_[A-Z]{2,})+|\[[A-Z][A-Z_ -]+\]|#+[A-Z][A-Z0-9_]*#+"
    r"|\{[A-Z][A-Z0-9_]*\}|\$.*|.*\{\{.*|.*\$\{.*|(?:(?!#\{).)*#\{[^}\n]*\}.*|<.*>|__.*__|@.*@|%[^{].*%|.*[xX*]{4}.*|[xX*.]+"
    r"|(?P<letter>[A-Za-z])(?P=letter){4,}"
    r"|(?i:nil|null|none|" + _YOURS + r"|(?:change|replace)[_ -]?(?:me|it|this)|.*placeholder.*|.*[_ -]here|.*example(?:key)?"
    r"|dummy|redacted|todo|tbd|fixme|pass(?:word|wd)?)"
)
# The same for Logstash, to which a lone $ means nothing: <password>, [api key], changeme, user:password, _ES_PASSWORD_, %%PW%%.
_UNWRITTEN = late(
    r"(?:(?!\{\{).)*\{\{.*\}\}.*|<.*>|__\w+__|_[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+_|@\w+@|.*[xX*]{4}.*|(?P<letter>[A-Za-z])(?P=letter){4,}"
    r"|\[[A-Za-z]{1,20}(?:[ _-][A-Za-z]{1,20}){1,4}\]|#+[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+#*|(?P<marks>[#%]+)[A-Z][A-Z0-9_]*(?P=marks)"
    r"|(?i:" + _YOURS + r"|(?:change|replace)[_ -]?(?:me|it|this)|.*placeholder.*"
    r"|.*[_ -]here|(?:user|username|login|name|id)[:_ -](?:pass|password|key|api_?key))"
    r"|(?:[A-Z][A-Z0-9_:]*_)?(?:PASS(?:WORD|WD|PHRASE)?|SECRET|TOKEN|KEY)|(?i:some[_ -](?:pass(?:word)?|secret|token|key))"
)
# Elasticsearch and stacks made of it came with this one, and many run with it.
_OF_ELASTIC = "changeme"
# Passwords that everybody tries first: words and what fresh servers have, with the usual marks in place of letters, and endings.
_EVERYBODYS = late(
    r"(?i:(?:adm[i1]n|change(?:it|me)|elastic|fluent\w?|guest|letmein|logs?(?:tash)?|minio(?:admin)?|notasecret"
    r"|p[a@4](?:ss|\$\$)(?:wd|w[o0]rd)|postgres|qwerty|r[o0][o0]t|s[e3]cr[e3]t(?:[_-]?(?:key|password))?|test|welcome)"
    r"(?:1|12|123|1234)?!?)|1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?"
)
# The text that Ruby has in place of a variable, at its end.
_IN_PLACE = late(r"(?:\|\||,) *['\"]([^'\"]*)['\"] *\)? *\}")
_VARIABLE = late(r"\$\{[A-Za-z_.][\w.]*(?::[^}]{0,999})?\}")
_FILE = late(
    rb"(?:/[\w.@{}$-]+){2,}/?|(?:\.{1,2}|~)(?:/[\w.@-]+)+|[A-Za-z]:\\\S+|[\w.-]+\.(?:pem|key|crt|jks|p12|json|ya?ml|txt)"
)
_URL = late(rb"[A-Za-z][A-Za-z0-9+.-]*://|jdbc:")
_SCHEME = late(rb"[A-Za-z][\w-]*[ \t]+(?=[^\s])")
_METHOD = late(rb"(?i:basic|bearer|digest|plain|login|ntlm|kerberos|oauth2?|aws|ssl|tls|token|user|password|fail\w*|success\w*)")
_PAIR = late(rb"\w+=[^;]*;")
_WORD = late(rb"[A-Za-z0-9]")
# So many letters and digits beside a reference are taken for a part of the secret: less is a prefix.
_LEAST = 5
# So many digits are a count.
_COUNT = 5


def secret_parts(text: bytes, start: int, end: int, meaning: Says, inner: Sequence[Range] = ()) -> Iterator[Range]:
    """The parts of the value ``text[start:end]``, without its quotes, that are not to be shown.

    ``inner`` are the secrets that were found in the text by their own shape or name, in order: an address is shown but for these.
    """
    value = text[start:end].strip()
    start = text.index(value, start)
    end = start + len(value)
    if not value or _OPEN.fullmatch(value) or (meaning is not Says.DECLARED and _URL.match(value)):
        return
    if meaning is Says.LOGIN:
        if _METHOD.fullmatch(value):
            return
        scheme = _SCHEME.match(value)
        start += scheme.end() if scheme else 0
    elif meaning is Says.CONNECTION and _PAIR.search(value + b";"):
        first = bisect_left(inner, (start, 0))
        if first < len(inner) and inner[first][1] <= end:
            return
    elif meaning in (Says.KEY, Says.CONNECTION) and (_FILE.fullmatch(value) or (value.isdigit() and len(value) < _COUNT)):
        return
    yield from _written(text, start, end)


def may_stand_in(value: str) -> bool:
    """Whether a value of Fluentd's may stand for another one, or is none."""
    return not value.strip() or _STAND_IN.fullmatch(value.strip()) is not None


def is_filled_in(value: str) -> bool:
    """Whether a value of Logstash's is none: Logstash puts a field or a variable into it, it is empty, or not written yet."""
    unwritten = value != _OF_ELASTIC and _UNWRITTEN.fullmatch(value) is not None
    return not value or "%{" in value or _VARIABLE.search(value) is not None or unwritten


def is_known_password(value: str) -> bool:
    """Whether it is a password that everybody knows, or the default of a variable that is one."""
    found = _IN_PLACE.search(value) if value.endswith("}") else None
    word = found[1] if found is not None and found.end() == len(value) else value
    # Logstash takes ${X:-word}, as shells write it, for a default with a minus.
    return _EVERYBODYS.fullmatch(word.strip().removeprefix("-")) is not None


def is_open(value: bytes) -> bool:
    """Whether a value is none to hide: put in by a reference, not written yet, or one of a few words."""
    return not value.strip() or is_reference(value) or _OPEN.fullmatch(value.strip()) is not None


def is_reference(value: bytes) -> bool:
    """Whether references put in all of a value that matters."""
    rest, count = _REFERENCE.subn(b"", value)
    return count > 0 and _WORD.search(rest) is None


def _written(text: bytes, start: int, end: int) -> Iterator[Range]:
    """What is written there and not put in by references: all of it, or what stands beside and in them."""
    at, referred = start, False
    for found in _REFERENCE.finditer(text, start, end):
        referred = True
        yield from _beside(text, at, found.start())
        at = found.end()
        if found["default"] is not None and (default := _DEFAULT.fullmatch(found["default"])):
            yield found.start("default") + default.start(1), found.end("default")
        elif found["ruby"] is not None:
            yield from _in_ruby(text, *found.span("ruby"))
    if referred:
        yield from _beside(text, at, end)
    elif start < end:
        yield start, end


def _in_ruby(text: bytes, start: int, end: int) -> Iterator[Range]:
    """The texts in embedded Ruby that name no variable and no file: the 'x' of ``ENV['X'] || 'x'``."""
    for literal in _RUBY_TEXT.finditer(text, start, end):
        if not _RUBY_NAME.search(text, start, literal.start()) and not _FILE.fullmatch(literal["text"]):
            yield literal.span("text")


def _beside(text: bytes, start: int, end: int) -> Iterator[Range]:
    """A piece beside a reference; a login's name, which ends in a colon, is none."""
    piece = text[start:end]
    if len(_WORD.findall(piece)) >= _LEAST and not piece.rstrip().endswith(b":"):
        yield start, end

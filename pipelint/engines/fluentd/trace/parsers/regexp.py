"""Parsers by regular expression: regexp, multiline, and those with a pattern of their own: nginx, apache and its kin."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from pipelint.engines.fluentd.facts.regexes import fluentd_uses, slashed_use
from pipelint.engines.fluentd.plugins.regexp import line_formats, regexp_name
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.parsers.parser import Common, Miss, Parsed, text_of
from pipelint.engines.fluentd.trace.pattern import Match, Pattern, compiled, plain
from pipelint.engines.fluentd.trace.time.clock import NOW
from pipelint.engines.fluentd.trace.values import LostError, RefusedError, to_i
from pipelint.facts.regexes.use import Role
from pipelint.graph.stage import Kind
from pipelint.trace.model import Reading

# What a line of these logs is made of (Fluentd 1.16.5, parser_nginx.rb and its like): a field, one between brackets, quotes.
_FIELD, _TIME = r"(?<{}>[^ ]*)", r"\[(?<time>[^\]]*)\]"
_HEAD = rf'{_TIME} "(?<method>\S+)'
_SENT = rf"{_FIELD.format('code')} {_FIELD.format('size')}"
_NGINX = (
    rf"^{_FIELD.format('remote')} {_FIELD.format('host')} {_FIELD.format('user')} {_HEAD}"
    rf'(?: +(?<path>[^\"]*?)(?: +\S*)?)?" {_SENT}(?: "(?<referer>[^\"]*)" "(?<agent>[^\"]*)"'
    r"(?:\s+\"?(?<http_x_forwarded_for>[^\"]*)\"?)?)?$"
)
_APACHE = (
    rf"^{_FIELD.format('host')} [^ ]* {_FIELD.format('user')} {_HEAD}"
    rf'(?: +(?<path>[^ ]*) +\S*)?" {_SENT}(?: "(?<referer>[^\"]*)" "(?<agent>[^\"]*)")?$'
)
_ESCAPED = r'(?:[^\"]|\\")*'
_APACHE2 = (
    rf"^{_FIELD.format('host')} [^ ]* {_FIELD.format('user')} {_HEAD}"
    rf'(?: +(?<path>{_ESCAPED}?)(?: +\S*)?)?" {_SENT}(?: "(?<referer>{_ESCAPED})" "(?<agent>{_ESCAPED})")?$'
)
_APACHE_ERROR = (
    r"^\[[^ ]* (?<time>[^\]]*)\] \[(?<level>[^\]]*)\](?: \[pid (?<pid>[^\]]*)\])?( \[client (?<client>[^\]]*)\])? (?<message>.*)$"
)
_OWN = {"nginx": _NGINX, "apache": _APACHE, "apache_error": _APACHE_ERROR}


class RegexpParser:
    """Named captures become fields."""

    __slots__ = ("common", "pattern")

    def __init__(self, common: Common, pattern: Pattern) -> None:
        self.common, self.pattern = common, pattern
        if not pattern.names:
            raise RefusedError("Fluentd asks for a named capture in the regular expression", pattern.use.place)

    @classmethod
    def of(cls, params: Params, clock: tzinfo | None, plugin: str) -> RegexpParser:
        """The parser regexp, or one that has a pattern of its own."""
        block = params.block
        if plugin in _OWN and "expression" not in params:
            pattern = plain(_OWN[plugin], block)
        else:
            name = regexp_name(block)
            written = block.value(name)
            if (params.flag("ignorecase") or params.flag("multiline")) and not written.endswith("/"):
                raise LostError("options of the regular expression are said twice", params.place(name))
            pattern = compiled(fluentd_uses(Kind.PARSE, "regexp", block), block, name)
        return cls(Common(params, clock), pattern)

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        return self.match(text_of(text))[1]

    def match(self, text: str) -> tuple[Match | None, Parsed | Miss]:
        """The match, and what comes of it."""
        found = self.pattern.search(text)
        if found is None:
            return None, miss(self.pattern, text)
        return found, self.common.finish(found.captures())


def miss(pattern: Pattern, text: str) -> Miss:
    """A text that a pattern does not match, and where it gets stuck."""
    where, place = pattern.stuck(text)
    return Miss(f"the regular expression does not match{': ' + where if where else ''}", place)


class MultilineParser:
    """The formats joined; ``format_firstline`` says where an event begins."""

    __slots__ = ("_first", "_inner", "_unmatched", "has_first")

    def __init__(self, params: Params, clock: tzinfo | None, *, unmatched: bool = False) -> None:
        block = params.block
        formats = line_formats(block)
        if not formats or any(param.embedded for param in formats):
            raise LostError("the formats of the multiline parser are not known", block.head_place)
        if any(len(param.value) < 2 or param.value[0] != "/" or param.value[-1] != "/" for param in formats):
            raise RefusedError("a format of the multiline parser must stand between slashes", formats[0].place)
        uses = [use for use in fluentd_uses(Kind.PARSE, "multiline", block) if use.role is Role.PARSE]
        self._inner = RegexpParser(Common(Params("parser", "regexp", block), clock), compiled(uses, block, formats[0].name))
        self.has_first = "format_firstline" in block.params
        name = "format_firstline"
        self._first = compiled(slashed_use(block, name, Role.FIRST), block, name) if self.has_first else None
        # Not a flag: the text false counts as true here.
        self._unmatched = unmatched or "unmatched_lines" in block.params

    def first_line(self, text: str) -> bool:
        """See Multiline."""
        return self._first is not None and self._first.matches(text)

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        return next(self.all(text_of(text)))

    def all(self, text: str) -> Iterator[Parsed | Miss]:
        """See Multiline."""
        for _ in range(10_000):
            found, parsed = self._inner.match(text)
            if self._unmatched and (isinstance(parsed, Miss) or parsed.time is None):
                yield Parsed(NOW, {"unmatched_line": text})
            else:
                yield parsed
            if found is None:
                return
            rest = found.rest
            if len(rest) == len(text):
                raise LostError("the multiline parser would never end on this text", self._inner.pattern.use.place)
            text = rest[1:] if rest.startswith("\n") else rest
            if not text:
                return
        raise LostError("the multiline parser makes too many events of this text", self._inner.pattern.use.place)


class Apache2Parser:
    """``apache2``: a pattern of its own, and ``-`` is nil."""

    __slots__ = ("common", "pattern")

    def __init__(self, params: Params, clock: tzinfo | None) -> None:
        self.common = Common(params, clock, "%d/%b/%Y:%H:%M:%S %z")
        self.pattern = plain(_APACHE2, params.block)

    def parse(self, text: object) -> Parsed | Miss:
        """See Parser."""
        line = text_of(text)
        found = self.pattern.search(line)
        if found is None:
            return miss(self.pattern, line)
        taken = found.named()
        time = self.common.read_time(taken["time"])
        code = to_i(taken["code"] or "")
        record: dict[str, object] = {name: None if taken[name] == "-" else taken[name] for name in ("host", "user")}
        record |= {"method": taken["method"], "path": taken["path"], "code": code or None}
        record["size"] = None if taken["size"] == "-" else to_i(taken["size"] or "")
        record |= {name: None if taken[name] == "-" else taken[name] for name in ("referer", "agent")}
        if self.common.keep:
            record["time"] = taken["time"]
        return Parsed(time, record, Reading(taken["time"] or ""))

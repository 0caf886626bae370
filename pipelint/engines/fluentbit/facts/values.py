"""What is known of a section of Fluent Bit beyond what every engine's sections have: the language of its rule pages."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.parsers.time_format import TimeFormatFact, read_time_format
from pipelint.engines.fluentbit.facts.parsers.troubles import TroubleFact, multiline_troubles, parser_troubles
from pipelint.facts.inside import inside
from pipelint.facts.values import ParamFact, SectionFact

_COMMENT = late(r"(?<![ \t])[ \t]+#+(?P<apart>[ \t]|$)?")
_QUOTED_MATCH = late(r"""(\w+)=(["'])(.*)\2""")
_PROSE = late(r"#+[ \t]+[A-Za-z]{2,}(?:[ \t]+[A-Za-z,;'-]+)*[ \t]+[A-Za-z]{2,}[.!]?")

# What may have a # in it: a program, an event, an expression.
_FREE_TEXTS = frozenset(
    ("code", "command", "dummy", "exclude", "exec", "match_regex", "query", "regex", "rule", "script", "tag_regex")
)
# Of these, expressions: a sentence after a blank and a # is none.
_EXPRESSIONS = frozenset(("exclude", "match_regex", "regex", "tag_regex"))
_NAMES = frozenset(("db", "host", "match", "match_regex", "name", "parser", "parsers_file", "path", "storage.path", "tag"))
# Of plugins: names of what a receiver or the journal has.
_OF_OTHERS = frozenset(("bucket", "index", "log_group_name", "log_stream_name", "logstash_prefix", "region", "systemd_filter"))
_OF_OTHERS |= frozenset(("tenant_id",))


@dataclass(frozen=True)
class CommentFact:
    """What looks like a comment at the end of a value, and what stands before it. ``apart``: there is a blank after its `#`.

    ``prose``: words of letters follow, two or more, and the whole is no expression that allows comments, `(?x)`.
    """

    text: str
    before: str
    apart: bool
    prose: bool
    place: Place


@dataclass(frozen=True)
class FluentBitParamFact(ParamFact):
    """One key. ``value`` is its text as the engine reads it, before variables are replaced."""

    @cached_property
    def words(self) -> list[str]:
        """What stands between its blanks; double quotes hold words together."""
        return types.words(self.value)

    @property
    def quoted(self) -> bool:
        """Whether quotes around it are a part of the value, as in the classic format."""
        value = self.value
        return len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" and self.place.text == value

    @property
    def match_quoted(self) -> bool:
        """Whether it is a filter of the journal with quotes around what a field is to be: `_SYSTEMD_UNIT="sshd.service"`."""
        return self.name == "systemd_filter" and _QUOTED_MATCH.fullmatch(self.value) is not None

    @property
    def misquoted(self) -> bool:
        """Whether it takes one name, path or pattern, and has quotes around it."""
        of_parser = self.name == "regex" and self.block.name == "parser"
        return self.quoted and (of_parser or self.name in _NAMES or self.name in _OF_OTHERS)

    @property
    def commented(self) -> bool:
        """Whether its value looks as if it ended in a comment. Of expressions a sentence is one."""
        said = self.comment
        return said is not None and (self.name not in _FREE_TEXTS or (self.name in _EXPRESSIONS and said.prose))

    @property
    def bare(self) -> str:
        """Its value without quotes around it, or around what follows its `=`."""
        found = _QUOTED_MATCH.fullmatch(self.value)
        return self.value[1:-1] if self.quoted else self.value if found is None else f"{found[1]}={found[3]}"

    @property
    def to_fill_in(self) -> bool:
        """Whether all of it is what somebody or some program replaces first: `<PORT>`, `@PORT@`, `YOUR_PORT`."""
        return types.is_to_fill_in(self.value)

    @property
    def variable(self) -> bool:
        """Whether the environment or `@SET` makes a part of it."""
        return "${" in self.value

    @cached_property
    def comment(self) -> CommentFact | None:
        """What looks like a comment at its end: `#` after a blank. In YAML that is none of the value."""
        found = _COMMENT.search(self.value)
        if found is None:
            return None
        start, end = (len(self.value[:edge].encode()) for edge in (found.start(), len(self.value)))
        text = self.value[found.start() :].strip()
        place = inside(self.place, self.value, Span(start, end))
        prose = _PROSE.fullmatch(text) is not None and "(?x" not in self.value
        return CommentFact(text, self.value[: found.start()], found["apart"] is not None, prose, place)


@dataclass(frozen=True)
class FluentBitSectionFact(SectionFact):
    """A section: `keys` are all of its keys in their order, `params` has the last one of each name."""

    param_class = FluentBitParamFact

    @cached_property
    def keys(self) -> list[FluentBitParamFact]:
        """Its keys in their order, each as often as it is written."""
        facts = (self.fact(item) for item in self.block.items if isinstance(item, Param))
        return [fact for fact in facts if isinstance(fact, FluentBitParamFact)]

    @property
    def classic(self) -> bool:
        """Whether it is written in the classic format."""
        return self.block.head_place.text.startswith("[")

    @cached_property
    def troubles(self) -> list[TroubleFact]:
        """What Fluent Bit does not take of a parser or multiline parser."""
        read = {"parser": parser_troubles, "multiline_parser": multiline_troubles}.get(self.block.name)
        return [] if read is None else read(self.block)

    @cached_property
    def time(self) -> TimeFormatFact | None:
        """How a parser reads times, if it has a `time_format`."""
        param = self.block.param("time_format")
        return None if param is None or "${" in param.value else read_time_format(param.value, param.place)

    @cached_property
    def captures(self) -> list[str] | None:
        """The names of the groups in a parser's `regex`, null where it cannot be read."""
        # Imported here: it is large, and most configs ask for none.
        from pipelint.regex.tree import Regex, read_regex

        pattern, options = types.regexp(self.block.value("regex")) or ("", "")
        found = read_regex(f"(?{options}:{pattern})" if options else pattern)
        return list(found.names) if isinstance(found, Regex) and "${" not in pattern else None

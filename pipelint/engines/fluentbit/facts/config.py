"""What is known of a whole Fluent Bit config beyond what every engine's configs have: the language of its rule pages."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import PARSERS_FILE, stock_parsers
from pipelint.engines.fluentbit.facts.around.config import AroundFact
from pipelint.engines.fluentbit.facts.compose import UnmountedFact, unmounted
from pipelint.engines.fluentbit.facts.language.commands import CommandFact, idle_commands
from pipelint.engines.fluentbit.facts.language.files import NamedFact, missing_files
from pipelint.engines.fluentbit.facts.language.globs import GlobFact, filter_globs
from pipelint.engines.fluentbit.facts.language.heads import HeadFact, head_fact, misplaced_heads
from pipelint.engines.fluentbit.facts.language.queries import query_troubles
from pipelint.engines.fluentbit.facts.language.repeats import RepeatFact, repeats
from pipelint.engines.fluentbit.facts.language.service import ServiceKeyFact, service_key
from pipelint.engines.fluentbit.facts.language.unread import UnreadHeadFact, unread_heads
from pipelint.engines.fluentbit.facts.parsers.fits import TimeMisfitFact, time_misfits
from pipelint.engines.fluentbit.facts.parsers.greedy import GreedyRuleFact, greedy_rules
from pipelint.engines.fluentbit.facts.parsers.references import ParserUseFact, idle_parsers, parser_uses
from pipelint.engines.fluentbit.facts.parsers.same import SameParserFact, same_parsers
from pipelint.engines.fluentbit.facts.parsers.troubles import MULTILINE_KEYS, PARSER_KEYS, TroubleFact
from pipelint.engines.fluentbit.facts.parsers.unused import unused_parsers
from pipelint.engines.fluentbit.facts.stage import FluentBitFactGraph
from pipelint.engines.fluentbit.facts.values import FluentBitParamFact, FluentBitSectionFact
from pipelint.engines.fluentbit.plugins.refused import RefusalFact, service_refusals
from pipelint.engines.fluentbit.syntax.section import UNSAID
from pipelint.graph.stage import Kind

_PLUGINS = ("custom", "input", "filter", "output")


@dataclass(frozen=True, eq=False)
class UnknownKeyFact:
    """A key that parsers do not have: ``owner`` is the kind of section, ``suggestion`` a key that may be meant ("": none)."""

    name: str
    owner: str
    suggestion: str
    place: Place
    param: FluentBitParamFact


@dataclass(frozen=True, eq=False)
class FluentBitConfigFact(AroundFact):
    """A whole config: whether it is in a Kubernetes manifest, and its stages.

    ``place`` is the service section where there is one, else the first section. ``block`` is what ``place`` points at when it is
    the service section, else the whole config. ``version`` is Fluent Bit's as the settings name it, 1000 times the first number
    and the second (5001 for 5.1), 0 where they do not.
    """

    _links: FluentBitFactGraph = field(repr=False)

    @cached_property
    def service(self) -> FluentBitSectionFact | None:
        """The service section, with the keys of all."""
        return next(iter(self._named("service")), None)

    @cached_property
    def parsers(self) -> list[FluentBitSectionFact]:
        """The sections of parsers in the files that were read."""
        return self._named("parser")

    @cached_property
    def named_parsers(self) -> list[FluentBitSectionFact]:
        """Those of them that have a name, by which rules ask for one: the engine drops the others, and so may a template."""
        return [parser for parser in self.parsers if "name" in parser.block.params]

    @cached_property
    def multiline_parsers(self) -> list[FluentBitSectionFact]:
        """The sections of multiline parsers in the files that were read."""
        return self._named("multiline_parser")

    @cached_property
    def nameless(self) -> list[FluentBitSectionFact]:
        """The sections of plugins that name none."""
        sections = [section for kind in _PLUGINS for section in self._named(kind)]
        return [section for section in sections if not section.block.value("name") and not section.block.open]

    @cached_property
    def refused(self) -> list[RefusalFact]:
        """What Fluent Bit does not take of the service section."""
        return [] if self.service is None else service_refusals(self.service.block)

    @cached_property
    def whole(self) -> bool:
        """Whether every file that it includes was read, and no config nearby includes it."""
        return self._links.whole

    @cached_property
    def tags_known(self) -> bool:
        """Whether all of it is there, and nothing but its inputs and `rewrite_tag` gives events a tag or chooses outputs."""
        return self._links.tags_known

    @cached_property
    def commented(self) -> list[FluentBitParamFact]:
        """The keys of sections in the classic format whose value looks as if it ended in a comment."""
        return [key for key in self._classic_keys if key.commented]

    @cached_property
    def quoted(self) -> list[FluentBitParamFact]:
        """The keys of sections in the classic format that take one name, path or pattern, and have it in quotes, and filters of
        the journal that have quotes around what a field is to be.
        """
        every = (key for section in self._parts for key in section.keys)
        return [key for key in self._classic_keys if key.misquoted] + [key for key in every if key.match_quoted]

    @cached_property
    def parser_uses(self) -> list[ParserUseFact]:
        """The parsers that it names."""
        config = self._links.config
        return parser_uses(config) if isinstance(config, FluentBitConfig) else []

    @cached_property
    def idle_parsers(self) -> frozenset[str]:
        """The names, in small letters, of its parsers that nothing uses; none where that is not known."""
        config = self._links.config
        return idle_parsers(config) if isinstance(config, FluentBitConfig) else frozenset()

    @cached_property
    def unused_parsers(self) -> list[FluentBitSectionFact]:
        """Its parsers with a name of their own that nothing uses, no config beside them either; none where that is not known."""
        config = self._links.config
        if not isinstance(config, FluentBitConfig) or not self.whole or self.kubernetes or self.skipped:
            return []
        sections = [*self.parsers, *self.multiline_parsers]
        found = config.noted(unused_parsers, *(each.block for each in sections))
        return [each for each in sections if each.block in found]

    @property
    def has_all_parsers(self) -> bool:
        """Whether all files with parsers were read, or are those of Fluent Bit's images."""
        config = self._links.config
        return isinstance(config, FluentBitConfig) and config.has_all_parsers

    @property
    def names_stock_parsers(self) -> bool:
        """Whether it is whole, and each file of parsers that it names was read, or has the name of one of the images'."""
        config = self._links.config
        files = [each for each in config.named if each.key == PARSERS_FILE] if isinstance(config, FluentBitConfig) else []
        whole = self.whole and not config.entry.partial and not config.entry.loose and not config.errors
        return whole and bool(files) and all(each.documents or stock_parsers(each.path) for each in files)

    @property
    def alone(self) -> bool:
        """Whether it has inputs and outputs, no service section, and nothing that was not read: no file of parsers is named."""
        whole = self.whole and not self.kubernetes and not self._links.config.entry.partial
        return whole and self.service is None and bool(self.sources and self.outputs)

    @cached_property
    def misplaced_parsers(self) -> list[FluentBitSectionFact]:
        """The sections of parsers that stand in a config itself, in the classic format."""
        config = self._links.config
        own = [each for each in (*self.parsers, *self.multiline_parsers) if each.classic]
        return [each for each in own if isinstance(config, FluentBitConfig) and not config.role(each.place.document)]

    @cached_property
    def same_aliases(self) -> list[FluentBitParamFact]:
        """The aliases that an earlier stage of the same kind has."""
        seen: set[tuple[Kind, str]] = set()
        found: list[FluentBitParamFact] = []
        for stage in self.stages:
            alias = stage.params.get("alias")
            if isinstance(alias, FluentBitParamFact) and not alias.variable:
                if (stage.kind, alias.value) in seen:
                    found.append(alias)
                seen.add((stage.kind, alias.value))
        return found

    @cached_property
    def globs(self) -> list[GlobFact]:
        """The includes with a `*` that bring several files with filters."""
        return list(filter_globs(self._links.config))

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """Keys of the service section and of parsers that stand there before."""
        sections = [each for each in self._parts if each.block.name in ("service", "parser", "multiline_parser")]
        return [repeat for section in sections for repeat in repeats(section.block)]

    @cached_property
    def idle_commands(self) -> list[CommandFact]:
        """Lines that begin with @ and do nothing, or not what they seem to."""
        return list(idle_commands(self._links.config))

    @cached_property
    def unread_heads(self) -> list[UnreadHeadFact]:
        """The heads of sections in files that it names that are not read."""
        config = self._links.config
        return list(unread_heads(config)) if isinstance(config, FluentBitConfig) else []

    @cached_property
    def same_parsers(self) -> list[SameParserFact]:
        """The parsers of which there is one of that name before."""
        config = self._links.config
        return list(same_parsers(config, [*self.parsers, *self.multiline_parsers])) if isinstance(config, FluentBitConfig) else []

    @cached_property
    def greedy_rules(self) -> list[GreedyRuleFact]:
        """The rules of multiline parsers that take every line, so that no line begins a new event."""
        return [rule for parser in self.multiline_parsers for rule in greedy_rules(parser.block)]

    @cached_property
    def time_misfits(self) -> list[TimeMisfitFact]:
        """The parsers whose regex captures no time, or one that their Time_Format does not fit."""
        return [fact for parser in self.parsers for fact in time_misfits(parser.block)]

    @cached_property
    def missing_files(self) -> list[NamedFact]:
        """The files that it names and that there are not: those of parsers, plugins, stream tasks, upstreams and Lua."""
        config = self._links.config
        return list(missing_files(config)) if isinstance(config, FluentBitConfig) else []

    @cached_property
    def unmounted(self) -> list[UnmountedFact]:
        """The logs, and the positions in others, that the service of a compose file that runs it has nothing mounted for."""
        return list(unmounted(self._links.config))

    @cached_property
    def open_variables(self) -> list[FluentBitParamFact]:
        """The keys whose value has a `${` without a brace after it."""
        return [key for section in self._parts for key in section.keys if key.value.rpartition("${")[1] and _is_open(key.value)]

    @property
    def _classic_keys(self) -> Iterator[FluentBitParamFact]:
        for section in self._parts:
            if section.classic:
                yield from section.keys

    @cached_property
    def heads(self) -> list[HeadFact]:
        """The heads of its sections."""
        return [head_fact(block) for block in self._links.config.root.blocks]

    @cached_property
    def misplaced_heads(self) -> list[HeadFact]:
        """Heads of sections in a config itself that Fluent Bit reads in files that it names alone, in the classic format."""
        return list(misplaced_heads(self._links.config))

    @cached_property
    def query_troubles(self) -> list[TroubleFact]:
        """The queries of stream tasks that Fluent Bit cannot read. ``stops``: no task runs for one."""
        config = self._links.config
        return list(query_troubles(config)) if isinstance(config, FluentBitConfig) else []

    @cached_property
    def service_keys(self) -> list[ServiceKeyFact]:
        """The keys of the service section."""
        keys = [] if self.service is None else self.service.keys
        # One that has lost its first letter is told as that.
        lost = {(each.place.document, each.place.span.start + 1) for each in self._links.config.ignored}
        kept = [key for key in keys if (key.name_place.document, key.name_place.span.start) not in lost]
        return [service_key(key, self._links.declarations, self._links.values) for key in kept]

    @cached_property
    def unknown_parser_keys(self) -> list[UnknownKeyFact]:
        """The keys of parsers and multiline parsers that Fluent Bit has no use for."""
        kinds = [(self.parsers, PARSER_KEYS, "a parser"), (self.multiline_parsers, MULTILINE_KEYS, "a multiline parser")]
        return [
            UnknownKeyFact(key.name, owner, nearest(key.name, known), key.name_place, key)
            for sections, known, owner in kinds
            for section in sections
            for key in section.keys
            if key.name not in known and key.value != UNSAID
        ]

    def _named(self, name: str) -> list[FluentBitSectionFact]:
        return [section for section in self._parts if section.block.name == name]

    @property
    def _parts(self) -> list[FluentBitSectionFact]:
        return [section for section in self.sections if isinstance(section, FluentBitSectionFact)]


def _is_open(value: str) -> bool:
    return "}" not in value.rpartition("${")[2]

"""What is known of a stage of Fluent Bit beyond what every engine's stages have. Field names are the language of rule pages."""

from __future__ import annotations

from collections.abc import Collection

from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.fluentbit.facts import delivery
from pipelint.engines.fluentbit.facts.around.composed import docker_senders
from pipelint.engines.fluentbit.facts.around.included import is_part_of_another
from pipelint.engines.fluentbit.facts.around.unset import is_pair
from pipelint.engines.fluentbit.facts.around.variables import FieldVariableFact, field_variables
from pipelint.engines.fluentbit.facts.keys import LostKeyFact, lost_keys
from pipelint.engines.fluentbit.facts.kubernetes import PodTagFact, TagRegexFact, pod_tags, reads_container_logs, tag_regex_misfit
from pipelint.engines.fluentbit.facts.language.headers import login_headers, plain_headers
from pipelint.engines.fluentbit.facts.language.repeats import RepeatFact, repeats
from pipelint.engines.fluentbit.facts.language.rewrite import RewriteRuleFact, rewrite_rules
from pipelint.engines.fluentbit.facts.language.routes import RouteTargetFact, all_tags_known, lost_targets
from pipelint.engines.fluentbit.facts.lua.code import prints_each, unchecked_fields
from pipelint.engines.fluentbit.facts.lua.scripts import lost_time, missing_function, script_text
from pipelint.engines.fluentbit.facts.parsers.numbers import NumberKeyFact, number_keys
from pipelint.engines.fluentbit.facts.placed import PlacedStageFact
from pipelint.engines.fluentbit.facts.values import FluentBitParamFact, FluentBitSectionFact
from pipelint.engines.fluentbit.plugins.rdkafka import ForeignKeyFact, foreign_keys
from pipelint.engines.fluentbit.plugins.refused import RefusalFact, refusals
from pipelint.engines.fluentbit.plugins.repeated import RepeatedFact, repeated
from pipelint.engines.fluentbit.values import FluentBitValues
from pipelint.facts.secrets import plain_queries
from pipelint.facts.stage import FactGraph, StageFact
from pipelint.facts.values import ParamFact
from pipelint.graph.stage import Kind
from pipelint.plugins import plugin_of, stage_kinds

_TAKERS = (Kind.FILTER, Kind.OUTPUT)
_GROUP = late(r"\(\?<([A-Za-z_]\w*)>")


@dataclass(frozen=True, eq=False)
class FluentBitStageFact(PlacedStageFact):
    """A plugin instance: ``plugin`` is its name, ``pattern`` its Match. ``label`` and ``worker`` are empty.

    ``upstream`` and ``downstream`` hold the stages that events may pass before and after it, nearest first.
    """

    section: FluentBitSectionFact
    _links: FluentBitFactGraph = field(repr=False)

    @cached_property
    def upstream(self) -> list[StageFact]:
        """Stages that events may have passed before it, nearest first."""
        return self._passed(super().upstream)

    @cached_property
    def sources(self) -> list[StageFact]:
        """The sources whose events may reach it; for the parts of a source, that source."""
        return self._passed(super().sources)

    def _passed(self, before: list[StageFact]) -> list[StageFact]:
        """Of stages before it those that share a way with it."""
        ways = self._ways if self.kind in _TAKERS else None
        return before if ways is None else [each for each in before if ways[self._links.stage(each).index]]

    @cached_property
    def _ways(self) -> bytes:
        return self._links.passed_before(self)

    @cached_property
    def queried(self) -> list[ParamFact]:
        """Its parameters that hold a URL, or the path of one, with a password or token in its query, and none in a login."""
        told = {each.name for each in self.logins}
        return [self.section.fact(param) for param in plain_queries(self.block) if param.name not in told]

    @property
    def unreached(self) -> str | None:
        """Its Match, where that takes none of the tags that events have; null where it may take some."""
        return self.pattern if self.kind in _TAKERS and self._links.tags_known and not self.upstream else None

    @property
    def read_back(self) -> list[StageFact]:
        """The inputs that read the file which it writes their events to."""
        return [each for each in self.sources if delivery.reads_back(self._links.stage(each), self._stage)]

    @property
    def docker_senders(self) -> list[str]:
        """Of a forward input the services of the compose file whose lines Docker sends to it."""
        return docker_senders(self._links.config, self._stage) if self.plugin == "forward" and self.kind is Kind.SOURCE else []

    @cached_property
    def rewrites(self) -> list[RewriteRuleFact]:
        """The rules of a rewrite_tag."""
        return rewrite_rules(self._stage, self._links.graph)

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """Its keys that stand there before, where that is not for several of them to be."""
        kind = stage_kinds(self._links.engine).get(self.kind.value, "")
        spec = self._links.declarations.spec(kind, self.plugin)
        many = None if spec is None else {name for name, param in spec.params.items() if param.many}
        return repeats(self.block, many)

    @cached_property
    def lost_targets(self) -> list[RouteTargetFact]:
        """The outputs that its routes name and that there are not."""
        return list(lost_targets(self.block, self._links.graph))

    @property
    def unread_groups(self) -> list[FluentBitSectionFact]:
        """Groups in its section that Fluent Bit has no use for: all but YAML's processors of inputs and outputs, and routes."""
        used = () if self.kind is Kind.FILTER or self.section.classic else ("processors", "routes", "telemetry")
        groups = [each for each in self.sections if isinstance(each, FluentBitSectionFact)]
        return [each for each in groups if each.name.lower() not in used]

    @cached_property
    def secrets(self) -> list[ParamFact]:
        """Its parameters that hold a password, key or token as plain text, also in the value of a header."""
        return [*super().secrets, *(self.section.fact(param) for param in plain_headers(self.block))]

    @cached_property
    def login_headers(self) -> list[ParamFact]:
        """Its headers of requests that hold a password, key or token, also where a variable gives that."""
        return [self.section.fact(param) for param, _ in login_headers(self.block)]

    @cached_property
    def pairs(self) -> list[FluentBitParamFact]:
        """Of a filter its rules that need two words: a key, and a value, another key or a regular expression."""
        return [key for key in self.section.keys if is_pair(self.plugin, key.name)]

    @cached_property
    def dead_rules(self) -> list[ParamFact]:
        """The rules of a grep that are never tried: without a `logical_op` its first `regex` decides."""
        if self.plugin != "grep" or self.block.value("logical_op").lower() in ("and", "or"):
            return []
        rules = [key for key in self.section.keys if key.name in ("regex", "exclude")]
        first = next((number for number, rule in enumerate(rules) if rule.name == "regex"), len(rules))
        return list(rules[first + 1 :])

    @property
    def remote(self) -> bool:
        """Whether it is an output that sends to another machine, for which Fluent Bit itself tries again."""
        return delivery.is_remote(self.kind, self.plugin, self.block)

    @cached_property
    def receivers(self) -> list[StageFact]:
        """Of an input the outputs that may get its events: by its tags, or by those of a rewrite_tag on their way."""
        return [self._links.facts[index] for index in delivery.receivers(self._links.graph, self._stage)]

    @property
    def in_files(self) -> bool:
        """Whether it is an input whose events Fluent Bit keeps in files: storage.type filesystem, or that of all inputs."""
        return delivery.keeps_in_files(self._links.config.root, self.block)

    @cached_property
    def same_db(self) -> StageFact | None:
        """The first tail or systemd input before it with the same DB."""
        return self._links.first_with("db", self)

    @cached_property
    def same_path(self) -> StageFact | None:
        """The first tail input before it with the same Path, where neither leaves a file out."""
        return self._links.first_with("path", self)

    @cached_property
    def covered_by(self) -> StageFact | None:
        """Another tail input that reads all files of one of its paths, by a wider pattern."""
        found = delivery.covered_by(self._links.graph, self._stage)
        return None if found is None else self._links.facts[found.index]

    @property
    def foreign_keys(self) -> list[ForeignKeyFact]:
        """Of a kafka plugin its properties for librdkafka that this does not have, or that only the other side has."""
        return list(foreign_keys(self.block, consumes=self.kind is Kind.SOURCE)) if self.plugin == "kafka" else []

    @cached_property
    def sent_by(self) -> StageFact | None:
        """Another output that sends all events of this one to the same place."""
        found = delivery.sent_by(self._links.graph, self._stage)
        return None if found is None else self._links.facts[found.index]

    @property
    def tag_variables(self) -> list[str]:
        """Groups of its Tag_Regex that its Tag names as variables of the environment."""
        return [name for name in _GROUP.findall(self.block.value("tag_regex")) if f"${{{name}}}" in self.block.value("tag")]

    @cached_property
    def named_keys(self) -> list[FluentBitParamFact]:
        """Its properties that name one key of the event."""
        held = plugin_of(self._links.engine, self.kind.value, self.plugin).holds.get("key", ())
        return [key for key in self.section.keys if key.name in held]

    @cached_property
    def lost_keys(self) -> list[LostKeyFact]:
        """The keys of the event that it asks for and that none of its events has, where all that may give one is known."""
        return list(lost_keys(self._links.config, self._links.graph, self._stage))

    @cached_property
    def number_keys(self) -> list[NumberKeyFact]:
        """Of a filter the keys that its regexes look into and that parsers make numbers."""
        return list(number_keys(self._links.config, self._links.graph, self._stage))

    @cached_property
    def field_variables(self) -> list[FieldVariableFact]:
        """Of its properties the first `${...}` each that names a field of the event, and no variable."""
        return list(field_variables(self._links.config, self._stage))

    @cached_property
    def container_logs(self) -> bool:
        """Whether its events are the log files of containers, as Kubernetes and Docker write them."""
        return any(reads_container_logs(source.plugin, source.block) for source in self.sources)

    @cached_property
    def pod_tags(self) -> list[PodTagFact]:
        """Of a kubernetes filter the tags of container logs in which it does not find the name of the pod."""
        return list(pod_tags(self._links.graph, self._stage))

    @property
    def tag_regex_misfit(self) -> TagRegexFact | None:
        """What its Tag_Regex takes wrongly from the paths of logs of containers."""
        return tag_regex_misfit(self._stage)

    @cached_property
    def repeated(self) -> list[RepeatedFact]:
        """Its properties that may be set once and are set more often."""
        return repeated(self._links.declarations, self._stage)

    @cached_property
    def refused(self) -> list[RefusalFact]:
        """What its plugin refuses when it starts: properties that exclude each other, or need another one, a missing function."""
        listens = "net.share_port" in self._declares
        return [*refusals(self._stage, listens=listens), *missing_function(self._links.config, self._stage)]

    @property
    def script(self) -> str:
        """What a lua filter runs, "" where that is not at hand."""
        return script_text(self._links.config, self._stage)

    @property
    def prints_each(self) -> bool:
        """Whether the function of a lua filter prints something for each event that it does not leave early."""
        return self.plugin == "lua" and prints_each(self.script, self.block.value("call"))

    @property
    def unchecked_fields(self) -> list[str]:
        """The fields of which a lua filter's function takes a part, never looking whether they are there."""
        return unchecked_fields(self.script, self.block.value("call")) if self.plugin == "lua" else []

    @property
    def lost_time(self) -> RefusalFact | None:
        """Of a lua filter the time that its function makes and returns with 2, the code to leave the time as it was."""
        return lost_time(self._links.config, self._stage)

    @property
    def _declares(self) -> Collection[str]:
        spec = self._links.declarations.spec(stage_kinds(self._links.engine).get(self.kind.value, ""), self.plugin)
        return () if spec is None else spec.params


class FluentBitFactGraph(FactGraph):
    """The facts of a Fluent Bit config's stages."""

    stage_class = FluentBitStageFact
    section_class = FluentBitSectionFact
    values_class = FluentBitValues

    @cached_property
    def whole(self) -> bool:
        """Whether every file that the config includes was read, and no config nearby includes it."""
        return not self.config.root.open and not is_part_of_another(self.config)

    @cached_property
    def tags_known(self) -> bool:
        """Whether all of the config is there, and nothing but inputs and rewrite_tag gives events a tag or chooses outputs."""
        return self.whole and all_tags_known(self.config.root, self.graph)

    def first_with(self, name: str, stage: StageFact) -> StageFact | None:
        """The first input of the same plugin before ``stage`` that has the same value of a parameter."""
        found = delivery.first_with(self.graph, name, self.stage(stage))
        return None if found is None else self.facts[found.index]

"""What the project around a config says of a stage of it. Field names are the language of rule pages."""

from __future__ import annotations

from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts import delivery
from pipelint.engines.fluentbit.facts.around.brought import own_plugins
from pipelint.engines.fluentbit.facts.around.composed import guarded_store, other_scheme
from pipelint.engines.fluentbit.facts.around.stores import stores_with_types
from pipelint.engines.fluentbit.facts.around.surroundings import db_with_files, in_folder_of_node, writes_itself, written_in_pod
from pipelint.engines.fluentbit.facts.around.variables import said_host
from pipelint.engines.fluentbit.facts.compose import db_on_disk, written_by_built
from pipelint.engines.fluentbit.facts.parsers.senders import SyslogSenderFact, syslog_senders
from pipelint.facts.stage import StageFact
from pipelint.graph.stage import Kind
from pipelint.sources.compose.services import Service

_PREFIXES = {Kind.SOURCE: "in", Kind.FILTER: "filter", Kind.OUTPUT: "out"}


@dataclass(frozen=True, eq=False)
class PlacedStageFact(StageFact):
    """A plugin instance: what other files say of it."""

    @cached_property
    def syslog_senders(self) -> list[SyslogSenderFact]:
        """Of a syslog input the programs around the config that send to it, where their formats are known, and its own."""
        return syslog_senders(self._links.config, self._stage)

    @property
    def said_host(self) -> str:
        """Its Host; where a variable says it, what the pods or the service of a compose file set that run the config."""
        return said_host(self._links.config, self.block)

    @property
    def private_host(self) -> bool:
        """Whether `said_host` is one that only a private network knows, such as `loki.monitoring`, or is to be filled in."""
        return delivery.is_private(self.said_host)

    @property
    def own_plugin(self) -> bool:
        """Whether its project builds or loads a plugin of that name itself: a library or a folder around it is called so."""
        prefix = _PREFIXES.get(self.kind)
        return prefix is not None and f"{prefix}_{self.plugin}" in self._links.config.noted(own_plugins)

    @property
    def typed_store(self) -> bool | None:
        """Whether all Elasticsearch and OpenSearch that its project runs take types; null where it runs none, or both kinds."""
        return self._links.config.noted(stores_with_types)

    @property
    def guarded_store(self) -> Service | None:
        """The Elasticsearch or OpenSearch of a compose file that it writes to without a login, and that asks for one."""
        return guarded_store(self._links.config, self._stage)

    @property
    def other_scheme(self) -> Service | None:
        """The search engine of a compose file that it writes to by http, where that takes https alone, or the other way round."""
        return other_scheme(self._links.config, self._stage)

    @property
    def own_lines(self) -> bool:
        """Whether programs in its project, its pod or built by its compose file write all files that a tail follows."""
        config, paths = self._links.config, types.parts(self.block.value("path"))
        ways = (written_in_pod, written_by_built, writes_itself)
        return bool(paths) and all(any(writes(config, path) for writes in ways) for path in paths)

    @property
    def files_of_pod(self) -> bool:
        """Whether all files that a tail follows lie in an emptyDir of each pod that runs it, where another container writes."""
        config, paths = self._links.config, types.parts(self.block.value("path"))
        return bool(paths) and all(written_in_pod(config, path) for path in paths)

    @property
    def db_of_node(self) -> bool:
        """Whether its DB lies in a folder of the node in each pod that runs it: what ends a container leaves it alone."""
        return in_folder_of_node(self._links.config, self.block.value("db"))

    @property
    def db_on_disk(self) -> bool:
        """Whether each service of a compose file that has the config has its DB in a volume, or in a folder that stays there."""
        return db_on_disk(self._links.config, self.block.value("db"))

    @property
    def db_with_files(self) -> bool:
        """Whether its DB lies in the temporary folder in which all files lie that it reads: what empties that takes them, too."""
        return db_with_files(self._links.config, self.block)

"""What is known of a whole Fluentd config beyond what every engine's configs have: the language of its rule pages."""

from __future__ import annotations

from pipelint.base.disk import files
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.facts import (
    BareEndpointFact,
    HeldFact,
    RunFact,
    SentTagFact,
    ShutFileFact,
    ShutInFact,
    UnfitCheckFact,
    UnmountedFact,
    UnwritableFact,
)
from pipelint.engines.fluentd.facts.checks.composed import held_in_memory, logs_no_warnings, named_by, volumes
from pipelint.engines.fluentd.facts.checks.directives import own_misspelt
from pipelint.engines.fluentd.facts.checks.installed import RefusedClientFact, UninstalledFact, UnversionedFact
from pipelint.engines.fluentd.facts.flow import ReadFact
from pipelint.engines.fluentd.facts.routing import RoutingFact
from pipelint.engines.fluentd.facts.stage import FluentdFactGraph
from pipelint.engines.fluentd.records.shape import KeyStatus
from pipelint.facts.config import ConfigFact
from pipelint.facts.declared import misspelt_in
from pipelint.facts.readings import MisspeltFact
from pipelint.facts.stage import StageFact
from pipelint.facts.values import ParamFact, SectionFact
from pipelint.sources.compose.facts import ApartFact, CollectorFact, IdlePortFact, LoopbackFact, StoreFact, UnsetVariableFact
from pipelint.sources.kubernetes.workload import Mount


@dataclass(frozen=True, eq=False)
class FluentdConfigFact(ConfigFact):
    """A whole config: its worker processes, whether it is in a Kubernetes manifest, and its stages.

    ``place`` is the ``<system>`` section where there is one, else the first section. ``block`` is what ``place`` points at
    when it is ``<system>``, else the whole config. ``version`` is Fluentd's as the settings name it, 1000 times the first
    number and the second (1016 for 1.16), 0 where they do not.
    """

    _links: FluentdFactGraph = field(repr=False)

    @cached_property
    def routing(self) -> RoutingFact:
        """Where events go, and which values are duplicates."""
        return RoutingFact(self._links.graph, self._links.config.root)

    @cached_property
    def system(self) -> list[SectionFact]:
        """The ``<system>`` sections."""
        return [section for section in self.sections if section.block.name == "system"]

    @cached_property
    def loose(self) -> list[ParamFact]:
        """The parameters outside of all sections, which nothing reads."""
        root = self._links.config.root
        section = self._links.section_class(root, self._links.config.engine.types)
        return [section.fact(param) for param in root.params.values()]

    @cached_property
    def misspelt_sections(self) -> list[MisspeltFact]:
        """The sections that nothing reads, with names that one letter makes others: Fluentd's own, then those of plugins."""
        known, graph = self._links.declarations, self._links.graph
        found = own_misspelt(self._links.config.root)
        # Of a section that is new less is asked than of one whose copies know it: somebody may be typing in it.
        return [
            *found,
            *(
                each
                for stage, fact in zip(graph.stages, self.stages, strict=True)
                for each in (misspelt_in(known, graph, stage) if stage.block.alone is None else fact.declared.misspelt)
            ),
        ]

    @cached_property
    def unreached(self) -> list[StageFact]:
        """The filters and outputs that no event reaches."""
        return [self.stages[index] for index in self.routing.unreached_indices()]

    @cached_property
    def beside_its_source(self) -> bool:
        """Whether a pod that runs it has a folder of its own at `/var/log/containers`, which its containers share."""
        mounts = (workload.container.mount("/var/log/containers") for workload in self._links.config.workloads)
        return any(mount is not None and mount.kind == "emptyDir" for mount in mounts)

    @cached_property
    def in_parts(self) -> bool:
        """Whether a manifest holds parts of it alone, which the main file of an image includes."""
        entry = self._links.config.entry
        return entry.kubernetes and not {files.name(each.name) for each in entry.documents} & FluentdDiscovery.main_files

    @cached_property
    def quiet(self) -> bool:
        """Whether the pods that run it log no warnings to their containers: a file gets the log, or `-qq` ends it at errors."""
        return logs_no_warnings(self._links.config)

    @cached_property
    def named_by(self) -> str:
        """Whose name Fluentd finds as that of its host: of a `pod`, a `container` or the `host` (or a given one), else ""."""
        return self._links.config.noted(named_by)

    @cached_property
    def environment(self) -> list[str]:
        """The names of the environment variables that the pods which run it set."""
        return [variable.name for workload in self._links.config.workloads for variable in workload.container.env]

    @cached_property
    def volumes(self) -> list[Mount]:
        """What is mounted in every container that runs it: of its pods, or of the service of a compose file."""
        return self._links.config.noted(volumes)

    @cached_property
    def unversioned(self) -> list[UnversionedFact]:
        """The gems and images without a version, of the Dockerfiles around it and of the containers that run it."""
        # Imported here, as below: it reads files around the config.
        from pipelint.engines.fluentd.facts.checks.builds import unversioned

        return list(unversioned(self._links.config))

    @cached_property
    def uninstalled(self) -> list[UninstalledFact]:
        """The plugins that the Dockerfile which takes it into an image does not install."""
        from pipelint.engines.fluentd.facts.checks.builds import uninstalled

        return list(uninstalled(self._links.config))

    @cached_property
    def refused_clients(self) -> list[RefusedClientFact]:
        """The outputs to a server of the compose files around it that may refuse the newest client, which nothing pins."""
        from pipelint.engines.fluentd.facts.checks.builds import refused_clients

        return list(refused_clients(self._links.config))

    @cached_property
    def unset(self) -> list[UnsetVariableFact]:
        """The variables without a default that the service of a compose file which runs it does not set."""
        from pipelint.engines.fluentd.facts.checks.variables import unset_variables

        return list(unset_variables(self._links.config))

    @cached_property
    def runs_as_it_stands(self) -> bool:
        """Whether the service of a compose file runs its text with nothing that could fill it in before."""
        from pipelint.engines.fluentd.facts.checks.variables import runs_as_it_stands

        return runs_as_it_stands(self._links.config)

    @cached_property
    def filled(self) -> bool:
        """Whether Terraform fills in its text: a module beside it or above it reads its file as a template."""
        from pipelint.engines.fluentd.facts.around.terraform import filled_by_terraform

        return self._links.config.noted(filled_by_terraform)

    @cached_property
    def brought_includes(self) -> list[str]:
        """The paths of its includes that lead to no file here, and may where it runs: of its image, a copy or a mount."""
        from pipelint.engines.fluentd.facts.around.brought import brought_includes

        return self._links.config.noted(brought_includes)

    @cached_property
    def labels_beside(self) -> list[str]:
        """The labels of other texts that may go with it: of the manifests in its folder, or of its chart."""
        from pipelint.engines.fluentd.facts.around.labels import labels_beside

        return self._links.config.noted(labels_beside)

    @cached_property
    def idle_ports(self) -> list[IdlePortFact]:
        """The ports that the service of a compose file publishes which runs it, and at which it does not listen."""
        from pipelint.engines.fluentd.facts.around.ports import idle_ports

        return list(idle_ports(self._links.config))

    @cached_property
    def apart_servers(self) -> list[ApartFact]:
        """The services that its outputs name, and that share no network with the service which runs it."""
        from pipelint.engines.fluentd.facts.around.ports import apart_servers

        return list(apart_servers(self._links.config))

    @cached_property
    def published(self) -> list[int] | None:
        """The ports that the service of a compose file publishes which runs it, where there is one and they are known."""
        from pipelint.engines.fluentd.facts.around.ports import published

        return published(self._links.config)

    @cached_property
    def shut_in(self) -> list[ShutInFact]:
        """The inputs that are bound to the loopback interface of a container which publishes their port."""
        from pipelint.engines.fluentd.facts.around.ports import shut_in

        return list(shut_in(self._links.config))

    @cached_property
    def shut_files(self) -> list[ShutFileFact]:
        """The paths of tail sources whose files only root may read, where another user runs it."""
        from pipelint.engines.fluentd.facts.around.shut import shut_files

        return list(shut_files(self._links.config))

    @cached_property
    def unwritable_files(self) -> list[UnwritableFact]:
        """The files that it writes where the user of its image may not."""
        from pipelint.engines.fluentd.facts.around.unwritable import unwritable_files

        return list(unwritable_files(self._links.config))

    @cached_property
    def held(self) -> list[HeldFact]:
        """What its buffers in memory may hold, where the service of a compose file that runs it has less memory."""
        return list(held_in_memory(self._links.config))

    @cached_property
    def unmounted_reads(self) -> list[UnmountedFact]:
        """The paths of tail sources at which the service of a compose file which runs it mounts nothing."""
        from pipelint.engines.fluentd.facts.around.unmounted import unmounted_reads

        return list(unmounted_reads(self._links.config))

    @cached_property
    def held_by_a_shell(self) -> list[RunFact]:
        """The lines of scripts that start Fluentd in its image and do not hand on the signal that ends it."""
        from pipelint.engines.fluentd.facts.around.started import held_by_a_shell

        return list(held_by_a_shell(self._links.config))

    @cached_property
    def unfit_checks(self) -> list[UnfitCheckFact]:
        """The health checks of its container that call a program which the image does not have."""
        from pipelint.engines.fluentd.facts.around.health import unfit_checks

        return list(unfit_checks(self._links.config))

    @cached_property
    def bare_endpoints(self) -> list[BareEndpointFact]:
        """The endpoints of http outputs that do not begin with `http://` or `https://`."""
        from pipelint.engines.fluentd.facts.around.ports import bare_endpoints

        return list(bare_endpoints(self._links.config))

    @cached_property
    def loopback(self) -> list[LoopbackFact]:
        """The outputs that send to the container of the service which runs it."""
        from pipelint.engines.fluentd.facts.around.ports import loopback

        return list(loopback(self._links.config))

    @property
    def collectors(self) -> list[CollectorFact]:
        """Its forward inputs that get the lines of containers which Docker does not start without them."""
        from pipelint.engines.fluentd.facts.around.ports import collectors

        return self._links.config.noted(collectors)

    @property
    def stores(self) -> list[StoreFact]:
        """The search engines beside it to which it sends."""
        from pipelint.engines.fluentd.facts.checks.servers import found_stores

        return self._links.config.noted(found_stores)

    @cached_property
    def sent_tags(self) -> list[SentTagFact]:
        """The tags of the logging drivers of services that no match takes, where a service beside them runs the config."""
        from pipelint.engines.fluentd.facts.around.drivers import sent_tags

        return list(sent_tags(self._links.config))

    @cached_property
    def left_out(self) -> bool:
        """Whether nothing reads it: it has filters alone, beside a main file that includes no other."""
        from pipelint.engines.fluentd.facts.around.unread import is_left_out

        return self._links.config.noted(is_left_out)

    @cached_property
    def absent_reads(self) -> list[ReadFact]:
        """The keys that stages read but no record has at that point, stage by stage."""
        return [read for read in self._telling_reads if read.use.status is KeyStatus.ABSENT]

    @cached_property
    def inner_reads(self) -> list[ReadFact]:
        """The keys of whose values stages read a part, stage by stage."""
        return [read for read in self._telling_reads if read.use.inner]

    @cached_property
    def _telling_reads(self) -> list[ReadFact]:
        return [ReadFact(self.stages[index], use) for index, use in self._links.records.telling()]

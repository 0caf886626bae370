"""What stands around a whole Fluent Bit config: the part of its facts that other files say."""

from __future__ import annotations

from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import PARSERS_FILE
from pipelint.engines.fluentbit.facts.around.beside import BesideFact, same_config_map, unloaded_by
from pipelint.engines.fluentbit.facts.around.brought import (
    UnreleasedFact,
    filled_includes,
    image_plugins,
    parsers_includes,
    unreleased_images,
)
from pipelint.engines.fluentbit.facts.around.composed import (
    InnerServiceFact,
    collectors,
    found_stores,
    has_name_of_container,
    idle_ports,
    inner_service,
    loopback,
    unset_variables,
)
from pipelint.engines.fluentbit.facts.around.manifests import (
    AccountFact,
    PeriodFact,
    RightsFact,
    TaintFact,
    is_old_cluster,
    old_taint,
    other_account,
    short_period,
    wide_rights,
)
from pipelint.engines.fluentbit.facts.around.mounts import (
    HiddenFact,
    UnmountedParsersFact,
    UnreadFact,
    docker_socket,
    hidden_files,
    is_scraped,
    unmounted_parsers,
    unread,
)
from pipelint.engines.fluentbit.facts.around.pods import (
    ClaimedFact,
    NoFolderFact,
    claimed_logs,
    no_folders,
)
from pipelint.engines.fluentbit.facts.around.surroundings import names_containers, names_docker_nodes
from pipelint.engines.fluentbit.facts.around.unset import LostVariableFact, lost
from pipelint.engines.fluentbit.facts.around.variables import GivenSecretFact, ShellDefaultFact, given_secrets, shell_defaults
from pipelint.engines.fluentbit.facts.compose import has_own_parsers, has_stock_image, service_running
from pipelint.engines.fluentbit.facts.kubernetes import has_docker_nodes, leaves_itself_out
from pipelint.engines.fluentbit.facts.workload import has_chart_probe
from pipelint.facts.config import ConfigFact
from pipelint.language.config import Config
from pipelint.sources.compose.facts import CollectorFact, IdlePortFact, LoopbackFact, StoreFact
from pipelint.sources.compose.services import Service, service_of
from pipelint.sources.kubernetes.workload import Mount

_IMAGES = late(r"(?:^|/)[\w.-]*fluent-?bit[\w.-]*(?=[:@]|$)")


@dataclass(frozen=True, eq=False)
class AroundFact(ConfigFact):
    """A whole config: what other files say of it."""

    @property
    def composed(self) -> bool:
        """Whether one service of a compose file runs it, with an image of Fluent Bit's own."""
        return service_running(self._links.config) is not None

    @property
    def compose_service(self) -> Service | None:
        """The one service of a compose file that runs it, with an image of Fluent Bit's own, or a plugin's."""
        return service_of(self._links.config.entry, _IMAGES)

    @property
    def stock_image(self) -> bool:
        """Whether an image of Fluent Bit's project runs it as it is: in its pods or one service, without a file of plugins."""
        return self._links.config.noted(has_stock_image)

    @cached_property
    def image_plugins(self) -> list[str]:
        """The names of its plugins that Fluent Bit itself does not have, and an image that runs it has."""
        return sorted(image_plugins(self._links.config, self.compose_service))

    @cached_property
    def unreleased_images(self) -> list[UnreleasedFact]:
        """The images of its pods and of the service which runs it whose versions were never released."""
        return list(unreleased_images(self._links.config))

    @property
    def named_by_docker(self) -> bool:
        """Whether HOSTNAME is for it the ID of its container, as the service of a compose file that runs it says no other."""
        return self._links.config.noted(has_name_of_container)

    @cached_property
    def unset(self) -> list[LostVariableFact]:
        """The variables that it asks for, and that the service of a compose file which runs it does not set."""
        return list(lost(self._links.config, [*unset_variables(self._links.config)], service_running(self._links.config)))

    @cached_property
    def loopback(self) -> list[LoopbackFact]:
        """The outputs that send to the container of a compose file which runs it, and nothing else."""
        return list(loopback(self._links.config))

    @property
    def stores(self) -> list[StoreFact]:
        """The search engines beside it to which it sends."""
        return self._links.config.noted(found_stores)

    @property
    def collectors(self) -> list[CollectorFact]:
        """Its forward inputs that get the lines of containers which Docker does not start without them."""
        return self._links.config.noted(collectors)

    @cached_property
    def idle_ports(self) -> list[IdlePortFact]:
        """The ports that the service of a compose file which runs it publishes, and at which nothing of it listens."""
        return list(idle_ports(self._links.config))

    @property
    def inner_service(self) -> InnerServiceFact | None:
        """The service of a compose file that runs it, where that publishes ports and is in internal networks alone."""
        return self._links.config.noted(inner_service)

    @property
    def docker_socket(self) -> Mount | None:
        """The mount of Docker's socket in a container that runs it, where no input uses that."""
        return docker_socket(self._links.config)

    @property
    def unmounted_parsers(self) -> list[UnmountedParsersFact]:
        """The files of parsers beside it that the service of a compose file which runs it does not mount."""
        return self._links.config.noted(unmounted_parsers)

    @property
    def scraped(self) -> bool:
        """Whether a manifest of its pods tells Prometheus to ask the HTTP server of Fluent Bit."""
        return is_scraped(self._links.config)

    @cached_property
    def same_config_map(self) -> BesideFact | None:
        """Another resource of its file or folder that is its ConfigMap, where nothing says which is applied."""
        return same_config_map(self._links.config)

    @cached_property
    def unloaded_by(self) -> BesideFact | None:
        """Of a text with parsers alone the config beside it, where no text beside it names it."""
        return unloaded_by(self._links.config)

    @property
    def filled_includes(self) -> list[str]:
        """The paths of its includes that lead to no file, and whose variable or folder a script, a Dockerfile or the like has."""
        return self._links.config.noted(filled_includes)

    @property
    def parsers_includes(self) -> list[str]:
        """The paths of its includes that stand in files of parsers."""
        return self._links.config.noted(parsers_includes)

    @property
    def no_folders(self) -> list[NoFolderFact]:
        """The files of positions and outputs in a folder that the container which runs it does not have."""
        return self._links.config.noted(_no_folders)

    @property
    def unread(self) -> UnreadFact | None:
        """Where a container has it, if Fluent Bit reads another file there."""
        return self._links.config.noted(unread)

    @property
    def hidden_files(self) -> list[HiddenFact]:
        """The files of parsers that it names, the image has, and the mount of its own ConfigMap hides."""
        return list(self._links.config.noted(hidden_files))

    @property
    def has_stock_parsers(self) -> bool:
        """Whether all its files of parsers are those of the image that a compose file runs it with."""
        return self._links.config.noted(_has_stock_parsers)

    @property
    def given_secrets(self) -> list[GivenSecretFact]:
        """The secrets that it takes from the environment, and that a manifest or a compose file sets in plain text."""
        return self._links.config.noted(_given_secrets)

    @property
    def shell_defaults(self) -> list[ShellDefaultFact]:
        """The variables that have a default as a shell writes it, where nothing but Fluent Bit fills them in."""
        return self._links.config.noted(shell_defaults)

    @property
    def claimed_logs(self) -> list[ClaimedFact]:
        """The files in the volume of a claim that several of its pods follow."""
        return self._links.config.noted(claimed_logs)

    @property
    def short_period(self) -> PeriodFact | None:
        """The seconds that its pods have to end, where they are less than Grace."""
        return self._links.config.noted(short_period)

    @property
    def old_taint(self) -> TaintFact | None:
        """Of its DaemonSet the toleration of the taint of older nodes of the control plane, where it has no other."""
        return self._links.config.noted(old_taint)

    @property
    def other_account(self) -> AccountFact | None:
        """The binding of a role to the account of its pods in another namespace, where none at hand is to their own."""
        return self._links.config.noted(other_account)

    @property
    def wide_rights(self) -> RightsFact | None:
        """What the account of its pods may do beyond reading pods: read secrets, or everything."""
        return self._links.config.noted(wide_rights)

    @property
    def docker_nodes(self) -> bool:
        """Whether its nodes have Docker: a file is named so, or a workload has an apiVersion that Kubernetes 1.16 dropped."""
        return has_docker_nodes(self._links.config)

    @property
    def leaves_itself_out(self) -> bool:
        """Whether the annotation `fluentbit.io/exclude` stands in the manifests and values of the config, or none are there."""
        return leaves_itself_out(self._links.config)

    @property
    def has_pods(self) -> bool:
        """Whether a workload at hand is known to run it."""
        return any(workload.certain for workload in self._links.config.workloads)

    @property
    def names_containers(self) -> bool:
        """Whether a file of its project has an option of Docker that puts the name or labels of a container into its lines."""
        return names_containers(self._links.config)

    @property
    def old_cluster(self) -> bool:
        """Whether its nodes may have Docker: manifests beside it have an apiVersion that Kubernetes 1.22 dropped, or a token of
        older clusters; or a README, script or Makefile beside it or above is of minikube, older Kubernetes or an old Helm."""
        return is_old_cluster(self._links.config) or names_docker_nodes(self._links.config)

    @property
    def chart_probe(self) -> bool:
        """Whether it stands in values of a Helm chart whose readiness probe asks for `/api/v1/health`."""
        return has_chart_probe(self._links.config)


def _no_folders(config: Config) -> list[NoFolderFact]:
    return list(no_folders(config))


def _given_secrets(config: Config) -> list[GivenSecretFact]:
    return list(given_secrets(config))


def _has_stock_parsers(config: Config) -> bool:
    files = [each for each in config.named if each.key == PARSERS_FILE] if isinstance(config, FluentBitConfig) else []
    return not any(each.documents for each in files) and has_own_parsers(config, [each.path for each in files])

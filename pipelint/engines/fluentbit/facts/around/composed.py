"""What the services of a compose file say of a config: variables, servers that ask for a login, ports that nobody listens at."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.facts.compose import service_of_any, service_running
from pipelint.engines.fluentbit.facts.delivery import is_remote
from pipelint.facts.workload.stores import stores_of
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.facts import (
    CollectorFact,
    IdlePortFact,
    LoopbackFact,
    StoreFact,
    UnsetVariableFact,
    loggings,
    sends_to,
    unset_in,
    waiting_for,
)
from pipelint.sources.compose.networks import is_internal, is_named
from pipelint.sources.compose.services import Service, alone_in_files, services_near
from pipelint.sources.compose.stores import STORE, SURE, service_wants_login, speaks_tls
from pipelint.sources.compose.variables import composed, variables_beside
from pipelint.sources.kubernetes.workload import said_by_all, starts_a_shell

# Every container has these.
_OF_CONTAINERS = frozenset(("HOSTNAME", "HOME", "PATH"))
_LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
_WHOLE_VARIABLE = late(r"\$\{([A-Za-z_]\w*)\}")
_LOGINS = ("http_user", "http_api_key", "cloud_auth", "cloud_id", "aws_auth", "header", "tls.crt_file", "proxy", "upstream")
# Where inputs and outputs listen, unless they say a port.
_PORTS = {"forward": 24224, "http": 9880, "mqtt": 1883, "syslog": 5140, "tcp": 5170, "udp": 5170, "splunk": 8088, "statsd": 8125}
_PORTS |= {"elasticsearch": 9200, "opentelemetry": 4318, "prometheus_remote_write": 8080, "collectd": 25826}
_PORTS |= {"prometheus_exporter": 2021}
_KEEPS_TAGS = "forward"
# What makes it listen from the command line.
_LISTENS = late(r"-[HPi].*|--(?:http|port|input).*|(?:.*/)?(?:sh|bash|ash|dash)")


def unset_variables(config: Config) -> Iterator[UnsetVariableFact]:
    """The variables that the config asks for, and that the one service which runs it does not set."""
    service = service_running(config)
    if service is None or service.built or service.environment is None or starts_a_shell(service.words):
        return
    # Imported here: most configs are judged without workloads.
    from pipelint.engines.fluentbit.facts.workload import FluentBitNeeds

    needs = FluentBitNeeds()
    wanted = [*needs.wanted(config)]
    found: set[str] = set()
    # Of several compose files that have it whole, one may be run alone.
    for one in (service, *(alone_in_files(service, config.documents[0]) if wanted else ())):
        if one.environment is not None:
            missed = unset_in(one, wanted, lambda name: name in found or name in _OF_CONTAINERS or needs.own_variable(name))
            all_missed = [*missed]
            found.update(each.name for each in all_missed)
            yield from all_missed


def has_name_of_container(config: Config) -> bool:
    """Whether HOSTNAME is the ID of the container: the one service that runs it gives that no name, nor the machine's."""
    service = service_running(config)
    if service is None or service.environment is None or "HOSTNAME" in service.environment or starts_a_shell(service.words):
        return False
    return not is_named(service)


def loopback(config: Config) -> Iterator[LoopbackFact]:
    """The outputs that send to the container which runs them, where it has a network of its own and nothing else in it."""
    service = service_running(config)
    if service is None or service.built or service.published is None or service.shared:
        return
    there = [*_listening(config)]
    for stage in config.graph.of_kind(Kind.OUTPUT):
        host = stage.block.param("host")
        if host is None or host.value.lower() not in _LOOPBACK or not is_remote(stage.kind, stage.plugin, stage.block):
            continue
        port = _port(stage.block, "port", _PORTS.get(stage.plugin, 0))
        back = port in there and _comes_back(config, stage, port)
        if back or (port is not None and None not in there and port not in there):
            yield LoopbackFact(stage.plugin, host.value, service, host.place, back)


def _comes_back(config: Config, output: Stage, port: int | None) -> bool:
    """Whether an input takes at that port what the output sends, under the tags that its events had."""
    sources = (each.block for each in config.graph.of_kind(Kind.SOURCE) if each.plugin == output.plugin == _KEEPS_TAGS)
    kept = "tag" not in output.block.names
    return kept and any(
        _port(each, "port", _PORTS[_KEEPS_TAGS]) == port and not {"tag", "tag_prefix"} & {*each.names} for each in sources
    )


def idle_ports(config: Config) -> Iterator[IdlePortFact]:
    """The ports that are published, where every place at which the config listens is known."""
    service = service_running(config)
    ports = None if service is None else service.published
    if service is None or not ports or service.built or config.root.open or any(map(_LISTENS.fullmatch, service.words)):
        return
    # Where compose files mount two configs at one path, or a variable says which, each is run at another time.
    if len({mount.path for mount in service.mounts}) < len(service.mounts) or service.chosen:
        return
    there = [*_listening(config)]
    # A file with parsers alone is mounted beside the config.
    if None not in there and [*config.graph.of_kind(Kind.SOURCE)]:
        yield from (IdlePortFact(port, service, service.place) for port in dict.fromkeys(ports) if port not in there)


@dataclass(frozen=True, eq=False)
class InnerServiceFact:
    """A ``service`` that publishes ports and is in internal networks alone; ``alone``: so one of several compose files says."""

    service: Service
    alone: bool
    place: Place


def inner_service(config: Config) -> InnerServiceFact | None:
    """The service that runs the config, where Docker publishes none of its ports."""
    service, document = service_running(config), config.documents[0]
    if service is None:
        return None
    for one in (service, *alone_in_files(service, document)):
        if one.published and not one.shared and is_internal(one, document, one is not service):
            return InnerServiceFact(one, one is not service, one.place)
    return None


def docker_senders(config: Config, stage: Stage) -> list[str]:
    """The services of the compose file whose lines Docker sends to a forward input."""
    service, port = service_of_any(config), _port(stage.block, "port", _PORTS["forward"])
    if service is None or port is None or port not in (service.published or ()):
        return []
    return [each.name for each in loggings(service, "fluentd") if sends_to(each, port, "fluentd")]


def guarded_store(config: Config, stage: Stage) -> Service | None:
    """The service that an output for Elasticsearch or OpenSearch writes to without a login, where its server asks for one."""
    host = stage.block.param("host")
    if stage.plugin not in ("es", "opensearch") or host is None or any(name in stage.block.names for name in _LOGINS):
        return None
    name = _sent_to(config, host)
    document = config.documents[0]
    near = services_near(document, STORE) if name else []
    return next((each for each in near if each.name == name and service_wants_login(each, document.file) in SURE), None)


def other_scheme(config: Config, stage: Stage) -> Service | None:
    """The service that an output for Elasticsearch or OpenSearch writes to by http, where it takes https alone, or by https,
    where it takes http alone."""
    host, tls = stage.block.param("host"), types.boolean(stage.block.value("tls") or "off")
    name = "" if host is None or stage.plugin not in ("es", "opensearch") or tls is None else _sent_to(config, host)
    document = config.documents[0]
    near = services_near(document, STORE) if name else []
    return next((each for each in near if name in each.names and speaks_tls(each, document.file) is (not tls)), None)


def found_stores(config: Config) -> list[StoreFact]:
    """The search engines beside it to which it sends."""
    outputs = (each for each in config.graph.of_kind(Kind.OUTPUT) if each.plugin in ("es", "opensearch"))
    hosts = [host for each in outputs if (host := each.block.param("host")) is not None]
    return stores_of(config, [(_server(config, each), each.value, each.place) for each in hosts])


def _server(config: Config, host: Param) -> str:
    """The host of an output, as ``_sent_to``, or as the pods say it."""
    variable = _WHOLE_VARIABLE.fullmatch(host.value) if config.workloads else None
    return _sent_to(config, host) if variable is None else said_by_all(config.workloads, variable[1])


def collectors(config: Config) -> list[CollectorFact]:
    """Its forward inputs that get the lines of containers which Docker does not start without them."""
    forwards = [each for each in config.graph.of_kind(Kind.SOURCE) if each.plugin == "forward"]
    service = service_of_any(config) if forwards else None
    if service is None:
        return []
    ports = [(each, _port(each.block, "port", _PORTS["forward"])) for each in forwards]
    found = [(each, waiting_for(service, port, "fluentd")) for each, port in ports if port is not None]
    return [CollectorFact(service, waiting, each.place) for each, waiting in found if waiting]


def _sent_to(config: Config, host: Param) -> str:
    """The host of an output, where it is a variable as the service says it that runs the config; "" where that is not known."""
    variable = _WHOLE_VARIABLE.fullmatch(host.value)
    service = None if variable is None else service_running(config)
    if variable is None or service is None:
        return host.value if variable is None else ""
    file = service.place.document.file
    return composed(service.settings.get(variable[1], ""), variables_beside(files.folder_by_name(full_path(file)), file))


def _listening(config: Config) -> Iterator[int | None]:
    """The ports at which it listens, None for one that is not known."""
    for block in config.root.blocks:
        if block.name == "service" and types.boolean(block.value("http_server")) is not False and "http_server" in block.names:
            yield _port(block, "http_port", 2020)
    for stage in config.graph.stages:
        own = stage.kind is Kind.SOURCE or stage.plugin == "prometheus_exporter"
        by_file = stage.plugin == "syslog" and stage.block.value("mode").lower() not in ("tcp", "udp")
        if own and not by_file and (stage.plugin in _PORTS or "port" in stage.block.names):
            yield _port(stage.block, "port", _PORTS.get(stage.plugin, 0))


def _port(block: Block, name: str, default: int) -> int | None:
    said = block.param(name)
    return default if said is None else None if said.embedded else types.integer(said.value)

"""Ports of the service that runs a config: published ones without an input, inputs and outputs inside of its container."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.late import late
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.facts.around.facts import BareEndpointFact, ShutInFact
from pipelint.engines.fluentd.facts.checks.variables import may_be_filled
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.plugins.index import plugin_spec
from pipelint.sources.compose.facts import ApartFact, CollectorFact, IdlePortFact, LoopbackFact, waiting_for
from pipelint.sources.compose.networks import apart
from pipelint.sources.compose.services import Service, service_of, services_beside
from pipelint.sources.kubernetes.workload import starts_a_shell

_ANY = late("")
_LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
# Workers listen at ports one after another.
_BY_WORKER = frozenset(("monitor_agent", "prometheus", "debug_agent"))
_CODE = late(r"""#\{\s*ENV\[['"](\w+)['"]\](?:\s*\|\|([^}]*)|\s*)\}""")
_SHELL = late(r"\$\{\w+:?-([^{}]*)\}")
_WITHOUT_SCHEME = late(r"(?!https?:)[\w.-]+(?::\d+)?(?:/[\w./-]*)?")
# Parameters that list servers.
_LISTS = ("hosts", "brokers")
_HOST_OF = late(r"(?:https?://)?(?:[^@/]*@)?([\w-]+)(?::\d+)?(?:/.*)?")
_URL_HOST = late(r"https?://(?:[^@/]*@)?\[?([\w.:-]*?)\]?(?::(\d+))?(?:/.*)?$")


def idle_ports(config: Config) -> Iterator[IdlePortFact]:
    """The ports that are published, where every place at which the config listens is known."""
    service = own_service(config)
    if service is None or not service.published or config.root.open or service.chosen:
        return
    if len({mount.path for mount in service.mounts}) < len(service.mounts) or may_be_filled(config, service):
        return
    there = [*_listening(config, service)]
    if None not in there and [*config.graph.of_kind(Kind.SOURCE)]:
        yield from (IdlePortFact(port, service, service.place) for port in dict.fromkeys(service.published) if port not in there)


def published(config: Config) -> list[int] | None:
    """The ports that the one service publishes which runs it in a network of containers, None where they are not known."""
    service = own_service(config)
    return None if service is None or service.published is None or service.shared else list(service.published)


def shut_in(config: Config) -> Iterator[ShutInFact]:
    """The inputs that are bound to the loopback interface of their container, with a port that is published."""
    service = own_service(config)
    if service is None or not service.published or service.shared:
        return
    for stage in config.graph.of_kind(Kind.SOURCE):
        bind = stage.block.param("bind")
        port = _port(stage.block, _usual_port(stage.plugin), service)
        if bind is not None and said_in(bind, service) in _LOOPBACK and port in service.published and port is not None:
            yield ShutInFact(port, stage.plugin, service, bind.place, stage.block)


def loopback(config: Config) -> Iterator[LoopbackFact]:
    """The outputs that send to the container which runs them, where it has a network of its own and nothing else in it.

    But those to an input of the config itself, as one worker sends events to another.
    """
    service = own_service(config)
    if service is None or service.built or service.published is None or service.shared:
        return
    for stage in config.graph.of_kind(Kind.OUTPUT):
        for block, param in _addresses(stage):
            said = said_in(param, service)
            found = _URL_HOST.fullmatch(said) if "://" in said else None
            host = said if found is None else found[1]
            if host in _LOOPBACK and not _takes(config, service, (found[2] or "") if found else _sent_to(stage, block, service)):
                yield LoopbackFact(stage.plugin, host, service, param.place)


def apart_servers(config: Config) -> Iterator[ApartFact]:
    """The services that its outputs send to, and whose name is not known on the networks of the one that runs it."""
    service = own_service(config)
    document = config.documents[0]
    if service is None or service.shared or b"networks" not in service.place.document.text:
        return
    others = {each.name: each for each in services_beside(service, document)}
    seen: set[str] = set()
    for stage in config.graph.of_kind(Kind.OUTPUT):
        for _, param in _addresses(stage, _LISTS):
            for each in said_in(param, service).split(","):
                found = _HOST_OF.fullmatch(each.strip(" []\"'"))
                other = others.get(found[1]) if found is not None else None
                if other is None or other.name in seen or b"aliases" in other.place.document.text:
                    continue
                # Another service may be called so by its container or its host.
                called = [one for one in others.values() if other.name in one.names]
                if all(apart(service, one, document) for one in called):
                    seen.add(other.name)
                    yield ApartFact(stage.plugin, service, other, param.place)


def _takes(config: Config, service: Service, port: str) -> bool:
    """Whether an input listens at a port, or may: of one of them it is not known where it does."""
    there = [*_listening(config, service)]
    return None in there or port in map(str, there)


def _sent_to(stage: Stage, block: Block, service: Service) -> str:
    """The port that an output sends to, "" where that is not known."""
    param = block.param("hec_port" if "hec_host" in block.params else "port")
    if param is not None:
        return said_in(param, service)
    spec = plugin_spec("fluentd", "output", stage.plugin)
    section = spec if spec is None or block is stage.block else spec.sections.get(block.name)
    usual = None if section is None else section.params.get("port")
    return "" if usual is None or usual.default is None else str(usual.default)


def bare_endpoints(config: Config) -> Iterator[BareEndpointFact]:
    """The endpoints of http outputs that are no URL, as written or as the service says that runs it."""
    for stage in config.graph.of_kind(Kind.OUTPUT):
        param = stage.block.param("endpoint") if stage.plugin == "http" else None
        if param is None:
            continue
        service = own_service(config) if param.embedded else None
        said = param.value if not param.embedded else "" if service is None else said_in(param, service)
        # A template, or a placeholder of the output, may bring the scheme.
        if said and _WITHOUT_SCHEME.fullmatch(said):
            yield BareEndpointFact(said, service, param.place, stage.block)


def collectors(config: Config) -> list[CollectorFact]:
    """Its forward inputs that get the lines of containers which Docker does not start without them."""
    forwards = [each for each in config.graph.of_kind(Kind.SOURCE) if each.plugin == "forward"]
    # Whose image it is does not matter: it has the config, and publishes the port.
    service = (own_service(config) or service_of(config.entry, _ANY)) if forwards else None
    if service is None:
        return []
    ports = [(each, _port(each.block, _usual_port("forward"), service)) for each in forwards]
    found = [(each, waiting_for(service, port, "fluentd")) for each, port in ports if port is not None]
    return [CollectorFact(service, waiting, each.place) for each, waiting in found if waiting]


def _addresses(stage: Stage, names: tuple[str, ...] = ()) -> Iterator[tuple[Block, Param]]:
    """The parameters that name one server, and those called ``names``, each with its section."""
    for block in (stage.block, *(each for each in stage.block.blocks if each.name == "server")):
        for name in ("host", "hec_host", "url", "endpoint", *names):
            if (param := block.param(name)) is not None and not (name == "host" and "hec_host" in block.params):
                yield block, param


def own_service(config: Config) -> Service | None:
    """The one service that runs it with an image of Fluentd's own, or one that is built from it, by no script."""
    return config.noted(_own_service)


def _own_service(config: Config) -> Service | None:
    service = service_of(config.entry, FluentdDiscovery.own_images)
    return None if service is None or starts_a_shell(service.words) else service


def _listening(config: Config, service: Service) -> Iterator[int | None]:
    """The ports at which it listens, None for one that is not known."""
    workers = config.graph.workers or 1
    for stage in config.graph.of_kind(Kind.SOURCE):
        if "port" not in stage.block.params and _listens(stage.plugin) is False:
            continue
        port = _port(stage.block, _usual_port(stage.plugin), service)
        yield port
        if port is not None and stage.plugin in _BY_WORKER:
            yield from range(port + 1, port + workers)
    for block in config.root.blocks:
        if block.name == "system" and (endpoint := block.value("rpc_endpoint")):
            said = endpoint.rpartition(":")[2]
            yield int(said) if said.isdecimal() else None


def _listens(plugin: str) -> bool | None:
    """Whether an input waits at a port, as those do that have an address to bind it to; None for one that nobody knows."""
    spec = plugin_spec("fluentd", "input", plugin)
    if spec is None:
        return None
    inside = any("port" in section.params for section in spec.sections.values())
    return inside or {"port", "bind"} <= spec.params.keys()


def _usual_port(plugin: str) -> int | None:
    """Where an input listens unless it says so."""
    spec = plugin_spec("fluentd", "input", plugin)
    port = None if spec is None or "bind" not in spec.params else spec.params.get("port")
    return port.default if port is not None and isinstance(port.default, int) else None


def _port(block: Block, default: int | None, service: Service) -> int | None:
    param = block.param("port")
    if param is None:
        return default
    said = said_in(param, service)
    return int(said) if said.isdecimal() else None


def said_in(param: Param, service: Service) -> str:
    """What a parameter says in this service, "" where that is not known."""
    if not param.embedded:
        return param.value
    found = _CODE.fullmatch(param.value)
    if found is None or service.environment is None:
        return ""
    if found[1] not in service.environment:
        return "" if service.built or found[2] is None else found[2].strip().strip("'\"")
    value = service.settings.get(found[1], "")
    usual = _SHELL.fullmatch(value)
    return usual[1] if usual is not None else "" if "$" in value else value

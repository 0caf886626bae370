"""The servers in the compose file that runs a config: whether search engines want a login, where brokers send a client."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipelint.base.disk import files
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.facts import LoginFact
from pipelint.engines.logstash.facts.beside.said import VARIABLE, variables
from pipelint.engines.logstash.facts.items import value_items
from pipelint.facts.workload.stores import stores_of
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.facts import LoopbackFact, StoreFact
from pipelint.sources.compose.networks import on_own_networks
from pipelint.sources.compose.services import Service, services_beside, services_near
from pipelint.sources.compose.stores import STORE, service_wants_login
from pipelint.sources.compose.variables import composed, variables_beside
from pipelint.sources.kubernetes.workload import said_by_all

_ENGINE = late(r"(?:^|/)(?:elasticsearch|opensearch)(?:-oss)?(?=[:@]|$)")
_PLUGINS = ("elasticsearch", "opensearch")
_HOST = late(r"(?:https?://)?([\w-]+)(?::\d+)?/?")
_FULL_HOST = late(r"(?:https?://)?([\w.-]+)(?::\d+)?/?")
# What search engines are called.
_A_STORE = late(r"(?i)(?:es|elastic|elastic-?search|open-?search)[-_]?\d{0,2}")
# A name where compose files have one: as a key, among others, or at the end of a line.
_NAMED = rb"(?m)(?<![\w./-])%s(?=[\"']?[ \t\r]*(?:[:,\]}#]|$))"
_TLS = "xpack.security.http.ssl.enabled"
_OF_TLS = late(r"ssl|cacert|keystore|truststore|client_|cloud_|proxy|custom_")
# How a broker of Kafka says where it listens, and where it tells clients to find it.
_BROKERS, _BOOTSTRAP = "kafka", "bootstrap_servers"
_LISTENER = late(r"(\w+)://([^:/\s$]*):(\d+)")
_LOOPBACK = ("localhost", "127.0.0.1")
# With these an output may log in.
_LOGIN = frozenset(["user", "api_key", "cloud_id", "cloud_auth", "auth_type", "custom_headers", "keystore"])
_LOGIN |= {"ssl_keystore_path", "ssl_certificate"}


def stores(config: Config) -> list[str]:
    """The names of the search engines beside the service that runs the config; without one in the nearest compose file."""
    service, document = service_with(config), config.documents[0]
    others = services_near(document, _ENGINE) if service is None else services_beside(service, document)
    return [name for each in others if _ENGINE.search(each.image) for name in each.names]


def refused(config: Config) -> Iterator[LoginFact]:
    """The outputs without a login, or without TLS, whose events such a server refuses, and those that name none of them."""
    service = service_with(config)
    outputs = [] if service is None else [one for one in config.graph.of_kind(Kind.OUTPUT) if one.plugin in _PLUGINS]
    if service is None or not outputs:
        return
    others = {name: each for each in services_beside(service, config.documents[0]) for name in reversed(each.names)}
    for output in outputs:
        asks = _LOGIN.isdisjoint(output.block.names)
        for name, address in _hosts(output):
            server = others.get(name)
            why = "" if server is None or not asks else _why(server, service, config.documents[0].file)
            param = output.block.param("hosts")
            if server is not None and not why and _plain(output, address) and _speaks_tls(server):
                why = "tls"
            if server is not None and why and param is not None:
                yield LoginFact(output.plugin, address, server, why, param.place)
                break
        if (lost := _nameless(output, service, others, config.documents[0])) is not None:
            yield lost


def _nameless(output: Stage, service: Service, others: Mapping[str, Service], document: Document) -> LoginFact | None:
    """An output whose hosts are called as a search engine may be, and as nothing that the compose files around it name."""
    server = next((each for each in others.values() if STORE.search(each.image)), None)
    hosts, param = list(_hosts(output)), output.block.param("hosts")
    if server is None or param is None or param.data is None or len(hosts) < len(value_items(param.data)) or not hosts:
        return None
    if any(name in others or not _A_STORE.fullmatch(name) for name, _ in hosts) or not on_own_networks(service, document):
        return None
    texts = b"\n".join(each.place.document.file.data for each in others.values())
    if any(re.search(_NAMED % re.escape(name.encode()), texts) for name, _ in hosts):
        return None
    return LoginFact(output.plugin, hosts[0][0], server, "name", param.place)


def _plain(output: Stage, address: str) -> bool:
    """Whether an output sends by http: nothing in its settings is of TLS."""
    return not address.startswith("https:") and not any(_OF_TLS.match(name) for name in output.block.names)


def _speaks_tls(server: Service) -> bool:
    """Whether the variables of a search engine say that it speaks https alone."""
    said = {name.lower().replace("_", "."): value.strip("\"'").lower() for name, value in server.settings.items()}
    return (
        said.get(_TLS) == "true"
        and said.get("xpack.security.enabled", "true") != "false"
        and STORE.search(server.image) is not None
    )


def found_stores(config: Config) -> list[StoreFact]:
    """The search engines beside it to which it sends."""
    return stores_of(config, _wanted(config))


def _wanted(config: Config) -> list[tuple[str, str, Place]]:
    """The names of the servers to which it sends, as they are written, and where."""
    outputs = [each for each in config.graph.of_kind(Kind.OUTPUT) if each.plugin in _PLUGINS and each.block.param("hosts")]
    said = config.noted(variables) if outputs else {}
    host, pods = _FULL_HOST if config.entry.kubernetes else _HOST, config.workloads
    wanted: list[tuple[str, str, Place]] = []
    for output in outputs:
        param = output.block.param("hosts")
        for item in [] if param is None or param.data is None else value_items(param.data):
            named = host.fullmatch(VARIABLE.sub(lambda found: said.get(found[1], "") or said_by_all(pods, found[1]), item.text))
            wanted += [(named[1], item.text, item.place)] if named is not None else []
    document = config.documents[0]
    # Whoever calls them by another name means one of them.
    lost = {one.address for one in refused(config) if one.why == "name"} if wanted and not config.entry.kubernetes else set()
    near = services_near(document, STORE) if lost else []
    return wanted + [(each.name, text, place) for each in near for name, text, place in wanted if name in lost]


def sent_back(config: Config, service: Service) -> Iterator[LoopbackFact]:
    """The inputs and outputs for which the one broker that they name is at localhost once they have asked it."""
    stages = [stage for stage in config.graph.stages if stage.plugin == _BROKERS and stage.block.param(_BOOTSTRAP)]
    others = services_beside(service, config.documents[0]) if stages else []
    file = service.place.document.file
    around = variables_beside(files.folder_by_name(file.path), file) if stages else {}
    for stage in stages:
        name, _, port = stage.block.value(_BOOTSTRAP).strip('[" ]').partition(":")
        broker = next((each for each in others if name in each.names), None)
        param = stage.block.param(_BOOTSTRAP)
        if broker is not None and param is not None and not param.embedded:
            said = {key: composed(value.strip("\"'"), around) for key, value in broker.settings.items()}
            told = _told(said, port)
            if told and all(host in _LOOPBACK for host, _ in told):
                yield LoopbackFact(stage.plugin, ":".join(told[0]), service, param.place, told_by=broker.name)


def _told(said: Mapping[str, str], port: str) -> list[tuple[str, str]]:
    """The hosts and ports that a broker tells those who reach it at a port."""
    told, own = _listeners(said, "ADVERTISED_LISTENERS"), _listeners(said, "LISTENERS")
    names = [name for name, (_, number) in (own or told).items() if number == port]
    return [told[name] for name in names if name in told]


def _listeners(said: Mapping[str, str], key: str) -> dict[str, tuple[str, str]]:
    """The listeners of a broker by their names; none where one of them is not said."""
    text = next((said[name] for name in (f"KAFKA_{key}", f"KAFKA_CFG_{key}") if name in said), "")
    found = [_LISTENER.fullmatch(each.strip()) for each in text.split(",")]
    return {each[1]: (each[2], each[3]) for each in found if each is not None} if None not in found else {}


def _hosts(output: Stage) -> Iterator[tuple[str, str]]:
    """The names of hosts without a dot, with their addresses."""
    param = output.block.param("hosts")
    for each in [] if param is None or param.data is None else value_items(param.data):
        found = _HOST.fullmatch(each.text)
        if found is not None:
            yield found[1], each.text


def _why(service: Service, own: Service, file: SourceFile) -> str:
    """Why a server wants a login, as ``LoginFact`` says it; "" where it may not want one."""
    why = service_wants_login(service, file)
    alike = "$" in service.image and service.image.partition(":")[2] == own.image.partition(":")[2]
    return why if why != "version" else "alike" if alike else ""

"""The search engines in the compose file that runs a config: whether they want a login."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.text.document import Place, SourceFile
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.facts import LoginFact
from pipelint.engines.logstash.facts.beside.said import variables
from pipelint.engines.logstash.facts.items import value_items
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.facts import OpenStoreFact
from pipelint.sources.compose.services import Service, services_beside
from pipelint.sources.compose.stores import STORE, service_wants_login
from pipelint.sources.compose.stores import open_stores as found_open

_PLUGINS = ("elasticsearch", "opensearch")
_HOST = late(r"(?:https?://)?([\w-]+)(?::\d+)?/?")
_VARIABLE = late(r"\$\{(\w+)(?::[^}]*)?\}")
# With these an output may log in.
_LOGIN = frozenset(["user", "api_key", "cloud_id", "cloud_auth", "auth_type", "custom_headers", "keystore"])
_LOGIN |= {"ssl_keystore_path", "ssl_certificate"}


def stores(config: Config) -> list[str]:
    """The names of the search engines in the compose file of the service that runs the config."""
    service = service_with(config)
    others = [] if service is None else services_beside(service, config.documents[0])
    return [each.name for each in others if STORE.search(each.image)]


def refused(config: Config) -> Iterator[LoginFact]:
    """The outputs without a login whose events such a server refuses."""
    service = service_with(config)
    outputs = [] if service is None else [one for one in config.graph.of_kind(Kind.OUTPUT) if one.plugin in _PLUGINS]
    asking = [one for one in outputs if _LOGIN.isdisjoint(one.block.names)]
    if service is None or not asking:
        return
    others = {each.name: each for each in services_beside(service, config.documents[0])}
    for output in asking:
        for name, address in _hosts(output):
            server = others.get(name)
            why = "" if server is None else _why(server, service, config.documents[0].file)
            param = output.block.param("hosts")
            if server is not None and why and param is not None:
                yield LoginFact(output.plugin, address, server, why, param.place)
                break


def open_stores(config: Config) -> list[OpenStoreFact]:
    """The search engines beside it to which it sends, and that everybody reaches without a login."""
    if config.entry.kubernetes:
        return []
    outputs = [each for each in config.graph.of_kind(Kind.OUTPUT) if each.plugin in _PLUGINS and each.block.param("hosts")]
    said = config.noted(variables) if outputs else {}
    wanted: list[tuple[str, str, Place]] = []
    for output in outputs:
        param = output.block.param("hosts")
        for item in [] if param is None or param.data is None else value_items(param.data):
            named = _HOST.fullmatch(_VARIABLE.sub(lambda found: said.get(found[1], ""), item.text))
            wanted += [(named[1], item.text, item.place)] if named is not None else []
    return list(found_open(config.documents[0], wanted))


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

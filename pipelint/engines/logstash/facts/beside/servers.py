"""The search engines in the compose file that runs a config: whether they want a login."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import SourceFile
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.facts import LoginFact
from pipelint.engines.logstash.facts.items import value_items
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.services import Service, services_beside

_PLUGINS = ("elasticsearch", "opensearch")
_HOST = late(r"(?:https?://)?([\w-]+)(?::\d+)?/?")
# With these an output may log in.
_LOGIN = frozenset(
    {"user", "api_key", "cloud_id", "cloud_auth", "auth_type", "custom_headers", "keystore", "ssl_keystore_path", "ssl_certificate"}
)
_TAG = late(r":(?:\$\{\w+:-)?v?(\d{1,2})\.")
_TRUE, _FALSE = late(r"(?i)[\"']?true[\"']?"), late(r"(?i)[\"']?false[\"']?")


@dataclass(frozen=True, slots=True)
class _Server:
    """How a search engine says whether it wants a login: the end of its image's name, settings, and its folder of settings.

    ``off``: the settings ask for it to be off. ``since``: the first version in which security is on where nothing says so.
    """

    image: str
    names: tuple[str, ...]
    off: bool
    since: int
    file: str


_SERVERS = (
    _Server("elasticsearch", ("xpack.security.enabled",), False, 8, "/usr/share/elasticsearch/config/elasticsearch.yml"),
    _Server(
        "opensearch",
        ("DISABLE_SECURITY_PLUGIN", "plugins.security.disabled"),
        True,
        1,
        "/usr/share/opensearch/config/opensearch.yml",
    ),
)


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


def _hosts(output: Stage) -> Iterator[tuple[str, str]]:
    """The names of hosts without a dot, with their addresses."""
    param = output.block.param("hosts")
    for each in [] if param is None or param.data is None else value_items(param.data):
        found = _HOST.fullmatch(each.text)
        if found is not None:
            yield found[1], each.text


def _why(service: Service, own: Service, file: SourceFile) -> str:
    """Why a server wants a login, as ``LoginFact`` says it; "" where it may not want one."""
    name, _, _ = service.image.rpartition("/")[2].partition(":")
    kind = next((each for each in _SERVERS if each.image == name), None)
    if kind is None or service.built or service.environment is None:
        return ""
    said = [value for key, value in service.settings.items() if key in kind.names]
    said += [word.partition("=")[2] for word in service.words if any(f"{each}=" in word for each in kind.names)]
    for mount in service.mounts:
        if mount.covers(kind.file) or mount.path == kind.file:
            path = mount.host_path if mount.path == kind.file else f"{mount.host_path}/{kind.file.rpartition('/')[2]}"
            read = source_at(path, file.project) if mount.host_path else None
            if read is None:
                return ""
            said += _in_file(read.data.decode("utf-8", "replace"), kind)
    if said:
        on, off = (_FALSE, _TRUE) if kind.off else (_TRUE, _FALSE)
        return "set" if all(map(on.fullmatch, said)) and not any(map(off.fullmatch, said)) else ""
    tag = _TAG.search(service.image)
    if tag is None and "$" in service.image and service.image.partition(":")[2] == own.image.partition(":")[2]:
        return "alike"
    return "default" if tag is not None and int(tag[1]) >= kind.since else ""


def _in_file(text: str, kind: _Server) -> Iterator[str]:
    """What a file of settings says of it, "" where it says it in another form."""
    for line in text.splitlines():
        key, _, value = line.partition("#")[0].partition(":")
        if key.strip() in kind.names:
            yield value.strip()
        elif key.strip().endswith("security") and not value.strip():
            yield ""

"""Servers that compose files and manifests around a config run, and that take nothing from who does not log in."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pipelint.base.block import Param
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.facts.around.ports import own_service, said_in
from pipelint.facts.workload.stores import stores_of
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.facts import ServerFact, StoreFact
from pipelint.sources.compose.services import Service, services_near
from pipelint.sources.compose.stores import STORE, SURE, service_wants_login, wants_login
from pipelint.sources.kubernetes.workload import said_by_all
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

_FOLDERS, _FILES = 3, 40
_LOGINS = ("user", "password", "api_key", "cloud_id", "cloud_auth", "client_cert", "custom_headers")
# The name in an address, and the one that Ruby takes where a variable is missing.
_HOST = late(r"(?:https?://)?([\w-]+(?:\.[\w-]+)*)(?::\d+)?/?")
_DEFAULT = late(r"""#\{\s*ENV\[['"]\w+['"]\]\s*\|\|\s*['"]([^'"]+)['"]\s*\}""")
_VARIABLE = late(r"""#\{\s*ENV\[['"](\w+)['"]\]""")
_ANY = late(r"")
_PODS = ("Deployment", "StatefulSet", "DaemonSet", "Pod")


def asks_for_login(config: Config, stage: Stage) -> ServerFact | None:
    """The server that an output without a login sends to."""
    block = stage.block
    param = block.param("hosts") or block.param("host")
    if stage.kind is not Kind.OUTPUT or param is None or any(name in block.params for name in _LOGINS):
        return None
    names = _names(param)
    servers = config.noted(_servers) if names else []
    return next((each for each in servers for name in names if name == each.name or name.startswith(f"{each.name}.")), None)


def servers_named(stage: Stage) -> set[str]:
    """The names of the servers that an output sends to."""
    param = stage.block.param("hosts") or stage.block.param("host")
    return set() if param is None else _names(param)


def is_composed(config: Config, stage: Stage) -> bool:
    """Whether all that an output sends to are services of the compose files around the config."""
    names = servers_named(stage) if stage.kind is Kind.OUTPUT else set()
    return bool(names) and names <= config.noted(_composed)


def found_stores(config: Config) -> list[StoreFact]:
    """The search engines beside it to which it sends."""
    outputs = (each for each in config.graph.of_kind(Kind.OUTPUT) if each.plugin.startswith(("elasticsearch", "opensearch")))
    params = [param for each in outputs if (param := each.block.param("hosts") or each.block.param("host")) is not None]
    pods = config.entry.kubernetes
    service = own_service(config) if any(param.embedded for param in params) and not pods else None
    wanted = [
        (name, param.value, param.place) for param in params for name in _names_of(param, config) or _names_in(param, service)
    ]
    return stores_of(config, wanted)


def _names_of(param: Param, config: Config) -> set[str]:
    """The names of the servers in a value, as all pods have its variable, before what Ruby takes where that is missing."""
    variable = _VARIABLE.match(param.value) if config.workloads else None
    said = "" if variable is None else said_by_all(config.workloads, variable[1])
    return {found[1] for each in types.array(said) if (found := _HOST.fullmatch(each.strip()))} or _names(param)


def _names_in(param: Param, service: Service | None) -> set[str]:
    """The names of the servers in a value that the service says which runs the config."""
    said = "" if service is None else said_in(param, service)
    return {found[1] for each in types.array(said) if (found := _HOST.fullmatch(each.strip()))} if said else set()


def _composed(config: Config) -> set[str]:
    file = config.documents[0].file
    near = (
        []
        if config.entry.kubernetes or not file.project or file.path.startswith("<")
        else services_near(config.documents[0], _ANY)
    )
    return {each.name for each in near}


def _names(param: Param) -> set[str]:
    """The names of the servers in a value, or in the text that Ruby takes where a variable is missing."""
    usual = _DEFAULT.fullmatch(param.value)
    listed = types.array(usual[1] if usual else param.value) if not param.embedded or usual else []
    return {found[1] for each in listed if (found := _HOST.fullmatch(each.strip()))}


def _servers(config: Config) -> list[ServerFact]:
    """Those of compose files, unless it stands in a manifest, or of the nearest folder with manifests of any such server."""
    document = config.documents[0]
    file = document.file
    if not file.project or file.path.startswith("<"):
        return []
    near = [] if config.entry.kubernetes else services_near(document, STORE)
    composed = [(each, service_wants_login(each, file)) for each in near]
    if composed:
        return [ServerFact(each.name, each.image, why == "set", each.place) for each, why in composed if why in SURE]
    for folder in islice(files.folders_within(full_path(file), file.project), _FOLDERS):
        texts = sources_in(folder, file.project, (".yml", ".yaml"), _FILES)
        # The config may stand in one of them.
        read = [file if each.path == full_path(file) else each for each in texts if b"search" in each.data]
        found = [server for each in read for server in _of_file(each)]
        if found:
            return found
    return []


def _of_file(read: SourceFile) -> Iterator[ServerFact]:
    """The container of the one service of a file of manifests."""
    roots = [root for root in read_yaml(read.data).roots if isinstance(root, Mapping)]
    names = [_name(root) for root in roots if root.text("kind") == "Service"]
    for root in roots if len(names) == 1 and names[0] else ():
        for container in _containers(root):
            image, key = container.text("image"), container.keys["image"]
            known = "volumeMounts" not in container.values and "envFrom" not in container.values
            words = [
                each.value
                for name in ("command", "args")
                for each in _items(container.values.get(name))
                if isinstance(each, Scalar)
            ]
            why = wants_login(image, dict(_variables(container)), words, "" if known else None)
            if why in SURE:
                yield ServerFact(names[0], image, why == "set", Place(Document.whole(read), Span(key.start, key.end)))


def _name(root: Mapping) -> str:
    data = root.values.get("metadata")
    return data.text("name") if isinstance(data, Mapping) else ""


def _containers(root: Mapping) -> Iterator[Mapping]:
    node: Node | None = root
    for step in ("spec", "template", "spec", "containers") if root.text("kind") in _PODS[:3] else ():
        node = node.values.get(step) if isinstance(node, Mapping) else None
    yield from (each for each in _items(node) if isinstance(each, Mapping) and "image" in each.values)


def _items(node: Node | None) -> list[Scalar | Sequence | Mapping]:
    return node.items if isinstance(node, Sequence) else []


def _variables(container: Mapping) -> Iterator[tuple[str, str]]:
    for each in _items(container.values.get("env")):
        if isinstance(each, Mapping):
            yield each.text("name"), each.text("value")

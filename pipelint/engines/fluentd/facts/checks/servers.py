"""Servers that compose files and manifests around a config run, and that take nothing from who does not log in."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from itertools import islice

from pipelint.base.disk import files
from pipelint.base.disk.around import source_at, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentd import types
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.services import full_path
from pipelint.yaml import tree
from pipelint.yaml.tree import Node, Scalar, Sequence, read_yaml

_FOLDERS, _FILES = 3, 40
_PLUGINS = frozenset(
    ("elasticsearch", "elasticsearch_dynamic", "elasticsearch_data_stream", "opensearch", "opensearch_data_stream")
)
_LOGINS = ("user", "password", "api_key", "cloud_id", "cloud_auth", "client_cert", "custom_headers")
# The name in an address, and the one that Ruby takes where a variable is missing.
_HOST = late(r"(?:https?://)?([\w-]+(?:\.[\w-]+)*)(?::\d+)?/?")
_DEFAULT = late(r"""#\{\s*ENV\[['"]\w+['"]\]\s*\|\|\s*['"]([^'"]+)['"]\s*\}""")
_IMAGE = late(r"(?:^|/)(?:(elasticsearch)(?::(\d+)[\w.-]*)?|opensearchproject/(opensearch)(?::[\w.-]+)?)$")
_FILE = late(r"(?:elasticsearch|opensearch)\.ya?ml")
# Since this version it asks unless it is told otherwise.
_SECURE = 8
_SWITCH, _OFF = "xpack.security.enabled", ("disable_security_plugin", "plugins.security.disabled")
_OTHERWISE = late(r"(?i)anonymous|xpack\.security\.enabled[\"'\s]*[:=][\"'\s]*false|security\.disabled[\"'\s]*[:=][\"'\s]*true")
_PODS = ("Deployment", "StatefulSet", "DaemonSet", "Pod")


@dataclass(frozen=True, eq=False)
class ServerFact:
    """A server of the service ``name`` with ``image``; ``said``: that it asks for a login is written out."""

    name: str
    image: str
    said: bool
    place: Place


def asks_for_login(config: Config, stage: Stage) -> ServerFact | None:
    """The server that an output without a login sends to."""
    block = stage.block
    param = block.param("hosts") or block.param("host")
    if (
        stage.kind is not Kind.OUTPUT
        or stage.plugin not in _PLUGINS
        or param is None
        or any(name in block.params for name in _LOGINS)
    ):
        return None
    usual = _DEFAULT.fullmatch(param.value)
    listed = types.array(usual[1] if usual else param.value) if not param.embedded or usual else []
    names = {found[1] for each in listed if (found := _HOST.fullmatch(each.strip()))}
    servers = config.noted(_servers) if names else []
    return next((each for each in servers for name in names if name == each.name or name.startswith(f"{each.name}.")), None)


def _servers(config: Config) -> list[ServerFact]:
    """Those of the nearest folder that has any such server."""
    file = config.documents[0].file
    if not file.project or file.path.startswith("<"):
        return []
    for folder in islice(files.folders_within(full_path(file), file.project), _FOLDERS):
        texts = sources_in(folder, file.project, lambda name: name.endswith((".yml", ".yaml")), _FILES)
        # The config may stand in one of them.
        read = [file if each.path == full_path(file) else each for each in texts if b"search" in each.data]
        found = [server for each in read for server in _of_file(folder, each)]
        if found:
            return found
    return []


def _of_file(folder: str, read: SourceFile) -> Iterator[ServerFact]:
    roots = [root for root in read_yaml(read.data).roots if isinstance(root, tree.Mapping)]
    document = Document.whole(read)
    for root in roots:
        services = root.values.get("services")
        for name, node in services.values.items() if isinstance(services, tree.Mapping) else ():
            if isinstance(node, tree.Mapping):
                key = services.keys[name]  # type: ignore[union-attr]
                yield from _server(name, node, Place(document, Span(key.start, key.end)), _mounted(folder, node, read))
    names = [_name(root) for root in roots if root.text("kind") == "Service"]
    for root in roots if len(names) == 1 and names[0] else ():
        for container in _containers(root):
            key = container.keys["image"]
            known = "volumeMounts" not in container.values and "envFrom" not in container.values
            yield from _server(names[0], container, Place(document, Span(key.start, key.end)), "" if known else None)


def _name(root: tree.Mapping) -> str:
    data = root.values.get("metadata")
    return data.text("name") if isinstance(data, tree.Mapping) else ""


def _containers(root: tree.Mapping) -> Iterator[tree.Mapping]:
    node: Node | None = root
    for step in ("spec", "template", "spec", "containers") if root.text("kind") in _PODS[:3] else ():
        node = node.values.get(step) if isinstance(node, tree.Mapping) else None
    yield from (each for each in _items(node) if isinstance(each, tree.Mapping) and "image" in each.values)


def _items(node: Node | None) -> list[Scalar | Sequence | tree.Mapping]:
    return node.items if isinstance(node, Sequence) else []


def _server(name: str, node: tree.Mapping, place: Place, mounted: str | None) -> Iterator[ServerFact]:
    """A server that asks for a login, as far as its image, its variables and its ``mounted`` settings (None: not known) tell."""
    image = node.text("image")
    found = _IMAGE.search(image)
    if found is None:
        return
    settings = {
        key.lower().replace("_", ".") if "xpack" in key.lower() else key.lower(): value for key, value in _variables(node).items()
    }
    switch = settings.get(_SWITCH, "")
    words = " ".join(each.value for each in _items(node.values.get("command")) if isinstance(each, Scalar)) + node.text("command")
    if _OTHERWISE.search(f"{' '.join(settings)} {words} {mounted}") or (switch and switch != "true"):
        return
    said = switch == "true"
    usual = mounted is not None and "build" not in node.values and "env_file" not in node.values
    secure = usual and (
        found[2] is not None and int(found[2]) >= _SECURE
        if found[1]
        else not any(settings.get(each, "false") != "false" for each in _OFF)
    )
    if said or secure:
        yield ServerFact(name, image, said, place)


def _variables(node: tree.Mapping) -> Mapping[str, str]:
    said = node.values.get("environment") or node.values.get("env")
    if isinstance(said, tree.Mapping):
        return {name: said.text(name).lower() for name in said.values}
    pairs = [each.value.partition("=")[::2] for each in _items(said) if isinstance(each, Scalar)]
    pairs += [(each.text("name"), each.text("value")) for each in _items(said) if isinstance(each, tree.Mapping)]
    return {name: value.strip("\"'").lower() for name, value in pairs}


def _mounted(folder: str, node: tree.Mapping, near: SourceFile) -> str | None:
    """The text of the settings that a service mounts, "" where it mounts none; None where they are not known."""
    text = ""
    for each in _items(node.values.get("volumes")):
        source, _, target = (
            each.value.partition(":")
            if isinstance(each, Scalar)
            else ("", "", each.text("target") if isinstance(each, tree.Mapping) else "")
        )
        path = target.partition(":")[0]
        if _FILE.fullmatch(posixpath.basename(path)) or posixpath.basename(path.rstrip("/")) == "config":
            read = source_at(posixpath.normpath(files.join(folder, source)), near.project) if source.startswith(".") else None
            if read is None:
                return None
            text += read.data.decode("utf-8", "replace")
    return None if "configs" in node.values else text

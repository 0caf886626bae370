"""What the container of a config has that it does not need, or lacks: the socket of Docker, a port that is asked for metrics.

And whether Fluent Bit reads the config there.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.config import FluentBitConfig, Named
from pipelint.engines.fluentbit.discovery.discover import STOCK_IMAGE
from pipelint.engines.fluentbit.discovery.named import BUILT_IN, PARSERS_FILE, stock_parsers
from pipelint.engines.fluentbit.facts.around.variables import SetterFact
from pipelint.engines.fluentbit.facts.compose import has_own_parsers, service_of_any, service_running
from pipelint.engines.fluentbit.facts.parsers.references import parser_uses
from pipelint.language.config import Config
from pipelint.sources.bundle import KeyBundle
from pipelint.sources.compose.services import Service
from pipelint.sources.kubernetes.beside import MountedBundle
from pipelint.sources.kubernetes.workload import Mount, Workload

_SOCKET = "docker.sock"
# An input http is a server: it asks nobody.
_USES = frozenset(("docker", "docker_events", "exec", "in_docker", "unix_socket"))
# What the images of Fluent Bit's project read unless they are told otherwise.
_READ = "/fluent-bit/etc/fluent-bit.conf"
_PARSERS = ("-R", "--parser")
_TIME_OF_JSON = ("time", "%d/%b/%Y:%H:%M:%S %z")
_WORKDIR = ("-w", "--workdir")
_SCRAPED = late(rb"prometheus\.io/(?:port:[ \t]*[\"']?2020\b|path:[ \t]*[\"']?/api/v[12]/metrics)")


@dataclass(frozen=True, eq=False)
class UnreadFact:
    """The ``path`` at which a container has the config, where Fluent Bit does not look for it. ``runner`` is what runs it."""

    path: str
    runner: SetterFact


def unread(config: Config) -> UnreadFact | None:
    """Where the one container with the config gets it, if it runs an image of the project without a word and reads another."""
    if not {"input", "output"} <= {block.name for block in config.root.blocks}:
        return None
    workload = next((each for each in config.workloads if each.certain), None)
    service = service_running(config) if workload is None else None
    if workload is not None:
        container, place = workload.container, workload.place
        image, words, mounts = container.image, container.words, container.mounts
        own = [mount.path for mount in workload.mounts]
    elif service is not None and not service.built:
        image, words, mounts, place = service.image, service.words, service.mounts, service.place
        path = full_path(config.documents[0].file)
        own = [mount.path for mount in mounts if mount.host_path and mount.host_path in (path, files.folder_by_name(path))]
    else:
        return None
    elsewhere = bool(own) and not words and not any(mount.covers(_READ) for mount in mounts)
    return UnreadFact(own[0], SetterFact(place)) if elsewhere and STOCK_IMAGE.search(image) is not None else None


@dataclass(frozen=True, eq=False)
class HiddenFact:
    """A file of parsers that the image has at ``path``, and that the ``mount`` of the config's ConfigMap hides.

    ``parser`` is one of it that the config uses, "" for none. ``by_command``: the command of the container names it.
    """

    path: str
    parser: str
    by_command: bool
    mount: Mount
    place: Place


@dataclass(frozen=True, eq=False)
class UnmountedParsersFact:
    """A file of parsers beside the config at ``path`` that the ``service`` which runs it does not mount.

    ``stock``: the image has another one there. ``parser`` is one that the config uses and that is not there then, ``json`` says
    that of the parser json, which it uses, the image has another one.
    """

    path: str
    stock: bool
    parser: str
    json: bool
    service: Service
    place: Place


def unmounted_parsers(config: Config) -> list[UnmountedParsersFact]:
    """The files of parsers that lie beside a config, and not where the service of a compose file runs it."""
    if not isinstance(config, FluentBitConfig) or config.entry.kubernetes or config.root.open:
        return []
    named_files = [each for each in config.named if each.key == PARSERS_FILE and each.documents]
    service = service_running(config) if named_files else None
    if service is None or any(word.startswith(_PARSERS) for word in service.words):
        return []
    found: list[UnmountedParsersFact] = []
    for named in named_files:
        if has_own_parsers(config, [named.path]):
            stock = stock_parsers(posixpath.join(posixpath.dirname(_READ), named.path))
            lost, json = _lost(config, named, stock)
            found.append(UnmountedParsersFact(named.path, bool(stock), lost, json, service, named.place))
    return found


def _lost(config: FluentBitConfig, named: Named, stock: frozenset[str]) -> tuple[str, bool]:
    """The first parser in use that a file alone has, and not that of the image; whether it has another ``json``, in use."""
    uses = parser_uses(config)
    own: dict[bool, set[str]] = {}
    for multiline, said in ((False, config.parsers), (True, config.multiline_parsers)):
        own[multiline] = {name for name, blocks in said.items() if all(each.place.document in named.documents for each in blocks)}
    gone = (each.name for each in uses if each.name in own[each.multiline] and (each.multiline or each.name not in stock))
    sections = config.parsers.get("json", []) if any(each.name == "json" and not each.multiline for each in uses) else []
    other = "json" in own[False] and "json" in stock and all(_is_other(each) for each in sections)
    return next((name for name in gone if name not in BUILT_IN), ""), bool(sections) and other


def _is_other(json: Block) -> bool:
    """Whether a parser json takes other times than that of the images."""
    return (json.value("time_key"), json.value("time_format")) != _TIME_OF_JSON


def hidden_files(config: Config) -> Sequence[HiddenFact]:
    """The files of parsers of the image that a config names, where all that runs it has its ConfigMap in their place."""
    bundle = config.entry.bundle
    own = bundle.own if isinstance(bundle, MountedBundle) else bundle
    if not isinstance(config, FluentBitConfig) or not isinstance(own, KeyBundle) or own.folder.open or config.entry.loose:
        return ()
    found: list[HiddenFact] = []
    for named in config.named:
        path = posixpath.join(posixpath.dirname(_READ), named.path)
        stock = stock_parsers(path) if named.key == PARSERS_FILE and not named.documents else frozenset()
        mounts = [_hiding(each, path, named.path) for each in config.workloads] if stock else []
        if mounts and (mount := mounts[0]) is not None and all(mounts):
            lost, by_command = stock - config.parsers.keys(), named.place.document not in config.documents
            used = next((each.name for each in parser_uses(config) if not each.multiline and each.name in lost), "")
            found.append(HiddenFact(path, used, by_command, mount, named.place))
    return found


def _hiding(workload: Workload, path: str, said: str) -> Mount | None:
    """The mount of the config's own ConfigMap that hides a path of the image, which Fluent Bit takes what is ``said`` for."""
    container = workload.container
    mount, words = container.mount(path), container.words
    # A relative path leads from the folder of the main file, or from where Fluent Bit is started.
    elsewhere = not said.startswith("/") and bool(words) and not any(word.endswith(_READ) for word in words)
    moved = any(word.startswith(_WORKDIR) for word in words)
    hides = mount is not None and mount.whole and mount in workload.mounts and workload.certain
    return mount if hides and not elsewhere and not moved and STOCK_IMAGE.search(container.image) is not None else None


def docker_socket(config: Config) -> Mount | None:
    """The mount of Docker's socket in a container that runs the config, where no input of it uses that."""
    sources = {block.value("name").lower() for block in config.root.blocks if block.name == "input"}
    told = any(_SOCKET.encode() in document.text for document in config.documents)
    if told or not _USES.isdisjoint(sources):
        return None
    service = service_of_any(config)
    containers = [workload.container.mounts for workload in config.workloads if workload.certain]
    mounts = [mount for each in containers for mount in each] if service is None else service.mounts
    return next((mount for mount in mounts if mount.path.endswith(_SOCKET)), None)


def is_scraped(config: Config) -> bool:
    """Whether a manifest of its pods tells Prometheus to ask Fluent Bit's HTTP server for metrics."""
    texts = {workload.place.document.file.path: workload.place.document.file.data for workload in config.workloads}
    return any(_SCRAPED.search(text) is not None for text in texts.values())

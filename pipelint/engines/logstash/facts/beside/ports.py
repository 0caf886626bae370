"""What a compose file publishes of the ports on which a config listens, and the image's own pipeline, which has one, too."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.engines.logstash.facts.beside.compose import HOME, is_pipelines, service_with
from pipelint.engines.logstash.facts.beside.facts import PortFact
from pipelint.engines.logstash.facts.beside.filebeat import senders
from pipelint.engines.logstash.facts.beside.said import VARIABLE, variables
from pipelint.engines.logstash.facts.beside.sending import DefaultFact
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.services import Service
from pipelint.sources.images.around import taking
from pipelint.sources.images.dockerfile import FROM, copies
from pipelint.sources.kubernetes.workload import Mount

# Inputs that wait at a port, by the one that they have unless it is set, and those that do not.
_LISTENERS = {"beats": "", "elastic_agent": "", "gelf": "12201", "http": "8080", "syslog": "514", "tcp": "", "udp": ""}
CALLERS = frozenset({"file", "generator", "heartbeat", "http_poller", "jdbc", "kafka", "pipeline", "rabbitmq", "redis", "s3"})
"""Plugins that wait at no port."""
_KNOWN = CALLERS | _LISTENERS.keys() | {"stdin"}
# Of Logstash's own API.
_API = range(9600, 9701)
_NUMBER = late(r"\d+")
# Elastic's images of version 6 or later have a pipeline of their own, logstash.conf (docker/data/logstash/pipeline/default.conf).
_WITH_DEFAULT = late(
    r"(?:docker\.elastic\.co/logstash/|(?:docker\.io/)?(?:library/)?)logstash(?:-oss|-wolfi)?(?::(?![0-5](?!\d)).*|@.*)?"
)
_FOLDER = f"{HOME}/pipeline"
_DEFAULT = f"{_FOLDER}/logstash.conf"
_DEFAULT_PORT = 5044
# What chooses other pipelines, or may.
_CHOICE = late(r"-[fe].*|--(?:path\.config|path\.settings|config\.string)(?:=.*)?")
_CHANGED = late(r"(?mi)\brm\b|\bmv\b|pipelines\.yml|path\.config|pipeline/logstash\.conf|^[ \t]*(?:CMD|ENTRYPOINT)\b")
# What a plugin waits at, or a variable that says it.
_PORT = late(rb"\bport\s*=>\s*[\"']?(\d+|\$)")


def ports(config: Config) -> Iterator[PortFact]:
    """The ports that inputs listen on and the one service that runs the config does not publish, and those of no input."""
    service = service_with(config)
    if service is None or not service.published:
        return
    found = listening(config)
    # Where some input listens, and on none of them, the mapping may be of something else.
    if found is None or (found and found.keys().isdisjoint(service.published)):
        return
    for number, stage in found.items():
        local = stage.block.value("host") in ("127.0.0.1", "localhost")
        if number not in service.published and not local and not _is_named(config, service, number):
            yield PortFact(number, stage.plugin, listens=True, service=service, place=stage.place)
    yield from _of_another_protocol(config, service)
    own = {_DEFAULT_PORT} if _mounted_beside(config, service) else set[int]()
    idle = [number for number in dict.fromkeys(service.published) if number not in (*found, *own) and number not in _API]
    others = _ports_beside(config, service) | _other_ports(config, service) if idle else frozenset[bytes]()
    for number in idle:
        if not {str(number).encode(), b"$"} & others:
            yield PortFact(number, "", listens=False, service=service, place=service.place)


def defaults(config: Config) -> Iterator[DefaultFact]:
    """The image's own pipeline, where it stays beside the file that a compose file or a Dockerfile brings."""
    service = service_with(config)
    taken = _DEFAULT_PORT in (listening(config) or {})
    mount = None if service is None else _mounted_beside(config, service)
    if mount is not None:
        yield DefaultFact(files.name(mount.path), taken, mount.place)
    elif not config.entry.kubernetes and (service is None or service.built) and not _names_files(config):
        yield from _copied_beside(config, service, taken)


def _names_files(config: Config) -> bool:
    """Whether its settings name the files of its pipelines."""
    return any(pipeline.param("path.config") for pipeline in config.graph.pipelines.values())


def _mounted_beside(config: Config, service: Service) -> Mount | None:
    """A file that it mounts into the folder of the image's own pipeline, which nothing replaces."""
    if _names_files(config) or service.built or not _WITH_DEFAULT.fullmatch(service.image) or _chooses(service):
        return None
    found = [mount for mount in service.mounts if mount.path.startswith(f"{_FOLDER}/")]
    whole = any(mount.covers(_DEFAULT) or mount.covers(f"{HOME}/config/pipelines.yml") for mount in service.mounts)
    one = next(
        (mount for mount in found if "." in mount.path[len(_FOLDER) :] and "/" not in mount.path[len(_FOLDER) + 1 :]), None
    )
    return None if whole else one


def _chooses(service: Service) -> bool:
    """Whether its command or its variables may name other files than those of the folder."""
    words = service.words
    started = not words or words[0].startswith("-") or files.name(words[0]) == "logstash"
    said = any(
        name.upper().replace(".", "_") in ("PATH_CONFIG", "CONFIG_STRING") for name in service.environment or service.settings
    )
    return not started or said or any(_CHOICE.fullmatch(word) for word in words)


def _copied_beside(config: Config, service: Service | None, taken: bool) -> Iterator[DefaultFact]:
    """The same of a Dockerfile that copies the config."""
    first = next(iter(config.graph.stages), None)
    if first is None or (service is not None and (_chooses(service) or any(is_pipelines(each.path) for each in service.mounts))):
        return
    for folder, text in taking(config.documents[0].file):
        images = FROM.findall(text)
        into = [copy for copy in copies(text) if copy.to.rstrip("/") == _FOLDER or copy.to.startswith(f"{_FOLDER}/")]
        names = [(copy.sources[0], copy.to) for copy in into if len(copy.sources) == 1 and not copy.staged]
        if len(into) != 1 or len(names) != 1 or _CHANGED.search(text) or not images or not _WITH_DEFAULT.fullmatch(images[-1]):
            continue
        source, to = names[0]
        name = files.name(source if to.rstrip("/") == _FOLDER else to)
        path = files.join(folder, source)
        if files.is_file(path) and name != "logstash.conf" and "." in name:
            yield DefaultFact(name, taken, first.place)


def _is_named(config: Config, service: Service, number: int) -> bool:
    """Whether the compose file, or a Filebeat beside the config, sends to this port by the name of the service."""
    own = rf"(?<![\w.-]){re.escape(service.name)}:{number}(?!\d)".encode()
    sent = any(host == (service.name, number) for sender in senders(config) for host in sender.hosts)
    return sent or re.search(own, service.place.document.file.bytes) is not None


def published(config: Config) -> list[int] | None:
    """The ports that the one service publishes which runs it, but for those that its machine alone reaches."""
    service = service_with(config)
    if service is None or service.published is None or service.shared:
        return None
    return [port for port in service.published if port not in service.local]


def _other_ports(config: Config, service: Service) -> frozenset[bytes]:
    """The numbers in the settings of the API and in the variables of the service, such as a port for JMX."""
    pipelines = config.graph.pipelines.values()
    said = [each.value(name) for each in pipelines for name in ("api.http.port", "http.port")]
    return frozenset(number.encode() for text in (*said, *service.settings.values()) for number in _NUMBER.findall(text))


def _ports_beside(config: Config, service: Service, but: Collection[bytes] = ()) -> frozenset[bytes]:
    """The ports that files beside a config name, and those in the folders of pipelines of its service, $ for a variable; none of
    the texts ``but``."""
    file = config.documents[0].file
    mounted = (mount.host_path for mount in service.mounts if mount.host_path and is_pipelines(mount.path))
    folders = dict.fromkeys((files.folder_by_name(file.path), *mounted))
    beside = (each for folder in folders for each in sources_in(folder, file.project, ("",)))
    return frozenset(number for each in beside if each.data not in but for number in _PORT.findall(each.data))


def _of_another_protocol(config: Config, service: Service) -> Iterator[PortFact]:
    """The ports that are published for TCP alone where an input reads UDP, or for both, and the other way round."""
    pairs = zip(service.published or (), service.protocols, strict=True)
    said = config.noted(variables)
    there = {(str(number), protocol or "tcp") for number, protocol in pairs}
    stages = [(_port(stage, said), _protocols(stage), stage) for stage in config.graph.of_kind(Kind.SOURCE)]
    both = {port for port, _ in there if {(port, "tcp"), (port, "udp")} <= there}
    beside = _ports_beside(config, service, {document.file.data for document in config.documents}) if both else frozenset[bytes]()
    for port, own, stage in stages:
        read = {each for number, all_own, _ in stages if number == port for each in all_own or ("tcp", "udp")}
        for protocol, other in (("udp", "tcp"), ("tcp", "udp")):
            over = protocol.upper()
            # Devices that send syslog over TCP are few: who publishes UDP alone means it.
            missed = own == (protocol,) or (protocol == "udp" and protocol in own)
            # What the machine alone reaches gets nothing from devices in any way.
            given = (port, other) in there and (port, protocol) not in there
            if missed and given and int(port) not in service.local and not _is_named(config, service, int(port)):
                yield PortFact(
                    int(port), stage.plugin, listens=True, service=service, place=stage.place, over=over, alone=len(own) == 1
                )
            elif port in both and read == {other} and not {port.encode(), b"$"} & beside:
                yield PortFact(int(port), stage.plugin, listens=False, service=service, place=service.place, over=over)


def _protocols(stage: Stage) -> tuple[str, ...]:
    """Those with which an input listens."""
    match stage.plugin:
        case "syslog":
            return "tcp", "udp"
        case "gelf" if stage.block.param("use_tcp") or stage.block.param("use_udp"):
            return ()
        case "gelf" | "udp":
            return ("udp",)
    return ("tcp",) if stage.plugin in _LISTENERS else ()


def listening(config: Config) -> dict[int, Stage] | None:
    """The inputs by the ports on which they wait; None where there may be others."""
    found: dict[int, Stage] = {}
    said = config.noted(variables)
    for stage in config.graph.of_kind(Kind.SOURCE):
        if stage.plugin not in _KNOWN:
            return None
        if stage.plugin in _LISTENERS and stage.block.value("mode") != "client":
            port = _port(stage, said)
            if not port.isdecimal():
                return None
            found.setdefault(int(port), stage)
    return found


def _port(stage: Stage, said: Mapping[str, str]) -> str:
    """The port of an input; the compose file may say it in a variable."""
    port = stage.block.value("port", _LISTENERS.get(stage.plugin, ""))
    named = VARIABLE.fullmatch(port)
    return port if named is None else said.get(named[1], "")

"""What the containers that run a config keep, log and are called, and what the service of a compose file does not keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pipelint.base.block import Param
from pipelint.base.lean.late import late
from pipelint.base.quantity import read_docker_size
from pipelint.engines.fluentd.discovery.discover import FluentdDiscovery
from pipelint.engines.fluentd.discovery.include import HOMES
from pipelint.graph.stage import Kind
from pipelint.language.config import Config

if TYPE_CHECKING:
    from pipelint.engines.fluentd.facts.around.facts import HeldFact
    from pipelint.sources.compose.services import Service
    from pipelint.sources.kubernetes.workload import Mount

# Variables in which images take options, those that name a log file or leave warnings out, and a shell's redirection.
_OPTIONS = ("FLUENTD_ARGS", "FLUENTD_OPT")
_QUIET = late(r"(?:^|\s)(?:-qq+(?=\s|$)|(?:-o|--log)[ \t=]*/(?!dev/|proc/))|(?<!2)>>?[ \t]*/(?!dev/|proc/)")
_NAME = "HOSTNAME"


def left_in_container(config: Config) -> Mapping[int, str]:
    """By the index of a tail source or a buffer the name of the service in whose container alone its positions or files lie.

    Of positions only where a mount has the logs: other logs go with the container, too.
    """
    found = {index: param for index, param in _kept(config) if param.value.startswith("/") and not param.embedded}
    service = _service(config) if found else None
    if service is None:
        return {}
    return {index: service.name for index, param in found.items() if not any(each.covers(param.value) for each in service.mounts)}


def volumes(config: Config) -> list[Mount]:
    """What is mounted in all containers that run it, as the first of them has it."""
    runs = [each.container.mounts for each in config.workloads]
    service = _service(config)
    if service is not None:
        runs.append(service.mounts)
    return [each for each in runs[0] if all(any(one.path == each.path for one in other) for other in runs)] if runs else []


def logs_no_warnings(config: Config) -> bool:
    """Whether the pods that run it log no warnings to their containers."""
    containers = [workload.container for workload in config.workloads]
    said = (" ".join([*each.words, *(one.value or "" for one in each.env if one.name in _OPTIONS)]) for each in containers)
    return bool(containers) and all(_QUIET.search(words) for words in said)


def named_by(config: Config) -> str:
    """Whether a pod or a container gives Fluentd its host name, or the host or somebody does; "" where that is not known."""
    if config.workloads:
        shared = any(b"hostNetwork" in each.place.document.text for each in config.workloads)
        given = any(each.container.variable(_NAME) is not None for each in config.workloads)
        return "host" if shared or given else "pod"
    service = _service(config)
    if service is None:
        return ""
    # Imported here: few configs are run by a service.
    from pipelint.sources.compose.networks import is_named

    return "host" if _NAME in (service.environment or ()) or is_named(service) else "container"


def held_in_memory(config: Config) -> Iterator[HeldFact]:
    """What its buffers in memory may hold, where that is no less than the memory of the one service that runs it."""
    service = _service(config)
    memory = None if service is None else service.memory
    size = None if memory is None else read_docker_size(memory.text)
    if service is None or memory is None or size is None:
        return
    # Imported here: few services say how much memory they have.
    from pipelint.engines.fluentd.facts.around.facts import HeldFact
    from pipelint.engines.fluentd.facts.workload import FluentdNeeds
    from pipelint.sources.kubernetes.workload import Container, Variable

    names = service.environment or frozenset()
    env = tuple(Variable(name, None, service.place) for name in sorted(names))
    there = Container(
        service.name, service.image, service.place, env=env, env_known=service.environment is not None, mounts=service.mounts
    )
    held = [each for each in FluentdNeeds().buffers(config, there) if each.kind == "memory"]
    whole = sum(each.limit for each in held)
    if whole >= size:
        yield HeldFact(whole, memory, max(held, key=lambda each: each.limit).stated, service, held[0].place)


def _kept(config: Config) -> Iterator[tuple[int, Param]]:
    """The paths of positions and of file buffers."""
    for stage in config.graph.stages:
        if stage.kind is Kind.BUFFER and stage.plugin in ("file", "file_single"):
            param = stage.block.param("path") or stage.block.param("buffer_path")
        elif stage.kind is Kind.SOURCE and stage.plugin == "tail" and _sees(config, stage.block.value("path")):
            param = stage.block.param("pos_file")
        else:
            continue
        if param is not None:
            yield stage.index, param


def _sees(config: Config, path: str) -> bool:
    """Whether a mount of the service has the files of a path."""
    service = _service(config)
    before = path.partition("*")[0].rstrip("/")
    return service is not None and before.startswith("/") and any(mount.covers(before) for mount in service.mounts)


def _service(config: Config) -> Service | None:
    return config.noted(_own_service)


def _own_service(config: Config) -> Service | None:
    """The one service that runs it: with an image of Fluentd's own, or with something mounted where Fluentd has its configs."""
    # Imported here: few configs keep anything.
    from pipelint.sources.compose.services import service_of, services_of

    if config.entry.kubernetes:
        return None
    if (service := service_of(config.entry, FluentdDiscovery.own_images)) is not None:
        return service
    running = services_of(config.documents[0])
    own = [each for each in running if any(f"{mount.path}/".startswith(HOMES) for mount in each.mounts)]
    return own[0] if len(running) == len(own) == 1 else None

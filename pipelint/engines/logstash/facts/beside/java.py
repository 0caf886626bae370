"""What the jvm.options beside a config and LS_JAVA_OPTS ask of Java, where it does not start with that."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, source_at
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import read_docker_size
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.facts import JavaFact
from pipelint.language.config import Config
from pipelint.sources.compose.services import Service
from pipelint.sources.kubernetes.workload import starts_a_shell

_FILE, _VARIABLE = "jvm.options", "LS_JAVA_OPTS"
# Beside the config, and where the images have it from there.
_NEAR = ((), ("config",), ("..",), ("..", "config"))
# Of a search engine, which has such a file, too.
_OTHERS = late(rb"(?i)elasticsearch|opensearch|-Des\.")
_OPTION = late(rb"(?m)^[ \t]*(-X[^\s#]+)")
_HEAP = late(r"-(Xms|Xmx)(\d{1,9})([kKmMgG])?(?=\s|$)")
# With which older scripts, or those of one's own, make the options.
_HEAP_SIZE = frozenset({"LS_HEAP_SIZE", "JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"})
# What the images say of both, since 6.
_GIVEN = "1g"
# Options that Java has no more, of which it says "Unrecognized VM option" and ends: since 11, and since 15.
_SINCE_11 = late(
    r"-XX:[+-]?(?:UseParNewGC|UseGCLogFileRotation|NumberOfGCLogFiles|GCLogFileSize|PrintGC(?:DateStamps|TimeStamps|Cause"
    r"|ApplicationStoppedTime|ApplicationConcurrentTime)|PrintTenuringDistribution|PrintHeapAtGC|PrintAdaptiveSizePolicy)\b.*"
)
_SINCE_15 = late(r"-XX:[+-]?(?:UseConcMarkSweepGC|CMS\w+|UseCMS\w+)\b.*")
_ANY_OPTION = "IgnoreUnrecognizedVMOptions"
# What in a Dockerfile may say another heap.
_CHANGING = late(rb"(?im)java|jvm|-Xm|^[ \t]*(?:ENTRYPOINT|CMD)\b|^[ \t]*(?:COPY|ADD)\b(?![^\n\\]*/usr/share/logstash/pipeline)")
# From which version on Logstash comes with a Java of at least 11, and of at least 17.
_JAVA_11, _JAVA_17 = 7011, 8010


@dataclass(frozen=True, slots=True)
class _Heap:
    """A size of the heap: which one, its bytes, how it is written and where."""

    name: str
    size: int
    text: str
    place: Place | None


def java_faults(config: Config, version: int) -> Iterator[JavaFact]:
    """Such options, for the Java that ``version`` of Logstash comes with."""
    first = config.documents[0]
    source = None if first.part or not first.file.project else _options_beside(first.file)
    document = None if source is None else Document.whole(source)
    text = b"" if document is None else document.text
    given = [] if document is None else [(found[1].decode(), _place(document, found.span(1))) for found in _OPTION.finditer(text)]
    if not any(_ANY_OPTION in option for option, _ in given):
        for option, place in given:
            if (version >= _JAVA_11 and _SINCE_11.fullmatch(option)) or (version >= _JAVA_17 and _SINCE_15.fullmatch(option)):
                yield JavaFact(option, "gone", "", place)
    sizes = [size for option, place in given for size in _sizes(option, place)]
    said = list(_variables(config))
    if not said:
        yield from _too_small(sizes, [], known=False)
    for value, place in said:
        if "$" not in value:
            yield from _too_small(sizes, list(_sizes(value, place)), known=bool(given) or _has_defaults(config))


def full_heaps(config: Config) -> Iterator[JavaFact]:
    """The largest heap where the limit of the container's memory, said by the compose file, is no larger."""
    service = service_with(config)
    memory = None if service is None else service.memory
    limit = None if memory is None else read_docker_size(memory.text)
    if service is None or memory is None or limit is None or service.environment is None or starts_a_shell(service.words):
        return
    said = service.settings.get(_VARIABLE, "").strip("\"'")
    given = [size for size in _sizes(said, service.place) if size.name == "Xmx"]
    most = given[-1] if given else _Heap("Xmx", _bytes(_GIVEN), f"-Xmx{_GIVEN}", None)
    # What passes a variable on may say anything.
    known = given or (_has_defaults(config) and (said or _VARIABLE not in service.environment))
    if known and "$" not in said and not _HEAP_SIZE & service.environment and most.size >= limit:
        yield JavaFact(most.text, "limit" if given else "default", memory.text, memory.place)


def _too_small(own: Sequence[_Heap], later: Sequence[_Heap], *, known: bool) -> Iterator[JavaFact]:
    """The largest heap where it is smaller than the first one: of a repeated option Java takes the last."""
    default = [_Heap(name, _bytes(_GIVEN), f"-{name}{_GIVEN}", None) for name in ("Xms", "Xmx") if known and not own]
    last = {each.name: each for each in (*default, *own, *later)}
    least, most = last.get("Xms"), last.get("Xmx")
    if least is not None and most is not None and least.size > most.size and (place := most.place or least.place) is not None:
        yield JavaFact(most.text, "heap", least.text, place)


def _options_beside(file: SourceFile) -> SourceFile | None:
    folder = files.folder_by_name(full_path(file))
    for near in _NEAR:
        read = source_at(os.path.normpath(files.join(folder, *near, _FILE)), file.project)
        if read is not None and not _OTHERS.search(read.data):
            return read
    return None


def _variables(config: Config) -> Iterator[tuple[str, Place]]:
    """What the pods, or the service of the compose file, that run it say of LS_JAVA_OPTS."""
    for workload in config.workloads:
        variable = workload.container.variable(_VARIABLE)
        if variable is not None and variable.value:
            yield variable.value, variable.place
    service = None if config.workloads else service_with(config)
    if service is not None and _VARIABLE in service.settings:
        yield service.settings[_VARIABLE].strip("\"'"), service.place


def _has_defaults(config: Config) -> bool:
    """Whether the image's own jvm.options is there."""
    service = service_with(config)
    path = f"/usr/share/logstash/config/{_FILE}"
    mounted = service is None or any(mount.covers(path) for mount in service.mounts)
    return service is not None and not mounted and (not service.built or _leaves_options(service))


def _leaves_options(service: Service) -> bool:
    """Whether the Dockerfile of a service that is built leaves the heap as it is: it says nothing of Java."""
    read = source_at(service.recipe, service.place.document.file.project) if service.recipe else None
    return read is not None and _CHANGING.search(read.data) is None


def _sizes(text: str, place: Place | None) -> Iterator[_Heap]:
    for found in _HEAP.finditer(text):
        if (size := _bytes(f"{found[2]}{found[3] or ''}")) >= 0:
            yield _Heap(found[1], size, found[0], place)


def _bytes(text: str) -> int:
    size = read_docker_size(text)
    return -1 if size is None else size


def _place(document: Document, span: tuple[int, int]) -> Place:
    return Place(document, Span(*span))

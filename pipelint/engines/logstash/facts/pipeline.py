"""PipelineFact: one Logstash pipeline, its settings and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pipelint.base.block import Block
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in
from pipelint.base.lean.late import late
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.engines.logstash.discovery.disk import PIPELINES_FILES
from pipelint.engines.logstash.facts.guards import RepeatFact, all_repeats
from pipelint.engines.logstash.facts.values import LogstashParamFact, LogstashSectionFact
from pipelint.engines.logstash.settings.known import outdated, refused
from pipelint.facts.values import ParamFact
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config, Types
from pipelint.plugins.declarations import Declarations
from pipelint.sources.entry import Entry
from pipelint.sources.kubernetes.workload import Mount

# Where Logstash's images and packages look for the files of their one pipeline, and what folders of such files are called.
_RUN = ("/usr/share/logstash/pipeline", "/etc/logstash/conf.d")
_LIST = "pipelines.yml"
_PACKAGED = "conf.d"
_FOLDERS = (_PACKAGED, "pipeline", "pipeline.d")
# Files of a folder that are looked at for parts of a section.
_MOST_PARTS = 60
# Outputs that store nothing.
_SHOWING = ("stdout", "null")
# How the names of settings end that are passwords, keys, or a login with one.
_SECRETS = (".password", ".api_key", ".cloud_auth")
# With these on its command line Logstash reads no pipelines.yml (lib/logstash/config/source/multi_local.rb, match?).
_INSTEAD = late(r"-[fe].*|--(?:path\.config|config\.string)(?:=.*)?")


@dataclass(frozen=True, eq=False)
class RefusedSettingFact:
    """A setting of logstash.yml or pipelines.yml with which Logstash does not start.

    ``since`` is the first version that no longer knows it ("" where there is none such), ``first`` the first that does, where
    the settings name an older one. ``instead`` is the setting to use, or the one that may be meant. ``one_pipeline``: it
    is known, but cannot be set for a single pipeline.
    """

    name: str
    since: str
    first: str
    instead: str
    one_pipeline: bool
    place: Place


@dataclass(frozen=True, eq=False)
class OutdatedSettingFact:
    """A setting of logstash.yml or pipelines.yml that the version still takes: it is called ``instead`` now, or (``""``) has no
    effect any more."""

    name: str
    instead: str
    place: Place


@dataclass(frozen=True, eq=False)
class PipelineFact:
    """A pipeline: its ``id`` (``main`` where plain files are all there is) and what its sections ask of events."""

    id: str
    block: Block
    types: Types
    _filters: tuple[Block, ...] = ()

    @property
    def place(self) -> Place:
        """Its first section."""
        return self.block.blocks[0].head_place if self.block.blocks else self.block.head_place

    @cached_property
    def settings(self) -> Mapping[str, LogstashParamFact]:
        """Its settings of pipelines.yml and logstash.yml by their dotted names."""
        return LogstashSectionFact(self.block, self.types).params

    @cached_property
    def secrets(self) -> list[ParamFact]:
        """Its settings that hold a password or key as plain text."""
        from pipelint.facts.secrets.values import is_filled_in

        of_secrets = (name for name in self.settings if name.endswith(_SECRETS))
        return [self.settings[name] for name in of_secrets if not is_filled_in(self.settings[name].value.strip())]

    def refused(self, version: int) -> Iterator[RefusedSettingFact]:
        """The settings that Logstash refuses, ``version`` as in ConfigFact; but those whose names the environment makes."""
        for param in self.block.params.values():
            in_list = files.name(param.place.document.name) in PIPELINES_FILES
            why = None if "$" in param.name else refused(param.name, version, in_list=in_list)
            if why is not None and not (in_list and _is_passed_over(param.place.document)):
                yield RefusedSettingFact(param.name, why.since, why.first, why.instead, why.one_pipeline, param.name_place)

    def outdated(self, version: int) -> Iterator[OutdatedSettingFact]:
        """The settings that have another name or no effect in a version, as in ConfigFact."""
        for param in self.block.params.values():
            in_list = files.name(param.place.document.name) in PIPELINES_FILES
            instead = outdated(param.name, param.value, self.block.params, version, in_list=in_list)
            if instead is not None:
                yield OutdatedSettingFact(param.name, instead, param.name_place)

    @cached_property
    def filters(self) -> list[LogstashSectionFact]:
        """Its filters."""
        return [LogstashSectionFact(block, self.types) for block in self._filters]

    @cached_property
    def named(self) -> list[LogstashSectionFact]:
        """Those with an id."""
        return [LogstashSectionFact(block, self.types) for block in self._filters if "id" in block.names]

    @cached_property
    def repeats(self) -> list[RepeatFact]:
        """The conditions that ifs beside each other ask again."""
        return all_repeats(self.block)


def _is_passed_over(listing: Document) -> bool:
    """Whether the services of compose files that have this pipelines.yml are started with a config of their own."""
    from pipelint.sources.compose.services import services_of

    services = services_of(listing)
    return services != [] and all(any(_INSTEAD.fullmatch(word) for word in service.words) for service in services)


def ecs_default(known: Declarations) -> str:
    """The mode of the Elastic Common Schema where no setting says it, ``""`` where no version is known."""
    release = known.release or known.named
    if release is None:
        return ""
    from pipelint.plugins.versions import version_number

    # pipeline.ecs_compatibility, logstash-core/lib/logstash/environment.rb of 8.0.0.
    if version_number(known.engine, release) < 8000:
        return "disabled"
    return "v8" if known.release is not None else ""


@dataclass(frozen=True, eq=False)
class ApartFact:
    """A file ``name`` of the same folder with an output that asks nothing of events: ``place`` is that output.

    ``taken``: the other way round, that output is of the config itself, and gets the events of the file.
    ``how`` says what has the whole folder where Logstash reads all files as one pipeline: compose (a service's mounts), image (a
    Dockerfile), pod (a workload's), package (its default for conf.d), "" where nothing does. ``sincedbs`` are where its inputs
    store their positions. ``filter``: it is a filter, one of the config itself or of
    another file beside such outputs, and asks nothing of events, either. ``how`` is joined where the config is of several files
    that each read like a pipeline: these are their first such filters.
    """

    name: str
    how: str
    sincedbs: list[str]
    place: Place
    taken: bool = False
    filter: bool = False


def apart_facts(config: Config) -> list[ApartFact]:
    """The files beside the config whose outputs get its events where Logstash runs the folder; else those whose events its own
    output gets."""
    entry = config.entry
    if not entry.apart:
        return list(_joined(config))
    from pipelint.engines.logstash.syntax.parse import parse
    from pipelint.sources.compose.services import services_of

    first = entry.documents[0]
    path = full_path(first.file)
    mounts = [mount for service in services_of(first) for mount in service.mounts] if not first.part else []
    if any(mount.host_path == path or files.name(mount.path) == _LIST for mount in mounts):
        # One file alone; or a list of pipelines, with nothing but comments in it where it does not name these.
        return []
    folder = files.folder_by_name(first.file.path)
    how = _how(entry, folder, mounts)
    if not (how or first.part or files.name(folder) in _FOLDERS):
        return []
    takers = [stage for stage in config.graph.of_kind(Kind.OUTPUT) if not stage.guards and stage.plugin not in _SHOWING]
    own = [stage.place for stage in config.graph.of_kind(Kind.FILTER) if not stage.guards][:1]
    ports = {port for stage in config.graph.of_kind(Kind.SOURCE) for port in _port(stage.block)}
    found: list[ApartFact] = []
    filters = [(place.document.name, place) for place in own]
    for document in entry.apart:
        read = parse(document)
        outputs = [block for section in read.root.blocks if section.name == "output" for block in section.blocks]
        open_ones = [block for block in outputs if block.condition is None and block.name not in _SHOWING]
        inputs = [block for section in read.root.blocks if section.name == "input" for block in section.blocks]
        if not how and any(port in ports for block in inputs for port in _port(block)):
            # Both cannot listen there: one runs at a time.
            continue
        place = open_ones[0].head_place if open_ones else takers[0].place if takers and inputs else None
        if place is not None and not read.errors:
            positions = [block.value("sincedb_path") for block in inputs if "sincedb_path" in block.names]
            found.append(ApartFact(document.name.rpartition("/")[2], how, positions, place, taken=not open_ones))
        if not read.errors:
            blocks = [block for section in read.root.blocks if section.name == "filter" for block in section.blocks]
            filters += [(document.name, block.head_place) for block in blocks if block.condition is None][:1]
    found.sort(key=lambda one: one.taken)
    return found and found + [ApartFact(name.rpartition("/")[2], how, [], place, filter=True) for name, place in filters]


def _joined(config: Config) -> Iterator[ApartFact]:
    """The first filter without a condition of each file of a pipeline, where several have inputs and filters or outputs."""
    pipelines: dict[str, dict[str, list[Stage]]] = {}
    for stage in config.graph.stages if len(config.documents) > 1 else ():
        pipelines.setdefault(stage.label, {}).setdefault(stage.place.document.name, []).append(stage)
    for files_of in pipelines.values():
        alone = {name: stages for name, stages in files_of.items() if _reads_alone({stage.kind for stage in stages})}
        for name, stages in alone.items() if len(alone) > 1 else ():
            if (first := next((one for one in stages if one.kind is Kind.FILTER and not one.guards), None)) is not None:
                yield ApartFact(name.rpartition("/")[2], "joined", [], first.place, filter=True)


def _reads_alone(kinds: set[Kind]) -> bool:
    return Kind.SOURCE in kinds and not kinds.isdisjoint((Kind.FILTER, Kind.OUTPUT))


def _port(block: Block) -> list[tuple[bool, str]]:
    """The port of an input, and whether it is one of UDP; none where it has none of its own."""
    port = block.value("port")
    return [(block.name == "udp", port)] if port else []


def _how(entry: Entry, folder: str, mounts: Sequence[Mount]) -> str:
    """How the whole folder, or all keys of a ConfigMap, come to where Logstash reads one pipeline of them."""
    from pipelint.sources.images.around import copied

    first = entry.documents[0]
    if first.part:
        pods = [each for each in entry.workloads if not any(map(_INSTEAD.fullmatch, each.container.words))]
        whole = any(mount.path.rstrip("/") in _RUN and not mount.sub_path for each in pods for mount in each.mounts)
        return "pod" if whole else ""
    if any(mount.host_path == folder and mount.path.rstrip("/") in _RUN for mount in mounts):
        return "compose"
    if any(folder in copied(first.file, path) for path in _RUN):
        return "image"
    return "package" if files.name(folder) == _PACKAGED else ""


def are_sound_as_one(entry: Entry) -> bool:
    """Whether the files of each pipeline, joined to one text as Logstash before 7.9 reads them, have no errors of syntax.

    Files of the folder that hold no section are parts of one there.
    """
    from pipelint.engines.logstash.syntax.parse import parse

    texts = [_in_order(each.documents) for each in entry.pipelines]
    joined = [b"\n".join(each) for each in texts if len(each) > 1]
    return len(joined) == len(texts) and not any(parse(Document.whole(SourceFile("", text))).errors for text in joined)


def _in_order(documents: Sequence[Document]) -> list[bytes]:
    """The texts of the files of a pipeline, and of those of the same folder and ending that hold no section, by their names."""
    from pipelint.engines.logstash.discovery.join import sections

    first = documents[0].file
    if documents[0].part or not first.project:
        return [each.text for each in documents]
    path = full_path(first)
    own = {full_path(each.file): each.text for each in documents}
    beside = sources_in(files.folders(path)[0], first.project, (files.suffix(path),), _MOST_PARTS)
    found = {full_path(each): each.data for each in beside}
    own |= {name: text for name, text in found.items() if name not in own and not sections(text)}
    return [own[name] for name in sorted(own)]

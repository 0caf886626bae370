"""What the filebeat.yml beside a config sends, and what the config asks for in its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import islice

from pipelint.base.condition import FieldOperand, Test, Truth, terms
from pipelint.base.disk import files
from pipelint.base.disk.around import full_path, sources_in, wanted_in
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place, SourceFile
from pipelint.engines.logstash.facts.beside.sending import ShippedFact
from pipelint.engines.logstash.facts.dataflow.reads import read_fields
from pipelint.engines.logstash.facts.dataflow.words import words_in
from pipelint.engines.logstash.facts.field_writes import Path, field_path, overlap
from pipelint.engines.logstash.facts.missing.unset import may_write
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.kinds import made_name
from pipelint.yaml.tree import Mapping, Node, Scalar, Sequence, read_yaml

# Folders on the way up that are looked into, and where a folder called after Filebeat has its settings.
_MOST = 4
_DEPTH = 4
_INSIDE = ("", "config", "conf", "etc")
_WORD = late(r"[\w-]+")
_KEY = late(r"filebeat[\w.-]*\.ya?ml")
_INPUTS = ("filebeat.inputs", "filebeat.prospectors")
# Where it has inputs of other files, or makes some of its own; and what fills in a type.
_ELSEWHERE = ("filebeat.config.inputs", "filebeat.config.prospectors", "filebeat.config_dir", "filebeat.autodiscover")
_FILLED_IN = late(r"^[^#\n]{0,99}type:[ \t]*[\"']?(?:\$\{|\{\{|<%|%\{)", re.MULTILINE)
_MESSAGE: Path = ("message",)
# What Filebeat, or an old one, sends at the top itself.
_ITS_OWN = late(
    r"agent|beat|cloud|container|docker|ecs|event|fileset|host|input|input_type|kubernetes|log|message|offset|source|tags"
)
_HOST = late(r"([\w.-]+)(?::(\d{1,5}))?")
BEATS_PORT = 5044
_ALL_LOGS = late(r"/var/lib/docker/containers/\*(?:/\*(?:-json)?\.log)?|/var/log/(?:containers|pods)/\*(?:\.log|/\*/\*\.log)")
# It may leave out the log of Logstash, by a name or by what stands in it; comments and addresses say nothing of that.
_LEAVES_OUT = late(r"logstash|drop_event|exclude_|include_lines|condition")
_UNASKED = late(r"#.*|output\.logstash|\blogstash:[ \t\r]*$|logstash[\w.-]*:\d+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sender:
    """A Filebeat: the names of its fields, and of those of each of its inputs, and whether they are at the top.

    ``moved`` are the words of its processors, which may put a field elsewhere; ``renamed`` is what becomes of ``message``.
    ``hosts`` are the names and ports to which it sends. ``all_containers``: it reads the logs of all containers of its machine.
    ``decodes``: each of its inputs reads JSON, so that its events have fields and no ``message``. ``said``: all texts of its
    settings but those of inputs that are off; None where it has inputs elsewhere, or something fills the settings in.
    """

    file: str
    fields: tuple[tuple[frozenset[str], bool], ...]
    moved: frozenset[str]
    renamed: str
    hosts: tuple[tuple[str, int], ...]
    all_containers: bool
    decodes: bool
    said: frozenset[str] | None


def are_decoded(config: Config) -> bool:
    """Whether there are Filebeats beside a config that send to Logstash, which all read JSON themselves."""
    found = senders(config)
    return found != [] and all(each.decodes for each in found)


def shipped(config: Config) -> Iterator[ShippedFact]:
    """The fields that no event of the Filebeats beside a config has where it asks for them; none where others may send, too."""
    for label in config.graph.pipelines:
        stages = [stage for stage in config.graph.stages if stage.label == label and stage.parent is None]
        sources = [stage for stage in stages if stage.kind is Kind.SOURCE]
        if not sources or any(stage.plugin != "beats" for stage in sources):
            continue
        found = [each for each in senders(config) if each.fields]
        if found:
            yield from _misplaced(stages, found)
            yield from _renamed(stages, found)


def _misplaced(stages: list[Stage], senders: list[Sender]) -> Iterator[ShippedFact]:
    inputs = [each for sender in senders for each in sender.fields]
    moved = frozenset[str]().union(*(sender.moved for sender in senders))
    seen: set[Path] = set()
    for path, place in (asked for stage in stages for asked in _asked(stage)):
        name = path[-1]
        ways = {top for names, top in inputs if name in names}
        other: Path = (name,) if ways == {False} else ("fields", name)
        own = len(path) == 1 and _ITS_OWN.fullmatch(name)
        if path == other and path not in seen and len(ways) == 1 and name not in moved and not own:
            seen.add(path)
            top, inside = f"[{name}]", f"[fields][{name}]"
            asked, now, why = (top, inside, "inside") if len(path) == 1 else (inside, top, "root")
            if not any(_may_set(stage, path) for stage in stages):
                yield ShippedFact(asked, now, why, senders[0].file, place)


def _may_set(stage: Stage, path: Path) -> bool:
    """Whether an input or a filter may set a field: a filter of which not all is known may set any at the top."""
    if stage.kind is not Kind.FILTER:
        return stage.kind is Kind.SOURCE and (path[-1] in words_in(stage.block) or path[-1] in stage.block.names)
    writes = may_write(stage.block)
    if writes is None:
        return len(path) == 1 or words_in(stage.block).keys() >= {*path}
    return any(overlap(path, other) for other in writes)


def _renamed(stages: list[Stage], senders: list[Sender]) -> Iterator[ShippedFact]:
    now = {sender.renamed for sender in senders}
    if len(now) != 1 or "" in now:
        return
    for stage in stages:
        if stage.kind is Kind.FILTER and stage.plugin in ("grok", "json", "dissect", "csv", "kv", "xml"):
            place = next((place for name, place in read_fields(stage) if field_path(name) == _MESSAGE), None)
            if place is not None:
                yield ShippedFact("[message]", next(iter(now)), "renamed", senders[0].file, place)
                return


def _asked(stage: Stage) -> Iterator[tuple[Path, Place]]:
    """The fields for which the conditions of a plugin ask, and those that it reads."""
    for guard in stage.guards:
        for term in terms(guard.condition):
            operands = (term.left, term.right) if isinstance(term, Test) else (term.operand,) if isinstance(term, Truth) else ()
            for operand in operands:
                if isinstance(operand, FieldOperand):
                    yield operand.path, operand.place
    yield from ((field_path(name), place) for name, place in read_fields(stage))


def senders(config: Config) -> list[Sender]:
    """The Filebeats of the nearest folder that has any, of those that send to Logstash."""
    file = config.documents[0].file
    path = full_path(file)
    own = [] if not config.documents[0].part else list(_of(file))
    if own:
        return own
    for folder in islice(files.folders_within(path, file.project), _MOST):
        if found := [each for one in files_in(folder, file.project) for each in _of(one)]:
            return found
    return []


def files_in(folder: str, project: Collection[str], *, templates: bool = False) -> Iterator[SourceFile]:
    """The settings of Filebeat in a folder, and in those in it called after it; with ``templates`` those that make some, too."""
    wanted = _may_make_settings if templates else _is_settings
    for place in (folder, *(files.join(folder, name) for name in wanted_in(folder, _is_of_filebeat))):
        for inside in _INSIDE if place != folder else ("",):
            yield from sources_in(files.join(place, inside) if inside else place, project, wanted)


def _of(file: SourceFile) -> Iterator[Sender]:
    """The Filebeats whose settings a file is, or holds as texts of ConfigMaps and of configs in a compose file."""
    for root in read_yaml(file.data).roots:
        if (own := _sender(root, files.name(file.path), file.data.decode())) is not None:
            yield own
            continue
        for text in _texts(root, _DEPTH):
            for inner in read_yaml(text.encode()).roots:
                if (own := _sender(inner, "filebeat.yml", text)) is not None:
                    yield own


def _texts(node: Node, depth: int) -> Iterator[str]:
    """The texts under names of Filebeat's settings."""
    for key, inner in node.values.items() if isinstance(node, Mapping) else ():
        content = inner.values.get("content") if isinstance(inner, Mapping) else inner
        if isinstance(content, Scalar) and _KEY.fullmatch(key):
            yield content.value
        elif isinstance(inner, Mapping) and depth:
            yield from _texts(inner, depth - 1)


def _sender(root: Node, name: str, text: str) -> Sender | None:
    output = _at(root, "output.logstash") if isinstance(root, Mapping) else None
    if not isinstance(root, Mapping) or not isinstance(output, Mapping):
        return None
    inputs = [each for key in _INPUTS for each in _items(_at(root, key)) if isinstance(each, Mapping)]
    # Those of the whole Filebeat go their own way, whatever an input says of its own.
    owners = [root, *(each for each in inputs if each.text("enabled") != "false")]
    fields = tuple((_field_names(each), each.text("fields_under_root") == "true") for each in owners if _field_names(each))
    moved = frozenset(word for each in owners for word in _WORD.findall(" ".join(_words(each.values.get("processors")))))
    processors = [*_items(_at(root, "processors")), *(_items(inputs[0].values.get("processors")) if len(inputs) == 1 else ())]
    renamed = next((now for each in processors if (now := _message_to(each))), "")
    listed = output.values.get("hosts")
    hosts = [each.value for each in ([listed] if isinstance(listed, Scalar) else _items(listed)) if isinstance(each, Scalar)]
    known = tuple((found[1], int(found[2] or BEATS_PORT)) for each in hosts if (found := _HOST.fullmatch(each)))
    all_containers = any(map(_reads_all, inputs)) and not _LEAVES_OUT.search(_UNASKED.sub("", text))
    elsewhere = any(_at(root, key) is not None for key in _ELSEWHERE) or _FILLED_IN.search(text)
    said = None if elsewhere else frozenset(_said(root))
    return Sender(name, fields, moved, renamed, known, all_containers, inputs != [] and all(map(_decodes, inputs)), said)


def _said(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.value
    elif not isinstance(node, Mapping) or node.text("enabled") != "false":
        for inner in node.items if isinstance(node, Sequence) else node.values.values() if isinstance(node, Mapping) else ():
            yield from _said(inner)


def _decodes(node: Mapping) -> bool:
    """Whether an input reads its lines as JSON: the log input by its settings, filestream by a parser."""
    parsers = _items(node.values.get("parsers"))
    own = any(key == "json" or key.startswith("json.") for key in node.values)
    return own or any(isinstance(each, Mapping) and "ndjson" in each.values for each in parsers)


def _reads_all(node: Mapping) -> bool:
    """Whether an input reads the logs of all containers of its machine."""
    paths = [each.value for each in _items(node.values.get("paths")) if isinstance(each, Scalar)]
    if node.text("enabled") == "false":
        return False
    if node.text("type") == "docker":
        ids = _at(node, "containers.ids")
        return any(isinstance(each, Scalar) and each.value == "*" for each in _items(ids))
    return any(_ALL_LOGS.fullmatch(path) for path in paths)


def _field_names(node: Mapping) -> frozenset[str]:
    fields = node.values.get("fields")
    dotted = (key.removeprefix("fields.") for key in node.values if key.startswith("fields."))
    return frozenset((*(fields.values if isinstance(fields, Mapping) else ()), *dotted))


def _words(node: Node | None) -> Iterator[str]:
    """The keys and texts in a part of the settings."""
    if isinstance(node, Scalar):
        yield node.value
    elif isinstance(node, Mapping):
        yield from node.values
    for inner in (
        () if node is None or isinstance(node, Scalar) else node.items if isinstance(node, Sequence) else node.values.values()
    ):
        yield from _words(inner)


def _message_to(processor: Node) -> str:
    """What a processor renames ``message`` to, without a condition."""
    rename = processor.values.get("rename") if isinstance(processor, Mapping) else None
    if not isinstance(rename, Mapping) or "when" in rename.values:
        return ""
    pairs = [each for each in _items(rename.values.get("fields")) if isinstance(each, Mapping)]
    found = next((each.text("to") for each in pairs if each.text("from") == "message"), "")
    return "".join(f"[{key}]" for key in found.split(".")) if found else ""


def _at(root: Mapping, name: str) -> Node | None:
    """What is at a dotted name, whose parts may be nested or written together."""
    if name in root.values:
        return root.values[name]
    for key, inner in root.values.items():
        if name.startswith(f"{key}.") and isinstance(inner, Mapping):
            return _at(inner, name[len(key) + 1 :])
    return None


def _items(node: Node | None) -> list[Scalar | Sequence | Mapping]:
    return node.items if isinstance(node, Sequence) else []


def _is_settings(name: str) -> bool:
    """Whether a file is called as one of Filebeat's settings: ``filebeat.yml``, ``dev-filebeat.docker.yaml``."""
    before, found, _ = name.partition("filebeat")
    return bool(found) and (not before or before[-1] in "-_.") and name.endswith((".yml", ".yaml"))


def _is_of_filebeat(name: str) -> bool:
    return name.startswith("filebeat")


def _may_make_settings(name: str) -> bool:
    return _is_settings(made_name(name).removesuffix(".erb"))

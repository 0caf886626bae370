"""The Filebeats beside a config against what it listens on, prints, and where its service of a compose file is reached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Test
from pipelint.base.disk import files
from pipelint.base.disk.around import sources_in
from pipelint.base.lean.late import late
from pipelint.base.text.document import Place
from pipelint.engines.logstash.facts.beside.compose import service_with
from pipelint.engines.logstash.facts.beside.filebeat import BEATS_PORT, Sender, senders
from pipelint.engines.logstash.facts.beside.ports import listening
from pipelint.engines.logstash.facts.beside.sending import EchoFact, UnheardFact, UnreachedFact
from pipelint.engines.logstash.facts.dataflow.words import may_name
from pipelint.engines.logstash.facts.field_writes import Path, overlap
from pipelint.engines.logstash.facts.items import value_items
from pipelint.engines.logstash.facts.missing.unset import may_write
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.sources.compose.networks import apart
from pipelint.sources.compose.services import Service, services_beside

_FILEBEAT = late(r"(?:^|/)filebeat(?:-oss|-wolfi)?(?=[:@]|$)")
_ADDRESS = late(r"(?:https?://)?([\w-]+)(?::\d+)?/?")
# Settings that name servers to which a plugin connects.
_SERVERS = ("hosts", "host", "bootstrap_servers")
# Drivers of Docker's that write no files of logs.
_NO_FILE = late(rb"driver:\s*[\"']?(?:none|syslog|gelf|fluentd|journald|awslogs|splunk|loki)\b")
# What may be an input with a port.
_WAITS = late(rb"\b(?:beats|elastic_agent|lumberjack)\s*\{|\bport\s*=>")

# Inputs whose events have a type by their own settings alone, without a codec; those of Beats have what the sender says.
_PLAIN = frozenset(("beats", "file", "stdin", "syslog", "tcp", "udp"))
_TYPES: tuple[Path, ...] = (("type",), ("fields", "type"))
# What old Filebeats call each event.
_OF_BEATS = frozenset(("doc", "log"))


def unheard(config: Config) -> Iterator[UnheardFact]:
    """The ports of its service to which a Filebeat sends, and on which none of its inputs listens."""
    service, inputs = service_with(config), [*config.graph.of_kind(Kind.SOURCE)]
    found = None if service is None or config.entry.partial or not inputs else listening(config)
    if service is None or found is None or config.errors or not _is_first(config):
        return
    # The settings of one that nothing here starts are for later, or for another machine.
    if not any(map(_is_filebeat, services_beside(service, config.documents[0]))):
        return
    for sender in senders(config):
        for name, port in sender.hosts:
            if name == service.name and port not in found:
                yield UnheardFact(sender.file, port, service, inputs[0].place)
                return


def asks_unsent_type(config: Config, stage: Stage) -> bool:
    """Whether events get to a filter by a type alone that no input, filter before it or Filebeat beside the config sets."""
    sources = config.graph.sources(stage) if _asked(stage) else []
    plain = all(one.plugin in _PLAIN and not config.graph.parts(one) for one in sources)
    if not plain or not any(one.plugin == "beats" for one in sources):
        return False
    found = config.noted(_said_by_senders)
    if found is None:
        return False
    # What asks for such a type itself has no events either.
    filters = [one for one in config.graph.before(stage) if one.kind is Kind.FILTER and not _unsent(one, found, sources)]
    writes = [may_write(one.block) for one in filters]
    if None in writes:
        return False
    set_before = frozenset[Path]().union(*(each for each in writes if each is not None))
    return any(not any(overlap(path, other) for other in set_before) for path in _unsent(stage, found, sources))


def _asked(stage: Stage) -> list[tuple[Path, frozenset[str]]]:
    return [one for guard in stage.guards if guard.holds for one in _types_of(guard.condition)]


def _unsent(stage: Stage, said: frozenset[str], sources: Sequence[Stage]) -> list[Path]:
    """The fields of which it asks for types that are neither ``said`` nor in the settings of an input."""
    named = {text for _, texts in _asked(stage) for text in texts if any(may_name(one.block, text) for one in sources)}
    return [path for path, texts in _asked(stage) if not texts & (said | named)]


def _said_by_senders(config: Config) -> frozenset[str] | None:
    """All texts that the Filebeats beside a config may send as a type; None where there is none, or it may send others."""
    found = [each.said for each in senders(config)]
    known = [each for each in found if each is not None]
    return _OF_BEATS.union(*known) if known and len(known) == len(found) else None


def _types_of(condition: Condition) -> Iterator[tuple[Path, frozenset[str]]]:
    """The fields for a type, each with those of which an event has one where the condition is met."""
    match condition:
        case Test("==", FieldOperand(path), LiteralOperand(value)) | Test("==", LiteralOperand(value), FieldOperand(path)):
            if path in _TYPES:
                yield path, frozenset((value.text,))
        case Test("in", FieldOperand(path), LiteralOperand(value)) if path in _TYPES and value.items:
            yield path, frozenset(item.text for item in value.items)
        case Joined(Logic.AND, operands):
            for operand in operands:
                yield from _types_of(operand)
        case Joined(Logic.OR, operands):
            each = [next(_types_of(operand), None) for operand in operands]
            known = [one for one in each if one is not None]
            if len(known) == len(each) and len({path for path, _ in known}) == 1:
                yield known[0][0], frozenset().union(*(texts for _, texts in known))


def _is_filebeat(service: Service) -> bool:
    return bool(_FILEBEAT.search(service.image)) or any(mount.path.endswith("/filebeat.yml") for mount in service.mounts)


def _is_first(config: Config) -> bool:
    """Whether a config is the first of its folder, of whose other files, which Logstash may run with it, none waits at a port."""
    first = config.documents[0]
    if first.part or len(config.documents) > 1:
        return True
    folder = files.folder_by_name(first.file.path)
    own = files.join(folder, files.name(first.file.path))
    beside = (each for each in sources_in(folder, first.file.project, (".conf",)) if each.path != own)
    return all(own < each.path and not _WAITS.search(each.data) for each in beside)


def unreached(config: Config) -> Iterator[UnreachedFact]:
    """The services of the compose file that runs a config, which it names or which send to it, on other networks than its own."""
    service = service_with(config)
    if service is None:
        return
    others = {each.name: each for each in services_beside(service, config.documents[0]) if each.name != service.name}
    seen: set[str] = set()
    for stage in config.graph.stages:
        for name, place in _named(stage) if stage.kind in (Kind.SOURCE, Kind.OUTPUT) else ():
            other = others.get(name)
            if other is not None and name not in seen and apart(service, other, config.documents[0]):
                seen.add(name)
                yield UnreachedFact(name, stage.plugin, service, other, place)
    beats = [each for each in others.values() if _FILEBEAT.search(each.image)]
    heard = next((stage for stage in config.graph.of_kind(Kind.SOURCE) if stage.plugin in ("beats", "elastic_agent")), None)
    sends = any(name == service.name for sender in senders(config) for name, _ in sender.hosts)
    if heard is not None and len(beats) == 1 and sends and apart(service, beats[0], config.documents[0]):
        yield UnreachedFact(service.name, "", service, beats[0], heard.place)


def echoes(config: Config) -> Iterator[EchoFact]:
    """The outputs that print every event into the log of a container, which a Filebeat reads and sends here again."""
    service = service_with(config)
    if not config.entry.kubernetes and (service is None or not _reaches_logs(service)):
        return
    for output in config.graph.of_kind(Kind.OUTPUT):
        if output.plugin == "stdout" and not output.guards and not _sorted_out(config, output.label):
            sources = [one for one in config.graph.of_kind(Kind.SOURCE) if one.label == output.label]
            heard = next((one for one in sources if one.plugin in ("beats", "elastic_agent")), None)
            port = "" if heard is None else heard.block.value("port", str(BEATS_PORT))
            sender = next((one for one in senders(config) if one.all_containers and _sends_to(one, port)), None)
            if sender is not None and heard is not None:
                yield EchoFact(sender.file, heard.plugin, output.place, heard.place)


def _reaches_logs(service: Service) -> bool:
    """Whether the log of a container is a file, in a folder that its compose file mounts somewhere."""
    said = service.place.document.file.bytes
    return b"docker/containers" in said and not _NO_FILE.search(said)


def _sends_to(sender: Sender, port: str) -> bool:
    return any(str(each) == port for _, each in sender.hosts)


def _sorted_out(config: Config, label: str) -> bool:
    """Whether a pipeline may drop what comes from its own container."""
    filters = [one for one in config.graph.stages if one.label == label and one.kind is Kind.FILTER]
    return any(one.plugin == "drop" or "cancel" in one.block.value("code") for one in filters)


def _named(stage: Stage) -> Iterator[tuple[str, Place]]:
    """The names without a dot in the addresses of servers."""
    for name in _SERVERS:
        param = stage.block.param(name)
        for each in [] if param is None or param.data is None else value_items(param.data):
            for part in each.text.split(","):
                found = _ADDRESS.fullmatch(part.strip())
                if found is not None:
                    yield found[1], each.place

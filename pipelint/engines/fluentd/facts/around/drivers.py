"""Tags that no match of the config takes: those of Docker's logging driver, and of a Fluent Bit, in the same compose file."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from pipelint.base.block import Block
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.facts.around.facts import SentTagFact
from pipelint.engines.fluentd.facts.around.ports import own_service
from pipelint.engines.fluentd.routing.tags import patterns, written
from pipelint.graph.automaton import Automaton
from pipelint.graph.bounds import TooLargeError, TooMuchWorkError
from pipelint.language.config import Config
from pipelint.sources.compose.services import Service, services_beside
from pipelint.yaml.tree import Mapping, read_yaml

_ACTION = late(r"\{\{[^{}]*\}\}")
# Without an option the tag is the beginning of the container's number.
_DEFAULT = "{{.ID}}"
_NUMBER = late(r"\{\{ *\.ID *\}\}")
_SOME = "0f3a9b1c2d4e"
"""A number that no pattern names."""


_FLUENT_BIT = late(r"(?:^|/)fluent-bit(?=[:@]|$)")
# What makes other tags, or brings more of a config.
_CHANGES_TAGS = late(rb"(?mi)^[ \t]*(?:@|name[ \t]+(?:rewrite_tag|lua|wasm)\b)")
_PLAIN = late(r"[\w.-]+")
_NOTHING: tuple[str, Place | None] = ("", None)


def sent_tags(config: Config) -> Iterator[SentTagFact]:
    """Those of the compose file whose service runs the config, and has its one input ``forward``."""
    # Asked first: without one nothing else of the config is read.
    service = own_service(config)
    if service is None:
        return
    sources = [block for block in _walk(config.root) if block.name == "source"]
    forwards = [block for block in sources if block.value("@type") == "forward"]
    if len(forwards) != 1 or config.root.open or not config.root.blocks:
        return
    forward = forwards[0]
    if any(name in forward.params for name in ("tag", "add_tag_prefix")) or forward.open:
        return
    taking = _taking(config, forward.value("@label"))
    if taking is None:
        return
    for name, tag, place in (*_drivers(service.place.document), *_senders(config, service, forward)):
        if not any(_may_meet(tag, one) for one in taking):
            yield SentTagFact(name, tag, place, forward)


def _taking(config: Config, label: str) -> list[Automaton] | None:
    """What the matches take that its events come to, None where that is not known."""
    home = config.root
    if label:
        home = next((each for each in config.root.blocks if each.name == "label" and each.arg == label), config.root)
        if home is config.root:
            return None
    matches = [each for each in home.blocks if each.name == "match"]
    found = [one for each in matches for one in patterns(each.arg or "**")]
    known = [one for one in found if one is not None]
    return None if home.open or len(known) < len(found) or not matches else known


def _may_meet(tag: str, taken: Automaton) -> bool:
    try:
        return not (written(_ACTION.sub("${x}", _NUMBER.sub(_SOME, tag))) & taken).is_empty
    except (TooLargeError, TooMuchWorkError):
        return True


def _drivers(document: Document) -> Iterator[tuple[str, str, Place]]:
    """The services with that driver: each with its tag, and where it is said."""
    root = next(iter(read_yaml(document.file.bytes).roots), None)
    services = root.values.get("services") if isinstance(root, Mapping) else None
    for name, node in services.values.items() if isinstance(services, Mapping) else ():
        logging = node.values.get("logging") if isinstance(node, Mapping) else None
        if not isinstance(logging, Mapping) or logging.text("driver") != "fluentd":
            continue
        options = logging.values.get("options")
        said = options if isinstance(options, Mapping) else logging
        tag = said.text("tag") if said is options else ""
        key = said.keys["tag"] if tag else logging.keys["driver"]
        if "$" not in tag:
            yield name, tag or _DEFAULT, Place(document, Span(key.start, key.end))


def _senders(config: Config, service: Service, forward: Block) -> Iterator[tuple[str, str, Place]]:
    """The inputs of a Fluent Bit whose service has its config from beside: each with the tag that its forward output keeps."""
    document = config.documents[0]
    port = forward.value("port", "24224")
    for other in services_beside(service, document) if b"fluent-bit" in service.place.document.file.bytes else ():
        if other.name == service.name or _FLUENT_BIT.search(other.image) is None:
            continue
        paths = [mount.host_path for mount in other.mounts if mount.host_path.endswith(".conf")]
        read = [
            each for path in paths if (each := source_at(path, document.file.project)) is not None and b"[OUTPUT]" in each.data
        ]
        if len(read) != 1 or _CHANGES_TAGS.search(read[0].data) is not None:
            continue
        whole = Document.whole(read[0])
        sections = [*_sections(whole)]
        ways = [keys for name, keys in sections if name == "output" and keys.get("name", _NOTHING)[0].lower() == "forward"]
        if len(ways) == 1 and "tag" not in ways[0] and "match_regex" not in ways[0]:
            (way,) = ways
            sent = way.get("host", _NOTHING)[0] in service.names and (way["port"][0] if "port" in way else "24224") == port
            for keys in (each for name, each in sections if sent and name == "input"):
                tag, place = keys.get("tag", _NOTHING)
                plain = (
                    place is not None and _PLAIN.fullmatch(tag) is not None and keys.get("name", _NOTHING)[0].lower() != "forward"
                )
                if place is not None and plain and fnmatchcase(tag, way.get("match", _NOTHING)[0]):
                    yield other.name, tag, place


def _sections(document: Document) -> Iterator[tuple[str, dict[str, tuple[str, Place | None]]]]:
    """The sections of a config of Fluent Bit: their names, and what their keys say, with its place; names in lower case."""
    name, keys, at = "", dict[str, tuple[str, Place | None]](), 0
    for line in document.text.splitlines(keepends=True):
        words = line.strip().decode("utf-8", "replace").split(None, 1)
        if words and words[0].startswith("["):
            if name:
                yield name, keys
            name, keys = words[0].strip("[]").lower(), {}
        elif len(words) == 2 and not words[0].startswith("#"):
            start = at + len(line) - len(line.lstrip())
            keys.setdefault(words[0].lower(), (words[1].strip(), Place(document, Span(start, start + len(line.strip())))))
        at += len(line)
    if name:
        yield name, keys


def _walk(root: Block) -> Iterator[Block]:
    for each in root.blocks:
        yield each
        yield from each.blocks if each.name == "worker" else ()

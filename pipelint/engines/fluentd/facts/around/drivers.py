"""Tags that no match of the config takes: those of Docker's logging driver, and of another engine, in the same compose file."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block
from pipelint.base.disk.around import source_at
from pipelint.base.lean.late import late
from pipelint.base.text.document import Document, Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentd.facts.around.facts import SentTagFact
from pipelint.engines.fluentd.facts.around.ports import own_service
from pipelint.engines.fluentd.routing.tags import patterns, written
from pipelint.engines.registry import ENGINES
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
    """The services with another engine's image and one config from beside: each with the tags that it sends to this one."""
    document, port = config.documents[0], forward.value("port", "24224")
    engines = [ENGINES.discovery(name) for name in ENGINES.names if name != config.engine.name]
    for other in services_beside(service, document):
        of = [each for each in engines if each.own_images.search(other.image)]
        paths = [mount.host_path for mount in other.mounts if mount.host_path.endswith(".conf")] if of else []
        read = [each for path in paths if (each := source_at(path, document.file.project)) is not None]
        for sent in of[0].forwarded([*map(Document.whole, read)]) if read else ():
            if sent.host in service.names and sent.port == port:
                yield other.name, sent.tag, sent.place


def _walk(root: Block) -> Iterator[Block]:
    for each in root.blocks:
        yield each
        yield from each.blocks if each.name == "worker" else ()

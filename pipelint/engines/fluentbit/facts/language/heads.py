"""The heads of sections: what Fluent Bit takes each for, and what it passes over."""

from __future__ import annotations

from collections.abc import Iterator

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import dataclass
from pipelint.base.spelling import nearest
from pipelint.base.text.document import Place
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.syntax.section import OTHER, kind_of
from pipelint.language.config import Config

NAMES: tuple[str, ...] = ("service", "parser", "multiline_parser", "stream_processor", "plugins", "upstream_servers", "custom")
NAMES += ("customs", "input", "inputs", "filter", "filters", "output", "outputs", "env", "includes", "pipeline", "extensions")
_ELSEWHERE = ("upstream", "upstream_servers", "node", "stream_task")
_CLASSIC = ("service", "input", "filter", "output", "custom", "parser", "multiline_parser")


@dataclass(frozen=True, eq=False)
class HeadFact:
    """The head of a section. ``name`` is what is written, ``kind`` what Fluent Bit takes it for ("other": for nothing).

    ``prefix``: its name is the beginning of that kind's. ``suggestion`` is a name that may be meant ("": none), ``rest`` what
    stands after it on its line. ``plugin`` is the name of the plugin in it, ``keys`` how many keys it has. ``elsewhere``: it
    belongs in a file of its own.
    """

    name: str
    kind: str
    prefix: bool
    suggestion: str
    rest: str
    plugin: str
    keys: int
    classic: bool
    elsewhere: bool
    place: Place
    block: Block


def head_fact(block: Block) -> HeadFact:
    """The head of a section of a config."""
    place = block.head_place
    written = place.text
    classic = written.startswith("[")
    name = written[1:].partition("]")[0] if classic else written
    lower = name.lower()
    kind = kind_of(name) if classic else (block.name if kind_of(block.name) != OTHER else OTHER)
    prefix = classic and kind != OTHER and lower not in NAMES
    meant = "" if kind != OTHER else _meant(lower, classic=classic)
    keys = [item for item in block.items if isinstance(item, Param)]
    rest = _rest(place) if classic else ""
    return HeadFact(name, kind, prefix, meant, rest, block.value("name"), len(keys), classic, lower in _ELSEWHERE, place, block)


def misplaced_heads(config: Config) -> Iterator[HeadFact]:
    """Heads, in the classic format, of sections that Fluent Bit looks for in files that the config names, and not in itself."""
    for block in config.root.blocks:
        if block.name in (*_ELSEWHERE, "plugins") and block.head_place.text.startswith("["):
            head = head_fact(block)
            if not _is_named(config, block) and (head.elsewhere or _names_no_file(block)):
                yield head


def _is_named(config: Config, block: Block) -> bool:
    return isinstance(config, FluentBitConfig) and config.role(block.head_place.document) != ""


def _names_no_file(plugins: Block) -> bool:
    """Whether a key is not the path of a plugin, as those of this section of a main file are."""
    return any(isinstance(item, Param) and "/" not in item.name and "." not in item.name for item in plugins.items)


def _meant(lower: str, *, classic: bool) -> str:
    stripped = lower.strip(" \t[]")
    known = _CLASSIC if classic else NAMES
    if stripped in known:
        return stripped
    return nearest(stripped.removesuffix("s"), known) or nearest(stripped, known)


def _rest(place: Place) -> str:
    """What stands on its line after the head."""
    text = place.document.text
    end = text.find(b"\n", place.span.end)
    return Place(place.document, Span(place.span.end, len(text) if end < 0 else end)).text.strip()

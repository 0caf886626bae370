"""Parsers of which there is one of the same name before.

Source: src/flb_parser.c of Fluent Bit 3.2 (it logs an error, and keeps the first) and of 5.1.1 (it does not start).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentbit.config import FluentBitConfig
from pipelint.engines.fluentbit.discovery.named import BUILT_IN, PARSERS_FILE, is_stock, stock_parsers
from pipelint.engines.fluentbit.facts.values import FluentBitSectionFact


@dataclass(frozen=True, eq=False)
class SameParserFact:
    """A parser with the ``name`` of an earlier one, or of one that is built in. ``multiline``: it is a multiline parser.

    ``image``: the earlier one is in a file of parsers that the images bring.
    """

    name: str
    multiline: bool
    built_in: bool
    image: bool
    place: Place


def same_parsers(config: FluentBitConfig, sections: Sequence[FluentBitSectionFact]) -> Iterator[SameParserFact]:
    """Those of these parsers of which there is one of that name before."""
    seen: set[tuple[str, str]] = set()
    brought = set(_of_image(config))
    for section in sections:
        name = section.params.get("name")
        if name is None or "${" in name.value:
            continue
        multiline = section.block.name == "multiline_parser"
        # Names of multiline parsers are compared without case.
        key = section.block.name, name.value.lower() if multiline else name.value
        built_in = multiline and key[1] in BUILT_IN
        image = not multiline and key not in seen and name.value in brought
        if key in seen or built_in or image:
            yield SameParserFact(name.value, multiline, built_in, image, name.place)
        seen.add(key)


def _of_image(config: FluentBitConfig) -> Iterator[str]:
    """The parsers of the images' own file, where a config in a cluster names that first by its whole path."""
    first = next((named for named in config.named if named.key == PARSERS_FILE), None)
    if first is not None and config.documents[0].part and not first.documents and is_stock(first.path):
        mounts = [mount.path.rstrip("/") for each in config.entry.workloads for mount in each.mounts]
        # A volume over that folder hides what the image has there.
        if not any(first.path.rpartition("/")[0] == mount for mount in mounts):
            yield from stock_parsers(first.path)

"""What an editor's looks hold in memory grows with the text, however its sections are nested or how many parts they have."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.fluentd.syntax import parse as fluentd
from pipelint.engines.logstash.syntax import parse as logstash
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Earlier
from tests.properties import mostly_slow

DEPTH = 190


def _held(do: Callable[[], object]) -> int:
    """Bytes that are held while what ``do`` gives is."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = do()
        after, _ = tracemalloc.get_traced_memory()
        del kept
    finally:
        tracemalloc.stop()
    return after - before


@pytest.mark.slow
@pytest.mark.parametrize("lines", mostly_slow([300, 4_000], (300).__eq__))
@pytest.mark.parametrize(
    ("parse", "start", "line", "end"),
    [
        (fluentd.parse, "<a>\n" * DEPTH, "  k v\n", "</a>\n" * DEPTH),
        (logstash.parse, "filter {\n" + "if [a] {\n" * DEPTH, "drop { }\n", "}\n" * (DEPTH + 1)),
    ],
    ids=["fluentd", "logstash"],
)
def test_deep_sections_are_not_held_once_for_each_level(
    parse: Callable[..., Parsed], start: str, line: str, end: str, lines: int
) -> None:
    text = start + line * lines + end

    def read(versions: list[str]) -> Parsed:
        parsed: Parsed | None = None
        for version in versions:
            parsed = parse(Document.whole(SourceFile("deep.conf", version.encode())), Earlier(parsed, parsed))
            assert not parsed.errors
            for block in parsed.root.walk():
                block.noted(lambda whole: whole.name)
        assert parsed is not None
        return parsed

    # Edits inside and outside of everything, so that there are copies, and copies of what had copies inside.
    inside = text.replace("k v\n", "k w\n", 1).replace("drop { }\n", "drop { } # typed\n", 1)
    versions = [f"# a\n{text}", f"# b\n{text}", f"# b\n{inside}", f"# c\n{inside}", f"# c\n{text}", f"# d\n{text}"]
    assert _held(lambda: read(versions)) < 3 * _held(lambda: read(versions[:1]))

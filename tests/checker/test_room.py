"""What an editor's looks hold in memory grows with the text, however its sections are nested or how many parts they have."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from pipelint.base.text.document import Document, SourceFile
from pipelint.checker import Settings
from pipelint.checker.findings import judge
from pipelint.checker.run import load
from pipelint.engines.fluentd.syntax import parse as fluentd
from pipelint.engines.logstash.syntax import parse as logstash
from pipelint.language.parsed import Parsed
from pipelint.language.reparse import Earlier
from pipelint.rules.index import load_index
from pipelint.rules.memory import Memory

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
@pytest.mark.parametrize(
    ("parse", "text"),
    [
        (fluentd.parse, "<a>\n" * DEPTH + "  k v\n" * 5_000 + "</a>\n" * DEPTH),
        (logstash.parse, "filter {\n" + "if [a] {\n" * DEPTH + "drop { }\n" * 3_000 + "}\n" * (DEPTH + 1)),
    ],
    ids=["fluentd", "logstash"],
)
def test_deep_sections_are_not_held_once_for_each_level(parse: Callable[..., Parsed], text: str) -> None:
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


@pytest.mark.slow
def test_the_text_of_a_section_is_not_held_once_for_each_part() -> None:
    def held(stores: int) -> float:
        inner = "".join(f"  <store>\n    @type forward\n    # {'x' * 150}\n    port {n}\n  </store>\n" for n in range(stores))
        text = f"<source>\n  @type forward\n</source>\n<match **>\n  @type copy\n{inner}</match>\n"
        (config,) = load(["-"], stdin=text.encode(), stdin_filename="wide.conf").configs
        memory = Memory()

        def look() -> Memory:
            judge(config, Settings(), load_index().rules, memory)
            return memory

        look()  # what is made once, rules above all
        memory = Memory()
        return _held(look) / len(text)

    # For each byte of the text as much, whether there are few parts or many.
    assert held(160) < 1.5 * held(40)

"""The only list of engines: a line for each. Whose config a text is, and an engine by its name."""

from __future__ import annotations

import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, cast

from pipelint.base.lean.record import dataclass
from pipelint.engines.foreign import is_foreign, quotes
from pipelint.language.config import Engine
from pipelint.sources.discovery import Discovery

if TYPE_CHECKING:
    from pipelint.engines.parts import Parts
    from pipelint.plugins.ruby.declared import Dialect
    from pipelint.regex.references import GrokDialect


@dataclass(frozen=True, slots=True)
class Line:
    """An engine: what messages call it, its ``Discovery``, and its ``Engine`` with all ``Parts``, loaded when asked for.

    Each of these is named as ``module:name``, of a class or of the one object. No text without any of ``marks`` is a config of
    the engine, nor one without any of ``yaml`` a config in its YAML syntax (none of an engine that has no such syntax): so for
    most texts only the engine that has them is loaded.
    ``version`` is one as settings name it. ``declarations`` is a ``Dialect``, of an engine whose plugins are in Ruby; ``grok`` a
    ``GrokDialect``, of one with grok patterns.
    """

    title: str
    discovery: str
    engine: str
    version: str
    marks: tuple[bytes, ...] = (b"",)
    yaml: tuple[bytes, ...] = ()
    declarations: str = ""
    grok: str = ""


class Registry:
    """The engines that there are, in the order in which they are asked."""

    def __init__(self, lines: dict[str, Line]) -> None:
        self.lines = lines
        self._made: dict[str, object] = {}

    def register(self, name: str, line: Line) -> None:
        """Adds an engine. ``name`` is what settings and reports call it."""
        self.lines[name] = line

    @property
    def names(self) -> Collection[str]:
        """What they are called in entries, settings and reports."""
        return self.lines

    @property
    def titles(self) -> Collection[str]:
        """What they are called in messages."""
        return [line.title for line in self.lines.values()]

    def discovery(self, name: str) -> Discovery:
        """What the engine of this name says of where its configs lie. Raises KeyError where there is none."""
        return cast("Discovery", self._load(self.lines[name].discovery))

    def engine(self, name: str) -> Engine:
        """The engine of this name. Raises KeyError where there is none."""
        return cast("Engine", self._load(self.lines[name].engine))

    def parts(self, name: str) -> Parts:
        """What it offers beside reading its configs. Raises KeyError where there is none."""
        return cast("Parts", self._load(self.lines[name].engine))

    def dialects(self) -> dict[str, Dialect]:
        """By name of an engine how its plugins declare in Ruby what they take; without those whose plugins are not in Ruby."""
        said = {name: line.declarations for name, line in self.lines.items() if line.declarations}
        return {name: cast("Dialect", self._load(where)) for name, where in said.items()}

    def groks(self) -> dict[str, GrokDialect]:
        """By name of an engine its grok; without those that have none."""
        return {name: cast("GrokDialect", self._load(line.grok)) for name, line in self.lines.items() if line.grok}

    def sniff(self, text: bytes, name: str) -> str | None:
        """The name of the engine whose config a text is, None for what is no engine's. ``name`` is the file's or the key's.

        Content decides: where several engines find something of theirs, the one whose stands first has the text.
        """
        for engine, line in self.lines.items():
            if _has_any(text, line.yaml) and self.discovery(engine).claims_yaml(text, name):
                return engine
        if is_foreign(text, name):
            return None
        first: str | None = None
        for engine, line in self.lines.items():
            if _has_any(text, line.marks) and (at := self.discovery(engine).claims(text, name)) is not None:
                # The others need only be asked about what stands before it.
                first, text = engine, text[:at]
        return None if first is not None and quotes(text, name) else first

    def forget(self) -> None:
        """Makes all engines anew when they are next asked for: what they remember of texts may follow from what has changed."""
        self._made.clear()

    def _load(self, where: str) -> object:
        if where not in self._made:
            module, _, name = where.partition(":")
            __import__(module)
            found = getattr(sys.modules[module], name)
            self._made[where] = found() if isinstance(found, type) else found
        return self._made[where]


def _has_any(text: bytes, marks: tuple[bytes, ...]) -> bool:
    for mark in marks:  # noqa: SIM110 (a generator takes three times as long, and every file is asked six times)
        if mark in text:
            return True
    return False


ENGINES = Registry(
    {
        "fluentd": Line(
            "Fluentd",
            "pipelint.engines.fluentd.discovery.discover:FluentdDiscovery",
            "pipelint.engines.fluentd.engine:FluentdEngine",
            "1.16",
            yaml=(b"config", b"system"),
            declarations="pipelint.engines.fluentd.declarations:FluentdDeclarations",
            grok="pipelint.engines.fluentd.grok:GROK",
        ),
        "logstash": Line(
            "Logstash",
            "pipelint.engines.logstash.discovery.discover:LogstashDiscovery",
            "pipelint.engines.logstash.engine:LogstashEngine",
            "8.14",
            marks=(b"{",),
            declarations="pipelint.engines.logstash.declarations:LogstashDeclarations",
            grok="pipelint.engines.logstash.grok:GROK",
        ),
        "fluentbit": Line(
            "Fluent Bit",
            "pipelint.engines.fluentbit.discovery.discover:FluentBitDiscovery",
            "pipelint.engines.fluentbit.engine:FluentBitEngine",
            "5.1",
            marks=(b"[", b"@INCLUDE", b"@SET"),
            yaml=(b"pipeline", b"service", b"parsers", b"stream_processor", b"upstream_servers"),
        ),
    }
)
# Whose grok a pattern is that stands by itself.
USUAL_GROK = "logstash"
register = ENGINES.register
engine = ENGINES.engine
parts = ENGINES.parts
sniff = ENGINES.sniff

"""What is known of parameters and sections of Fluentd beyond what every engine has: the language of rule pages."""

from __future__ import annotations

from pipelint.base.block import Param
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.time.event import reads_time_format
from pipelint.engines.fluentd.facts.time.format import TimePath, read_time_format
from pipelint.engines.fluentd.holes import read_holes
from pipelint.engines.fluentd.values import by_default
from pipelint.facts.values import ParamFact, SectionFact


@dataclass(frozen=True)
class FluentdParamFact(ParamFact):
    """One parameter. ``value`` is its text as the engine reads it; ``embedded`` says that Ruby of the config makes it."""

    # Not kept: it may be the object itself, which would hold itself.
    @property
    def usual(self) -> FluentdParamFact:
        """The same with the text that its Ruby has for a variable that is not set: ``#{ENV['X'] || 'text'}``."""
        text = by_default(self.value) if self.embedded else self.value
        return self if text == self.value else replace(self, value=text, embedded=False)

    @cached_property
    def holes(self) -> tuple[str, ...]:
        """The texts of the ``${...}`` in its value, which a plugin fills in for each event."""
        return read_holes(self.value).inside

    @cached_property
    def around(self) -> str:
        """Its value without its holes."""
        return read_holes(self.value).around

    @cached_property
    def runs_event(self) -> bool:
        """Whether Ruby in its holes evaluates a text of the event, or runs it as a command."""
        if not self.holes:
            return False
        # Imported here: few configs have Ruby for each event.
        from pipelint.engines.fluentd.plugins.event_code import runs_event

        return any(map(runs_event, self.holes))


@dataclass(frozen=True)
class TimeFact:
    """How a parser reads times. ``path`` is fast, iso8601, ruby or mktime; ``place`` is the format's.

    ``unread``: a directive that only writes times (``%3N``), or a format without any; "" else.
    """

    format: str
    path: TimePath
    literal_zone: bool
    has_zone: bool
    subsecond: bool
    unread: str
    place: Place


@dataclass(frozen=True)
class FluentdSectionFact(SectionFact):
    """A section inside a plugin, such as ``<record>``, ``<rule>`` or ``<regexp>``."""

    param_class = FluentdParamFact

    @cached_property
    def overridden(self) -> list[ParamFact]:
        """Its parameters after which the same name has another value in it: Fluentd reads the last one.

        But those that an include brings for others to be set over them.
        """
        last = self.block.params
        said = (item for item in self.block.items if isinstance(item, Param))
        over = [(item, last[item.name]) for item in said if item.value != last[item.name].value]
        here = self.block.place.document
        return [self.fact(one) for one, used in over if one.place.document in (here, used.place.document)]

    @cached_property
    def time(self) -> TimeFact | None:
        """How it parses times, if it has a ``time_format`` that is used."""
        param = self.params.get("time_format")
        if param is None or param.embedded or not reads_time_format(self.block):
            return None
        read = read_time_format(param.value)
        return TimeFact(read.format, read.path, read.literal_zone, read.has_zone, read.subsecond, read.unread, param.place)

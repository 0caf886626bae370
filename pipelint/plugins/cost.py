"""What a plugin's file says that its work costs: compiled expressions, run on parameters, events and traffic."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from pipelint.base.block import Block, Param
from pipelint.base.lean.record import replace
from pipelint.cost.events.flow import State
from pipelint.cost.events.traffic import TrafficProfile
from pipelint.cost.events.work import Grade, Terms, add, scale
from pipelint.plugins.behaviour import Plugin
from pipelint.plugins.index import plugin_of, plugin_spec, stage_kinds
from pipelint.plugins.spec import ParamSpec, SectionSpec
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run
from pipelint.predicate.evaluate.link import link

if TYPE_CHECKING:
    from pipelint.predicate.evaluate.code import Code

ValueKind: TypeAlias = 'Literal["flag", "number", "list", "map", "text"]'
_KINDS: dict[str, ValueKind] = {
    "bool": "flag", "boolean": "flag", "flag": "flag", "integer": "number", "float": "number", "number": "number",
    "size": "number", "bytes": "number", "double": "number", "time": "number", "positive_whole_number": "number", "array": "list",
    "comma list": "list", "hash": "map",
}  # fmt: skip

Read = Callable[[ParamSpec, Param], object]
"""How an engine reads a value of the declared type: a bool, number, list or mapping of texts, or text; None where it does not."""


def kind_of(type_: str) -> ValueKind:
    """What a value of a declared type is to an expression."""
    return _KINDS.get(type_, "text")


class Settings:
    """The parameters of a section as its plugin has them, the defaults of those that are not given included.

    An attribute is the value of a parameter, or the list of the sections of that name; of a section of which nothing is
    declared, its parameters' texts by name.
    """

    __slots__ = ("_block", "_read", "_spec")

    def __init__(self, block: Block, spec: SectionSpec, read: Read) -> None:
        self._block, self._spec, self._read = block, spec, read

    def __getattr__(self, name: str) -> object:
        spec = self._spec.params.get(name)
        if spec is not None:
            return self._value(spec)
        section = self._spec.sections[name]
        inside = [block for block in self._block.blocks if block.name == name]
        if section.empty:
            return [{param.name: param.value for param in block.params.values()} for block in inside]
        return [Settings(block, section, self._read) for block in inside]

    def _value(self, spec: ParamSpec) -> object:
        kind = kind_of(spec.type)
        param = self._block.param(spec.name) or (self._block.param(spec.alias) if spec.alias else None)
        if param is not None and not param.embedded:
            value = self._read(spec, param)
            if value is not None:
                return float(cast("float", value)) if kind == "number" else value
        return default_of(kind, spec.default)


def default_of(kind: ValueKind, value: object) -> object:
    """A declared default as a value of that kind; None where there is none."""
    match kind, value:
        case "flag", _:
            return value is True
        case "number", bool():
            return float(value)
        case "number", int() | float():
            return float(value)
        case "number", _:
            return None
        case "list", _:
            return [str(item) for item in value] if isinstance(value, list) else [] if value is None else [str(value)]
        case "map", _:
            return {str(key): str(item) for key, item in value.items()} if isinstance(value, dict) else {}
    return None if value is None else str(value)


class Cost:
    """The table ``cost`` of a plugin's file. Its expressions become closures when they are first asked for."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self.said = said
        self.buffered: bool = said.get("buffered", True)
        self.structured: bool = said.get("structured", False)
        self.timed: bool = said.get("timed", False)
        self._runs: dict[tuple[str, str], Run] = {}

    @property
    def says(self) -> bool:
        """Whether it says what the work is; else code does, and this only on which measurements."""
        return any(key not in ("measured", "modelled") for key in self.said)

    def run(self, key: str, name: str = "") -> Run | None:
        """The expression of a key, or of a name below it; None where there is none."""
        made = self._runs.get((key, name))
        if made is None:
            code = self.said.get(key)
            if name and code is not None:
                code = code.get(name)
            if code is None:
                return None
            made = self._runs[key, name] = link(cast("Code", code))
        return made

    def lets(self) -> dict[str, Run]:
        """The named expressions."""
        return {name: cast("Run", self.run("let", name)) for name in self.said.get("let", ())}


class Sizes(Mapping[str, float]):
    """Bytes of a field of the events, by its name: every name has some."""

    def __init__(self, size: Callable[[str, State], float], state: State) -> None:
        self._size, self._state = size, state

    def __getitem__(self, name: str) -> float:
        return self._size(name, self._state)

    def __contains__(self, name: object) -> bool:
        return True

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


class Work:
    """What a plugin does with events, asked of its file: all answers are total.

    An expression without a value (a null, steps beyond the bound) counts as if it were not there, and ``grade`` is then UNKNOWN.
    """

    def __init__(self, cost: Cost, settings: Settings, state: State, traffic: TrafficProfile, **more: object) -> None:
        self.cost = cost
        self.grade = Grade.MODELLED if "modelled" in cost.said else Grade.MEASURED
        self.state = state
        self._traffic = traffic
        self._frame = Frame({"state": state, "traffic": traffic, "params": settings, **more}, cost.lets())

    def terms(self, key: str = "terms") -> Terms:
        """Amounts of work for each event, or (``failed``) for each text that does not parse."""
        found = ((name, self.number(key, name, 0.0)) for name in self.cost.said.get(key, ()))
        return {name: amount for name, amount in found if amount}

    def tried(self) -> Terms:
        """Terms for each event, some of which a filter cannot parse."""
        if "failed" not in self.cost.said:
            return self.terms()
        missed = self._traffic.app_miss
        return add(scale(self.terms(), 1 - missed), scale(self.terms("failed"), missed))

    def number(self, key: str, name: str = "", default: float = 1.0) -> float:
        """A number that is not negative."""
        value = self._value(key, name)
        return default if value is None else max(0.0, float(cast("float", value)))

    def flag(self, key: str) -> bool:
        """A bool; false where nothing is said."""
        return self._value(key, "") is True

    def after(self) -> State:
        """The events that go on: their share, with what changes in them."""
        share = self.number("share")
        state = self.state if share == 1.0 else self.state.thinned(share) if share else self.state.share(0.0)
        changes: dict[str, Any] = {}
        for name in self.cost.said.get("after", ()):
            value = self._value("after", name)
            if name == "keys":
                changes[name] = None if value is None else frozenset(cast("list[str]", value))
            elif value is not None:
                changes[name] = value if isinstance(value, bool) else max(0.0, float(cast("float", value)))
        return replace(state, **changes) if changes else state

    def assumed(self) -> tuple[str, ...]:
        """What of the traffic the work rests on; none or one sentence."""
        template = self.cost.said.get("assumed")
        if template is None:
            return ()
        from pipelint.predicate.evaluate.template import link_message

        return (link_message(template)(self._frame),)

    def _value(self, key: str, name: str) -> object:
        run = self.cost.run(key, name)
        if run is None:
            return None
        try:
            value = cast("object", run(self._frame))
        except EvalError:
            value = None
        # That the keys are not known is no lack of knowledge of the work.
        if value is None and (key, name) != ("after", "keys"):
            self.grade = Grade.UNKNOWN
        return value


class Costs:
    """The costs of one engine's plugins. ``read`` reads its values, ``size`` gives the bytes of a field by its name."""

    def __init__(self, engine: str, read: Read, size: Callable[[str, State], float]) -> None:
        self.engine, self._read, self._size = engine, read, size

    def of(self, kind: str, plugin: str) -> Cost | None:
        """The costs of a plugin, ``kind`` being that of its stage; None for one that was not measured."""
        return _cost(plugin_of(self.engine, kind, plugin))

    def work(self, kind: str, plugin: str, block: Block, state: State, traffic: TrafficProfile, **more: float) -> Work | None:
        """What the plugin does with events, as its file says; None where that says nothing of it."""
        cost = self.of(kind, plugin)
        if cost is None or not cost.says:
            return None
        spec = plugin_spec(self.engine, stage_kinds(self.engine)[kind], plugin)
        settings = Settings(block, spec.body if spec is not None else SectionSpec(), self._read)
        return Work(cost, settings, state, traffic, sizes=Sizes(self._size, state), **more)


@lru_cache(maxsize=1024)
def _cost(plugin: Plugin) -> Cost | None:
    return None if plugin.cost is None else Cost(plugin.cost)

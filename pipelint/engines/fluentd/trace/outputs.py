"""Outputs of Fluentd: which send events away, and which give them to the router again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy

from pipelint.base.block import Block
from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.engines.fluentd.facts.regexes import typed_use
from pipelint.engines.fluentd.routing.emit import label_of, named_label
from pipelint.engines.fluentd.trace.event import Live
from pipelint.engines.fluentd.trace.params import Params
from pipelint.engines.fluentd.trace.pattern import Match, Pattern, compiled
from pipelint.engines.fluentd.trace.values import Accessor, LostError, RefusedError, reader, to_s
from pipelint.facts.regexes.use import Role
from pipelint.graph.stage import Stage

_GROUP = late(r"\$\d+")
_HOLE = late(r"\$\{[a-z_]+(?:\[[0-9]+\])?\}|__[A-Z_]+__")
_RANGE = late(r"\$\{tag_parts\[\d\.\.\.?\d\]\}|__TAG_PARTS\[\d\.\.\.?\d\]__")


def copies_of(stage: Stage, live: Live) -> Callable[[], object]:
    """What gives each store of a copy its record."""
    params = Params("output", stage.plugin, stage.block)
    mode = "shallow" if params.flag("deep_copy") else params.text("copy_mode")
    record = live.record
    match mode:
        case "no_copy":
            return lambda: record
        case "shallow":
            return lambda: dict(record) if isinstance(record, dict) else record
        case "deep" | "marshal":
            return lambda: deepcopy(record)
    raise RefusedError(f"Fluentd knows no copy_mode {mode}", params.place("copy_mode"))


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A new tag and the label that it goes to; ``place`` is the rule."""

    tag: str
    label: str | None
    place: Place


@dataclass(frozen=True, slots=True)
class _Rule:
    read: Accessor
    pattern: Pattern
    invert: bool
    tag: str
    label: str | None
    place: Place


class RewriteTag:
    """``rewrite_tag_filter`` 2.4: the first rule that matches gives the tag."""

    def __init__(self, stage: Stage) -> None:
        params = Params("output", stage.plugin, stage.block)
        self._rules = list(_rules(stage.block))
        if not self._rules:
            raise RefusedError("missing rewriterules", stage.place)
        self._own = label_of(stage, stage.label)
        self._capital = params.flag("capitalize_regex_backreference")
        self._prefix = params.optional("remove_tag_prefix")
        name = "remove_tag_regexp"
        self._cut = compiled(typed_use(stage.block, name, Role.TEST), stage.block, name) if name in params else None
        if self._prefix is not None and self._cut is not None:
            raise RefusedError("remove_tag_prefix and remove_tag_regexp are exclusive", params.place(name))

    def rewritten(self, live: Live) -> Rewritten | str:
        """What becomes of an event, or why it is dropped."""
        for rule in self._rules:
            text = to_s(rule.read(live.record))
            if not text and not rule.invert:
                continue
            found = rule.pattern.search(text)
            if (found is not None) == rule.invert:
                continue
            tag = self._filled(rule, live.tag, found)
            if tag == live.tag and rule.label is None:
                return "its tag would stay the same"
            label = self._own if rule.label is None else named_label(rule.label)
            return Rewritten(tag, label, rule.place)
        return "none of its rules matches"

    def _filled(self, rule: _Rule, old: str, found: Match | None) -> str:
        tag = rule.tag
        if found is not None and not rule.invert:
            count = len(found.groups)
            groups = {f"${number}": found.group(number) for number in range(1, count)}
            if self._capital:
                if any(value is None or not value.isascii() for value in groups.values()):
                    raise LostError("a reference with capitals is not followed here", rule.place)
                groups = {name: (value or "").capitalize() for name, value in groups.items()}
            tag = _GROUP.sub(lambda hole: groups.get(hole[0]) or "", tag)
        known = self._placeholders(old)
        return _HOLE.sub(lambda hole: self._value(known, hole[0], rule.place), tag)

    @staticmethod
    def _value(known: dict[str, str], hole: str, place: Place) -> str:
        if hole in ("${hostname}", "__HOSTNAME__"):
            raise LostError("the tag has the name of the host", place)
        return known.get(hole, "")

    def _placeholders(self, tag: str) -> dict[str, str]:
        if self._prefix is not None and tag.startswith(self._prefix):
            tag = tag.removeprefix(self._prefix).removeprefix(".")
        if self._cut is not None:
            found = self._cut.search(tag)
            if found is not None:
                start = (found.groups[0] or (0, 0))[0]
                tag = tag[:start] + found.rest
        parts = tag.split(".")
        while parts and not parts[-1]:
            parts.pop()
        return {"${tag}": tag, "__TAG__": tag, **{f"${{tag_parts[{at}]}}": part for at, part in enumerate(parts)}}


def _rules(block: Block) -> Iterator[_Rule]:
    for section in block.blocks:
        if section.name != "rule":
            continue
        params = Params("output", "rewrite_tag_filter", section)
        key, tag = params.text("key"), params.text("tag")
        if _RANGE.search(tag):
            raise RefusedError("placeholders of tag parts take no range", params.place("tag"))
        pattern = compiled(typed_use(section, "pattern", Role.REWRITE, used=True), section, "pattern")
        label = params.optional("label") or None
        yield _Rule(reader(key, params.place("key")), pattern, params.flag("invert"), tag, label, section.head_place)

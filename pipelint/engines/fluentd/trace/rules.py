"""The rules of each label: which filters and which output an event of a tag meets."""

from __future__ import annotations

from datetime import tzinfo

from pipelint.base.lean.record import dataclass
from pipelint.engines.fluentd.plugins.known import known
from pipelint.engines.fluentd.routing.emit import ERROR_LABEL, label_of
from pipelint.engines.fluentd.routing.stages import ROOT_LABEL, STORES, build_stages
from pipelint.engines.fluentd.routing.taking import taking
from pipelint.engines.fluentd.routing.workers import Workers
from pipelint.engines.fluentd.trace.filters.make import Filter, UnreadFilter, make_filter
from pipelint.engines.fluentd.trace.pattern import plain
from pipelint.engines.fluentd.trace.values import LostError, RefusedError
from pipelint.graph.stage import Kind, Stage
from pipelint.language.config import Config
from pipelint.plugins.behaviour import Sends

# So many tags are remembered with what they meet.
_MOST_TAGS = 4_096


@dataclass(frozen=True, slots=True)
class Way:
    """What an event meets. ``goes_on``: one that fails in a filter goes to the next one all the same; None: not known.

    ``why`` says that something on the way cannot be told.
    """

    filters: tuple[tuple[Stage, Filter], ...]
    output: Stage | None
    goes_on: bool | None
    why: LostError | None = None


class Rules:
    """All rules of a config as one source meets them: of other workers it meets none.

    Raises RefusedError where Fluentd would not start with the config.
    """

    def __init__(self, config: Config, source: Stage, clock: tzinfo | None) -> None:
        graph = config.graph
        staged = build_stages(config.root)
        count = staged.workers
        here = Workers.read(source.worker, count)
        self.stages, self._clock = graph.stages, clock
        self.labels: dict[str, list[Stage]] = {}
        self._partly: set[int] = set()
        for label, rules in staged.rules.items():
            found = self.labels.setdefault(label, [])
            for rule in rules:
                workers = Workers.read(rule.worker, count)
                if workers.meets(here):
                    found.append(graph.stages[rule.index])
                    if not workers.covers(here):
                        self._partly.add(rule.index)
        self.filters = {s.index: self._filter(s, graph.part(s, Kind.PARSE)) for s in graph.of_kind(Kind.FILTER)}
        self.stores = {s.index: [p for p in graph.parts(s) if p.kind is Kind.OUTPUT] for s in graph.of_kind(Kind.OUTPUT)}
        self._ways: dict[tuple[str, str], Way] = {}
        self._matches: dict[tuple[str, str], bool] = {}
        self._check()

    def _filter(self, stage: Stage, parse: Stage | None) -> Filter:
        try:
            return make_filter(stage, parse, self._clock)
        except RefusedError:
            raise
        except LostError as error:
            return UnreadFilter(error)

    def _check(self) -> None:
        for stage in self.stages:
            if stage.kind is not Kind.OUTPUT and stage.kind is not Kind.SOURCE:
                continue
            label = label_of(stage, ROOT_LABEL)
            asks = stage.kind is Kind.SOURCE or known(stage).events.sends in (Sends.RELABELLED, Sends.REWRITTEN)
            if asks and label is not None and label not in self.labels and "@label" in stage.block.params:
                raise RefusedError(f"{label} label not found", stage.block.params["@label"].place)
        shares = any(
            known(stage).events.sends in STORES and len(self.stores.get(stage.index, ())) > 1 and not copies(stage)
            for stage in self.stages
            if stage.kind is Kind.OUTPUT
        )
        if shares and any(made.mutates for made in self.filters.values()):
            for index, made in self.filters.items():
                if getattr(made, "holds", False):
                    why = "it holds records that branches of a copy share and change; which come first depends on the reading"
                    self.filters[index] = UnreadFilter(LostError(why, self.stages[index].place))

    @property
    def has_error_label(self) -> bool:
        """Whether events that fail go somewhere."""
        return ERROR_LABEL in self.labels

    def way(self, label: str, tag: str) -> Way:
        """What an event of a tag meets in a label."""
        found = self._ways.get((label, tag))
        if found is None:
            if len(self._ways) >= _MOST_TAGS:
                self._ways.clear()
            found = self._ways[label, tag] = self._find(label, tag)
        return found

    def _find(self, label: str, tag: str) -> Way:
        filters: list[tuple[Stage, Filter]] = []
        output: Stage | None = None
        why: LostError | None = None
        for rule in self.labels.get(label, ()):
            try:
                if not self._takes(rule, tag):
                    continue
                if rule.index in self._partly:
                    raise LostError("only some workers have this section", rule.place)
            except LostError as error:
                why = error
                break
            if rule.kind is Kind.OUTPUT:
                output = rule
                break
            filters.append((rule, self.filters[rule.index]))
        streams = {made.stream for _, made in filters}
        goes_on = False if True in streams else None if None in streams or why is not None else True
        return Way(tuple(filters), output, goes_on, why)

    def _takes(self, rule: Stage, tag: str) -> bool:
        takes = taking(rule.pattern)
        if tag in takes.certain:
            return "\n" not in tag or rule.pattern == "**" or self._line_feed(rule)
        if not takes.maybe_more:
            return "\n" in tag and self._line_feed(rule)
        if "#{" in rule.pattern:
            raise LostError("the environment decides which tags it takes", rule.place)
        for piece in rule.pattern.split():
            if piece.startswith("/") and len(piece) > 1 and piece.endswith("/"):
                if plain(f"\\A{piece[1:-1]}\\Z", rule.block).matches(tag):
                    return True
            elif piece.count("{") > 50:
                raise LostError("a tag pattern is too deep", rule.place)
        return False

    @staticmethod
    def _line_feed(rule: Stage) -> bool:
        raise LostError("a tag with a line feed", rule.place)


def copies(stage: Stage) -> bool:
    """Whether a copy gives each store a record of its own, at least its top."""
    return stage.value("copy_mode", "no_copy") != "no_copy" or "deep_copy" in stage.block.params

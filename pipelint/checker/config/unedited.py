"""What rules say of all of a config but the sections that somebody types in, kept as long as nothing reads these otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, TypeAlias

from pipelint.base.disk import asked as machine
from pipelint.base.finding import Finding
from pipelint.base.lean.record import dataclass, replace
from pipelint.base.limits import left_out, listening
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.facts.regexes.facts import RegexFact, weight, within_bounds
from pipelint.facts.schema import regexes, targets
from pipelint.facts.sound import outermost
from pipelint.language.config import Config
from pipelint.language.reparse import Edited
from pipelint.language.watch.watch import Watch, same
from pipelint.rules.run import findings_of, run_more

if TYPE_CHECKING:
    from pipelint.base.block import Block
    from pipelint.cost.regex.saving import Prices
    from pipelint.facts.config import TrafficFact
    from pipelint.facts.engine import Facts
    from pipelint.graph.stage import StageGraph
    from pipelint.predicate.evaluate.frame import Hide
    from pipelint.rules.editing.again import Said
    from pipelint.rules.rule import Rule
    from pipelint.rules.target import Target

# Versions of a config of which it is kept, as who types goes back and forth between a few places; and configs.
_VERSIONS, _CONFIGS = 4, 32

_Key = tuple[object, ...]
Judged: TypeAlias = "tuple[str, Mapping[str, object], bool]"
"""What is judged: the target, its variables, and whether its own section alone is known."""


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """What was said of a version, what that depends on beside its text, and what was read of the sections that were watched.

    ``shown`` are texts that messages quote, and how they were shown; ``weight`` is that of the regular expressions; ``limits``
    are those that cut in; ``answers`` what was asked of files beside the config, each with what the machine said.
    """

    config: Config
    about: _Key
    watch: Watch
    said: Said
    shown: dict[str, str]
    weight: tuple[int, int]
    limits: tuple[str, ...]
    answers: Mapping[tuple[str | int, ...], str]

    def still(self) -> bool:
        """Whether the machine answers as it did."""
        return all(machine.holds(answer, str(name), *words) for (name, *words), answer in self.answers.items())


class Unedited:
    """That of the configs of open files."""

    def __init__(self) -> None:
        self._kept: dict[_Key, list[_Kept]] = {}
        self._many: set[_Key] = set()

    def forget(self) -> None:
        """None of them is open any more."""
        self._kept.clear()
        self._many.clear()

    def version(self, config: Config, about: _Key) -> Version:
        """A version that is to be judged. ``about`` is what decides beside the config what is found."""
        key = config.engine.name, config.name, *((each.name, each.part, each.file.path) for each in config.documents)
        kept = self._kept.setdefault(key, [])
        if len(self._kept) > _CONFIGS:
            del self._kept[next(iter(self._kept))]
        return Version(config, (*about, key in self._many), kept, lambda: self._many.add(key))


class Version:
    """A version of a config, whose facts are made and asked for while its sections are watched, up to ``end``."""

    def __init__(self, config: Config, about: _Key, kept: list[_Kept], too_many: Callable[[], None]) -> None:
        self._config, self._about, self._all, self._too_many = config, about, kept, too_many
        self._watch: Watch | None = None
        self._typed: frozenset[int] = frozenset()
        self.known: tuple[_Kept, _Moves] | None = None
        if config.errors or config.graph.skipped or not _decides(config):
            return
        for each in reversed(kept):
            if each.about == about and (moves := _moves(each, config)) is not None and each.still():
                self.known = each, moves
                self._typed = frozenset(map(id, moves.typed))
                return
        watch = Watch(config.root)
        if watch.possible:
            config.forget()  # what a comparison has asked nobody has watched
            self._watch, self._typed = watch, frozenset(watch.paths)
            watch.begin()

    def end(self) -> None:
        """It has been judged."""
        if self._watch is not None:
            self._watch.end()

    def findings(
        self,
        facts: Facts,
        traffic: TrafficFact,
        prices: Callable[[], Prices],
        rules: Sequence[Rule],
        asked: Callable[[Iterable[Judged], Hide], list[Target]],
        hide: Hide,
    ) -> list[Finding] | None:
        """What is found: first in all but the sections that somebody types in. None where all has to be asked at once."""
        stages = facts.config.stages
        typed = [stage for stage in stages if id(outermost(stage).block) in self._typed]
        own = set(map(id, typed))
        rest = [*(stage for stage in stages if id(stage) not in own), None]
        many = bool(self._about[-1])

        def others() -> Iterator[Judged]:
            for kind, variables in targets(facts, traffic, prices, None if many else rest):
                stage = variables.get("stage") or getattr(variables.get("regex"), "stage", None)
                if id(stage) not in own:
                    yield kind, variables, False

        def last() -> Iterator[Judged]:
            shared: dict[str, object] = {"config": facts.config, "traffic": traffic}
            yield from ((stage.kind.value, {"stage": stage, **shared}, False) for stage in typed)
            found = regexes(facts, prices, None if many else typed)
            yield from (("regex", {"regex": each, **shared}, False) for each in found if id(each.stage) in own)

        if self._watch is not None:
            kept = self._first(self._watch, rules, lambda hide: asked(others(), hide), hide)
            said = None if kept is None else kept.said
        elif self.known is not None:
            kept, moves = self.known
            said = _moved(kept, moves, hide)
            self._all.remove(kept)
            self._all.append(kept)
        else:
            return None
        if kept is None or said is None:
            return None
        for what in kept.limits:
            left_out(what)
        mine = asked(last(), hide)
        if not many and not within_bounds(_regexes(mine), *kept.weight):
            self._too_many()
            return None
        said = run_more(rules, mine, said)
        return None if said is None else findings_of(said)

    def _first(self, watch: Watch, rules: Sequence[Rule], others: Callable[[Hide], list[Target]], hide: Hide) -> _Kept | None:
        shown, before = dict[str, str](), machine.notes

        def showing(text: str) -> str:
            with watch.noting(None):
                shown[text] = hide(text)
            return shown[text]

        notes = machine.begin()
        try:
            with listening() as limits:
                targets = others(showing)
                said = run_more(rules, targets)
        finally:
            watch.end()
            machine.notes = before
        if said is None:
            return None
        answers = notes.answers
        kept = _Kept(self._config, self._about, watch, said, shown, weight(_regexes(targets)), tuple(limits), answers)
        if not notes.unrepeatable:
            self._all.append(kept)
            del self._all[:-_VERSIONS]
        return kept


def _regexes(targets: Iterable[Target]) -> Iterator[RegexFact]:
    found = (target.variables.get("regex") for target in targets)
    return (each for each in found if isinstance(each, RegexFact))


def _moved(kept: _Kept, moves: _Moves, hide: Hide) -> Said | None:
    """What was said, where it stands now; None where a place was edited, or a text must be shown otherwise."""
    found = [(place, moved) for place, each in kept.said.found if (moved := moves.finding(each)) is not None]
    if len(found) < len(kept.said.found) or any(hide(text) != shown for text, shown in kept.shown.items()):
        return None
    return replace(kept.said, found=tuple(found))


def _decides(config: Config) -> bool:
    """Whether the sections of a config and the words of its entry decide all that is found in it."""
    entry = config.entry
    return not (entry.workloads or entry.readings or entry.loose) and type(config) is Config


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """From one version of a config to another: the documents, what was edited in them, the sections that were watched."""

    documents: dict[Document, tuple[Document, Edited | None]]
    typed: list[Block]

    def finding(self, finding: Finding) -> Finding | None:
        """A finding where it is now; None where somebody has edited the place."""
        place = self.place(finding.place)
        related = [replace(each, place=at) for each in finding.related if (at := self.place(each.place)) is not None]
        if place is None or len(related) < len(finding.related):
            return None
        return replace(finding, place=place, related=tuple(related)) if related else replace(finding, place=place)

    def leaves(self, document: Document, span: Span | None) -> bool:
        """Whether these bytes, or all of a document, are as they were."""
        return self.place(Place(document, span or Span(0, len(document.text)))) is not None

    def leaves_file(self, file: SourceFile) -> bool:
        """Whether all of a file is as it was. Of those beside the config the machine was asked."""
        return all(now.file.bytes == file.bytes for one, (now, _) in self.documents.items() if one.file is file)

    def same_place(self, one: Place, other: Place) -> bool:
        """Whether a place is now where the other one is. What somebody has edited may be anywhere in what was edited."""
        if one.document not in self.documents:
            return one.span == other.span
        moved, (document, edited) = self.place(one), self.documents[one.document]
        if moved is None and edited is not None:
            return other.document is document and other.span.start <= edited.new_end and other.span.end >= edited.start
        return moved == other

    def place(self, place: Place) -> Place | None:
        """A place where it is now."""
        if place.document not in self.documents:
            return None
        document, edited = self.documents[place.document]
        if edited is None or place.span.end < edited.start:
            return Place(document, place.span)
        return Place(document, place.span.shift(edited.new_end - edited.old_end)) if place.span.start > edited.old_end else None


def _moves(kept: _Kept, config: Config) -> _Moves | None:
    """None where more is another than what is written in the sections that were watched, or what was read of these."""
    old = kept.config
    # What differs most often is asked first.
    twins = kept.watch.twins(old, config)
    if twins is None:
        return None
    pairs = list(zip(old.documents, config.documents, strict=True))
    edited = {one: (other, None if one.text == other.text else Edited(one.text, other.text)) for one, other in pairs}
    moves = _Moves(edited, list(twins.values()))
    # A head typed before the one of a section, or a setting once more, takes that over: what was said of the old one is not said
    # of the new one.
    both = [(block, twins[id(block)]) for block in kept.watch.sections]
    places = [(block.head_place, twin.head_place) for block, twin in both]
    places += [
        (param.place, twin.params[name].place)
        for block, twin in both
        for name, param in block.params.items()
        if name in twin.params
    ]
    if any((moved := moves.place(place)) is not None and moved.span != there.span for place, there in places):
        return None
    if not kept.watch.holds(twins, config, moves) or not same(_surroundings(old), _surroundings(config), moves):
        return None
    one, other = old.graph, config.graph
    if any(twins.get(id(a.block), b.block) is not b.block for a, b in zip(one.stages, other.stages, strict=False)):
        return None
    return moves if _words(one) == _words(other) and same(one.proofs, other.proofs, moves) else None


def _surroundings(config: Config) -> tuple[object, ...]:
    """What a version stands in, and what was noted when it was read."""
    entry = config.entry
    beside = [(each.name, each.text) for each in (*entry.apart, entry.unlisted) if each is not None]
    said = entry.kubernetes, entry.partial, entry.version, entry.pipelines, entry.unlisted is None, beside
    around = [_around(each) for each in entry.documents if each.part and not entry.kubernetes]
    return *said, around, config.includes, config.ignored


def _around(document: Document) -> tuple[bytes, bytes]:
    """What a file says before and after one of its texts, as a compose file does of the service that runs it."""
    span, data = document.map.to_file(Span(0, len(document.map.text))), document.file.bytes
    return data[: span.start], data[span.end :]


_STAGE = attrgetter("kind", "plugin", "parent", "pattern", "label", "worker")
_EDGE = attrgetter("source", "target", "flow", "certain", "tags")
_ROUTE = attrgetter("origin", "flow", "label", "tags", "filters", "target", "whole")


def _words(graph: StageGraph) -> tuple[object, ...]:
    """All that a graph says but for places, and conditions, which stand in the sections."""
    stages, edges, routes = [*map(_STAGE, graph.stages)], [*map(_EDGE, graph.edges)], [*map(_ROUTE, graph.routes)]
    return stages, edges, routes, graph.unreachable, graph.workers, graph.complete, [*graph.pipelines]

"""A rule as closures, and what it says where it holds: a finding with its fix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, TypeAlias, cast

from pipelint.base.finding import Finding, Related, Severity
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass
from pipelint.base.text.document import Place
from pipelint.base.writer import Writer
from pipelint.predicate.evaluate.code import Code, held_by, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame, Run, Value
from pipelint.predicate.evaluate.link import link
from pipelint.rules.conjuncts import conjuncts
from pipelint.rules.rule import HasPlace, Mention, Rule

if TYPE_CHECKING:
    from pipelint.predicate.evaluate.template import Render
    from pipelint.rules.fix import MakeFix

Gate: TypeAlias = "tuple[str, Callable[[object], object]]"
"""The variable and what gives the truth of a condition that attributes of it decide."""

MOST_RELATED = 20  # places that one mention of a page gives


class Judge:
    """A rule as closures, each made when it is first needed: most rules do not get beyond the first part of their ``when``.

    ``again``: it will be asked about the same sections again, so what these alone decide is asked first. ``decided`` says of
    each outermost condition in this order, and of the place after them, whether they do (``own.KEYED``).
    """

    def __init__(self, rule: Rule, *, again: bool = False) -> None:
        self.rule = rule
        self.again = again
        body = rule.asks
        tests = conjuncts(body.when)
        self.decided: tuple[bool, ...] = ()
        if again:
            # Imported here, as below: a check asks once.
            from pipelint.rules.editing.own import decided

            if own := decided(rule):
                if own[-1] and body.at[0] != "var" and not all(own):
                    # Without a place there is no finding, whatever the other conditions say.
                    tests, own = [["isnot", body.at, ["lit", None]], *tests], (True, *own)
                places = sorted(range(len(tests)), key=lambda place: not own[place])
                tests = [tests[place] for place in places]
                self.decided = (*(own[place] for place in places), own[-1])
        self.lets = _Lets(body.lets)
        self.element = None if body.each is None else body.each[0]
        self.path = None if body.each is None else path_of(body.each[1])
        self._codes = tests
        self._tests: list[Run | None] = [None] * len(tests)

    def holds(self, frame: Frame, start: int = 0) -> bool:
        """Whether ``when`` is true, of which the first ``start`` outermost conditions are. Raises EvalError.

        ``frame.tested`` says how many were. An error in one side of an outermost ``&&`` decides like a false one: there is no
        finding, so the other is not asked.
        """
        tests = self._tests
        frame.tested = start
        for number in range(start, len(self._codes)):
            test = tests[number]
            if test is None:
                test = tests[number] = link(self._codes[number])
            if not test(frame):
                return False
            frame.tested += 1
        return True

    @cached_property
    def elements(self) -> Run:
        """The list of a rule that goes over one, whose variable is ``element``."""
        return link(self.rule.asks.each[1] if self.rule.asks.each else ["list"])

    @cached_property
    def gates(self) -> tuple[Gate | None, ...]:
        """Of each outermost condition, and of the place, its variable and what gives its truth, where an attribute decides it.

        Of a rule that goes over a list only the list, where that is an attribute: without elements nothing is found.
        """
        return tuple(self._gates())

    @cached_property
    def first_gates(self) -> tuple[Gate, ...]:
        """Those of ``gates`` that come before what attributes do not decide.

        Before those of a list the conditions of its elements that speak of something else, and of what it is empty without.
        """
        around: list[Gate] = []
        if self.rule.asks.each is not None:
            around += (gate for gate in _first(self._held()) if gate[0] != self.element)
            listed = self.rule.asks.each[1]
            if listed[0] == "if" and listed[3] == ["list"]:
                around += _first(held_by(part, {}) for part in conjuncts(cast(Code, listed[1])))
        return (*around, *_first(self._gates()))

    def _gates(self) -> Iterator[Gate | None]:
        if self.element is None:
            yield from self._held()
            yield None
        else:
            yield self.path

    @cached_property
    def element_gates(self) -> tuple[Gate, ...]:
        """Of a rule that goes over a list what attributes decide of the first conditions, asked of each element."""
        # Whoever will ask again has to know how far each element got.
        return () if self.again or self.element is None else _first(self._held())

    def _held(self) -> Iterator[Gate | None]:
        lets = dict(self.rule.asks.lets)
        return (held_by(code, lets) for code in self._codes)

    def place(self, frame: Frame) -> Place:
        """Where a finding would stand, which is asked when ``when`` holds. Raises EvalError where there is no such place."""
        return _place(self._at(frame))

    @cached_property
    def _at(self) -> Run:
        return link(self.rule.asks.at)

    @cached_property
    def of_section(self) -> tuple[bool, ...]:
        """Of each outermost condition, and of the place after them, whether the section of the stage or branch alone decides it.

        Empty where more decides what is judged.
        """
        from pipelint.rules.editing.own import OWN, of_section

        return of_section(self.rule, OWN)

    @cached_property
    def says_section(self) -> bool:
        """Whether the outermost section decides all that it finds, but for its fixes and for what hides secrets."""
        from pipelint.rules.editing.own import says_section

        return bool(self.decided) and all(self.decided[:-1]) and says_section(self.rule)

    @cached_property
    def by_section(self) -> bool:
        """Whether a stage's section alone decides all of it: a place that is the stage's own is where the section stands."""
        return self._decided_by(self.of_section)

    @cached_property
    def by_way(self) -> bool:
        """Whether all of it is decided by a stage's section and what comes before the stage."""
        from pipelint.rules.editing.own import LED, of_section

        return self._decided_by(of_section(self.rule, LED))

    def _decided_by(self, decided: tuple[bool, ...]) -> bool:
        *conditions, place = decided or (False,)
        return all(conditions) and (place or (bool(conditions) and self.rule.asks.at == ["var", "stage"]))

    @cached_property
    def said(self) -> _Said:
        """What a finding of the rule says."""
        # Imported here: most rules find nothing.
        from pipelint.predicate.evaluate.template import link_message
        from pipelint.rules.fix import link_fix

        body = self.rule.says
        return _Said(
            link_message(body.message),
            link_message(body.reason),
            tuple((link(code), severity) for code, severity in body.severities),
            tuple(_link_mention(mention) for mention in body.related),
            link_fix(self.rule),
        )


def _first(gates: Iterable[Gate | None]) -> tuple[Gate, ...]:
    found: list[Gate] = []
    for gate in gates:
        if gate is None:
            break
        found.append(gate)
    return tuple(found)


class _Lets(dict[str, Run]):
    """The ``let`` expressions of a rule by name, linked when they are asked for."""

    def __init__(self, lets: Iterable[tuple[str, Code]]) -> None:
        super().__init__()
        self._codes = dict(lets)

    def __missing__(self, name: str) -> Run:
        self[name] = made = link(self._codes[name])
        return made


@dataclass(frozen=True, slots=True)
class _Said:
    """What a finding is made of."""

    message: Render
    reason: Render
    severities: tuple[tuple[Run, Severity], ...]
    related: tuple[_Mention, ...]
    fix: MakeFix


@dataclass(frozen=True, slots=True)
class _Mention:
    """A mention as closures."""

    at: Run
    message: Render
    name: str
    over: Run | None


@lru_cache(maxsize=2048)
def judge_of(rule: Rule) -> Judge:
    """The closures of a rule."""
    return Judge(rule)


@lru_cache(maxsize=2048)
def judge_again_of(rule: Rule) -> Judge:
    """Those of a rule that will be asked about the same sections again."""
    return Judge(rule, again=True)


def finding(judge: Judge, frame: Frame, writer: Writer | None) -> Finding:
    """The finding of a rule whose ``when`` holds. Raises EvalError when ``at`` has no place."""
    place = judge.place(frame)
    frame.tested += 1
    rule, said = judge.rule, judge.said
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=_severity(judge, frame),
        category=rule.category,
        gains=rule.gains,
        message=said.message(frame),
        place=place,
        reason=said.reason(frame),
        related=tuple(_related(judge, frame)),
        fix=None if writer is None else said.fix(frame, writer),
    )


def _place(fact: Value) -> Place:
    place = cast(HasPlace, fact).place
    if not isinstance(place, Place):
        raise EvalError("a fact without a place")
    return place


def _severity(judge: Judge, frame: Frame) -> Severity:
    """The severity of the first test that holds, else the rule's own."""
    for test, severity in judge.said.severities:
        try:
            if test(frame):
                return severity
        except EvalError:
            continue
    return judge.rule.severity


def _related(judge: Judge, frame: Frame) -> Iterator[Related]:
    """The other places; one whose expression ends in an error is left out."""
    for mention in judge.said.related:
        for _ in _rounds(judge, mention, frame):
            try:
                place = _place(mention.at(frame))
            except EvalError:
                continue
            yield Related(place, mention.message(frame))


def _rounds(judge: Judge, mention: _Mention, frame: Frame) -> Iterator[None]:
    """One round for each element, which then has its name; one where there is no list, none where it is an error."""
    if mention.over is None:
        yield None
        return
    try:
        for element in islice(mention.over(frame), MOST_RELATED):
            frame.spend(judge.rule.steps)
            frame.values[mention.name] = element
            yield None
    except EvalError:
        return


def _link_mention(mention: Mention) -> _Mention:
    from pipelint.predicate.evaluate.template import link_message

    name, over = mention.each or ("", None)
    return _Mention(link(mention.at), link_message(mention.message), name, None if over is None else link(over))

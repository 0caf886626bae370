"""Facts about regular expressions: the language of the rules on ``regex``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.lean.once import cached_property
from pipelint.base.lean.record import dataclass, field
from pipelint.base.limits import left_out
from pipelint.base.text.document import Place
from pipelint.cost.regex.purse import LONGEST, MOST_TEXT
from pipelint.cost.regex.saving import NoPrices, Prices, Saving, in_words
from pipelint.facts.config import ConfigFact
from pipelint.facts.engine import EngineFacts
from pipelint.facts.regexes import shape
from pipelint.facts.regexes.attack import AttackFact, attack_fact, attempt_us
from pipelint.facts.regexes.change import changed, edits, flag_edits, same_names
from pipelint.facts.regexes.listed import added_fields, is_part, matches_all, plain_parts
from pipelint.facts.regexes.refused import RefusedFact, refused_fact
from pipelint.facts.regexes.spots.find import find_spots
from pipelint.facts.regexes.spots.spot import Spot
from pipelint.facts.regexes.use import RegexUse, Role
from pipelint.facts.stage import StageFact
from pipelint.regex.tree import Refused, Regex, read_regex, refusal

_MOST = 2_000  # of a config are looked at
MOST_PRICED = 200  # of which times are predicted and attacks sought: the largest real config has 142, and one may take 0.2 s
# Of what a change saves, so much may be lost where another line takes longer; beyond that nothing is claimed.
_LOST = 0.1


@dataclass(frozen=True, eq=False)
class SpotFact:
    """A part of a regex that could be written differently, and what a search is predicted to save.

    ``kind``: start, end, around (wildcards there), parentheses (around plain text), captures (that nobody reads), delimited
    (wildcards before a delimiter), nothing (a wildcard that is always empty), twice and covered (alternatives), unanchored (a
    parser's pattern, or a test for the first line of an event), case (a flag that ignores it). ``part`` is what is written,
    ``count`` how many there are of it, ``new`` the whole pattern as it would be. ``same``: every text gives the same. ``us``
    and ``share`` are what the search saves that saves most, ``time`` says it in words; ``share`` is 0 where another takes
    longer; these ask for a prediction.
    """

    kind: str
    part: str
    detail: str
    count: int
    new: str
    same: bool
    place: Place
    block: Block
    _edits: tuple[Edit, ...] = field(repr=False)
    _old: RegexUse = field(repr=False)
    _new: RegexUse | None = field(repr=False)
    _prices: Prices = field(repr=False)

    @property
    def us(self) -> float:
        """The µs saved by the search that saves most."""
        return self._saving.us

    @property
    def time(self) -> str:
        """The same in words."""
        return in_words(self.us)

    @property
    def share(self) -> float:
        """The share of the time that it saves, 0 if another search takes longer."""
        return self._saving.share if self._saving.loss <= _LOST * self.us else 0.0

    @cached_property
    def _saving(self) -> Saving:
        """Predicted when a rule asks, which few do of most spots."""
        new = self._new
        found = None if new is None else self._prices.saving(self._old.runnable, new.runnable, self._old.engine)
        return found or Saving(())

    @cached_property
    def attack_us(self) -> float:
        """Of the new pattern: the µs of the line that makes one attempt of it slow, 0 where none does."""
        return 0.0 if self._new is None else attempt_us(self._new, self._prices)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits that write the new pattern into the config; empty if they are uncertain."""
        return self._edits


@dataclass(frozen=True, eq=False)
class RegexFact:
    """A regular expression of the config. ``role``: parse, test, first (of an event's lines), rewrite, replace, split.

    ``engine`` is onigmo or joni, ``name`` the parameter or operator that it belongs to, ``text`` as it is written (grok with its
    names). ``stage`` is the plugin, null for a condition.
    """

    name: str
    engine: str
    text: str
    place: Place
    block: Block
    stage: StageFact | None
    _use: RegexUse = field(repr=False)
    _prices: Prices = field(repr=False)
    _earlier: list[RegexFact] = field(repr=False, default_factory=list)

    @property
    def length(self) -> int:
        """The length of what the engine compiles, in characters."""
        return len(self._use.runnable)

    @property
    def priced(self) -> bool:
        """Whether the time of its searches can be predicted."""
        return self._prices.line_bytes > 0

    @property
    def role(self) -> Role:
        """The purpose of its matches."""
        return self._use.role

    @property
    def idle(self) -> bool:
        """Whether nothing in the config runs it, such as a parser that no input or filter names."""
        return self._use.idle

    @property
    def tried_on(self) -> str:
        """The field of the list of patterns that it is in, "" for none."""
        return self._use.key

    @property
    def grok(self) -> bool:
        """Whether it is a grok pattern."""
        return self._use.grok is not None

    @property
    def plugin(self) -> str:
        """The type of its plugin, ``if`` for a condition."""
        return self.block.name if self.stage is None else self.stage.plugin

    @cached_property
    def refused(self) -> RefusedFact | None:
        """Why the engine refuses it."""
        return refused_fact(self._use)

    @cached_property
    def attack(self) -> AttackFact | None:
        """The line that makes it slow."""
        known = self._short() and self._prices.line_bytes > 0
        return attack_fact(self._use, self._prices) if known and self.refused is None else None

    @cached_property
    def always(self) -> bool:
        """Whether it matches every string, even the empty one."""
        return self._read is not None and matches_all(self._use.runnable)

    @cached_property
    def skippable(self) -> bool:
        """Whether each part of it may be missing, so that it matches at once wherever it stands."""
        return self._read is not None and shape.may_be_empty(self._read.root) is True

    @cached_property
    def spots(self) -> list[SpotFact]:
        """Parts that could be written differently."""
        if self._read is None:
            return []
        return [fact for spot in find_spots(self._use, self._read) if (fact := self._spot(spot)) is not None]

    @cached_property
    def covered_by(self) -> RegexFact | None:
        """The earlier pattern in the same list that matches everything it could match."""
        return next((other for other in self._earlier if other.always), None)

    @cached_property
    def twin(self) -> RegexFact | None:
        """The same pattern earlier in the same list."""
        return next((other for other in self._earlier if other.text == self.text), None)

    @cached_property
    def within(self) -> RegexFact | None:
        """The earlier pattern in the same list whose required part is in this one: it matches whatever this one matches."""
        own = self._parts if self._earlier else None
        found = () if own is None else self._earlier
        return next((other for other in found if is_part(other._use, other._needed, self._use, own)), None)

    @cached_property
    def added(self) -> list[str]:
        """The fields that it captures and the pattern ``within`` it does not."""
        other = None if self.within is None else self.within._read
        return [] if self._read is None or other is None else added_fields(self._read, other)

    @cached_property
    def _parts(self) -> tuple[str, ...] | None:
        return None if self._read is None else plain_parts(self._use.pattern)

    @cached_property
    def _needed(self) -> tuple[str, ...] | None:
        return None if self._read is None else plain_parts(self._use.pattern, needed=True)

    def _short(self) -> bool:
        """Whether it is short enough to be looked into, which is said where it is not."""
        if len(self._use.pattern) > LONGEST:
            left_out(f"a regular expression has more than {LONGEST:,} characters: its speed is not analysed")
        return len(self._use.pattern) <= LONGEST

    @cached_property
    def _read(self) -> Regex | None:
        if not self._short():
            return None
        found = read_regex(self._use.runnable)
        return None if isinstance(found, Refused) else found

    def _spot(self, spot: Spot) -> SpotFact | None:
        use = self._use
        made: tuple[Edit, ...] = ()
        new: RegexUse | None = None
        if spot.changes or spot.options is not None:
            new = changed(use, spot.changes, spot.options)
            if new is None or refusal(new.runnable) or (spot.kind != "captures" and not same_names(use, new)):
                return None
            made = edits(use, spot.changes) if spot.options is None else flag_edits(use, "i")
        if spot.timed and (new is None or self._prices.line_bytes == 0):
            return None
        return SpotFact(
            spot.kind,
            use.written.encode()[spot.span.start : spot.span.end].decode("utf-8", "replace"),
            spot.detail,
            spot.count,
            "" if new is None else new.written,
            spot.same,
            use.at(spot.span),
            use.block,
            made,
            use,
            new,
            self._prices,
        )


def regex_facts(
    engine: EngineFacts, config: ConfigFact, prices: Prices, stages: Iterable[StageFact | None] | None = None
) -> Iterator[RegexFact]:
    """The regexes of a config as ``regex_uses`` gives them.

    At most 2,000, of which 200 have prices, and no more than 64 KiB of what grok expands to: of the others nothing is said.
    """
    seen: set[tuple[int, int, int]] = set()
    lists: dict[tuple[int, str], list[RegexFact]] = {}
    left, uses, count = MOST_TEXT, 0, 0
    for stage, use in regex_uses(engine, config, stages):
        uses += 1
        if uses > _MOST:
            left_out(f"more than {_MOST:,} regular expressions: the rest is not analysed")
            return
        place = use.place
        key = (id(place.document), place.span.start, place.span.end)
        if key in seen:
            continue
        seen.add(key)
        count += 1
        left -= len(use.runnable)
        if left < 0:
            left_out(f"regular expressions of more than {MOST_TEXT:,} characters in total: the rest is not analysed")
            return
        earlier = lists.setdefault((id(use.block), use.key), []) if use.key else []
        if count == MOST_PRICED + 1:
            left_out(f"more than {MOST_PRICED} regular expressions: the rest has no predicted worst-case time")
        priced = prices if count <= MOST_PRICED else NoPrices()
        fact = RegexFact(use.name, use.engine, use.written, place, use.block, stage, use, priced, list(earlier))
        earlier.append(fact)
        yield fact


def weight(facts: Iterable[RegexFact]) -> tuple[int, int]:
    """How many regexes these are, and the characters that ``regex_facts`` counts of them."""
    sizes = [len(each._use.runnable) for each in facts]
    return len(sizes), sum(sizes)


def within_bounds(facts: Iterable[RegexFact], count: int, length: int) -> bool:
    """Whether ``regex_facts`` gives each regex its prices, if there are others of this weight beside them."""
    more, longer = weight(facts)
    return count + more <= MOST_PRICED and length + longer <= MOST_TEXT


def regex_uses(
    engine: EngineFacts, config: ConfigFact, stages: Iterable[StageFact | None] | None = None
) -> Iterator[tuple[StageFact | None, RegexUse]]:
    """The regexes as they are written, each with its stage (None outside of stages), of ``stages`` alone if given."""
    for stage in (*config.stages, None) if stages is None else stages:
        for use in engine.regexes(config, stage):
            yield stage, use

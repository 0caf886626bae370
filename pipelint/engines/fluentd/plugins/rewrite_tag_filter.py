"""The rules of rewrite_tag_filter: in which order they are asked, and which tags their templates give.

After fluent-plugin-rewrite-tag-filter, `rewrite_tag` and `get_placeholder`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.base.lean.late import late
from pipelint.base.lean.record import dataclass
from pipelint.base.quantity import whole
from pipelint.base.text.document import Place
from pipelint.engines.fluentd import types
from pipelint.engines.fluentd.routing.atoms import Anything, Atom, Choice, Literal, NoneOf, Within, automaton, literal
from pipelint.engines.fluentd.routing.tags import ANY
from pipelint.graph.automaton import EMPTY, Automaton
from pipelint.graph.bounds import TooLargeError
from pipelint.graph.proof import Retagging
from pipelint.graph.stage import Stage

# What the plugin replaces: captures (not where a rule is inverted), then these words. `${tag_parts[-1]}` and
# `__TAG_PARTS[0]__` are none of them and stay in the tag as they are (tried on Fluentd 1.16.5).
_CAPTURE = r"\$\d+"
_WORD = r"\$\{[a-z_]+(?:\[[0-9]+\])?\}|__[A-Z_]+__"
_RUBY = r"#\{[^}]*\}?"
_PIECE = late(f"(?P<ruby>{_RUBY})|(?P<capture>{_CAPTURE})|(?P<word>{_WORD})")
_PIECE_INVERTED = late(f"(?P<ruby>{_RUBY})|(?P<word>{_WORD})")

# What looks like a placeholder, and those that the plugin knows.
_HOLE = late(rf"\$\{{[^}}]{{0,999}}\}}|__TAG_PARTS\[[^\]]{{0,999}}\]__|{_WORD}")
_KNOWN = late(r"\$\{tag\}|__TAG__|\$\{tag_parts\[[0-9]+\]\}|\$\{hostname\}|__HOSTNAME__")

# Captured words of a set this large are not capitalised one by one.
_MAX_WORDS = 64

# After so many rules that ask for the same key it is not worked out whether some event gets to a rule.
_MAX_EARLIER = 50

# So many incoming tags are rewritten one by one.
_MAX_TAGS = 16

_V0_RULE = late(r"(\S+)\s+(\S(?:.*\S)?)\s+(\S+)\Z")
_SOME_TEXT = (NoneOf(), Anything())
_NONEMPTY = automaton(_SOME_TEXT)


@dataclass(frozen=True, slots=True)
class TagRule:
    """One rule: events whose ``key`` meets ``pattern`` (or does not, where ``inverted``) get the tag that ``tag`` gives.

    ``label`` is None where the plugin's own is meant. ``known`` is false where embedded Ruby stands in pattern or key.
    """

    key: str
    pattern: str
    tag: str
    label: str | None
    inverted: bool
    known: bool
    place: Place


def tag_rules(stage: Stage) -> list[TagRule]:
    """The rules in the order in which they are asked: `<rule>` sections, then v0's ``rewriteruleN key regexp tag``."""
    rules: list[TagRule] = []
    for block in stage.block.blocks:
        if block.name == "rule":
            tag = block.param("tag")
            known = not any(p.embedded for p in map(block.param, ("key", "pattern", "invert")) if p is not None)
            inverted = types.is_true(block, "invert")
            rules.append(
                TagRule(
                    block.value("key"),
                    _inline(block.value("pattern")),
                    block.value("tag"),
                    block.value("label") or None,
                    inverted,
                    known,
                    block.head_place if tag is None else tag.place,
                )
            )
    numbered = [p for name, p in stage.block.params.items() if re.fullmatch(r"rewriterule\d{1,9}", name)]
    for param in sorted(numbered, key=lambda p: int(p.name.removeprefix("rewriterule"))):
        found = _V0_RULE.match(param.value.strip())
        if found:
            pattern = found[2].removeprefix('"').removesuffix('"')
            inverted = pattern.startswith("!")
            rules.append(TagRule(found[1], pattern.removeprefix("!"), found[3], None, inverted, not param.embedded, param.place))
    return rules


def _inline(text: str) -> str:
    """A pattern without the slashes around it; its options become a group's."""
    pattern, options = types.regexp(text) or (text, "")
    return f"(?{options}){pattern}" if options else pattern


def rewritten(stage: Stage, rule: TagRule, incoming: Automaton) -> Automaton:
    """The tags, or more, that ``rule`` gives to events that come with ``incoming`` ones; empty where it drops them all.

    An event whose tag stays the same is dropped, unless the rule names a label.
    """
    if not rule.tag:
        return EMPTY
    try:
        # One by one, since the pieces of a template speak of the same tag.
        words = incoming.words(_MAX_TAGS)
        if words is None:
            return _rewritten(stage, rule, incoming)
        found = EMPTY
        for word in words:
            found = found | _rewritten(stage, rule, automaton(literal(word)))
        return found
    except TooLargeError:
        return ANY


def _rewritten(stage: Stage, rule: TagRule, incoming: Automaton) -> Automaton:
    tag = _Tag(stage, rule, incoming)
    if keeps_tag(stage, rule):
        return EMPTY
    found = automaton(tag.atoms())
    if rule.label is None:
        old, new = incoming.words(1), found.words(1)
        if new and old == new:
            return EMPTY
    return found


def keeps_tag(stage: Stage, rule: TagRule) -> bool:
    """Whether the new tag is the old one, so that the plugin drops the event."""
    return rule.label is None and rule.tag in ("${tag}", "__TAG__") and not _shortens(stage)


def lengthens_tag(stage: Stage, rule: TagRule) -> bool:
    """Whether the new tag is certainly longer than the old one."""
    found = re.fullmatch(r"(.*)(?:\$\{tag\}|__TAG__)(.*)", rule.tag)
    if not found or _shortens(stage):
        return False
    return any(part and not _PIECE.search(part) for part in found.groups())


def _shortens(stage: Stage) -> bool:
    return any(name in stage.block.params for name in ("remove_tag_prefix", "remove_tag_regexp"))


class _Tag:
    """Reads the template of one rule."""

    def __init__(self, stage: Stage, rule: TagRule, incoming: Automaton) -> None:
        self.stage = stage
        self.rule = rule
        self.incoming = _without_prefix(stage, incoming) if _shortens(stage) else incoming

    def atoms(self) -> tuple[Atom, ...]:
        """The atoms of the new tag. Raises TooLargeError."""
        text = self.rule.tag
        out: list[Atom] = []
        at = 0
        for found in (_PIECE_INVERTED if self.rule.inverted else _PIECE).finditer(text):
            out.extend(literal(text[at : found.start()]))
            out.extend(self._piece(found))
            at = found.end()
        return (*out, *literal(text[at:]))

    def _piece(self, found: re.Match[str]) -> tuple[Atom, ...]:
        if found["ruby"]:
            return (Anything(),)
        if "capture" in found.re.groupindex and found["capture"]:
            return self._capture(whole(found["capture"][1:]))
        word = found["word"]
        if word in ("${tag}", "__TAG__"):
            return (Within(self.incoming),)
        if word in ("${hostname}", "__HOSTNAME__"):
            return (Anything(),) if "hostname_command" in self.stage.block.params else _SOME_TEXT
        part = re.fullmatch(r"\$\{tag_parts\[([0-9]+)\]\}", word)
        if part:
            return (Within(self.incoming.segment(place)) if (place := whole(part[1])) < 100 else Anything(),)
        return ()  # a placeholder that the plugin does not know becomes nothing

    def _capture(self, group: int) -> tuple[Atom, ...]:
        # Imported here: most configs capture nothing.
        from pipelint.engines.fluentd.routing.tag_regex import captures

        groups = captures(self.rule.pattern) if self.rule.known else None
        if groups is None:
            return (Anything(),)
        if not 0 < group <= len(groups):
            return ()
        held = groups[group - 1]
        capitalizes = self.stage.block.param("capitalize_regex_backreference")
        if capitalizes is None or not (capitalizes.embedded or types.boolean(capitalizes.value)):
            return held
        words = automaton(held).words(_MAX_WORDS)
        if words is None:
            return (Anything(),)
        return (Choice(tuple(tuple(map(Literal, word.capitalize())) for word in words)),)


def _without_prefix(stage: Stage, incoming: Automaton) -> Automaton:
    """What ``${tag}`` stands for: the tag without the prefix and the dot after it, where it has the prefix."""
    prefix = stage.block.param("remove_tag_prefix")
    if prefix is None or prefix.embedded or "remove_tag_regexp" in stage.block.params:
        return ANY
    try:
        starting = incoming & automaton((*literal(prefix.value), Anything()))
        rest = starting.after(prefix.value)
        dotted = rest & automaton((Literal("."), Anything()))
        return (incoming - starting) | (rest - dotted) | dotted.after(".")
    except TooLargeError:
        return ANY


def retaggings(stage: Stage) -> Iterator[Retagging]:
    """What there is to say of each rule, in their order."""
    for rule, covering, twin in zip(rules := tag_rules(stage), covered_by(rules), _twins(stage, rules), strict=True):
        # Captures are not replaced where a rule is inverted.
        captures = tuple(re.findall(_CAPTURE, rule.tag)) if rule.inverted else ()
        holes = [] if "#{" in rule.tag else _HOLE.findall(rule.tag)
        words = [hole for hole in holes if re.fullmatch(_WORD, hole)]
        yield Retagging(
            rule.key,
            rule.pattern,
            rule.tag,
            keeps_tag(stage, rule),
            (*(hole for hole in holes if hole not in words), *captures),
            tuple(word for word in words if not _KNOWN.fullmatch(word)),
            rule.place,
            None if covering is None else covering.place,
            twin,
        )


def _twins(stage: Stage, rules: list[TagRule]) -> Iterator[Place | None]:
    """For each rule where the `<rule>` before it stands that has its key, pattern and ``invert``: the plugin refuses both."""
    first: dict[tuple[str, str, bool], Place] = {}
    sections = sum(block.name == "rule" for block in stage.block.blocks)
    for index, rule in enumerate(rules):
        own = rule.key, rule.pattern, rule.inverted
        twin = first.setdefault(own, rule.place) if rule.known and index < sections else rule.place
        yield None if twin is rule.place else twin


def covered_by(rules: list[TagRule]) -> Iterator[TagRule | None]:
    """For each rule the one before it that takes every event that it could, None where there is none (or that is not certain)."""
    taking: dict[str, TagRule] = {}
    for rule in rules:
        if rule.inverted or not rule.known:
            yield None
            continue
        yield taking.get(rule.key)
        if rule.key not in taking and finds_all(rule.pattern):
            taking[rule.key] = rule


def is_exact(rules: list[TagRule], index: int) -> bool:
    """Whether every word that ``rewritten`` gives is a tag of some event."""
    pieces = [found["capture"] for found in _PIECE.finditer(rules[index].tag)]
    return sum(piece is not None for piece in pieces) <= 1 and may_fire(rules, index)


def finds_all(pattern: str) -> bool:
    """Whether a pattern is found in every text but the empty one. With ``\\A`` or ``\\z`` texts of several lines may escape."""
    from pipelint.engines.fluentd.routing.tag_regex import matched

    if re.search(r"\\[AzZ]", pattern):
        return False
    found = matched(pattern)
    try:
        return found is not None and found >= _NONEMPTY
    except TooLargeError:
        return False


def may_fire(rules: list[TagRule], index: int) -> bool:
    """Whether some event certainly gets to rule ``index`` and meets it."""
    from pipelint.engines.fluentd.routing.tag_regex import matched

    rule = rules[index]
    found = matched(rule.pattern) if rule.known else None
    if found is None:
        return False
    try:
        left = ANY - found if rule.inverted else _NONEMPTY & found
        # An event without the key of another rule passes it by, unless it is inverted.
        asked = [earlier for earlier in rules[:index] if earlier.key == rule.key or earlier.inverted]
        if len(asked) > _MAX_EARLIER:
            return False
        for earlier in asked:
            before = matched(earlier.pattern) if earlier.known and earlier.key == rule.key else None
            if before is None:
                return False
            left = left & before if earlier.inverted else left - before
        return not left.is_empty
    except TooLargeError:
        return False

"""The Rust extension: grammars as language capsules, linear-time regexes, Ruby's read and run, sets of texts, YAML."""

from collections.abc import Iterator
from typing import Any, Final, final

from typing_extensions import disjoint_base

__all__ = [
    "Automaton",
    "IgnoreRules",
    "RegexNode",
    "YamlMapping",
    "YamlNode",
    "YamlPair",
    "YamlResources",
    "YamlScalar",
    "YamlSequence",
    "fluentd_language",
    "grok_definitions",
    "logstash_language",
    "regex_analyse",
    "regex_check",
    "regex_is_match",
    "regex_parse",
    "regex_run",
    "regex_tree",
    "regex_work",
    "share_automaton_steps",
    "toml_parse",
    "yaml_read",
    "yaml_scalars",
]

def fluentd_language() -> object:
    """The language of Fluentd's v1 config format: a capsule for ``tree_sitter.Language``."""

def logstash_language() -> object:
    """The language of Logstash's pipeline configs: a capsule for ``tree_sitter.Language``."""

def grok_definitions() -> list[tuple[str, str]]:
    """The grok patterns that are known by name, sorted: (name, definition). Logstash's legacy set in an older revision."""

def regex_is_match(pattern: str, text: str) -> bool:
    """Whether ``pattern`` (syntax of Rust's regex crate) matches anywhere in ``text``, in time linear in the text.

    Raises ValueError for a pattern that ``regex_check`` objects to, UnicodeEncodeError for lone surrogates.
    """

def regex_check(pattern: str) -> str | None:
    """What is wrong with ``pattern``: no regex of that syntax, or larger than 512 KiB compiled. None where nothing is."""

def regex_parse(pattern: str) -> str:
    """What is known of ``pattern`` (dialect of Ruby: Onigmo, Joni) as a whole, as JSON.

    ``{"captures", "names": {name: [group]}, "facts"}``. Raises ValueError(message, start, end) where Ruby refuses the pattern:
    Ruby's message, and the bytes to blame.
    """

def regex_tree(pattern: str) -> RegexNode:
    """The syntax tree of ``pattern``: its root. Raises ValueError as ``regex_parse``."""

@final
class RegexNode:
    """One part of a regex: its kind, its bytes, the parts that it is made of; ``details`` is what else its kind says."""

    kind: Final[str]
    start: Final[int]
    end: Final[int]
    children: Final[tuple[RegexNode, ...]]
    details: Final[dict[str, Any]]

    def walk(self) -> list[RegexNode]:
        """This part and all in it, outermost first."""

def regex_analyse(pattern: str, limit: int) -> str:
    """Whether a text exists on which matching ``pattern`` (dialect as in ``regex_parse``) takes more than linear time, as JSON.

    ``{"verdict", "kind", "degree", "from_each_start", "span", "token", "attack", "growth", "reason"}``:

    * ``verdict``: ``safe``, ``vulnerable``, or ``unknown`` with a ``reason``.
    * ``kind``: ``none``, ``polynomial`` (with ``degree``, the search over all positions included) or ``exponential``.
    * ``from_each_start``: one attempt alone is linear; the attempts from each position add up.
    * ``span``: the quantified part to blame; ``token``: its quantifier. Bytes of the pattern.
    * ``attack``: ``{"prefix", "pump", "suffix"}``; ``growth``: [pumps, steps] of the machine of ``regex_run`` on it. A verdict
      ``vulnerable`` has always been confirmed by these runs. All runs together take at most twice ``limit`` steps, on which the
      answer depends: 1,000,000 are some 20 ms and suffice for most patterns.

    What does not apply is null (``growth``: empty). Bounded in time for any input. For engines that do not memoize: Onigmo of
    Ruby before 3.2, and Joni. Raises ValueError as ``regex_parse``.
    """

def regex_run(pattern: str, subject: str, limit: int) -> tuple[bool | None, list[tuple[int, int] | None], int]:
    """Searches ``subject`` as Ruby does: whether it matches, begin and end of the whole and of each group, and the steps taken.

    Offsets count characters; None stands for a group that took no part. None instead of a verdict: ``limit`` steps, or the memory
    for choices, did not suffice. Raises ValueError as ``regex_parse``.
    """

def toml_parse(text: str) -> str:
    """A TOML document as JSON with a span on every key and value.

    Each value is ``{"type", "span", "value"}``, spans are ``[start, end]`` in bytes (null of a table that other keys imply).
    ``type`` is string, integer, float, boolean, date (its text), array (of values) or table (of ``{"key", "span", "item"}``).
    Raises ValueError with (message, start, end) for what is no TOML.
    """

def regex_work(pattern: str, subjects: list[str], limit: int, engine: str) -> list[tuple[bool | None, int, dict[str, int]]]:
    """Searches each subject as ``engine`` (``onigmo``, ``joni``) does: verdict, steps, and the amount of each kind of work.

    Kinds without an amount are left out. None instead of a verdict: ``limit`` steps did not suffice. Raises ValueError for an
    unknown engine, and as ``regex_parse``.
    """

@final
class Automaton:
    """A set of texts, as a deterministic automaton over characters. Compared by identity.

    Every operation is bounded: it raises TooLargeError of ``pipelint.graph.bounds`` where there would be more than 100,000
    states or 2,000,000 steps, TooMuchWorkError after more steps than ``share_automaton_steps`` allows. Where nothing changes,
    ``&``, ``-``, ``|``, ``without`` and ``and_without`` return the operand itself. Lone surrogates count as U+FFFD.
    """

    def __new__(cls, moves: list[list[tuple[str, bool, int]]], free: list[list[tuple[str, int]]], end: int) -> Automaton:
        """The texts that lead from node 0 to node ``end`` of a nondeterministic machine; none where it has no nodes.

        ``moves``: for each node the moves of a character: some characters, whether these or all others, the next node.
        ``free``: the moves of none: ``""`` always, ``"^"`` at the start, ``"."`` before a dot or at the end, ``"$"`` at the end.
        Raises ValueError for other words and for nodes that there are not.
        """

    @property
    def states(self) -> list[tuple[dict[str, int | None], int | None, bool]]:
        """The states, the first of them the start: where named characters lead, where all others do (None: a dead end), whether a
        text may end there. Each state leads to an end; no named character leads where all others lead."""

    @property
    def prefix(self) -> str:
        """What every text of it starts with."""

    @property
    def is_prefix(self) -> bool:
        """Whether the prefix is one of its texts: then the shortest."""

    @property
    def is_one(self) -> bool:
        """Whether the prefix is its only text."""

    @property
    def is_empty(self) -> bool:
        """Whether it has no text."""

    @property
    def is_everything(self) -> bool:
        """Whether it plainly has every text (one state that leads to itself)."""

    def __len__(self) -> int:
        """How many states it has."""

    def __bool__(self) -> bool:
        """Whether it has a text."""

    def __hash__(self) -> int: ...
    def __contains__(self, text: str, /) -> bool: ...
    def __and__(self, other: Automaton, /) -> Automaton: ...
    def __sub__(self, other: Automaton, /) -> Automaton: ...
    def __or__(self, other: Automaton, /) -> Automaton: ...
    def __rand__(self, other: Automaton, /) -> Automaton: ...
    def __rsub__(self, other: Automaton, /) -> Automaton: ...
    def __ror__(self, other: Automaton, /) -> Automaton: ...
    def __le__(self, other: Automaton, /) -> bool:
        """Whether ``other`` has all texts of this one."""

    def __ge__(self, other: Automaton, /) -> bool:
        """Whether this one has all texts of ``other``."""

    def meets(self, other: Automaton) -> bool:
        """Whether both have some text."""

    def without(self, others: list[Automaton]) -> Automaton:
        """The texts that none of the others has."""

    def and_without(self, other: Automaton, gone: list[Automaton]) -> Automaton:
        """The texts of both that none of ``gone`` has."""

    def witness(self, gone: list[Automaton], within: Automaton | None = None) -> str | None:
        """A shortest text that ``within`` has, too, and none of ``gone``; None where there is none."""

    def example(self) -> str | None:
        """A shortest text; where any character would do, ``x``. None where there is none."""

    def words(self, limit: int) -> list[str] | None:
        """All texts, sorted; None where there are more than ``limit`` or no end of them."""

    def segment(self, index: int) -> Automaton:
        """What piece ``index`` of its texts between dots may be, from 0 on; the empty text where a text has no such piece."""

    def after(self, prefix: str) -> Automaton:
        """What may follow ``prefix`` in its texts."""

    def before(self, prefix: str) -> Automaton:
        """Each of its texts with ``prefix`` before it."""

def share_automaton_steps(steps: int | None) -> int | None:
    """Sets how many steps all automata of this thread may take from now on, None for any number; what was left before."""

@final
class IgnoreRules:
    """What a search below ``folder`` passes over: what ``.gitignore``, ``.ignore`` and git's excludes name.

    The rules are ripgrep's. Those that are no regular files are not waited for: then nothing is passed over.
    """

    def __new__(cls, folder: str) -> IgnoreRules: ...
    def ignores(self, path: str, folder: bool) -> bool:
        """Whether ``path``, relative to the folder, is passed over; ``folder``: it is one itself."""

def yaml_read(data: bytes) -> tuple[list[YamlScalar | YamlSequence | YamlMapping], tuple[str, int] | None]:
    """The roots of a YAML text in UTF-8 up to its first error, and that error: what is wrong, and the offset in bytes.

    What libyaml takes is taken, with its words for what it refuses; bounds are 200 levels and 4,000,000
    nodes. Raises ValueError for what is no UTF-8.
    """

def yaml_scalars(node: YamlScalar | YamlSequence | YamlMapping) -> list[YamlScalar]:
    """All scalars of the text that ``node`` is in, in their order."""

@disjoint_base
class YamlNode:
    """A node of a YAML text. Equal to another object of the same node, which aliases lead to."""

    @property
    def start(self) -> int:
        """Where it begins, in bytes, with its anchor and tag."""
    @property
    def end(self) -> int:
        """Where it ends; 0 of a list or mapping without brackets, which ends with what is last in it."""
    @property
    def tag(self) -> str:
        """Its tag as it is meant, or ``""``."""
    @property
    def anchored(self) -> bool:
        """Whether an anchor names it."""
    @property
    def style(self) -> str:
        """A scalar's quote, ``|`` or ``>``, of a list or mapping ``{`` for one in brackets; else empty."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class YamlScalar(YamlNode):
    """A scalar."""

    @property
    def value(self) -> str:
        """Its text."""
    @property
    def encoded(self) -> bytes:
        """Its text in UTF-8."""
    @property
    def content(self) -> int:
        """Where it begins without its anchor and tag."""
    @property
    def parent_indent(self) -> int:
        """The column of the list or key that holds it, -1 where nothing does."""
    def mapped(self) -> tuple[bytes, bytes, bytes, dict[int, int]]:
        """Its text; where each piece begins in that and in the file, as an array of C's unsigned ints; by number
        the pieces that the file has otherwise, with their ends.
        """

@final
class YamlSequence(YamlNode):
    """A list."""

    __match_args__: Final = ("items",)
    def __new__(cls, items: list[YamlScalar | YamlSequence | YamlMapping], start: int = 0) -> YamlSequence: ...
    @property
    def items(self) -> list[YamlScalar | YamlSequence | YamlMapping]:
        """Its items, of an alias what it stands for."""
    @property
    def aliases(self) -> dict[int, tuple[int, int]]:
        """By the number of an item where the alias stands that it is."""
    def without_last(self) -> YamlSequence:
        """The items that are complete, where reading stopped somewhere in this list."""

@final
class YamlPair:
    """A key and its value as they stand in a mapping; ``alias`` is where an alias stands for the value."""

    @property
    def key(self) -> YamlScalar | YamlSequence | YamlMapping: ...
    @property
    def value(self) -> YamlScalar | YamlSequence | YamlMapping: ...
    @property
    def alias(self) -> tuple[int, int] | None: ...

@final
class YamlMapping(YamlNode):
    """A mapping. Without arguments an empty one."""

    __match_args__: Final = ("values", "keys")
    def __new__(cls) -> YamlMapping: ...
    @property
    def values(self) -> dict[str, YamlScalar | YamlSequence | YamlMapping]:
        """By key the values, of a repeated key the last; what has a key that is no scalar is left out."""
    @property
    def keys(self) -> dict[str, YamlScalar]:
        """The keys of ``values``."""
    @property
    def pairs(self) -> list[YamlPair]:
        """All of it as it stands."""
    def text(self, key: str) -> str:
        """The value of ``key`` where that is a scalar, or ``""``."""

@final
class YamlResources(Iterator[tuple[YamlMapping, str]]):
    """The mappings in ``roots``, of one text, whose ``kind`` is one of ``kinds``, with that, each once.

    In ``items`` of a mapping of a kind that ends in ``List`` it is the kind of what names none. What is in a mapping that came is
    passed over until ``enter`` asks for it.
    """

    def __new__(cls, roots: list[YamlScalar | YamlSequence | YamlMapping], kinds: list[str]) -> YamlResources: ...
    def __iter__(self) -> YamlResources: ...
    def __next__(self) -> tuple[YamlMapping, str]: ...
    def enter(self) -> None:
        """Goes on inside of the mapping that came last."""

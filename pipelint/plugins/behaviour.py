"""What a plugin does with events and records: the words of plugin files, and what a run asks of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any  # Compiled code.

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field


class Tags(Enum):
    """Which tags the events of an input have."""

    NONE = "none"  # it emits no events
    GIVEN = "given"  # that of its parameter `tag`
    ASKED = "asked"  # the same; without a `tag` it emits no events
    PATH = "path"  # the same; a * in it stands for the file's path with dots
    BELOW = "below"  # that of `tag`, and more after a dot
    PRIORITY = "priority"  # that of `tag`, and the facility and severity of a syslog message
    EXTENDED = "extended"  # that of `tag`, and perhaps more
    SENDER = "sender"  # those of whoever sends the events
    OWN_OR_SENDER = "own-or-sender"  # that of `tag`; without it, or with a `tag_prefix`, those of whoever sends
    UNKNOWN = "unknown"


class Passes(Enum):
    """Which events come out of a filter."""

    ALL = "all"  # each, once
    CHOSEN = "chosen"  # those that their record or the config decides for: the same event always fares alike
    SOME = "some"  # those that a rate or a count decides for
    JOINED = "joined"  # several become one
    SPLIT = "split"  # one becomes several
    NONE = "none"
    UNKNOWN = "unknown"


class Narrows(Enum):
    """What later stages may still find in the records that pass a filter."""

    NOTHING = "nothing"  # whatever they ask for, in the keys that it does not set
    SET_KEYS = "set-keys"  # the same, but in the keys that it sets from its own parameters
    UNKNOWN = "unknown"


class Sends(Enum):
    """Where the events of an output go."""

    AWAY = "away"  # to no other stage
    RELABELLED = "relabelled"  # again to the router, under the same tag, to its label
    REWRITTEN = "rewritten"  # again to the router, under the tags that its rules give
    PREFIXED = "prefixed"  # again to the router, under the tag with a prefix taken off or put before it
    EACH_STORE = "each-store"  # to all of its stores
    ONE_STORE = "one-store"  # to one of its stores
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Events:
    """What a plugin does with events; ``docs/plugins.md`` says what each means."""

    tags: Tags = Tags.UNKNOWN
    outside: bool = True
    passes: Passes = Passes.UNKNOWN
    narrows: Narrows = Narrows.UNKNOWN
    errors: str = ""
    timeout_label: str = ""
    sends: Sends = Sends.UNKNOWN
    retry_tag: str = ""
    matches_all: bool = False
    no_fields: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """What a plugin does with records: keys, and parameters (``..._by``, ``opaque_...``, ``reads``) that name keys.

    ``opaque``: which keys a record has after it is not said here. ``in_place``: it may change the very record that it gets.
    """

    opaque: bool = True
    in_place: bool = True
    same_keys: bool = False
    sets: tuple[str, ...] = ()
    may_set: tuple[str, ...] = ()
    sets_by: Mapping[str, str] = field(default_factory=dict)
    may_set_by: tuple[str, ...] = ()
    sets_else: tuple[str, ...] = ()
    captures: bool = False
    opaque_with: tuple[str, ...] = ()
    opaque_without: tuple[str, ...] = ()
    reads: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Measure:
    """What makes a plugin work on one machine alone; ``docs/plugins.md`` says what each means. Values are templates."""

    feed: str = ""
    tcp_with: Mapping[str, str] = field(default_factory=dict)
    sink: str = ""
    set: Mapping[str, str] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    writes: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Plugin:
    """A plugin as its file says it.

    ``holds`` are its parameters (``section/name`` inside a section) by what they hold; ``unique`` those whose value may stand
    in a config once alone. ``in_memory``: it has a buffer in memory unless the config says otherwise. ``flat`` are the sections
    that it makes of flat parameters of Fluentd 0.12, ``flat_own`` such parameters that it reads itself too. ``counterparts`` are
    plugins of other engines (``engine/kind-name``) with what differs.
    ``regex_places`` are its parameters and sections that hold a regex or grok pattern.
    ``images`` are those that bring it, where the engine itself does not.
    ``cost`` is its table of that name, expressions compiled. ``measure`` is None where the file says nothing of it.
    """

    name: str = ""
    about: str = ""
    link: str = ""
    events: Events = Events()
    records: Records = Records()
    holds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unique: tuple[str, ...] = ()
    in_memory: bool = False
    runs_ruby: bool = False
    flat: Mapping[str, str] = field(default_factory=dict)
    flat_own: tuple[str, ...] = ()
    regex_places: frozenset[str] = frozenset()
    cost: Mapping[str, Any] | None = None
    measure: Measure | None = None
    counterparts: Mapping[str, str] = field(default_factory=dict)
    images: tuple[str, ...] = ()


UNKNOWN = Plugin()
"""What is known of a plugin without a file."""


def plugin_from(said: Mapping[str, Any]) -> Plugin:
    """The plugin that a line of the index tells of."""
    holds = said.get("holds", {})
    return Plugin(
        said["name"],
        said["about"],
        said["link"],
        _events(said["events"]) if "events" in said else UNKNOWN.events,
        Records(**_fields(said["records"])) if "records" in said else UNKNOWN.records,
        holds,
        tuple(said.get("unique", ())),
        said.get("in_memory", False),
        said.get("runs_ruby", False),
        said.get("flat", {}),
        tuple(said.get("flat_own", ())),
        frozenset(name.split("/")[0] for what in ("regex", "grok") for name in holds.get(what, ())),
        said.get("cost"),
        Measure(**_fields(said["measure"])) if "measure" in said else None,
        said.get("counterparts", {}),
        tuple(said.get("images", ())),
    )


def _events(said: Mapping[str, Any]) -> Events:
    return Events(
        Tags(said.get("tags", "unknown")),
        said.get("outside", True),
        Passes(said.get("passes", "unknown")),
        Narrows(said.get("narrows", "unknown")),
        said.get("errors", ""),
        said.get("timeout_label", ""),
        Sends(said.get("sends", "unknown")),
        said.get("retry_tag", ""),
        said.get("matches_all", False),
        said.get("no_fields", False),
    )


def _fields(said: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}

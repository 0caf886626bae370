"""What was proved about the ways of events: stages that nothing reaches, events that nothing takes, ways that never end."""

from __future__ import annotations

from collections.abc import Mapping

from pipelint.base.lean.enum import Enum
from pipelint.base.lean.record import dataclass, field
from pipelint.base.text.document import Place


class Why(Enum):
    """Why no event reaches a filter or an output."""

    TAKEN = "taken"  # outputs before it take them
    REST = "rest"  # an output for what others leave, and they leave nothing of what is sent today
    NO_TAG = "no tag"  # events come to its label, none with such a tag
    LABEL = "label"  # nothing comes to its label
    WORKERS = "workers"  # they are in other worker processes


@dataclass(frozen=True, slots=True)
class Unreached:
    """Why no event reaches a stage.

    ``way`` are the stages that its events would pass (a source, then what sends them on); for NO_TAG those that send events
    with other tags to its label. ``takers`` the outputs that take
    them first, ``tag`` is one of the tags (empty where no single one is known).
    """

    why: Why
    way: tuple[int, ...] = ()
    takers: tuple[int, ...] = ()
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """Events that no output takes: ``way`` ends with the stage that emits them to ``label``, ``place`` is where that is said.

    ``tags`` are some of their tags, empty where they cannot be listed; ``whole`` says that no output takes any of the emission,
    ``open`` that it depends on names of files whether any of these tags is there.
    """

    way: tuple[int, ...]
    place: Place
    label: str
    tags: tuple[str, ...]
    whole: bool
    open: bool = False


@dataclass(frozen=True, slots=True)
class Loop:
    """Outputs that send an event round for ever: the last of ``stages`` sends it back to the first.

    ``way`` leads to the first of them, ``tag`` is a tag to start with (perhaps empty). ``dropped``: it goes round once, and is
    dropped then.
    """

    way: tuple[int, ...]
    stages: tuple[int, ...]
    tag: str
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Retagging:
    """A rule by which an output gives events new tags: those whose ``key`` meets ``pattern`` get what ``tag`` says.

    ``keeps_tag``: the new tag is the old one. ``literal`` are placeholders that stay in the tag as they are written,
    ``empty`` those that become nothing. ``covered_by`` is where the rule before it stands that takes all that this one could,
    ``twin`` where one stands that asks exactly the same.
    """

    key: str
    pattern: str
    tag: str
    keeps_tag: bool
    literal: tuple[str, ...]
    empty: tuple[str, ...]
    place: Place
    covered_by: Place | None
    twin: Place | None


@dataclass(frozen=True, slots=True)
class Proofs:
    """All that was proved about one graph; ``unreached`` and ``retaggings`` by the stage's index.

    ``whole`` says that the config is all there is: then what it does not send, nothing sends.
    ``flows`` says that events of some source end in an output of it.
    """

    unreached: Mapping[int, Unreached] = field(default_factory=dict)
    unmatched: tuple[Unmatched, ...] = ()
    loops: tuple[Loop, ...] = ()
    retaggings: Mapping[int, tuple[Retagging, ...]] = field(default_factory=dict)
    whole: bool = False
    flows: bool = False

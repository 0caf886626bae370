"""TrafficProfile: what the cost model must know of the traffic, as a config does not say it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pipelint.base.lean.record import dataclass

# What a container runtime writes around an application's line: Docker's JSON (json-file driver) and CRI's prefix.
_DOCKER_FRAME = '{"log":"\\n","stream":"stderr","time":"2021-12-31T18:31:41.000694219Z"}'
_CRI_FRAME = "2021-12-31T18:31:41.000694219Z stdout F "


@dataclass(frozen=True, slots=True)
class BranchShare:
    """What is known of one branch: ``share`` of the events that come to it take it (0 to 1).

    ``tag`` is a tag pattern as a Fluentd config has it, ``condition`` the condition of an ``if`` of a Logstash one; the other
    is empty.
    """

    tag: str
    condition: str
    share: float


@dataclass(frozen=True, slots=True)
class StageTraffic:
    """What a running pipeline's statistics say of a stage: ``pipelint stats --profile`` writes it.

    ``kind`` (``source``, ``filter``, ``output``), ``plugin`` and ``id`` say which stage; ``pipeline`` is Logstash's. ``events``
    come to it for each line that enters the config (of a source: the share of the lines that it reads), ``us``: µs of CPU
    that each of them takes there. None is not known.
    """

    pipeline: str
    kind: str
    plugin: str
    id: str
    events: float | None = None
    us: float | None = None


@dataclass(frozen=True, slots=True)
class TrafficProfile:
    """Traffic in numbers. Shares are of events (0 to 1); the defaults are what a node's log collector meets at full load.

    ``line_bytes``: bytes of a raw line with the runtime's frame (250: the measured middle).
    ``runtime``: who frames container lines, ``docker`` or ``cri``.
    ``lines``: which lines are framed: ``auto`` those under a container log path, ``container`` all, ``plain`` none.
    ``app_fields``: keys of a structured application message (7: the measured JSON logger).
    ``nested_fields``: how many of them are inside others (0: flat).
    ``app_keys``: their names where known; else a time key counts as there when the config names it.
    ``continuation``: lines that continue the line before, such as stack traces (0.1: the measured article's).
    ``partial``: container lines that the runtime split at 16 KiB (0: rare).
    ``miss``: lines that the input's parser does not match (0.001: each one costs a warning, so more would be noticed).
    ``app_miss``: messages that a parser filter does not match (0.001: for the same reason).
    ``kept``: events that a grep filter keeps (1: nothing is known, and keeping all is the dearer side).
    ``alternatives``: of patterns or rules that are tried in turn, the share that each takes; empty: all alike.
    ``lines_per_read``: lines that tail reads at once (1000: it lags behind, which is when capacity matters).
    ``message_events``: events in one message of the forward protocol (1000: what fluentd and fluent-bit send when busy).
    ``sender_tag_parts``: parts between dots of tags that senders choose (6: a container log's, as fluent-bit sends it on).
    ``distinct_times``: lines whose time stamp differs from the last two (1: stamps with fractions of a second).
    ``second_times``: the same for stamps in whole seconds (0.001: 1,000 lines a second).
    ``chunk_events``: events in one buffer chunk (1000: the smallest that flushes each second would write when busy).
    ``new_files``, ``new_pods``: files and pods that appear, per line (0: they live long).
    ``in_cluster``: whether the Kubernetes API can be found from the environment where no URL is set.
    ``text_bytes``: the main text field of a structured event (0: a third of the line).
    ``holds``: events for which any one condition of an ``if`` holds (None: see ``pipelint.cost.events.branches``).
    ``grok_miss``: events that no pattern of a grok filter matches (0.05: it only costs a tag, so it stays unnoticed).
    ``rejected``: failing patterns that the regex engine gives up at once, as text that they need is missing (0.5: unknown).
    ``uncached``: look-ups, of user agents, that a cache has not seen (0.01: few programs send most requests).
    ``gzip_text``: how hard the text is to compress, against log messages of words and templates (1).
    ``elements``: events that a ``split`` filter makes of one (5: the measured ones).
    ``events_per_second``: lines that one process has to manage (0: not known; only judged, it changes no cost).
    ``branches``: what is known of single branches, by tag pattern or condition.
    ``stages``: what was measured of single stages where the config runs.
    ``given``: which of these figures are known, and not assumed.
    """

    line_bytes: float = 250.0
    runtime: str = "docker"
    lines: str = "auto"
    app_fields: float = 7.0
    nested_fields: float = 0.0
    app_keys: tuple[str, ...] | None = None
    continuation: float = 0.1
    partial: float = 0.0
    miss: float = 0.001
    app_miss: float = 0.001
    kept: float = 1.0
    alternatives: tuple[float, ...] = ()
    lines_per_read: float = 1000.0
    message_events: float = 1000.0
    sender_tag_parts: float = 6.0
    distinct_times: float = 1.0
    second_times: float = 0.001
    chunk_events: float = 1000.0
    new_files: float = 0.0
    new_pods: float = 0.0
    in_cluster: bool = True
    text_bytes: float = 0.0
    holds: float | None = None
    grok_miss: float = 0.05
    rejected: float = 0.5
    uncached: float = 0.01
    gzip_text: float = 1.0
    elements: float = 5.0
    events_per_second: float = 0.0
    branches: tuple[BranchShare, ...] = ()
    stages: tuple[StageTraffic, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def frame_keys(self) -> tuple[str, ...]:
        """The keys of Docker's frame."""
        return ("log", "stream", "time")

    @property
    def frame_bytes(self) -> float:
        """Bytes of a framed line that are not the application's."""
        return float(len(_DOCKER_FRAME if self.runtime == "docker" else _CRI_FRAME))

    @property
    def message_bytes(self) -> float:
        """Bytes of the application's message in a framed line; at least one."""
        return max(1.0, self.line_bytes - self.frame_bytes)


# Said with every estimate, not settable, or both.
_UNSAID = frozenset({"line_bytes", "runtime", "lines", "branches", "stages", "holds", "given"}) | frozenset(
    {"new_files", "new_pods", "in_cluster", "events_per_second"}
)


class NotedTraffic:
    """Stands for a profile, and notes which of its figures an estimate asks for."""

    def __init__(self, profile: TrafficProfile) -> None:
        self.profile = profile
        self._names: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self._names.add(name)
        return getattr(self.profile, name)

    @property
    def asked(self) -> frozenset[str]:
        """The names of the figures that were asked for."""
        return frozenset(self._names)

    def words(self) -> str:
        """The figures that were asked for, by the names of their settings: ``app-fields 7, continuation 0.1``; may be empty.

        What is zero or not known changes nothing, and is left out.
        """
        names = [name for name in self.profile.__slots__ if name in self._names - _UNSAID]
        values = [(name.replace("_", "-"), getattr(self.profile, name)) for name in names]
        return ", ".join(f"{name} {_shown(value)}" for name, value in values if value)


class Figures:
    """A traffic profile with those figures that a sample shows of one stage; the others are asked of the profile itself."""

    def __init__(self, rest: TrafficProfile, known: Mapping[str, object]) -> None:
        self._rest, self._known = rest, known
        self.assumed = False

    def __getattr__(self, name: str) -> object:
        if name in self._known:
            known = self._known[name]
            # What takes long to find out is asked of the sample when it is wanted.
            if not callable(known):
                return known
            if (found := known()) is not None:
                return cast("object", found)
        if name in ("frame_keys", "frame_bytes", "message_bytes"):
            framed = TrafficProfile(*map(self.__getattr__, ("line_bytes", "runtime")))  # type: ignore[arg-type]
            return getattr(framed, name)
        self.assumed = True
        return getattr(self._rest, name)


def _shown(value: float | tuple[object, ...]) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else f"{value:,.6g}"


SMALL = TrafficProfile(line_bytes=120.0, app_fields=4.0, continuation=0.0)
MEDIUM = TrafficProfile()
LARGE = TrafficProfile(line_bytes=1024.0, app_fields=20.0, continuation=0.2)
PRESETS = {"small": SMALL, "medium": MEDIUM, "large": LARGE}

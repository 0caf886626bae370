"""Which settings there are: names, types, ranges, meanings. The reader, the JSON schema and ``init`` follow this table."""

from __future__ import annotations

from pipelint.base.lean.record import dataclass
from pipelint.engines.registry import ENGINES


@dataclass(frozen=True, slots=True)
class Text:
    """A string; one of ``choices`` where there are any."""

    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """An integer or float from ``low`` to ``high``, both included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Switch:
    """true or false."""


@dataclass(frozen=True, slots=True)
class Listed:
    """An array of ``item``; a single value stands for an array of it alone."""

    item: Text | Number


@dataclass(frozen=True, slots=True)
class MapOf:
    """A table with any keys, whose values are all alike."""

    item: Text | Listed


@dataclass(frozen=True, slots=True)
class Table:
    """A table with known keys."""

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Tables:
    """An array of tables with known keys."""

    keys: tuple[Key, ...]


Type = Text | Number | Switch | Listed | MapOf | Table | Tables


@dataclass(frozen=True, slots=True)
class Key:
    """One setting: its name, its type, what it is, and an example for the file that ``init`` writes."""

    name: str
    type: Type
    meaning: str
    example: str = ""


SHARE = Number(0, 1)
SEVERITIES = Text(("info", "warning", "error"))

TRAFFIC = (
    Key("preset", Text(("small", "medium", "large")), "what the other keys of this table start from", '"medium"'),
    Key("line-bytes", Number(1, 1_000_000), "bytes of a raw log line on average, with the container runtime's frame", "250"),
    Key("runtime", Text(("docker", "cri")), "who frames container lines", '"cri"'),
    Key("lines", Text(("auto", "container", "plain")), "which lines are framed: those under a container log path, all, none"),
    Key("events-per-second", Number(0, 1e9), "lines that one process has to manage per second", "5000"),
    Key("continuation", SHARE, "share of lines that continue the line before, such as stack traces", "0.1"),
    Key("partial", SHARE, "share of container lines that the runtime split at 16 KiB"),
    Key("miss", SHARE, "share of lines that the input's parser does not match", "0.001"),
    Key("app-miss", SHARE, "share of messages that a parser filter does not match"),
    Key("grok-miss", SHARE, "share of events that no pattern of a grok filter matches", "0.05"),
    Key("kept", SHARE, "share of events that a grep filter keeps"),
    Key("holds", SHARE, "share of events for which any one condition of an if holds"),
    Key("app-fields", Number(0, 1000), "keys of a structured application message"),
    Key("app-keys", Listed(Text()), "names of the keys of a structured application message"),
    Key("text-bytes", Number(0, 1_000_000), "bytes of the main text field of a structured event"),
    Key("alternatives", Listed(SHARE), "of a parser with several patterns, the share that each matches"),
    Key("lines-per-read", Number(1, 1_000_000), "lines that tail reads at once"),
    Key("message-events", Number(1, 1_000_000), "events in one message of the forward protocol"),
    Key("chunk-events", Number(1, 1e9), "events in one buffer chunk"),
    Key("distinct-times", SHARE, "share of lines whose time stamp differs from the two before"),
    Key("second-times", SHARE, "the same for stamps in whole seconds"),
    Key("elements", Number(0, 1_000_000), "events that a split filter makes of one"),
    Key("uncached", SHARE, "share of look-ups that a cache has not seen"),
    Key(
        "branches",
        Tables((
            Key("tag", Text(), "a tag pattern, as in <match>"),
            Key("condition", Text(), "the condition of an if, as it stands there"),
            Key("share", SHARE, "the share of events that take it"),
        )),
        "shares of single branches, by tag pattern (Fluentd) or condition (Logstash)",
    ),
)

SETTINGS = (
    Key("select", Listed(Text()), "only these rules: codes, beginnings of codes, names", '["FD", "RX"]'),
    Key("ignore", Listed(Text()), "not these rules", '["FD150"]'),
    Key("fail-on", Text(("info", "warning", "error", "never")), "from which severity on findings fail a run", '"warning"'),
    Key("exclude", Listed(Text()), "files that are not checked, as globs relative to this file", '["charts/**"]'),
    Key("rules", Listed(Text()), "folders of your own rule pages", '["lint-rules"]'),
    Key("plugins", Listed(Text()), "folders of plugin files: plugins of your own, or to be seen otherwise", '["lint-plugins"]'),
    Key("baseline", Text(), "a file of known findings, which do not count", '"pipelint-baseline.json"'),
    Key(
        "allow-outside",
        Listed(Text()),
        "files and folders outside of the project that configs may include; only in a file that --config names",
    ),
    Key("severity", MapOf(SEVERITIES), "another severity for a rule", 'FD140 = "info"'),
    Key("per-file-ignores", MapOf(Listed(Text())), "rules that are not asked in some files", '"legacy/**" = ["FD5"]'),
    Key(
        "target-version",
        Table(tuple(
            Key(name, Text(), f"the version of {line.title}", f'"{line.version}"') for name, line in ENGINES.lines.items()
        )),
        "which versions of the engines run the configs",
    ),
    Key("traffic", Table(TRAFFIC), "what a config cannot say: the traffic that it will meet"),
    Key(
        "budget",
        Table((
            Key("min-events-per-cpu", Number(0, 1e9), "events/s per CPU that every config has to reach", "10000"),
            Key("max-slowdown", Number(0, 100), "per cent of its events/s per CPU that a change may cost (pipelint diff)", "10"),
        )),
        "limits that fail a run",
    ),
    Key(
        "cost-model",
        Table((
            Key("model", Text(), "a file with coefficients fitted by `pipelint calibrate fit`"),
            Key("scale", Number(0.01, 100), "speed of your CPU against the measured one (2.0: twice as fast)", "1.0"),
            Key("cpu-limit", Text(), "the container's CPU limit, as in Kubernetes", '"500m"'),
        )),
        "how costs become time",
    ),
)

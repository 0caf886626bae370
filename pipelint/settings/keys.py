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
    """An array of tables with known keys: each has ``needed``, and one of ``of_these``, or none if that is ``optional``."""

    keys: tuple[Key, ...]
    needed: str
    of_these: tuple[str, ...]
    optional: bool = False


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
    Key("preset", Text(("small", "medium", "large")), "preset that the other keys of this table override", '"medium"'),
    Key("line-bytes", Number(1, 1_000_000), "average bytes of a raw log line, with the container runtime's prefix", "250"),
    Key("runtime", Text(("docker", "cri")), "container runtime that writes the logs", '"cri"'),
    Key(
        "lines",
        Text(("auto", "container", "plain")),
        "lines with the runtime's prefix: auto (by log path), container (all), plain (none)",
    ),
    Key("events-per-second", Number(0, 1e9), "lines per second that have to be handled", "5000"),
    Key("continuation", SHARE, "share of lines that continue the previous line, such as stack traces", "0.1"),
    Key("partial", SHARE, "share of container lines that the runtime splits at 16 KiB"),
    Key("miss", SHARE, "share of lines that the input's parser fails to match", "0.001"),
    Key("app-miss", SHARE, "share of messages that a parser filter fails to match"),
    Key("grok-miss", SHARE, "share of events that no pattern of a grok filter matches", "0.05"),
    Key("kept", SHARE, "share of events that a grep filter keeps"),
    Key("holds", SHARE, "share of events for which a single condition of an if is true"),
    Key("app-fields", Number(0, 1000), "keys of a structured application message"),
    Key("nested-fields", Number(0, 1000), "keys of a structured application message that are inside others"),
    Key("app-keys", Listed(Text()), "names of the keys of a structured application message"),
    Key("text-bytes", Number(0, 1_000_000), "bytes of the main text field of a structured event"),
    Key("alternatives", Listed(SHARE), "share of events that each pattern of a parser with several patterns matches"),
    Key("lines-per-read", Number(1, 1_000_000), "lines that tail reads in one batch"),
    Key("message-events", Number(1, 1_000_000), "events in one message of the forward protocol"),
    Key("sender-tag-parts", Number(1, 100), "parts between dots of tags that senders choose"),
    Key("rejected", SHARE, "share of failing grok patterns that the regex engine gives up at once"),
    Key("chunk-events", Number(1, 1e9), "events in one buffer chunk"),
    Key("distinct-times", SHARE, "share of lines whose timestamp differs from the previous two"),
    Key("second-times", SHARE, "the same for timestamps in whole seconds"),
    Key("elements", Number(0, 1_000_000), "events that a split filter makes from one event"),
    Key(
        "gzip-text",
        Number(0.1, 10),
        "how hard messages are to compress: 0.7 if they repeat themselves, 2 for numbers and random text",
    ),
    Key("uncached", SHARE, "share of look-ups that miss a cache"),
    Key(
        "branches",
        Tables(
            (
                Key("tag", Text(), "a tag pattern, as in <match>"),
                Key("condition", Text(), "the condition of an if, as written in the config"),
                Key("share", SHARE, "the share of events that take this branch"),
            ),
            "share",
            ("tag", "condition"),
        ),
        "share of events per branch, by its tag pattern or condition",
    ),
    Key(
        "stages",
        Tables(
            (
                Key("pipeline", Text(), "its pipeline, where the engine has several"),
                Key("kind", Text(("source", "filter", "output")), "what kind of plugin it is"),
                Key("plugin", Text(), "its plugin"),
                Key("id", Text(), "its id; without one that the config has, plugins count in the order of the config"),
                Key("events", Number(0, 1e6), "events that come to it for each line that enters"),
                Key("us", Number(0, 1e9), "µs of CPU that each of these takes there"),
            ),
            "plugin",
            (),
        ),
        "what was measured of single plugins; `pipelint stats --profile` writes it",
    ),
    Key(
        "samples",
        Tables(
            (
                Key("file", Text(), "a file of log lines, relative to this file"),
                Key("tag", Text(), "the tag of the source that reads such lines, or that their senders choose"),
                Key("path", Text(), "the file that the source reads them from, or its path as in the config"),
                Key("id", Text(), "the id of the source"),
                Key("input", Text(), "the plugin of the source"),
            ),
            "file",
            ("tag", "path", "id", "input"),
            optional=True,
        ),
        "sample lines: what they show counts before the other keys",
    ),
)

SETTINGS = (
    Key("extend", Text(), "settings file whose settings hold unless this one says otherwise", '"../pipelint.toml"'),
    Key("select", Listed(Text()), "rules to run: codes, prefixes, names; pedantic adds those that are off", '["FD", "RX"]'),
    Key("extend-select", Listed(Text()), "rules to run beside those that run anyway", '["pedantic"]'),
    Key("ignore", Listed(Text()), "rules to leave out", '["FD150"]'),
    Key("fail-on", Text(("info", "warning", "error", "never")), "lowest severity that fails a run", '"warning"'),
    Key("exclude", Listed(Text()), "files to leave out, as globs relative to this file", '["charts/**"]'),
    Key("rules", Listed(Text()), "folders of your own rule pages", '["lint-rules"]'),
    Key("plugins", Listed(Text()), "folders of your own plugin files, which also override pipelint's", '["lint-plugins"]'),
    Key("baseline", Text(), "baseline file: findings listed in it do not count", '"pipelint-baseline.json"'),
    Key(
        "allow-outside",
        Listed(Text()),
        "files and folders outside the project that configs may include; only in a file given with --config",
    ),
    Key("severity", MapOf(SEVERITIES), "severity of single rules", 'FD140 = "info"'),
    Key("per-file-ignores", MapOf(Listed(Text())), "rules to leave out for some files", '"legacy/**" = ["FD5"]'),
    Key(
        "target-version",
        Table(
            tuple(Key(name, Text(), f"the version of {line.title}", f'"{line.version}"') for name, line in ENGINES.lines.items())
        ),
        "versions of the engines that run the configs",
    ),
    Key("traffic", Table(TRAFFIC), "expected traffic, which a config cannot tell"),
    Key(
        "budget",
        Table(
            (
                Key("min-events-per-cpu", Number(0, 1e9), "events/s per CPU that every config must reach", "10000"),
                Key(
                    "max-slowdown", Number(0, 100), "greatest slowdown in per cent that a change may cause (pipelint diff)", "10"
                ),
            )
        ),
        "limits that fail a run",
    ),
    Key(
        "cost",
        Table((Key("core-hour", Number(0, 1e6), "price of a CPU core for an hour, in any currency", "0.04"),)),
        "what capacity costs (pipelint estimate --rate)",
    ),
    Key(
        "cost-model",
        Table(
            (
                Key("model", Text(), "file with coefficients fitted by `pipelint calibrate fit`"),
                Key("scale", Number(0.01, 100), "CPU speed relative to the measured machine (2.0: twice as fast)", "1.0"),
                Key("cpu-limit", Text(), "CPU limit of the container, as in Kubernetes", '"500m"'),
            )
        ),
        "conversion of costs into time",
    ),
)

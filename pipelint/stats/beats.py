"""What a Beat says of itself: its lines of metrics (each 30 s, in its log), and what its ``/stats`` answers.

pipelint reads no configs of Beats; they stand before a pipeline, and their rates say what comes to it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from pipelint.graph.stage import Kind, Stage
from pipelint.stats.model import JsonMap, PipelineStats, PluginStats, Snapshot

_SAID = re.compile(r"\b[Nn]on-zero metrics in the last (?P<time>(?:\d{1,6}(?:\.\d{1,9})?(?:h|ms|m|s))+)[:\"]?")
_PART = re.compile(r"([\d.]+)(h|ms|m|s)")
_PAIR = re.compile(r"([\w.]{1,200})=(\d{1,18})(?=[\s\"]|$)", re.ASCII)
_SECONDS = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
# Before 6.0 each output counted under its own name.
_OLD_OUTPUT = re.compile(r"libbeat\.(?P<output>\w+)\.(?:publish\.|published_and_)")


class BeatsMonitor:
    """Reads both; what a line of metrics counts was counted since the line before."""

    paths = ("/stats",)

    def snapshot(self, answer: JsonMap) -> Snapshot | None:
        """The statistics in an answer of ``/stats`` (its setting ``http.enabled``), since the Beat's start."""
        if not isinstance(answer.get("libbeat"), dict):
            # A log of one line is an object, too.
            return self.text(json.dumps(answer)) if "monitoring" in answer else None
        metrics: Counter[str] = Counter()
        words: dict[str, str] = {}
        _flatten(answer, "", metrics, words)
        uptime = metrics["beat.info.uptime.ms"]
        return _snapshot(metrics, words, uptime / 1000 if uptime else None)

    def writers(self, stage: Stage, parts: Sequence[Stage]) -> int | None:
        """None: pipelint reads no config of it."""

    def text(self, text: str) -> Snapshot | None:
        """The statistics in a log: all its lines of metrics together."""
        total: Counter[str] = Counter()
        words: dict[str, str] = {}
        seconds = 0.0
        for line in text.split("\n"):
            found = _SAID.search(line)
            if found is None:
                continue
            seconds += sum(float(number) * _SECONDS[unit] for number, unit in _PART.findall(found["time"]))
            _read(line, found.end(), total, words)
        return _snapshot(total, words, seconds) if seconds else None


def _read(line: str, after: int, total: Counter[str], words: dict[str, str]) -> None:
    """Adds the metrics of a line: of JSON logging, of JSON after the message, or ``name=value`` as before 6.1."""
    start = 0 if line.lstrip().startswith("{") else line.find("{", after)
    if start < 0:
        total.update({name: int(value) for name, value in _PAIR.findall(line, after)})
        return
    try:
        said = json.loads(line[start:])
    except (ValueError, RecursionError):
        return
    monitoring = said.get("monitoring") if isinstance(said, dict) else None
    metrics = monitoring.get("metrics") if isinstance(monitoring, dict) else None
    if isinstance(metrics, dict):
        _flatten(metrics, "", total, words)


def _flatten(of: Mapping[str, object], before: str, total: Counter[str], words: dict[str, str]) -> None:
    for name, value in of.items():
        if isinstance(value, dict) and before.count(".") < 8:
            _flatten(value, f"{before}{name}.", total, words)
        elif isinstance(value, str):
            words[before + name] = value
        elif isinstance(value, int) and not isinstance(value, bool):
            total[before + name] += value


def _snapshot(metrics: Counter[str], words: Mapping[str, str], seconds: float | None) -> Snapshot:
    """The events that it took, and what became of them at its output."""
    old = next((found["output"] for name in metrics if (found := _OLD_OUTPUT.match(name))), "")
    events, output = "libbeat.pipeline.events", "libbeat.output.events"
    if old:
        own = f"libbeat.{old}"
        went = metrics[f"{own}.published_and_acked_events"]
        refused = metrics[f"{own}.published_but_not_acked_events"]
        sent = metrics[f"{own}.publish.write_bytes"]
        sender = PluginStats(Kind.OUTPUT, old, "", went + refused, went, refused=refused, bytes=sent)
        taken = published = metrics["libbeat.publisher.published_events"]
    else:
        sender = PluginStats(
            Kind.OUTPUT,
            words.get("libbeat.output.type", "output"),
            "",
            metrics[f"{output}.total"],
            metrics[f"{output}.acked"],
            refused=metrics[f"{output}.failed"],
            dropped=metrics[f"{output}.dropped"] + metrics[f"{events}.dropped"],
            bytes=metrics["libbeat.output.write.bytes"],
        )
        taken, published = metrics[f"{events}.total"], metrics[f"{events}.published"]
    inputs = PluginStats(Kind.SOURCE, "inputs", "", taken, published)
    pipeline = PipelineStats("", (inputs, sender), came=taken, went=sender.went)
    return Snapshot("beats", words.get("beat.info.version", ""), (pipeline,), seconds)

"""The sink that a plugin file names."""

from __future__ import annotations

from pipelint.measure.sinks.base import Manners, Sink
from pipelint.measure.sinks.http import BulkSink, ClusterSink, HttpSink, ObjectSink
from pipelint.measure.sinks.kafka import KafkaSink
from pipelint.measure.sinks.stream import ForwardSink, LineSink

SINKS: dict[str, type[Sink]] = {
    "bulk": BulkSink,
    "forward": ForwardSink,
    "http": HttpSink,
    "kafka": KafkaSink,
    "kubernetes": ClusterSink,
    "lines": LineSink,
    "s3": ObjectSink,
}


def make_sink(name: str, manners: Manners) -> Sink:
    """A sink that listens. Raises OSError."""
    # What metadata are asked of is no output, and always well.
    return SINKS[name](Manners() if SINKS[name] is ClusterSink else manners)

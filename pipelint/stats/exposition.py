"""Metrics in the text format of Prometheus: a sample a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from pipelint.base.lean.record import dataclass

_LINE = re.compile(
    r"^(?P<name>[a-zA-Z_:][\w:]*)(?:\{(?P<labels>.*)\})?[ \t]+(?P<value>[^\s{}]+)(?:[ \t]+-?\d+)?\r?$", re.ASCII | re.MULTILINE
)
_LABEL = re.compile(r'([a-zA-Z_]\w*)="((?:[^"\\\n]|\\.)*)"', re.ASCII)
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Sample:
    """The value of a metric with these labels."""

    name: str
    labels: Mapping[str, str]
    value: float


def samples(text: str) -> Iterator[Sample]:
    """The samples whose value is a finite number, in the order of the text."""
    for found in _LINE.finditer(text):
        try:
            value = float(found["value"])
        except ValueError:
            continue
        if abs(value) < float("inf"):
            labels = {name: _ESCAPED.sub(_meant, said) for name, said in _LABEL.findall(found["labels"] or "")}
            yield Sample(found["name"], labels, value)


def _meant(escaped: re.Match[str]) -> str:
    return "\n" if escaped[1] == "n" else escaped[1]

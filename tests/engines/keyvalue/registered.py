"""The small language of tests among the engines, as long as a test needs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pipelint.engines.registry import ENGINES, Line, register
from tests.engines.keyvalue.language import NAME


@contextmanager
def keyvalue() -> Iterator[None]:
    """Registers it, and takes it away again."""
    discovery, engine = (f"tests.engines.keyvalue.language:KeyValue{what}" for what in ("Discovery", "Engine"))
    register(NAME, Line("KeyValue", discovery, engine, "1.0", marks=(b"[",)))
    yield
    del ENGINES.lines[NAME]

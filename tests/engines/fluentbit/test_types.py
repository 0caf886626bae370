"""Typed values: what is none yet, as somebody or some program replaces it first."""

from __future__ import annotations

import pytest

from pipelint.base.block import Param
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.engines.fluentbit import types
from pipelint.engines.fluentbit.values import FluentBitValues

PLACE = Place(Document.whole(SourceFile("a.conf", b"")), Span(0, 0))


@pytest.mark.parametrize(
    "text",
    [
        *("%PORT%", "@PORT@", "__PORT__", "<port>", "<your port>", "#{Port}#", "{PORT}", "$(PORT)", "$PORT", "##PORT##"),
        *("[PORT]", "xxxx", "...", "YOUR_PORT", "your-port-here", "CHANGE_ME", "changeme", "REPLACE_WITH_PORT"),
    ],
)
def test_what_somebody_fills_in_is_no_value(text: str) -> None:
    assert types.is_to_fill_in(text)
    assert not FluentBitValues().is_known(Param("port", text, PLACE, PLACE))


@pytest.mark.parametrize("text", ["5", "5 # $PORT", "on", "$PORT/s", "5%", "<5", "[5]", "x", "yours", "1.5M", "a@b"])
def test_a_value_is_one(text: str) -> None:
    assert not types.is_to_fill_in(text)

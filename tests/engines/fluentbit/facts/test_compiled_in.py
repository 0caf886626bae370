"""A plugin of Fluent Bit is compiled in: another one has its name only where a project has one, or had before the engine did."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

INPUT = "[INPUT]\n    Name cpu\n    Tag cpu\n"
DATADOG = "[OUTPUT]\n    Name datadog\n    Match *\n    api_key ${KEY}\n    host_name ${NODE}\n    service web\n    tags env:a\n"
LOKI = (
    "[OUTPUT]\n    Name loki\n    Match *\n    Url http://a\n    BatchWait 1\n    BatchSize 2\n    LineFormat a\n    LogLevel b\n"
)


@pytest.mark.parametrize(
    ("output", "beside", "codes"),
    [
        (DATADOG, {}, ["FB351"] * 4 + ["FB352"]),
        (DATADOG, {"start.sh": "fluent-bit -e /lib/out_datadog.so -c fluent-bit.conf\n"}, []),
        (LOKI, {}, []),
    ],
)
def test_most_names_wrong_make_it_another_plugin(tmp_path: Path, output: str, beside: dict[str, str], codes: list[str]) -> None:
    for name, text in {"fluent-bit.conf": INPUT + output, **beside}.items():
        (tmp_path / name).write_text(text)
    found = check([str(tmp_path)], Settings()).findings
    assert sorted(each.code for each in found if each.code in ("FB351", "FB352")) == codes

"""Configs checked for a release of the engine: what the engine says of them then."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any  # What json gives.

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import check
from pipelint.settings.model import Settings
from tests.each import each
from tests.properties import mostly_slow

DATA = Path(__file__).resolve().parents[1] / "data" / "upgrades"
LOGSTASH = json.loads((DATA / "logstash.json").read_text())
FLUENTD = json.loads((DATA / "fluentd.json").read_text())

# What Fluentd decides by more than what plugins declare.
BY_CODE = {
    "fips": "files that are missing",
    "forward-zstd": "an experimental feature is said in the log",
    "json-ruby": "embedded code",
    "null-value-pattern": "a regexp that is none",
    "out-http-sigv4": "parameters that a method needs",
    "sys-metrics": "a section of <system>",
    "syslog-priority-key": "said in the log when the parameter is there",
    "tail-group": "a section that is not declared",
    "tail-glob-braces": "the value of another parameter",
    "udp-transport": "a section that stands where none is declared",
    "out-buffer": "an output that had another name",
}

SAYS = {
    "LS351": ("unknown", r"the (\w+) (\w+) has no setting (\w+)"),
    "LS355": ("unknown", r"Logstash [\d.]+ comes without the plugin (\w+)"),
    "LS501": ("obsolete", r"the (\w+) (\w+) no longer has (\w+)"),
    "LS502": ("deprecated", r"(?P<setting>\w+) of the (\w+) (\w+) is deprecated"),
}


def findings(file: Path, text: str, engine: str, version: str) -> list[Any]:
    """What a check for a version finds."""
    file.write_text(text)
    report = check([str(file)], Settings(versions={engine: version}, fail_on=None))
    assert not report.problems
    return report.findings


def said(code: str, message: str, expected: list[list[str]]) -> list[str]:
    """A finding in the words of the measurement: what, ``kind/plugin``, the setting where it is of one."""
    word, pattern = SAYS[code]
    found = re.match(pattern, message)
    assert found is not None, message
    if code == "LS355":
        # The message does not name the kind.
        return [word, *(plugin for _, plugin, *rest in expected if not rest and plugin.endswith(f"/{found[1]}"))]
    plugin, kind, setting = (found[2], found[3], found[1]) if code == "LS502" else (found[1], found[2], found[3])
    return [word, f"{kind}/{plugin}", setting]


@pytest.mark.parametrize("release", mostly_slow(["7.17.29", "8.14.3", "9.1.10", "9.5.2"], "9.1.10".__eq__))
@each("case", LOGSTASH, ids=lambda case: case["id"])
def test_settings_that_logstash_refuses_and_deprecates(case: dict[str, Any], release: str, tmp_path: Path) -> None:
    found = findings(tmp_path / "a.conf", case["config"], "logstash", release)
    expected = case["expect"][release]
    assert sorted(said(each.code, each.message, expected) for each in found if each.code in SAYS) == sorted(expected)


def does(found: list[Any]) -> str:
    """What Fluentd does with what is found."""
    codes = {each.code for each in found}
    if codes & {"FD352", "FD354", "FD501"} or any(each.code == "FD353" and each.severity is Severity.ERROR for each in found):
        return "refuses"
    return "warns" if codes & {"FD351", "FD502"} else "starts"


@pytest.mark.parametrize("release", mostly_slow(["1.12.4", "1.16.5", "1.19.3"], "1.16.5".__eq__))
@each("case", [case for case in FLUENTD if case["id"] not in BY_CODE], ids=lambda case: case["id"])
def test_what_fluentd_does_with_a_config(case: dict[str, Any], release: str, tmp_path: Path) -> None:
    assert does(findings(tmp_path / "fluent.conf", case["config"], "fluentd", release)) == case["ran"][release]

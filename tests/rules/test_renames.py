"""Fixes that rename a parameter: where the new name says the same, and is not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Safety
from pipelint.checker import check
from pipelint.checker.trial.trial import edited
from pipelint.settings.model import Settings


def fixes(path: Path, text: str, engine: str, version: str) -> list[tuple[str, Safety]]:
    """The titles of the fixes of what is removed or deprecated, and how safe each is."""
    path.write_text(text)
    findings = check([str(path)], Settings(versions={engine: version} if version else {})).findings
    found = [each.fix for each in findings if each.code in ("FD501", "FD502", "LS501", "LS502")]
    return sorted((fix.title, fix.safety) for fix in found if fix is not None)


SAFE, UNSAFE = Safety.SAFE, Safety.UNSAFE


@pytest.mark.parametrize(
    ("plugin", "version", "expected"),
    [
        ("input { beats { port => 1 ssl => true } }", "9.1", [("rename ssl to ssl_enabled", SAFE)]),
        # What was compared is the newest version: an older one may not have the new name.
        ("input { beats { port => 1 ssl => true } }", "", [("rename ssl to ssl_enabled", UNSAFE)]),
        ("input { beats { port => 1 ssl => true } }", "99.1", [("rename ssl to ssl_enabled", UNSAFE)]),
        # Older than all that are known: nothing is judged.
        ("input { beats { port => 1 ssl => true } }", "5.6", []),
        # The new name is there, so the engine refuses both.
        ("input { tcp { port => 1 ssl_enable => true ssl_enabled => true } }", "8.14", []),
        (
            'filter { translate { field => "[a][b]" destination => "c" dictionary => { "x" => "y" } } }',
            "8.14",
            [("rename destination to target", SAFE), ("rename field to source", SAFE)],
        ),
        # No reference to a field, and one that nobody can read yet.
        ('filter { translate { field => "a[b" target => "c" dictionary => { "x" => "y" } } }', "8.14", []),
        ('filter { translate { field => "${F}" target => "c" dictionary => { "x" => "y" } } }', "8.14", []),
        # One value where a list is declared is one; where the words differ, it has to be one of the new ones.
        (
            'output { http { url => "http://a" http_method => "post" cacert => "/a" keystore_type => "JKS" } }',
            "8.14",
            [("rename cacert to ssl_certificate_authorities", SAFE)],
        ),
        # Its values are others: true and false, and full and none.
        ('output { elasticsearch { hosts => ["https://a:9200"] ssl_certificate_verification => true } }', "9.1", []),
    ],
)
def test_settings_of_logstash(plugin: str, version: str, expected: list[tuple[str, Safety]], tmp_path: Path) -> None:
    assert fixes(tmp_path / "a.conf", plugin, "logstash", version) == expected


SYSTEMD = "<source>\n  @type systemd\n  tag a\n  filters [{}]\n</source>\n<match a>\n  @type stdout\n</match>\n"
UDP = "<source>\n  @type udp\n  tag a\n  source_host_key h\n  body_size_limit 4k\n</source>\n<match>\n  @type stdout\n</match>\n"
TYPE = "<match>\n  @type elasticsearch\n  target_type_key t\n</match>\n"


@pytest.mark.parametrize(
    ("text", "version", "expected"),
    [
        (SYSTEMD, "td-agent 4.5.0", [("rename filters to matches", SAFE)]),
        # Fluentd's version says nothing of a gem of its own.
        (SYSTEMD, "1.16", [("rename filters to matches", UNSAFE)]),
        (
            UDP,
            "1.16",
            [("rename body_size_limit to message_length_limit", SAFE), ("rename source_host_key to source_hostname_key", SAFE)],
        ),
        # A key that names the type is no type.
        (TYPE, "td-agent 4.5.0", []),
    ],
)
def test_parameters_of_fluentd(text: str, version: str, expected: list[tuple[str, Safety]], tmp_path: Path) -> None:
    assert fixes(tmp_path / "fluent.conf", text, "fluentd", version) == expected


def test_a_setting_that_is_repeated_is_renamed_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.conf"
    path.write_text('input { beats { port => 1 "ssl" => true ssl => true } }\n')
    report = check([str(path)], Settings(versions={"logstash": "9.1"}))
    (fix,) = [finding.fix for finding in report.findings if finding.code == "LS501"]
    assert fix is not None
    (document,) = edited(report.checked[0].config.documents, fix.edits).values()
    assert document.text == b"input { beats { port => 1 ssl_enabled => true ssl_enabled => true } }\n"


@pytest.mark.parametrize(("version", "fixed"), [("1.11", False), ("1.12", True), ("", True)])
def test_no_fix_sets_what_only_a_later_version_has(tmp_path: Path, version: str, fixed: bool) -> None:
    # follow_inodes came with Fluentd 1.12.0.
    path = tmp_path / "fluent.conf"
    path.write_text(
        "<source>\n  @type tail\n  path /a/*.log*\n  pos_file /a.pos\n  tag a\n  <parse>\n    @type none\n  </parse>\n</source>\n"
        "<match a>\n  @type stdout\n</match>\n"
    )
    findings = check([str(path)], Settings(versions={"fluentd": version} if version else {})).findings
    (found,) = (each for each in findings if each.code == "FD221")
    assert (found.fix is not None) is fixed

"""Configs judged for the release that runs them: what its plugins declare, and which plugins it comes with."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import check
from pipelint.checker.config.versions import version_words
from pipelint.settings.model import Settings

FLUENTD = """\
<source>
  @type tail
  path /var/log/a.log
  pos_file /var/log/a.pos
  tag a
  max_line_size 1m
  <parse>
    @type none
  </parse>
</source>
<match a>
  @type opensearch
  host a
</match>
"""
LOGSTASH = """\
input { beats { id => "b" port => 5044 ssl_enabled => false } }
output { elasticsearch { id => "o" hosts => ["http://a:9200"] compression_level => 3 ssl => false } }
"""
LATER = "tail has no parameter max_line_size yet; it comes with Fluentd 1.14.4"


def said(path: Path, text: str, engine: str, version: str | None) -> list[str]:
    """The messages about what plugins declare."""
    path.write_text(text)
    report = check([str(path)], Settings(versions={} if version is None else {engine: version}))
    assert not report.problems
    return [f.message for f in report.findings if f.code[2:] in ("351", "352", "353", "354", "355", "501", "502")]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (None, []),
        ("1.12", [LATER]),
        ("1.12.4", [LATER]),
        ("1.14", []),
        ("td-agent 4.1", [f"{LATER} (td-agent 4.3.1)", "td-agent 4.1.1 comes without the plugin opensearch"]),
        ("td-agent 4.5.0", []),
        ("fluent-package 5.0", []),
        ("fluentd-kubernetes-daemonset 1.16", []),
        # Before and after all known releases: as the newest versions declare it.
        ("0.12", []),
        ("td-agent 2.3.4", []),
        ("1.99", []),
    ],
)
def test_a_release_of_fluentd(version: str | None, expected: list[str], tmp_path: Path) -> None:
    assert said(tmp_path / "fluent.conf", FLUENTD, "fluentd", version) == expected


REMOVED = "the elasticsearch output no longer has ssl, use ssl_enabled"
# Not known for which release.
LATER_REMOVED = f"from Logstash 9.0.0 on {REMOVED}"
DEPRECATED = "ssl of the elasticsearch output is deprecated, use ssl_enabled"


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (None, [LATER_REMOVED]),
        ("9.1", [REMOVED]),
        ("8.14", [DEPRECATED]),
        (
            "7.17.29",
            [
                "the beats input has no setting ssl_enabled yet; it comes with 6.6.0 of the plugin (Logstash 8.8.0)",
                "the elasticsearch output has no setting compression_level yet; "
                "it comes with 11.17.0 of the plugin (Logstash 8.11.0)",
            ],
        ),
        # Older than all that is known: nothing is judged.
        ("5.6", []),
        # Newer than all that is known.
        ("99.1", [LATER_REMOVED]),
    ],
)
def test_a_release_of_logstash(version: str | None, expected: list[str], tmp_path: Path) -> None:
    assert said(tmp_path / "a.conf", LOGSTASH, "logstash", version) == expected


def test_the_reason_names_what_was_compared(tmp_path: Path) -> None:
    config = tmp_path / "a.conf"
    config.write_text(LOGSTASH)
    reasons = [f.reason for f in check([str(config)], Settings(versions={"logstash": "8.14"})).findings if f.code == "LS502"]
    (reason,) = reasons
    assert "(declarations as of version 11.22.7 of the plugin, in Logstash 8.14.3)" in reason


def test_a_version_of_another_engine_changes_nothing(tmp_path: Path) -> None:
    assert said(tmp_path / "a.conf", LOGSTASH, "fluentd", "1.12") == [LATER_REMOVED]


MANIFEST = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  logstash.conf: |
    input { beats { id => "b" port => 5044 ssl => false } }
    output { file { id => "f" path => "/a" } }
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  template:
    spec:
      containers:
      - name: main
        image: docker.elastic.co/logstash/logstash:7.17.1
        volumeMounts: [{name: c, mountPath: /usr/share/logstash/pipeline}]
      volumes: [{name: c, configMap: {name: a}}]
"""


@pytest.mark.parametrize(("version", "code"), [(None, ""), ("8.14", "LS502"), ("9.1", "LS501")])
def test_without_a_version_the_images_counts(version: str | None, code: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(MANIFEST)
    settings = Settings(versions={} if version is None else {"logstash": version})
    report = check([str(tmp_path)], settings)
    assert "".join(f.code for f in report.findings if f.code in ("LS501", "LS502")) == code
    (checked,) = report.checked
    image = "logstash 7.17.1 (image docker.elastic.co/logstash/logstash:7.17.1)"
    assert version_words(checked.config.entry, settings) == (f"logstash {version} (the target version)" if version else image)


@pytest.mark.parametrize(("version", "then"), [("5.6", "what they take is not checked"), ("99.1", "the newest ones count")])
def test_a_release_of_which_nothing_is_known_is_said(version: str, then: str, tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(LOGSTASH)
    settings = Settings(versions={"logstash": version})
    (checked,) = check([str(tmp_path)], settings).checked
    said = version_words(checked.config.entry, settings)
    assert said == f"logstash {version} (the target version; its plugins are not known, so {then})"


def test_settings_that_came_later_do_not_make_it_another_plugin(tmp_path: Path) -> None:
    text = 'output { http { url => "http://a" ssl_enabled => true ssl_certificate => "/a" ssl_key => "/b" } }\n'
    found = said(tmp_path / "a.conf", text, "logstash", "7.17")
    assert "the http output requires http_method" in found
    assert sum("yet; it comes with" in message for message in found) == 3

"""Severities that depend on what stands around the line that a rule is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

RUBY = 'input { stdin { } }\nfilter { ruby { code => "%s" } }\noutput { stdout { } }\n'


def severities(folder: Path, files: dict[str, str], code: str) -> list[Severity]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [each.severity for each in check([str(folder)], Settings()).findings if each.code == code]


@pytest.mark.parametrize(
    ("code", "severity"),
    [
        ("event['x'] = 1", Severity.ERROR),
        ("event['x'] = 1 # no rescue", Severity.ERROR),
        ("begin\nf(event.get('a'))\nrescue => e\nevent['x'] = 1\nend", Severity.INFO),
    ],
)
def test_code_with_a_rescue_need_not_fail_for_each_event(tmp_path: Path, code: str, severity: Severity) -> None:
    assert severities(tmp_path, {"a.conf": RUBY % code}, "LS369") == [severity]


@pytest.mark.parametrize(("version", "found"), [("6.2.4", []), ("7.17.0", []), ("8.13.0", [Severity.ERROR])])
def test_ecs_is_off_in_versions_whose_plugins_are_not_known_too(tmp_path: Path, version: str, found: list[Severity]) -> None:
    files = {
        "a.conf": 'input { stdin { } }\nfilter { geoip { source => "clientip" } }\noutput { stdout { } }\n',
        "Dockerfile": f"FROM docker.elastic.co/logstash/logstash-oss:{version}\n",
    }
    assert severities(tmp_path, files, "LS334") == found


@pytest.mark.parametrize(("version", "found"), [("", [Severity.INFO]), (":7.17.0", []), (":9.1.0", [Severity.ERROR])])
def test_a_setting_that_newer_versions_refuse_is_an_error_only_where_one_of_them_runs(
    tmp_path: Path, version: str, found: list[Severity]
) -> None:
    files = {
        "a.conf": "input { beats { port => 5044 ssl => false } }\noutput { stdout { } }\n",
        "Dockerfile": f"FROM docker.elastic.co/logstash/logstash{version}\n",
    }
    assert severities(tmp_path, files, "LS501") == found


@pytest.mark.parametrize(
    ("hosts", "severity"),
    [
        ('"http://elastic:9200"', Severity.INFO),
        ('"elastic:9200"', Severity.INFO),
        ('"http://elastic.example.org:9200"', Severity.WARNING),
        ('["http://elastic:9200", "http://10.1.2.3:9200"]', Severity.INFO),
        ('"http://elastic.logging.svc.cluster.local:9200"', Severity.INFO),
        ('"elastic.logging:9200"', Severity.INFO),
        ('"http://elastic.logging.example.org:9200"', Severity.WARNING),
        ('["http://elastic:9200", "http://203.0.113.3:9200"]', Severity.WARNING),
    ],
)
def test_a_name_without_a_dot_is_one_of_a_private_network(tmp_path: Path, hosts: str, severity: Severity) -> None:
    text = 'input { stdin { } }\noutput { elasticsearch { hosts => @ user => "a" password => "${P}" } }\n'.replace("@", hosts)
    assert severities(tmp_path, {"a.conf": text}, "LS405") == [severity]


@pytest.mark.parametrize(
    ("code", "regex", "used", "idle"),
    [
        ("RX101", "^(?<words>(?:[a-z]+,?)+);", Severity.ERROR, [Severity.INFO]),
        ("RX102", r'^"(?<method>\S+)(?: +(?<path>[^"]*?)(?: +\S*)?)?" (?<code>[0-9]+)$', Severity.WARNING, []),
    ],
)
@pytest.mark.parametrize("key", ["", "    Parser slow\n"])
def test_a_slow_parser_that_nothing_names_slows_nothing_down(
    tmp_path: Path, code: str, regex: str, used: Severity, idle: list[Severity], key: str
) -> None:
    files = {
        "fluent-bit.conf": f"[SERVICE]\n    Parsers_File parsers.conf\n[INPUT]\n    Name tail\n    Path /a.log\n{key}",
        "parsers.conf": f"[PARSER]\n    Name slow\n    Format regex\n    Regex {regex}\n",
    }
    assert severities(tmp_path, files, code) == ([used] if key else idle)


NULLS = """<source>
  @type forward
  bind 127.0.0.1
</source>
<match app.*>
  @type %s
</match>
<match app.*>
  @type %s
</match>
"""


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [("null", "null", Severity.INFO), ("null", "stdout", Severity.ERROR), ("stdout", "null", Severity.ERROR)],
)
def test_events_that_are_thrown_away_either_way_fare_no_worse(
    tmp_path: Path, first: str, second: str, severity: Severity
) -> None:
    assert severities(tmp_path, {"fluent.conf": NULLS % (first, second)}, "FD313") == [severity]


BESIDE = """<source>
  @type forward
  bind 127.0.0.1
</source>
<match app>
  @type file
  path /data/app
  flush_interval 5s
  <buffer>
    flush_mode interval
%s  </buffer>
</match>
"""


@pytest.mark.parametrize(("inner", "severity"), [("", Severity.WARNING), ("    flush_interval 10s\n", Severity.INFO)])
def test_a_value_in_the_section_makes_less_of_the_one_beside_it(tmp_path: Path, inner: str, severity: Severity) -> None:
    assert severities(tmp_path, {"fluent.conf": BESIDE % inner}, "FD288") == [severity]


@pytest.mark.parametrize(
    ("user", "password", "severity"),
    [
        ('user => "shipper"', "shipper", Severity.INFO),
        ('user => "shipper"', "secret-key", Severity.INFO),
        ('user => "shipper"', "Shipper7", Severity.WARNING),
        ("", "shipper", Severity.WARNING),
        ("", "123456", Severity.INFO),
    ],
)
def test_a_password_that_is_the_name_of_its_user_is_less(tmp_path: Path, user: str, password: str, severity: Severity) -> None:
    text = f'output {{ elasticsearch {{ hosts => ["https://es:9200"] {user} password => "{password}" }} }}\n'
    assert severities(tmp_path, {"a.conf": text}, "LS401") == [severity]


TAIL = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data:
  fluent.conf: |
    <source>
      @type tail
      path /var/log/%s/*.log
      pos_file /var/log/fluentd.pos
      tag kubernetes.*
%s    </source>
    <match **>
      @type null
    </match>
"""


@pytest.mark.parametrize(("params", "severity"), [("", Severity.WARNING), ("      read_from_head false\n", Severity.INFO)])
def test_logs_of_new_containers_are_read_from_the_end_by_default_or_on_purpose(
    tmp_path: Path, params: str, severity: Severity
) -> None:
    assert severities(tmp_path, {"map.yaml": TAIL % ("containers", params)}, "FD280") == [severity]


@pytest.mark.parametrize(("seconds", "severity"), [("%S.%N", Severity.WARNING), ("%S", Severity.INFO)])
def test_a_literal_z_without_fractions_costs_nothing_in_a_container_whose_zone_is_utc(
    tmp_path: Path, seconds: str, severity: Severity
) -> None:
    params = f"      format json\n      time_key at\n      time_format %Y-%m-%dT%H:%M:{seconds}Z\n"
    files = {"map.yaml": TAIL % ("app", params)}
    assert severities(tmp_path / "new", files, "FD101") == [severity]
    # Fluentd 0.12 has no faster way.
    files |= {"fluentd/Dockerfile": "RUN gem install fluentd -v 0.12.40\n"}
    assert severities(tmp_path / "old", files, "FD101") == [Severity.INFO]


RULES = """\
<source>
  @type forward
</source>
<match in>
  @type rewrite_tag_filter
  rewriterule1 level ^error$ bad
</match>
"""


@pytest.mark.parametrize(("version", "found"), [("", [Severity.INFO]), ("v0.12", []), ("v1.16", [Severity.ERROR])])
def test_old_rules_of_rewrite_tag_filter_stop_a_new_fluentd(tmp_path: Path, version: str, found: list[Severity]) -> None:
    build = {"Dockerfile": f"FROM fluent/fluentd:{version}\n"} if version else {}
    assert severities(tmp_path, {"fluent.conf": RULES, **build}, "FD512") == found


@pytest.mark.parametrize(("name", "severity"), [("drop_if_match", Severity.INFO), ("mtch", Severity.ERROR)])
def test_an_old_config_may_have_settings_of_its_version_but_no_slips(tmp_path: Path, name: str, severity: Severity) -> None:
    text = f'filter {{ grok {{ {name} => "^a" }} }}\noutput {{ elasticsearch {{ host => "es" protocol => "http" }} }}\n'
    assert severities(tmp_path, {"a.conf": f"input {{ stdin {{ }} }}\n{text}"}, "LS351") == [severity]

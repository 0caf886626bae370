"""Severities of Fluent Bit's rules that depend on what stands around the line that a rule is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from tests.rules.test_severity_by_case import severities

AGAIN = """[INPUT]
    Name cpu
    Tag a.b
[FILTER]
    Name rewrite_tag
    Match a.*
    Rule $log x a.c false
[OUTPUT]
    Name stdout
    Match *
"""


@pytest.mark.parametrize(
    ("image", "severity"),
    [("", Severity.WARNING), ("fluent/fluent-bit:5.0.9", Severity.ERROR), ("fluent/fluent-bit:5.1.0", Severity.INFO)],
)
def test_a_version_that_ends_the_loop_makes_less_of_it(tmp_path: Path, image: str, severity: Severity) -> None:
    files = {"fluent-bit.conf": AGAIN, **({"Dockerfile": f"FROM {image}\n"} if image else {})}
    assert severities(tmp_path, files, "FB317") == [severity]


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("cpu\n    Interval_Sec 60  # a minute", Severity.INFO),
        ("cpu\n    Tag a # all", Severity.WARNING),
        ("cpu\n    Mem_Buf_Limit 5M # small", Severity.ERROR),
        ("node_exporter_metrics\n    Scrape_Interval 5 # seconds", Severity.INFO),
        # The last letter is the unit: five minutes.
        ("node_exporter_metrics\n    Scrape_Interval 5 # from them", Severity.WARNING),
    ],
)
def test_a_number_is_read_in_spite_of_a_comment(tmp_path: Path, line: str, severity: Severity) -> None:
    text = f"[INPUT]\n    Name {line}\n[OUTPUT]\n    Name stdout\n    Match *\n"
    assert severities(tmp_path, {"fluent-bit.conf": text}, "FB309") == [severity]


@pytest.mark.parametrize(
    ("host", "severity"),
    [
        ("openobserve", Severity.INFO),
        ("${HOST}", Severity.INFO),
        ("10.0.0.1", Severity.INFO),
        ("203.0.113.1", Severity.WARNING),
        ("<COLLECTOR>", Severity.INFO),
        ("logs.monitoring", Severity.INFO),
        ("logs.shop-logs", Severity.INFO),
        ("logs.example", Severity.WARNING),
        ("a.example.org", Severity.WARNING),
    ],
)
def test_a_service_of_the_same_compose_file_is_in_a_private_network(tmp_path: Path, host: str, severity: Severity) -> None:
    text = f"[INPUT]\n    Name cpu\n[OUTPUT]\n    Name http\n    Match *\n    Host {host}\n    HTTP_Passwd ${{P}}\n"
    assert severities(tmp_path, {"fluent-bit.conf": text}, "FB404") == [severity]


@pytest.mark.parametrize(("password", "severity"), [("admin", Severity.INFO), ("k1tten-on-the-roof", Severity.WARNING)])
def test_so_it_is_of_fluent_bit(tmp_path: Path, password: str, severity: Severity) -> None:
    config = f"[INPUT]\n    Name cpu\n[OUTPUT]\n    Name es\n    Match *\n    HTTP_User admin\n    HTTP_Passwd {password}\n"
    assert severities(tmp_path, {"fluent-bit.conf": config}, "FB401") == [severity]


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ("FB319", "Format json\n    Time_Key time"),
        ("FB326", "Format json\n    Time_Key time\n    Time_Format %Y %Q"),
        ("FB329", "Format regex\n    Regex ^a"),
    ],
)
def test_what_is_wrong_with_a_parser_that_nothing_names_is_an_info(tmp_path: Path, code: str, keys: str) -> None:
    text = "[SERVICE]\n    Parsers_File parsers.conf\n[INPUT]\n    Name tail\n    Path /a.log\n"
    found = []
    for use in ("", "    Parser a\n"):
        files = {"fluent-bit.conf": text + use, "parsers.conf": f"[PARSER]\n    Name a\n    {keys}\n"}
        found += severities(tmp_path, files, code)
    assert found[0] is Severity.INFO < found[1]


@pytest.mark.parametrize(
    ("output", "severity"), [("stdout", Severity.INFO), ("null", Severity.INFO), ("forward", Severity.WARNING)]
)
def test_nobody_looks_for_a_container_in_what_a_try_prints(tmp_path: Path, output: str, severity: Severity) -> None:
    text = f"[INPUT]\n    Name tail\n    Path /var/log/containers/*.log\n    Tag all\n[OUTPUT]\n    Name {output}\n    Match *\n"
    assert severities(tmp_path, {"fluent-bit.conf": text}, "FB383") == [severity]


SIDECAR = """apiVersion: v1
kind: ConfigMap
metadata: {{name: logs}}
data:
  fluent-bit.conf: |
    [INPUT]
        Name tail
        Path /var/log/app/*.log
        Tag app
{}    [OUTPUT]
        Name http
        Match *
---
apiVersion: v1
kind: Pod
metadata: {{name: shop}}
spec:
  containers:
    - name: shop
      image: shop:1
      volumeMounts: [{{name: {}, mountPath: /srv/log}}]
    - name: logs
      image: fluent/fluent-bit:5.1
      volumeMounts: [{{name: c, mountPath: /fluent-bit/etc/}}, {{name: l, mountPath: /var/log/app}}]
  volumes: [{{name: c, configMap: {{name: logs}}}}, {{name: l, emptyDir: {{}}}}, {{name: o, emptyDir: {{}}}}]
"""


@pytest.mark.parametrize(
    ("code", "line", "volume", "severity"),
    [
        ("FB210", "", "l", Severity.INFO),
        ("FB210", "", "o", Severity.WARNING),
        ("FB217", "        DB /tmp/app.db\n", "l", Severity.INFO),
        ("FB217", "        DB /tmp/app.db\n", "o", Severity.WARNING),
    ],
)
def test_files_that_go_with_the_pod_need_no_position_after_it(
    tmp_path: Path, code: str, line: str, volume: str, severity: Severity
) -> None:
    assert severities(tmp_path, {"pod.yaml": SIDECAR.format(line, volume)}, code) == [severity]


TAIL = "[INPUT]\n    Name tail\n    Path {}\n    Tag {}\n    Parser json\n    DB /var/lib/x.db\n"
TAIL += "[OUTPUT]\n    Name counter\n    Match *\n"


@pytest.mark.parametrize(
    ("path", "tag", "severity"),
    [
        ("/srv/alog/acl-audit.log", "a", Severity.INFO),
        ("/var/log/firewall.log", "a", Severity.INFO),
        ("/srv/sensor/smb_files.log", "zeek.smb_files", Severity.INFO),
        ("/opt/zeek/logs/current/dce_rpc.log", "a", Severity.INFO),
        ("/opt/zeek/logs/current/http.log", "a", Severity.WARNING),
        ("/srv/sensor/http.log", "zeek.web", Severity.WARNING),
        ("/srv/sensor/a.log", "zeek.http", Severity.WARNING),
        ("/var/log/app.log", "a", Severity.WARNING),
    ],
)
def test_lines_of_fixed_fields_are_short(tmp_path: Path, path: str, tag: str, severity: Severity) -> None:
    assert severities(tmp_path, {"fluent-bit.conf": TAIL.format(path, tag)}, "FB211") == [severity]


MAIN = "[SERVICE]\n{}    Flush 1\n[INPUT]\n    Name stdin\n    Parser {}\n[OUTPUT]\n    Name stdout\n    Match *\n"
PARSER = "[PARSER]\n    Name {}\n    Format json\n"
STOCK = "    Parsers_File parsers.conf\n"


@pytest.mark.parametrize(
    ("loads", "parser", "severity"),
    [
        (STOCK, "docker", Severity.INFO),
        (STOCK, "shop", Severity.WARNING),
        ("", "docker", Severity.WARNING),
    ],
)
def test_the_image_has_parsers_of_its_own(tmp_path: Path, loads: str, parser: str, severity: Severity) -> None:
    files = {"fluent-bit.conf": MAIN.format(loads, parser), "own.conf": PARSER.format(parser)}
    assert severities(tmp_path, files, "FB905") == [severity]


@pytest.mark.parametrize(
    ("rules", "severity"),
    [
        (["$log x errors false"], Severity.ERROR),
        (["$log x drop.errors false"], Severity.INFO),
        (["$log x drops.errors false"], Severity.ERROR),
        (["$log x drop.errors true"], Severity.WARNING),
        (["$log x errors false", "$log y late false"], Severity.WARNING),
        # Another filter leads somewhere.
        (["$log x errors false", "$log y b.late false"], Severity.ERROR),
    ],
)
def test_rules_that_drop_events_on_purpose_are_no_error(tmp_path: Path, rules: list[str], severity: Severity) -> None:
    filters = "".join(f"[FILTER]\n    Name rewrite_tag\n    Match a\n    Rule {rule}\n" for rule in rules)
    text = f"[INPUT]\n    Name cpu\n    Tag a\n{filters}"
    text += "".join(f"[OUTPUT]\n    Name stdout\n    Match {match}\n" for match in ("a", "b.*"))
    assert {*severities(tmp_path, {"fluent-bit.conf": text}, "FB342")} == {severity}


@pytest.mark.parametrize(
    ("head", "parser", "ids", "severity"),
    [
        ("On", "", ["Id_Key order", "Id_Key order"], Severity.INFO),
        ("On", "", ["Id_Key order", "Index app"], Severity.WARNING),
        ("On", "    Parser app\n", ["Generate_ID On", "Id_Key order"], Severity.INFO),
        ("On", "", ["Generate_ID On", "Id_Key order"], Severity.WARNING),
        ("Off", "", ["Id_Key order", "Id_Key order"], Severity.WARNING),
    ],
)
def test_what_is_sent_again_replaces_itself(tmp_path: Path, head: str, parser: str, ids: list[str], severity: Severity) -> None:
    text = f"[INPUT]\n    Name tail\n    Path /var/log/app.log\n    Read_from_Head {head}\n{parser}"
    text += "".join(f"[OUTPUT]\n    Name es\n    Match *\n    {each}\n" for each in ids)
    assert severities(tmp_path, {"fluent-bit.conf": text}, "FB210") == [severity]

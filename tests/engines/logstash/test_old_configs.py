"""What a config tells of the Logstash that it was written for, where no file around it names a version."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check
from pipelint.checker.run import check as run
from pipelint.rules.index import load_index
from pipelint.settings.project import Project

DATABASE = 'geoip {{ source => "ip" target => "geo" database => "{}" }}'


def severity(folder: Path, text: str, code: str, name: str = "a.conf") -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    (found,) = [each for each in check([str(file)], Settings()).findings if each.code == code]
    return found.severity.word


@pytest.mark.parametrize(
    ("database", "output", "expected"),
    [
        ("/etc/geo/GeoLiteCity.dat", 'hosts => ["es:9200"]', "error"),
        ("/opt/logstash/vendor/geoip/GeoLiteCity.dat", 'hosts => ["es:9200"]', "info"),
        ("/etc/geo/GeoLiteCity.dat", 'host => "es" protocol => "http"', "info"),
    ],
)
def test_what_is_gone_since_5_says_that_the_config_is_older(tmp_path: Path, database: str, output: str, expected: str) -> None:
    filters = DATABASE.format(database)
    text = f"input {{ stdin {{ }} }}\nfilter {{ {filters} }}\noutput {{ elasticsearch {{ {output} }} }}\n"
    assert severity(tmp_path, text, "LS315") == expected


@pytest.mark.parametrize(("folder", "expected"), [("logstash-2.x", "info"), ("logstash-5.x", "error"), ("logstash", "error")])
def test_a_folder_names_the_version(tmp_path: Path, folder: str, expected: str) -> None:
    filters = DATABASE.format("/etc/geo/GeoLiteCity.dat")
    text = f"input {{ stdin {{ }} }}\nfilter {{ {filters} }}\noutput {{ stdout {{ codec => dots }} }}\n"
    assert severity(tmp_path, text, "LS315", f"{folder}/a.conf") == expected


def test_a_plugin_file_of_a_team_says_what_ended(tmp_path: Path) -> None:
    text = "input { stdin { } }\noutput { ours { address => 'a' server => 'b' } }\n"
    (tmp_path / "pipelint.toml").write_text('plugins = ["own"]\n')
    (tmp_path / "a.conf").write_text(text)
    file = tmp_path / "own/logstash/output-ours.yaml"
    file.parent.mkdir(parents=True)
    said = "name: ours\nabout: Sends events to us.\nlink: https://example.org/ours\nparameters: {address: {type: string}}\n"
    for ages, expected in (("", 0), ('ages: {ended: {server: "5"}}\n', 1)):
        file.write_text(said + ages)
        findings = run([str(tmp_path)], Project(lambda: load_index().rules)).findings
        found = [each.message for each in findings if each.code == "LS510"]
        assert sum("Logstash 5 does not start with server of the ours output" in each for each in found) == len(found) == expected


def test_a_setting_that_a_plugin_has_itself_is_not_the_one_that_all_plugins_lost(tmp_path: Path) -> None:
    file = tmp_path / "a.conf"
    file.write_text('input { jdbc { charset => "UTF-8" } }\noutput { s3 { tags => ["t"] exclude_tags => ["u"] } }\n')
    (found,) = [each.message for each in check([str(file)], Settings()).findings if each.code == "LS510"]
    assert "exclude_tags of the s3 output" in found and "charset" not in found and " tags of" not in found


OLD_RUBY = "filter { ruby { code => \"event['a'] = 1\" } }\n"
OLD_INPUT = 'input { kafka { zk_connect => "zk:2181" topic_id => "a" } }\n'
LOOKUP = DATABASE.format("/etc/geo/GeoLiteCity.dat")
LEGACY = f"input {{ stdin {{ }} }}\nfilter {{ {LOOKUP} }}\noutput {{ stdout {{ codec => dots }} }}\n"
PROSPECTORS = 'filebeat.prospectors:\n- paths: ["/var/log/*.log"]\n  document_type: a\noutput.logstash:\n  hosts: ["l:5044"]\n'


@pytest.mark.parametrize(
    ("text", "beside", "code", "expected"),
    [
        # One that stands beside it.
        (LEGACY, {"b.conf": OLD_INPUT}, "LS315", "info"),
        (LEGACY, {"b.conf": OLD_RUBY}, "LS315", "info"),
        (LEGACY, {"b.conf": LEGACY}, "LS315", "error"),
        (LEGACY, {"README.md": "Install Logstash 2.3.2 first.\n"}, "LS315", "info"),
        (LEGACY, {"cluster-setup/logstash.txt": "yum install -y logstash-2.3.2-1.noarch.rpm\n"}, "LS315", "info"),
        (LEGACY, {"later/logstash.txt": "yum install -y logstash-2.3.2-1.noarch.rpm\n"}, "LS315", "error"),
        (LEGACY, {".gitignore": "tools/logstash-2.1.0\n"}, "LS315", "info"),
        (LEGACY, {"README.md": "Works with Logstash 2.4 and Logstash 7.17.\n"}, "LS315", "error"),
        # Beside what Logstash 6 refuses the database tells that it is for 2.
        (LEGACY, {"b.conf": "input { beats { port => 5044 congestion_threshold => 40 } }\n"}, "LS315", "info"),
        # A Filebeat of the time of Logstash 6 says nothing of 5.
        (LEGACY, {"filebeat.yml": PROSPECTORS.replace("  document_type: a\n", "")}, "LS315", "error"),
        # Each sign counts for others, and not for itself.
        (OLD_RUBY, {"b.conf": OLD_RUBY}, "LS369", "error"),
        (OLD_RUBY, {"b.conf": LEGACY}, "LS369", "info"),
        # What is newer in the config itself rules them out.
        (LEGACY.replace("stdin { }", "elastic_agent { port => 5044 }"), {"b.conf": OLD_INPUT}, "LS315", "error"),
        # And what is newer in the other file, of that.
        (LEGACY, {"b.conf": OLD_RUBY.replace("1", "event.get('b')")}, "LS315", "error"),
    ],
)
def test_what_stands_beside_a_config_tells_its_time(
    tmp_path: Path, text: str, beside: dict[str, str], code: str, expected: str
) -> None:
    for name, other in beside.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(other, encoding="utf-8")
    (tmp_path / ".git").mkdir()
    (tmp_path / "a.conf").write_text(text, encoding="utf-8")
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == code]
    assert [each.severity.word for each in found if each.place.document.file.path.endswith("a.conf")] == [expected]


@pytest.mark.parametrize(("version", "expected"), [("5.6.16", []), ("7.8.1", []), ("7.9.0", ["error"]), ("", ["warning"])])
@pytest.mark.parametrize(
    "parts",
    [
        ["input { stdin { } }\nfilter {\n  mutate { remove_field => 'a' }\n", "}\noutput { stdout { } }\n"],
        # Parts without a section of their own.
        ["input { stdin { } }\noutput { stdout { } }\nfilter {", "  mutate { remove_field => 'a' }\n", "}\n"],
    ],
)
def test_a_section_may_end_in_another_file_before_7_9(
    tmp_path: Path, parts: list[str], version: str, expected: list[str]
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "Dockerfile").write_text(f"FROM docker.elastic.co/logstash/logstash:{version}\n" if version else "FROM scratch\n")
    for number, text in enumerate(parts):
        (tmp_path / f"{number}.conf").write_text(text)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "LS302"]
    # The first is told in its own file; a part with a stray brace has another one.
    assert [each.severity.word for each in found[:1]] == expected

"""Settings of logstash.yml and pipelines.yml that Logstash refuses, by version (settings.rb and environment.rb of each)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker.run import check
from pipelint.engines.logstash.settings.known import Refused, refused
from pipelint.settings.model import Settings


@pytest.mark.parametrize(
    ("name", "version", "why"),
    [
        ("pipeline.worker", 0, Refused(instead="pipeline.workers")),
        ("queue.typ", 8019, Refused(instead="queue.type")),
        ("team.name", 0, Refused()),
        ("pipeline.workers", 0, None),
        ("node.name", 6008, None),
        # environment.rb of 9.0 has no http.host, that of 8.19 has it beside api.http.host.
        ("http.host", 9001, Refused(since="9.0", instead="api.http.host")),
        ("http.host", 8019, None),
        ("http.host", 0, Refused(since="9.0", instead="api.http.host")),
        ("event_api.tags.illegal", 9000, Refused(since="9.0")),
        ("allow_superuser", 7017, Refused(first="8.3")),
        ("allow_superuser", 8003, None),
    ],
)
def test_logstash_yml(name: str, version: int, why: Refused | None) -> None:
    assert refused(name, version, in_list=False) == why


@pytest.mark.parametrize(
    ("name", "version", "why"),
    [
        ("pipeline.id", 0, None),
        ("pipeline.workers", 9001, None),
        ("log.level", 0, Refused(one_pipeline=True)),
        ("pipeline.ecs_compatibility", 7007, Refused(first="7.10")),
        ("pipeline.java_execution", 8000, Refused(since="8.0")),
        # Out of the list since 9.3, but only left out with a warning.
        ("config.reload.automatic", 9004, None),
    ],
)
def test_pipelines_yml(name: str, version: int, why: Refused | None) -> None:
    assert refused(name, version, in_list=True) == why


def test_files_on_disk(tmp_path: Path) -> None:
    for name, text in {
        "logstash.yml": "pipeline.worker: 4\nlog.level: warn\nqueue:\n  typ: persisted\n",
        "pipelines.yml": "- pipeline.id: main\n  path.config: conf.d/a.conf\n  http.port: 9600\n",
        "conf.d/a.conf": "input { stdin { } }\noutput { stdout { } }\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "LS357"]
    assert {(Path(each.place.document.file.path).name, each.message) for each in found} == {
        ("logstash.yml", "Logstash has no setting pipeline.worker, perhaps pipeline.workers is meant"),
        ("logstash.yml", "Logstash has no setting queue.typ, perhaps queue.type is meant"),
        ("pipelines.yml", "http.port cannot be set for one pipeline"),
    }
    assert {each.severity.word for each in found} == {"error"}


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("-f /etc/logstash/conf.d/", 0),
        ('["logstash", "--path.config=/etc/logstash/conf.d"]', 0),
        ("--log.format json", 1),
        ("[]", 1),
    ],
)
def test_a_list_that_the_command_line_replaces_is_not_read(tmp_path: Path, command: str, found: int) -> None:
    for name, text in {
        "docker-compose.yml": (
            "services:\n  logstash:\n    image: docker.elastic.co/logstash/logstash:8.14.0\n"
            f"    command: {command}\n    volumes: ['./config:/usr/share/logstash/config']\n"
        ),
        "config/pipelines.yml": "- pipeline.id: main\n  path.config: conf.d/a.conf\n  http.port: 9600\n",
        "config/conf.d/a.conf": "input { stdin { } }\noutput { stdout { } }\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    assert [each.code for each in check([str(tmp_path)], Settings()).findings].count("LS357") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("services:\n  logstash:\n    image: logstash:8.12.0\n    restart: always\n", 0),
        ("apiVersion: v1\nkind: Service\n", 0),
        ("pipeline.worker: 4\n", 1),
    ],
)
def test_a_compose_file_or_manifest_of_that_name_has_no_settings(tmp_path: Path, text: str, found: int) -> None:
    (tmp_path / "logstash.yml").write_text(text)
    (tmp_path / "a.conf").write_text("input { stdin { } }\noutput { stdout { } }\n")
    assert [each.code for each in check([str(tmp_path)], Settings()).findings].count("LS357") == found


def test_what_is_wrong_with_the_settings_of_several_configs_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "logstash.yml").write_text("pipeline.worker: 4\n")
    (tmp_path / "conf.d").mkdir()
    for name in ("a", "b"):
        (tmp_path / "conf.d" / f"{name}.conf").write_text("input { stdin { } }\noutput { stdout { } }\n")
    report = check([str(tmp_path)], Settings())
    assert len(report.checked) == 2
    assert [each.code for each in report.findings].count("LS357") == 1

"""What compose mounts and a pipelines.yml say of the files of a folder, and folders of patterns that stand elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

_APPS = 'input { file { path => "/a" } }\noutput { elasticsearch { hosts => ["https://es:9200"] index => "a" } }\n'
_WEB = 'input { kafka { topics => ["b"] } }\noutput { elasticsearch { hosts => ["https://es:9200"] index => "b" } }\n'
_COMPOSE = "services:\n  logstash:\n    image: logstash:8.14.0\n    volumes:\n      - {}\n"


def _project(folder: Path, files: dict[str, str], *more: str) -> list[tuple[str, str, Severity]]:
    """What is found of folders, with the file and severity."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = [each for checked in check([str(folder)], Settings()).checked for each in checked.findings]
    told = [each for each in found if each.code in ("LS252", "LS253", "LS343", *more)]
    return [(each.code, Path(each.place.document.file.path).name, each.severity) for each in told]


# A mounted list with nothing but comments makes no pipeline of it: Logstash stops.
@pytest.mark.parametrize(("more", "found"), [("", 1), ("\n      - ./pipelines.yml:/usr/share/logstash/config/pipelines.yml", 0)])
def test_a_folder_that_compose_mounts_as_a_whole_is_one_pipeline(tmp_path: Path, more: str, found: int) -> None:
    files = {"docker-compose.yml": _COMPOSE.format("./files:/usr/share/logstash/pipeline:ro" + more), "pipelines.yml": "# none\n"}
    told = _project(tmp_path, {"files/apps.conf": _APPS, "files/web.conf": _WEB, **files})
    assert told == [("LS252", "apps.conf", Severity.WARNING)] * found


def test_a_file_that_compose_mounts_alone_is_no_folder(tmp_path: Path) -> None:
    mount = _COMPOSE.format("./conf.d/apps.conf:/usr/share/logstash/pipeline/logstash.conf:ro")
    found = _project(tmp_path, {"conf.d/apps.conf": _APPS, "conf.d/web.conf": _WEB, "docker-compose.yml": mount})
    assert found == [("LS253", "web.conf", Severity.INFO)]


@pytest.mark.parametrize(
    ("command", "severity"),
    [
        ("logstash -f /etc/logstash/conf.d/apps.conf", Severity.INFO),
        ('["logstash", "--path.config=/etc/logstash/conf.d/apps.conf"]', Severity.INFO),
        ("logstash -f /etc/logstash/conf.d", Severity.ERROR),
        ("logstash -f /etc/logstash/conf.d/*.conf", Severity.ERROR),
        ("logstash -w 2", Severity.ERROR),
    ],
)
def test_a_file_beside_the_one_that_a_command_names_is_out_of_use(tmp_path: Path, command: str, severity: Severity) -> None:
    compose = _COMPOSE.format("./logs:/etc/logstash/conf.d") + f"    command: {command}\n"
    files = {"logs/apps.conf": _APPS, "logs/web.conf": _WEB, "logs/x.conf": "filter { mutate { nonesuch => 1 } }\n"}
    found = _project(tmp_path, {**files, "docker-compose.yml": compose}, "LS351")
    assert found == ([] if severity is Severity.INFO else [("LS252", "apps.conf", Severity.WARNING)]) + [
        ("LS351", "x.conf", severity)
    ]


@pytest.mark.parametrize(
    ("command", "severity"),
    [
        ("logstash -f /etc/logstash/conf.d/apps.conf", Severity.INFO),
        ("logstash -f /etc/logstash/conf.d", Severity.ERROR),
        ("logstash -f /etc/logstash/conf.d/nonesuch.conf", Severity.ERROR),
        ("logstash -f /etc/logstash/other/apps.conf", Severity.ERROR),
        ("other -f /etc/logstash/conf.d/apps.conf", Severity.ERROR),
    ],
)
def test_a_command_names_a_file_that_no_volume_brings(tmp_path: Path, command: str, severity: Severity) -> None:
    compose = f"services:\n  log:\n    extends: {{file: common.yml, service: log}}\n    image: me/own\n    command: {command}\n"
    files = {"conf.d/apps.conf": _APPS, "conf.d/web.conf": _WEB, "conf.d/x.conf": "filter { mutate { nonesuch => 1 } }\n"}
    found = _project(tmp_path, {**files, "elk.yml": compose}, "LS351")
    assert found == ([] if severity is Severity.INFO else [("LS252", "apps.conf", Severity.WARNING)]) + [
        ("LS351", "x.conf", severity)
    ]


@pytest.mark.parametrize(
    ("start", "severity"),
    [
        ('ENTRYPOINT ["/opt/bin/logstash"]\nCMD ["-f", "/etc/logstash/conf.d/apps.conf"]', Severity.INFO),
        ("CMD logstash -f /etc/logstash/conf.d/apps.conf", Severity.INFO),
        ("CMD logstash -f /etc/logstash/conf.d", Severity.ERROR),
        ("CMD logstash -f /etc/logstash/other/apps.conf", Severity.ERROR),
        ("CMD other -f /etc/logstash/conf.d/apps.conf", Severity.ERROR),
        ("RUN logstash -f /etc/logstash/conf.d/apps.conf", Severity.ERROR),
    ],
)
def test_an_image_starts_with_one_file_of_a_folder(tmp_path: Path, start: str, severity: Severity) -> None:
    files = {"conf.d/apps.conf": _APPS, "conf.d/web.conf": _WEB, "conf.d/x.conf": "filter { mutate { nonesuch => 1 } }\n"}
    found = _project(tmp_path, {**files, "Dockerfile": f"FROM debian:12\n{start}\n"}, "LS351")
    assert found == ([] if severity is Severity.INFO else [("LS252", "apps.conf", Severity.WARNING)]) + [
        ("LS351", "x.conf", severity)
    ]


@pytest.mark.parametrize(("path", "found"), [("pipeline/main.conf", 0), ("nonesuch.conf", 1)])
def test_a_list_near_that_names_files_of_another_folder(tmp_path: Path, path: str, found: int) -> None:
    listed = f'- pipeline.id: a\n  path.config: "/usr/share/logstash/{path}"\n'
    files = {"conf.d/apps.conf": _APPS, "conf.d/web.conf": _WEB, "pipeline/main.conf": _APPS, "config/pipelines.yml": listed}
    assert [code for code, *_ in _project(tmp_path, files)] == ["LS252"] * found


def test_a_default_in_what_compose_mounts(tmp_path: Path) -> None:
    mount = _COMPOSE.format("${HERE:-./files}/a:/usr/share/logstash/pipeline:ro")
    found = _project(tmp_path, {"files/a/apps.conf": _APPS, "files/a/web.conf": _WEB, "docker-compose.yml": mount})
    assert found == [("LS252", "apps.conf", Severity.WARNING)]


@pytest.mark.parametrize(
    ("folder", "severity"),
    [
        ("pipeline", Severity.INFO),
        # An installed Logstash reads all of it.
        ("conf.d", Severity.WARNING),
        ("demos", None),
    ],
)
def test_the_names_of_folders_for_pipelines_say_that_they_may_be_one(
    tmp_path: Path, folder: str, severity: Severity | None
) -> None:
    found = _project(tmp_path, {f"{folder}/{name}": text for name, text in _files().items()})
    assert found == ([] if severity is None else [("LS252", "apps.conf", severity)])


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("COPY own /usr/share/logstash/pipeline", Severity.WARNING),
        ("ADD own/ /etc/logstash/conf.d/", Severity.WARNING),
        ("COPY own/apps.conf /usr/share/logstash/pipeline/", None),
        ("COPY own /own", None),
    ],
)
def test_a_folder_that_a_dockerfile_copies_is_one_pipeline(tmp_path: Path, line: str, severity: Severity | None) -> None:
    files = {f"own/{name}": text for name, text in _files().items()}
    found = _project(tmp_path, {"Dockerfile": f"FROM logstash:8.19.0\n{line}\n", **files})
    assert found == ([] if severity is None else [("LS252", "apps.conf", severity)])


_POD = """apiVersion: apps/v1
kind: Deployment
metadata: {{name: logstash}}
spec:
  template:
    spec:
      containers:
        - name: logstash
          image: docker.elastic.co/logstash/logstash:8.19.0
          args: {}
          volumeMounts: [{{name: all, mountPath: {}}}]
      volumes: [{{name: all, configMap: {{name: logstash}}}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {{name: logstash}}
data:
  apps.conf: '{}'
  web.conf: '{}'
"""


@pytest.mark.parametrize(
    ("args", "path", "severity"),
    [
        ("[]", "/usr/share/logstash/pipeline/", Severity.WARNING),
        ("[-f, /usr/share/logstash/pipeline/apps.conf]", "/usr/share/logstash/pipeline", Severity.INFO),
        ("[]", "/pipelines", Severity.INFO),
    ],
)
def test_a_config_map_that_a_pod_mounts_is_one_pipeline(tmp_path: Path, args: str, path: str, severity: Severity) -> None:
    texts = [text.replace("\n", " ") for text in (_APPS, _WEB)]
    found = _project(tmp_path, {"logstash.yaml": _POD.format(args, path, *texts)})
    assert found == [("LS252", "logstash.yaml", severity)]


def test_outputs_that_ask_for_something_do_not_take_the_events_of_others(tmp_path: Path) -> None:
    apps, web = (_asking(text, index) for text, index in ((_APPS, "a"), (_WEB, "b")))
    assert _project(tmp_path, {"conf.d/apps.conf": apps, "conf.d/web.conf": web}) == []


def test_one_output_that_asks_for_nothing_takes_the_events_of_the_other_file(tmp_path: Path) -> None:
    files = {"conf.d/apps.conf": _APPS, "conf.d/web.conf": _asking(_WEB, "b")}
    assert _project(tmp_path, files) == [("LS252", "apps.conf", Severity.WARNING)]


def _asking(text: str, index: str) -> str:
    end = f' index => "{index}" }} }}'
    assert end in text
    return text.replace("output { ", f'output {{ if [type] == "{index}" {{ ').replace(end, f"{end} }}")


def test_a_file_beside_those_of_a_list_of_pipelines_is_not_read(tmp_path: Path) -> None:
    listed = '- pipeline.id: apps\n  path.config: "/usr/share/logstash/conf.d/apps.conf"\n'
    files = {f"conf.d/{name}": text for name, text in _files().items()}
    found = _project(tmp_path, {"etc/logstash/pipelines.yml": listed, **files})
    assert found == [("LS253", "web.conf", Severity.INFO)]


def test_nothing_is_broken_now_in_a_file_that_no_pipeline_reads(tmp_path: Path) -> None:
    listed = '- pipeline.id: apps\n  path.config: "/usr/share/logstash/conf.d/apps.conf"\n'
    files = {"conf.d/apps.conf": _APPS, "conf.d/x.conf": "filter { mutate { nonesuch => 1 } }\n"}
    found = _project(tmp_path, {"etc/logstash/pipelines.yml": listed, **files}, "LS351")
    assert found == [("LS253", "x.conf", Severity.INFO), ("LS351", "x.conf", Severity.INFO)]


def test_settings_among_the_pipelines_are_no_list_of_them(tmp_path: Path) -> None:
    listed = '- pipeline.id: apps\n  path.config: "/usr/share/logstash/pipeline/*.conf"\n'
    stray = {"logstash/pipeline/logstash.yml": "path.config: /usr/share/logstash/pipeline\n"}
    files = {"logstash/pipeline/apps.conf": _APPS, "logstash/config/pipelines.yml": listed, **stray}
    assert _project(tmp_path, files, "LS302") == []


def test_patterns_of_another_machine_are_those_of_the_folder_with_their_name(tmp_path: Path) -> None:
    config = (
        'input { file { path => "/a" } }\nfilter {\n'
        '  grok { patterns_dir => "/opt/logstash/patterns_extra" match => { "message" => "^%{APP}" } }\n'
        '  date { match => ["stamp", "UNIX"] }\n}\noutput { elasticsearch { } }\n'
    )
    found = _project(tmp_path, {"conf.d/apps.conf": config, "patterns/app": "APP %{WORD:level} %{SYSLOGTIMESTAMP:time}\n"})
    assert found == []
    told = [each.code for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings]
    assert "LS393" in told


_DEFINED = "APP %{WORD:level} %{SYSLOGTIMESTAMP:time}\n"
_RUN = "./conf.d:/usr/share/logstash/pipeline"


@pytest.mark.parametrize(
    "files",
    [
        {"Dockerfile": "FROM logstash:8.1.0\nADD own/app /opt/logstash/patterns_extra/\n", "own/app": _DEFINED},
        {"Dockerfile": "FROM logstash:8.1.0\nCOPY own/ /opt/logstash\n", "own/patterns_extra/app": _DEFINED},
        {"docker-compose.yml": _COMPOSE.format(f"{_RUN}\n      - ./own:/opt/logstash/patterns_extra"), "own/app": _DEFINED},
        {
            "docker-compose.yml": _COMPOSE.format(f"{_RUN}\n      - ./own/app:/opt/logstash/patterns_extra/app"),
            "own/app": _DEFINED,
        },
        {"image/opt/logstash/patterns_extra/app": _DEFINED},
        # Of two the one that ends as the path does.
        {"image/opt/logstash/patterns_extra/app": _DEFINED, "other/patterns_extra/app": "APP %{NUMBER:stamp}\n"},
    ],
)
def test_patterns_that_a_container_gets_are_read_where_they_come_from(tmp_path: Path, files: dict[str, str]) -> None:
    assert _reads_time(tmp_path, files)


@pytest.mark.parametrize(
    "files",
    [
        {"a/patterns_extra/app": _DEFINED, "b/patterns_extra/app": _DEFINED},
        # From another stage of the build.
        {"Dockerfile": "FROM a\nCOPY --from=b own/ /opt/logstash/patterns_extra\n", "own/app": _DEFINED},
    ],
)
def test_patterns_are_not_read_where_nobody_can_tell_whether_they_are_meant(tmp_path: Path, files: dict[str, str]) -> None:
    assert not _reads_time(tmp_path, files)


@pytest.mark.parametrize("path", ["/usr/share/logstash/patterns", "/a/gems/logstash-patterns-core-4.0.2/patterns"])
def test_patterns_of_logstash_itself_are_read_without_a_setting(tmp_path: Path, path: str) -> None:
    assert _reads_time(tmp_path, {"Dockerfile": f"FROM logstash:8.1.0\nADD own/app {path}/app\n", "own/app": _DEFINED}, "")


def _reads_time(folder: Path, files: dict[str, str], said: str = 'patterns_dir => "/opt/logstash/patterns_extra"') -> bool:
    """Whether the grok of a config with these files is known to read a time that no date filter uses."""
    config = (
        'input { file { path => "/a" } }\nfilter {\n'
        f'  grok {{ {said} match => {{ "message" => "^%{{APP}}" }} }}\n'
        "}\noutput { elasticsearch { } }\n"
    )
    return "LS383" in {code for code, _, _ in _project(folder, {"conf.d/apps.conf": config, **files}, "LS383")}


def _files() -> dict[str, str]:
    return {"apps.conf": _APPS, "web.conf": _WEB}


@pytest.mark.parametrize(
    ("build", "found"),
    [
        ("FROM docker.elastic.co/logstash/logstash:8.13.4\n", 1),
        ("FROM docker.elastic.co/logstash/logstash:8.13.4\nRUN ./fetch-patterns\n", 0),
    ],
)
def test_patterns_that_a_built_container_lacks(tmp_path: Path, build: str, found: int) -> None:
    compose = "services:\n  logstash:\n    build: .\n    volumes:\n      - ./pipeline:/usr/share/logstash/pipeline\n"
    grok = 'grok { patterns_dir => ["/opt/app/patterns"] match => { "message" => "^%{APPLINE}$" } }'
    config = f"input {{ stdin {{}} }}\nfilter {{ {grok} }}\noutput {{ stdout {{}} }}\n"
    files = {"Dockerfile": build, "compose.yml": compose, "pipeline/app.conf": config}
    assert [each[0] for each in _project(tmp_path, files, "LS901")].count("LS901") == found

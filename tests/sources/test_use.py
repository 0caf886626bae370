"""Configs that nothing in their project runs, while it runs another one in their place: what is said of them is an info."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

FLUENTD = "<source>\n  @type tail\n  path /var/log/x.log\n  tag a\n</source>\n<match **>\n  @type forward\n  %s\n</match>\n"
TO = "<server>\n    host {}\n  </server>"
BIT = "[INPUT]\n    Name systemd\n[OUTPUT]\n    Name es\n    Match *\n    Host {}\n"
BIT_YAML = "pipeline:\n  inputs:\n    - name: systemd\n      tag: a\n  outputs:\n    - name: 'null'\n      match: '*'\n"
LOGSTASH = 'input { stdin { } }\noutput { elasticsearch { hosts => ["store:9200"] user => "elastic" password => "changeme" } }\n'


def severities(folder: Path, files: dict[str, str], path: str) -> set[Severity]:
    """Of what is said of one file by its rule, when it is checked alone: a commit hook names what was changed."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    found = check([str(folder / path)], Settings()).findings
    return {each.severity for each in found if each.code in ("FD202", "FB223")}


def compose(image: str, *mounts: str, more: str = "") -> str:
    volumes = "".join(f"      - {each}\n" for each in mounts)
    return f"services:\n  store: {{image: 'elasticsearch:8'}}\n  logs:\n    image: {image}\n    volumes:\n{volumes}{more}"


BIT_IMAGE = "fluent/fluent-bit:4.2"
RUNS_YAML = compose(BIT_IMAGE, "./fluent-bit/fluent-bit.yaml:/fluent-bit/etc/fluent-bit.yaml")
RUNS_YAML += "    command: -c /fluent-bit/etc/fluent-bit.yaml\n"


@pytest.mark.parametrize("name", ["fluent-bit.conf", "fluent-bit-first.conf"])
@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, Severity.INFO),
        # A drawing of the folders is no use of one, nor what another program's image takes.
        ({"README.md": "```\n├── fluent-bit/NAME\n```\n"}, Severity.INFO),
        ({"app/Dockerfile": "FROM python:3\nCOPY . .\n"}, Severity.INFO),
        ({"Dockerfile": "FROM python:3\nCOPY . .\n"}, Severity.INFO),
        ({"README.md": "Run `fluent-bit -c fluent-bit/NAME` on each host.\n"}, Severity.WARNING),
        ({"deploy/hosts.yml": "- copy: {src: ../fluent-bit/NAME, dest: /etc}\n"}, Severity.WARNING),
        ({"deploy/run.sh": 'fluent-bit -c "$HERE/NAME"\n'}, Severity.WARNING),
        ({"deploy/run.sh": "# fluent-bit -c fluent-bit/NAME\n"}, Severity.INFO),
        ({"deploy/run.sh": "rsync -a fluent-bit host:/etc\n"}, Severity.WARNING),
        ({"deploy/run.sh": "for each in fluent-bit/*.conf; do cat $each; done\n"}, Severity.WARNING),
        ({"charts/logs/map.yaml": '{{ (.Files.Glob "fluent-bit/*").AsConfig }}\n'}, Severity.WARNING),
        ({"charts/logs/map.yaml": '{{ .Files.Get "files/NAME" }}\n'}, Severity.INFO),
        ({"deploy/run.sh": "cat *.txt; fluent-bit --version\n"}, Severity.INFO),
        ({"Dockerfile": "FROM fluent/fluent-bit\nCOPY . /etc\n"}, Severity.WARNING),
        ({"agent.service": "ExecStart=fluent-bit -c /etc/fluent-bit/NAME\n"}, Severity.WARNING),
        ({"deploy/hosts.yml": "- copy: {src: '../fluent-bit/{{ item }}.conf', dest: /etc}\n"}, Severity.WARNING),
        ({"deploy/run.sh": "fluent-bit -c fluent-bit/$NAME\n"}, Severity.WARNING),
        ({"deploy/run.sh": "echo $NAME.txt > $LIST; cp -r $LOGS /var/tmp\n"}, Severity.INFO),
        ({"deploy/docker.sh": "docker run -v $PWD/fluent-bit:/etc fluent-bit\n"}, Severity.WARNING),
        # What a web server shows, and its own files.
        ({"web/site.conf": "location /fluent-bit/ { proxy_pass http://logs:2020/; }\n"}, Severity.INFO),
        ({"web/run.sh": "exec nginx -c /etc/nginx/NAME\n"}, Severity.INFO),
        ({"other/all.conf": "@INCLUDE ../fluent-bit/*.conf\n"}, Severity.WARNING),
    ],
)
def test_a_file_beside_the_one_that_a_service_mounts(
    tmp_path: Path, name: str, files: dict[str, str], expected: Severity
) -> None:
    said = {path: text.replace("NAME", name) for path, text in files.items()}
    project = {"compose.yaml": RUNS_YAML, "fluent-bit/fluent-bit.yaml": BIT_YAML, f"fluent-bit/{name}": BIT.format("store")}
    assert severities(tmp_path, project | said, f"fluent-bit/{name}") == {expected}


@pytest.mark.parametrize(
    ("mounts", "host", "expected"),
    [
        # It speaks to what is called so in the network of the services alone.
        (["./bit-a/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"], "store", Severity.INFO),
        # It may be for other machines.
        (["./bit-a/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"], "logs.example.org", Severity.WARNING),
        (["${HOME_OF_LOGS}/bit-b:/fluent-bit/etc"], "store", Severity.WARNING),
        (["./bit-b/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"], "store", Severity.WARNING),
        (["./bit-b:/fluent-bit/etc"], "store", Severity.WARNING),
        # What a variable or a volume says is not known.
        (["$LOGS:/fluent-bit/etc"], "store", Severity.WARNING),
        (["logs:/fluent-bit/etc"], "store", Severity.WARNING),
        (["./$LOGS/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"], "store", Severity.WARNING),
        (["./bit-a:/fluent-bit/etc", "$DATA:/data"], "store", Severity.INFO),
    ],
)
def test_a_file_in_another_folder_than_the_one_that_a_service_mounts(
    tmp_path: Path, mounts: list[str], host: str, expected: Severity
) -> None:
    files = {f"{each}/fluent-bit.conf": BIT.format(host) for each in ("bit-a", "bit-b")}
    assert severities(tmp_path, {"compose.yaml": compose(BIT_IMAGE, *mounts), **files}, "bit-b/fluent-bit.conf") == {expected}


RUNS_LOGSTASH = compose("docker.elastic.co/logstash/logstash:8.13.4", "./logstash/pipeline:/usr/share/logstash/pipeline")


@pytest.mark.parametrize(
    ("files", "host", "expected"),
    [
        ({"compose.yaml": RUNS_LOGSTASH}, "store", Severity.INFO),
        ({"compose.yaml": RUNS_LOGSTASH}, "store.example.org", Severity.WARNING),
        # Nothing is run, or something speaks of the engine.
        ({"compose.yaml": "services: {store: {image: 'elasticsearch:8'}}\n"}, "store", Severity.WARNING),
        ({"compose.yaml": RUNS_LOGSTASH + "  bit: {image: $BIT/fluent-bit}\n"}, "store", Severity.WARNING),
        ({"compose.yaml": RUNS_LOGSTASH, "hosts/main.yml": "- apt: {name: fluent-bit}\n"}, "store", Severity.WARNING),
        ({"docker/compose.yaml": RUNS_LOGSTASH}, "store", Severity.WARNING),
    ],
)
def test_a_config_of_an_engine_where_a_service_runs_another_one(
    tmp_path: Path, files: dict[str, str], host: str, expected: Severity
) -> None:
    project = {"logstash/pipeline/main.conf": LOGSTASH, "agent/agent.conf": BIT.format(host)}
    assert severities(tmp_path, project | files, "agent/agent.conf") == {expected}


def test_a_config_of_a_large_project_is_run(tmp_path: Path) -> None:
    files = {"compose.yaml": RUNS_LOGSTASH, "agent/agent.conf": BIT.format("store")}
    many = {f"charts/{number}.yaml": "a: 1\n" for number in range(301)}
    assert severities(tmp_path, files | many, "agent/agent.conf") == {Severity.WARNING}


@pytest.mark.parametrize(("main", "expected"), [("fluent.conf", Severity.WARNING), ("web.conf", Severity.INFO)])
def test_a_fluentd_config_beside_the_one_that_is_mounted(tmp_path: Path, main: str, expected: Severity) -> None:
    text = compose("fluent/fluentd:v1.16-1", f"./fluentd/{main}:/fluentd/etc/fluent.conf")
    files = {"compose.yaml": text, "fluentd/fluent.conf": FLUENTD % TO.format("store"), "fluentd/web.conf": FLUENTD % ""}
    assert severities(tmp_path, files, "fluentd/fluent.conf") == {expected}


@pytest.mark.parametrize(
    ("copy", "expected"),
    [
        ("fluentd/web.conf /fluentd/etc/fluent.conf", Severity.INFO),
        ("fluentd/web.conf fluentd/other.conf /fluentd/etc/", Severity.WARNING),
        ("fluentd /fluentd/etc", Severity.WARNING),
        ("fluentd/*.conf /fluentd/etc/", Severity.WARNING),
    ],
)
def test_a_file_that_the_image_of_a_service_leaves_out(tmp_path: Path, copy: str, expected: Severity) -> None:
    files = {
        "compose.yaml": "services:\n  logs:\n    build: {context: ., dockerfile: fluentd/Dockerfile}\n",
        "fluentd/Dockerfile": f"FROM fluent/fluentd:v1.16-1\nCOPY {copy}\n",
        "fluentd/web.conf": FLUENTD % "",
        "fluentd/other.conf": FLUENTD % TO.format("store"),
    }
    assert severities(tmp_path, files, "fluentd/other.conf") == {expected}


_STARTS = "[program:logs]\ncommand=/usr/bin/fluent-bit -c /etc/fluent-bit/fluent-bit.conf\n"
_RUN_BIT = "fluent-bit -c $ROOT/config/fluent-bit.conf &\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, Severity.INFO),
        ({"config/other.conf": '[[x]]\n  files = ["/var/log/*"]\n  names = ["*"]\n'}, Severity.INFO),
        ({"run.sh": 'CONF="$ROOT/config/fluent-bit.conf"\nfluent-bit -c "$CONF" &\n'}, Severity.INFO),
        ({"check.sh": "test -f config/fluent-bit-late.conf\n"}, Severity.WARNING),
        ({"README.md": "Try `fluent-bit-late.conf`, too.\n"}, Severity.WARNING),
        ({"check.sh": 'fluent-bit --dry-run -c "$1"\n'}, Severity.WARNING),
        ({"check.sh": 'CONF=$ROOT/config/fluent-bit.conf\nfluent-bit --dry-run -c "$CONF"\n'}, Severity.INFO),
        ({"check.sh": 'CONF=$ROOT/config/fluent-bit.conf\nCONF=$1\nfluent-bit -c "$CONF"\n'}, Severity.WARNING),
        ({"check.sh": "cat config/*.conf\n"}, Severity.WARNING),
        ({"config/fluent-bit.conf": "@INCLUDE fluent-bit-*.conf\n" + BIT.format("store")}, Severity.WARNING),
        # Nothing runs another one of the folder, or no image gets that.
        ({"run.sh": "fluent-bit -c /etc/own.conf &\n"}, Severity.WARNING),
        ({"Dockerfile": "FROM debian:12\nCOPY run.sh /\n", "x.sh": "scp -r config host:/etc\n"}, Severity.WARNING),
    ],
)
def test_a_file_of_a_folder_that_an_image_gets_where_commands_run_another_one(
    tmp_path: Path, files: dict[str, str], expected: Severity
) -> None:
    image = "FROM debian:12\nRUN apt-get install -y fluent-bit\nCOPY config/ /opt/config/\n"
    project = {
        "Dockerfile": image,
        "config/supervisord.conf": _STARTS,
        "run.sh": _RUN_BIT,
        "config/fluent-bit.conf": BIT.format("store"),
        "config/fluent-bit-late.conf": BIT.format("store"),
    }
    assert severities(tmp_path, project | files, "config/fluent-bit-late.conf") == {expected}


@pytest.mark.parametrize(
    ("mount", "more", "expected"),
    [
        ("# logs:\n    #   volumes:\n    #     - ./config/logs:/fluent-bit/etc", "", Severity.INFO),
        ("#     - ./config:/etc/all", "", Severity.WARNING),
        ("#     - ./:/etc/all", "", Severity.WARNING),
        ("#     - ./config/logs:/fluent-bit/etc", "cp -r config/logs /etc\n", Severity.WARNING),
    ],
)
def test_the_folder_of_a_mount_that_is_left_out(tmp_path: Path, mount: str, more: str, expected: Severity) -> None:
    text = f"services:\n    store: {{image: 'elasticsearch:8'}}\n    {mount}\n"
    files = {"compose.yaml": text, "run.sh": more, "config/logs/agent.conf": BIT.format("store")}
    assert severities(tmp_path, files, "config/logs/agent.conf") == {expected}

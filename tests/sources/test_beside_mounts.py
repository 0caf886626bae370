"""Configs beside the ones that a compose file mounts, which nothing runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.engines.registry import ENGINES
from pipelint.sources.use.unused import use_of
from tests.engines.logstash.discovery.entries import WHOLE, found_in, write

SERVICE = """services:
  logstash:
    image: docker.elastic.co/logstash/logstash:8.13.4
    volumes:
      - ./logstash/pipeline:/usr/share/logstash/pipeline
"""
BUILT = SERVICE.replace("image: docker.elastic.co/logstash/logstash:8.13.4", "build: ./logstash")
# A single file is mounted, and its folder has others.
SINGLE = SERVICE.replace("logstash/pipeline:", "logstash/config/logstash.yml:")
FROM = "FROM docker.elastic.co/logstash/logstash:8.13.4\n"
OTHER = "  shop:\n    image: example.org/shop:1\n    volumes:\n      - ./logstash/spare:/spare\n"


@pytest.mark.parametrize(
    ("compose", "others", "idle"),
    [
        (SERVICE, {}, ["all.conf", "spare.conf"]),
        (SINGLE, {}, ["all.conf", "main.conf", "spare.conf"]),
        # An image into which nothing is copied has none of the files of its folder.
        (BUILT, {"logstash/Dockerfile": FROM}, ["all.conf", "spare.conf"]),
        (BUILT, {"logstash/Dockerfile": FROM + "COPY spare/ /etc/spare/\n"}, []),
        # Other services, commands, images and ConfigMaps have them.
        (SERVICE + OTHER, {}, ["all.conf"]),
        (SERVICE + "    command: logstash -f /etc/spare.conf\n", {}, ["all.conf"]),
        (SERVICE, {"logstash/all.dockerfile": FROM + "COPY all.conf /etc/\n"}, ["spare.conf"]),
        (SERVICE, {"logstash/kustomization.yaml": "configMapGenerator: [{name: a, files: [all.conf]}]\n"}, ["spare.conf"]),
        # Two services that run the same.
        (SERVICE + SERVICE.partition("\n")[2].replace("  logstash:", "  other:", 1), {}, ["all.conf", "spare.conf"]),
    ],
)
def test_a_config_beside_what_compose_mounts_is_idle(
    tmp_path: Path, compose: str, others: dict[str, str], idle: list[str]
) -> None:
    configs = dict.fromkeys(
        ("logstash/pipeline/main.conf", "logstash/all.conf", "logstash/spare/spare.conf", "prod/prod.conf"), WHOLE
    )
    write(tmp_path, {".git/config": "", "docker-compose.yml": compose, "logstash/config/logstash.yml": "", **configs, **others})
    found = found_in(tmp_path, ".").entries
    assert len(found) == len(configs)
    assert sorted(Path(each.name).name for each in found if use_of(each, ENGINES) == "idle") == idle


def test_what_a_list_of_pipelines_names_is_idle_where_all_of_it_is(tmp_path: Path) -> None:
    listed = "path.config: /usr/share/logstash/pipeline\n"
    write(tmp_path, {".git/config": "", "logstash/config/logstash.yml": listed, "logstash/pipeline/main.conf": WHOLE})
    for compose, idle in ((SINGLE, True), (SERVICE, False)):
        (tmp_path / "docker-compose.yml").write_text(compose)
        (entry,) = found_in(tmp_path, ".").entries
        assert (entry.name, use_of(entry, ENGINES) == "idle") == (str(tmp_path / "logstash" / "config" / "logstash.yml"), idle)


STARTED = SERVICE + "    command: logstash -f /usr/share/logstash/pipeline/{}\n"


@pytest.mark.parametrize(("started", "use"), [("main.conf", "idle"), ("spare.conf", ""), ("*.conf", ""), ("", "")])
def test_a_file_beside_the_one_that_a_command_names_is_idle_when_it_is_checked_alone(
    tmp_path: Path, started: str, use: str
) -> None:
    configs = dict.fromkeys(("logstash/pipeline/main.conf", "logstash/pipeline/spare.conf"), WHOLE)
    write(tmp_path, {".git/config": "", "compose.yaml": STARTED.format(started), **configs})
    (entry,) = found_in(tmp_path, "logstash/pipeline/spare.conf").entries
    assert use_of(entry, ENGINES) == use

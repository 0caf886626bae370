"""Options of Java with which Logstash does not start: in jvm.options, and in LS_JAVA_OPTS after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.locate import locate
from pipelint.checker import Settings, check

_CONFIG = "input { stdin { } }\noutput { stdout { } }\n"


def _found(folder: Path, files: dict[str, str]) -> list[str]:
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return [each.message for each in check([str(folder)], Settings()).findings if each.code == "LS926"]


@pytest.mark.parametrize(
    ("version", "options", "gone"),
    [
        ("8.19.0", "-XX:+UseParNewGC\n-XX:+UseConcMarkSweepGC\n", ["-XX:+UseParNewGC", "-XX:+UseConcMarkSweepGC"]),
        ("8.19.0", "-XX:CMSInitiatingOccupancyFraction=75\n", ["-XX:CMSInitiatingOccupancyFraction=75"]),
        # Java 11 still has CMS.
        ("7.17.0", "-XX:+UseConcMarkSweepGC\n-XX:+PrintGCDateStamps\n", ["-XX:+PrintGCDateStamps"]),
        ("6.8.0", "-XX:+UseParNewGC\n", []),
        # Of other versions of Java, in a comment, and where Java passes over what it does not know.
        ("8.19.0", "8-13:-XX:+UseConcMarkSweepGC\n# -XX:+UseParNewGC\n-XX:+UseG1GC\n-XX:+PrintGCDetails\n", []),
        ("8.19.0", "-XX:+IgnoreUnrecognizedVMOptions\n-XX:+UseParNewGC\n", []),
        # That of a search engine.
        ("8.19.0", "-Des.networkaddress.cache.ttl=60\n-XX:+UseParNewGC\n", []),
    ],
)
def test_options_that_java_has_no_more(tmp_path: Path, version: str, options: str, gone: list[str]) -> None:
    build = f"FROM docker.elastic.co/logstash/logstash:{version}\n"
    found = _found(tmp_path, {"pipeline/a.conf": _CONFIG, "config/jvm.options": options, "Dockerfile": build})
    assert found == [f"Java knows no {each} any more" for each in gone]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ("-Xms2g\n-Xmx1g\n", 1),
        ("-Xms1024m\n-Xmx1g\n", 0),
        # The last one counts.
        ("-Xms2g\n-Xmx1g\n-Xmx2g\n", 0),
        ("-Xms2g\n", 0),
        ("-Xms${HEAP}\n-Xmx1g\n", 0),
    ],
)
def test_a_heap_that_begins_larger_than_it_may_be(tmp_path: Path, options: str, found: int) -> None:
    told = _found(tmp_path, {"pipeline/a.conf": _CONFIG, "config/jvm.options": options})
    assert told == ["Java does not start: -Xms2g is more than -Xmx1g, the largest heap"] * found


def test_the_file_is_named_from_the_working_folder_and_without_a_way_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _found(tmp_path, {"pipeline/a.conf": _CONFIG, "config/jvm.options": "-Xms2g\n-Xmx1g\n"})
    monkeypatch.chdir(tmp_path)
    findings = [each for each in check(["."], Settings()).findings if each.code == "LS926"]
    assert [locate(each.place).path for each in findings] == [str(Path("config/jvm.options"))]


_COMPOSE = """services:
  logstash:
    image: docker.elastic.co/logstash/logstash:8.19.0
    environment:
      - LS_JAVA_OPTS={}
    volumes:
      - ./pipeline:/usr/share/logstash/pipeline
"""


@pytest.mark.parametrize(
    ("value", "more", "found"),
    [
        # The image begins with 1g.
        ("-Xmx512m", "", 1),
        ("-Xmx2g", "", 0),
        ("-Xms4g", "", 1),
        ("-Xms256m -Xmx512m", "", 0),
        ("-Xmx${HEAP}", "", 0),
        # Its options are others then, which are not known.
        ("-Xmx512m", "      - ./elsewhere:/usr/share/logstash/config\n", 0),
        ("-Xmx512m", "    build: .\n", 0),
    ],
)
def test_the_variable_comes_after_the_options_of_the_image(tmp_path: Path, value: str, more: str, found: int) -> None:
    told = _found(tmp_path, {"pipeline/a.conf": _CONFIG, "docker-compose.yml": _COMPOSE.format(value) + more})
    assert len(told) == found


@pytest.mark.parametrize(("value", "found"), [("-Xmx512m", 1), ("-Xmx2g", 0)])
def test_the_variable_comes_after_the_options_beside_the_config(tmp_path: Path, value: str, found: int) -> None:
    mounts = "      - ./config/jvm.options:/usr/share/logstash/config/jvm.options\n"
    files = {"pipeline/a.conf": _CONFIG, "config/jvm.options": "-Xms1g\n-Xmx1g\n"}
    told = _found(tmp_path, {**files, "docker-compose.yml": _COMPOSE.format(value) + mounts})
    assert len(told) == found

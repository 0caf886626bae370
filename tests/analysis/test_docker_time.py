"""Which parsers get to see Docker's time stamps."""

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.engines.fluentd.facts.time.event import DockerTime
from pipelint.graph.stage import Kind
from tests.facts import build_facts

TAIL = "<source>\n@type tail\npath {path}\ntag t\n<parse>\n{parse}\n</parse>\n</source>\n"
FILTER = "<filter t>\n@type parser\nkey_name {key}\n{more}\n<parse>\n@type json\n</parse>\n</filter>\n"
DOCKER = "/var/log/containers/*.log"


def times(tmp_path: Path, text: str) -> list[DockerTime]:
    path = tmp_path / "fluent.conf"
    path.write_text(text)
    (config,) = load([str(path)]).configs
    return [stage.docker_time for stage in build_facts(config).config.stages if stage.kind is Kind.PARSE]


def test_a_source_that_parses_container_logs(tmp_path: Path) -> None:
    assert times(tmp_path, TAIL.format(path=DOCKER, parse="@type json")) == [DockerTime.NUMBER]


def test_other_files_and_other_parsers_do_not_count(tmp_path: Path) -> None:
    assert times(tmp_path, TAIL.format(path="/var/log/app.log", parse="@type json")) == [DockerTime.NO]
    assert times(tmp_path, TAIL.format(path=DOCKER, parse="@type cri")) == [DockerTime.NO]


def test_the_flat_parameters_of_older_configs_count(tmp_path: Path) -> None:
    assert times(tmp_path, f"<source>\n@type tail\npath {DOCKER}\ntag t\nformat json\n</source>\n") == [DockerTime.NUMBER]


@pytest.mark.parametrize(
    ("parse", "key", "more", "found"),
    [
        ("@type none", "message", "", DockerTime.NUMBER),
        ("@type none", "message", "reserve_time false", DockerTime.NUMBER),
        ("@type none", "message", "reserve_time true", DockerTime.NO),  # the event keeps the time that it had
        ("@type none\nmessage_key line", "line", "", DockerTime.NUMBER),
        ("@type none", "log", "", DockerTime.NO),  # not the line
        ("@type json\ntime_key nothing", "log", "", DockerTime.NO),  # the application's own JSON
    ],
)
def test_a_filter_that_parses_what_its_source_read_whole(
    tmp_path: Path, parse: str, key: str, more: str, found: DockerTime
) -> None:
    text = TAIL.format(path=DOCKER, parse=parse) + FILTER.format(key=key, more=more)
    assert times(tmp_path, text)[-1] is found

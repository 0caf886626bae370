"""Which services of the compose files around a config run it."""

import re
from pathlib import Path

import pytest

from pipelint.base.disk.text_file import read_source
from pipelint.base.text.document import Document, SourceFile
from pipelint.sources.compose.builds import builds_of
from pipelint.sources.compose.services import services_of

COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    {key}: {value}
"""


def running(project: Path, config: str) -> list[str]:
    read = read_source(str(project / config), (str(project),))
    assert isinstance(read, SourceFile)
    return [each.image for each in services_of(Document.whole(read))]


@pytest.mark.parametrize(
    ("compose", "key", "value", "found"),
    [
        ("docker/compose.yaml", "volumes", '["../fluentd/fluent.conf:/fluentd/etc/fluent.conf"]', True),
        ("docker/compose.yaml", "volumes", '["../fluentd:/fluentd/etc"]', True),
        ("my-docker.local/compose.yaml", "volumes", '["../fluentd:/fluentd/etc"]', True),
        # A folder of another kind, another file, and what holds the folder of the compose file too.
        ("dockers/compose.yaml", "volumes", '["../fluentd:/fluentd/etc"]', False),
        ("docker/compose.yaml", "volumes", '["../fluentd/other.conf:/fluentd/etc/fluent.conf"]', False),
        ("docker/compose.yaml", "volumes", '["..:/project"]', False),
        ("docker/compose.yaml", "build", "..", False),
        # The folder in which compose is called.
        ("compose.yaml", "volumes", '["${PWD}/fluentd/fluent.conf:/fluentd/etc/fluent.conf"]', True),
        ("compose.yaml", "volumes", '["$PWD/fluentd:/fluentd/etc"]', True),
        ("compose.yaml", "volumes", '["$PWDS/fluentd:/fluentd/etc"]', False),
        ("compose.yaml", "volumes", '["${PWD}/other:/fluentd/etc"]', False),
    ],
)
def test_who_mounts_a_config(tmp_path: Path, compose: str, key: str, value: str, found: bool) -> None:
    for path, text in (("fluentd/fluent.conf", "# nothing\n"), (compose, COMPOSE.format(key=key, value=value))):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert running(tmp_path, "fluentd/fluent.conf") == ["fluent/fluentd:v1.16-1"] * found


def test_a_compose_file_on_the_way_up_says_who_runs_a_config(tmp_path: Path) -> None:
    for folder, image in (("fluentd", "image: own"), ("docker", "image: other")):
        (tmp_path / folder).mkdir()
        text = COMPOSE.format(key="volumes", value='["../fluentd/fluent.conf:/fluentd/etc/fluent.conf"]')
        (tmp_path / folder / "compose.yaml").write_text(text.replace("image: fluent/fluentd:v1.16-1", image))
    (tmp_path / "fluentd" / "fluent.conf").write_text("# nothing\n")
    assert running(tmp_path, "fluentd/fluent.conf") == ["own"]


@pytest.mark.parametrize(
    ("build", "dockerfile", "image"),
    [
        ("./image", "image/Dockerfile", "fluent/fluentd:v1.16-1"),
        ("{context: ., dockerfile: image/logs.Dockerfile}", "image/logs.Dockerfile", "fluent/fluentd:v1.16-1"),
        ("{dockerfile: image/logs.Dockerfile}", "image/logs.Dockerfile", "fluent/fluentd:v1.16-1"),
        ("{context: ./image, dockerfile: ../logs.Dockerfile}", "logs.Dockerfile", "fluent/fluentd:v1.16-1"),
        ("{context: ., dockerfile: other}", "image/Dockerfile", ""),
    ],
)
def test_a_service_is_built_from_the_dockerfile_that_it_names(tmp_path: Path, build: str, dockerfile: str, image: str) -> None:
    compose = f"services:\n  logs:\n    build: {build}\n    volumes: ['./conf/fluent.conf:/fluentd/etc/fluent.conf']\n"
    files = {"conf/fluent.conf": "# nothing\n", "compose.yaml": compose, "Dockerfile": "FROM ruby:3.4\nCOPY . .\n"}
    for name, text in {**files, dockerfile: "FROM fluent/fluentd:v1.16-1\nRUN gem install fluent-plugin-loki\n"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert running(tmp_path, "conf/fluent.conf") == [image]
    read = read_source(str(tmp_path / "conf/fluent.conf"), (str(tmp_path),))
    assert isinstance(read, SourceFile)
    found = builds_of(Document.whole(read), re.compile("fluent-.*"), re.compile("fluentd"))
    assert [(each.image, [gem.name for gem in each.gems]) for each in found] == [(image, ["fluent-plugin-loki"])] * bool(image)


@pytest.mark.parametrize(
    ("line", "clear"),
    [
        ("COPY own.rb /fluentd/plugins/", False),
        ('COPY ["own.rb", "/fluentd/plugins"]', False),
        ("COPY plugins /fluentd/plugins", False),
        ("RUN mkdir -p /fluentd/plugins", True),
        ("COPY fluent.conf /fluentd/etc/", True),
    ],
)
def test_a_build_may_bring_plugins(tmp_path: Path, line: str, clear: bool) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM fluent/fluentd:v1.16-1\n{line}\n")
    (tmp_path / "fluent.conf").write_text("<match **>\n  @type null\n</match>\n")
    read = read_source(str(tmp_path / "fluent.conf"), (str(tmp_path),))
    assert isinstance(read, SourceFile)
    found = builds_of(Document.whole(read), re.compile("fluent-.*"), re.compile("fluent/fluentd"))
    assert [each.clear for each in found] == [clear]

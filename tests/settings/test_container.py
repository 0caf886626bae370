"""The release that runs a config on disk, by the compose file or the Dockerfile around it."""

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.settings.around.guess import guess_of

CONFIG = "input { stdin {} } output { stdout {} }\n"
IMAGE = "docker.elastic.co/logstash/logstash"
COMPOSE = f"services:\n  logstash:\n    image: {IMAGE}:8.13.2\n    volumes:\n      - ./logstash/pipeline:/pipeline\n"
MOUNTED = "services:\n  logstash:\n    build:\n      context: image/\n    volumes:\n      - ./logstash/pipeline:/pipeline\n"
BUILD = "services:\n  logstash:\n    build:\n      context: logstash/\n"


def versions(folder: Path, files: dict[str, str]) -> list[str | None]:
    for name, text in {"logstash/pipeline/a.conf": CONFIG, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = [guess_of(config.entry) for config in load([str(folder)]).configs]
    return [each and each.release.version for each in found]


@pytest.mark.parametrize(
    ("files", "version"),
    [
        ({"docker-compose.yml": COMPOSE}, "8.13.2"),
        ({"docker-compose.yml": COMPOSE.replace(IMAGE, "elastic/logstash")}, "8.13.2"),
        ({"compose.yaml": COMPOSE.replace(":8.13.2", ":${VERSION}"), ".env": "VERSION=7.17.9\n"}, "7.17.9"),
        ({"compose.yml": COMPOSE.replace(":8.13.2", ":${VERSION:-8.11.0}")}, "8.11.0"),
        ({"compose.yml": COMPOSE.replace("./logstash", "${HERE:-./logstash}")}, "8.13.2"),
        ({"compose.yml": COMPOSE.replace("./logstash", "${HERE}"), ".env": "HERE=./logstash\n"}, "8.13.2"),
        ({"compose.yml": COMPOSE.replace("./logstash", "${HERE}")}, None),
        ({"logstash/Dockerfile": f"ARG V\nFROM {IMAGE}:${{V}}\n", ".env": "V=9.0.3\n"}, "9.0.3"),
        ({"logstash/Containerfile": f"FROM {IMAGE}:8.4.1\n"}, "8.4.1"),
        ({"logstash/Dockerfile": f"ARG V=8.4.1\nFROM --platform=linux/amd64 {IMAGE}:$V\n"}, "8.4.1"),
        (
            {
                "compose.yml": COMPOSE.replace(f"image: {IMAGE}:8.13.2", "build:\n      dockerfile: docker/Dockerfile.log"),
                "docker/Dockerfile.log": f"FROM {IMAGE}:7.7.0\n",
            },
            "7.7.0",
        ),
        (
            {
                "compose.yml": "services:\n  logstash:\n    build:\n      dockerfile: docker/Dockerfile.log\n",
                "docker/Dockerfile.log": f"FROM {IMAGE}:7.7.0\nCOPY logstash/pipeline/ /usr/share/logstash/pipeline\n",
            },
            "7.7.0",
        ),
        # A compose file that mounts the config into what it builds elsewhere.
        (
            {"compose.yml": MOUNTED, "image/Dockerfile": f"ARG V\nFROM {IMAGE}:${{V}}\n", ".env": "V=7.12.1\n"},
            "7.12.1",
        ),
        ({"compose.yml": MOUNTED.replace("image/", "./b\n      dockerfile: log"), "b/log": f"FROM {IMAGE}:8.0.1\n"}, "8.0.1"),
        ({"compose.yml": MOUNTED.replace("image/", f".\n      dockerfile_inline: |\n        FROM {IMAGE}:8.12.0")}, "8.12.0"),
        ({"compose.yml": MOUNTED, "other/Dockerfile": f"FROM {IMAGE}:7.1.0\n"}, None),
        # The arguments of a compose file count before the variables beside it.
        (
            {
                "docker-compose.yml": BUILD + "      args:\n        V: 7.3.2\n",
                "logstash/Dockerfile": f"ARG V\nFROM {IMAGE}:${{V}}\n",
                ".env": "V=7.1.0\n",
            },
            "7.3.2",
        ),
        ({"docker-compose_dev.yml": COMPOSE}, "8.13.2"),
        # What a Dockerfile installs.
        (
            {"logstash/Dockerfile": "FROM a\nRUN echo 'deb http://packages.elastic.co/logstash/1.5/debian stable main' > l\n"},
            "1.5",
        ),
        (
            {"logstash/Dockerfile": "FROM a\nADD https://a/b/logstash-7.17.0-linux-x86_64.tar.gz /\n"},
            "7.17.0",
        ),
        (
            {
                "logstash/Dockerfile": "FROM a\nENV LOGSTASH_VERSION=6.4.1\nRUN curl https://b/logstash-oss-${LOGSTASH_VERSION}.deb\n"
            },
            "6.4.1",
        ),
        ({"logstash/Dockerfile": "FROM a\nRUN apt-get install -y logstash=1:8.4.0-1\n"}, "8.4.0"),
        ({"logstash/Dockerfile": "FROM a\n# RUN apt-get install -y logstash=1:8.4.0-1\n"}, None),
        ({"logstash/Dockerfile": "FROM a\nRUN apt-get install -y logstash other=1:8.4.0-1\n"}, None),
        ({"podman-compose.yml": COMPOSE}, "8.13.2"),
        ({"elk.Dockerfile": f"FROM {IMAGE}-oss:6.2.4\nCOPY logstash/pipeline/ /pipeline\n"}, "6.2.4"),
        ({"Dockerfile.elk": f"FROM {IMAGE}:7.1.0\nCOPY logstash/pipeline/ /pipeline\n"}, "7.1.0"),
        ({"Dockerfile.elk": f"FROM {IMAGE}:7.1.0\nCOPY elsewhere/ /pipeline\n"}, None),
        # An image of others whose tags are its version.
        ({"logstash/Dockerfile": "FROM sebp/elk:553\n"}, "5.5.3"),
        ({"docker-compose.yml": COMPOSE.replace(f"{IMAGE}:8.13.2", "sebp/elk:7.16.3")}, "7.16.3"),
        ({"docker-compose.yml": COMPOSE.replace(f"{IMAGE}:8.13.2", "sebp/elk:latest")}, None),
        # The nearest file that names an image counts.
        ({"docker-compose.yml": COMPOSE, "logstash/Dockerfile": f"FROM {IMAGE}:8.4.1\n"}, "8.4.1"),
        # Nothing is known without a tag or the variable's value, of other people's images, and where two contradict.
        ({"docker-compose.yml": COMPOSE.replace(":8.13.2", "")}, None),
        ({"docker-compose.yml": COMPOSE.replace(":8.13.2", ":${VERSION}")}, None),
        ({"docker-compose.yml": COMPOSE.replace(IMAGE, "example.org/collector")}, None),
        ({"docker-compose.yml": COMPOSE + f"  other:\n    image: {IMAGE}:8.14.0\n"}, None),
        ({"docker-compose.yml": COMPOSE.replace("    image", "    # image")}, None),
        # A compose file that does not name the config, as a path, may run another one.
        ({"docker-compose.yml": COMPOSE.replace("./logstash/pipeline:", "./elsewhere:")}, None),
        ({"docker-compose.yml": COMPOSE.replace("- ./logstash", "# - ./logstash")}, None),
        ({"docker-compose.yml": BUILD, "logstash/Dockerfile": f"FROM {IMAGE}:8.4.1\n"}, "8.4.1"),
        # Compose files of other names are asked where the usual ones say nothing, and have to agree.
        ({"docker-compose.elk.yml": COMPOSE}, "8.13.2"),
        ({"docker-compose.yml": "services: {}\n", "compose-elk.yaml": COMPOSE}, "8.13.2"),
        ({"docker-compose.yml": COMPOSE, "docker-compose.old.yml": COMPOSE.replace("8.13", "7.17")}, "8.13.2"),
        ({"docker-compose.dev.yml": COMPOSE, "docker-compose.old.yml": COMPOSE.replace("8.13", "7.17")}, None),
        ({"docker-compose.dev.yml": COMPOSE.replace("./logstash/pipeline:", "./elsewhere:")}, None),
        ({"stack.yml": COMPOSE}, None),
    ],
)
def test_the_version_stands_in_the_files_around_the_config(files: dict[str, str], version: str | None, tmp_path: Path) -> None:
    assert versions(tmp_path, files) == [version]


def test_it_says_where_it_stands(tmp_path: Path) -> None:
    versions(tmp_path, {"docker-compose.yml": COMPOSE})
    guess = guess_of(load([str(tmp_path)]).configs[0].entry)
    assert guess is not None
    assert guess.source == f"image {IMAGE}:8.13.2 in docker-compose.yml"


def test_it_names_an_image_of_others(tmp_path: Path) -> None:
    versions(tmp_path, {"logstash/Dockerfile": "FROM sebp/elk:553\n"})
    guess = guess_of(load([str(tmp_path)]).configs[0].entry)
    assert guess is not None
    assert guess.source == "image sebp/elk:553 in Dockerfile"


def test_it_names_a_package(tmp_path: Path) -> None:
    versions(tmp_path, {"logstash/Dockerfile": "FROM a\nRUN apt-get install -y logstash=1:8.4.0-1\n"})
    guess = guess_of(load([str(tmp_path)]).configs[0].entry)
    assert guess is not None
    assert guess.source == "the package in Dockerfile"


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("ENV FLB_VERSION 1.3.11", "1.3.11"),
        ("ARG FLUENT_BIT_VERSION=v1.8", "1.8"),
        ("RUN apt-get install -y td-agent-bit=1.7.4", "1.7.4"),
        ("RUN curl -L https://github.com/fluent/fluent-bit/archive/v0.11.2.tar.gz | tar xz", "0.11.2"),
        ("ARG fb=1.8.7\nENV url https://github.com/fluent/fluent-bit/archive/refs/tags/v${fb}.tar.gz", "1.8.7"),
        ("ADD https://example.org/fluent-bit-1.9.3.tar.gz /tmp/", "1.9.3"),
        ("# ENV FLB_VERSION 1.3.11", None),
        ("ENV VERSION 1.3.11", None),
    ],
)
def test_what_builds_fluent_bit_names_its_version(tmp_path: Path, line: str, version: str | None) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM debian\n{line}\nCOPY fluent-bit.conf /etc/\n")
    (tmp_path / "fluent-bit.conf").write_text("[INPUT]\n    Name cpu\n[OUTPUT]\n    Name null\n    Match *\n")
    guess = guess_of(load([str(tmp_path)]).configs[0].entry)
    assert (guess and guess.release.version) == version


def test_nothing_outside_of_the_project_is_asked(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(f"FROM {IMAGE}:8.4.1\n")
    project = tmp_path / "project"
    assert versions(project, {}) == [None]
    (project / "Dockerfile").symlink_to(tmp_path / "Dockerfile")
    assert versions(project, {}) == [None]
    (project / "Dockerfile").unlink()
    (project / "Dockerfile").write_text(f"FROM {IMAGE}:8.4.1\n")
    assert versions(project, {}) == ["8.4.1"]

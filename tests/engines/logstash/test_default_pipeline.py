"""The pipeline of Logstash's image, which a file of another name does not replace."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_CONFIG = 'input { kafka { topics => ["a"] } }\noutput { elasticsearch { hosts => ["https://es:9200"] } }\n'
_SERVICE = "services:\n  logstash:\n    image: {}\n    volumes:\n      - ./shop.conf:/usr/share/logstash/pipeline/{}\n{}"
_ELASTIC = "docker.elastic.co/logstash/logstash:8.14.0"
_FOLDER = "/usr/share/logstash/pipeline"


def _codes(folder: Path, files: dict[str, str]) -> list[str]:
    (folder / ".git").mkdir()
    for name, text in {"shop.conf": _CONFIG, **files}.items():
        (folder / name).write_text(text)
    found = check([str(folder)], Settings()).checked
    return [each.code for checked in found for each in checked.findings if each.code == "LS857"]


@pytest.mark.parametrize(
    ("image", "name", "more", "told"),
    [
        (_ELASTIC, "shop.conf", "", True),
        ("logstash:7.17.0", "shop.conf", "    command: -w 2\n", True),
        (_ELASTIC, "logstash.conf", "", False),
        # Its own image of version 5 had none, and of others nobody knows.
        ("logstash:5.6", "shop.conf", "", False),
        ("bitnami/logstash:8", "shop.conf", "", False),
        (_ELASTIC, "shop.conf", "    command: logstash -f /usr/share/logstash/pipeline/shop.conf\n", False),
        (_ELASTIC, "shop.conf", "    command: sh -c 'rm pipeline/logstash.conf && logstash'\n", False),
        (_ELASTIC, "shop.conf", "    environment:\n      PATH_CONFIG: /usr/share/logstash/pipeline/shop.conf\n", False),
        (_ELASTIC, "shop.conf", f"      - ./empty:{_FOLDER}\n", False),
        (_ELASTIC, "shop.conf", "      - ./pipelines.yml:/usr/share/logstash/config/pipelines.yml\n", False),
    ],
)
def test_a_file_that_compose_mounts_replaces_it_under_its_name_alone(
    tmp_path: Path, image: str, name: str, more: str, told: bool
) -> None:
    assert _codes(tmp_path, {"docker-compose.yml": _SERVICE.format(image, name, more)}) == ["LS857"] * told


@pytest.mark.parametrize(
    ("copy", "told"),
    [
        (f"COPY shop.conf {_FOLDER}/", True),
        (f"COPY shop.conf {_FOLDER}/all.conf", True),
        (f"COPY shop.conf {_FOLDER}/logstash.conf", False),
        (f"COPY . {_FOLDER}", False),
        (f"RUN rm -f {_FOLDER}/logstash.conf\nCOPY shop.conf {_FOLDER}/", False),
        (f'COPY shop.conf {_FOLDER}/\nCMD ["-f", "{_FOLDER}/shop.conf"]', False),
    ],
)
def test_so_does_a_file_that_a_dockerfile_copies(tmp_path: Path, copy: str, told: bool) -> None:
    assert _codes(tmp_path, {"Dockerfile": f"FROM {_ELASTIC}\n{copy}\n"}) == ["LS857"] * told

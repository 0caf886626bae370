"""Which files a container cannot write that runs Fluentd as the user of its image: what compose files and Dockerfiles say."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type tail
  path /logs/app.log
  pos_file {path}
  tag app
  <parse>
    @type none
  </parse>
</source>
<match app>
  @type null
</match>
"""
COMPOSE = """\
services:
  logs:
    {image}
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
      - {mount}
volumes:
  kept:
  other:
    {volume}
"""
OWN = "image: fluent/fluentd:v1.16-1"
LIB = "kept:/var/lib/fluentd"
POS = "/var/lib/fluentd/app.pos"


def told(folder: Path, **texts: str) -> list[str]:
    """The files of which it is said that they cannot be written."""
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text)
    found = [each for each in check([str(folder)], Settings()).findings if each.code == "FD930"]
    return [each.place.document.file.bytes[each.place.file_span.start : each.place.file_span.end].decode() for each in found]


@pytest.mark.parametrize(
    ("image", "mount", "path", "wrong"),
    [
        (OWN, LIB, POS, True),
        (OWN, "other:/var/lib/fluentd", POS, False),
        (OWN, "/srv/positions:/var/lib/fluentd", POS, False),
        (OWN, "/var/lib:/var/lib", "/var/lib/app.pos", True),
        (OWN, "/var/lib:/var/lib", POS, False),
        (OWN, "kept:/fluentd/log", "/fluentd/log/app.pos", False),
        (OWN, "kept:/fluentd/positions", "/fluentd/positions/app.pos", True),
        (OWN, "kept:/tmp/positions", "/tmp/positions/app.pos", False),
        (OWN, "kept:/elsewhere", POS, True),
        (OWN, "kept:/elsewhere", "/fluentd/positions/app.pos", False),
        (f"{OWN}\n    user: root", LIB, POS, False),
        (f"{OWN}\n    tmpfs: /var/lib/fluentd", "kept:/elsewhere", POS, False),
        (f"{OWN}\n    command: sh -c 'gem install fluent-plugin-loki && fluentd'", LIB, POS, True),
        (f"{OWN}\n    command: sh -c 'chown fluent /var/lib/fluentd && fluentd'", LIB, POS, False),
        (f"{OWN}\n    command: sh /start.sh", LIB, POS, False),
        ("image: fluent/fluentd", LIB, POS, True),
        ("image: fluentd:1.17", LIB, POS, True),
        ("image: fluent/fluentd:v1.2.6", LIB, POS, False),
        ("image: fluent/fluentd:v0.12", LIB, POS, False),
        ("image: fluent/fluentd-kubernetes-daemonset:v1.16-debian-forward-1", LIB, POS, False),
    ],
)
def test_a_service_writes_as_the_user_of_its_image(tmp_path: Path, image: str, mount: str, path: str, wrong: bool) -> None:
    compose = COMPOSE.format(image=image, mount=mount, volume="external: true")
    assert told(tmp_path, fluent_conf=CONFIG.format(path=path), compose_yaml=compose) == [path] * wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("COPY fluent.conf /fluentd/etc/", True),
        ("USER root\nRUN gem install fluent-plugin-loki\nUSER fluent", True),
        ("USER root\nRUN gem install fluent-plugin-loki", False),
        ("USER root\nRUN mkdir /var/lib/fluentd && chown fluent /var/lib/fluentd\nUSER fluent", False),
        ("COPY --chown=fluent positions /var/lib/fluentd", False),
    ],
)
def test_a_dockerfile_may_give_folders_to_it(tmp_path: Path, said: str, wrong: bool) -> None:
    compose = COMPOSE.format(image="build: .", mount=LIB, volume="external: true")
    dockerfile = f"FROM fluent/fluentd:v1.16-1\n{said}\n"
    found = told(tmp_path, fluent_conf=CONFIG.format(path=POS), compose_yaml=compose, Dockerfile=dockerfile)
    assert found == [POS] * wrong


@pytest.mark.parametrize("other", ["driver: local", ""])
def test_a_volume_that_another_service_has_may_have_another_owner(tmp_path: Path, other: str) -> None:
    compose = COMPOSE.format(image=OWN, mount="other:/var/lib/fluentd", volume=other)
    config = CONFIG.format(path=POS)
    assert told(tmp_path, fluent_conf=config, compose_yaml=compose)
    beside = "  init:\n    image: busybox\n    volumes:\n      - other:/kept\nvolumes:"
    assert not told(tmp_path, fluent_conf=config, compose_yaml=compose.replace("volumes:\n  kept", beside + "\n  kept"))

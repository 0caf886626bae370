"""Which paths of tail sources the service of a compose file that runs them does not have."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type tail
  path {path}
  pos_file /fluentd/log/app.pos
  tag app
  <parse>
    @type none
  </parse>
</source>
<match app>
  @type file
  path /var/archive/app
</match>
"""
COMPOSE = """\
services:
  logs:
    {image}
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
      - {mount}
"""
OWN = "image: fluent/fluentd:v1.16-1"


@pytest.mark.parametrize(
    ("image", "mount", "path", "wrong"),
    [
        (OWN, "/srv/logs:/logs", "/srv/logs/*.log", True),
        (OWN, "/srv/logs:/logs", "/logs/*.log", False),
        (OWN, "/srv/logs:/logs", "/log/*.log", True),
        (OWN, "/srv/logs:/logs/app", "/logs/*/*.log", False),
        (OWN, "/srv/app.log:/logs/app.log", "/logs/app.log", False),
        (OWN, "/srv/logs:/logs", "/fluentd/log/*.log", False),
        (OWN, "/srv/logs:/logs", "/var/archive/*.log", False),
        (OWN, "/srv/logs:/logs", "logs/*.log", False),
        (OWN, "/srv/logs:/logs", "/*.log", False),
        (OWN, "/srv/logs:/logs", "\"#{ENV['LOGS']}\"", False),
        (f"{OWN}\n    tmpfs: /log", "/srv/logs:/logs", "/log/*.log", False),
        (f"{OWN}\n    command: sh -c 'gem install fluent-plugin-loki && fluentd'", "/srv/logs:/logs", "/log/*.log", True),
        (f"{OWN}\n    command: sh -c 'date > /log/a.log; fluentd'", "/srv/logs:/logs", "/log/*.log", False),
        ("build: .", "/srv/logs:/logs", "/log/*.log", False),
        ("image: example.com/logs/fluentd:3", "/srv/logs:/logs", "/log/*.log", False),
    ],
)
def test_a_service_has_what_it_mounts(tmp_path: Path, image: str, mount: str, path: str, wrong: bool) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(path=path))
    (tmp_path / "compose.yaml").write_text(COMPOSE.format(image=image, mount=mount))
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD932"]
    assert len(found) == wrong


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("RUN gem install fluent-plugin-elasticsearch", True),
        ("USER root\nCOPY fluent.conf /fluentd/etc/\nUSER fluent", True),
        ("RUN mkdir -p /log/app", False),
        ("COPY rootfs /", False),
        ("COPY start.sh /bin/", False),
        ("FROM fluent/fluentd:v1.16-1\nCOPY --from=0 /bin/date /bin/", False),
    ],
)
def test_so_is_an_image_that_only_adds_gems(tmp_path: Path, lines: str, wrong: bool) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(path="/log/*.log"))
    (tmp_path / "compose.yaml").write_text(COMPOSE.format(image="build: .", mount="/srv/logs:/logs"))
    (tmp_path / "Dockerfile").write_text(f"FROM fluent/fluentd:v1.16-1\n{lines}\n")
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD932"]
    assert len(found) == wrong


def test_it_is_said_where_the_folder_of_the_host_is(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(path="/srv/logs/shop/*.log"))
    (tmp_path / "compose.yaml").write_text(COMPOSE.format(image=OWN, mount="/srv/logs:/logs"))
    found = [each.message for each in check([str(tmp_path)], Settings()).findings if each.code == "FD932"]
    assert found == ["the service logs mounts nothing at this path: it has that folder of the host at /logs/shop"]


@pytest.mark.parametrize(
    ("name", "wrong"), [("compose.old.yaml", True), ("docker-compose-bak.yml", True), ("compose.dev.yaml", False)]
)
def test_a_compose_file_that_is_left_from_before_says_nothing_beside_another(tmp_path: Path, name: str, wrong: bool) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(path="/log/*.log"))
    (tmp_path / "compose.yaml").write_text(COMPOSE.format(image=OWN, mount="/srv/logs:/logs"))
    (tmp_path / name).write_text(COMPOSE.format(image=OWN, mount="/srv/logs:/log"))
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD932"]
    assert len(found) == wrong


def test_nor_is_it_left_out_where_there_is_no_other(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(path="/log/*.log"))
    (tmp_path / "compose.old.yaml").write_text(COMPOSE.format(image=OWN, mount="/srv/logs:/logs"))
    found = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD932"]
    assert len(found) == 1

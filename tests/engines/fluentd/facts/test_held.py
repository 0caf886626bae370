"""The limit of the memory of the service that runs a config, where several compose files say together what the service is."""

from pathlib import Path

from pipelint.base.text.locate import locate
from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type sample
  tag app
</source>
<match app>
  @type forward
  <server>
    host logs.example.org
  </server>
</match>
"""
COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
"""
OVERRIDE = """\
services:
  web:
    image: nginx
  logs:
    mem_limit: 256m
"""


def test_the_limit_of_the_memory_is_in_the_file_that_says_it(tmp_path: Path) -> None:
    files = {"fluent.conf": CONFIG, "docker-compose.yml": COMPOSE, "docker-compose.override.yml": OVERRIDE}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (finding,) = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD852"]
    assert str(locate(finding.related[0].place)).endswith("docker-compose.override.yml:4:3")

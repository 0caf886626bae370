"""Which servers of a compose file an output does not find: those on other networks."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type sample
  tag app
</source>
<match app>
{output}
</match>
"""
COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    networks: [front]
    {logs}
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
  search:
    image: example.com/search:3
    {search}
networks:
  front:
  back:
"""


def _found(folder: Path, output: str, logs: str = "", search: str = "") -> list[str]:
    (folder / "fluent.conf").write_text(CONFIG.format(output=output))
    (folder / "compose.yaml").write_text(COMPOSE.format(logs=logs, search=search))
    return [each.message for each in check([str(folder)], Settings()).findings if each.code == "FD827"]


@pytest.mark.parametrize(
    ("output", "wrong"),
    [
        ("@type elasticsearch\nhost search", True),
        ("@type elasticsearch\nhosts http://elastic:secret@search:9200/", True),
        ("@type elasticsearch\nhosts other:9200,search:9200", True),
        ("@type kafka2\nbrokers search:9092", True),
        ('@type loki\nurl http://search:3100\nextra_labels {"job": "app"}', True),
        ("@type http\nendpoint http://search:8080/in", True),
        ("@type forward\n<server>\nhost search\n</server>", True),
        ("@type copy\n<store>\n@type elasticsearch\nhost search\n</store>", True),
        ("@type elasticsearch\nhost search.example.com", False),
        ("@type elasticsearch\nhost research", False),
        ("@type elasticsearch\nhost \"#{ENV['SEARCH'] || 'search'}\"", True),
        ("@type stdout", False),
    ],
)
def test_a_name_of_another_network_is_not_found(tmp_path: Path, output: str, wrong: bool) -> None:
    found = _found(tmp_path, output)
    assert len(found) == wrong


@pytest.mark.parametrize(
    ("logs", "search", "wrong"),
    [
        ("", "networks: [back]", True),
        ("links: [search]", "networks: [back]", True),
        ("", "networks: [back, front]", False),
        ("", "networks: {front: {}}", False),
        ("", "network_mode: host", False),
        ("extra_hosts: ['search:10.0.0.1']", "", False),
        ("external_links: [search]", "", False),
    ],
)
def test_networks_say_who_finds_whom(tmp_path: Path, logs: str, search: str, wrong: bool) -> None:
    assert len(_found(tmp_path, "@type elasticsearch\nhost search", logs, search)) == wrong


@pytest.mark.parametrize("default", ["name: shared", "driver: bridge", "name: ${NET}"])
def test_the_default_network_may_have_a_name(tmp_path: Path, default: str) -> None:
    (tmp_path / "fluent.conf").write_text(CONFIG.format(output="@type elasticsearch\nhost search"))
    compose = COMPOSE.format(logs="", search="").replace("[front]", "[default]")
    (tmp_path / "compose.yaml").write_text(f"{compose}  default:\n    {default}\n")
    assert "FD827" not in [each.code for each in check([str(tmp_path)], Settings()).findings]

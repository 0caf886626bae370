"""Which tags that a Fluent Bit of the same compose file sends no match takes."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
<source>
  @type forward
</source>
<match shop.**>
  @type stdout
</match>
"""
SENDER = """\
[SERVICE]
    Flush 1
# [INPUT]
#     Tag other
[INPUT]
    Name {input}
    Tag  {tag}
{more}
[OUTPUT]
    Name  forward
    Match {match}
{output}
"""
COMPOSE = """\
services:
  logs:
    image: fluent/fluentd:v1.16-1
    container_name: collector
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
  bit:
    image: fluent/fluent-bit:3.1
    volumes:
      - ./bit/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf
      - ./bit/parsers.conf:/fluent-bit/etc/parsers.conf
"""


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({}, True),
        ({"tag": "shop.web"}, False),
        ({"tag": "kube.*"}, False),
        ({"tag": "${NAME}"}, False),
        ({"match": "web"}, True),
        ({"match": "w*"}, True),
        ({"match": "shop.*"}, False),
        ({"input": "forward"}, False),
        ({"output": "    Host collector"}, True),
        ({"output": "    Host logs\n    Port 24224"}, True),
        ({"output": "    Host logs\n    Port 24225"}, False),
        ({"output": "    Host elsewhere"}, False),
        ({"output": "    Host logs\n    Tag shop.all"}, False),
        ({"output": "    Host logs\n[OUTPUT]\n    Name forward\n    Match none\n    Host logs"}, False),
        ({"more": "[FILTER]\n    Name rewrite_tag\n    Match *\n    Rule $log .* shop.x false"}, False),
        ({"more": "@INCLUDE more.conf"}, False),
    ],
)
def test_a_fluent_bit_keeps_the_tags_of_its_inputs(tmp_path: Path, changed: dict[str, str], wrong: bool) -> None:
    said = {"input": "tail", "tag": "web", "match": "*", "output": "    Host logs", "more": ""} | changed
    (tmp_path / "bit").mkdir()
    (tmp_path / "bit" / "fluent-bit.conf").write_text(SENDER.format(**said))
    (tmp_path / "bit" / "parsers.conf").write_text("[PARSER]\n    Name a\n    Format json\n")
    (tmp_path / "fluent.conf").write_text(CONFIG)
    (tmp_path / "compose.yaml").write_text(COMPOSE)
    found = [each.message for each in check([str(tmp_path)], Settings()).findings if each.code == "FD918"]
    assert found == ["no match takes the events of the service bit, tagged web"] * wrong

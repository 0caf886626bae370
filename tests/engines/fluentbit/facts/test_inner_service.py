"""Whether the networks of the service that runs a config let anybody in."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name syslog\n    Mode udp\n    Port 5140\n[OUTPUT]\n    Name http\n    Match *\n"
SERVICE = """services:
  logs:
    image: fluent/fluent-bit:5.1
    ports: ["5140:5140/udp"]
    volumes: ["./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"]
"""
JOINED = SERVICE + "    networks: {}\n"
INNER = JOINED.format("[inside]") + "networks:\n  inside: {internal: true}\n"


@pytest.mark.parametrize(
    ("files", "shut"),
    [
        ({"compose.yaml": INNER}, True),
        ({"compose.yaml": INNER.replace("[inside]", "{inside: {aliases: [syslog]}}")}, True),
        ({"compose.yaml": SERVICE + "networks:\n  default: {internal: true}\n"}, True),
        ({"compose.yaml": INNER.replace("[inside]", "[inside, outside]")}, False),
        ({"compose.yaml": INNER.replace("internal: true", "internal: true, driver: macvlan")}, False),
        ({"compose.yaml": INNER.replace("internal: true", "external: true, name: internal")}, False),
        ({"compose.yaml": INNER.replace("    networks: [inside]\n", "    network_mode: host\n")}, False),
        ({"compose.yaml": INNER.replace('    ports: ["5140:5140/udp"]\n', "")}, False),
        # A swarm publishes ports by a network of its own.
        ({"docker-stack.yml": INNER}, False),
        # Another file has it in one more network, or has all of it.
        ({"docker-compose.yml": INNER, "docker-compose.more.yml": "services:\n  logs: {networks: [outside]}\n"}, False),
        ({"docker-compose.yml": INNER, "docker-compose.full.yml": JOINED.format("[outside]")}, True),
        ({"docker-compose.yml": INNER, "docker-compose.override.yml": JOINED.format("[outside]")}, False),
    ],
)
def test_ports_are_not_published_in_internal_networks(tmp_path: Path, files: dict[str, str], shut: bool) -> None:
    for name, text in {"fluent-bit.conf": CONFIG, **files}.items():
        (tmp_path / name).write_text(text)
    assert ("FB980" in {each.code for each in check([str(tmp_path)], Settings()).findings}) == shut

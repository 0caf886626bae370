"""Whether a search engine beside a config takes https or http, and an output sends to it by the other."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONF = """\
[INPUT]
    Name cpu
[OUTPUT]
    Name es
    Match *
    Host store
    HTTP_User a
    HTTP_Passwd b
    tls {tls}
"""
COMPOSE = """\
services:
  store:
    image: {image}
    environment: {{{settings}}}
  logs:
    image: fluent/fluent-bit:5.1.1
    volumes: ["./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"]
"""
ELASTIC, OPEN = "docker.elastic.co/elasticsearch/elasticsearch:8.11.0", "opensearchproject/opensearch:2.11.0"
EITHER = {"on": False, "off": False}
HTTPS, HTTP = {"on": False, "off": True}, {"on": True, "off": False}


@pytest.mark.parametrize(
    ("image", "settings", "found"),
    [
        (ELASTIC, "discovery.type: single-node", HTTPS),
        (ELASTIC, "discovery.type: single-node, xpack.security.http.ssl.enabled: 'false'", HTTP),
        (ELASTIC, "discovery.type: single-node, xpack.security.enabled: 'true'", HTTP),
        (ELASTIC, "xpack.security.enabled: 'true', xpack.security.http.ssl.enabled: 'true'", HTTPS),
        (ELASTIC, "xpack.security.enabled: 'false', xpack.security.http.ssl.enabled: 'true'", HTTP),
        (ELASTIC, "xpack.security.enabled: '${SAFE}'", EITHER),
        (ELASTIC, "cluster.initial_master_nodes: store", EITHER),
        (ELASTIC, "xpack.security.enabled: 'true', xpack.security.http.ssl.key: a.key", EITHER),
        ("elasticsearch:7.17.0", "discovery.type: single-node", EITHER),
        ("bitnami/elasticsearch:8.11.0", "discovery.type: single-node", EITHER),
        (OPEN, "discovery.type: single-node", HTTPS),
        (OPEN, "DISABLE_SECURITY_PLUGIN: 'true'", HTTP),
        (OPEN, "plugins.security.ssl.http.enabled: 'false'", HTTP),
        (OPEN, "DISABLE_INSTALL_DEMO_CONFIG: 'true'", EITHER),
        ("example.org/shop:1.0", "", EITHER),
    ],
)
def test_an_output_has_to_speak_what_its_store_does(image: str, settings: str, found: dict[str, bool], tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "compose.yaml").write_text(COMPOSE.format(image=image, settings=settings))
    for tls, expected in found.items():
        (tmp_path / "fluent-bit.conf").write_text(CONF.format(tls=tls))
        codes = {each.code for each in check([str(tmp_path)], Settings()).findings}
        assert ("FB839" in codes) is expected, tls

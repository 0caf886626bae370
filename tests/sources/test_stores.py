"""Whether a search engine beside a config wants a login, and who reaches it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.span import Span
from pipelint.sources.compose.doors import stores
from pipelint.sources.compose.stores import wants_login

ELASTIC, OPEN = "docker.elastic.co/elasticsearch/elasticsearch", "opensearchproject/opensearch"


@pytest.mark.parametrize(
    ("image", "settings", "words", "text", "why"),
    [
        (f"{ELASTIC}:8.13.4", {}, (), "", "default"),
        (f"{ELASTIC}:7.17.20", {}, (), "", ""),
        (f"{ELASTIC}:7.17.20", {"xpack.security.enabled": "true"}, (), "", "set"),
        (f"{ELASTIC}:7.17.20", {"ES_SETTING_XPACK_SECURITY_ENABLED": "true"}, (), "", "set"),
        (f"{ELASTIC}:8.13.4", {"xpack.security.enabled": '"false"'}, (), "", ""),
        (f"{ELASTIC}:8.13.4", {}, ("-Expack.security.enabled=false",), "", ""),
        (f"{ELASTIC}:8.13.4", {}, (), "xpack.security.enabled: false # for now\n", ""),
        (f"{ELASTIC}:8.13.4", {}, (), "xpack:\n  security:\n    enabled: false\n", ""),
        (f"{ELASTIC}:8.13.4", {}, (), "xpack.security.authc.anonymous.roles: writer\n", ""),
        (f"{ELASTIC}:8.13.4", {}, (), None, ""),
        (f"{ELASTIC}:8.13.4", {"xpack.security.enabled": "true"}, (), None, "set"),
        (f"{ELASTIC}:${{STACK:-8.13.4}}", {}, (), "", "default"),
        (f"{ELASTIC}:${{STACK}}", {}, (), "", "version"),
        (f"{OPEN}:2.11.0", {}, (), "", "default"),
        (OPEN, {"discovery.type": "single-node"}, (), "", "default"),
        (OPEN, {"DISABLE_SECURITY_PLUGIN": "true"}, (), "", ""),
        (OPEN, {"plugins.security.disabled": "false"}, (), "", "set"),
        (f"{OPEN}-dashboards:2.11.0", {}, (), "", ""),
        ("kibana:8.13.4", {"xpack.security.enabled": "true"}, (), "", ""),
    ],
)
def test_why_it_wants_a_login(image: str, settings: dict[str, str], words: tuple[str, ...], text: str | None, why: str) -> None:
    assert wants_login(image, settings, words, text) == why


@pytest.mark.parametrize(
    ("image", "said", "port", "wide"),
    [
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "9200:9200", True),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=${SECURITY:-false}", "0.0.0.0:9200:9200", True),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=${SECURITY}", "9200:9200", False),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "127.0.0.1:9200:9200", False),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "10.1.2.3:9200:9200", False),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "${PORT}:9200", False),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "${PORT:-9201}:9200", True),
        (f"{ELASTIC}:8.13.4", "xpack.security.enabled=false", "9300:9300", False),
        (f"{ELASTIC}:8.13.4", "discovery.type=single-node", "9200:9200", False),
        (f"{ELASTIC}:7.17.20", "discovery.type=single-node", "9200:9200", True),
        (f"{ELASTIC}-oss:7.10.2", "discovery.type=single-node", "9200:9200", True),
        (f"{ELASTIC}:5.6.16", "discovery.type=single-node", "9200:9200", False),
        (f"{ELASTIC}:7.17.20", "readonlyrest_enable=true", "9200:9200", False),
        (f"{OPEN}:2.11.0", "DISABLE_SECURITY_PLUGIN=true", "9200:9200", True),
        (f"{OPEN}:2.11.0", "discovery.type=single-node", "9200:9200", False),
    ],
)
def test_which_servers_everybody_reaches_without_a_login(tmp_path: Path, image: str, said: str, port: str, wide: bool) -> None:
    service = {"image": image, "environment": [said], "ports": [port], "container_name": "shop-store"}
    (tmp_path / "compose.yml").write_text(json.dumps({"services": {"store": service}}), encoding="utf-8")
    config = tmp_path / "fluent-bit.conf"
    config.write_text("[OUTPUT]\n    Name es\n    Host store\n", encoding="utf-8")
    document = Document.whole(SourceFile(str(config), config.read_bytes(), (os.path.realpath(tmp_path),)))
    place = Place(document, Span(0, 1))
    found = [
        each.name
        for each in stores(document, [("store", "store", place), ("shop-store", "", place), ("es", "", place)])
        if each.doors
    ]
    assert found == (["store", "shop-store"] if wide else [])

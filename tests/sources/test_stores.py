"""Whether a search engine beside a config wants a login."""

from __future__ import annotations

import pytest

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

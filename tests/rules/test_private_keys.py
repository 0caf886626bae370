"""Private keys in a project: where they are found, and which are none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

KEY = "-----BEGIN {}PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----\n"
CONFIG = """\
<source>
  @type forward
  <transport tls>
    cert_path server.crt
    private_key_path {}
  </transport>
</source>
<match **>
  @type null
</match>
"""
COMPOSE = """\
services:
  collector:
    image: fluent/fluentd:v1.17-1
    volumes:
      - ./fluent.conf:/fluentd/etc/fluent.conf
      - ./tls:/etc/tls:ro
"""


@pytest.mark.parametrize(
    ("path", "files", "found"),
    [
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format("")}, True),
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format("RSA ")}, True),
        ("/etc/tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format("EC "), "compose.yaml": COMPOSE}, True),
        ("/etc/tls/a.key", {".git/HEAD": "", "etc/tls/a.key": KEY.format("")}, True),
        # No commit takes it; what is beside a config on a server is no project.
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format(""), ".gitignore": "*.key\n"}, False),
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format(""), ".gitignore": "/tls/\n"}, False),
        ("tls/a.key", {"tls/a.key": KEY.format("")}, False),
        # A passphrase; a certificate; another file than is named; one outside of the project.
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": KEY.format("ENCRYPTED ")}, False),
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n"}, False),
        ("tls/a.key", {".git/HEAD": "", "tls/a.key": "-----BEGIN CERTIFICATE-----\n"}, False),
        ("tls/a.key", {".git/HEAD": "", "tls/b.key": KEY.format("")}, False),
        ("../a.key", {".git/HEAD": "", "../a.key": KEY.format("")}, False),
        ("#{ENV['HOME']}/a.key", {".git/HEAD": "", "a.key": KEY.format("")}, False),
    ],
)
def test_where_it_is_found(tmp_path: Path, path: str, files: dict[str, str], found: bool) -> None:
    project = tmp_path / "project"
    for name, text in {"fluent.conf": CONFIG.format(path), **files}.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    report = check([str(project)], Settings())
    assert ["FD427"] * found == [each.code for each in report.findings if each.code == "FD427"]

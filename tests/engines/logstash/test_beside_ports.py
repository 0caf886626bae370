"""The ports that a compose file publishes against those on which a config listens."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_OUTPUT = 'output { elasticsearch { hosts => ["https://es.example.com:9200"] } }\n'
_SERVICE = """services:
  logstash:
    image: docker.elastic.co/logstash/logstash:8.13.4
    volumes:
      - ./pipeline:/usr/share/logstash/pipeline
    ports: ["127.0.0.1:5514:5514", "5044:5044"]
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pipeline").mkdir()
    (tmp_path / "pipeline" / "app.conf").write_text("input { beats { port => 5044 } }\n" + _OUTPUT)
    (tmp_path / "docker-compose.yml").write_text(_SERVICE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _said() -> list[str]:
    return [each.message for each in check(["."], Settings()).findings if each.code == "LS297"]


def test_another_config_of_the_folder_may_listen(project: Path) -> None:
    assert _said() == ["port 5514 is published, and no input of Logstash listens on it"]
    (project / "pipeline" / "web.conf").write_text("input { tcp { port => 5514 } }\n" + _OUTPUT)
    assert _said() == []
    # Also one whose port a variable says.
    (project / "pipeline" / "web.conf").write_text('input { tcp { port => "${WEB_PORT}" } }\n' + _OUTPUT)
    assert _said() == []


def test_a_config_beside_the_folder_that_is_mounted(project: Path) -> None:
    (project / "pipeline" / "app.conf").write_text("input { tcp { port => 5514 } beats { port => 5044 } }\n" + _OUTPUT)
    (project / "old").mkdir()
    (project / "old" / "old.conf").write_text("input { beats { port => 5044 } }\n" + _OUTPUT)
    (project / "docker-compose.yml").write_text(_SERVICE.replace("    image", "    build: .\n    image"))
    assert _said() == []


@pytest.mark.parametrize(
    ("environment", "variables"),
    [
        ("SYSLOG_PORT: 5514", ""),
        ("SYSLOG_PORT: ${PORT:-5514}", ""),
        ("SYSLOG_PORT: $PORT", "PORT=5514\n"),
        ("SYSLOG_PORT:", "SYSLOG_PORT=5514\n"),
    ],
)
def test_a_port_that_a_variable_says(project: Path, environment: str, variables: str) -> None:
    inputs = 'input { beats { port => 5044 } udp { port => "${SYSLOG_PORT}" } }\n'
    (project / "pipeline" / "app.conf").write_text(inputs + _OUTPUT)
    assert _said() == []
    (project / ".env").write_text(variables)
    service = f"{_SERVICE}    environment:\n      {environment}\n"
    (project / "docker-compose.yml").write_text(service.replace("127.0.0.1:", ""))
    assert [each.partition(", with")[0] for each in _said()] == ["no machine outside reaches port 5514 over UDP"]
    # Of what its machine alone reaches other machines are not refused because of the protocol.
    (project / "docker-compose.yml").write_text(service)
    assert _said() == []

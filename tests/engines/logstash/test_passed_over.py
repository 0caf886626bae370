"""A pipelines.yml that Logstash does not read, since its command gives it a path."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

_CONFIG = 'input { beats { port => 5044 } }\noutput { elasticsearch { hosts => ["https://es:9200"] } }\n'
_LIST = '- pipeline.id: main\n  path.config: "/usr/share/logstash/pipeline/*.conf"\n'
_SERVICE = """services:
  logs:
    image: docker.elastic.co/logstash/logstash:8.13.4
    volumes:
      - ./pipeline:/usr/share/logstash/pipeline
      - ./config/pipelines.yml:/usr/share/logstash/config/pipelines.yml
    command: {}
"""
_PATH = "/usr/share/logstash/pipeline/app.conf"


@pytest.mark.parametrize(
    ("command", "found"),
    [
        (f"[-f, {_PATH}]", []),
        (f"logstash --path.config={_PATH}", []),
        ("logstash -w 2", [Severity.ERROR]),
        # The list may name a folder's files apart; what is not known to be Logstash may read anything.
        ("logstash -f /usr/share/logstash/pipeline", [Severity.ERROR]),
        (f"tool -f {_PATH}", [Severity.ERROR]),
    ],
)
def test_the_path_of_a_command_wins(tmp_path: Path, command: str, found: list[Severity]) -> None:
    files = {"pipeline/app.conf": _CONFIG, "pipeline/web.conf": _CONFIG, "config/pipelines.yml": _LIST}
    (tmp_path / ".git").mkdir()
    for name, text in {**files, "compose.yaml": _SERVICE.format(command)}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert [each.severity for each in check([str(tmp_path)], Settings()).findings if each.code == "LS218"] == found


def test_who_names_the_list_means_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pipeline").mkdir()
    for name in ("app", "web"):
        (tmp_path / "pipeline" / f"{name}.conf").write_text(_CONFIG)
    (tmp_path / "pipelines.yml").write_text(_LIST.replace("/usr/share/logstash/", ""))
    (tmp_path / "compose.yaml").write_text(_SERVICE.format(f"[-f, {_PATH}]").replace("config/pipelines", "pipelines", 1))
    assert "LS218" in {each.code for each in check([str(tmp_path / "pipelines.yml")], Settings()).findings}

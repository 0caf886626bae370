"""Which services of a compose file an output sends to, and whether they refuse its events."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_SERVICES = """services:
  es:
    image: docker.elastic.co/elasticsearch/elasticsearch:8.13.4
    container_name: shop-es
    hostname: search
  logstash:
    image: docker.elastic.co/logstash/logstash:8.13.4
    volumes:
      - ./pipeline:/usr/share/logstash/pipeline
"""


@pytest.mark.parametrize(
    ("address", "refused"),
    [
        ("https://es:9200", True),
        ("es", True),
        ("http://shop-es:9200", True),
        ("search", True),
        # Machines elsewhere, whose names begin or end with the name of the service.
        ("https://es.example.com:9200", False),
        ("https://es-1:9200", False),
        ("https://logs.es:9200", False),
        ("https://es:9200/logs", False),
    ],
)
def test_a_server_of_the_compose_file_is_known_by_its_whole_name(tmp_path: Path, address: str, refused: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "pipeline").mkdir()
    output = f'elasticsearch {{ hosts => ["{address}"] }}'
    (tmp_path / "pipeline" / "app.conf").write_text(f"input {{ generator {{}} }}\noutput {{ {output} }}\n")
    (tmp_path / "docker-compose.yml").write_text(_SERVICES)
    assert [each.code for each in check([str(tmp_path)], Settings()).findings if each.code == "LS903"] == ["LS903"] * refused

"""What a config tells of the Logstash that it was written for, where no file around it names a version."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

DATABASE = 'geoip {{ source => "ip" target => "geo" database => "{}" }}'


def severity(folder: Path, text: str, code: str, name: str = "a.conf") -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    (found,) = [each for each in check([str(file)], Settings()).findings if each.code == code]
    return found.severity.word


@pytest.mark.parametrize(
    ("database", "output", "expected"),
    [
        ("/etc/geo/GeoLiteCity.dat", 'hosts => ["es:9200"]', "error"),
        ("/opt/logstash/vendor/geoip/GeoLiteCity.dat", 'hosts => ["es:9200"]', "info"),
        ("/etc/geo/GeoLiteCity.dat", 'host => "es" protocol => "http"', "info"),
    ],
)
def test_what_is_gone_since_5_says_that_the_config_is_older(tmp_path: Path, database: str, output: str, expected: str) -> None:
    filters = DATABASE.format(database)
    text = f"input {{ stdin {{ }} }}\nfilter {{ {filters} }}\noutput {{ elasticsearch {{ {output} }} }}\n"
    assert severity(tmp_path, text, "LS315") == expected


@pytest.mark.parametrize(("folder", "expected"), [("logstash-2.x", "info"), ("logstash-5.x", "error"), ("logstash", "error")])
def test_a_folder_names_the_version(tmp_path: Path, folder: str, expected: str) -> None:
    filters = DATABASE.format("/etc/geo/GeoLiteCity.dat")
    text = f"input {{ stdin {{ }} }}\nfilter {{ {filters} }}\noutput {{ stdout {{ codec => dots }} }}\n"
    assert severity(tmp_path, text, "LS315", f"{folder}/a.conf") == expected

"""Which service of a compose file runs a config, and what it does not mount of it."""

import json
from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
[INPUT]
    Name tail
    Path /srv/shop/*.log, /srv/web/*/a.log
    Tag a
    DB /data/a.db
[OUTPUT]
    Name stdout
    Match *
"""
IMAGE = "    image: fluent/fluent-bit:4.2\n"
OWN = "      - ./etc/flb.conf:/fluent-bit/etc/fluent-bit.conf:ro\n"
LOGS = "      - ${LOGS:-./logs}:/srv/shop\n      - type: bind\n        source: ./web\n        target: /srv/web/x\n"
DB = "      - db:/data\n"
NAMED = "configs:\n  main:\n    file: ./etc/flb.conf\n"


def compose(volumes: str, image: str = IMAGE) -> str:
    return f"services:\n  logs:\n{image}    volumes:\n{volumes}"


MISSING = {"docker-compose.yml": compose(OWN + DB)}


@pytest.mark.parametrize(
    ("files", "codes"),
    [
        (MISSING, {"FB345"}),
        ({"compose.yaml": compose(OWN + LOGS + DB)}, set()),
        ({"compose.yaml": compose(OWN + LOGS)}, {"FB245"}),
        ({"compose.yaml": compose(OWN.replace("./etc/flb.conf", "./etc") + DB)}, {"FB345"}),
        ({"compose.yaml": compose(OWN.replace("flb.conf", "other.conf") + DB)}, set()),
        # A stack has its files as configs.
        ({"docker-stack.yml": compose(DB) + "    configs:\n      - source: main\n        target: /f.conf\n" + NAMED}, {"FB345"}),
        ({"docker-stack.yml": compose(DB) + f"    configs: [main]\n{NAMED}".replace("flb", "other")}, set()),
        # What another file says of the same service.
        ({**MISSING, "docker-compose.dev.yml": compose(LOGS, "")}, set()),
        # Another file has the service whole, too, and mounts the logs; but not where the two are always taken together.
        ({**MISSING, "docker-compose.full.yml": compose(OWN + LOGS + DB)}, {"FB345"}),
        ({"docker-compose.yml": compose(OWN + LOGS + DB), "docker-compose.full.yml": compose(OWN + LOGS + DB)}, set()),
        ({**MISSING, "docker-compose.override.yml": compose(OWN + LOGS + DB)}, set()),
        ({**MISSING, "docker-compose.full.yml": compose(OWN + LOGS + DB, "")}, set()),
        ({**MISSING, "docker-compose.a.yml": compose(OWN + LOGS + DB), "docker-compose.b.yml": compose(LOGS, "")}, set()),
        # Somebody's own image, two services with the config, more that stands elsewhere, no way to tell where it is mounted.
        ({"compose.yaml": compose(OWN + DB, "    image: example.org/web\n")}, set()),
        ({"compose.yaml": compose(OWN + DB) + compose(OWN + DB).partition("\n")[2].replace("  logs:", "  more:")}, set()),
        ({"compose.yaml": compose(OWN + DB) + "    extends: base\n"}, set()),
        # One that another one extends, with more of it.
        ({"compose.yaml": compose(OWN + DB) + "  more:\n    extends: {service: logs}\n    volumes: [./logs:/srv]\n"}, set()),
        ({"compose.yaml": compose(OWN + DB + "      - ./logs:${LOGS}\n")}, set()),
        # Built from a folder that has the config.
        ({"compose.yaml": compose(DB, "    build: ./etc\n"), "etc/Dockerfile": "FROM fluent/fluent-bit\nCOPY . .\n"}, {"FB345"}),
        ({"compose.yaml": compose(DB, "    build: ./etc\n"), "etc/Dockerfile": "FROM debian\nCOPY . .\n"}, set()),
        ({"compose.yaml": compose(DB, "    build: ./other\n"), "other/Dockerfile": "FROM fluent/fluent-bit\n"}, set()),
    ],
)
def test_logs_and_positions_that_the_service_of_a_compose_file_does_not_mount(
    tmp_path: Path, files: dict[str, str], codes: set[str]
) -> None:
    for name, text in {"etc/flb.conf": CONFIG, **files}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert {found.code for found in check([str(tmp_path)], Settings()).findings} & {"FB345", "FB245"} == codes


def test_of_services_with_one_name_that_with_the_config_is_shown(tmp_path: Path) -> None:
    other = compose(OWN.replace("flb.conf", "other.conf") + DB)
    for name, text in {"etc/flb.conf": CONFIG, "compose.yaml": other, **MISSING}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (found,) = [each for each in check([str(tmp_path)], Settings()).findings if each.code == "FB345"]
    assert [Path(each.place.document.file.path).name for each in found.related] == ["docker-compose.yml"]


@pytest.mark.parametrize(
    ("mount", "sealed"),
    [
        ("      - ./data:/data:ro\n", True),
        ("      - ./data:/data:z,ro\n", True),
        ("      - {type: volume, source: db, target: /data, read_only: true}\n", True),
        ("      - ./data:/data\n", False),
        ("      - ./data:/data:rw,z\n", False),
        # What is mounted in a folder of another one.
        ("      - ./data:/data:ro\n      - db:/data/a.db\n", False),
        ("      - ./data:/:ro\n      - db:/data/\n", False),
        ("      - db:/data\n      - ./data:/data/a.db:ro\n", True),
    ],
)
def test_the_innermost_mount_says_whether_a_file_can_be_written(tmp_path: Path, mount: str, sealed: bool) -> None:
    (tmp_path / "flb.conf").write_text(CONFIG)
    (tmp_path / "compose.yaml").write_text(compose("      - ./flb.conf:/fluent-bit/etc/fluent-bit.conf:ro\n" + mount))

    found = {each.code for each in check([str(tmp_path)], Settings()).findings}

    assert ("FB950" in found) == sealed


PARSED = """\
[SERVICE]
    Parsers_File {file}
[INPUT]
    Name tail
    Path /srv/shop/a.log
    Parser {parser}
[OUTPUT]
    Name stdout
    Match *
"""


@pytest.mark.parametrize(
    ("file", "parser", "volumes", "found"),
    [
        ("parsers.conf", "shop", OWN, True),
        ("parsers.conf", "json", OWN, False),
        ("/fluent-bit/etc/parsers.conf", "shop", OWN, True),
        # Something else is there, or may be.
        ("parsers.conf", "shop", OWN + "      - ./more.conf:/fluent-bit/etc/parsers.conf\n", False),
        ("parsers.conf", "shop", "      - ./etc:/fluent-bit/etc\n", False),
        ("parsers.conf", "shop", OWN.replace("fluent-bit/etc", "srv"), False),
        ("/srv/parsers.conf", "shop", OWN, False),
    ],
)
def test_the_images_own_parsers_are_known_where_nothing_is_mounted_over_them(
    tmp_path: Path, file: str, parser: str, volumes: str, found: bool
) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/flb.conf").write_text(PARSED.format(file=file, parser=parser))
    (tmp_path / "compose.yaml").write_text(compose(volumes))

    told = {each.code for each in check([str(tmp_path)], Settings()).findings}

    assert ("FB321" in told) == found


@pytest.mark.parametrize(
    ("mounted", "codes"),
    [
        ("", {"FB217"}),
        ("      - ./positions:/tmp\n", set()),
        ("      - positions:/tmp\n", set()),
        ("      - /run/positions:/tmp\n", {"FB217"}),
        ("      - type: tmpfs\n        target: /tmp\n", {"FB217"}),
        # The innermost mount decides.
        ("      - ./positions:/tmp\n      - type: tmpfs\n        target: /tmp/db\n", {"FB217"}),
    ],
)
def test_a_temporary_folder_of_a_container_may_be_a_volume(tmp_path: Path, mounted: str, codes: set[str]) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/flb.conf").write_text(CONFIG.replace("/data/a.db", "/tmp/db/a.db"), "utf-8")
    (tmp_path / "compose.yaml").write_text(compose(OWN + mounted), "utf-8")
    found = {each.code for checked in check([str(tmp_path)], Settings()).checked for each in checked.findings}
    assert found & {"FB217"} == codes


@pytest.mark.parametrize(
    ("mounts", "found"),
    [
        (["./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf"], True),
        (["./fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf", "./parsers.conf:/fluent-bit/etc/parsers.conf"], False),
        ([".:/fluent-bit/etc"], False),
        (["./fluent-bit.conf:/srv/etc/fluent-bit.conf"], False),
    ],
)
def test_parsers_beside_a_config_that_its_service_does_not_mount(tmp_path: Path, mounts: list[str], found: bool) -> None:
    config = (
        "[SERVICE]\n  Parsers_File parsers.conf\n[INPUT]\n  Name tail\n  Path /srv/a.log\n  Parser own\n[OUTPUT]\n  Name stdout\n"
    )
    (tmp_path / "fluent-bit.conf").write_text(config, encoding="utf-8")
    (tmp_path / "parsers.conf").write_text("[PARSER]\n  Name own\n  Format json\n", encoding="utf-8")
    services = {"logs": {"image": "fluent/fluent-bit:4.2", "volumes": mounts}}
    (tmp_path / "compose.yml").write_text(json.dumps({"services": services}), encoding="utf-8")
    assert ("FB977" in {each.code for each in check([str(tmp_path)], Settings()).findings}) == found

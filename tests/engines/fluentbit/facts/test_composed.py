"""What the services of a compose file say of a config: variables, servers that ask for a login, ports that nobody listens at."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

INPUT = "[INPUT]\n    Name forward\n    Port 24225\n"
OUTPUT = "[OUTPUT]\n    Name es\n    Match *\n    Host store\n"
LOGS = (
    "services:\n  logs:\n    image: fluent/fluent-bit:5.1.1\n    volumes:\n      - ./flb.conf:/fluent-bit/etc/fluent-bit.conf\n"
)
STORE = "  store:\n    image: docker.elastic.co/elasticsearch/elasticsearch:8.11.0\n"
PORTS = '    ports: ["24225:24225", "24224:24224"]\n'
ASKED = {"FB908", "FB909", "FB910", "FB911"}


@pytest.mark.parametrize(
    ("config", "compose", "codes"),
    [
        (INPUT + OUTPUT, LOGS, set()),
        (INPUT + OUTPUT.replace("store", "${STORE}"), LOGS, {"FB908"}),
        (INPUT + OUTPUT.replace("store", "${STORE}"), f"{LOGS}    environment: [STORE]\n", set()),
        (f"@SET STORE=shop\n{INPUT}" + OUTPUT.replace("store", "${STORE}"), LOGS, set()),
        (INPUT + OUTPUT.replace("store", "${HOSTNAME}"), LOGS, set()),
        (INPUT + OUTPUT.replace("store", "127.0.0.1"), LOGS, {"FB909"}),
        (INPUT + OUTPUT.replace("store", "127.0.0.1"), f"{LOGS}    network_mode: host\n", set()),
        (INPUT + OUTPUT, LOGS + STORE, {"FB910"}),
        (INPUT + OUTPUT, LOGS + STORE.replace("8.11", "7.17"), set()),
        (INPUT + OUTPUT.replace("store", "${AT}"), f"{LOGS}    environment: {{AT: store}}\n{STORE}", {"FB910"}),
        (INPUT + OUTPUT, LOGS + PORTS, {"FB911"}),
        (INPUT + OUTPUT, LOGS.replace(":5.1.1", ":5.1.1\n    command: -c /f.conf -i forward") + PORTS, set()),
        # Two configs that are run at different times.
        (INPUT + OUTPUT, f"{LOGS}      - ./tls.conf:/fluent-bit/etc/fluent-bit.conf\n{PORTS}", set()),
        (INPUT + OUTPUT, LOGS.replace("./flb.conf", "${CONFIG:-./flb.conf}") + PORTS, set()),
        # Parsers are no config that listens.
        ("[PARSER]\n    Name shop\n    Format json\n", LOGS + PORTS, set()),
    ],
)
def test_what_a_compose_file_leaves_out(tmp_path: Path, config: str, compose: str, codes: set[str]) -> None:
    (tmp_path / "flb.conf").write_text(config)
    (tmp_path / "compose.yaml").write_text(compose)
    assert {found.code for found in check([str(tmp_path)], Settings()).findings} & ASKED == codes


FORWARD = "[OUTPUT]\n    Name forward\n    Match *\n    Host localhost\n    Port 24225\n"


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (INPUT + FORWARD.replace("24225", "24224"), [Severity.WARNING]),
        # The input takes the events of the output.
        (INPUT + FORWARD, [Severity.ERROR]),
        # It takes them under another tag, which the output may not take, or at a port that is not known.
        (INPUT + "    Tag shop\n" + FORWARD, []),
        (INPUT + FORWARD + "    Tag shop\n", []),
        (INPUT.replace("24225", "${PORT}") + FORWARD, []),
    ],
)
def test_an_output_to_an_input_of_its_own(tmp_path: Path, config: str, expected: list[Severity]) -> None:
    (tmp_path / "flb.conf").write_text(config)
    (tmp_path / "compose.yaml").write_text(LOGS)
    found = check([str(tmp_path)], Settings()).findings
    assert [finding.severity for finding in found if finding.code == "FB909"] == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("h8Kq2vT9zLw4", {Severity.WARNING}),
        # Everybody knows it, or it is the name of the user.
        ("Elastic", {Severity.INFO}),
        ("shipper", {Severity.INFO}),
        # Nobody has changed it, or it counts where nobody sets another one.
        ("please-change-me", {Severity.INFO}),
        ("${ES_PASSWORD:-h8Kq2vT9zLw4}", {Severity.INFO}),
        ("${ES_PASSWORD:-}", set()),
        # It comes from elsewhere, or is still to be filled in.
        ("${ES_PASSWORD}", set()),
        ("<password>", set()),
    ],
)
def test_a_secret_that_a_compose_file_sets(tmp_path: Path, value: str, expected: set[Severity]) -> None:
    output = "[OUTPUT]\n    Name es\n    Match *\n    Host store\n    HTTP_User shipper\n    HTTP_Passwd ${ES_PASSWORD}\n"
    (tmp_path / ".git").mkdir()
    (tmp_path / "flb.conf").write_text(INPUT + output)
    (tmp_path / "compose.yaml").write_text(f"{LOGS}    environment:\n      ES_PASSWORD: '{value}'\n")
    found = check([str(tmp_path)], Settings()).findings
    assert {finding.severity for finding in found if finding.code == "FB417"} == expected


@pytest.mark.parametrize(
    ("db", "volume", "expected"),
    [
        ("/var/lib/flb/a.db", "", {"FB914"}),
        ("/var/lib/flb/a.db", "      - state:/var/lib/flb\n", set()),
        ("/var/lib/flb/a.db", "      - state:/var/lib/flb/more\n", set()),
        ("/var/log/a.db", "", set()),
        ("a.db", "", set()),
    ],
)
def test_the_folder_of_a_db_is_there_in_the_container_of_a_compose_file(
    tmp_path: Path, db: str, volume: str, expected: set[str]
) -> None:
    text = f"[INPUT]\n    Name tail\n    Path /fluent-bit/log/a.log\n    DB {db}\n[OUTPUT]\n    Name stdout\n    Match *\n"
    (tmp_path / ".git").mkdir()
    (tmp_path / "flb.conf").write_text(text)
    (tmp_path / "compose.yaml").write_text(LOGS + volume)
    found = {finding.code for finding in check([str(tmp_path)], Settings()).findings}
    assert found & {"FB914"} == expected


@pytest.mark.parametrize(
    ("output", "more", "expected"),
    [
        ("Path /out/shop", "", {"FB983"}),
        ("Path /var/log\n    File shop/app.log", "", {"FB983"}),
        ("Path /var/log\n    File app.log", "", set()),
        ("Path /out/shop", "      - out:/out\n", set()),
        ("Path /out/shop\n    Mkdir On", "", set()),
        ("Path /out/${SHOP}", "", set()),
        ("Path /out/$TAG[1]", "", set()),
        # A shell may make the folder.
        ("Path /out/shop", "    entrypoint: [/bin/sh, -c, mkdir -p /out/shop; fluent-bit]\n", set()),
    ],
)
def test_the_folder_of_an_output_file(tmp_path: Path, output: str, more: str, expected: set[str]) -> None:
    (tmp_path / "flb.conf").write_text(f"{INPUT}[OUTPUT]\n    Name file\n    Match *\n    {output}\n")
    (tmp_path / "compose.yaml").write_text(LOGS + more)
    assert {found.code for found in check([str(tmp_path)], Settings()).findings} & {"FB983"} == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", True),
        ("    environment: [STORE=a]\n", True),
        ("  other:\n    image: shop\n    hostname: shop\n", True),
        ("    hostname: collector\n", False),
        ("    network_mode: host\n", False),
        ("    environment: [HOSTNAME]\n", False),
        ("    command: sh -c 'HOSTNAME=a fluent-bit'\n", False),
    ],
)
def test_the_host_name_of_a_container(tmp_path: Path, more: str, expected: bool) -> None:
    record = "[FILTER]\n    Name record_modifier\n    Match *\n    Record hostname ${HOSTNAME}\n"
    (tmp_path / "flb.conf").write_text(INPUT + record + OUTPUT)
    (tmp_path / "compose.yaml").write_text(LOGS + more)
    assert any(found.code == "FB270" for found in check([str(tmp_path)], Settings()).findings) == expected

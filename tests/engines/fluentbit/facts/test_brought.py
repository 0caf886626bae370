"""What a project brings to its config: what fills includes in later, plugins of its own."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

MAIN = "[SERVICE]\n    Flush 1\n[INPUT]\n    Name dummy\n    Tag a\n[OUTPUT]\n    Name stdout\n    Match a\n"
VARIABLE = MAIN + "@INCLUDE ${RUNTIME_CONF}\n"
DROP_INS = MAIN + "@INCLUDE drop-ins.d/*.conf\n"
SHORT = MAIN + "@INCLUDE d/*.conf\n"
PARSERS = MAIN.replace("    Flush 1\n", "    Flush 1\n    Parsers_File parsers.conf\n")
INCLUDING = "@INCLUDE more.conf\n[PARSER]\n    Name shop\n    Format json\n"


def severities(folder: Path, files: dict[str, str], settings: Settings, code: str = "FB303") -> list[str]:
    (folder / ".git").mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    found = [finding for checked in check([str(folder)], settings).checked for finding in checked.findings]
    return [finding.severity.name.lower() for finding in found if finding.code == code]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"etc/main.conf": VARIABLE}, ["error"]),
        ({"etc/main.conf": VARIABLE, "start.sh": "sed -i 's/${RUNTIME_CONF}/cri.conf/' /etc/main.conf\n"}, []),
        ({"etc/main.conf": VARIABLE, "start.sh": "echo $RUNTIME_CONF\n"}, ["error"]),
        ({"etc/main.conf": DROP_INS}, ["error"]),
        ({"etc/main.conf": DROP_INS, "install.sh": "mkdir -p /etc/fluent-bit/drop-ins.d\n"}, []),
        ({"etc/main.conf": DROP_INS, "notes.txt": "drop-ins.d\n"}, ["error"]),
        # A name so short stands in every script.
        ({"etc/main.conf": SHORT, "install.sh": "cd /etc\n"}, ["error"]),
        # A file by its name is to be there.
        ({"etc/main.conf": MAIN + "@INCLUDE more.conf\n", "Dockerfile": "COPY etc/more.conf /etc/\n"}, ["error"]),
    ],
)
def test_what_fills_an_include_in(tmp_path: Path, files: dict[str, str], expected: list[str]) -> None:
    assert severities(tmp_path, files, Settings()) == expected


@pytest.mark.parametrize(("version", "expected"), [("", ["warning"]), ("4.2", ["warning"]), ("5.1", ["error"])])
def test_an_include_of_parsers_stops_since_five_one(tmp_path: Path, version: str, expected: list[str]) -> None:
    files = {"etc/main.conf": PARSERS, "etc/parsers.conf": INCLUDING}
    assert severities(tmp_path, files, Settings(versions={"fluentbit": version} if version else {})) == expected


@pytest.mark.parametrize(
    ("version", "text", "expected"),
    [
        ("4.2", "@INCLUDE parser.d/*.conf\n", ["info"]),
        # Those of this file are lost as well.
        ("4.2", "@INCLUDE parser.d/*.conf\n[PARSER]\n    Name shop\n    Format json\n", ["warning"]),
        ("4.2", "@INCLUDE more.conf\n", ["warning"]),
        ("", "@INCLUDE parser.d/*.conf\n", ["warning"]),
        ("5.1", "@INCLUDE parser.d/*.conf\n", ["error"]),
    ],
)
def test_parsers_of_a_folder_may_come_later(tmp_path: Path, version: str, text: str, expected: list[str]) -> None:
    files = {"etc/main.conf": PARSERS, "etc/parsers.conf": text}
    assert severities(tmp_path, files, Settings(versions={"fluentbit": version} if version else {})) == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ["error"]),
        ({"start.sh": "fluent-bit -e /opt/out_stdout.so -c main.conf\n"}, []),
        ({"start.sh": "fluent-bit -e /opt/in_stdout.so -c main.conf\n"}, ["error"]),
        ({"out_stdout_patch/stdout.c": "int a;\n"}, []),
        ({"out_stdout_more/stdout.c": "int a;\n"}, ["error"]),
    ],
)
def test_a_plugin_of_ones_own_has_its_own_properties(tmp_path: Path, files: dict[str, str], expected: list[str]) -> None:
    main = MAIN + "    Colour red\n"
    assert severities(tmp_path, {"etc/main.conf": main, **files}, Settings(), "FB351") == expected


@pytest.mark.parametrize(("script", "expected"), [("", ["error"]), ("fluent-bit -e /opt/out_loki.so -c main.conf\n", [])])
def test_labels_in_braces_are_those_of_a_plugin_of_ones_own(tmp_path: Path, script: str, expected: list[str]) -> None:
    main = MAIN.replace("Name stdout", 'Name loki\n    Labels {job="shop"}')
    files = {"etc/main.conf": main, "start.sh": script}
    assert severities(tmp_path, files, Settings(), "FB951") == expected

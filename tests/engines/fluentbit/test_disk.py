"""Configs on disk that nothing runs: a service has them in a folder and runs another file, or mounts them in a comment alone."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import Settings, check

CONFIG = "[INPUT]\n    Name systemd\n[OUTPUT]\n    Name null\n    Match *\n"
SERVICE = "services:\n  logs:\n    image: fluent/fluent-bit:4.2\n    volumes:\n      - ./etc:/etc/flb\n{}"
MAIN = "      - ./etc/new.conf:/fluent-bit/etc/fluent-bit.conf\n"
COMMENT = (
    "services:\n  web:\n    image: nginx\n#  logs:\n#    volumes:\n#      - ./etc/first.conf:/fluent-bit/etc/fluent-bit.conf\n"
)


def severities(folder: Path, files: dict[str, str], name: str) -> set[Severity]:
    (folder / ".git").mkdir()
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    found = [each for each in check([str(folder)], Settings()).findings if each.code == "FB223"]
    return {each.severity for each in found if each.place.document.file.path.endswith(name)}


@pytest.mark.parametrize(
    ("compose", "new", "expected"),
    [
        (SERVICE.format(MAIN), CONFIG, Severity.INFO),
        (SERVICE.format("    command: -c /etc/flb/new.conf\n"), CONFIG, Severity.INFO),
        (SERVICE.format("    command: -c /etc/flb/first.conf\n"), CONFIG, Severity.WARNING),
        # What it runs includes others, is not there, is not known, or is no Fluent Bit of its project.
        (SERVICE.format(MAIN), CONFIG + "@INCLUDE /etc/flb/*.conf\n", Severity.WARNING),
        (SERVICE.format(MAIN.replace("new", "gone")), CONFIG, Severity.WARNING),
        (SERVICE.format("    command: sh -c start\n"), CONFIG, Severity.WARNING),
        (SERVICE.format("    command: -c\n"), CONFIG, Severity.WARNING),
        (SERVICE.format(MAIN).replace("fluent/fluent-bit", "shop"), CONFIG, Severity.WARNING),
        (SERVICE.format(MAIN).replace("image:", "build: .\n    image:"), CONFIG, Severity.WARNING),
    ],
)
def test_a_service_runs_another_file(tmp_path: Path, compose: str, new: str, expected: Severity) -> None:
    files = {"compose.yaml": compose, "etc/first.conf": CONFIG, "etc/new.conf": new}
    assert severities(tmp_path, files, "first.conf") == {expected}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"compose.yaml": COMMENT}, Severity.INFO),
        # An image is built around it, of another program.
        ({"compose.yaml": COMMENT.replace("image: nginx", "build: ."), "Dockerfile": "FROM nginx\nCOPY . .\n"}, Severity.INFO),
        ({"compose.yaml": COMMENT, "Dockerfile": "COPY etc/first.conf /\n"}, Severity.WARNING),
        ({"compose.yaml": COMMENT, "Makefile": "a:\n\tcp -r etc /srv\n"}, Severity.WARNING),
        ({"compose.yaml": COMMENT.replace("#", "")}, Severity.WARNING),
        ({"compose.yaml": "services: {}\n# See etc/first.conf\n"}, Severity.WARNING),
        ({}, Severity.WARNING),
    ],
)
def test_a_mount_in_a_comment(tmp_path: Path, files: dict[str, str], expected: Severity) -> None:
    assert severities(tmp_path, {**files, "etc/first.conf": CONFIG}, "first.conf") == {expected}


def test_what_makes_values_is_read_as_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "inputs.yaml.tpl").write_text("[INPUT]\n    Name systemd\n    Tag host.*\n")
    (tmp_path / "whole.yaml.j2").write_text(
        "pipeline:\n  inputs:\n    - name: systemd\n  outputs:\n    - name: 'null'\n      match: '*'\n"
    )
    assert {each.code for each in check([str(tmp_path)], Settings()).findings} & {"FB302", "FB223"} == {"FB223"}

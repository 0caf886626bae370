"""Includes that lead to no file in the repository, and to one where the config runs."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

MAIN = "@include {}\n<source>\n  @type sample\n  tag app\n</source>\n<match app>\n  @type stdout\n</match>\n"
BASE = "FROM fluent/fluentd:v1.16-1\n"
FULL = "FROM fluent/fluentd-kubernetes-daemonset:v1.16-debian-forward-1\n"
SERVICE = "services:\n  logs:\n    image: {}\n    volumes:\n      - {}\n"


def reported(folder: Path, include: str, files: dict[str, str]) -> list[str]:
    """What FD303 says of a main file with this include and these files around it."""
    (folder / ".git").mkdir()
    for name, text in {"conf/fluent.conf": MAIN.format(include), **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    found = [finding for checked in check([str(folder)], Settings()).checked for finding in checked.findings]
    return [finding.message for finding in found if finding.code == "FD303"]


@pytest.mark.parametrize(
    ("include", "files"),
    [
        # An image with more configs than the main file, in which that is replaced.
        ("kubernetes.conf", {"conf/Dockerfile": FULL + "COPY fluent.conf /fluentd/etc/fluent.conf\n"}),
        (
            "kubernetes.conf",
            {"compose.yaml": SERVICE.format("example/fluentd:1", "./conf/fluent.conf:/fluentd/etc/fluent.conf")},
        ),
        # Copied or mounted from another place.
        ("shop.conf", {"Dockerfile": BASE + "COPY conf/fluent.conf shop.conf /fluentd/etc/\n", "shop.conf": ""}),
        ("rules.d/a.conf", {"Dockerfile": BASE + "COPY conf/fluent.conf /fluentd/etc/\nCOPY more /fluentd/etc/rules.d\n"}),
        (
            "shop.conf",
            {"compose.yaml": SERVICE.format("fluentd:v1.16-1", "./conf:/fluentd/etc\n      - ./b:/fluentd/etc/shop.conf")},
        ),
    ],
)
def test_is_there_where_it_runs(tmp_path: Path, include: str, files: dict[str, str]) -> None:
    assert reported(tmp_path, include, files) == []


@pytest.mark.parametrize(
    ("include", "files"),
    [
        ("shop.conf", {}),
        ("shop.conf", {"Dockerfile": BASE + "COPY conf/fluent.conf /fluentd/etc/\n"}),
        ("shop.conf", {"compose.yaml": SERVICE.format("fluentd:v1.16-1", "./conf/fluent.conf:/fluentd/etc/fluent.conf")}),
        # The folder hides what the image has.
        ("kubernetes.conf", {"compose.yaml": SERVICE.format("example/fluentd:1", "./conf:/fluentd/etc")}),
        # The folder is there, without the file.
        ("rules.d/a.conf", {"Dockerfile": BASE + "COPY conf/rules.d /fluentd/etc/rules.d\n", "conf/rules.d/b.conf": ""}),
    ],
)
def test_is_nowhere(tmp_path: Path, include: str, files: dict[str, str]) -> None:
    assert reported(tmp_path, include, files) == [f'the file "{include}" does not exist']

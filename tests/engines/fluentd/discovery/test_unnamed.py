"""Configs that nothing around them names, beside one that an image runs: what is said of them is an info."""

from pathlib import Path

import pytest

from pipelint.base.finding import Severity
from pipelint.checker import check
from pipelint.settings.model import Settings

TEXT = "<source>\n  @type tail\n  path /var/log/x.log\n  tag a\n</source>\n<match **>\n  @type stdout\n</match>\n"
MATCH = "<match **>\n  @type stdout\n</match>\n"
COPY = "COPY conf/web.conf /fluentd/etc/\n"


def severity(folder: Path, dockerfile: str, name: str, main: str = "") -> Severity:
    (folder / "conf").mkdir()
    for path, text in {"Dockerfile": dockerfile, "conf/web.conf": main + MATCH, f"conf/{name}": TEXT}.items():
        (folder / path).write_text(text)
    (found,) = [each for each in check([str(folder)], Settings()).findings if each.code == "FD202"]
    return found.severity


@pytest.mark.parametrize(
    ("dockerfile", "expected"),
    [
        (COPY, Severity.INFO),
        (COPY + "COPY conf/ /y/\n", Severity.WARNING),
        (COPY + "COPY conf /y/\n", Severity.WARNING),
    ],
)
def test_a_folder_is_not_named_by_its_files(tmp_path: Path, dockerfile: str, expected: Severity) -> None:
    assert severity(tmp_path, dockerfile, "part.conf") == expected


@pytest.mark.parametrize(
    ("pattern", "expected"), [("conf.d/*.conf", Severity.INFO), ("*.conf", Severity.WARNING), ("/x/*.conf", Severity.WARNING)]
)
def test_a_pattern_for_a_folder_below_takes_no_file_beside(tmp_path: Path, pattern: str, expected: Severity) -> None:
    assert severity(tmp_path, COPY, "part.conf", f"@include {pattern}\n") == expected


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        ("ENV FLUENTD_CONF web.conf\n", Severity.INFO),
        ('ENV FLUENTD_CONF="web.conf"\n', Severity.INFO),
        ("", Severity.WARNING),
        ("ENV FLUENTD_CONF other.conf\n", Severity.WARNING),
    ],
)
def test_a_main_file_is_idle_where_an_image_runs_another_one(tmp_path: Path, variable: str, expected: Severity) -> None:
    assert severity(tmp_path, COPY + variable, "fluent.conf") == expected

"""Settings that extend a file, and what `--show-settings` and `--show-files` say of a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pipelint.settings.keys import SETTINGS, Table
from pipelint.settings.model import Settings
from pipelint.settings.shown import _values
from tests.command_line import pipelint, text_of

CONFIG = "<source>\n  @type sample\n  tag a\n</source>\n<match a>\n  @type stdout\n</match>\n"
BASE = """\
select = ["FD", "KUB"]
ignore = ["FD150"]
extend-select = ["PL"]
fail-on = "error"
exclude = ["old/**"]
baseline = "known.json"
[severity]
FD101 = "error"
[traffic]
runtime = "cri"
preset = "large"
kept = 0.5
[cost]
core-hour = 0.04
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "base.toml").write_text(BASE)
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "a.conf").write_text(CONFIG)
    return tmp_path


def run(folder: Path, *words: str, code: int = 0) -> str:
    done = text_of(pipelint("check", *words, cwd=folder))
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def shown(folder: Path, *words: str) -> dict[str, tuple[str, str]]:
    """By the name of each setting its value and where it comes from."""
    rows = re.findall(r"^(\S+) = (.*?) +# (.*)$", run(folder, "app", "--show-settings", *words), re.MULTILINE)
    return {name: (value, origin) for name, value, origin in rows}


def test_a_file_goes_on_from_the_one_that_it_extends(folder: Path) -> None:
    (folder / "app" / "pipelint.toml").write_text(
        'extend = "../team/base.toml"\nextend-select = ["pedantic"]\nfail-on = "info"\n'
        '[severity]\nFD130 = "info"\n[traffic]\nline-bytes = 400\n'
    )
    found = shown(folder, "--scale", "2")
    assert found["select"] == ('["FD", "KUB"]', "team/base.toml:1")
    assert found["ignore"] == ('["FD150"]', "team/base.toml:2")
    assert found["extend-select"] == ('["PL", "pedantic"]', "app/pipelint.toml:2")
    assert found["fail-on"] == ('"info"', "app/pipelint.toml:3")
    # What is a path is one from the file that says it.
    assert found["baseline"] == ('"team/known.json"', "team/base.toml:6")
    assert found["severity.FD101"] == ('"error"', "team/base.toml:8")
    assert found["severity.FD130"] == ('"info"', "app/pipelint.toml:5")
    assert found["traffic.runtime"] == ('"cri"', "team/base.toml:10")
    assert found["traffic.kept"] == ("0.5", "team/base.toml:12")
    # The file's own figure counts before the preset of the other.
    assert found["traffic.line-bytes"] == ("400", "app/pipelint.toml:7")
    assert found["traffic.app-fields"] == ("20", "preset, team/base.toml:11")
    assert found["traffic.miss"] == ("0.001", "default")
    assert found["cost.core-hour"] == ("0.04", "team/base.toml:14")
    assert found["cost-model.scale"] == ("2", "--scale")


def test_a_preset_of_its_own_leaves_what_the_other_file_gives(folder: Path) -> None:
    (folder / "app" / "pipelint.toml").write_text('extend = "../team/base.toml"\n[traffic]\npreset = "small"\n')
    found = shown(folder)
    assert found["traffic.line-bytes"] == ("120", "preset, app/pipelint.toml:3")
    assert found["traffic.runtime"][0] == '"cri"'
    assert found["traffic.kept"][0] == "0.5"


def test_files_extend_one_another_in_a_row(folder: Path) -> None:
    (folder / "app" / "pipelint.toml").write_text('extend = "middle.toml"\n')
    (folder / "app" / "middle.toml").write_text('extend = "../team/base.toml"\nselect = ["LS"]\n')
    found = shown(folder)
    assert (found["select"], found["ignore"][1]) == (('["LS"]', "app/middle.toml:2"), "team/base.toml:2")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"app/pipelint.toml": 'extend = "none.toml"\n'}, "app/pipelint.toml:1:10: error: no such file: none.toml"),
        ({"app/pipelint.toml": 'extend = "pipelint.toml"\n'}, "app/pipelint.toml: error: this file extends itself"),
        (
            {"app/pipelint.toml": 'extend = "b.toml"\n', "app/b.toml": 'extend = "pipelint.toml"\n'},
            "app/pipelint.toml: error: this file extends itself",
        ),
        ({"app/pipelint.toml": 'extend = "../../other.toml"\n'}, "../../other.toml leads outside the project"),
        ({"app/pipelint.toml": 'extend = "b.toml"\n', "app/b.toml": "selekt = 1\n"}, "app/b.toml:1:1: error: unknown setting"),
        (
            {"app/pipelint.toml": 'extend = "pyproject.toml"\n', "app/pyproject.toml": '[project]\nname = "pipelint"\n'},
            "pyproject.toml has no [tool.pipelint] table",
        ),
        ({"app/pipelint.toml": 'extend-select = ["XX9"]\n'}, 'no rule has the code, prefix or name "XX9"'),
    ],
)
def test_what_cannot_be_extended_is_an_error_at_its_place(folder: Path, files: dict[str, str], said: str) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)
    for words in (["app"], ["app", "--show-settings"]):
        assert said in run(folder, *words, code=2)


def test_extend_select_adds_rules_and_narrows_nothing(folder: Path) -> None:
    (folder / "app" / "a.conf").write_text(
        "<source>\n  @type tail\n  path /a.log\n  tag a\n  format json\n</source>\n<match a>\n  @type stdout\n</match>\n"
    )
    usual = run(folder, "app", "--isolated", "--exit-zero", "-q", "--format", "concise")
    (folder / "app" / "pipelint.toml").write_text('extend-select = ["pedantic"]\n')
    more = run(folder, "app", "--exit-zero", "-q", "--format", "concise")
    assert usual
    assert [row for row in more.splitlines() if "[FD504]" not in row] == usual.splitlines()
    assert "[FD504]" in more
    (folder / "app" / "pipelint.toml").write_text('select = ["LS"]\nextend-select = ["FD504"]\n')
    assert run(folder, "app", "-q", "--format", "concise").count("[") == 1
    # A selection on the command line is all that counts.
    assert run(folder, "app", "--select", "LS", "-q") == ""


def test_every_setting_can_be_shown() -> None:
    """A new key of the table has a value here, or is a table of its own."""
    values = _values(Settings())
    for key in SETTINGS:
        if key.name not in ("extend", "traffic", "severity", "per-file-ignores", "target-version"):
            names = [f"{key.name}.{each.name}" for each in key.type.keys] if isinstance(key.type, Table) else [key.name]
            assert set(names) <= set(values), key.name


def test_settings_files_that_differ_are_shown_apart(folder: Path) -> None:
    (folder / "team" / "pipelint.toml").write_text('ignore = ["FD1"]\n')
    text = run(folder, "app", "team", "app", "--show-settings")
    assert re.findall(r"^# settings for .*", text, re.MULTILINE) == [
        "# settings for app: no settings file",
        "# settings for team: team/pipelint.toml",
    ]
    assert "# settings for app: team/base.toml\n" in run(folder, "app", "--show-settings", "--config", "team/base.toml")


def test_show_files_says_what_is_read_and_as_what(folder: Path) -> None:
    (folder / "app" / "a.conf").write_text("@include more.conf\n" + CONFIG)
    (folder / "app" / "more.conf").write_text("<match b>\n  @type null\n</match>\n")
    (folder / "app" / "b.conf").write_text("input { stdin { } }\noutput { stdout { } }\n")
    (folder / "app" / "notes.txt").write_text("nothing\n")
    (folder / "app" / "cm.yaml").write_text(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n"
        "  fluent.conf: |\n    <match a>\n      @type null\n    </match>\n"
    )
    text = run(folder, "app", "--show-files")
    assert [row.split(maxsplit=2) for row in text.splitlines()] == [
        ["app/a.conf", "Fluentd", "config"],
        ["app/more.conf", "Fluentd", "included by app/a.conf"],
        ["app/b.conf", "Logstash", "config"],
        ["app/cm.yaml", "Fluentd", "ConfigMap x, key fluent.conf"],
    ]
    (folder / "app" / "pipelint.toml").write_text('exclude = ["b.conf"]\n')
    assert "b.conf" not in run(folder, "app", "--show-files")
    assert "app/b.conf: note: excluded by the settings" in run(folder, "app", "--show-files", "-v")
    assert "no such file" in run(folder, "none.conf", "--show-files", code=2)

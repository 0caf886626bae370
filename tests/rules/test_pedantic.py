"""The group pedantic: rules that are off unless somebody asks for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pipelint.base.text.document import SourceFile
from pipelint.checker import Settings, check
from pipelint.lsp.snapshot import ProjectFiles, take_snapshot
from pipelint.rules.index import load_index
from pipelint.rules.select import Selection, UnknownSelector
from pipelint.settings.project import Project
from pipelint.settings.read import SettingsError, read_settings
from tests.command_line import pipelint, text_of

# A mutate without an operation (LS602), beside an open input (LS403), whose events are in memory (LS274).
CONFIG = "input { http { port => 8080 } }\nfilter { mutate { } }\noutput { null { } }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("a.conf").write_text(CONFIG)
    return tmp_path


def in_groups(folder: Path) -> dict[str, str]:
    """The rules of the folder that are off, with their groups."""
    listed = json.loads(pipelint("rules", "--format", "json", cwd=folder).stdout)["rules"]
    return {each["code"]: each["group"] for each in listed if each["group"] is not None}


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ((), {"LS274", "LS403"}),
        (("--select", "pedantic"), {"LS274", "LS403", "LS602"}),
        (("--select", "LS6"), set()),
        (("--select", "LS6,pedantic"), {"LS602"}),
        (("--select", "LS602"), {"LS602"}),
        (("--select", "filter-that-does-nothing"), {"LS602"}),
        (("--select", "pedantic", "--ignore", "LS602"), {"LS274", "LS403"}),
        (("--select", "pedantic", "--ignore", "pedantic"), {"LS274", "LS403"}),
        (("--ignore", "pedantic"), {"LS274", "LS403"}),
        (("--ignore", "LS403"), {"LS274"}),
    ],
)
def test_a_group_or_a_whole_code_or_name_turns_a_rule_on(folder: Path, words: tuple[str, ...], codes: set[str]) -> None:
    done = pipelint("check", "a.conf", "--isolated", "--format", "json", *words, cwd=folder)
    assert {each["code"] for each in json.loads(done.stdout)["findings"]} == codes


@pytest.mark.parametrize(
    ("select", "codes"),
    [("", {"LS274", "LS403"}), ('select = ["pedantic"]', {"LS274", "LS403", "LS602"}), ('select = "LS602"', {"LS602"})],
)
def test_settings_choose_for_the_check_the_editor_and_the_baseline(folder: Path, select: str, codes: set[str]) -> None:
    Path("pipelint.toml").write_text(select)
    project = Project(lambda: load_index().rules)
    assert {each.code for each in check(["a.conf"], project).findings} == codes
    taken = take_snapshot("a.conf", CONFIG.encode(), 1, ProjectFiles(project), "utf-16")
    assert {each.code for each in taken.findings} == codes
    assert pipelint("baseline", "write", "a.conf", cwd=folder).returncode == 0
    assert {row["rule"] for row in json.loads(Path("pipelint-baseline.json").read_text())["findings"]} == codes


def test_a_comment_that_names_a_rule_which_is_off_is_not_called_unused(folder: Path) -> None:
    Path("a.conf").write_text(CONFIG.replace("mutate { } }", "mutate { add_tag => ['a'] } } # pipelint: ignore[LS602]"))
    assert [each.code for each in check(["a.conf"], Settings()).findings] == ["LS274", "LS403"]
    found = check(["a.conf"], Settings(Selection(("pedantic",)))).findings
    assert [each.code for each in found] == ["PL601", "LS274", "LS403"]


@pytest.mark.parametrize("text", ['[severity]\npedantic = "error"', '[per-file-ignores]\n"a" = ["pedantic"]'])
def test_a_group_is_no_name_of_a_rule(text: str) -> None:
    with pytest.raises(SettingsError, match='no rule has the code, prefix or name "pedantic"'):
        read_settings(SourceFile("pipelint.toml", text.encode()), load_index().rules)


def test_a_misspelt_group_is_an_error() -> None:
    with pytest.raises(UnknownSelector, match='did you mean "pedantic"'):
        Selection(("pedantik",)).choose(load_index().rules)


def test_lists_and_pages_say_so(folder: Path) -> None:
    rows = text_of(pipelint("rules", "--isolated", cwd=folder)).stdout.splitlines()
    assert [row.endswith(" (pedantic)") for row in rows if row.startswith(("LS602", "LS603"))] == [True, False]
    pedantic = ("FB120", "FB332", "FD504", "LS112", "LS601", "LS602")
    assert in_groups(folder) == dict.fromkeys(pedantic, "pedantic")
    page = text_of(pipelint("explain", "LS602", "--isolated", cwd=folder)).stdout
    assert "`filter-that-does-nothing` · style · info · pedantic: off unless selected · since 0.1.0" in page


def test_a_team_has_pedantic_rules_and_tests_them(folder: Path) -> None:
    assert pipelint("rules", "new", "own-one", "--engine", "logstash", cwd=folder).returncode == 0
    (page,) = Path("lint-rules").iterdir()
    Path("pipelint.toml").write_text('rules = ["lint-rules"]')
    before = in_groups(folder)
    page.write_text(page.read_text().replace("severity: warning\n", "severity: warning\ngroup: pedantic\n"))
    assert text_of(pipelint("rules", "test", "lint-rules", cwd=folder)).stdout.endswith("0 problems\n")
    assert in_groups(folder).keys() - before.keys() == {page.name[:6]}
    page.write_text(page.read_text().replace("group: pedantic\n", "group: pedantik\n"))
    assert '"pedantik" is not a valid value for group' in text_of(pipelint("rules", "test", "lint-rules", cwd=folder)).stdout

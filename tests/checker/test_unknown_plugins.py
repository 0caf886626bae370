"""Plugins that no file describes: one line for the whole run, however many configs and sections use them."""

from __future__ import annotations

from pathlib import Path

from pipelint.base.finding import Note
from pipelint.checker.run import check
from pipelint.rules.select import Selection
from pipelint.settings.model import Settings

CONFIG = "<source>\n  @type own_source\n</source>\n<match {}>\n  @type own\n</match>\n<match {}>\n  @type own\n</match>\n"


def said(folder: Path, settings: Settings | None = None) -> list[Note]:
    return [note for note in check([str(folder)], settings or Settings()).notes if "nothing is known" in note.message]


def test_a_run_says_once_which_plugins_it_does_not_know(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.conf").write_text(CONFIG.format("x", "y"))
    (note,) = said(tmp_path)
    assert note.important and note.path == str(tmp_path / "a.conf")
    assert "source own_source (2 sections), output own (4 sections)," in note.message
    assert "plugin import" in note.message


def test_of_very_many_the_first_are_named(tmp_path: Path) -> None:
    text = "".join(f"<match a{number}>\n  @type own{number}x\n</match>\n" for number in range(11))
    (tmp_path / "a.conf").write_text(text)
    (note,) = said(tmp_path)
    assert "output own7x and 3 more," in note.message


def test_a_misspelt_one_is_a_finding_and_not_in_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text("<match a>\n  @type elasticsearh\n</match>\n")
    assert said(tmp_path) == []
    (finding,) = (each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD355")
    assert (finding.severity.word, finding.message) == ("error", "unknown plugin elasticsearh, perhaps elasticsearch is meant")


def test_a_name_that_is_less_alike_is_an_info(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text("<match a>\n  @type elasticserhc\n</match>\n")
    (finding,) = (each for each in check([str(tmp_path)], Settings()).findings if each.code == "FD355")
    assert finding.severity.word == "info"


def test_who_ignores_the_rule_does_not_see_the_line(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text(CONFIG.format("x", "y"))
    assert said(tmp_path, Settings(selection=Selection((), ("FD355",)))) == []

"""What a check asks of folders many times is asked of the disk once, and written down wherever somebody wants the answers."""

from __future__ import annotations

from pathlib import Path

from pipelint.base.disk import asked, files
from pipelint.base.disk.around import Wanted, sources_in
from pipelint.base.disk.asked import AtOnce


def test_a_folder_is_as_it_was_until_the_end(tmp_path: Path) -> None:
    folder, late = str(tmp_path), tmp_path / "late.conf"
    with AtOnce():
        assert files.listing(folder) == [] and not files.is_file(str(late))
        late.write_text("")
        with AtOnce():
            assert files.listing(folder) == [] and not files.is_file(str(late))
        assert files.entries(folder) == []
    assert files.entries(folder) == ["late.conf"] and files.is_file(str(late))
    with AtOnce():
        assert files.entries(folder) == ["late.conf"]


def test_answers_that_are_known_are_written_down_for_whoever_begins_later(tmp_path: Path) -> None:
    (tmp_path / "a.conf").write_text("")
    folder, before = str(tmp_path), asked.notes
    try:
        with AtOnce():
            files.listing(folder)
            first = asked.begin()
            files.listing(folder)
            second = asked.begin()
            files.listing(folder)
        third = asked.begin()
        files.listing(folder)
    finally:
        asked.notes = before
    assert first.answers == second.answers == third.answers
    assert list(third.answers) == [("listing", folder)]


def test_a_refusal_is_asked_again(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    with AtOnce():
        for made in (False, True):
            if made:
                folder.mkdir()
            try:
                found: list[tuple[str, str]] | None = files.listing(str(folder))
            except OSError:
                found = None
            assert (found == []) is made


def test_what_is_wanted_of_a_folder_is_chosen_once_and_written_down_for_each(tmp_path: Path) -> None:
    for name in ("a.yml", "B.YML", "c.conf"):
        (tmp_path / name).write_text("")
    folder, before, looked = str(tmp_path), asked.notes, []

    def wanted(name: str) -> bool:
        looked.append(name)
        return name.endswith(".conf")

    def found(what: Wanted) -> list[str]:
        return [files.name(each.path) for each in sources_in(folder, (folder,), what)]

    try:
        with AtOnce():
            assert found(wanted) == found(wanted) == ["c.conf"] and len(looked) == 3
            assert found((".yml",)) == ["B.YML", "a.yml"]
            told = asked.begin()
            assert found(wanted) == ["c.conf"]
            assert ("listing", folder) in told.answers
        (tmp_path / "d.conf").write_text("")
        with AtOnce():
            assert found(wanted) == ["c.conf", "d.conf"]
    finally:
        asked.notes = before

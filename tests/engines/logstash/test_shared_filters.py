"""The files of a folder are one pipeline: whose events the filters of each get."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

_APPS = 'input { file { path => "/a" } }\noutput { elasticsearch { hosts => ["https://es:9200"] index => "a" } }\n'
_WEB = 'input { kafka { topics => ["b"] } }\noutput { elasticsearch { hosts => ["https://es:9200"] index => "b" } }\n'
_FILTER = 'filter { mutate { add_field => { "x" => "1" } } }\n'
_ASKING = 'filter { if [a] { mutate { add_field => { "x" => "1" } } } }\n'
_TAGGED = 'input { kafka { topics => ["b"] } }\noutput { if "b" in [tags] { null {} } }\n'


@pytest.mark.parametrize(
    ("apps", "web", "filtered"),
    [
        (_APPS, _WEB, False),
        (_APPS + _FILTER, _WEB, True),
        (_APPS, _WEB + _FILTER, True),
        (_APPS + _ASKING, _WEB + _ASKING, False),
        (_APPS, _TAGGED + _FILTER, True),
        (_APPS, _TAGGED + _ASKING, False),
    ],
)
def test_filters_that_ask_nothing_get_the_events_of_both_files(tmp_path: Path, apps: str, web: str, filtered: bool) -> None:
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d" / "apps.conf").write_text(apps)
    (tmp_path / "conf.d" / "web.conf").write_text(web)
    checked = check([str(tmp_path)], Settings()).checked
    [told] = [each.message for one in checked for each in one.findings if each.code == "LS252"]
    assert ("filters without a condition" in told) == filtered


def test_it_is_said_at_the_first_file_with_an_input_and_an_output_and_names_the_filters(tmp_path: Path) -> None:
    (tmp_path / "conf.d").mkdir()
    texts = {
        "a-none.conf": "# nothing\n" + _ASKING,
        "apps.conf": _APPS,
        "last.conf": _TAGGED + _FILTER,
        "web.conf": _WEB + _FILTER,
    }
    for name, text in texts.items():
        (tmp_path / "conf.d" / name).write_text(text)
    [told] = [each for one in check([str(tmp_path)], Settings()).checked for each in one.findings if each.code == "LS252"]
    assert Path(told.place.document.file.path).name == "apps.conf"
    beside = [(Path(each.place.document.file.path).name, each.message.split()[1]) for each in told.related]
    assert beside == [("web.conf", "output"), ("apps.conf", "output"), ("last.conf", "filter"), ("web.conf", "filter")]

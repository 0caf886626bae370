"""Places become lines and columns of the file on disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.disk.around import source_at
from pipelint.base.finding import Problem
from pipelint.base.text.document import Document, Place, SourceFile
from pipelint.base.text.lines import Lines
from pipelint.base.text.locate import locate, locate_problem
from pipelint.base.text.span import Span
from tests.report.support import config_in_manifest, place, whole

MANIFEST = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: fluentd
  namespace: logging
data:
  fluent.conf: {style}
"""


def test_columns_count_characters_and_offsets_bytes() -> None:
    where = locate(place(whole("é\n  ü漢x y\n"), "x y"))
    assert str(where) == "fluent.conf:2:5"
    assert (where.start.offset, where.end.line, where.end.column, where.end.offset) == (10, 2, 8, 13)


def test_the_end_of_the_file_is_a_place() -> None:
    document = whole("a\n")
    where = locate(Place(document, Span(2, 2)))
    assert (where.start.line, where.start.column) == (2, 1)


def test_a_place_in_a_config_map_is_one_of_the_file() -> None:
    manifest = MANIFEST.format(style="|\n    <source>\n      @type tail\n    </source>")
    config = config_in_manifest(manifest, "cm.yaml")
    where = locate(place(config.documents[0], "tail"))
    assert str(where) == "cm.yaml:9:13"
    assert where.part == "ConfigMap logging/fluentd, key fluent.conf"
    assert manifest.encode()[where.span.start : where.span.end] == b"tail"


def test_a_place_in_a_quoted_scalar_is_one_of_the_file() -> None:
    config = config_in_manifest(MANIFEST.format(style=r'"<source>\n  @type \"tail\"\n</source>\n"'), "cm.yaml")
    document = config.documents[0]
    assert document.text == b'<source>\n  @type "tail"\n</source>\n'
    where = locate(place(document, '"tail"'))
    # `  fluent.conf: "` are 16 columns, `<source>\n  @type ` 18 more; each quote is written in two characters.
    assert (str(where), where.end.column) == ("cm.yaml:7:35", 43)


def test_a_problem_has_a_place_only_with_a_file() -> None:
    assert locate_problem(Problem("a.conf", "no such file")) is None
    file = SourceFile("a.conf", b"ab\ncd")
    where = locate_problem(Problem("a.conf", "bad", file, Span(4, 9)))
    assert where is not None
    assert (str(where), where.end.offset) == ("a.conf:2:2", 5)


@given(st.text(alphabet="aé漢\U0001f600\n", max_size=40), st.integers(1, 400), st.data())
def test_columns_on_long_lines_count_the_same_characters(text: str, times: int, data: st.DataObject) -> None:
    long = (text + "-") * times
    index = data.draw(st.integers(0, len(long)))
    before = long[:index]
    line, column = Lines(long.encode()).position(len(before.encode()))
    assert (line, column) == (before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


def test_a_file_beside_a_config_is_shown_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside.yml").write_text("a: b\n")
    (tmp_path / "inner").mkdir()
    for here, shown in ((tmp_path, "beside.yml"), (tmp_path / "inner", str(tmp_path / "beside.yml"))):
        monkeypatch.chdir(here)
        read = source_at(str(tmp_path / "beside.yml"), [str(tmp_path)])
        assert read is not None
        where = locate(Place(Document.whole(read), Span(3, 4)))
        assert str(where) == f"{shown}:1:4"
        assert where.fields()["path"] == shown

"""What a config is made of when it is put together of files."""

from __future__ import annotations

from pathlib import Path

from pipelint.base.block import Block
from pipelint.checker import load

STORE = "<store>\n@type copy\n<store>\n@type null\n</store>\n</store>\n"
MATCH = f"<match a>\n@type copy\n{STORE}</match>\n"


def root(tmp_path: Path, text: str) -> Block:
    (tmp_path / "out.inc").write_text(MATCH)
    (tmp_path / "none.inc").write_text("# nothing is in here\n")
    path = tmp_path / "fluent.conf"
    path.write_text(text)
    (config,) = load([str(path)]).configs
    assert not config.errors
    assert not config.includes
    return config.root


def test_an_include_is_what_the_file_says_in_its_place(tmp_path: Path) -> None:
    names = [
        (block.name, [inner.name for inner in block.blocks])
        for block in root(tmp_path, f"{MATCH}<label @A>\n@include out.inc\n@include none.inc\n</label>\n{MATCH}").blocks
    ]
    assert names == [("match", ["store"]), ("label", ["match"]), ("match", ["store"])]


def test_the_word_include_alone_changes_nothing(tmp_path: Path) -> None:
    (block,) = root(tmp_path, "# include the rest\n" + MATCH).blocks
    assert [inner.name for inner in block.walk()] == ["match", "store", "store"]


def test_a_file_that_is_included_twice_gives_two_sections(tmp_path: Path) -> None:
    # What looks at sections by identity must see two of them.
    first, second = root(tmp_path, "@include out.inc\n@include out.inc\n").blocks
    assert first == second
    assert first is not second


def test_what_an_image_has_beside_its_main_file_lies_beside_it_in_the_repository(tmp_path: Path) -> None:
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d" / "more.inc").write_text("@include /fluentd/etc/out.inc\n")
    (block,) = root(tmp_path, "@include /fluentd/etc/conf.d/*.inc\n").blocks
    assert [inner.name for inner in block.walk()] == ["match", "store", "store"]


def test_an_absolute_include_of_what_is_not_there_stays_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "fluent.conf"
    (tmp_path / "out.inc").write_text(MATCH)
    path.write_text("@include /fluentd/etc/other.inc\n@include /fluentd/out.inc\n")
    (config,) = load([str(path)]).configs
    assert [include.problem for include in config.includes] == ["outside", "outside"]
    assert not config.root.blocks


def test_what_lies_elsewhere_hides_no_route_where_no_stage_can_stand(tmp_path: Path) -> None:
    path = tmp_path / "fluent.conf"
    for section, unreached in [("parse", 1), ("source", 0)]:
        text = "<source>\n@type udp\ntag a\n<parse>\n@type multi_format\n</parse>\n</source>\n"
        text += MATCH + MATCH.replace("match a", "match b")
        path.write_text(text.replace(f"</{section}>", f"@include /etc/more.inc\n</{section}>"))
        (config,) = load([str(path)]).configs
        assert [include.problem for include in config.includes] == ["outside"]
        # What the events are is not known of either.
        assert not config.graph.complete
        assert len(config.graph.unreachable) == unreached


def test_a_file_of_syslog_ng_is_none_of_ours_whatever_it_includes(tmp_path: Path) -> None:
    (tmp_path / "syslog-ng.conf").write_text("@version: 3.7\n@include scl.conf\nsource s_local {\n    internal();\n};\n")
    (tmp_path / "more.conf").write_text("# Of one app\n@include scl.conf\n")
    assert [Path(config.documents[0].name).name for config in load([str(tmp_path)]).configs] == ["more.conf"]


def test_trouble_with_an_include_is_told_once_for_each_place(tmp_path: Path) -> None:
    (tmp_path / "inner.inc").write_text("@include gone.inc\n")
    path = tmp_path / "fluent.conf"
    path.write_text("@include missing.inc\n@include missing.inc\n@include inner.inc\n@include inner.inc\n")
    (config,) = load([str(path)]).configs
    told = [(Path(each.place.document.name).name, each.place.span.start, each.problem) for each in config.includes]
    # The same path twice are two places; a file that is included twice holds one.
    assert told == [("fluent.conf", 9, "missing"), ("fluent.conf", 30, "missing"), ("inner.inc", 9, "missing")]

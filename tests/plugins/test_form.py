"""The form of plugin files: what a file may say, where an error stands, and that the published schema says the same."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import jsonschema
import pytest
import yaml

from pipelint.base.text.document import SourceFile
from pipelint.plugins.form.compile import compile_folder
from pipelint.plugins.form.errors import PluginFileError
from pipelint.plugins.form.read import read_file
from pipelint.plugins.form.schema import json_schema
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for path in (ROOT / "plugins").glob("*/*.yaml") if path.name not in ("shared.yaml", "releases.yaml"))
SMALL = "name: x\nabout: Does something with events.\nlink: https://example.org/x\n"


@cache
def validator() -> jsonschema.Draft202012Validator:
    """Says whether a plugin file fits the schema."""
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@each("path", FILES, ids=named)
def test_every_plugin_file_fits_the_form_and_says_its_sentence(path: Path) -> None:
    found = read_file(SourceFile(str(path), path.read_bytes()), "plugin")
    assert path.stem.partition("-")[2] == found["name"]
    assert str(found["about"]).count(". ") == 0  # one sentence
    validator().validate(yaml.load(path.read_text(), yaml.CSafeLoader))


def test_the_published_schema_is_the_table_of_keys() -> None:
    assert json.loads((ROOT / "docs" / "plugin.schema.json").read_text()) == json_schema()


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        (SMALL + "evnts: {sends: away}\n", 4, 1, 'unknown key "evnts", did you mean "events"?'),
        (SMALL + "events: {sends: awy}\n", 4, 17, '"awy" is not allowed for "sends", did you mean "away"?'),
        (SMALL + "events: {outside: no}\n", 4, 19, '"outside" must be true or false'),
        (SMALL + "parameters:\n  a: {default: 1}\n", 5, 6, 'the key "type" is missing'),
        (SMALL + "parameters:\n  a: {type: x}\n  a: {type: y}\n", 6, 3, 'duplicate key "a"'),
        (SMALL + "parameters: [a]\n", 4, 13, '"parameters" must be a mapping'),
        (SMALL + "unique: a\n", 4, 9, '"unique" must be a list'),
        ("name: x\nabout: no sentence\nlink: https://example.org\n", 2, 8, '"about" must be one sentence'),
        ("name: x\nabout: Does it.\n", 1, 1, 'the key "link" is missing'),
        (SMALL + "parameters:\n  a: {type: x, removed: yes}\n", 5, 25, '"removed" must be a quoted version such as "1.16"'),
        (SMALL + "parameters:\n  a: {type: x, since: newest}\n", 5, 23, '"since" must be a quoted version such as "1.16"'),
        (SMALL + "parameters:\n  a: {type: x, was: [{type: y}]}\n", 5, 22, 'the key "until" is missing'),
        (SMALL + 'ages: {ended: {a: "2.0"}}\n', 4, 19, '"a" must be the quoted first number of a version of the engine'),
        (SMALL + "ages: {began: [a]}\n", 4, 15, '"began" must be a mapping'),
        (SMALL + 'ages: {endd: {a: "2"}}\n', 4, 8, 'unknown key "endd", did you mean "ended"?'),
        (SMALL + "versions: 1.0 to 2.0\n", 4, 11, '"versions" must be a list'),
        (SMALL + "events: {\n", 5, 1, "YAML error"),
        ("- a\n", 1, 1, "a plugin file must be one mapping"),
        (SMALL + "holds: &a {path: [b]}\nrecords: *a\n", 5, 1, "plugin files cannot use YAML aliases"),
    ],
)
def test_what_does_not_fit_is_an_error_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(PluginFileError) as caught:
        read_file(SourceFile("p.yaml", text.encode()), "plugin")
    error = caught.value.all[0]
    assert (error.line, error.column) == (line, column)
    assert error.message.startswith(message)


def test_the_schema_and_the_reader_take_the_same_ages() -> None:
    ages = {"came": "5", "began": {"a": "6"}, "ended": {"b": "10"}}
    text = SMALL + f"ages: {json.dumps(ages)}\n"
    assert read_file(SourceFile("p.yaml", text.encode()), "plugin")["ages"] == ages
    assert validator().is_valid(yaml.safe_load(text))
    assert not validator().is_valid(yaml.safe_load(text.replace('"10"', '"1.0"')))


def test_all_errors_of_a_file_are_said_in_their_order() -> None:
    with pytest.raises(PluginFileError) as caught:
        read_file(SourceFile("p.yaml", b"name: x\nlink: nowhere\nunique: a\n"), "plugin")
    assert [error.line for error in caught.value.all] == [1, 2, 3]


def test_a_word_that_yaml_takes_for_a_switch_is_a_text_and_a_number_is_one() -> None:
    text = SMALL + 'parameters: {a: {type: t, default: no}, b: {type: t, default: 1.5}, c: {type: t, default: "2"}}\n'
    found = read_file(SourceFile("p.yaml", text.encode()), "plugin")
    assert isinstance(found["parameters"], dict)
    assert [param["default"] for param in found["parameters"].values()] == ["no", 1.5, "2"]


SHARED = """\
stages: {filter: filter}
every: {filter: {parameters: {every: {type: string}, other: {type: string}}}}
groups: {old: {accepts: [a, own], patterns: ["x.*"]}}
"""


def folder(tmp_path: Path, **texts: str) -> Path:
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "shared.yaml").write_text(SHARED)
    for name, text in texts.items():
        (tmp_path / "e" / f"{name.replace('__', '-')}.yaml").write_text(text)
    return tmp_path


def lines(data: bytes) -> list[dict[str, object]]:
    return [json.loads(line) for line in data.split(b"\n")]


def test_a_plugin_takes_what_its_kind_its_groups_and_its_likeness_take(tmp_path: Path) -> None:
    other = SMALL.replace("name: x", "name: y") + "like: x\nparameters: {b: {type: string}}\n"
    own = "with: [old]\nparameters: {own: {type: size}, other: {type: time}}\n"
    _, heads, _, _, x, _, _, y, *_ = lines(compile_folder(folder(tmp_path, filter__x=SMALL + own, filter__y=other)))
    assert heads["e"]["plugins"] == {"filter": {"x": 0, "y": 3}}  # type: ignore[index]
    assert x["parameters"] == {"every": {"type": "string"}, "other": {"type": "time"}, "own": {"type": "size"}}
    assert (x["accepts"], x["patterns"]) == (["a"], ["x.*"])  # what it declares need not be accepted
    assert sorted(y["parameters"]) == ["b", "every", "other", "own"]  # type: ignore[call-overload]
    assert "accepts" not in y


def test_of_a_plugin_that_says_nothing_of_parameters_nothing_is_known(tmp_path: Path) -> None:
    _, _, _, _, taken, *_ = lines(compile_folder(folder(tmp_path, filter__x=SMALL)))
    assert taken is None


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"filter__z": SMALL}, "filter-z.yaml:1:1: the file of x must be called filter-x.yaml"),
        ({"output__x": SMALL}, 'output-x.yaml:1:1: unknown kind of plugin "output": expected one of filter'),
        ({"filter__x": SMALL + "with: [new]\n"}, 'filter-x.yaml:1:1: shared.yaml has no group "new"'),
        ({"filter__x": SMALL + "like: y\n"}, 'filter-x.yaml:1:1: no other filter plugin is called "y"'),
        (
            {"filter__w": SMALL.replace("name: x", "name: w\naliases: [x]"), "filter__x": SMALL},
            "filter-x.yaml:1:1: another filter plugin is already called x",
        ),
        (
            {"filter__w": SMALL.replace("name: x", "name: w"), "filter__x": SMALL + "aliases: [w]\n"},
            "filter-x.yaml:1:1: another filter plugin is already called w",
        ),
    ],
)
def test_a_folder_whose_files_do_not_agree_has_no_index(tmp_path: Path, files: dict[str, str], message: str) -> None:
    with pytest.raises(PluginFileError, match=re.escape(message)):
        compile_folder(folder(tmp_path, **files))

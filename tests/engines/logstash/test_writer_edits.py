"""Edits of any Logstash config change what they say, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.writer import WriterError
from tests.engines.logstash.writing import WRITER, Model, apply, at, model, quicker, root

names = st.sampled_from(["aa", "id", "match", '"q"', "add_tag"])


notes = st.sampled_from(["", " # note", " # } else { k => 1"])


values = st.sampled_from(
    ["v1", "5", '"q # }"', "'s'", '["x",\n "y"]', '{ "k" => "v" # note\n "l" => { "m" => [] } }', '"two\nlines"', '"%{f}"']
)


@st.composite
def plugins(draw: st.DrawFn, indent: str) -> str:
    name = draw(st.sampled_from(["grok", "drop", "mutate", '"date"']))
    settings = draw(st.lists(st.tuples(names, values, notes), max_size=3, unique_by=lambda item: item[0]))
    if draw(st.booleans()):
        settings.append(("codec", draw(st.sampled_from(["json", '"line"', 'line { format => "x" }', "plain { }"])), ""))
    if draw(st.booleans()):
        gap = draw(st.sampled_from([" ", ""])) if not settings else " "
        flat = " ".join(f"{key} => {value}" for key, value, _ in settings)
        return f"{indent}{name} {{{gap}{flat}{gap}}}"
    lines = [f"{indent}  {key} => {value}{note}" for key, value, note in settings]
    return "\n".join([f"{indent}{name} {{{draw(notes)}", *lines, f"{indent}}}"])


@st.composite
def bodies(draw: st.DrawFn, indent: str, depth: int) -> str:
    """What stands between braces, each statement on lines of its own or all on one line."""
    flat = draw(st.integers(0, 3)) == 0
    out = []
    for _ in range(draw(st.integers(0, 3))):
        if depth and draw(st.booleans()):
            inside = [draw(bodies(indent + "  ", depth - 1)) for _ in range(4)]
            heads = [f"{indent}if [a] == 1 {{"]
            heads += ["else if [b] {" if draw(st.booleans()) else "else if ! ([c]) {"] * draw(st.integers(0, 2))
            heads += ["else {"] * draw(st.integers(0, 1))
            join = draw(st.sampled_from([" ", f"\n{indent}", f" # note\n{indent}"]))
            out.append(join.join(f"{head}{body}{indent}}}" for head, body in zip(heads, inside, strict=False)))
        else:
            out.append(draw(plugins("" if flat else indent)))
        if not flat:
            out.append(draw(notes).strip())
    if flat:
        return " " + " ".join(out) + " "
    return draw(notes) + "\n" + "".join(line + "\n" for line in out)


@st.composite
def documents(draw: st.DrawFn) -> str:
    step = draw(st.sampled_from(["  ", "\t", ""]))
    parts = []
    for section in draw(st.lists(st.sampled_from(["input", "filter", "output"]), max_size=2)):
        parts.append(f"{draw(notes)}\n{section} {{{draw(bodies(step, 2))}}}")
    text = "".join(parts) + draw(st.sampled_from(["", "\n"]))
    return text.replace("\n", "\r\n") if draw(st.booleans()) and '"two' not in text else text


def paths(block: Block, unwanted: tuple[str, ...] = ()) -> list[list[int]]:
    """Where the blocks are, but for some names: the index at each level."""
    out: list[list[int]] = []
    for index, inner in enumerate(block.blocks):
        out += [[index]] if inner.name not in unwanted else []
        out += [[index, *path] for path in paths(inner, unwanted)]
    return out


def model_at(whole: Model, path: list[int]) -> Model:
    return model_at(whole.blocks[path[0]], path[1:]) if path else whole


def edited(text: str, make: Callable[[Block], Edit]) -> tuple[Model, str]:
    after = apply(make(root(text)))
    return model(root(after)), after


NO_SETTINGS = ("input", "filter", "output", "if", "else if", "else")


@quicker
@given(documents(), st.sampled_from(["aa", "id", "q", "new"]), st.sampled_from(["v 2", "", "7", "[f]", "# }"]), st.data())
def test_setting_a_parameter_changes_it_alone(text: str, name: str, value: str, data: st.DataObject) -> None:
    before = root(text)
    found = paths(before, NO_SETTINGS)
    assume(found)
    path = data.draw(st.sampled_from(found))
    expected = model(before)
    model_at(expected, path).settings[name] = value
    after, written = edited(text, lambda whole: WRITER.set_param(at(whole, path), name, value))
    assert after == expected
    assert written.count("# note") >= text.count("# note") - _notes_in(at(before, path), name)
    assert ("\r\n" in written) == ("\r\n" in text)


def _notes_in(block: Block, name: str) -> int:
    """Comments inside the value that is replaced."""
    param = block.param(name)
    return 0 if param is None else param.place.text.count("# note")


@quicker
@given(documents(), st.data())
def test_removing_a_parameter_removes_it_alone(text: str, data: st.DataObject) -> None:
    before = root(text)
    found = [(path, name) for path in paths(before, NO_SETTINGS) for name in at(before, path).params]
    assume(found)
    path, name = data.draw(st.sampled_from(found))
    expected = model(before)
    here = model_at(expected, path)
    del here.settings[name]
    here.blocks = [inner for inner in here.blocks if inner.name != name]  # the codec, which is both
    assert edited(text, lambda whole: WRITER.remove_param(at(whole, path).params[name]))[0] == expected


@quicker
@given(documents(), st.data())
def test_removing_a_block_removes_it_alone(text: str, data: st.DataObject) -> None:
    before = root(text)
    found = paths(before)
    assume(found)
    path = data.draw(st.sampled_from(found))
    expected = model(before)
    outer, index = model_at(expected, path[:-1]), path[-1]
    removed = outer.blocks.pop(index)
    following = outer.blocks[index] if index < len(outer.blocks) else Model("", "")
    if removed.name == "codec":
        del outer.settings["codec"]
    if removed.name == "if" and following.name == "else":
        with pytest.raises(WriterError):
            WRITER.remove_block(at(before, path))
        return
    if removed.name == "if" and following.name == "else if":
        outer.blocks[index] = replace(following, name="if")
    assert edited(text, lambda whole: WRITER.remove_block(at(whole, path)))[0] == expected


@quicker
@given(documents(), st.sampled_from(["mutate", "if", "else"]), st.booleans(), st.data())
def test_adding_a_statement_adds_it_alone(text: str, name: str, given_some: bool, data: st.DataObject) -> None:
    before = root(text)
    found = [path for path in paths(before) if at(before, path).name in NO_SETTINGS]
    assume(found)
    path = data.draw(st.sampled_from(found))
    expected = model(before)
    here = model_at(expected, path)
    arg = '[t] in ["a", "b"] or ![c]' if name == "if" else ""
    params = {"id": "i 1", "tag_on": "5"} if given_some and name == "mutate" else {}
    if name == "else" and not (here.blocks and here.blocks[-1].name in ("if", "else if")):
        with pytest.raises(WriterError):
            WRITER.add_block(at(before, path), name, arg, params)
        return
    here.blocks.append(Model(name, arg, params))
    after, written = edited(text, lambda whole: WRITER.add_block(at(whole, path), name, arg, params))
    assert after == expected
    assert written.count("# note") == text.count("# note")


@quicker
@given(documents(), st.sampled_from([{}, {"target": "x y"}]), st.data())
def test_adding_a_codec_adds_it_alone(text: str, params: dict[str, str], data: st.DataObject) -> None:
    before = root(text)
    found = [path for path in paths(before, (*NO_SETTINGS, "codec")) if at(before, path).block("codec") is None]
    assume(found)
    path = data.draw(st.sampled_from(found))
    expected = model(before)
    here = model_at(expected, path)
    here.settings["codec"] = "json"
    here.blocks.append(Model("codec", "json", params))
    assert edited(text, lambda whole: WRITER.add_block(at(whole, path), "codec", "json", params))[0] == expected


@given(documents(), st.sampled_from(["input", "filter", "output"]))
def test_adding_a_section_adds_it_alone(text: str, name: str) -> None:
    expected = model(root(text))
    expected.blocks.append(Model(name, ""))
    assert edited(text, lambda whole: WRITER.add_block(whole, name, "", {}))[0] == expected

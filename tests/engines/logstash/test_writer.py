"""LogstashWriter: what the parser reads from an edited pipeline is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.value import ValueKind
from pipelint.base.writer import Writer, WriterError
from pipelint.engines.logstash.syntax.parse import parse
from pipelint.engines.logstash.syntax.quoting import write_value
from pipelint.engines.logstash.syntax.writer import LogstashWriter

WRITER: Writer = LogstashWriter()

# Making up whole pipelines takes its time.
quicker = settings(max_examples=40)


def root(text: str) -> Block:
    parsed = parse(Document.whole(SourceFile("x.conf", text.encode())))
    assert not parsed.errors, text
    return parsed.root


def apply(edit: Edit) -> str:
    text = edit.document.text
    return (text[: edit.span.start] + edit.text.encode() + text[edit.span.end :]).decode()


def writable(value: str) -> bool:
    """By Logstash's grammar: a quote inside a string has a backslash before it, and none stands before the last quote."""
    alone = value.replace('\\"', "").replace("\\'", "")
    return not value.endswith("\\") and "\0" not in value and not ('"' in alone and "'" in alone)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.text(
    alphabet="\"'\\#{}[]<> \t\n\r=a1,:/%$", max_size=12
)


@given(texts, st.sampled_from([None, *(kind for kind in ValueKind if kind is not ValueKind.PLUGIN)]), st.sampled_from("\"'"))
def test_a_written_value_is_read_as_it_was(value: str, kind: ValueKind | None, quote: str) -> None:
    try:
        written = write_value(value, kind, quote)
    except WriterError:
        assert not writable(value)
        return
    plugin = root(f"filter {{ p {{ k => {written} # note\n  l => m1 }} }}").blocks[0].blocks[0]
    assert plugin.params["k"].value == value
    assert plugin.params["l"].value == "m1"


# By Logstash's own grammar, and by what a person would have written.
@pytest.mark.parametrize(
    ("value", "kind", "like", "written"),
    [
        ("5", None, "", "5"),
        ("5", ValueKind.NUMBER, "4", "5"),
        ("5", ValueKind.STRING, '"4"', '"5"'),
        ("true", None, "", "true"),
        ("json", None, "", '"json"'),
        ("json", ValueKind.BAREWORD, "line", "json"),
        ("a b", ValueKind.BAREWORD, "line", '"a b"'),
        ("x", ValueKind.STRING, "'y'", "'x'"),
        ("it's", ValueKind.STRING, "'y'", '"it\'s"'),
        ('say "x"', None, "", "'say \"x\"'"),
        (r"\"x\"", None, "", r'"\"x\""'),
        ("[host][name]", None, "", '"[host][name]"'),
        ("[host]", None, "", '"[host]"'),
        ("[host]", ValueKind.ARRAY, "[name]", "[host]"),
        ('["a", "b"]', None, "", '["a", "b"]'),
        ('{ "message" => "%{IP:ip}" }', None, "", '{ "message" => "%{IP:ip}" }'),
        ('{ "a": 1 }', None, "", "'{ \"a\": 1 }'"),
        ("", None, "", '""'),
    ],
)
def test_quotes_where_logstash_or_habit_wants_them(value: str, kind: ValueKind | None, like: str, written: str) -> None:
    assert write_value(value, kind, like) == written


@pytest.mark.parametrize("value", ["C:\\", "\\\\", "\"'", "a\0"])
def test_what_no_quotes_can_hold_is_refused(value: str) -> None:
    with pytest.raises(WriterError):
        write_value(value)


@dataclass
class Model:
    """A block as it should be read: settings by name, codec and branches among the blocks."""

    name: str
    arg: str
    settings: dict[str, str] = field(default_factory=dict)
    blocks: list[Model] = field(default_factory=list)


def model(block: Block) -> Model:
    settings = {param.name: param.value for param in block.params.values()}
    return Model(block.name, block.arg, settings, [model(inner) for inner in block.blocks])


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


def at(block: Block, path: list[int]) -> Block:
    return at(block.blocks[path[0]], path[1:]) if path else block


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


PIPELINE = """\
input { beats { port => 5044 } }
filter {
  if [type] == "a" {
    drop { }
  } else if [type] == "b" {
    grok {
      match => { "message" => "%{IP:ip}" } # the client
      id => "g"
    }
  }
  mutate { rename => { "a" => "b" } remove_field => "c" rename => { "d" => "e" } }
}
output { stdout { codec => rubydebug } }
"""


@pytest.mark.parametrize(
    ("make", "before", "after"),
    [
        (lambda r: WRITER.set_param(at(r, [0, 0]), "port", "5045"), "5044", "5045"),
        (lambda r: WRITER.set_param(at(r, [0, 0]), "id", "in"), "5044 }", '5044 id => "in" }'),
        (lambda r: WRITER.set_param(at(r, [1, 0, 0]), "id", "d"), "drop { }", 'drop { id => "d" }'),
        (
            lambda r: WRITER.set_param(at(r, [1, 1, 0]), "timeout_millis", "0"),
            'id => "g"\n',
            'id => "g"\n      timeout_millis => 0\n',
        ),
        (
            lambda r: WRITER.set_param(at(r, [1, 1, 0]), "match", '{ "message" => "^%{IP:ip}" }'),
            '"%{IP:ip}" } # the client',
            '"^%{IP:ip}" } # the client',
        ),
        (
            lambda r: WRITER.remove_param(at(r, [1, 1, 0]).params["match"]),
            '      match => { "message" => "%{IP:ip}" } # the client\n',
            "",
        ),
        (
            lambda r: WRITER.remove_param(at(r, [1, 2]).params["rename"]),
            '{ rename => { "a" => "b" } remove_field => "c" rename => { "d" => "e" } }',
            '{ remove_field => "c" }',
        ),
        (
            lambda r: WRITER.set_param(at(r, [1, 2]), "rename", '{ "a" => "e" }'),
            'rename => { "a" => "b" } remove_field => "c" rename => { "d" => "e" } }',
            'rename => { "a" => "e" } remove_field => "c" }',
        ),
        (lambda r: WRITER.remove_block(at(r, [1, 0])), 'if [type] == "a" {\n    drop { }\n  } else if', "if"),
        (lambda r: WRITER.set_param(at(r, [2, 0, 0]), "metadata", "true"), "rubydebug", "rubydebug { metadata => true }"),
        (lambda r: WRITER.remove_block(at(r, [2, 0])), "stdout { codec => rubydebug } ", ""),
        (
            lambda r: WRITER.add_block(at(r, [1]), "mutate", "", {"lowercase": '["a"]'}),
            '"e" } }\n',
            '"e" } }\n  mutate {\n    lowercase => ["a"]\n  }\n',
        ),
        (lambda r: WRITER.add_block(r, "output", "", {}), "rubydebug } }\n", "rubydebug } }\noutput {\n}\n"),
    ],
)  # fmt: skip
def test_an_edit_looks_as_a_person_would_have_made_it(make: Callable[[Block], Edit], before: str, after: str) -> None:
    assert PIPELINE.count(before) == 1
    assert apply(make(root(PIPELINE))) == PIPELINE.replace(before, after)


def test_a_comment_that_touches_the_last_value_gets_the_blank_that_logstash_wants() -> None:
    text = "filter {\n  mutate {\n    id => 1# one\n  }\n}\n"
    after = apply(WRITER.set_param(at(root(text), [0, 0]), "tag", "5"))
    assert after == "filter {\n  mutate {\n    id => 1 # one\n    tag => 5\n  }\n}\n"
    assert model(root(after)).blocks[0].blocks[0].settings == {"id": "1", "tag": "5"}


@pytest.mark.parametrize("name", ["", "a b", "a\nb", "[a]", "#x", "'q'", "x {} y"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(WriterError):
        WRITER.set_param(at(root(PIPELINE), [0, 0]), name, "v")
    with pytest.raises(WriterError):
        WRITER.add_block(at(root(PIPELINE), [1]), name, "", {})


@pytest.mark.parametrize("condition", ["", "[a] ==", "[a] { drop {} } if [b]", "[a] # b", "elsif"])
def test_what_is_no_condition_is_refused(condition: str) -> None:
    with pytest.raises(WriterError):
        WRITER.add_block(at(root(PIPELINE), [1]), "if", condition, {})


@pytest.mark.parametrize(
    "make",
    [
        lambda r: WRITER.remove_block(r),
        lambda r: WRITER.set_param(at(r, [1]), "id", "x"),
        lambda r: WRITER.set_param(at(r, [1, 0]), "id", "x"),
        lambda r: WRITER.add_block(r, "filters", "", {}),
        lambda r: WRITER.add_block(at(r, [0, 0]), "mutate", "", {}),
        lambda r: WRITER.add_block(at(r, [2, 0]), "codec", "json", {}),
        lambda r: WRITER.add_block(at(r, [1]), "if", "[a]", {"id": "x"}),
        lambda r: WRITER.add_block(at(r, [1]), "mutate", "arg", {}),
    ],
)
def test_what_the_language_has_no_words_for_is_refused(make: Callable[[Block], Edit]) -> None:
    with pytest.raises(WriterError):
        make(root(PIPELINE))

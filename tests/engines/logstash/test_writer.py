"""LogstashWriter: what the parser reads from an edited pipeline is what was asked for, and nothing else has changed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block
from pipelint.base.finding import Edit
from pipelint.base.value import ValueKind
from pipelint.base.writer import WriterError
from pipelint.checker import Settings, check
from pipelint.engines.logstash.syntax.quoting import write_value
from tests.engines.logstash.writing import WRITER, apply, at, model, root, texts, writable


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


def test_a_comment_between_a_removed_if_and_what_follows_stays() -> None:
    text = "filter {\n  if [a] { drop { } } # the rest\n  else if [b] { drop { } }\n}\n"
    after = apply(WRITER.remove_block(at(root(text), [0, 0])))
    assert [line.strip() for line in after.splitlines()] == ["filter {", "# the rest", "if [b] { drop { } }", "}"]


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


def test_a_value_that_is_none_is_replaced_or_refused() -> None:
    """Found by chance: what stands there is no text, number or word, and was looked for among these."""
    text = 'input { stdin { } }\noutput { elasticsearch { hosts => [""] data_stream => ~rue } }\n'
    report = check(["-"], Settings(), stdin=text.encode(), stdin_filename="pipeline.conf")
    assert not report.problems
    assert {finding.code for finding in report.checked[0].findings} >= {"LS302"}

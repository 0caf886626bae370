"""A syntax error is said once: what follows from it, such as the bracket that closes what could not be read, is no second one."""

from __future__ import annotations

import pytest

from tests.review.found import messages

AROUND = "input {{ stdin {{ }} }}\nfilter {{\n{}\n}}\noutput {{ stdout {{ codec => dots }} }}\n"


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ('mutate { convert => [\n"a" => "float"\n"b" => "integer"\n] }', ["unexpected '=> ['"]),
        ('mutate { remove_field => [\n"a",\n"b"\n"c",\n"d"\n] }', ["the array is not closed"]),
        ("filter {\ndrop { }\n}\nmutate { id => 'b' }", ["a section filter inside of the section filter"]),
        ("if [a] {\ndrop { }\n}\n}\nmutate { id => 'b' }", ["plugin outside a section: there is an extra '}' before this"]),
        (
            'mutate {\nif [a] {\nadd_field => {"b" => "c"}\n}\nelse if [b] {\nid => "d"\n}\nid => "f"\n}\nmutate { x y }',
            ["a condition inside of the plugin mutate", "unexpected 'x y'"],
        ),
        ('mutate { id => "a"\nif [a] {\ndrop { }\n}', ["the plugin mutate is not closed"]),
        ('mutate { remove_field => [ "[a][one]" "[a][another]" "[a][the third]" ] }', ["the array is not closed"]),
        ('mutate { convert => [\n"a" => "float"\n] }\nmutate { x y }', ["unexpected '\"a\" =>'", "unexpected 'x y'"]),
        (
            "paths = {}\nDir.glob('./a/*').each do |file|\n  name = File.basename(file)\n  paths[name] = File.read(file)\nend\n"
            'if "a" in [tags] {\ndrop { }\n} else if "b" in [tags] {\ndrop { }\n}\nmutate { x y }',
            ["Ruby code between plugins", "unexpected 'x y'"],
        ),
        (
            'if [a] == "b" or [c} == "d" or [e] == "f" {\ndrop { }\n}\nmutate { x y }',
            ["the field reference [c} is not closed", "unexpected 'x y'"],
        ),
        ("if [a] =~ /b/i {\ndrop { }\n}", ["a regular expression has no flags after it, as 'i' here"]),
        ("mutate { id => /var/%{a}.b }", ["a value that is neither a number nor a plain word needs quotes"]),
        (
            "mutate { id => <my id here> }\nmutate { x y }",
            ["unexpected 'x y'", "a placeholder stands here that nobody has filled in"],
        ),
        ("mutate { id => <ID> }", ["a placeholder stands here that nobody has filled in"]),
        ("mutate { id => $MUTATE_ID }", ["a placeholder stands here that nobody has filled in"]),
        ("mutate { id => $HOME/a }", ["a value that is neither a number nor a plain word needs quotes"]),
        # What a ruby filter has, and what no end closes at its column.
        ('ruby { code => "\n[1].each do |a|\n  b\nend\n" }\nmutate { x y }', ["unexpected 'x y'"]),
        ("ruby { code => '\n[1].each do |a|\n  b\n  end\n' }\nmutate { x y }", ["unexpected 'x y'"]),
    ],
)
def test_one_cause_is_one_error(filters: str, said: list[str]) -> None:
    found = messages("LS302", AROUND.format(filters))
    assert [message.split(", expected")[0] for message in found] == said

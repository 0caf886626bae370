"""Fields on their way through a pipeline: types against comparisons, texts of removed fields, what a parser could not read."""

from __future__ import annotations

import pytest

from tests.review.found import codes, messages


def pipeline(filters: str, output: str = "s3 { bucket => 'b' }") -> str:
    return f"input {{ beats {{ port => 5044 }} }}\nfilter {{\n{filters}\n}}\noutput {{ {output} }}\n"


TEXT = 'grok { match => { "message" => "^%{NUMBER:took} " } }'
FLOAT = 'grok { match => { "message" => "^%{NUMBER:took:float} " } }'
NUMBER = 'grok { match => { "message" => "^%{NUMBER:took:int} " } }'


# As Logstash 8.14.3 was recorded: for the event {"a": "7"} `[a] > 5` stopped the pipeline; `[a] == 1` was met by 1 and neither
# by "1" nor by 1.0, `[a] =~ "1"` and `"b" in [a]` by no number, `[a] in ["1", "abc"]` by 1 and "1".
@pytest.mark.parametrize(
    ("made", "condition", "found"),
    [
        (TEXT, "[took] > 5", "LS360"),
        (TEXT, "[took] == 7", "LS361"),
        (TEXT, "7 != [took]", "LS361"),
        (NUMBER, '[took] == "9"', "LS361"),
        (NUMBER, "[took] =~ /9/", "LS361"),
        (NUMBER, '"9" in [took]', "LS361"),
        (NUMBER, "[took] > 5", ""),
        (NUMBER, '[took] in ["9", "x"]', ""),
        (TEXT, '[took] == "7"', ""),
        (TEXT, "[took] =~ /7/", ""),
        (NUMBER, '[took] == "none"', ""),
        (FLOAT, "[took] == 1", "LS361"),
        (FLOAT, "[took] == 1.5", ""),
        (FLOAT, "[took] >= 1", ""),
        ('dissect { mapping => { "message" => "%{took} %{?rest}" } }', "[took] > 5", "LS360"),
        ('dissect { mapping => { "message" => "%{took} %{?rest}" } convert_datatype => { "took" => "int" } }', "[took] > 5", ""),
        ('mutate { convert => { "took" => "integer" } }', '[took] == "9"', "LS361"),
        (f'{TEXT} mutate {{ convert => {{ "took" => "float" }} }}', "[took] > 5", ""),
        (f'{TEXT} mutate {{ convert => {{ "took" => "float" }} }}', '[took] == "9"', "LS361"),
        (f'{TEXT} mutate {{ rename => {{ "other" => "took" }} }}', "[took] == 7", ""),
        (f"{TEXT} ruby {{ code => \"event.set('took', 1)\" }}", "[took] == 7", ""),
        (f'{TEXT} json {{ source => "rest" }}', "[took] == 7", ""),
        (f'{TEXT} if [x] {{ json {{ source => "rest" }} }}', "[took] == 7", ""),
        (f"if [x] {{ {TEXT} }} else {{ {NUMBER} }}", "[took] == 7", ""),
        (f"if [x] {{ {TEXT} }}", "[took] == 7", "LS361"),
        ('grok { match => { "message" => ["^%{NUMBER:took} ", "^t=%{NUMBER:took:int} "] } }', "[took] == 7", ""),
        ('grok { target => "x" match => { "message" => "^%{NUMBER:took} " } }', "[took] == 7", ""),
    ],
)
def test_a_comparison_is_judged_by_the_type_that_the_field_has_there(made: str, condition: str, found: str) -> None:
    every = codes(pipeline(f"{made}\nif [took] and {condition} {{ drop {{ }} }}"))
    assert every & {"LS360", "LS361"} == ({found} if found else set())


def test_a_comparison_for_other_events_is_left_alone() -> None:
    assert "LS361" not in codes(pipeline(f'if [app] == "a" {{ {TEXT} }} if [app] == "b" {{ if [took] == 7 {{ drop {{ }} }} }}'))
    assert "LS361" in codes(pipeline(f'if [app] == "a" {{ {TEXT} }} if [app] == "a" {{ if [took] == 7 {{ drop {{ }} }} }}'))


def test_comparisons_with_one_cause_are_one_finding() -> None:
    chain = "if [took] == 1 { drop { } } else if [took] == 2 { drop { } } else if [took] == 3 { drop { } }"
    assert len(messages("LS361", pipeline(f"{TEXT} {chain}"))) == 1


@pytest.mark.parametrize(
    ("filters", "index", "found"),
    [
        ('mutate { remove_field => ["team"] }', "%{team}", True),
        ('mutate { remove_field => ["team"] }', "%{[team][name]}", True),
        ('mutate { remove_field => ["[team][name]"] }', "%{team}", False),
        ('mutate { remove_field => ["team"] }', "%{+team}", False),
        ('mutate { rename => { "team" => "group" } }', "%{team}", True),
        ('mutate { rename => { "team" => "group" } } mutate { copy => { "group" => "team" } }', "%{team}", False),
        ('mutate { remove_field => ["team"] } kv { }', "%{team}", False),
        ('if [x] { mutate { remove_field => ["team"] } }', "%{team}", False),
        ('if [x] { mutate { remove_field => ["team"] } } else { mutate { remove_field => ["team"] } }', "%{team}", True),
        ('if [x] { mutate { remove_field => ["team"] } } else if [y] { mutate { remove_field => ["team"] } }', "%{team}", False),
        ('mutate { remove_field => ["team"] } if [x] { mutate { add_field => { "team" => "a" } } }', "%{team}", False),
    ],
)
def test_a_text_with_a_field_is_found_where_every_event_has_lost_it(filters: str, index: str, found: bool) -> None:
    output = f'elasticsearch {{ hosts => ["https://es:9200"] index => "a-{index}" }}'
    assert ("LS370" in codes(pipeline(filters, output))) is found


# By the order of operations in mutate.rb: rename comes first, add_field after all of them.
def test_rename_comes_before_the_texts_of_its_mutate_and_remove_field_after_them() -> None:
    assert "LS370" in codes(pipeline('mutate { add_field => { "a" => "%{b}" } rename => { "b" => "c" } }'))
    assert "LS370" not in codes(pipeline('mutate { add_field => { "a" => "%{b}" } remove_field => ["b"] }'))


GROK = 'grok { match => { "message" => "^%{IP:ip} " } add_tag => ["web"] }'
REMOVED = 'mutate { remove_field => ["message", "event"] }'


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (f"{GROK} {REMOVED}", True),
        (f"if [a] {{ {GROK} }} {REMOVED}", True),
        (f"if [a] {{ {GROK} {REMOVED} }}", True),
        (f"{GROK} if [ip] {{ {REMOVED} }}", False),
        (f'{GROK} if "_grokparsefailure" in [tags] {{ drop {{ }} }} {REMOVED}', False),
        (f'{GROK} {REMOVED} if "_grokparsefailure" in [tags] {{ drop {{ }} }}', False),
        (f'mutate {{ copy => {{ "message" => "line" }} }} {GROK} {REMOVED}', False),
        (f"{GROK} ruby {{ code => \"event.set('line', 1)\" }} {REMOVED}", True),
        (f"{GROK} ruby {{ code => \"event.set('line', event.get('message'))\" }} {REMOVED}", False),
        (f"{GROK} ruby {{ code => 'keep(event)' }} {REMOVED}", False),
        (f"{GROK} ruby {{ path => '/etc/keep.rb' }} {REMOVED}", False),
        (f'{GROK} if "_grokparsefailure" in [tags] {{ mutate {{ add_tag => ["odd"] }} }} {REMOVED}', True),
        (f'{GROK} if "_grokparsefailure" in [tags] {{ own {{ a => 1 }} }} {REMOVED}', False),
        (f'{GROK} mutate {{ rename => {{ "[a][message]" => "b" }} }} {REMOVED}', True),
        (f'{GROK} mutate {{ rename => {{ "[message]" => "b" }} }} {REMOVED}', False),
        (f'grok {{ match => {{ "message" => ["^%{{IP:ip}} ", "%{{GREEDYDATA:rest}}"] }} }} {REMOVED}', False),
        (f"{REMOVED} {GROK}", False),
    ],
)
def test_a_text_is_lost_where_it_is_removed_whether_or_not_it_was_read(filters: str, found: bool) -> None:
    assert ("LS209" in codes(pipeline(filters))) is found


@pytest.mark.parametrize(
    ("filters", "condition", "found"),
    [
        (GROK, '"web" in [tags]', True),
        (GROK, '"web" in [tags] and [ip]', True),
        (GROK, '"web" in [tags] or [x]', False),
        (GROK, '"web" not in [tags]', False),
        (GROK, '"_grokparsefailure" not in [tags]', True),
        (GROK, '"_jsonparsefailure" not in [tags]', False),
        ('grok { match => { "message" => "^%{IP:ip} " } tag_on_failure => ["lost"] }', '"lost" not in [tags]', True),
        (
            'grok { match => { "message" => "^%{IP:ip} " } tag_on_failure => ["lost"] }',
            '"_grokparsefailure" not in [tags]',
            False,
        ),
        (f"{GROK} mutate {{ add_tag => ['web'] }}", '"web" in [tags]', False),
        ('grok { match => { "message" => "%{GREEDYDATA:all}" } add_tag => ["web"] }', '"web" in [tags]', False),
    ],
)
def test_outputs_for_parsed_events_alone_are_found(filters: str, condition: str, found: bool) -> None:
    assert ("LS211" in codes(pipeline(filters, f"if {condition} {{ s3 {{ bucket => 'b' }} }}"))) is found


def test_an_output_for_the_rest_is_enough() -> None:
    assert "LS211" not in codes(pipeline(GROK, "if 'web' in [tags] { s3 { bucket => 'b' } } else { s3 { bucket => 'c' } }"))
    assert "LS211" not in codes(pipeline(GROK, "if 'web' in [tags] { s3 { bucket => 'b' } } file { path => '/a' }"))

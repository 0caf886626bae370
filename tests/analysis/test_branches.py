"""What is said of conditions, by hand-made cases and against a run of all small events through the same config."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.block import Block, Guard
from pipelint.base.condition import Condition, FieldOperand, Joined, LiteralOperand, Logic, Not, Operand, Truth
from pipelint.base.condition import Test as Comparison
from pipelint.base.text.document import Document, SourceFile
from pipelint.base.value import ValueKind
from pipelint.engines.logstash.conditions.facts import BranchFact
from pipelint.engines.logstash.conditions.findings import branch_facts
from pipelint.engines.logstash.engine import LogstashEngine
from pipelint.engines.logstash.facts.guards import asked_paths
from pipelint.sources.bundle import DiskBundle
from pipelint.sources.entry import Entry, Pipeline
from tests.properties import tries

Held = str | int | bool | tuple[str, ...] | None
Event = dict[str, Held]
HELD: tuple[Held, ...] = (None, "x", "y", "5", 5, "", "false", True, ("x", "y"))


def read(text: str) -> Block:
    document = Document.whole(SourceFile("logstash.conf", text.encode()))
    entry = Entry("logstash", (document,), DiskBundle(), "logstash.conf", pipelines=(Pipeline("main", (document,)),))
    config = LogstashEngine().load(entry)
    assert not config.errors, [error.message for error in config.errors]
    return config.root


def filters(text: str) -> list[BranchFact]:
    return branch_facts(read(f"input {{ stdin {{ }} }}\nfilter {{\n{text}\n}}\n"))


def never(text: str) -> list[str]:
    return [branch.text for branch in filters(text) if branch.never]


@pytest.mark.parametrize(
    "text",
    [
        'if [t] == "a" { if [t] == "b" { } }',
        'if [t] == "a" and [t] == "b" { }',
        'if [t] == 5 { if [t] == "5" { } }',
        'if [t] in ["a", "b"] { if [t] == "c" { } }',
        "if [t] { if ![t] { } }",
        'if ![t] { if [t] == "a" { } }',
        "if [t] =~ /x/ { if [t] !~ /x/ { } }",
        'if [t] { } else if [t] == "a" { }',
        'if [t] == "a" { } else if [t] in ["a", "b"] { } else if [t] == "b" { }',
        'if [t] == "a" { drop { } } if [t] == "a" { }',
        'if [t] == "a" { if [u] { drop { } } else { drop { } } } if [t] == "a" { }',
        'if [t] == "a" { } else { drop { } } if [t] == "b" { }',
        "if [t] > 5 { if [t] <= 5 { } }",
    ],
)
def test_the_last_condition_can_never_hold(text: str) -> None:
    assert never(text) == [filters(text)[-1].text]


@pytest.mark.parametrize(
    "text",
    [
        'if [t] == "a" { mutate { replace => { "t" => "b" } } if [t] == "b" { } }',
        'if [t] == "a" { ruby { code => "x" } if [t] == "b" { } }',
        'if [t][k] == "a" { mutate { rename => { "u" => "t" } } if [t][k] == "b" { } }',
        # Only where grok matches it removes the field.
        'if [t] == "a" { grok { match => { "m" => "%{WORD:w}" } remove_field => ["t"] } if ![t] { } }',
        'if "a" in [t] { if "b" in [t] { } }',
        'if [t] in ["5"] { if [t] == 5 { } }',
        "if [t] =~ /a/ { if [t] =~ /b/ { } }",
        'if [t] == "${A}" { if [t] == "b" { } }',
        'if [t] == "a" { drop { percentage => 50 } } if [t] == "a" { }',
        'if [t] == "a" { if [u] { drop { } } } if [t] == "a" { }',
        'if [t] != "a" { if [t] != "b" { } }',
        'if [t] == "a" or [u] { if [t] == "b" { } }',
        # A number without a point is read with to_i (lib/logstash/compiler/lscl.rb): 07 is 7.
        "if [t] == 7 { if [t] == 07 { } }",
        "if [t] == -1 { }",
        "if [t] in [-1, 0] { if [t] == -1 { } }",
    ],
)
def test_nothing_is_claimed_where_it_can_hold(text: str) -> None:
    assert never(text) == []


def test_a_field_removed_on_all_ways_is_gone_also_for_outputs() -> None:
    text = 'if [u] { mutate { remove_field => ["t"] } } else { mutate { rename => { "t" => "w" } } }'
    root = read(
        f"input {{ stdin {{ }} }} filter {{ {text} }} output {{ if [t][k] {{ stdout {{ }} }} if [w] {{ stdout {{ }} }} }}"
    )
    assert [[gone.field for gone in branch.removed] for branch in branch_facts(root)] == [[], ["[t][k]"], []]


@pytest.mark.parametrize(
    "text",
    [
        'if [u] { mutate { remove_field => ["t"] } } if [t] { }',
        'mutate { remove_field => ["t"] } mutate { add_field => { "[t][k]" => "a" } } if [t] { }',
        'mutate { remove_field => ["[t][k]"] } if [t] { }',
        'mutate { remove_field => ["t"] } grok { match => { "m" => "%{WORD:t}" } } if [t] { }',
        'mutate { remove_field => ["t"] } grok { match => { "m" => "%{COMBINEDAPACHELOG}" } } if [t] { }',
        'mutate { remove_field => ["t"] } json { source => "m" } if [t] { }',
        'mutate { remove_field => ["tags"] } date { match => ["d", "ISO8601"] } if "_dateparsefailure" in [tags] { }',
    ],
)
def test_a_field_that_may_be_there_is_not_gone(text: str) -> None:
    assert [branch.removed for branch in filters(text)] == [[]] * len(filters(text))


def test_where_one_condition_asks_for_more_than_fields_no_fields_are_told() -> None:
    root = read('input { stdin { } } filter { if [t] == "a" { if "a" == "b" { drop { } } } }')
    outer, inner = (Guard(block, True) for block in root.walk() if block.condition is not None)
    assert asked_paths([outer]) == {("t",)}
    assert asked_paths([outer, inner]) == asked_paths([inner, outer]) == frozenset()


def test_a_branch_knows_what_takes_its_events() -> None:
    first, second, third = filters('if [t] == "a" { } else if [u] { } else if [t] == "a" and [w] { }')
    assert (second.never, third.duplicate_of) == (False, first)


def test_many_branches_on_one_field_are_quick() -> None:
    chain = " else ".join(f'if [t] == "v{n}" {{ }}' for n in range(150))
    assert never(chain) == []


# What an event makes of a condition, after logstash-core's EventCondition, written down again here.


def shown(held: Held) -> str:
    return str(held).lower() if isinstance(held, bool) else "[" + ", ".join(held) + "]" if isinstance(held, tuple) else str(held)


def equal(held: Held, operand: LiteralOperand) -> bool:
    if operand.value.kind is ValueKind.NUMBER:
        return type(held) is int and held == int(operand.value.text)
    return isinstance(held, str) and held == operand.value.text


def holds(condition: Condition, event: Event) -> bool:
    match condition:
        case Truth(operand=FieldOperand(path=(name,))):
            return event[name] is not None and shown(event[name]) not in ("", "false")
        case Not(operand=inner):
            return not holds(inner, event)
        case Joined(logic=logic, operands=operands):
            outcomes = [holds(operand, event) for operand in operands]
            match logic:
                case Logic.AND:
                    return all(outcomes)
                case Logic.OR:
                    return any(outcomes)
                case Logic.XOR:
                    return outcomes[0] != outcomes[1]
            return not all(outcomes)
        case Comparison(operator=operator, left=left, right=right):
            positive = {"!=": "==", "not in": "in", "!~": "=~"}.get(operator, operator)
            return compare(positive, left, right, event) != (positive != operator)
    raise AssertionError(condition)


def compare(operator: str, left: Operand, right: Operand, event: Event) -> bool:
    match operator, left, right:
        case "==", FieldOperand(path=(name,)), LiteralOperand():
            return equal(event[name], right)
        case "in", FieldOperand(path=(name,)), LiteralOperand(value=value) if value.kind is ValueKind.ARRAY:
            return event[name] is not None and shown(event[name]) in [item.text for item in value.items]
        case "in", FieldOperand(path=(name,)), LiteralOperand(value=value):
            held = event[name]
            return isinstance(held, str) and held in value.text
        case "in", LiteralOperand(value=value), FieldOperand(path=(name,)):
            held = event[name]
            return isinstance(held, (str, tuple)) and value.text in held
        case "=~", FieldOperand(path=(name,)), LiteralOperand(value=value):
            held = event[name]
            return isinstance(held, str) and value.text in held  # the patterns here are plain letters
    raise AssertionError(operator)


def run(blocks: tuple[Block, ...], events: list[Event], seen: dict[int, list[tuple[Event, bool]]]) -> list[Event]:
    """The events behind ``blocks``; by branch (the identity of its block) in ``seen`` each event that got to its chain."""
    position = 0
    while position < len(blocks):
        block = blocks[position]
        position += 1
        if block.condition is None:
            events = list({tuple(after.items()): after for event in events for after in step(block, event)}.values())
            continue
        chain = [block]
        while position < len(blocks) and blocks[position].name in ("else if", "else"):
            chain.append(blocks[position])
            position += 1
        left, out = events, list[Event]()
        for branch in chain:
            outcomes = [(event, branch.condition is None or holds(branch.condition, event)) for event in left]
            seen.setdefault(id(branch), []).extend(outcomes)
            out += run(branch.blocks, [dict(event) for event, taken in outcomes if taken], seen)
            left = [event for event, taken in outcomes if not taken]
        events = out + left
    return events


def space() -> list[Event]:
    return [{"a": a, "b": b} for a, b in product(HELD, HELD)]


def step(block: Block, event: Event) -> Iterator[Event]:
    if block.name == "ruby":
        yield from ({**event, **other} for other in space()[::7])
    elif "remove_field" in block.params:
        yield {**event, block.value("remove_field"): None}
    elif "replace" in block.params:
        yield {**event, "a": "x"}
    elif "rename" in block.params:
        yield event if event["a"] is None else {"a": None, "b": event["a"]}
    elif block.name != "drop":
        yield event


FIELD = st.sampled_from(["[a]", "[b]"])
TEXT = st.sampled_from(['"x"', '"y"', '"5"', '""', '"xy"', "5"])
SIMPLE = st.one_of(
    FIELD,
    st.builds("!{}".format, FIELD),
    st.builds("{} {} {}".format, FIELD, st.sampled_from(["==", "!="]), TEXT),
    st.builds("{} {} [{}, {}]".format, FIELD, st.sampled_from(["in", "not in"]), TEXT, TEXT),
    st.builds('{} in "xyz"'.format, FIELD),
    st.builds("{} in {}".format, st.sampled_from(['"x"', '"y"']), FIELD),
    st.builds("{} {} /{}/".format, FIELD, st.sampled_from(["=~", "!~"]), st.sampled_from(["x", "y"])),
)
CONDITION = st.recursive(
    SIMPLE,
    lambda inner: st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or", "xor", "nand"]), inner),
    max_leaves=3,
)
PLUGIN = st.sampled_from(
    [
        "drop { }",
        'ruby { code => "anything" }',
        'mutate { remove_field => "a" }',
        'mutate { remove_field => "b" }',
        'mutate { replace => { "a" => "x" } }',
        'mutate { rename => { "a" => "b" } }',
        'cidr { network => ["10.0.0.0/8"] }',
    ]
)


def chained(parts: list[tuple[str, str]], last: str | None) -> str:
    text = " else ".join(f"if {condition} {{ {body} }}" for condition, body in parts)
    return text if last is None else f"{text} else {{ {last} }}"


BODY = st.recursive(
    st.lists(PLUGIN, max_size=2).map(" ".join),
    lambda inner: st.lists(
        st.one_of(PLUGIN, st.builds(chained, st.lists(st.tuples(CONDITION, inner), min_size=1, max_size=3), st.none() | inner)),
        min_size=1,
        max_size=3,
    ).map(" ".join),
    max_leaves=5,
)


@tries(150)
@given(BODY)
def test_what_is_claimed_is_so_for_all_events(text: str) -> None:
    root = read(f"input {{ stdin {{ }} }} filter {{ {text} }}")
    seen: dict[int, list[tuple[Event, bool]]] = {}
    (section,) = (block for block in root.blocks[0].blocks if block.name == "filter")
    run(section.blocks, space(), seen)
    for branch in branch_facts(root):
        met = seen[id(branch.block)]
        assert not (branch.never and any(taken for _, taken in met)), branch.text
        assert not (branch.always and not all(taken for _, taken in met)), branch.text
        for gone in branch.removed:
            assert all(event[gone.field.strip("[]")] is None for event, _ in met), branch.text

"""What a condition needs, read off its code: never more than it does need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.predicate.evaluate.code import Code, held_by, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame
from pipelint.predicate.evaluate.link import link
from pipelint.rules.conjuncts import conjuncts, params_of_element, params_of_truth, params_of_value, plugins_of
from tests.properties import tries

PLUGIN: Code = ["get", ["var", "stage"], "plugin", "plain"]
NAMES = st.sampled_from(["tail", "http", "grok"])


@dataclass
class Stage:
    """As much of a stage as a condition asks for."""

    plugin: str
    parent: Stage | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    empty: tuple[str, ...] = ()
    version: int = 0


# Tests of the plugin, truths, an error (a null that is asked for its value), a `let`.
ATOMS = st.one_of(
    NAMES.map(lambda name: ["eq", PLUGIN, ["lit", name]]),
    st.lists(NAMES, max_size=2).map(lambda names: ["in", PLUGIN, ["list", *(["lit", name] for name in names)]]),
    st.sampled_from([["lit", True], ["lit", False], ["some", ["lit", None]], ["let", "named"]]),
    NAMES.map(lambda name: ["ne", PLUGIN, ["lit", name]]),
)
CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["and", "or"]), inner, inner).map(list),
        inner.map(lambda code: ["not", code]),
    ),
    max_leaves=8,
)


def _value(code: Code, named: Code, plugin: str, params: Collection[str] = ()) -> object:
    """The value of a condition; the error where it is one."""
    try:
        return link(code)(Frame({"stage": Stage(plugin, params=dict.fromkeys(params, "x"))}, {"named": link(named)}))
    except EvalError:
        return EvalError


@given(CONDITIONS, ATOMS.filter(lambda code: code[0] != "let"), NAMES)
def test_for_any_other_plugin_a_condition_is_false_and_no_error(code: Code, named: Code, plugin: str) -> None:
    plugins = plugins_of(code, {"named": named})
    if plugins is not None and plugin not in plugins:
        assert _value(code, named, plugin) is False


@given(CONDITIONS, ATOMS.filter(lambda code: code[0] != "let"), NAMES)
def test_a_condition_holds_where_all_its_parts_do(code: Code, named: Code, plugin: str) -> None:
    parts = [_value(part, named, plugin) is True for part in conjuncts(code)]
    assert all(parts) == (_value(code, named, plugin) is True)


PARAMS: Code = ["get", ["var", "stage"], "params", "plain"]
PARAM_NAMES = st.sampled_from(["a", "b", "c"])
# A parameter asked for, with an error where it is not there; or whether it is there.
PARAM_ATOMS = st.one_of(
    PARAM_NAMES.map(lambda name: ["eq", ["key", PARAMS, name], ["lit", "x"]]),
    PARAM_NAMES.map(lambda name: ["eq", ["lookup", PARAMS, ["lit", name]], ["lit", "x"]]),
    PARAM_NAMES.map(lambda name: ["haskey", PARAMS, name]),
    st.sampled_from([["lit", True], ["lit", False], ["some", ["lit", None]], ["let", "named"]]),
)


def _looping(parts: tuple[str, Code, bool]) -> Code:
    loop, test, empty = parts
    over: Code = ["list"] if empty else ["list", ["lit", 1], ["lit", 2]]
    code: Code = [loop, over, "i", test, 1]
    return ["gt", ["call", "size", code], ["lit", 0]] if loop == "filter" else code


PARAM_CONDITIONS = st.recursive(
    PARAM_ATOMS,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["and", "or"]), inner, inner).map(list),
        st.tuples(st.just("if"), inner, inner, inner).map(list),
        st.tuples(st.sampled_from(["exists", "all", "one", "filter"]), inner, st.booleans()).map(_looping),
        inner.map(lambda code: ["not", code]),
    ),
    max_leaves=8,
)


@tries(500)
@given(PARAM_CONDITIONS, PARAM_ATOMS.filter(lambda code: code[0] != "let"), st.sets(PARAM_NAMES))
def test_without_a_parameter_that_it_needs_a_condition_does_not_hold(code: Code, named: Code, params: set[str]) -> None:
    value = _value(code, named, "tail", params)
    if not params_of_truth(code, {"named": named}) <= params:
        assert value is False or value is EvalError
    if not params_of_value(code, {"named": named}) <= params:
        assert value is EvalError


def test_most_conditions_on_parameters_need_them() -> None:
    a, b = ["key", PARAMS, "a"], ["key", PARAMS, "b"]
    found: Code = ["item", ["filter", ["get", a, "items", "plain"], "i", ["eq", ["var", "i"], b], 3], ["lit", 0]]
    assert params_of_value(found, {}) == {"a"}
    assert params_of_value(["item", ["let", "x"], ["lit", 0]], {"x": found}) == {"a"}
    each: Code = ["filter", ["list", ["lit", 2]], "n", ["lt", ["var", "n"], ["call", "size", a]], 3]
    assert params_of_value(each, {}) == {"a"}
    assert params_of_value(["filter", ["list", ["var", "stage"]], "stage", ["eq", a, b], 3], {}) == set()
    assert params_of_truth(["and", ["haskey", PARAMS, "a"], ["not", ["haskey", PARAMS, "b"]]], {}) == {"a"}
    assert params_of_truth(["or", ["eq", a, b], ["haskey", PARAMS, "a"]], {}) == {"a"}


TESTS: list[Code] = [
    ["inmap", ["lit", "a"], PARAMS],
    ["and", ["inmap", ["lit", "b"], PARAMS], ["lit", True]],
    ["not", ["inmap", ["lit", "c"], PARAMS]],
    ["inmap", ["var", "n"], PARAMS],
    ["in", ["var", "n"], ["list", ["lit", "b"], ["lit", "c"]]],
    ["in", ["var", "n"], ["list", ["lit", "a"], ["var", "n"]]],
]
LISTS = st.recursive(
    st.sampled_from([["list"], ["list", ["lit", "a"], ["lit", "b"]], ["list", ["lit", "c"]], ["keys", PARAMS]]),
    lambda inner: st.one_of(
        st.tuples(st.just("filter"), inner, st.just("n"), st.sampled_from(TESTS), st.just(1)).map(list),
        st.tuples(st.just("map"), inner, st.just("n"), st.none(), st.just(["var", "n"]), st.just(1)).map(list),
        st.tuples(st.just("catl"), inner, inner).map(list),
        st.tuples(st.just("if"), st.sampled_from(TESTS[:3]), inner, st.just(["list"]) | inner).map(list),
    ),
    max_leaves=6,
)


@tries(500)
@given(LISTS, st.sets(PARAM_NAMES))
def test_without_one_of_the_parameters_a_list_has_no_element(code: Code, params: set[str]) -> None:
    among = params_of_element(code)
    if among is not None and among.isdisjoint(params):
        assert _value(["map", code, "x", None, ["var", "x"], 1], ["lit", True], "tail", params) in ([], EvalError)


def test_most_lists_of_names_need_one_of_them() -> None:
    asked: Code = ["filter", ["list", ["lit", "a"], ["lit", "b"]], "n", ["and", TESTS[3], ["lit", True]], 1]
    among: Code = ["filter", ["keys", PARAMS], "n", ["in", ["var", "n"], ["list", ["lit", "b"], ["lit", "c"]]], 1]
    assert params_of_element(asked) == {"a", "b"}
    assert params_of_element(["catl", asked, ["if", TESTS[0], ["keys", PARAMS], ["list"]]]) == {"a", "b"}
    assert params_of_element(["if", TESTS[1], ["keys", PARAMS], ["list"]]) == {"b"}
    assert params_of_element(["map", among, "n", None, ["lit", 1], 1]) == {"b", "c"}
    assert params_of_element(["catl", among, ["keys", PARAMS]]) is None
    assert params_of_element(["filter", ["list", ["var", "x"]], "n", TESTS[3], 1]) is None


def test_most_conditions_name_a_plugin() -> None:
    both = ["and", ["eq", PLUGIN, ["lit", "grok"]], ["some", ["lit", None]]]
    assert plugins_of(both, {}) == {"grok"}
    assert plugins_of(["or", both, ["in", PLUGIN, ["list", ["lit", "http"]]]], {}) == {"grok", "http"}
    assert plugins_of(["or", both, ["lit", True]], {}) is None
    # A list may have more names than those that are written in it.
    assert plugins_of(["in", PLUGIN, ["list", ["lit", "http"], ["let", "named"]]], {"named": ["lit", "grok"]}) is None
    assert plugins_of(["not", both], {}) is None


def _of(name: str) -> Code:
    return ["get", ["var", "stage"], name, "plain"]


STAGES = st.builds(
    Stage,
    NAMES,
    st.none() | st.builds(Stage, NAMES, version=st.integers(0, 3)),
    empty=st.sampled_from([(), ("x",)]),
    version=st.integers(0, 3),
)


@tries(500)
@given(st.data(), STAGES)
def test_what_attributes_decide_is_as_the_condition(data: st.DataObject, stage: Stage) -> None:
    holder = data.draw(st.sampled_from([["var", "stage"], ["some", _of("parent")]]))
    name = data.draw(st.sampled_from(["plugin", "version", "empty", "parent"]))
    attribute: Code = ["get", holder, name, "plain"]
    number = data.draw(st.integers(0, 3))
    order = data.draw(st.sampled_from(["gt", "ge", "lt", "le"]))
    shapes: dict[str, list[Code]] = {
        "plugin": [
            ["eq", attribute, ["lit", "tail"]],
            ["ne", attribute, ["lit", "tail"]],
            ["eq", attribute, ["get", ["some", _of("parent")], "plugin", "plain"]],
            ["in", attribute, ["list", ["lit", "tail"], ["lit", "forward"]]],
            ["in", attribute, ["list"]],
            ["in", attribute, ["list", ["lit", "tail"], attribute]],
            ["call", "contains", attribute, ["lit", "a"]],
            ["call", "startsWith", attribute, ["lit", "t"]],
        ],
        "version": [["eq", attribute, ["lit", number]], [order, attribute, ["lit", number]], ["not", attribute], attribute],
        "empty": [[order, ["call", "size", attribute], ["lit", number]]],
        "parent": [["has", holder, "parent"], ["isnot", attribute, ["lit", None]]],
    }
    one: Code = data.draw(st.sampled_from(shapes[name]))
    both: Code = data.draw(st.sampled_from(["and", "or"]).map(lambda op: [op, one, ["eq", _of("plugin"), ["lit", "tail"]]]))
    code = data.draw(st.sampled_from([one, both]))
    gate = held_by(code, {})
    if gate is None:
        return
    try:
        value = link(code)(Frame({"stage": stage}, {}))
    except EvalError:
        value = False
    assert (gate[0], bool(gate[1](stage))) == ("stage", bool(value))


def test_a_path_is_read_without_a_frame() -> None:
    stage = Stage("a", parent=Stage("b", empty=("x",)))
    path = path_of(["get", ["get", ["var", "stage"], "parent", "plain"], "empty", "plain"])
    assert path is not None and (path[0], path[1](stage)) == ("stage", ("x",))
    assert path_of(["var", "stage"]) is None
    assert path_of(["get", ["var", "stage"], "kind", "enum"]) is None
    assert path_of(["list", ["lit", 1]]) is None


class Kind(Enum):
    ONE = "one"
    OTHER = "other"


@pytest.mark.parametrize("kind", [*Kind, None])
def test_a_member_of_an_enum_counts_as_its_value(kind: Kind | None) -> None:
    attribute: Code = ["get", ["var", "stage"], "kind", "enum"]
    holder = SimpleNamespace(kind=kind)
    one: Code = ["lit", "one"]
    codes: list[Code] = [["eq", attribute, one], ["ne", attribute, one], ["in", attribute, ["list", one]]]
    for code in codes:
        gate = held_by(code, {})
        assert gate is not None
        assert bool(gate[1](holder)) == link(code)(Frame({"stage": holder}, {}))

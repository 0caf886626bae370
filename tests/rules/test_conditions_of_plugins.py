"""What a condition needs, read off its code: never more than it does need."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from pipelint.predicate.evaluate.code import Code, path_of
from pipelint.predicate.evaluate.frame import EvalError, Frame
from pipelint.predicate.evaluate.link import link
from pipelint.rules.conjuncts import conjuncts, plugins_of

PLUGIN: Code = ["get", ["var", "stage"], "plugin", "plain"]
NAMES = st.sampled_from(["tail", "http", "grok"])


@dataclass
class Stage:
    """As much of a stage as a condition asks for."""

    plugin: str
    parent: Stage | None = None
    empty: tuple[str, ...] = ()


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


def _value(code: Code, named: Code, plugin: str) -> object:
    """The value of a condition; the error where it is one."""
    try:
        return link(code)(Frame({"stage": Stage(plugin)}, {"named": link(named)}))
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


def test_most_conditions_name_a_plugin() -> None:
    both = ["and", ["eq", PLUGIN, ["lit", "grok"]], ["some", ["lit", None]]]
    assert plugins_of(both, {}) == {"grok"}
    assert plugins_of(["or", both, ["in", PLUGIN, ["list", ["lit", "http"]]]], {}) == {"grok", "http"}
    assert plugins_of(["or", both, ["lit", True]], {}) is None
    assert plugins_of(["not", both], {}) is None


def test_a_path_is_read_without_a_frame() -> None:
    stage = Stage("a", parent=Stage("b", empty=("x",)))
    path = path_of(["get", ["get", ["var", "stage"], "parent", "plain"], "empty", "plain"])
    assert path is not None and (path[0], path[1](stage)) == ("stage", ("x",))
    assert path_of(["var", "stage"]) is None
    assert path_of(["get", ["var", "stage"], "kind", "enum"]) is None
    assert path_of(["list", ["lit", 1]]) is None

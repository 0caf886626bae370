"""Settings of logstash.yml and pipelines.yml: dotted names, environment variables, places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.text.document import Document, SourceFile
from pipelint.engines.logstash.discovery.declared import declared, pipeline_list
from pipelint.engines.logstash.discovery.settings import flatten, substitute
from pipelint.yaml.text import TextBudget
from pipelint.yaml.tree import Mapping, read_yaml
from tests.engines.logstash.discovery.entries import in_file


def test_merged_and_nested_maps_are_settings_by_their_dotted_names() -> None:
    text = b"- &a {queue: {type: persisted, max_bytes: 1gb}, pipeline.workers: 1}\n- <<: *a\n  pipeline: {workers: 2}\n"
    root = read_yaml(text).roots[0]
    assert not isinstance(root, Mapping)
    merged = root.items[1]  # type: ignore[union-attr]
    assert isinstance(merged, Mapping)
    found = {name: setting.value.value for name, setting in flatten(merged).items()}  # type: ignore[union-attr]
    assert found == {"pipeline.workers": "2", "queue.type": "persisted", "queue.max_bytes": "1gb"}


def test_hostile_aliases_cost_little() -> None:
    wide = ", ".join(f"k{i}: *a0" for i in range(50))
    lines = ["- &a0 {}"] + [f"- &a{i + 1} {{{wide.replace('a0', f'a{i}')}}}" for i in range(25)]
    root = read_yaml("\n".join([*lines, "- path.config: *a25\n"]).encode()).roots[0]
    assert pipeline_list(root) is None
    cyclic = read_yaml(b"- &a\n  b: *a\n  <<: *a\n  path.config: x\n").roots[0]
    assert pipeline_list(cyclic) is cyclic


def test_a_text_that_many_pipelines_share_has_a_bound() -> None:
    lines = "x\\n" * 20_000
    items = "".join(f"- {{pipeline.id: p{i}, config.string: *t}}\n" for i in range(50))
    file = SourceFile("p.yml", f'- pipeline.id: first\n  config.string: &t "{lines}"\n{items}'.encode())
    root = pipeline_list(read_yaml(file.data).roots[0])
    assert root is not None
    found = declared(root, Document.whole(file), (), TextBudget(file.data))
    assert 1 < len(found.pipelines) < 20
    (problem,) = found.problems
    assert problem.message == "the pipelines up to this one are too large in total"


@pytest.mark.parametrize(
    ("value", "out"),
    [
        ("4", ("4", False)),
        ("${WORKERS:4}", ("4", False)),
        ("${WORKERS}", ("${WORKERS}", True)),
        ("${A:}/${B}", ("/${B}", True)),
        ("$WORKERS ${1:2}", ("$WORKERS ${1:2}", False)),
    ],
)
def test_environment_variables_have_their_defaults(value: str, out: tuple[str, bool]) -> None:
    assert substitute(value) == out


KEYS = st.text(alphabet="ab.", min_size=1, max_size=3)
TREES = st.recursive(
    st.text(alphabet="xyz\"'\\ é", max_size=6),
    lambda inner: st.dictionaries(KEYS, inner, max_size=3) | st.lists(inner, max_size=2),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.sampled_from(["pipeline.id", "config.string", "path.config", "pipeline", "a"]), TREES)))
def test_each_setting_stands_where_its_place_says(items: list[dict[str, object]]) -> None:
    import json

    file = SourceFile("pipelines.yml", json.dumps(items, ensure_ascii=False, indent=1).encode())
    root = read_yaml(file.data).roots[0]
    node = pipeline_list(root)
    found = None if node is None else declared(node, Document.whole(file), (), TextBudget(file.data))
    for pipeline in () if found is None else found.pipelines:
        for param in pipeline.settings:
            assert json.loads(f'"{in_file(param.place)}"') == param.value
            assert param.name.endswith(in_file(param.name_place))

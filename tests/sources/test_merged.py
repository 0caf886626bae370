"""What ``<<`` takes into a mapping of a compose file; expected is what PyYAML makes of it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pipelint.sources.compose.merged import merged
from pipelint.yaml.tree import Mapping, read_yaml

HEAD = """
one: &one {image: a:1, user: root}
two: &two {<<: *one, image: b:2, restart: always}
three: &three {user: app, tty: 'yes'}
"""
MERGES = ["", "<<: *one, ", "<<: *two, ", "<<: [*one, *three], ", "<<: [*three, *two], ", "<<: [*two, {user: x}], "]


def service(text: str) -> Mapping:
    root = read_yaml(text.encode()).roots[0]
    assert isinstance(root, Mapping)
    found = root.values["service"]
    assert isinstance(found, Mapping)
    return found


@given(st.sampled_from(MERGES), st.sampled_from(["", "image: c:3", "user: me, tty: 'no'"]))
def test_a_mapping_has_what_it_takes_below_its_own(merge: str, own: str) -> None:
    text = f"{HEAD}service: {{{merge}{own}}}"
    found = merged(service(text))
    assert found.whole
    assert {key: found.text(key) for key in found.values} == yaml.safe_load(text)["service"]


@pytest.mark.parametrize("merge", ["text", "[*one, text]", "[[*one]]"])
def test_what_is_no_mapping_leaves_it_open(merge: str) -> None:
    found = merged(service(f"{HEAD}service: {{<<: {merge}, tty: 'yes'}}"))
    assert not found.whole and found.text("tty") == "yes"


def test_a_hundred_that_take_from_each_other_end_soon() -> None:
    lines = ["a0: &a0 {k0: v}", *(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}], k{n}: v}}" for n in range(1, 100))]
    found = merged(service("\n".join([*lines, "service: {<<: *a99}"])))
    assert not found.whole and "k99" in found.values

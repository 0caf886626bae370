"""What the path of an ``!include`` means: a glob as Ruby's ``Dir.glob`` has it, braces included."""

import pytest

from pipelint.engines.fluentd.discovery.include import include_targets, yaml_include_target
from pipelint.sources.glob import MAX_CHOICES, expand_braces


@pytest.mark.parametrize(
    ("pattern", "paths"),
    # Ruby 3.1: Dir.glob with files of these names
    [
        ("a.yaml", ["a.yaml"]),
        ("{a,b}.yaml", ["a.yaml", "b.yaml"]),
        ("{a,b{1,2}}/{c,}", ["a/", "a/c", "b1/", "b1/c", "b2/", "b2/c"]),
        ("{a.yaml", ["{a.yaml"]),
        ("a%20b+c.yaml", ["a%20b+c.yaml"]),  # no URI: nothing is decoded
    ],
)
def test_braces_are_a_choice(pattern: str, paths: list[str]) -> None:
    assert sorted(expand_braces(pattern)) == paths
    assert sorted(yaml_include_target(pattern).paths) == paths


def test_choices_are_bounded() -> None:
    assert len(expand_braces("{a,b}" * 40)) <= 2 * MAX_CHOICES


def test_includes_of_both_formats_are_seen() -> None:
    text = b"@include a.conf\n- !include b.yaml\n- {parse: !include 'c d.yaml'}\n- [!include e.yaml]\n"
    assert {target.path for target in include_targets(text)} == {"a.conf", "b.yaml", "c d.yaml", "e.yaml"}

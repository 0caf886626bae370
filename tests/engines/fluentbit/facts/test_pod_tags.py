"""Where the kubernetes filter finds the pod in a tag: by hand, from kube_regex.h and tail_file.c of Fluent Bit 5.1.1."""

from __future__ import annotations

import pytest

from pipelint.checker import load
from pipelint.engines.fluentbit.facts.kubernetes import pod_tags


def troubles(tail: str, kubernetes: str, between: str = "") -> list[tuple[str, str]]:
    """What is found in place of the pod web-1, and the prefix that the tags have."""
    enrich = f"[FILTER]\n    Name kubernetes\n{kubernetes}"
    text = f"[INPUT]\n    Name tail\n{tail}{between}{enrich}[OUTPUT]\n    Name null\n    Match *\n"
    (config,) = load(["-"], stdin=text.encode(), stdin_filename="fluent-bit.conf").configs
    (stage,) = [stage for stage in config.graph.stages if stage.plugin == "kubernetes"]
    return [(one.found, one.prefix) for one in pod_tags(config.graph, stage)]


LOGS = "    Path /var/log/containers/*.log\n"
ALL = "    Match *\n"


@pytest.mark.parametrize(
    ("tail", "kubernetes", "expected"),
    [
        # kube.var.log.containers.web-1_shop_...: 24 characters are cut.
        (LOGS + "    Tag kube.*\n", ALL, []),
        # One character less before the name: its first one is cut.
        (LOGS + "    Tag k8s.*\n", ALL, [("eb-1", "k8s.var.log.containers.")]),
        # Four more: a piece of the path stays, and dots are a part of a pod's name.
        (LOGS + "    Tag kubernetes.*\n", ALL, [("iners.web-1", "kubernetes.var.log.containers.")]),
        (LOGS + "    Tag kubernetes.*\n", ALL + "    Kube_Tag_Prefix kubernetes.var.log.containers.\n", []),
        # No name of a file in the tag: nothing is left of it, or nothing that looks like one.
        (LOGS + "    Tag kube\n", ALL, [("", "")]),
        (LOGS, ALL, [("", "")]),
        # The names in /var/log/pods have another form.
        ("    Path /var/log/pods/*/*/*.log\n    Tag kube.*\n", ALL, [("", "")]),
        # Double dots are one dot, and a tag may begin with the path.
        (LOGS + "    Tag kube..*\n", ALL, []),
        (LOGS + "    Tag *\n", ALL + "    Kube_Tag_Prefix var.log.containers.\n", []),
        # What is not known, or read in another way.
        (LOGS + "    Tag ${TAG}.*\n", ALL, []),
        (LOGS + "    Tag k8s.*\n", ALL + "    Regex_Parser own\n", []),
        (LOGS + "    Tag k8s.*\n", ALL + "    Use_Journal On\n", []),
        (LOGS + "    Tag k8s.*\n", "    Match kube.*\n", []),
        (LOGS + "    Tag_Regex (?<pod>.+)\n    Tag k8s.<pod>\n", ALL, []),
        ("    Path /var/log/app.log\n    Tag app.*\n", ALL, []),
    ],
)
def test_the_pod_is_found_where_the_prefix_is_as_long_as_what_stands_before_it(
    tail: str, kubernetes: str, expected: list[tuple[str, str]]
) -> None:
    assert troubles(tail, kubernetes) == expected


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ("errors", [("", "")]),
        ("x.$TAG", [("s.web-1", "x.kube.var.log.containers.")]),
        ("$kubernetes['pod_name']", []),
        ("$TAG", []),
    ],
)
def test_what_rewrite_tag_emits_has_the_tag_that_its_rule_makes(new: str, expected: list[tuple[str, str]]) -> None:
    rewrite = f"[FILTER]\n    Name rewrite_tag\n    Match kube.*\n    Rule $log ERROR {new} false\n"
    assert troubles(LOGS + "    Tag kube.*\n", ALL, rewrite) == expected

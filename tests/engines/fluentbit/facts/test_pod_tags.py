"""Where the kubernetes filter finds the pod in a tag: by hand, from kube_regex.h and tail_file.c of Fluent Bit 5.1.1."""

from __future__ import annotations

import pytest

from pipelint.checker import load
from pipelint.engines.fluentbit.facts.kubernetes import pod_tags, tag_regex_misfit


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
        # Docker names its files after the ID of the container alone.
        ("    Path /var/lib/docker/containers/*/*.log\n    Tag kube.*\n", ALL, [("", "")]),
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


@pytest.mark.parametrize(
    ("path", "regex", "expected"),
    [
        ("/var/log/containers/*.log", r"(?<pod_name>[a-z0-9-]+)_(?<namespace_name>[^_]+)_(?<container_name>.+)-", None),
        # From the first character that fits on: the folders, too.
        ("/var/log/containers/*.log", r"(?<pod_name>[^_]+)_", ("pod_name", "/var/log/containers/web-1")),
        # Greedy: the ID has no dash, but the name of a container may.
        ("/var/log/containers/*.log", r"_(?<container_name>[^_]+)\.log$", ("container_name", "app-...")),
        ("/var/log/pods/*/*/*.log", r"pods/(?<pod_name>[^_]+)_", ("pod_name", "shop")),
        ("/var/log/pods/*/*/*.log", r"pods/(?<namespace>[^_]+)_(?<pod>[^_]+)_[^/]+/(?<container>[^/]+)/", None),
        ("/var/log/containers/*.log", r"/(?<pod_name>[a-z0-9-]+)/.log$", ("", "")),
        # Of chosen files a name is not known; of other paths, names and regexes nothing is.
        ("/var/log/containers/api-*.log", r"/(?<pod_name>api-[^_]+)_", None),
        ("/srv/*.log", r"/(?<pod_name>[^/]+)/x", None),
        ("/var/log/containers/*.log", r"(?<name>[^_]+)_", None),
        ("/var/log/containers/*.log", r"(?<pod_name>[^_]+", None),
    ],
)
def test_a_tag_regex_takes_what_its_groups_are_called(path: str, regex: str, expected: tuple[str, str] | None) -> None:
    tail = f"[INPUT]\n    Name tail\n    Path {path}\n    Tag x.<pod_name>\n    Tag_Regex {regex}\n"
    text = f"{tail}[OUTPUT]\n    Name null\n    Match *\n"
    (config,) = load(["-"], stdin=text.encode(), stdin_filename="fluent-bit.conf").configs
    found = tag_regex_misfit(config.graph.stages[0])
    assert (None if found is None else (found.group, found.found)) == expected

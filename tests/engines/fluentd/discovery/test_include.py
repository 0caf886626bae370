"""What Fluentd makes of the path of an ``@include``."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.checker import load
from pipelint.engines.fluentd.discovery.include import include_patterns, include_target


# Tried with Ruby 3.1.2: `URI.parse(path.tr(" ", "+"))` and `URI.decode_www_form_component` as in the v1 parser.
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("a.conf", "a.conf"),
        ("conf.d/*.conf", "conf.d/*.conf"),
        ("a b.conf", "a b.conf"),
        ("a+b.conf", "a b.conf"),
        ("a%2ab.conf", "a*b.conf"),
        ("file:///etc/x.conf", "/etc/x.conf"),
        ("C:/x/y.conf", "/x/y.conf"),
        ("d/a:b.conf", "d/a:b.conf"),
        ("$HOME/x.conf", "$HOME/x.conf"),
        ("a;b", "a;b"),
        ("'a'", "'a'"),
        ("/a//b.conf", "/a//b.conf"),
        # What is taken where the variable is not set.
        ("#{ENV['KIND'] || 'kubernetes'}.conf", "kubernetes.conf"),
        ('conf.d/#{ENV["KIND"]||"*"}.conf', "conf.d/*.conf"),
    ],
)
def test_paths_that_fluentd_reads(pattern: str, path: str) -> None:
    assert include_target(pattern).path == path
    assert include_target(pattern).problem is None


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("http://h/x", "remote"),
        ("HTTPS://h/x", "remote"),
        ("s3://b/x", "invalid"),
        ("conf.d/{a,b}.conf", "invalid"),
        ("a[1].conf", "invalid"),
        ("a?.conf", "invalid"),
        ("a#b.conf", "invalid"),
        ("ä.conf", "invalid"),
        ("C:\\x\\y.conf", "invalid"),
        ("conf.d/%Y.conf", "invalid"),
        ("<x>.conf", "invalid"),
        ("//etc/x.conf", "invalid"),
        ("1:b{", "invalid"),
        ("a:b.conf", "invalid"),
        ("", "invalid"),
        ("%00/*", "invalid"),
        ("#{ENV['X']}.conf", "elsewhere"),
        ("#{ENV['X'] || ENV['Y'] || 'a'}.conf", "elsewhere"),
        ("#{ENV['X'] || `ls`}.conf", "elsewhere"),
    ],
)
def test_paths_that_it_does_not(pattern: str, problem: str) -> None:
    assert include_target(pattern).problem == problem


def test_include_lines_are_found_by_their_look() -> None:
    text = b'@include a.conf\n  include b.conf\n#@include c\n@included d\n\n@include "#{x}.conf"\nx @include e\n'
    assert list(include_patterns(text)) == ["a.conf", "b.conf", "#{x}.conf"]


def test_a_file_that_is_included_by_default_belongs_to_the_config_and_need_not_be_there(tmp_path: Path) -> None:
    include = "@include \"#{ENV['A'] || 'kube'}.conf\"\n@include \"#{ENV['B'] || 'gone'}.conf\"\n"
    (tmp_path / "fluent.conf").write_text(f"{include}<match app.*>\n  @type null\n</match>\n")
    (tmp_path / "kube.conf").write_text("<source>\n  @type sample\n  tag app.x\n</source>\n")
    (config,) = load([str(tmp_path)]).configs
    assert [block.name for block in config.root.blocks] == ["source", "match"]
    assert [(one.path, one.problem) for one in config.includes] == [("#{ENV['B'] || 'gone'}.conf", "elsewhere")]


POD = """\
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: fluentd}
spec:
  template:
    spec:
      containers:
        - name: fluentd
          image: fluent/fluentd-kubernetes-daemonset:v1.16.5-debian-elasticsearch8-1.1
          env: [{name: PART, value: %s}]
          volumeMounts: [{name: config, mountPath: /fluentd/etc}]
      volumes: [{name: config, configMap: {name: fluentd}}]
"""


@pytest.mark.parametrize(("value", "tags"), [("one", ["1"]), ("two", ["2"]), ("disable", []), ("$(OTHER)", ["1"])])
def test_what_is_included_by_a_variable_is_what_the_pods_have_in_it(tmp_path: Path, value: str, tags: list[str]) -> None:
    source = "  {}.conf: |\n    <source>\n      @type sample\n      tag {}\n    </source>\n"
    parts = source.format("one", 1) + source.format("two", 2)
    include = "  fluent.conf: |\n    @include \"#{ENV['PART'] || 'one'}.conf\"\n    <match *>\n      @type null\n    </match>\n"
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fluentd}\ndata:\n"
    (tmp_path / "all.yaml").write_text(head + include + parts + POD % value)
    config = next(each for each in load([str(tmp_path)]).configs if each.documents[0].name.endswith("fluent.conf"))
    assert [block.params["tag"].value for block in config.root.blocks if block.name == "source"] == tags
    assert not config.includes and config.graph.complete

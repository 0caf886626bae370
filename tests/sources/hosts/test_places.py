"""In each host a finding stands where its text stands, a fix changes that and nothing else, and a comparison finds the config."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pipelint.base.text.changes import Change
from pipelint.base.text.locate import locate
from pipelint.base.text.span import Span
from pipelint.checker import check
from pipelint.engines.registry import ENGINES
from pipelint.fixes.files import rewrite
from pipelint.settings.model import Settings
from pipelint.sources import collect
from tests.command_line import pipelint, text_of
from tests.configs import QUICK, QUICK_TAIL, SLOW

OLD, NEW = "%Y-%m-%dT%H:%M:%S.%NZ", "%Y-%m-%dT%H:%M:%S.%N%z"


def block(key: str, text: str, header: str = "|", indent: int = 2) -> str:
    """A key with a block scalar."""
    return f"{key}: {header}\n{textwrap.indent(text, ' ' * indent)}"


def quoted(key: str, text: str) -> str:
    """A key with a text between double quotes."""
    return key + ': "' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"\n'


def values(text: str) -> str:
    """Values with a file of the config, and what surrounds it."""
    return "replicaCount: 1  # one\nfileConfigs:\n" + textwrap.indent(block("04_all.conf", text, "|-"), "  ") + "\nother: 'x'\n"


def resource(kind: str, api: str, spec: str) -> str:
    """A resource with the lines of its spec."""
    return f"apiVersion: {api}\nkind: {kind}\nmetadata: {{name: logs, namespace: web}}\nspec:\n{textwrap.indent(spec, '  ')}"


def config_map(text: str) -> str:
    """A resource that holds the config by itself."""
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: logs}\ndata:\n" + textwrap.indent(block("fluent.conf", text), "  ")


def listed(head: str, text: str) -> str:
    """The same in a list."""
    return head + "- " + textwrap.indent(config_map(text), "  ").lstrip()


def compose(text: str) -> str:
    """A compose file; dollars are doubled in it."""
    services = "services:\n  logs:\n    image: x\n    configs:\n    - {source: all, target: /fluentd/etc/fluent.conf}\n"
    return services + "configs:\n  all:\n" + textwrap.indent(block("content", text.replace("$", "$$")), "    ")


def release(text: str) -> str:
    """Flux's resource, with JSON in its YAML."""
    return resource("HelmRelease", "helm.toolkit.fluxcd.io/v2", "values: {sub: {" + quoted('"a.conf"', text).strip() + "}}\n")


ARGO = "argoproj.io/v1alpha1"
HOSTS: dict[str, tuple[str, str, Callable[[str], str]]] = {
    "values": ("values.yaml", 'fileConfigs."04_all.conf"', values),
    "values in quotes": ("prod-values.yml", 'files[0]."a.conf"', lambda text: "files:\n- " + quoted("a.conf", text)),
    "values, indented by hand": ("values.yaml", "all", lambda text: block("all", text, "|4 # x", 4)),
    "values, folded": ("values.yaml", "all", lambda text: block("all", text.replace("\n", "\n\n"), ">")),
    "files by name": ("logging.yaml", '"a.conf"', lambda text: block("a.conf", text) + "b: 1\n"),
    "HelmRelease": ("release.yaml", 'HelmRelease web/logs, sub."a.conf"', release),
    "HelmChart": (
        "k3s.yaml",
        'HelmChart web/logs, fileConfigs."04_all.conf"',
        lambda text: resource("HelmChart", "helm.cattle.io/v1", block("valuesContent", values(text), "|-")),
    ),
    "Application": (
        "app.yaml",
        'Application web/logs, fileConfigs."04_all.conf"',
        lambda text: resource("Application", ARGO, "source:\n  helm:\n" + textwrap.indent(block("values", values(text)), "    ")),
    ),
    "Application, values in quotes": (
        "app.yaml",
        'Application web/logs, fileConfigs."04_all.conf"',
        lambda text: resource("Application", ARGO, "source:\n  helm:\n    " + quoted("values", values(text))),
    ),
    "Application, quotes in a block": (
        "app.yaml",
        'Application web/logs, sources[1], "a.conf"',
        lambda text: resource(
            "Application",
            ARGO,
            "sources:\n- {chart: other}\n- helm:\n" + textwrap.indent(block("values", quoted("a.conf", text)), "    "),
        ),
    ),
    "valuesObject": (
        "app.yaml",
        'ApplicationSet web/logs, fileConfigs."04_all.conf"',
        lambda text: resource(
            "ApplicationSet",
            ARGO,
            "template:\n  spec:\n    source:\n      helm:\n        valuesObject:\n" + textwrap.indent(values(text), "          "),
        ),
    ),
    "List": (
        "all.yaml",
        "ConfigMap logs, key fluent.conf",
        lambda text: listed("apiVersion: v1\nkind: List\nitems:\n", text),
    ),
    "Template": (
        "template.yaml",
        "ConfigMap logs, key fluent.conf",
        lambda text: listed("apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n", text) + "parameters: []\n",
    ),
    "compose": ("compose.yaml", "configs.all.content", lambda text: compose(text.replace("a.b", "a.${b}"))),
}


@pytest.mark.parametrize("crlf", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("host", HOSTS)
def test_a_finding_and_its_fix_stand_in_the_host(tmp_path: Path, host: str, crlf: bool) -> None:
    name, part, write = HOSTS[host]

    def written(text: str) -> bytes:
        return (write(text).replace("\n", "\r\n") if crlf else write(text)).encode()

    path = tmp_path / name
    path.write_bytes(written(SLOW))
    (checked,) = check([str(path)], Settings(gains=False)).checked
    finding = next(each for each in checked.findings if each.code == "FD101")
    where = locate(finding.place)
    assert where.part == part
    assert path.read_bytes()[where.start.offset : where.end.offset] == OLD.encode()
    assert pipelint("check", "--fix", name, cwd=tmp_path).returncode == 0
    assert path.read_bytes() == written(QUICK)
    yaml.safe_load(path.read_bytes())


@pytest.mark.parametrize("host", HOSTS)
def test_a_comparison_finds_the_config_on_both_sides(tmp_path: Path, host: str) -> None:
    name, _, write = HOSTS[host]
    for side, text in (("old", SLOW), ("new", QUICK)):
        (tmp_path / side).mkdir()
        (tmp_path / side / name).write_text(write(text))
    done = text_of(pipelint("diff", "old", "new", cwd=tmp_path))
    assert "1 config: 1 changed" in done.stdout
    assert f"time_format {OLD} -> {NEW}".split()[-1] in done.stdout


SECTIONS = """\
logstash:
  extraInput: ""
  input: |-
    beats { port => 5044 }
  filter: "mutate { id => \\"m\\" }"
  output: |
    # all of it
    stdout { codec => rubydebug }
"""


def test_sections_are_joined_and_changed_without_what_the_chart_puts_around_them(tmp_path: Path) -> None:
    path = tmp_path / "values.yaml"
    path.write_text(SECTIONS)
    (checked,) = check([str(path)], Settings(gains=False)).checked
    assert [document.part for document in checked.config.documents] == ["logstash.filter", "logstash.input", "logstash.output"]
    (document, *_) = checked.config.documents
    at = document.text.index(b'"m"')
    assert document.map.to_file(Span(at, at + 3)).cut(path.read_bytes()) == b'\\"m\\"'
    assert document.back is not None
    start = document.map.whole.start if document.map.whole else 0
    again = document.back.written(path.read_bytes(), start, document.text.replace(b'"m"', b'"n"'))
    assert again.decode() == SECTIONS.replace('"m\\"', '"n\\"')
    # The braces are the chart's: nothing that changes them, or what is beyond them, can be written.
    first, last = document.text.index(b"mutate"), document.text.rindex(b"}")
    for start, end, takes in ((at, at + 3, True), (0, 6, False), (first - 1, first, False), (last, last + 1, False)):
        assert document.back.takes(document.text, [Change(Span(start, end), b"")]) is takes


def test_a_section_may_end_with_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "values.yaml"
    end = "    # all of it\n    stdout { codec => rubydebug }\n"
    assert SECTIONS.endswith("|\n" + end)
    path.write_text(SECTIONS.replace("|\n" + end, "|-\n" + "".join(reversed(end.splitlines(keepends=True)))))
    (checked,) = check([str(path)], Settings(gains=False)).checked
    assert not checked.config.errors
    assert [stage.plugin for stage in checked.config.graph.stages] == ["beats", "mutate", "stdout", "rubydebug"]


def test_a_config_in_a_text_of_yaml_is_written_into_both() -> None:
    inner = "- pipeline.id: a\n  config.string: |\n    input { stdin { } }\n- pipeline.id: b\n  config.string: 'output { }'\n"
    text = "kind: ConfigMap\nmetadata: {name: l}\ndata:\n" + textwrap.indent(block("pipelines.yml", inner), "  ") + "other: x\n"
    (entry,) = collect(["-"], ENGINES, stdin=text.encode(), stdin_filename="m.yaml").entries
    texts = {document: document.text.replace(b"put {", b"put  {") for document in entry.documents}
    done = rewrite(texts)
    assert not done.problems
    assert [*done.files.values()] == [text.replace("put {", "put  {").encode()]


def test_two_resources_of_one_name_keep_their_own_texts(tmp_path: Path) -> None:
    other = SLOW.replace("a.b", "c.d")
    path = tmp_path / "all.yaml"
    path.write_text(config_map(SLOW) + "---\n" + config_map(other))
    assert pipelint("check", "--fix", "all.yaml", cwd=tmp_path).returncode == 0
    assert path.read_text() == config_map(QUICK) + "---\n" + config_map(other.replace(OLD, NEW))


@pytest.mark.parametrize(("name", "claimed"), [("04_all.conf", False), ("fluent.conf", True)])
def test_what_a_chart_may_add_is_not_missed_unless_a_main_file_is_there(tmp_path: Path, name: str, claimed: bool) -> None:
    relabel = QUICK_TAIL + "<match a.b>\n  @type relabel\n  @label @ELSEWHERE\n</match>\n"
    path = tmp_path / "values.yaml"
    path.write_text("fileConfigs:\n" + textwrap.indent(block(name, relabel), "  "))
    (checked,) = check([str(path)], Settings(gains=False)).checked
    assert ("FD311" in {finding.code for finding in checked.findings}) is claimed
    assert checked.config.graph.complete is claimed

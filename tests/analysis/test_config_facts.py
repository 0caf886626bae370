"""What is said of a whole config at once: the same as its stages say one by one, and what the config says in so many words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.text.document import Place, SourceFile
from pipelint.checker import load
from pipelint.data import data_dir
from pipelint.engines.fluentd.facts.config import FluentdConfigFact, ReadFact
from pipelint.rules.index import load_index
from pipelint.rules.pages.page import read_page
from tests.each import each
from tests.facts import build_facts

PAGES = [rule.page for rule in load_index().rules if rule.engine == "fluentd" and rule.on not in ("syntax", "include")]

CONFIG = """\
<system>
  workers 2
</system>
<source>
  @type tail
  path /var/log/app.log
  tag app.log
  @label @APP
  <parse>
    @type regexp
    expression /^(?<level>[A-Z]+) (?<message>.*)$/
  </parse>
</source>
<source>
  @type forward
  @label @GONE
</source>
<label @APP>
  <filter **>
    @type grep
    <regexp>
      key level
      pattern /ERROR/
    </regexp>
    <regexp>
      key host
      pattern /./
    </regexp>
  </filter>
  <filter app.**>
    @type record_transformer
    <record>
      pod ${record["kubernetes"]["pod_name"]}
    </record>
  </filter>
  <filter>
    @type concat
    key message
    timeout_label @LATE
  </filter>
  <filter other.**>
    @type homemade
  </filter>
  <match **>
    @type relabel
    @label @ROOT
  </match>
</label>
<match **>
  @type stdout
  @label "@#{ENV['LABEL']}"
</match>
"""


def facts(tmp_path: Path, text: str) -> FluentdConfigFact:
    path = tmp_path / "fluent.conf"
    path.write_text(text)
    (config,) = load([str(path)]).configs
    assert not config.errors
    return build_facts(config).config


def keys(reads: list[ReadFact]) -> list[tuple[str, str, str]]:
    return [(read.stage.plugin, read.use.key, read.use.inner) for read in reads]


def test_reads_that_no_record_answers_and_reads_of_a_part(tmp_path: Path) -> None:
    config = facts(tmp_path, CONFIG)
    assert keys(config.absent_reads) == [("grep", "host", ""), ("record_transformer", "kubernetes", "pod_name")]
    assert keys(config.inner_reads) == [("record_transformer", "kubernetes", "pod_name")]


def test_stages_that_nothing_reaches(tmp_path: Path) -> None:
    assert [(stage.plugin, stage.pattern) for stage in facts(tmp_path, CONFIG).unreached] == [("homemade", "other.**")]


def test_labels_that_are_nowhere_but_those_that_the_environment_names(tmp_path: Path) -> None:
    found = facts(tmp_path, CONFIG).routing.undefined
    assert [(use.name, use.value, use.why, use.place.text) for use in found] == [
        ("@label", "@GONE", "none", "@GONE"),
        ("timeout_label", "@LATE", "none", "@LATE"),
    ]


def test_plugins_and_system_sections(tmp_path: Path) -> None:
    config = facts(tmp_path, CONFIG)
    assert [(plugin.kind.value, plugin.name) for plugin in config.plugins] == [
        ("source", "tail"),
        ("parse", "regexp"),
        ("source", "forward"),
        *(("filter", name) for name in ("grep", "record_transformer", "concat", "homemade")),
        ("output", "relabel"),
        ("output", "stdout"),
    ]
    assert [(plugin.name, plugin.uses) for plugin in config.unknown_plugins] == [("homemade", 1)]
    assert [section.params["workers"].value for section in config.system] == ["2"]


@pytest.mark.parametrize("label", ["@A", "plain"])
def test_a_label_is_used_where_a_value_names_it(tmp_path: Path, label: str) -> None:
    source = "<source>\n@type forward\n@label {}\n</source>\n"
    section = f"<label {label}>\n<match **>\n@type null\n</match>\n</label>\n"
    for named, used in ((label, True), ("@B", False)):
        (found,) = facts(tmp_path, source.format(named) + section).routing.labels
        assert (found.name, found.used) == (label, used)


@pytest.mark.slow
@each("page", PAGES)
def test_a_config_says_what_its_stages_say_one_by_one(tmp_path: Path, page: str) -> None:
    path = data_dir("rules") / page
    examples = read_page(SourceFile(str(path), path.read_bytes())).examples
    for example in examples:
        if example.language != "fluentd":
            continue
        config = facts(tmp_path, example.text)
        said = [(stage, use) for stage in config.stages for use in stage.reads]
        assert _read(config.absent_reads) == [(s.place, u.place, u.key) for s, u in said if u.status.value == "absent"]
        assert _read(config.inner_reads) == [(s.place, u.place, u.key) for s, u in said if u.inner]
        assert config.unreached == [stage for stage in config.stages if stage.unreached is not None]
        strange = {(stage.kind, stage.plugin) for stage in config.stages if not stage.known}
        assert {(plugin.kind, plugin.name) for plugin in config.unknown_plugins} == strange


def _read(reads: list[ReadFact]) -> list[tuple[Place, Place, str]]:
    return [(read.stage.place, read.use.place, read.use.key) for read in reads]


# The numbers as Fluentd reads them: fluentd-types.json has 1_000 and `3 x`; what code makes is not known.
@pytest.mark.parametrize(
    ("written", "number"), [("1_000", 1000), ("3 x", 3), ("-1", -1), ("many", None), ("\u0663", None), ("\"#{ENV['N']}\"", None)]
)
def test_a_number_is_the_one_that_the_engine_reads(tmp_path: Path, written: str, number: int | None) -> None:
    (stage,) = facts(tmp_path, f"<match>\n@type null\nn {written}\n</match>\n").stages
    assert stage.params["n"].number == number

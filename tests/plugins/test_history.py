"""What a plugin was in another version: what its file says of versions, and what a release of the engine bundles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pipelint.plugins import ParamSpec, history, index, versions
from pipelint.plugins.history import ended, least_age, plugin_spec_at, plugin_version, refused_since
from pipelint.plugins.versions import Release, newest_release, version_key

SHARED = """\
stages: {filter: filter}
every:
  filter:
    parameters:
      common: {type: string, since: "2.1"}
    sections:
      inside: {since: "2.0", parameters: {a: {type: string}}}
"""
RELEASES = """\
core: e-core
distributions:
  e:
    releases: ["1.0", "1.10", "2.0", "2.1"]
    gems:
      e-x: {"1.0": "1.4.1", "1.10": "1.5.0.rc1", "2.0": none}
      e-all: {"2.0": "3.0.0", "2.1": "3.2.0"}
  pack:
    releases: ["7.1", "7.2"]
    gems:
      e-core: {"7.1": "2.0", "7.2": "2.1"}
      e-all: {"7.1": "3.1.0"}
"""
PLUGIN = """\
name: x
about: Does something with events.
link: https://example.org
gem: e-all
earlier_gems: [e-x]
versions: ["1.4.0", "3.2.0"]
parameters:
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of plugins that look-ups read, in place of the project's own."""
    (tmp_path / "e").mkdir()
    (tmp_path / "e" / "shared.yaml").write_text(SHARED)
    (tmp_path / "e" / "releases.yaml").write_text(RELEASES)
    monkeypatch.setattr(index, "data_folder", lambda _: str(tmp_path))
    caches = (index.load_index, history._spec_at, versions._releases)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()


def at(folder: Path, said: str, *release: str) -> ParamSpec | None:
    """The parameter ``a`` as it was in a release."""
    (folder / "e" / "filter-x.yaml").write_text(PLUGIN + f"  a: {said}\n")
    for cache in (index.load_index, history._spec_at, versions._releases):
        cache.cache_clear()
    spec = plugin_spec_at("e", "filter", "x", Release(*release))
    assert spec is not None
    return spec.params.get("a")


def test_versions_are_in_the_order_of_rubygems() -> None:
    order = ["0.9", "1.0.0.beta1", "1.0.0.beta2", "1.0.0.rc1", "1.0", "1.0.0.1", "1.9.9", "1.10", "10.0", "unreleased"]
    assert sorted([*order[5:], *order[:5]], key=version_key) == order
    assert version_key("1.0") == version_key("1.0.0") != version_key("1.0.1")


@pytest.mark.parametrize(
    ("release", "version"),
    [
        (("1.0",), "1.4.1"),
        (("1.10",), "1.5.0.rc1"),
        (("1",), "1.5.0.rc1"),  # the newest that it may stand for
        (("2.0",), "3.0.0"),  # of the gem that came after it
        (("2.1",), "3.2.0"),
        (("9.9",), "3.2.0"),  # newer than what is known
        (("7.1", "pack"), "3.1.0"),
        (("0.9",), ""),
    ],
)
def test_a_release_brings_a_version_of_the_plugin(folder: Path, release: tuple[str, ...], version: str) -> None:
    at(folder, "{type: string}", "2.1")
    assert plugin_version("e", "filter", "x", Release(*release)) == version


AGES = 'aliases: [y]\nages: {came: "1", began: {y: "3", b: "2"}, ended: {old: "2", every: "9"}}\n'


def test_what_ended_before_the_releases_stands_in_the_file_and_in_what_all_plugins_share(folder: Path) -> None:
    (folder / "e" / "shared.yaml").write_text(SHARED + 'ended: {filter: {every: "4", tags: "5"}}\n')
    (folder / "e" / "filter-x.yaml").write_text(PLUGIN.replace("parameters:", AGES + "parameters: {}"))
    index.load_index.cache_clear()
    assert ended("e", "filter", "x") == {"old": 2, "every": 9, "tags": 5}
    assert ended("e", "filter", "nonesuch") == {"every": 4, "tags": 5}


@pytest.mark.parametrize(
    ("name", "parameters", "age"),
    [
        ("x", [], 1),
        ("y", [], 3),
        ("x", ["a", "b"], 2),
        ("x", ["since_3_2"], 2),  # the release 2.1 brings 3.2.0
        ("x", ["since_1_4"], 1),  # no release before the first with the gem is known
        ("x", ["common"], 2),  # of the engine, since 2.1
        ("nonesuch", ["b"], 0),
    ],
)
def test_what_a_plugin_and_its_parameters_need(folder: Path, name: str, parameters: list[str], age: int) -> None:
    own = '  since_3_2: {type: b, since: "3.2.0"}\n  since_1_4: {type: b, since: "1.4.1"}\n'
    (folder / "e" / "filter-x.yaml").write_text(PLUGIN.replace("parameters:", AGES + "parameters:") + own)
    index.load_index.cache_clear()
    assert least_age("e", "filter", name, parameters) == age


def test_what_no_release_bundles_is_not_known_and_taken_as_its_newest_version(folder: Path) -> None:
    elsewhere = PLUGIN.replace("e-all", "e-other").replace("e-x", "e-y")
    (folder / "e" / "filter-x.yaml").write_text(elsewhere + "  a: {type: b, gone: '2.0'}\n  b: {type: b, since: '1.9'}\n")
    assert plugin_version("e", "filter", "x", Release("1.0")) is None
    spec = plugin_spec_at("e", "filter", "x", Release("1.0"))
    assert spec is not None and list(spec.params) == ["b"]
    assert plugin_version("e", "filter", "nonesuch", Release("1.0")) is None


def test_a_release_without_the_plugin_declares_nothing(folder: Path) -> None:
    at(folder, "{type: string}", "1.0")
    text = (folder / "e" / "filter-x.yaml").read_text()
    (folder / "e" / "filter-x.yaml").write_text(text.replace("versions:", 'removed: "3.1.0"\nversions:'))
    index.load_index.cache_clear()
    history._spec_at.cache_clear()
    assert plugin_version("e", "filter", "x", Release("2.0")) == "3.0.0"
    assert plugin_version("e", "filter", "x", Release("2.1")) == ""
    assert plugin_spec_at("e", "filter", "x", Release("2.1")) is None


@pytest.mark.parametrize(
    ("said", "releases"),
    [
        ('{type: b, since: "1.5.0"}', [False, False, True, True]),  # 1.5.0.rc1 comes before
        ('{type: b, since: "1.5.0.rc1"}', [False, True, True, True]),
        ('{type: b, gone: "3.0.0"}', [True, True, False, False]),
        ('{type: b, since: "1.4.9", gone: "3.2.0"}', [False, True, True, False]),
        ('{type: b, was: [{until: "1.5.0"}, {until: "3.2.0", gone: true}]}', [True, True, False, True]),
        ("{type: b, since: unreleased}", [False, False, False, False]),
    ],
)
def test_a_parameter_is_there_in_some_versions(folder: Path, said: str, releases: list[bool]) -> None:
    assert [at(folder, said, release) is not None for release in ("1.0", "1.10", "2.0", "2.1")] == releases


def test_a_parameter_is_deprecated_and_removed_from_a_version_on(folder: Path) -> None:
    said = '{type: b, deprecated: "1.5.0.rc1", removed: "3.2.0", renamed_to: [c]}'
    found = [at(folder, said, release) for release in ("1.0", "1.10", "2.0", "2.1")]
    assert [param and param.deprecated for param in found] == [False, True, True, True]
    assert [param and param.removed for param in found] == [False, False, False, True]
    always = at(folder, "{type: b, removed: true}", "1.0")
    assert always is not None and always.removed


def test_a_parameter_was_something_else_before(folder: Path) -> None:
    said = '{type: b, default: 3, was: [{until: "1.5.0.rc1", default: 1}, {until: "3.2.0", type: c, default: null}]}'
    found = [at(folder, said, release) for release in ("1.0", "1.10", "2.1")]
    assert [param and (param.type, param.default) for param in found] == [("b", 1), ("c", None), ("b", 3)]


def test_what_every_plugin_takes_has_versions_of_the_engine(folder: Path) -> None:
    at(folder, "{type: b}", "2.1")
    releases = [Release("1.0"), Release("2.0"), Release("2.1"), Release("7.1", "pack"), Release("7.2", "pack")]
    specs = [plugin_spec_at("e", "filter", "x", release) for release in releases]
    assert [spec is not None and "common" in spec.params for spec in specs] == [False, False, True, False, True]
    assert [spec is not None and "inside" in spec.sections for spec in specs] == [False, True, True, True, True]


def test_what_every_plugin_takes_is_there_before_a_plugin_declares_it_itself(folder: Path) -> None:
    (folder / "e" / "shared.yaml").write_text(SHARED.replace("    sections:", "      a: {type: c, default: 1}\n    sections:"))
    found = [at(folder, '{type: b, since: "1.5.0"}', release) for release in ("1.0", "2.0")]
    assert [param and (param.type, param.default) for param in found] == [("c", 1), ("b", None)]
    assert least_age("e", "filter", "x", ["a"]) == 0


def test_the_codec_of_an_input_is_older_than_that_of_kafka() -> None:
    # LogStash::Inputs::Base has codec; logstash-integration-kafka 10.9.0 gave its inputs' another default.
    spec = plugin_spec_at("logstash", "input", "kafka", Release("7.12.1"))
    assert spec is not None and "codec" in spec.params


def test_a_release_of_its_own_is_not_the_newest_that_begins_so() -> None:
    assert newest_release("logstash", Release("9.1")) == Release("9.1.10")
    assert newest_release("fluentd", Release("4.3.1", "td-agent")) == Release("4.3.1", "td-agent")  # there is a 4.3.1.1
    assert newest_release("fluentd", Release("1.16")) == Release("1.16.11")
    assert newest_release("fluentd", Release("99")) == Release("99")


def test_the_projects_own_files_say_what_packages_bundle() -> None:
    assert plugin_version("logstash", "output", "elasticsearch", Release("7.17.29")) == "11.4.2"
    assert plugin_version("logstash", "input", "kafka", Release("6.8.0")) == "8.3.1"  # logstash-input-kafka
    assert plugin_version("logstash", "input", "kafka", Release("7.5.0")) == "10.0.0"  # logstash-integration-kafka
    assert plugin_version("fluentd", "output", "s3", Release("4.4.2", "td-agent")) == "1.7.2"
    assert plugin_version("fluentd", "input", "tail", Release("4.4.2", "td-agent")) == "1.15.3"
    assert plugin_version("fluentd", "output", "s3", Release("1.16.5")) is None  # Fluentd alone brings none
    for flavour, version in (("", None), ("-elasticsearch7", "5.2.5"), ("-elasticsearch8", "5.4.4")):
        image = Release("1.19.2-1.7", f"fluentd-kubernetes-daemonset{flavour}")
        assert plugin_version("fluentd", "output", "elasticsearch", image) == version
        assert plugin_version("fluentd", "input", "tail", image) == "1.19.2"
    image = newest_release("fluentd", Release("1.16.5", "fluentd-kubernetes-daemonset"))
    assert image.version == "1.16.5-1.4"


@pytest.mark.parametrize(
    ("kind", "name", "parameter", "first"),
    [
        # Versions 12.0.0 of the output and 7.0.0 of the input came with Logstash 9.0.0.
        ("output", "elasticsearch", "ssl", "Logstash 9.0.0"),
        ("input", "beats", "ssl", "Logstash 9.0.0"),
        ("filter", "http", "cacert", "Logstash 9.0.0"),  # a parameter that Logstash itself gives the plugin
        ("output", "elasticsearch", "document_type", ""),  # deprecated only
        ("output", "elasticsearch", "hosts", ""),
        ("output", "elasticsearch", "no_such_parameter", ""),
        ("output", "no_such_plugin", "ssl", ""),
    ],
)
def test_the_first_release_that_refuses_a_parameter(kind: str, name: str, parameter: str, first: str) -> None:
    assert refused_since("logstash", kind, name, parameter) == first


def test_of_a_release_without_a_version_nothing_is_left_out() -> None:
    own = Release("", own=frozenset({("output", "websocket")}))
    assert plugin_version("logstash", "filter", "json", own) is None
    assert plugin_spec_at("logstash", "filter", "json", own) is not None

"""The project's own plugin files: what they say holds together."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipelint.engines.fluentd.records.facts import Role
from pipelint.plugins import Plugin, SectionSpec, plugin_names, plugin_of, plugin_spec, stage_kinds
from pipelint.plugins.behaviour import Narrows, Passes, Sends, Tags
from pipelint.plugins.form.keys import READ_FOR
from pipelint.plugins.index import load_index
from tests.each import each

EVERY = [
    (engine, stage, name)
    for engine in ("fluentbit", "fluentd", "logstash")
    for stage, kind in stage_kinds(engine).items()
    for name in load_index().heads[engine]["plugins"].get(kind, ())
]
DECLARED = [key for key in EVERY if key[2] in plugin_names(key[0], stage_kinds(key[0])[key[1]])]


def named(plugin: Plugin) -> Iterator[str]:
    """The parameters that a file names outside of ``parameters``; one inside a section as section/name."""
    for names in plugin.holds.values():
        yield from names
    events, records = plugin.events, plugin.records
    if plugin.measure is not None:
        yield from (*plugin.measure.set, *plugin.measure.writes)
    yield from (*plugin.unique, *plugin.flat_own, events.errors, events.timeout_label)
    yield from (*records.sets_by, *records.may_set_by, *records.opaque_with, *records.opaque_without, *records.reads)


def takes(section: SectionSpec, path: str) -> bool:
    first, _, rest = path.partition("/")
    if rest and first in section.sections:
        return takes(section.sections[first], rest)
    return any(path in (param.name, param.alias) for param in section.params.values())


# Read by the plugin in a way of its own, or of other versions than that of which the parameters were read.
UNDECLARED = {
    ("fluentd", "parse", "cri"): r"parse/\*",
    ("fluentd", "parse", "multi_format"): r"pattern/\*",
    ("fluentd", "parse", "multiline"): r"format\d+",
    ("fluentd", "parse", "regexp"): "format",
    ("fluentd", "filter", "grep"): r"(and|or)/\*",
    ("fluentd", "filter", "kubernetes_metadata"): "merge_json_log",
    ("fluentd", "output", "file"): "utc|localtime|time_slice_format",
    ("fluentd", "output", "s3"): "time_slice_format|flush_interval",
    ("logstash", "filter", "translate"): "destination",
}


@each("key", DECLARED, ids="/".join)
def test_parameters_that_a_file_names_are_declared(key: tuple[str, str, str]) -> None:
    engine, stage, name = key
    spec = plugin_spec(engine, stage_kinds(engine)[stage], name)
    assert spec is not None
    known = UNDECLARED.get(key, "")
    assert [one for one in named(plugin_of(*key)) if one and not takes(spec.body, one) and not re.fullmatch(known, one)] == []


@each("key", EVERY, ids="/".join)
def test_what_a_plugin_does_with_events_fits_its_kind(key: tuple[str, str, str]) -> None:
    events = plugin_of(*key).events
    if key[1] != "source":
        assert (events.tags, events.outside) == (Tags.UNKNOWN, True)
    if key[1] != "filter":
        assert (events.passes, events.narrows, events.errors, events.timeout_label) == (Passes.UNKNOWN, Narrows.UNKNOWN, "", "")
    if key[1] != "output":
        assert events.sends is Sends.UNKNOWN


@each("key", [key for key in EVERY if plugin_of(*key).measure is not None], ids="/".join)
def test_how_a_plugin_is_measured_fits_its_kind(key: tuple[str, str, str]) -> None:
    said = plugin_of(*key).measure
    assert said is not None
    assert not said.feed or key[1] == "source"
    assert not said.sink or key[1] in ("filter", "output")
    text = " ".join([*said.set.values(), *(value for params in said.add.values() for value in params.values())])
    # What listens at a port, and what is stood for, has the port of the run in it; a file its path.
    listens = key[1] == "source" and bool(said.set) and "{file}" not in text
    assert ("{port}" in text) == (bool(said.sink) or listens)
    assert ("{file}" in text) == (said.feed == "tail")


def test_what_a_key_is_read_for_are_words_of_the_facts() -> None:
    assert set(READ_FOR) <= {role.value for role in Role}

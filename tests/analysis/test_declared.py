"""Parameters against what plugins declare: what is claimed, and where nothing is."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.base.spelling import nearest, one_edit
from pipelint.checker import load
from pipelint.facts.declared import DeclaredFact
from tests.facts import build_facts


def facts(tmp_path: Path, text: str, name: str = "fluent.conf") -> list[DeclaredFact]:
    """The facts of all stages of a config, in source order."""
    (tmp_path / name).write_text(text)
    (config,) = load([str(tmp_path / name)]).configs
    assert not config.errors
    return [stage.declared for stage in build_facts(config).config.stages]


def claims(found: list[DeclaredFact]) -> list[str]:
    """All that is claimed, as words."""
    lists = [
        (kind, fact.name) for one in found for kind in ("undeclared", "removed", "deprecated", "missing", "mistyped", "choices")
        for fact in getattr(one, kind)
    ]  # fmt: skip
    return [f"{kind} {name}" for kind, name in lists]


SILENT = {
    "free keys": "<filter **>\n  @type record_transformer\n  <record>\n    enable_rubby true\n  </record>\n</filter>\n",
    "an unknown plugin": "<match **>\n  @type nonesuch\n  tag_prefix a\n  <buffer>\n    of_its_own 1\n  </buffer>\n</match>\n",
    "embedded code": '<match **>\n  @type forward\n  compress "#{ENV[\'C\']}"\n  send_timeout "#{use_default}"\n'
    "  heartbeat_interval \"#{ENV['H'] || use_nil}\"\n  <server>\n    host a\n  </server>\n</match>\n",
    "a plugin's name from code": "<match **>\n  @type \"#{ENV['OUT']}\"\n  paht /x\n</match>\n",
    "what every plugin takes": "<match **>\n  @type stdout\n  @id a\n  @log_level debug\n  @label @X\n</match>\n",
    "old spellings": "<source>\n  type tail\n  format json\n  time_format %Y\n  path /x\n  tag x\n</source>\n"
    "<match **>\n  type file\n  path /x\n  buffer_type memory\n  time_slice_format %Y%m%d\n</match>\n",
    "an undeclared section": "<source>\n  @type forward\n  <nonesuch>\n    a 1\n  </nonesuch>\n</source>\n",
    "another plugin of that name": "<match **>\n  @type splunk_hec\n  host h\n  token t\n  use_ack true\n"
    "  default_source s\n</match>\n",
    "a plugin of one's own in the place of tail": "<source>\n  @type tail\n  path /x\n  tag x\n"
    "  <parse>\n    @type none\n  </parse>\n"
    "  store_host h\n  store_port 1\n  store_db d\n  store_user u\n  store_key k\n</source>\n",
    "the sections of label_router": "<match **>\n  @type label_router\n  <route>\n    <match>\n      namespaces_regex a,b\n"
    "      namespace_labels a:b\n    </match>\n  </route>\n</match>\n",
    "numbered formats": "<source>\n  @type tail\n  path /x\n  tag x\n  <parse>\n    @type multiline\n"
    "    format_firstline /a/\n    format1 /a/\n    format2 /b/\n  </parse>\n</source>\n",
}


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_claims_nothing_of(text: str, tmp_path: Path) -> None:
    assert claims(facts(tmp_path, text)) == []


def test_sections_are_judged_where_they_stand(tmp_path: Path) -> None:
    text = (
        "<source>\n  @type tail\n  path /x\n  tag x\n  <parse>\n    @type json\n    time_typ float\n  </parse>\n</source>\n"
        "<match **>\n  @type forward\n  <server>\n    prot 24224\n  </server>\n"
        "  <buffer>\n    @type file\n    flush_mode intervall\n    chunk_limit_size big\n  </buffer>\n</match>\n"
    )
    found = facts(tmp_path, text)
    assert claims(found) == [
        "undeclared time_typ",
        "undeclared prot",
        "missing host",
        "mistyped chunk_limit_size",
        "choices flush_mode",
    ]
    (unknown,) = found[1].undeclared
    assert (unknown.owner, unknown.suggestion, unknown.place.text) == ("<parse> with json", "time_type", "time_typ")
    (missing,) = found[2].missing
    assert (missing.owner, missing.place.text) == ("<server> of forward", "<server>")
    (choice,) = found[3].choices
    assert (choice.suggestion, choice.slip, choice.place.text) == ("interval", True, "intervall")


def test_a_value_that_is_as_near_to_two_choices_is_no_slip_for_one_of_them(tmp_path: Path) -> None:
    """One letter makes post or put of it."""
    (output,) = facts(tmp_path, "<match **>\n  @type http\n  endpoint http://a/\n  http_method pot\n</match>\n")
    assert [(choice.value, choice.slip) for choice in output.choices] == [("pot", False)]


def test_a_second_name_is_the_parameter(tmp_path: Path) -> None:
    text = "<source>\n  @type syslog\n  tag x\n  priority_key p\n</source>\n"
    assert claims(facts(tmp_path, text)) == []


def test_a_missing_section(tmp_path: Path) -> None:
    (copy,) = facts(tmp_path, "<match **>\n  @type copy\n</match>\n")
    assert [(fact.name, fact.section) for fact in copy.missing] == [("store", True)]


def test_an_unknown_plugin_is_said_with_what_is_near(tmp_path: Path) -> None:
    near, far = facts(tmp_path, "<match a>\n  @type stdotu\n</match>\n<match b>\n  @type zzz\n</match>\n")
    assert (near.known, near.suggestion) == (False, "stdout")
    assert (far.known, far.suggestion) == (False, "")


def test_logstash(tmp_path: Path) -> None:
    text = (
        'input { beats { prt => 5044 codec => json { charsett => "UTF-8" } } }\n'
        'filter { if [a] { translate { field => "a" destination => "b" } } mutate { add_tag => "x" id => "%{a}" } }\n'
        'output { elasticsearch { hosts => ["a", "b"] ssl_verification_mode => "Full" } }\n'
    )
    found = facts(tmp_path, text, "logstash.conf")
    assert sorted(claims(found)) == [
        "choices ssl_verification_mode",
        "deprecated destination",
        "deprecated field",
        "missing port",
        "undeclared charsett",
        "undeclared prt",
    ]


WORDS = st.text("abcdeF_", max_size=8)


@given(WORDS, st.data())
def test_one_edit_is_what_one_edit_makes(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word)))
    letter = data.draw(st.sampled_from("abc_"))
    made = {word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :], word[:at] + word[at + 1 :], word.swapcase()}
    if at + 1 < len(word):
        made.add(word[:at] + word[at + 1] + word[at] + word[at + 2 :])
    for other in made - {word}:
        assert one_edit(word, other) and one_edit(other, word)


@given(WORDS, WORDS)
def test_one_edit_agrees_with_the_distance(a: str, b: str) -> None:
    assert one_edit(a, b) == (a != b and _distance(a.lower(), b.lower()) <= 1)


def _distance(a: str, b: str) -> int:
    """Optimal string alignment, the textbook's table."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(row[j - 1] + 1, rows[-1][j] + 1, rows[-1][j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, rows[-2][j - 2] + 1)
            row.append(best)
        rows.append(row)
    return rows[-1][-1]


def test_nearest() -> None:
    known = ["read_from_head", "refresh_interval", "path"]
    assert [nearest(word, known) for word in ("read_from_haed", "Path", "zzz", "", "p" * 1000)] == [
        "read_from_head",
        "path",
        "",
        "",
        "",
    ]
    assert all(nearest(word, known) == word for word, _ in pairwise([*known, ""]))


def test_of_two_names_a_letter_away_the_one_that_is_not_given_is_meant() -> None:
    known = ["min_version", "max_version", "ciphers"]
    assert nearest("man_version", known, {"min_version"}) == "max_version"
    assert nearest("man_version", known, {"max_version"}) == "min_version"
    assert nearest("cipher", known, {"ciphers"}) == "ciphers"


def test_a_required_parameter_missing_beside_few_unknown_ones_is_said(tmp_path: Path) -> None:
    found = claims(facts(tmp_path, "<match **>\n  @type splunk_hec\n  hec_host h\n  hec_port 1\n  hec_tokn t\n</match>\n"))
    assert found == ["undeclared hec_tokn", "missing hec_token"]


def test_unknown_parameters_beside_as_many_known_ones_are_said(tmp_path: Path) -> None:
    found = claims(facts(tmp_path, "<match **>\n  @type stdout\n  host h\n  port 1\n  user u\n  index_name i\n</match>\n"))
    assert found == ["undeclared host", "undeclared port", "undeclared user", "undeclared index_name"]


def test_what_belongs_into_a_section_makes_no_other_plugin_of_it(tmp_path: Path) -> None:
    text = "<match **>\n  @type kafka2\n  brokers b:9092\n  default_topic t\n  max_send_retries 3\n"
    text += "  use_ssl false\n  sasl a\n  sasl_user b\n  sasl_pass c\n{}  <buffer>\n  </buffer>\n</match>\n"
    flat = "  retry_max_times 5\n  retry_max_interval 1s\n  chunk_limit_size 1m\n"
    assert "undeclared sasl_user" in claims(facts(tmp_path, text.format(flat)))
    foreign = "  one 1\n  two 2\n  three 3\n"
    assert "undeclared sasl_user" not in claims(facts(tmp_path, text.format(foreign)))


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("paht", ["path", "format"], "path"),
        ("stdotu", ["stdout"], "stdout"),
        ("jq_transformer", ["record_transformer"], ""),
        ("namespaces_regex", ["namespaces"], ""),
        ("es", ["s3", "s"], ""),
    ],
)
def test_a_suggestion_is_near(word: str, known: list[str], meant: str) -> None:
    assert nearest(word, known) == meant


def test_an_unknown_plugin_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(
        "<filter a>\n  @type own\n</filter>\n<filter b>\n  @type own\n</filter>\n<match **>\n  @type own\n</match>\n"
    )
    (config,) = load([str(tmp_path / "fluent.conf")]).configs
    found = build_facts(config).config.unknown_plugins
    assert [(plugin.name, plugin.kind.value, plugin.uses) for plugin in found] == [("own", "filter", 2), ("own", "output", 1)]

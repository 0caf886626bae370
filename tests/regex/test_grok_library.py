"""Pattern libraries: the shipped editions, and pattern files."""

from pipelint import _native
from pipelint.engines.fluentd import grok as fluentd_grok
from pipelint.engines.logstash.grok import GROK
from pipelint.regex.editions import differences
from pipelint.regex.grok import expand
from pipelint.regex.library import Edition, shipped, shipped_by_any
from pipelint.regex.pattern_file import read_pattern_file


def test_every_edit_fits_the_definitions_of_the_crate() -> None:
    # An edit raises where the crate's next version no longer has the text that it replaces.
    table = dict(_native.grok_definitions())
    for edition in Edition:
        found = differences(edition.value)
        assert all(edit.apply(table) != table[edit.base] for edit in found.edits)
        assert not found.withheld & {edit.name for edit in found.edits}


def test_names_are_those_that_the_engines_ship() -> None:
    # Counted in logstash-patterns-core 4.3.1: 317 legacy names, 361 for ECS; the crate's 7 others may be known to other versions.
    assert len(shipped(Edition.LEGACY, GROK).names) == 317 + 7
    assert len(shipped(Edition.ECS, GROK).names) == 361


def test_editions_differ_in_the_fields_of_the_same_line() -> None:
    lines = {edition: expand("%{COMBINEDAPACHELOG}", shipped(edition, GROK), GROK) for edition in Edition}
    names = {edition: [field.name for field in line.fields] for edition, line in lines.items()}
    assert names[Edition.LEGACY][:2] == ["clientip", "ident"] and len(names[Edition.LEGACY]) == 12
    assert names[Edition.ECS][:2] == ["[source][address]", "[apache][access][user][identity]"]
    assert "[user_agent][original]" in names[Edition.ECS]


def test_fluentd_has_its_own_name_for_integers() -> None:
    assert "%{INT:response:integer}" in shipped(Edition.LEGACY, fluentd_grok.GROK).definitions["S3_ACCESS_LOG"]


def test_a_name_of_either_edition_is_known_where_the_edition_is_not() -> None:
    library = shipped_by_any(GROK)
    assert {"ZEEK_CONN", "COMBINEDAPACHELOG"} <= library.names and "COMBINEDAPCHELOG" not in library.names
    assert library.origin == "legacy patterns; Logstash 8 uses ecs-v1 unless ecs_compatibility is disabled"
    assert shipped_by_any(fluentd_grok.GROK).origin == "legacy patterns"


def test_a_pattern_file_is_read_as_the_engine_does() -> None:
    text = "# a comment\n\nA  a b \n  B\tb\nC\n  # another\r\nA x\r\n"
    assert read_pattern_file(text, GROK) == {"A": "x", "B": "b"}
    assert read_pattern_file("A  a b \n  B\tb\n", fluentd_grok.GROK) == {"A": "a b "}

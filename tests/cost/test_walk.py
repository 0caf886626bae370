"""How many events reach which stage."""

from __future__ import annotations

from pipelint.cost.estimate import rules_of
from pipelint.cost.traffic import TrafficProfile
from pipelint.cost.walk import walk
from tests.cost.helpers import DETECT, MEDIUM, NULL, TAIL, graph, section, walked

FORWARD = "<source>\n  @type forward\n</source>\n"


def events(text: str, traffic: TrafficProfile = MEDIUM) -> list[tuple[str, float]]:
    """Plugin and events per input line of each source, filter and output."""
    kinds = ("source", "filter", "output")
    return [(s.stage.plugin, round(s.events, 4)) for s in walked(text, traffic).loads if s.stage.kind.value in kinds]


def test_a_chain_passes_every_event_on() -> None:
    assert events(TAIL + section("filter", "@type dedot") + NULL) == [("tail", 1.0), ("dedot", 1.0), ("null", 1.0)]


def test_grep_and_concat_leave_fewer_events_to_those_behind() -> None:
    grep = section("filter", "@type grep\n<regexp>\nkey log\npattern /x/\n</regexp>")
    concat = section("filter", "@type concat\nkey log\nmultiline_start_regexp /^\\d/")
    traffic = TrafficProfile(miss=0.0, kept=0.5, continuation=0.2)
    assert events(TAIL + grep + concat + NULL, traffic) == [("tail", 1.0), ("grep", 1.0), ("concat", 0.5), ("null", 0.4)]


def test_container_logs_weigh_ten_times_another_input_and_monitors_nothing() -> None:
    monitor = "<source>\n  @type monitor_agent\n  tag mon\n</source>\n"
    found = walked(TAIL + FORWARD + monitor + NULL)
    assert [round(s.events, 4) for s in found.loads if s.stage.kind.value == "source"] == [0.9091, 0.0909]
    assert any("ten times as many" in a for a in found.assumptions)
    assert any("bring no events" in a for a in found.assumptions)


def test_inputs_of_one_sort_share_equally() -> None:
    found = walked(FORWARD + FORWARD.replace("forward", "tcp\n  tag t") + NULL)
    assert [s.events for s in found.loads if s.stage.kind.value == "source"] == [0.5, 0.5]


def test_a_config_without_input_has_no_cost() -> None:
    for text in (NULL, "<source>\n  @type prometheus\n</source>\n" + NULL, ""):
        assert walk(graph(text), MEDIUM, rules_of("fluentd")) is None


def test_a_narrow_match_gets_one_part_and_the_catch_all_ten() -> None:
    text = TAIL + section("match", "@type stdout", "kubernetes.var.log.containers.a**") + NULL
    assert events(text) == [("tail", 1.0), ("stdout", 0.0909), ("null", 0.9091)]
    assert any("catch-all" in a for a in walked(text).assumptions)


def test_a_filter_that_meets_some_tags_gets_a_tenth() -> None:
    found = walked(TAIL + section("filter", "@type dedot", "kubernetes.var.log.containers.a**") + NULL)
    assert [round(s.events, 4) for s in found.loads if s.stage.plugin == "dedot"] == [0.1]
    assert any("only some tags" in a for a in found.assumptions)


def test_each_store_of_a_copy_gets_everything() -> None:
    stores = "<store>\n@type stdout\n</store>\n<store>\n@type null\n</store>"
    assert events(TAIL + section("match", f"@type copy\n{stores}"))[1:] == [("copy", 1.0), ("stdout", 1.0), ("null", 1.0)]


def test_the_stores_of_a_roundrobin_share() -> None:
    stores = "<store>\n@type stdout\n</store>\n<store>\n@type null\n</store>"
    found = events(TAIL + section("match", f"@type roundrobin\n{stores}"))
    assert found[2:] == [("stdout", 0.5), ("null", 0.5)]


def test_a_relabel_inside_a_copy_leads_on() -> None:
    text = TAIL + section("match", "@type copy\n<store>\n@type relabel\n@label @A\n</store>") + f"<label @A>\n{NULL}</label>\n"
    assert events(text)[-1] == ("null", 1.0)


def test_re_emission_in_a_circle_ends() -> None:
    again = section("match", "@type relabel\n@label @A")
    text = f"{TAIL}{again}<label @A>\n{again}</label>\n"
    found = walked(text)
    assert [s.events for s in found.loads if s.stage.plugin == "relabel"] == [1.0, 2.0]
    assert any("circle" in a for a in found.assumptions)


def test_detect_exceptions_sends_its_events_on_under_the_new_tag() -> None:
    text = TAIL.replace("tag kubernetes", "tag raw.kubernetes") + DETECT.replace("kubernetes", "raw") + NULL
    traffic = TrafficProfile(miss=0.0, continuation=0.5)
    # It joins 82 % of the continuation lines (rows o_detect_*_20: 20 % of the lines continue, 0.836 events leave).
    assert events(text, traffic)[-1] == ("null", 0.59)


def test_a_ladder_of_labels_costs_no_more_than_its_length() -> None:
    """Each label copies its events twice into the next: 2^60 ways, 60 steps."""
    text = TAIL + section("match", "@type relabel\n@label @L0")
    for step in range(60):
        store = f"<store>\n@type relabel\n@label @L{step + 1}\n</store>"
        text += f"<label @L{step}>\n" + section("match", f"@type copy\n{store}\n{store}") + "</label>\n"
    text += f"<label @L60>\n{NULL}</label>\n"
    found = walked(text)
    assert max(s.events for s in found.loads) == 2.0**60
    assert len(found.loads) == 2 + 1 + 60 * 3 + 1

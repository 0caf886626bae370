"""How many events reach which stage."""

from __future__ import annotations

import dataclasses

from pipelint.cost.events.traffic import NotedTraffic, TrafficProfile
from pipelint.cost.events.walk import MOST_EVENTS, walk
from pipelint.engines.registry import parts
from pipelint.settings.keys import TRAFFIC
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
    assert any("ten times as much" in a for a in found.assumptions)
    assert any("emit no events" in a for a in found.assumptions)


def test_inputs_of_one_sort_share_equally() -> None:
    found = walked(FORWARD + FORWARD.replace("forward", "tcp\n  tag t") + NULL)
    assert [s.events for s in found.loads if s.stage.kind.value == "source"] == [0.5, 0.5]


def test_a_config_without_input_has_no_cost() -> None:
    for text in (NULL, "<source>\n  @type prometheus\n</source>\n" + NULL, ""):
        assert walk(graph(text), MEDIUM, parts("fluentd").costs) is None


def test_a_narrow_match_gets_one_part_and_the_catch_all_ten() -> None:
    text = TAIL + section("match", "@type stdout", "kubernetes.var.log.containers.a**") + NULL
    assert events(text) == [("tail", 1.0), ("stdout", 0.0909), ("null", 0.9091)]
    assert any("catch-all" in a for a in walked(text).assumptions)


def test_a_filter_that_meets_some_tags_gets_a_tenth() -> None:
    found = walked(TAIL + section("filter", "@type dedot", "kubernetes.var.log.containers.a**") + NULL)
    assert [round(s.events, 4) for s in found.loads if s.stage.plugin == "dedot"] == [0.1]
    assert any("only some tags" in a for a in found.assumptions)


def test_events_of_senders_reach_the_patterns_that_there_are() -> None:
    outputs = section("match", "@type stdout", "kube.**") + section("match", "@type null", "sys.**")
    narrow = FORWARD + section("filter", "@type dedot", "kube.**")
    # Not half of them, or a third: what no pattern takes is not expected of senders.
    assert events(narrow + outputs) == [("forward", 1.0), ("dedot", 0.5), ("stdout", 0.5), ("null", 0.5)]
    assert "events of senders: each of 2 patterns gets 50% of them" in walked(narrow + outputs).assumptions
    # One pattern among the filters before a catch-all is that of all events, two share them.
    assert events(narrow + NULL) == [("forward", 1.0), ("dedot", 1.0), ("null", 1.0)]
    other = section("filter", "@type dedot", "sys.**")
    assert events(narrow + other + NULL)[1:3] == [("dedot", 0.5), ("dedot", 0.5)]
    assert any("only tags of senders gets 50%" in said for said in walked(narrow + other + NULL).assumptions)
    # Each of the patterns, not of the filters: two have the same here, and one takes every event.
    same = section("filter", "@type dedot", "kube.**") + section("filter", "@type stdout")
    assert [share for _, share in events(narrow + same + other + NULL)] == [1.0, 0.5, 0.5, 1.0, 0.5, 1.0]


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
    assert any("routing loop" in a for a in found.assumptions)


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
    # What both of the last stores get is counted to the bound.
    assert max(s.events for s in found.loads) == 2 * MOST_EVENTS
    assert len(found.loads) == 2 + 1 + 60 * 3 + 1


def assumed(text: str, traffic: TrafficProfile = MEDIUM) -> dict[str, str]:
    """What an estimate says that it took from the traffic profile, by the names of the settings."""
    (said,) = [each for each in walked(text, traffic).assumptions if each.startswith("traffic")] or [": "]
    return dict(each.split(" ", 1) for each in said.split(": ", 2)[2].split(", ")) if said != ": " else {}


def test_an_estimate_says_which_figures_of_the_traffic_it_used() -> None:
    concat = section("filter", "@type concat\nkey log\nmultiline_start_regexp /^\\d/")
    grep = section("filter", "@type grep\n<regexp>\nkey log\npattern /x/\n</regexp>")
    used = assumed(TAIL + concat + grep + NULL, TrafficProfile(continuation=0.25, kept=0.5))
    assert (used["continuation"], used["kept"]) == ("0.25", "0.5")
    assert "grok-miss" not in used and "message-events" not in used
    assert "message-events" in assumed(FORWARD + NULL)


def test_what_an_estimate_names_can_be_set() -> None:
    settable = {key.name for key in TRAFFIC}
    settled = {"sender_tag_parts", "new_files", "new_pods", "in_cluster", "rejected", "given"}
    asked = NotedTraffic(TrafficProfile(partial=0.1, alternatives=(0.5, 0.5), app_keys=("a",), text_bytes=5.0, nested_fields=1.0))
    for field in dataclasses.fields(TrafficProfile):
        getattr(asked, field.name)
    named = {each.split(" ")[0] for each in asked.words().split(", ") if " " in each}
    assert named <= settable
    told = {"line-bytes", "runtime", "lines", "branches", "holds", "events-per-second", "preset", "samples", "stages"}
    assert settable - named == told
    fields = {field.name for field in dataclasses.fields(TrafficProfile)}
    assert fields == {name.replace("-", "_") for name in settable - {"preset", "samples"}} | settled

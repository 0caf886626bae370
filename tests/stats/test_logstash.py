"""Answers of Logstash 7.17.29 and 8.19.9: recorded ones, and others made by hand in the same fields, for states that no run
was in. Expected values by hand, or Logstash's own."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from pipelint.engines.logstash.monitor import LogstashMonitor
from pipelint.graph.stage import Kind
from pipelint.stats.model import HotThread, Snapshot
from pipelint.stats.remarks import remarks
from tests import command_line

DATA = Path(__file__).parents[1] / "data" / "logstash-made"
RECORDED = Path(__file__).parents[2] / "examples" / "articles" / "logstash-tuning"
SEVEN: dict[str, Any] = json.loads((DATA / "node-stats-7.17.json").read_text())
EIGHT: dict[str, Any] = json.loads((DATA / "node-stats.json").read_text())


def read(answer: dict[str, Any]) -> Snapshot:
    found = LogstashMonitor().snapshot(answer)
    assert found is not None
    return found


def said(answer: dict[str, Any]) -> dict[str, str]:
    """By its code how each finding is said; the notes together under "note"."""
    found = remarks(read(answer))
    notes = " ".join(remark.message for remark in found if remark.severity is None)
    return {remark.code: f"{remark.severity.word}: {remark.message}" for remark in found if remark.severity} | {"note": notes}


# What the article's script prints: in, duration_in_millis, percentage, events/ms, ms/event, with the totals of the pipeline
# (1,200,000 ms and 4,560,000 ms), by hand.
COLUMNS = {
    "7.17": {
        "parse_line": (1_800_000, 540_000, 45, 3.33, 0.3),
        "take_time": (1_800_000, 126_000, 10, 14.29, 0.07),
        "mark_billing": (450_000, 9_000, 1, 50.0, 0.02),
        "store": (1_800_000, 180_000, 15, 10.0, 0.1),
        "tell_billing": (450_000, 225_000, 19, 2.0, 0.5),
    },
    "8.19": {
        "parse_line": (3_600_000, 912_000, 20, 3.95, 0.2533),
        "take_time": (3_600_000, 216_000, 5, 16.67, 0.06),
        "mark_billing": (900_000, 18_000, 0, 50.0, 0.02),
        "store": (3_600_000, 396_000, 9, 9.09, 0.11),
        "tell_billing": (900_000, 2_736_000, 60, 0.33, 3.04),
    },
}
# The same of what was recorded: of 7.17.29 (272,881 ms), of 8.19.9 (115,902 ms).
OF_RECORDED = {
    "node-stats-7.17.json": {
        "parse_line": (555_125, 42_731, 16, 12.99, 0.077),
        "mask_clients": (555_125, 6_150, 2, 90.26, 0.0111),
        "mark_failure": (138_781, 2_068, 1, 67.11, 0.0149),
        "store": (555_125, 18_541, 7, 29.94, 0.0334),
        "tell_payment": (138_781, 188_660, 69, 0.74, 1.3594),
    },
    "node-stats.json": {
        "parse_line": (203_375, 34_959, 30, 5.82, 0.1719),
        "mask_clients": (203_375, 3_593, 3, 56.6, 0.0177),
        "mark_failure": (50_843, 1_315, 1, 38.66, 0.0259),
        "store": (203_375, 10_349, 9, 19.65, 0.0509),
        "tell_payment": (50_843, 61_551, 53, 0.83, 1.2106),
    },
}
LINES_OF_RECORDED = {"from_shop": 3, "parse_line": 14, "mask_clients": 19, "mark_failure": 24, "store": 31, "tell_payment": 36}
LINES = {"from_shippers": 3, "parse_line": 12, "take_time": 16, "mark_billing": 22, "store": 29, "tell_billing": 35}


@pytest.mark.parametrize(
    ("answer", "folder", "columns", "lines", "unnamed"),
    [
        ("node-stats-7.17.json", DATA, COLUMNS["7.17"], LINES, 20),
        ("node-stats.json", DATA, COLUMNS["8.19"], LINES, 20),
        *((name, RECORDED, columns, LINES_OF_RECORDED, 18) for name, columns in OF_RECORDED.items()),
    ],
)
def test_the_columns_are_those_of_the_articles_script(
    answer: str, folder: Path, columns: dict[str, tuple[float, ...]], lines: dict[str, int], unnamed: int
) -> None:
    done = command_line.pipelint("stats", answer, "main.conf", "--format", "json", cwd=folder)
    plugins = {each["id"]: each for each in json.loads(done.stdout)["pipelines"][0]["plugins"]}
    for name, (came, ms, percent, per_ms, per_event) in columns.items():
        each = plugins[name]
        assert (each["in"], each["ms"], round(each["share"] * 100)) == (came, ms, percent)
        assert (round(each["events_per_ms"], 2), round(each["ms_per_event"], 4)) == (per_ms, per_event)
    assert {name: each["line"] for name, each in plugins.items() if name in lines} == lines
    # The one without an id, by its order among those of its kind.
    assert [each["line"] for name, each in plugins.items() if name not in lines] == [unnamed]


def test_a_recorded_answer_has_the_milliseconds_by_events_that_logstash_says_itself() -> None:
    answer = json.loads((RECORDED / "node-stats.json").read_text())
    done = command_line.pipelint("stats", "node-stats.json", "--format", "json", cwd=RECORDED)
    found = {each["id"]: each["ms_per_event"] for each in json.loads(done.stdout)["pipelines"][0]["plugins"]}
    plugins = answer["pipelines"]["main"]["plugins"]
    said = {
        each["id"]: each["flow"]["worker_millis_per_event"]["lifetime"] for each in (*plugins["filters"], *plugins["outputs"])
    }
    assert len(said) == 6
    assert {name: found[name] for name in said} == pytest.approx(said, rel=0.002)


def test_the_workers_of_a_pipeline_are_known_since_8() -> None:
    assert (read(SEVEN).pipelines[0].workers, read(EIGHT).pipelines[0].workers) == (None, 4)
    printed = command_line.pipelint("stats", "node-stats.json", cwd=DATA).stdout.decode()
    # 4,560 s of work in 1,200 s.
    assert "4,560.0 s of its workers (95% of 4), in 1,200 s, 3,000 events/s" in printed


def test_the_table_is_no_wider_than_it_must_be() -> None:
    answer = copy.deepcopy(EIGHT)
    answer["pipelines"][".monitoring-logstash"] = {"events": {"in": 0, "out": 0}, "plugins": {}}
    words = ("stats", "-", "main.conf")
    printed = command_line.pipelint(*words, cwd=DATA, stdin=json.dumps(answer).encode()).stdout.decode()
    table = printed.partition("\n\n")[0].splitlines()
    assert table[1:3] == [
        "time (ms)  share  events in        out  ms/event  events/ms  events/s  plugin",
        "2,736,000  60.0%    900,000    900,000    3.0400       0.33       750  output http tell_billing  main.conf:35",
    ]
    # Of an id that Logstash has made the first digits are enough.
    assert "50.00     3,000  filter mutate 5b1a7f90  main.conf:20" in printed
    assert "pipeline .monitoring-logstash: 0 events in, 0 out, in 1,200 s, 0 events/s\n\n" in printed


def test_what_is_calm_is_said_as_well() -> None:
    found = said(SEVEN)
    assert set(found) == {"ST104", "note"}
    # 1 / (1 - 0.45)
    assert found["ST104"] == "info: filter grok parse_line takes 45% of the workers' time, 0.3 ms an event"
    assert "garbage collector took 1.0% of the time: memory is not what holds it back" in found["note"]
    assert "inputs waited 2.0 s to hand over events, filters and outputs worked 1,200.0 s: they do not wait" in found["note"]


def test_a_slow_output_a_full_queue_and_garbage_are_told() -> None:
    found = said(EIGHT)
    assert found["ST101"] == "warning: JVM: its garbage collector took 10.3% of the time, 88% of the heap is used just now"
    assert found["ST103"].startswith("warning: inputs waited 5,472.0 s to hand over events, filters and outputs worked 4,560.0 s")
    assert found["ST105"].startswith(
        "warning: output http tell_billing takes 60% of the workers' time, 3.04 ms an event: the other"
    )
    assert set(found) == {"ST101", "ST103", "ST105", "note"}


def test_two_answers_give_rates() -> None:
    words = ("stats", "node-stats.json", "main.conf", "--later", "node-stats-later.json", "--format", "json")
    found = json.loads(command_line.pipelint(*words, cwd=DATA).stdout)
    output = next(each for each in found["pipelines"][0]["plugins"] if each["id"] == "tell_billing")
    assert (found["seconds"], output["in"], output["ms"], output["line"]) == (60, 45_000, 136_800, 35)
    assert [each["locations"][0]["start"]["line"] for each in found["findings"] if each["locations"]] == [3, 35]


def changed(answer: dict[str, Any], *path: str, to: object) -> dict[str, Any]:
    out = copy.deepcopy(answer)
    at = out
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = to
    return out


def test_thresholds_are_where_the_documents_have_them() -> None:
    main = ("pipelines", "main")
    heap = changed(SEVEN, "jvm", "mem", "heap_used_percent", to=90)
    assert said(heap)["ST102"].startswith("info: JVM: 90% of the heap is used just now, it may be too small")
    assert "ST102" not in said(changed(SEVEN, "jvm", "mem", "heap_used_percent", to=89))
    # A thirteenth of 900 s is 69.23 s.
    young = ("jvm", "gc", "collectors", "young", "collection_time_in_millis")
    assert "ST101" in said(changed(SEVEN, *young, to=69_231 - 1_200))
    assert "ST101" not in said(changed(SEVEN, *young, to=69_229 - 1_200))
    # Inputs that waited a tenth of the time, or of what the workers worked, may wait; as long as these worked, they do.
    waited = (*main, "events", "queue_push_duration_in_millis")
    assert "ST103" not in said(changed(SEVEN, *waited, to=89_999))
    assert said(changed(SEVEN, *waited, to=90_000))["ST103"].endswith("these may be too slow for them")
    assert said(changed(SEVEN, *waited, to=1_200_000))["ST103"].startswith("warning")
    # Where all workers work all the time, and an input waits meanwhile, it waits for them: 90 % of 4 x 1,200 s, and 120 s.
    full = changed(changed(EIGHT, *waited, to=120_000), *main, "events", "duration_in_millis", to=4_320_000)
    assert said(full)["ST103"].startswith("warning: inputs waited 120.0 s")
    assert said(full)["ST105"].startswith("warning")
    assert said(changed(full, *main, "events", "duration_in_millis", to=4_319_999))["ST103"].startswith("info")
    assert "ST103" not in said(changed(full, *waited, to=119_999))
    # To a disk inputs wait, too.
    disk = changed(changed(SEVEN, *waited, to=1_200_000), *main, "queue", "type", to="persisted")
    assert said(disk)["ST103"].startswith("info")
    assert "the queue's disk or these may be too slow" in said(disk)["ST103"]
    # Hot from a quarter on.
    assert "ST104" not in said(changed(SEVEN, *main, "events", "duration_in_millis", to=2_160_001))
    assert "ST104" in said(changed(SEVEN, *main, "events", "duration_in_millis", to=2_160_000))
    # Of a second of work nothing is said.
    idle = changed(SEVEN, *main, "events", "duration_in_millis", to=999)
    assert set(said(idle)) == {"note"}


def test_an_output_holds_others_only_where_there_are_some_with_events() -> None:
    alone = copy.deepcopy(EIGHT)
    alone["pipelines"]["main"]["plugins"]["outputs"][0]["events"].update({"in": 0, "out": 0, "duration_in_millis": 0})
    assert "ST105" not in said(alone)
    assert said(alone)["ST104"].startswith("warning: output http tell_billing takes 60%")


def test_hot_threads_are_the_same_as_json_and_for_people() -> None:
    as_json = read(json.loads((DATA / "hot-threads.json").read_text())).threads
    as_text = LogstashMonitor().text((DATA / "hot-threads.txt").read_text())
    assert as_text is not None
    assert as_text.threads == as_json
    assert as_json[0] == HotThread("[main]>worker2", 61.4, "runnable", "main", True, Kind.OUTPUT, "http")
    assert [(each.kind and each.kind.value, each.plugin) for each in as_json] == [
        ("output", "http"), ("filter", "grok"), ("filter", "grok"), ("output", "http"), ("source", "beats"), (None, ""),
    ]  # fmt: skip
    assert LogstashMonitor().text("Hot threads are nice") is None


@pytest.mark.parametrize(
    ("name", "trace", "where"),
    [
        ("[a b]>worker10", "RUBY.filter(/x/lib/logstash/filters/ruby.rb:93)", (True, "a b", Kind.FILTER, "ruby")),
        ("[main]>worker0", "RUBY.filter(/x/lib/logstash/filters/base.rb:190)", (True, "main", None, "")),
        ("[main]>worker0", "org.logstash.dissect.Dissector.dissect(Dissector.java:1)", (True, "main", Kind.FILTER, "dissect")),
        ("[main]>worker0", "org.logstash.plugins.filters.Uuid.filter(Uuid.java:9)", (True, "main", Kind.FILTER, "uuid")),
        ("[main]>worker0", "RUBY.bulk(/x/logstash/outputs/aws/client.rb:1)", (True, "main", Kind.OUTPUT, "aws")),
        ("[main]<http", "java.lang.Object.wait(Native Method)", (False, "main", Kind.SOURCE, "http")),
        ("defaultEventExecutorGroup-4", "org.logstash.beats.BeatsHandler.read(BeatsHandler)", (False, "", Kind.SOURCE, "beats")),
        ("Ruby-0-Thread-7", "java.lang.Object.wait(Native Method)", (False, "", None, "")),
    ],
)  # fmt: skip
def test_a_thread_is_in_the_plugin_that_its_stack_names_first(name: str, trace: str, where: tuple[object, ...]) -> None:
    answer = {"hot_threads": {"threads": [{"name": name, "percent_of_cpu_time": 1.0, "state": "runnable", "traces": [trace]}]}}
    (found,) = read(answer).threads
    assert (found.worker, found.pipeline, found.kind, found.plugin) == where


def test_a_hot_thread_is_shown_at_the_line_of_its_plugin_or_at_all_that_it_may_be() -> None:
    words = ("stats", "node-stats.json", "main.conf", "--threads", "hot-threads.json")
    printed = command_line.pipelint(*words, "--format", "concise", cwd=DATA).stdout.decode()
    assert (
        "main.conf:35:5: info[ST108] 2 threads of pipeline main used 59% to 61% of a CPU each since the start, and were in"
        in printed
    )
    assert "main.conf:12:3: info[ST108] 2 threads of pipeline main used 60% to 61%" in printed
    assert (
        "node-stats.json: note: warning[ST101] garbage-collection: JVM: its garbage collector took 10.3% of the time" in printed
    )
    answer = json.loads((DATA / "hot-threads.json").read_text())
    answer["hot_threads"]["threads"][0]["traces"] = ["RUBY.filter(/x/lib/logstash/filters/mutate.rb:1)"]
    found = command_line.pipelint("stats", "-", "main.conf", cwd=DATA, stdin=json.dumps(answer).encode()).stdout.decode()
    assert "in filter mutate just now (one of main.conf:20, main.conf:22); where" in found
    cool = changed(
        answer, "hot_threads", "threads", to=[{"name": "a", "percent_of_cpu_time": 49.9, "state": "runnable", "traces": []}]
    )
    found = command_line.pipelint("stats", "-", cwd=DATA, stdin=json.dumps(cool).encode()).stdout.decode()
    assert "note: no thread used half of a CPU since the start: most did a, 50%\n" in found


def test_a_thread_is_in_a_plugin_of_its_own_pipeline(tmp_path: Path) -> None:
    (tmp_path / "pipelines.yml").write_text("- pipeline.id: a\n  path.config: a.conf\n- pipeline.id: b\n  path.config: b.conf\n")
    for name in "ab":
        text = 'input { beats { } }\nfilter { grok { match => { "message" => "^%{WORD:a}" } } }\noutput { stdout { } }\n'
        (tmp_path / f"{name}.conf").write_text(text)
    threads = [
        {"name": "[b]>worker0", "percent_of_cpu_time": 80, "state": "runnable", "traces": ["(/x/logstash/filters/grok.rb:1)"]}
    ]
    (tmp_path / "a.json").write_text(json.dumps({"hot_threads": {"threads": threads}}))
    printed = command_line.pipelint("stats", "a.json", ".", "--format", "concise", cwd=tmp_path).stdout.decode()
    assert printed.startswith(
        "b.conf:2:10: info[ST108] thread [b]>worker0 used 80% of a CPU since the start, and was in filter grok"
    )


def test_two_pipelines_may_say_the_same_of_their_plugins(tmp_path: Path) -> None:
    (tmp_path / "pipelines.yml").write_text("- pipeline.id: a\n  path.config: a.conf\n- pipeline.id: b\n  path.config: b.conf\n")
    for name in "ab":
        (tmp_path / f"{name}.conf").write_text('input { beats { id => "in" } }\noutput { stdout { id => "out" } }\n')
    plugins = {"inputs": [{"id": "in", "name": "beats", "events": {"out": 5}}], "outputs": [{"id": "out", "name": "stdout"}]}
    (tmp_path / "a.json").write_text(json.dumps({"pipelines": {"a": {"plugins": plugins}, "b": {"plugins": plugins}}}))
    words = ("stats", "a.json", ".", "--format", "json", "--profile", "p.toml")
    found = json.loads(command_line.pipelint(*words, cwd=tmp_path).stdout)
    places = [(each["name"], plugin["id"], plugin["path"]) for each in found["pipelines"] for plugin in each["plugins"]]
    assert places == [("a", "in", "a.conf"), ("a", "out", "a.conf"), ("b", "in", "b.conf"), ("b", "out", "b.conf")]
    # Both are in the profile: half of the lines enter each of them.
    assert (tmp_path / "p.toml").read_text().count("\nevents = 0.5\n") == 2


@pytest.mark.parametrize("form", ["sarif", "github", "gitlab", "junit"])
def test_findings_go_into_all_formats_of_a_check(form: str) -> None:
    done = command_line.pipelint("stats", "node-stats.json", "main.conf", "--format", form, cwd=DATA)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ST105" in done.stdout

"""What ``pipelint stats`` makes of answers of monitoring APIs: recorded ones of Fluentd, one in the shape of Logstash 8."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import command_line
from tests.bench.sink import sink

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "monitor-fluentd.json").read_text())

# The totals and the inputs' and filter's numbers of the tuning article's own answers (its beats, its mutate, its output).
NODE = {
    "host": "node", "version": "8.14.3",
    "jvm": {
        "uptime_in_millis": 600_000, "mem": {"heap_used_percent": 61},
        "gc": {"collectors": {"young": {"collection_time_in_millis": 5_000}, "old": {"collection_time_in_millis": 1_000}}},
    },
    "pipelines": {
        "main": {
            "events": {
                "in": 1_188_268, "filtered": 1_188_268, "out": 1_188_268,
                "duration_in_millis": 232_439, "queue_push_duration_in_millis": 343_816,
            },
            "plugins": {
                "inputs": [
                    {"id": "beats", "name": "beats", "events": {"out": 1_188_268, "queue_push_duration_in_millis": 46_097}},
                ],
                "codecs": [{"id": "plain_1", "name": "plain", "decode": {"out": 0}}],
                "filters": [
                    {"id": "set_service", "name": "mutate",
                     "events": {"in": 1_188_267, "out": 1_188_267, "duration_in_millis": 13_925}},
                    {"id": "b8e1", "name": "grok", "events": {"in": 1_000, "out": 1_000, "duration_in_millis": 0}},
                    {"id": "77aa", "name": "grok"},
                ],
                "outputs": [
                    {"id": "logservice", "name": "logservice",
                     "events": {"in": 1_101_868, "out": 1_101_189, "duration_in_millis": 160_058}},
                ],
            },
        },
        ".monitoring-logstash": {"events": None, "plugins": {"inputs": [], "filters": [], "outputs": []}},
    },
}  # fmt: skip
PIPELINE = """\
input { beats { id => "beats" port => 5044 } }
filter {
  mutate { id => "set_service" add_field => { "service" => "a" } }
  grok { match => { "message" => "%{WORD:a}" } }
  grok { match => { "message" => "%{WORD:b}" } }
}
output { logservice { id => "logservice" } }
"""


def stats(folder: Path, *words: str) -> CompletedProcess[str]:
    return command_line.text_of(command_line.pipelint("stats", *words, cwd=folder))


def test_the_columns_are_those_of_the_articles_script(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(NODE))
    (tmp_path / "main.conf").write_text(PIPELINE)
    done = stats(tmp_path, "a.json", "main.conf", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    plugins = {each["id"]: each for each in found["pipelines"][0]["plugins"]}
    mutate, output = plugins["set_service"], plugins["logservice"]
    # By hand: round(in / ms, 2), round(ms / in, 4), round(ms / all ms, 2).
    assert (round(mutate["events_per_ms"], 2), round(mutate["ms_per_event"], 4), round(mutate["share"], 2)) == (
        85.33,
        0.0117,
        0.06,
    )
    assert (round(output["events_per_ms"], 2), round(output["ms_per_event"], 4), round(output["share"], 2)) == (
        6.88,
        0.1453,
        0.69,
    )
    # The script leaves out what has no events or took no time.
    assert plugins["b8e1"]["ms_per_event"] is plugins["77aa"]["ms_per_event"] is plugins["beats"]["share"] is None
    assert {each["id"]: each["line"] for each in plugins.values()} == {
        "beats": 1, "set_service": 3, "b8e1": 4, "77aa": 5, "logservice": 7,
    }  # fmt: skip
    assert [each["id"] for each in found["pipelines"][0]["plugins"]][:2] == ["logservice", "set_service"]


def test_what_the_article_reads_off_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(NODE))
    done = stats(tmp_path, "a.json")
    waited = "inputs waited 343.8 s to hand over events, filters and outputs worked 232.4 s: these are too slow for them"
    assert f"warning[ST103] inputs-wait: pipeline main: {waited}; " in done.stdout
    assert (
        "hot-stage: pipeline main: output logservice logservice takes 69% of the workers' time, 0.145 ms an event" in done.stdout
    )
    # It is the only one.
    assert "output-holds-others" not in done.stdout
    assert (
        "note: JVM: 61% of the heap is used just now, its garbage collector took 1.0% of the time: memory is not" in done.stdout
    )
    assert "pipeline main: 1,188,268 events in, 1,188,268 out, 232.4 s of its workers, in 600 s, 1,980 events/s\n" in done.stdout
    # The article's numbers beside these are of another answer: 343,816 ms waited, 2,324,391 ms worked.
    calm = copy.deepcopy(NODE)
    calm["pipelines"]["main"]["events"].update(duration_in_millis=2_324_391)  # type: ignore[index]
    (tmp_path / "calm.json").write_text(json.dumps(calm))
    assert "info[ST103] inputs-wait" in stats(tmp_path, "calm.json").stdout


def test_two_answers_give_rates(tmp_path: Path) -> None:
    later = copy.deepcopy(NODE)
    later["jvm"]["uptime_in_millis"] = 610_000  # type: ignore[index]
    later["pipelines"]["main"]["plugins"]["filters"][1]["events"] = {"in": 3_000, "out": 3_000, "duration_in_millis": 50}  # type: ignore[index]
    (tmp_path / "a.json").write_text(json.dumps(NODE))
    (tmp_path / "b.json").write_text(json.dumps(later))
    found = json.loads(stats(tmp_path, "a.json", "--later", "b.json", "--format", "json").stdout)
    assert found["seconds"] == 10
    grok = next(each for each in found["pipelines"][0]["plugins"] if each["id"] == "b8e1")
    assert (grok["in"], grok["ms"], grok["ms_per_event"]) == (2_000, 50, 0.025)
    assert " 200  filter grok b8e1" in stats(tmp_path, "a.json", "--later", "b.json").stdout
    done = stats(tmp_path, "b.json", "--later", "a.json")
    assert done.returncode == 2
    assert "not later than the first" in done.stderr


def test_a_real_fluentd_is_read_and_found_in_its_config(tmp_path: Path) -> None:
    (tmp_path / "fluent.conf").write_text(RECORDED["config"])
    for name, answer in zip("ab", RECORDED["answers"], strict=True):
        (tmp_path / f"{name}.json").write_text(json.dumps(answer))
    found = json.loads(stats(tmp_path, "a.json", "fluent.conf", "--later", "b.json", "--format", "json").stdout)
    seen = {(each["kind"], each["plugin"]): each for each in found["pipelines"][0]["plugins"]}
    lines = RECORDED["config"].splitlines()
    for (_, plugin), each in seen.items():
        # Where a section begins, its type is on the next line.
        assert plugin in lines[each["line"]]
    assert {name: each["in"] for (_, name), each in seen.items()} == {
        "monitor_agent": None, "forward": None, "copy": None, "file": 5_000, "null": 5_000,
        "record_transformer": 5_000, "grep": 5_000,
    }  # fmt: skip
    done = stats(tmp_path, "b.json", "--later", "a.json")
    assert done.returncode == 2
    assert "lower than before" in done.stderr


def test_what_waits_in_buffers_is_said(tmp_path: Path) -> None:
    answer = copy.deepcopy(RECORDED["answers"][1])
    file = next(each for each in answer["plugins"] if each["type"] == "file")
    # What monitor_agent calls retry_count are all errors since the start; its retry is that of now.
    file.update(buffer_total_queued_size=12_345_678, retry_count=5, retry={"start": "2026-11-23 08:00:00 +0000", "steps": 2})
    (tmp_path / "a.json").write_text(json.dumps(answer))
    printed = stats(tmp_path, "a.json").stdout
    assert "note: output file archive: 12,345,678 bytes wait in its buffer\n" in printed
    assert "warning[ST106] failing-output: output file archive is at retry 2, 5 writes failed; its receiver" in printed
    file["retry"] = {}
    (tmp_path / "a.json").write_text(json.dumps(answer))
    assert "info[ST106] failing-output: output file archive: 5 writes failed\n" in stats(tmp_path, "a.json").stdout


def test_an_output_whose_flush_threads_write_all_the_time_is_told(tmp_path: Path) -> None:
    later = copy.deepcopy(RECORDED["answers"][1])
    file = next(each for each in later["plugins"] if each["type"] == "file")
    words = ("a.json", "fluent.conf", "--later", "b.json", "--interval", "10s", "--format", "concise")
    (tmp_path / "a.json").write_text(json.dumps(RECORDED["answers"][0]))

    def told(ms: int, config: str = RECORDED["config"]) -> str:
        (tmp_path / "fluent.conf").write_text(config)
        file["flush_time_count"] = 2 + ms
        (tmp_path / "b.json").write_text(json.dumps(later))
        return stats(tmp_path, *words).stdout

    # Nine of ten seconds, of one thread; of two and of two workers half and a quarter of it.
    line = next(number for number, text in enumerate(RECORDED["config"].splitlines(), 1) if "@type file" in text) - 1
    assert f"fluent.conf:{line}:3: warning[ST109] output file archive: its flush thread writes 90% of the time" in told(9_000)
    assert "ST109" not in told(8_999)
    two = RECORDED["config"].replace("flush_mode interval", "flush_mode interval\n      flush_thread_count 2")
    assert "ST109" not in told(17_999, two)
    assert "its 2 flush threads write 90% of the time" in told(18_000, two)
    assert "ST109" not in told(18_000, two.replace("log_level warn", "log_level warn\n  workers 2"))
    assert "ST109" not in told(18_000, two.replace("count 2", "count \"#{ENV['N']}\""))


def test_a_stored_answer_may_come_from_standard_input_and_the_time_between_two_be_said(tmp_path: Path) -> None:
    first, second = (json.dumps(answer) for answer in RECORDED["answers"])
    (tmp_path / "b.json").write_text(second)
    words = ("stats", "-", "--later", "b.json", "--interval", "10s")
    done = command_line.text_of(command_line.pipelint(*words, cwd=tmp_path, stdin=first.encode()))
    # 5,000 events between them.
    assert " 500  filter grep" in done.stdout


# The times and counts of the article on tuning Fluentd without plugins, which it reads as "like 4000 entries/s".
COUNTS = [
    ("04:14:26", 43_250), ("04:14:36", 38_101), ("04:14:47", 43_251), ("04:14:57", 43_250), ("04:15:07", 39_131),
    ("04:15:18", 39_131), ("04:15:28", 42_221), ("04:15:37", 38_101), ("04:15:48", 43_250), ("04:15:57", 38_102),
]  # fmt: skip


def test_the_messages_of_kafkas_output_give_the_rate_of_the_article(tmp_path: Path) -> None:
    lines = [f"2022-01-01 {time} +0000 [debug]: #0 [kafka] {count} messages send." for time, count in COUNTS]
    (tmp_path / "fluentd.log").write_text("\n".join(["2022-01-01 04:14:20 +0000 [info]: starting", *lines, ""]))
    (tmp_path / "fluent.conf").write_text("<match **>\n  @type kafka2\n  @id kafka\n</match>\n")
    found = json.loads(stats(tmp_path, "fluentd.log", "fluent.conf", "--format", "json").stdout)
    (output,) = found["pipelines"][0]["plugins"]
    # By hand: all but the first line, 364,538 messages in 91 seconds, 4,006 a second.
    assert (output["id"], output["in"], found["seconds"], output["line"]) == ("kafka", 364_538, 91, 1)
    assert " 4,010  output" in stats(tmp_path, "fluentd.log").stdout


def test_a_url_is_asked_and_asked_again(tmp_path: Path) -> None:
    answers = [json.dumps(each).encode() for each in RECORDED["answers"]]

    def respond(data: bytes) -> tuple[bytes, bytes]:
        body = answers.pop(0)
        return b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body), b""

    with sink(respond) as found:
        done = stats(tmp_path, f"http://{found.to}/api/plugins.json", "--interval", "500ms")
    assert (done.returncode, done.stderr) == (0, "")
    # 5,000 events in half a second and what the asking took.
    (line,) = (line.split() for line in done.stdout.splitlines() if "  filter grep" in line)
    assert (line[0], 0 < float(line[1].replace(",", "")) <= 10_000) == ("5,000", True)


@pytest.mark.parametrize(
    ("path", "answer", "engine"),
    [
        (b"/api/plugins.json", json.dumps(RECORDED["answers"][0]), "fluentd"),
        (b"/_node/stats", json.dumps(NODE), "logstash"),
        (b"/stats", '{"libbeat": {}}', "beats"),
        (b"/elsewhere", "{}", ""),
    ],
)
def test_of_a_host_and_a_port_the_places_where_engines_answer_are_asked(
    path: bytes, answer: str, engine: str, tmp_path: Path
) -> None:
    def respond(data: bytes) -> tuple[bytes, bytes]:
        head, body = (b"200 OK", answer.encode()) if data.startswith(b"GET %s " % path) else (b"404 Not Found", b"{}")
        return b"HTTP/1.0 %s\r\nContent-Length: %d\r\n\r\n%s" % (head, len(body), body), b""

    with sink(respond) as found:
        done = stats(tmp_path, f"http://{found.to}", "--format", "json")
    if engine:
        assert (done.returncode, json.loads(done.stdout)["engine"]) == (0, engine)
    else:
        assert (done.returncode, done.stderr) == (2, f"pipelint: http://{found.to}: Not Found\n")


def test_watching_ends_with_the_engine_and_shows_what_was_between_each_two_answers(tmp_path: Path) -> None:
    first, second = RECORDED["answers"]
    answers = [json.dumps(each).encode() for each in (first, second, second)]

    def respond(data: bytes) -> tuple[bytes, bytes]:
        body = answers.pop(0) if answers else b"gone"
        return b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body), b""

    (tmp_path / "fluent.conf").write_text(RECORDED["config"])
    with sink(respond) as found:
        done = stats(tmp_path, f"http://{found.to}/", "fluent.conf", "--watch", "10ms")
    assert done.returncode == 2
    assert "is no answer of a monitoring API" in done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines() if "  filter grep" in line] == ["5,000", "0"]
    assert done.stdout.count("fluent.conf:22") == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("none.json",), "none.json: No such file or directory"),
        (("text",), "text: is no answer of a monitoring API, and no log with counts, that pipelint knows"),
        (("other.json",), "other.json: is no answer of a monitoring API"),
        (("http://127.0.0.1:1/",), "http://127.0.0.1:1/: Connection refused"),
        (("http://[",), "http://["),
        (("a.json", "--interval", "soon"), '"soon" is not a time such as 10s'),
        (("a.json", "--watch", "1s", "--later", "a.json"), "choose one of them"),
        (("a.json", "--watch", "0"), '"0" is not a time such as 10s'),
        (("a.json", "logstash.conf"), "these configs are not fluentd's"),
        (("a.json", "broken.conf"), "broken.conf"),
    ],
)
def test_what_cannot_be_read_is_said(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(RECORDED["answers"][0]))
    (tmp_path / "other.json").write_text('{"plugins": [1]}')
    (tmp_path / "text").write_text("[]")
    (tmp_path / "logstash.conf").write_text(PIPELINE)
    (tmp_path / "broken.conf").write_text("<source>\n  @type forward\n")
    done = stats(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert why in " ".join(done.stderr.replace("│", " ").split())

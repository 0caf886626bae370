"""Logstash's hot threads: what ``GET /_node/hot_threads`` answers, as JSON or for people (``human=true``)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pipelint.graph.stage import Kind
from pipelint.stats.model import HotThread, JsonMap, Snapshot

# logstash-core/lib/logstash/java_pipeline.rb names the threads of workers and inputs.
_WORKER = re.compile(r"\[(?P<pipeline>.+)\]>worker\d+$")
_INPUT = re.compile(r"\[(?P<pipeline>.+)\]<(?P<plugin>[\w.-]+)")
# Where a frame of a plugin was compiled from; the base classes of all plugins are beside them.
_RUBY = re.compile(r"logstash/(inputs|filters|outputs)/(?!base\b|threadable\b)(\w+)(?:\.rb|/)")
_JAVA = re.compile(r"\borg\.logstash\.(?:plugins\.)?(?:(inputs|filters|outputs)\.(\w+)|(beats)\.|(dissect)\.)")
_KINDS = {"inputs": Kind.SOURCE, "filters": Kind.FILTER, "outputs": Kind.OUTPUT, "beats": Kind.SOURCE, "dissect": Kind.FILTER}
# logstash-core/locales/en.yml, logstash.web_api.hot_threads
_TITLE = re.compile(
    r"^(?P<percent>[\d.]{1,12}) % of cpu usage, state: (?P<state>\w+), thread name: '(?P<name>.*?)', thread id: \d+", re.MULTILINE
)


def threads_of(answer: JsonMap) -> Snapshot | None:
    """The threads of a JSON answer; None for any other."""
    said = answer.get("hot_threads")
    listed = said.get("threads") if isinstance(said, dict) else None
    if not isinstance(listed, list):
        return None
    found = []
    for each in listed:
        if isinstance(each, dict) and isinstance(percent := each.get("percent_of_cpu_time"), int | float):
            traces = each.get("traces")
            frames = traces if isinstance(traces, list) else str(traces).splitlines()
            found.append(_thread(str(each.get("name", "")), float(percent), str(each.get("state", "")), map(str, frames)))
    return Snapshot("logstash", str(answer.get("version", "")), (), threads=tuple(found))


def threads_in(text: str) -> Snapshot | None:
    """The threads of an answer for people; None for any other text."""
    titles = list(_TITLE.finditer(text))
    if not titles and not ("Hot threads at " in text and "busiestThreads=" in text):
        return None
    ends = [*(title.start() for title in titles[1:]), len(text)]
    found = [
        _thread(title["name"], _number(title["percent"]), title["state"], text[title.end() : end].splitlines())
        for title, end in zip(titles, ends, strict=True)
    ]
    return Snapshot("logstash", "", (), threads=tuple(found))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _thread(name: str, percent: float, state: str, frames: Iterable[str]) -> HotThread:
    worker, reader = _WORKER.match(name), _INPUT.match(name)
    named = worker or reader
    pipeline = named["pipeline"] if named else ""
    for frame in frames:
        if found := _RUBY.search(frame):
            return HotThread(name, percent, state, pipeline, worker is not None, _KINDS[found[1]], found[2])
        if found := _JAVA.search(frame):
            part = found[1] or found[3] or found[4]
            return HotThread(name, percent, state, pipeline, worker is not None, _KINDS[part], (found[2] or part).lower())
    if reader:
        return HotThread(name, percent, state, pipeline, False, Kind.SOURCE, reader["plugin"])
    return HotThread(name, percent, state, pipeline, worker is not None)

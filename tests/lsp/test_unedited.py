"""What is kept of the sections that nobody types in: after each edit the findings are those of a server that keeps nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.lsp_texts import fluentd, logstash
from pipelint.base.finding import Severity
from pipelint.checker.config import unedited
from pipelint.lsp.snapshot import ProjectFiles, Snapshot, take_snapshot
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from tests.lsp.configs import FLUENTD, LOGSTASH, manifest
from tests.properties import ALL
from tests.rules.test_pages import NAMES, index, page

EDITS = 12  # of a text, one after another
# Two sources of one file, a label that nothing sends to, a file that is written and read again.
SHARED = """\
<source>
  @type tail
  path /var/log/a/*.log
  pos_file /var/lib/a.pos
  tag a
  <parse>
    @type regexp
    expression /^(?<level>[A-Z]+) (?<text>.*)$/
  </parse>
</source>
<source>
  @type tail
  path /var/log/a/b.log
  pos_file /var/lib/a.pos
  tag b
  @label @B
  <parse>
    @type json
  </parse>
</source>
<match a>
  @type file
  path /var/log/a/out.log
</match>
<label @B>
  <filter **>
    @type grep
    <regexp>
      key level
      pattern /^E/
    </regexp>
  </filter>
  <match **>
    @type stdout
  </match>
</label>
"""
FIELDS = """\
input {
  beats { port => 5044 }
}
filter {
  grok { match => { "message" => "^%{WORD:level} %{NUMBER:size:int}" } }
  mutate { add_field => { "[app][name]" => "shop" } remove_field => ["level"] }
  if [level] == "DEBUG" { drop { } }
  if [app][name] == "shop" { mutate { add_field => { "kind" => "%{level}" } } }
  date { match => ["time", "ISO8601"] }
}
output {
  elasticsearch { hosts => ["https://es.example:9200"] }
}
"""


def _found(snapshot: Snapshot) -> list[str]:
    assert not any("failed" in problem.message for problem in snapshot.problems), snapshot.problems
    found = ((each.place.file_span, each.code, each.message, each.severity, _related(each)) for each in snapshot.findings)
    return sorted(map(repr, found))


def _related(finding: object) -> list[object]:
    return [(each.place.file_span, each.message) for each in getattr(finding, "related", ())]


def _typed(text: str, draw: random.Random, near: int) -> tuple[str, int]:
    """The text after an edit not far from ``near``, and where that was: a letter, a word from elsewhere in it, a comment."""
    at = min(len(text), max(0, near + draw.randrange(-40, 40))) if draw.random() < 0.9 else draw.randrange(len(text) + 1)
    line = text.rfind("\n", 0, at) + 1
    words = text.split() or ["word"]  # All of it may have been taken away.
    match draw.randrange(8):
        case 0 | 1:
            return text[:at] + draw.choice("ab1/. ") + text[at:], at
        case 2:
            return text[:at] + text[at + 1 :], at
        case 3 | 4:
            # A word becomes another one of the text.
            start = max(text.rfind(" ", 0, at), text.rfind("\n", 0, at)) + 1
            end = min(found for found in (text.find(" ", start), text.find("\n", start), len(text)) if found >= 0)
            return text[:start] + draw.choice(words) + text[end:], start
        case 5:
            return text[:line] + "# why\n" + text[line:], line
        case 6:
            return text[:line] + draw.choice(text.splitlines(keepends=True) or ["\n"]) + text[line:], line
        case _:
            end = text.find("\n", line) + 1
            return text[:line] + text[end or len(text) :], line


def _texts() -> Iterator[tuple[str, str]]:
    yield from (("fluent.conf", SHARED), ("fluent.conf", FLUENTD), ("pipeline.conf", FIELDS), ("pipeline.conf", LOGSTASH))
    yield from (("map.yaml", manifest(SHARED)), ("logstash.yaml", manifest(FIELDS, "pipeline.conf")))
    examples = [(rule, example) for rule in index().rules for example in page(rule).examples]
    # Each by a draw of its own, so that other pages change few of them.
    drawn = sorted(examples, key=lambda one: random.Random(one[1].text).random())[:25]
    for _, example in examples if ALL else drawn:
        # Beside a copy of itself it is a larger config, most of which stays as it is.
        yield NAMES[example.language], f"{example.text}\n{example.text}"


# A reference to a field that a grok of another branch captures.
BRANCHES = """\
input { redis { key => "a" } }
filter {
  if [type] == "a" {
    grok { match => { "message" => "^%{WORD:state}" } }
  } else {
    grok { match => { "message" => "^%{INT:size}" } }
    mutate { add_field => { "b" => "%{state}" } }
  }
}
output { stdout { } }
"""


def test_of_like_places_a_finding_refers_to_the_one_that_is_there_now() -> None:
    """The first of two groks loses the field while nothing else of what is found there says anything else."""
    first, project = BRANCHES + BRANCHES, Project.of_one(Settings())
    now = first.replace("WORD:state", "WORD:stat", 1)
    fresh = take_snapshot("/nowhere/p.conf", now.encode(), 0, ProjectFiles(project), "utf-16")
    beside = ProjectFiles(project)
    first_kept, kept = (take_snapshot("/nowhere/p.conf", text.encode(), 0, beside, "utf-16") for text in (first, now))
    assert _found(kept) == _found(fresh) != _found(first_kept)
    assert any(each.related for each in kept.findings)


def test_files_beside_a_config_are_as_they_were(tmp_path: Path) -> None:
    """What a Dockerfile beside a config says of its plugins is kept until somebody writes into that file."""
    path, build = tmp_path / "fluent.conf", tmp_path / "Dockerfile"
    text = "<source>\n  @type sample\n  tag a\n</source>\n<match a>\n  @type elasticsearch\n</match>\n"
    path.write_text(text)
    beside, said = ProjectFiles(Project.of_one(Settings())), []
    for number, installed in enumerate(("", "", "RUN gem install fluent-plugin-elasticsearch -v 5.4.3\n")):
        build.write_text(f"FROM fluent/fluentd:v1.16-1\nCOPY fluent.conf /fluentd/etc/\n{installed}")
        now = take_snapshot(str(path), (text + "# why"[:number]).encode(), number, beside, "utf-16")
        said.append("FD300" in {each.code for each in now.findings})
    assert said == [True, True, False]


def test_the_service_that_runs_a_text_is_edited() -> None:
    text = (
        "services:\n  logstash:\n    image: docker.elastic.co/logstash/logstash:8.13.4\n    network_mode: host\n"
        "    configs: [{source: main, target: /usr/share/logstash/pipeline/main.conf}]\nconfigs:\n  main:\n    content: |\n"
        "      input { stdin { } }\n      output { elasticsearch { hosts => ['https://localhost:9200'] } }\n"
    )
    beside, said = ProjectFiles(Project.of_one(Settings())), []
    for number, now in enumerate((text, text.replace("    network_mode: host\n", ""))):
        found = take_snapshot("/nowhere/compose.yaml", now.encode(), number, beside, "utf-16")
        said.append("LS920" in {each.code for each in found.findings})
    assert said == [False, True]


def test_what_a_comparison_has_asked_of_a_version_is_watched_all_the_same() -> None:
    """Of three versions of a Filebeat beside a config the second has another finding than the first, and the third than that."""
    text = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  filebeat.yml: |\n    filebeat.inputs:\n"
        "      - {type: filestream, fields: {app: shop}}\n    output.logstash: {hosts: ['logstash:5044']}\n    processors:\n"
        "      - rename: {fields: [{from: message, to: event.original}]}\n---\napiVersion: v1\nkind: ConfigMap\n"
        "metadata: {name: b}\ndata:\n  main.conf: |\n    input { beats { port => 5044 } }\n    filter {\n"
        "      json { source => 'message' target => 'app' }\n    }\n"
        "    output { elasticsearch { hosts => ['https://es:9200'] } }\n"
    )
    beside, said = ProjectFiles(Project.of_one(Settings())), []
    for number, now in enumerate((text, text.replace("from: message", "from: text"), text)):
        found = take_snapshot("/nowhere/config.yaml", now.encode(), number, beside, "utf-16")
        said.append("LS272" in {each.code for each in found.findings})
    assert said == [True, False, True]


def test_what_a_comparison_has_asked_is_watched_in_its_sections_too() -> None:
    """The second version has another finding than the first, the third the same, and the fourth none."""
    text = (
        "input {{ tcp {{ port => 5000 }} }}\n"
        "filter {{ grok {{ match => {{ '{}' => '^login of %{{USERNAME{}user}} from %{{DATA:a}}' }} }} }}\n"
        "output {{ elasticsearch {{ hosts => ['https://es:9200'] }} }}\n"
    )
    beside, said = ProjectFiles(Project.of_one(Settings())), []
    for number, words in enumerate((("message", ":"), ("mesasage", ":"), ("mesasage", ":"), ("mesasage", ""))):
        found = take_snapshot("/nowhere/logstash.conf", text.format(*words).encode(), number, beside, "utf-16")
        said.append("LS393" in {each.code for each in found.findings})
    assert said == [False, True, True, False]


def test_the_names_of_a_watched_section_are_a_set_as_those_of_any() -> None:
    text = (
        "input { udp { port => 5140 } }\n"
        "filter {\n  if '[user][name]' {\n    mutate { remove_field => ['[user][name]'] }\n  }\n}\n"
        "output { elasticsearch { hosts => ['https://es:9200'] } }\n"
    )
    found = take_snapshot("/nowhere/logstash.conf", text.encode(), 0, ProjectFiles(Project.of_one(Settings())), "utf-16").findings
    assert [each.severity for each in found if each.code == "LS347"] == [Severity.INFO]


def test_a_setting_that_is_typed_once_more_is_the_one_that_counts() -> None:
    source = "<source>\n  @type tail\n  path /var/log/a.log\n  pos_file /var/log/a.pos\n  tag a\n%s</source>\n"
    text = f"{source % ''}{source}<match a>\n  @type stdout\n</match>\n"
    beside, said = ProjectFiles(Project.of_one(Settings())), []
    for number, more in enumerate(("", "  tag a\n", "# why\n  tag a\n", "# why\n  pos_file /var/log/a.pos\n")):
        found = take_snapshot("/nowhere/fluent.conf", (text % more).encode(), number, beside, "utf-16").findings
        said.append([(text % more).count("\n", 0, each.place.span.start) + 1 for each in found if each.code == "FD319"])
    assert said == [[10], [10], [10], [13]]


@pytest.mark.slow
def test_what_is_kept_is_what_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[bool] = []
    judged = unedited.Version.findings

    def findings(version: unedited.Version, *asked: object) -> object:
        if version.known is not None or version._watch is not None:
            kept.append(version.known is not None)
        return judged(version, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(unedited.Version, "findings", findings)
    project = Project.of_one(Settings())
    for number, (name, start) in enumerate(_texts()):
        draw, text, beside = random.Random(number), start, ProjectFiles(project)
        near = draw.randrange(len(text))
        for version in range(EDITS):
            data = text.encode()
            now = take_snapshot(f"/nowhere/{name}", data, version, beside, "utf-16")
            fresh = take_snapshot(f"/nowhere/{name}", data, version, ProjectFiles(project), "utf-16")
            assert _found(now) == _found(fresh), (name, number, version, text)
            before = text
            text, near = _typed(text, draw, near)
            if draw.random() < 0.2:
                text = before
    # Else little was tried. Of those that may be kept the half is judged by servers that keep nothing.
    assert sum(kept) > len(kept) / 6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "value", "name"),
    [(fluentd(), "path /var/log/app", "@log_level warn "), (logstash(), "app", "")],
    ids=["fluentd", "logstash"],
)
def test_of_a_long_config_little_is_asked_again(text: str, value: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a comment, a value or the name of a setting is typed: no fact of the whole reads the texts of all sections."""
    asked = 0
    first = unedited.Version._first

    def counted(version: unedited.Version, *given: object) -> object:
        nonlocal asked
        asked += 1
        return first(version, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(unedited.Version, "_first", counted)
    beside, path = ProjectFiles(), "/nowhere/typed.conf"
    line = text.index("\n", len(text) // 2) + 1
    end = text.index(value, line) + len(value)
    # In a line of its own before a section inside of a source.
    inside = text.index("<parse>", line) if name else end
    opened = f"{text[:inside]}\n{text[inside:]}" if name else text
    for start, at, typed in ((text, line, "  # why"), (text, end, "lication"), (opened, inside, name)):
        now = start
        for number, letter in enumerate(typed):
            now = now[: at + number] + letter + now[at + number :]
            take_snapshot(path, now.encode(), number, beside, "utf-16")
    assert 0 < asked <= 5

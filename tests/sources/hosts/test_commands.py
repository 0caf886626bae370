"""Configs that commands of containers give as an option: their places, the way back, and what is no such config."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from pipelint.base.finding import Safety
from pipelint.base.text.changes import Change
from pipelint.base.text.span import Span
from pipelint.checker.loading import load
from pipelint.engines.registry import ENGINES
from pipelint.fixes.run import fix
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources import collect
from pipelint.sources.hosts.compose import ContentText
from pipelint.sources.hosts.protocol import ScalarText
from pipelint.sources.hosts.texts.option import OptionText
from pipelint.yaml.edit import YamlEditError
from tests.properties import tries
from tests.sources.hosts.test_texts import STYLES, dumped, scalar_of

GROK = 'filter { grok { match => { "message" => "%{GREEDYDATA:message}" } } }'
FIXED = 'filter { grok { match => { "message" => "%{GREEDYDATA:message}" } overwrite => "message" } }'
COMPOSE = "services:\n  a: {image: x}\n  logs.a:\n    environment: [A=1]\n    "
POD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: logs, namespace: shop}
spec:
  template:
    spec:
      containers:
      - name: web
        args: [-e, x]
      - name: ls
        """


def quoted(text: str) -> str:
    """A text as it stands in double quotes of a shell or of YAML."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def folded(text: str) -> str:
    """A text in a command of several lines."""
    return "command: >-\n      logstash -w 2\n      -e 'TEXT'\n      --log.level info\n".replace("TEXT", text)


IN_SERVICE = {
    "a command with single quotes": (lambda text: f"command: logstash -w 2 -e '{text}' -b 9\n", "command"),
    "a command with double quotes": (lambda text: f'command: logstash -e "{quoted(text)}"\n', "command"),
    "a command over several lines": (folded, "command"),
    "a list": (lambda text: f'command: ["logstash", "-e", "{quoted(text)}", "-w", "2"]\n', "command"),
    "a list with a block": (
        lambda text: f"entrypoint:\n    - logstash\n    - -e\n    - |-\n      {text}\n    - -b9\n",
        "entrypoint",
    ),
    "one word": (lambda text: f"command: [logstash, '--config.string={text}']\n", "command"),
    "a shell in a list": (lambda text: f"entrypoint: [sh, -c, \"exec logstash -e '{quoted(text)}'\"]\n", "entrypoint"),
    "a shell in a text": (lambda text: f"command: sh -c 'logstash -e \"{quoted(text)}\"'\n", "command"),
}


@pytest.mark.parametrize("how", IN_SERVICE)
def test_a_config_in_a_command_of_a_service_is_found_and_fixed_there(tmp_path: Path, how: str) -> None:
    written, key = IN_SERVICE[how]
    path = tmp_path / "compose.yaml"
    path.write_text(COMPOSE + written(GROK))
    (entry,) = collect([str(path)], ENGINES).entries
    (document,) = entry.documents
    assert (document.part, document.text.decode().strip()) == (f'services."logs.a".{key}', GROK)
    at = document.text.index(b"GREEDYDATA")
    assert document.map.to_file(Span(at, at + 10)).cut(path.read_bytes()) == b"GREEDYDATA"
    run = fix(load([str(path)]), Project.of_one(Settings()), Safety.UNSAFE)
    assert not run.problems
    assert [data.decode() for data in run.files.values()] == [COMPOSE + written(FIXED)]


@pytest.mark.parametrize("how", ["a list", "a list with a block", "a shell in a list"])
@pytest.mark.parametrize("key", ["command", "args"])
def test_a_config_in_a_command_of_a_container_is_found_and_fixed_there(tmp_path: Path, how: str, key: str) -> None:
    def text(of: str) -> str:
        lines = IN_SERVICE[how][0](of).replace("command", key).replace("entrypoint", key)
        return POD + lines.replace("\n    ", "\n        ")

    path = tmp_path / "pod.yaml"
    path.write_text(text(GROK))
    (entry,) = collect([str(path)], ENGINES).entries
    assert entry.documents[0].part == f"Deployment shop/logs, containers.ls.{key}"
    run = fix(load([str(path)]), Project.of_one(Settings()), Safety.UNSAFE)
    assert [data.decode() for data in run.files.values()] == [text(FIXED)]


def test_jobs_and_what_runs_before_a_container_are_looked_at_too(tmp_path: Path) -> None:
    text = "kind: CronJob\nmetadata: {name: a}\nspec: {jobTemplate: {spec: {template: {spec: {initContainers: [\n"
    (tmp_path / "job.yaml").write_text(
        f"apiVersion: batch/v1\n{text}  {{name: b, args: [-e, '{GROK}']}}]}}}}}}}}}}\n# containers\n"
    )
    (entry,) = collect([str(tmp_path)], ENGINES).entries
    assert entry.documents[0].part == "CronJob a, initContainers.b.args"


def test_two_dollars_of_a_compose_file_are_one(tmp_path: Path) -> None:
    path = tmp_path / "compose.yaml"
    text = 'command: [logstash, -e, \'filter { grok { match => { "message" => "%{GREEDYDATA:message}$$" } } }\']\n'
    path.write_text(COMPOSE + text)
    (entry,) = collect([str(path)], ENGINES).entries
    assert b'message}$"' in entry.documents[0].text
    (data,) = fix(load([str(path)]), Project.of_one(Settings()), Safety.UNSAFE).files.values()
    assert data.decode() == COMPOSE + text.replace("} } }'", '} overwrite => "message" } }\'')


@pytest.mark.parametrize(
    "text",
    [
        COMPOSE + "command: awk -e 'x { print }'\n",
        COMPOSE + "command: logstash -f 'filter { x {} }'\n",
        COMPOSE + f"command: [logstash, -e, '{GROK.replace('message}', '${FIELD}')}']\n",
        COMPOSE + 'command: sh -c "logstash -e \\"filter { mutate { id => \\\\\\"`hostname`\\\\\\" } }\\""\n',
        COMPOSE.replace("services", "jobs") + f"command: logstash -e '{GROK}'\n",
        POD + f"args: [-e, '{GROK.replace('message}', '$(FIELD)')}']\n",
        POD.replace("Deployment", "Other") + f"args: [-e, '{GROK}']\n",
        POD + "args: -e\n        command: {a: 'filter { b {} }'}\n",
    ],
    ids=["awk", "a file", "a variable", "a shell's", "no services", "Kubernetes' variable", "another kind", "no list"],
)
def test_what_is_no_config_or_not_known_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.yaml").write_text(text)
    (tmp_path / "fluent.conf").write_text("<source>\n  @type forward\n</source>\n")
    found = collect([str(tmp_path)], ENGINES)
    assert [Path(entry.name).name for entry in found.entries] == ["fluent.conf"]
    assert not found.problems


WORDS = st.lists(
    st.sampled_from(["input {", "}", "é 😀", '"a"', "it's", "\\", "$$", "`x`", "  x ", "\n", "%{A:b}"]), max_size=8
).map("".join)


@tries(300)
@given(WORDS, WORDS, STYLES, st.sampled_from(["'", '"', "="]), st.sampled_from([40, 1000]), st.booleans(), st.booleans())
def test_an_option_leads_back_to_the_file_and_reads_as_it_was_changed(
    text: str, other: str, style: str | None, quote: str, width: int, crlf: bool, dollars: bool
) -> None:
    assume(text.strip("\n") and "'" not in text)
    value = quoted(text).replace("`", "\\`").replace("$", "\\$") if quote == '"' else text
    whole = f"--config.string={value}" if quote == "=" else f"logstash -w 1 -e {quote}{value}{quote} -b 2"
    there = whole.replace("$", "$$") if dollars else whole
    data = dumped("command", there, style, width, crlf=crlf).encode()
    # PyYAML folds lines that it must not fold.
    assume(yaml.safe_load(data)["command"] == there)
    scalar = scalar_of(data, "command")
    held = OptionText.last_in(ContentText(scalar) if dollars else ScalarText(scalar), scalar)
    assert held is not None
    source = held.map(data)
    assert source.text.decode() == held.value().decode() == text
    for piece in source.pieces():
        assert not piece.verbatim or piece.doc.cut(source.text) == piece.file.cut(data)
    change = Change(Span(0, len(source.text)), other.encode())
    if not held.back.takes(source.text, [change]):
        with pytest.raises(YamlEditError):
            held.back.written(data, 0, other.encode())
        assert "'" in other or not other
        return
    again = held.back.written(data, 0, other.encode())
    changed = scalar_of(again, "command")
    found = OptionText.last_in(ContentText(changed) if dollars else ScalarText(changed), changed)
    assert found is not None and found.value().decode() == other
    assert {**yaml.safe_load(again), "command": ""} == {"before": "1", "command": "", "zz": "x y"}

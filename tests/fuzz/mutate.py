"""Mutations: what becomes of a seed, decided by a random number generator alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence

from tests.fuzz.seeds import Seed

_ODD = [
    "\x00", "\x1b[31m", "\x7f", "\x85", "\u202e", "\u2028", "\ufeff", "\xe9", "\u65e5\u672c", "\U0001f600", "\r\n", "\r",
    "\t", " ", "\\", '"', "'", "`", "#{", "#{ENV['X']}", "${X}", "%{", "%{X}", "{{ x }}", "<", ">", "</", "[", "]", "{", "}",
    "(", ")", "=>", "==", "=~ /a/", "@", "#", "*", "**", "|", ":", "- ", "&a ", "*a", "!!x ", "---\n", "@include x.conf\n",
    "@include /\n", "# pipelint: ignore\n", "-1", "0", "9" * 400, "9" * 5_000, "1e999", "nan", "0x10", "10k", "1TB", "500ms",
    "[INPUT]", "[", "@INCLUDE x.conf\n", "@SET a=b\n", "    Parsers_File fluent-bit.conf\n", "    ", "kube.*", "${X:-a}",
    "(?<x>a\\g<x>*b)*", "(a+)+$", "\\p{Alpha}", "[[:alpha:]]", "%{GREEDYDATA:x}",
]  # fmt: skip
_HOSTS = ("|", "|-", ">", '"', "'", "json")
Mutation = Callable[[random.Random, str, Sequence[Seed]], str]


def mutated(dice: random.Random, seeds: Sequence[Seed]) -> Seed:
    """One input: a seed with some mutations, sometimes in a file of another kind."""
    name, text = dice.choice(seeds)
    for _ in range(dice.choice((0, 0, 1, 1, 1, 1, 2, 4))):
        text = dice.choice(_MUTATIONS)(dice, text, seeds)
    if name != "manifest.yaml" and dice.random() < 0.12:
        file, put = dice.choice(_FILES)
        return file, put(dice, name, text)
    return name, text


def _in_config_map(dice: random.Random, name: str, text: str) -> str:
    head = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata:\n"
    style = dice.choice(_HOSTS)
    if style == "json":
        return json.dumps({"kind": "ConfigMap", "apiVersion": "v1", "data": {name: text}})
    if style in ("'", '"'):
        value = json.dumps(text) if style == '"' else "'" + text.replace("'", "''") + "'"
        return f"{head}  {name}: {value}\n"
    body = "".join(f"    {line}\n" for line in text.split("\n"))
    return f"{head}  {name}: {style}\n{body}"


def _in_template(dice: random.Random, _: str, text: str) -> str:
    """With actions of a template here and there, in pairs or not."""
    lines = text.split("\n")
    for _ in range(dice.choice((1, 2, 4, 8))):
        lines.insert(dice.randint(0, len(lines)), dice.choice(_ACTIONS))
    words = "\n".join(lines).split(" ")
    for at in range(len(words)):
        if words[at] and dice.random() < 0.05:
            words[at] = dice.choice(("{{ x }}", "{{ .Values.y }}", "${z}", words[at] + "{{ a['b'] | c(1) }}"))
    return " ".join(words)


def _in_values(dice: random.Random, _: str, text: str) -> str:
    body = "".join(f"    {line}\n" for line in _in_template(dice, "", text).split("\n"))
    return f"fileConfigs:\n  01_all.conf: |\n{body}input: |\n    stdin {{ }}\n"


def _in_heredoc(dice: random.Random, name: str, text: str) -> str:
    head, end = dice.choice(
        (("FROM x\nCOPY <<EOF /fluentd/etc/" + name, "EOF"), ("RUN cat <<-'A B' > /" + name, "A B"), ("x = <<-EOT", "  EOT"))
    )
    return f"{head}\n{text}\n{end}\n" + dice.choice(("", f"{head}\n{text}", "logstash -e 'input { stdin { } }'\n"))


_ACTIONS = (
    "{% if a %}", "{% else %}", "{% endif %}", "{% for a in b %}", "{% endfor %}", "{# a", "#}", "{% raw %}", "{% endraw %}",
    "{{- if .Values.x }}", "{{ else if b }}", "{{- end }}", "{{ range $k, $v := .x }}", '{{ include "a" . | indent 4 }}',
    "%{ for x in y ~}", "%{ endfor }",
)  # fmt: skip
_FILES = (
    ("manifest.yaml", _in_config_map), ("manifest.yaml", _in_config_map), ("fluent.conf.j2", _in_template),
    ("templates/cm.yaml", lambda dice, name, text: _in_config_map(dice, name, _in_template(dice, name, text))),
    ("values.yaml", _in_values), ("Dockerfile", _in_heredoc), ("main.tf", _in_heredoc), ("fluent.conf.tftpl", _in_template),
)  # fmt: skip


def _spot(dice: random.Random, text: str) -> int:
    return dice.randint(0, len(text))


def _cut(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    start = _spot(dice, text)
    return text[:start] + text[start + dice.randint(1, 1 + len(text) // 8) :]


def _insert(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    start = _spot(dice, text)
    return text[:start] + dice.choice(_ODD) * dice.choice((1, 1, 1, 2, 40)) + text[start:]


def _end(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    return text[: _spot(dice, text)]


def _twice(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    start = _spot(dice, text)
    part = text[start : start + dice.randint(1, 120)]
    return text[:start] + part * dice.choice((2, 2, 3, 10, 60)) + text[start:]


def _lines(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    lines = text.split("\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _splice(dice: random.Random, text: str, seeds: Sequence[Seed]) -> str:
    other = dice.choice(seeds)[1]
    return text[: _spot(dice, text)] + other[_spot(dice, other) :][:800]


def _add(dice: random.Random, text: str, seeds: Sequence[Seed]) -> str:
    return text + "\n" + dice.choice(seeds)[1][:800]


def _line_of_another(dice: random.Random, text: str, seeds: Sequence[Seed]) -> str:
    lines = text.split("\n")
    lines.insert(dice.randint(0, len(lines)), dice.choice(dice.choice(seeds)[1].split("\n")))
    return "\n".join(lines)


def _value(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    """The last word of a line becomes another one."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    head, blank, _word = lines[at].rpartition(" ")
    lines[at] = f"{head}{blank}{dice.choice(_ODD)}"
    return "\n".join(lines)


def _byte(dice: random.Random, text: str, _: Sequence[Seed]) -> str:
    start = _spot(dice, text)
    return text[:start] + chr(dice.randrange(128)) + text[start + 1 :]


_OFTEN = [_insert, _value]
_MUTATIONS: list[Mutation] = [_cut, *_OFTEN, *_OFTEN, _end, _twice, _lines, _splice, _add, _line_of_another, _byte]

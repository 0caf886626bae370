"""Configs in templates, heredocs and options: where a finding stands, what a fix changes, and what is not claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipelint.base.finding import Finding, Safety
from pipelint.base.text.changes import Change
from pipelint.base.text.document import SourceFile
from pipelint.base.text.span import Span
from pipelint.checker.loading import load
from pipelint.checker.run import check
from pipelint.engines.registry import ENGINES
from pipelint.fixes.run import fix
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from pipelint.sources.templates.entries import template_configs
from tests.command_line import pipelint

SLOW, FAST = "%Y-%m-%dT%H:%M:%S.%NZ", "%Y-%m-%dT%H:%M:%S.%N%z"
TAIL = f"""\
<source>
  @type tail
  path /var/log/PATH/*.log
  pos_file /var/lib/PATH.pos
  tag app
  <parse>
    @type json
    time_format {SLOW}
  </parse>
</source>
"""
GROK = 'filter { grok { match => { "message" => "%{GREEDYDATA:message}" } } }'
GROK_FIXED = 'filter { grok { match => { "message" => "%{GREEDYDATA:message}" } overwrite => "message" } }'


def indented(text: str, by: int) -> str:
    """The lines of ``text`` with blanks before them."""
    return "".join(" " * by + line for line in text.splitlines(keepends=True))


def helm(text: str) -> str:
    """A ConfigMap as charts have it."""
    head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ include "x.name" . }}\n  labels:\n'
    labels = "{{ toYaml .Values.labels | indent 4 }}\n"
    return "{{- if .Values.on }}\n" + head + labels + "data:\n  fluent.conf: |\n" + text + "{{- end }}\n"


SOMETIMES = "{% if b %}\n<match **>\n@type stdout\n</match>\n{% endif %}\n"
WRITTEN = "%{ if x ~}\n<match app>\n  @type file\n  path /x/$${tag}\n</match>\n%{ endif ~}\n"
MORE = '{{ include "more" . | indent 4 }}\n'
RESOURCE = 'resource "x" "y" { # <<EOF\n  data = {\n    "fluent.conf" = <<-EOT\nTEXT    EOT\n  }\n}\n'
SCRIPT = "user_data = <<-X\n    #!/bin/sh -e\n    cat <<'EOF' | tee /etc/fluent.conf\nTEXT    EOF\n    echo done <<<a\nX\n"
TABS = "RUN <<-EOF tee /etc/fluent.conf\nTEXT\tEOF\n"
HOSTS = {
    "fluent.conf.j2": "{% set a = 'é' %}\n" + TAIL.replace("PATH", "{{ app }}") + SOMETIMES,
    "templates/cm.yaml": helm(indented(TAIL.replace("PATH", "{{ .Values.é }}"), 4) + MORE),
    "values.yaml": "fileConfigs:\n  01_in.conf: |-\n" + indented(TAIL.replace("PATH", "{{ .Values.é }}"), 4) + "other: x\n",
    "values-x.yaml": "conf: |\n    {{- if .Values.x }}\n" + indented(TAIL.replace("PATH", "a"), 4) + "    {{- end }}\n",
    "templates/fluent.conf.tpl": "{{- range .x }}\n" + indented(TAIL.replace("PATH", "{{ . }}"), 2) + "{{- end }}\n",
    "templates/_fluent.conf.tpl": "{{/* the config */}}\n" + f'{{{{- define "x" -}}}}\n{TAIL}{{{{- end }}}}\n',
    "fluent.conf.tftpl": TAIL.replace("PATH", "${app}") + WRITTEN,
    "main.tf": RESOURCE.replace("TEXT", indented(TAIL, 6).replace("PATH", "${var.x}")),
    "script.tf": SCRIPT.replace("TEXT", indented(TAIL, 4).replace("PATH", "${var.x}")),
    "plain.tf": 'a = "<<EOT"\nb = <<EOT\n' + TAIL + "EOT\n",
    "Dockerfile": "FROM x\nCOPY <<EOF /fluentd/etc/fluent.conf\n" + TAIL.replace("PATH", "$APP") + "EOF\nRUN true\n",
    "app.Dockerfile": "FROM x\nRUN cat <<'EOF' > /etc/fluent.conf && echo\n" + TAIL + "EOF\n",
    "tabs.dockerfile": TABS.replace("TEXT", "".join("\t" + line for line in TAIL.splitlines(keepends=True))),
}


def findings(folder: Path, name: str, text: str) -> list[Finding]:
    """What is found in a file."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    report = check([str(path)], Settings())
    return [finding for checked in report.checked for finding in checked.findings]


@pytest.mark.parametrize("name", HOSTS)
def test_a_finding_and_its_fix_are_at_the_characters_of_the_file(tmp_path: Path, name: str) -> None:
    text = HOSTS[name]
    (found,) = [each for each in findings(tmp_path, name, text) if each.code == "FD101"]
    assert found.place.file_span.cut(text.encode()).decode() == SLOW
    run = fix(load([str(tmp_path / name)]), Project.of_one(Settings()), Safety.SAFE)
    assert not run.problems
    assert [data.decode() for data in run.files.values()] == [text.replace(SLOW, FAST)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("logstash.service", "[Service]\nExecStart=/usr/bin/logstash -w 2 -e 'FILTER'\n"),
        ("Dockerfile", "FROM x\n# logstash -e 'filter { x'\nCMD logstash --config.string 'FILTER'\n"),
        ("main.tf", 'x = <<EOF\n${a}\nEOF\ny = "${z["<<A"]}"\n"logstash.conf" = <<EOF\nFILTER\nEOF\n'),
        ("a.conf.j2", "{% for a in b %}\nFILTER\n{% endfor %}\n"),
    ],
)
def test_pipelines_of_logstash_are_fixed_where_they_stand(tmp_path: Path, name: str, text: str) -> None:
    escaped = (lambda pipeline: pipeline.replace("%{", "%%{")) if name == "main.tf" else str
    (tmp_path / name).write_text(text.replace("FILTER", escaped(GROK)))
    run = fix(load([str(tmp_path / name)]), Project.of_one(Settings()), Safety.UNSAFE)
    assert [data.decode() for data in run.files.values()] == [text.replace("FILTER", escaped(GROK_FIXED))]


def test_a_fix_that_another_one_makes_possible_is_made_too(tmp_path: Path) -> None:
    text = "<match a>\n  @type file\n  path /a/${tag}/{{ x }}\n  format json\n  buffer_type memory\n</match>\n"
    (tmp_path / "a.conf.j2").write_text(text)
    run = fix(load([str(tmp_path / "a.conf.j2")]), Project.of_one(Settings()), Safety.SAFE)
    ((file, data),) = run.files.items()
    assert file.data == text.encode()
    again = load(["-"], stdin=data, stdin_filename="a.conf.j2")
    assert again.configs and not fix(again, Project.of_one(Settings()), Safety.SAFE).files


def test_new_lines_are_indented_as_their_neighbours(tmp_path: Path) -> None:
    text = indented("<source>\n  @type tail\n  path /a/*.log\n  tag ${t}\n  format none\n</source>\n", 4)
    text = f"x = <<-EOF\n{text}  EOF\n"
    (tmp_path / "a.tf").write_text(text)
    (config,) = load([str(tmp_path / "a.tf")]).configs
    (document,) = config.documents
    assert document.back is not None
    new = document.text.replace(b"  tag", b"  a b\n  tag").replace(b"  format none\n", b"").replace(b"path /a/*.log", b"path /b")
    there = text.replace("      format none\n", "").replace("/a/*.log", "/b").replace("      tag", "      a b\n      tag")
    assert document.back.written(text.encode(), 0, new).decode() == there


@pytest.mark.parametrize("new", [b"tag x", b'tag "#{t}" {{ y }}'])
def test_no_edit_touches_an_action(tmp_path: Path, new: bytes) -> None:
    (tmp_path / "a.conf.j2").write_text("<source>\n  @type tail\n  tag {{ t }}\n</source>\n")
    (config,) = load([str(tmp_path / "a.conf.j2")]).configs
    (document,) = config.documents
    assert document.back is not None
    at = document.text.index(b'tag "#{t}"')
    span = Span(at, at + len(b'tag "#{t}"'))
    assert not document.back.takes(document.text, [Change(span, new)])
    with pytest.raises(ValueError, match="template"):
        document.back.written(document.file.data, 0, document.text.replace(b'tag "#{t}"', new))


@pytest.mark.parametrize(
    "text",
    [
        # one of two branches, each with the same port
        "{% if a %}\n<source>\n  @type http\n  port 1\n</source>\n{% endif %}\n"
        "{% if not a %}\n<source>\n  @type http\n  port 1\n</source>\n{% endif %}\n",
        # a match that is there only sometimes takes nothing from the one after it
        "<source>\n  @type sample\n  tag a\n</source>\n{% if a %}\n<match **>\n  @type null\n</match>\n{% endif %}\n"
        "<match a>\n  @type null\n</match>\n",
        # unknown numbers, types, labels, tags and ids
        "<source>\n  @type forward\n  port {{ p }}\n  bind 127.0.0.1\n  @label {{ l }}\n  @id {{ i }}\n</source>\n",
        "<source>\n  @type {{ t }}\n  tag {{ x }}\n  @id {{ i }}\n</source>\n<match {{ y }}>\n"
        "  @type {{ t }}\n  @id {{ i }}\n</match>\n",
        # a template brings lines
        "<source>\n  @type tail\n  path /a\n  tag b\n  {{ more }}\n</source>\n",
        "<source>\n  @type tail\n  path /a\n  tag b\n  {% for k, v in x.items() %}\n"
        "  {{ k }} {{ v }}\n  {% endfor %}\n</source>\n",
        # a regular expression with something in it
        "<filter a>\n  @type grep\n  <regexp>\n    key a\n    pattern /({{ x }}+)+$/\n  </regexp>\n</filter>\n",
        # what breaks the syntax is put in
        '<source>\n  @type http\n  bind "{{ a }}\n</source>\n',
        # more than one store, perhaps
        "<match a>\n  @type copy\n  {% for s in x %}\n  <store>\n    @type null\n  </store>\n  {% endfor %}\n</match>\n",
    ],
)
def test_what_depends_on_the_values_is_not_claimed(tmp_path: Path, text: str) -> None:
    assert [(each.code, each.message) for each in findings(tmp_path, "a.conf.j2", text) if each.code not in ("FD408",)] == []


@pytest.mark.parametrize(
    "text",
    [
        "input { tcp { port => {{ p }} } }\noutput { stdout { codec => {{ c }} } }\n",
        "input { tcp { port => 50{{ p }} } }\noutput { elasticsearch { hosts => [{{ h }}] } }\n",
        "input {\n  tcp {\n    port => 1\n    {{ more }}\n  }\n}\noutput { stdout { } }\n",
        "input { tcp { port => 1 } }\nfilter {\n  {{ filters }}\n}\noutput { stdout { } }\n",
        "input { tcp { port => 1 } }\n"
        'filter { if [message] == "{{ b }}" { mutate { add_tag => ["{{ c }}"] } } }\noutput { stdout { } }\n',
        "input { tcp { port => 1 } }\nfilter {\n  mutate {\n    {% for k in x %}\n"
        "    {{ k }} => {{ k }}\n    {% endfor %}\n  }\n}\n"
        "output { stdout { } }\n",
        "filter {\n  {% for a in b %}\n  if [x] == '{{ a }}' { drop { } }\n  {% endfor %}\n"
        "  {% for a in c %}\n  if [x] == '{{ a }}' { drop { } }\n  {% endfor %}\n}\n",
        "filter { if [x] == '{{ a[0] }}' { drop { } } else if [x] == '{{ a.0 }}' { drop { } } }\n",
    ],
)
def test_what_depends_on_the_values_of_a_pipeline_is_not_claimed(tmp_path: Path, text: str) -> None:
    found = findings(tmp_path, "a.conf.j2", text)
    assert [(each.code, each.message) for each in found if each.code not in ("LS274", "LS403", "LS404", "LS413")] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cm.yaml", "kind: ConfigMap\ndata:\n  fluent.conf: |\n{{ tpl .Values.x . | indent 4 }}\n"),
        ("nginx.conf.j2", "server {\n  listen {{ port }};\n}\n"),
        ("main.tf", "x = <<EOF\n#!/bin/sh\ncat > a <<A\n[a]\nb=1\nA\necho '\n<source>\n</source>'\nEOF\n"),
        ("Dockerfile", "RUN sed -e 's/<source>/x/' a <<EOF\nb\nEOF\n"),
        ("a.service", "[Service]\nExecStart=/bin/awk -e 'x { print }'\n"),
        ("a.conf.j2", "input {\n  {{ plugin }} {\n  }\n}\n"),
        ("b.conf.j2", "<{{ kind }} a>\n  @type null\n</{{ kind }}>\n"),
        ("c.conf.erb", "<source>\n  <% if x %>\n  @type http\n  <% end %>\n</source>\n"),
    ],
)
def test_what_is_no_config_or_too_much_of_a_template_is_left_alone(name: str, text: str) -> None:
    assert template_configs(SourceFile(name, text.encode()), ENGINES).entries == ()


def test_the_command_line_shows_the_line_of_the_template(tmp_path: Path) -> None:
    (tmp_path / "main.tf").write_text(HOSTS["main.tf"])
    shown = pipelint("check", "main.tf", "--format", "concise", cwd=tmp_path).stdout.decode()
    assert "main.tf:11:23: warning[FD101]" in shown


def test_a_difference_of_templates_is_one_of_configs(tmp_path: Path) -> None:
    for name, text in (("old", HOSTS["fluent.conf.j2"]), ("new", HOSTS["fluent.conf.j2"].replace(SLOW, FAST))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "fluent.conf.j2").write_text(text)
    assert b"FD101" in pipelint("diff", "old", "new", cwd=tmp_path).stdout


def test_a_reading_without_a_syntax_error_is_the_one_that_counts(tmp_path: Path) -> None:
    text = 'output {\n  elasticsearch {\n    hosts => [\n{% for h in x %}\n      "{{ h }}"\n'
    text += "{% if not loop.last %}\n      ,\n{% endif %}\n{% endfor %}\n    ]\n  }\n}\n" + GROK + "\n"
    found = findings(tmp_path, "a.conf.j2", text)
    assert "LS306" in {each.code for each in found}
    run = fix(load([str(tmp_path / "a.conf.j2")]), Project.of_one(Settings()), Safety.UNSAFE)
    assert [data.decode() for data in run.files.values()] == [text.replace(GROK, GROK_FIXED)]


def test_a_manifest_on_standard_input_is_no_config_as_a_whole(tmp_path: Path) -> None:
    text = HOSTS["templates/cm.yaml"].encode()
    shown = pipelint("check", "-", "--format", "concise", cwd=tmp_path, stdin=text).stdout.decode()
    assert "[FD101]" in shown
    assert "[FD302]" not in shown

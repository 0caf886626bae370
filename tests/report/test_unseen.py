"""No character that nobody sees gets out raw, wherever in a name, a value or a message it stands: all formats, all commands."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipelint.base.finding import Finding, Note, Problem, Related, Severity
from pipelint.base.text.printable import printable
from pipelint.checker import Checked, Report, check, estimate_only, load
from pipelint.cli.app import run
from pipelint.compare import Limits, compare, path_sides
from pipelint.graph.render import dot, mermaid
from pipelint.graph.render.json import render_all
from pipelint.report.estimate.text import print_estimates
from pipelint.report.findings.json import render_estimates
from pipelint.report.findings.text import print_problems, print_report
from pipelint.report.formats import CheckFormat, DiffFormat, render, render_comparison
from pipelint.settings.model import Settings
from pipelint.settings.project import Project
from tests.properties import tries
from tests.report.support import config_of, place, replacement, whole

# Control characters of both sets, line ends that are none of ASCII's, and what turns the direction of writing.
UNSEEN = "".join(map(chr, [*range(0x20), 0x7F, *range(0x80, 0xA0)]))
UNSEEN += "\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# Such text between plain one; a name of a file has no slash and no zero byte.
ODD = st.lists(st.sampled_from([*UNSEEN, "a", "é", "%", "&<", '"']), min_size=1, max_size=6).map("".join)
NAME = ODD.map(lambda text: text.replace("\0", "").replace("/", "") or "x")
SOME = settings(tries(40), suppress_health_check=[HealthCheck.too_slow])
JSON = (CheckFormat.JSON, CheckFormat.SARIF, CheckFormat.GITLAB)


def raw(text: str) -> list[str]:
    """The characters of a text that should not be in it. Lines end, and nothing else."""
    return sorted({f"U+{ord(char):04X}" for char in text if char in UNSEEN and char != "\n"})


def fluentd(odd: str) -> str:
    """A config with odd text wherever a line can hold it."""
    line = odd.replace("\n", "").replace("\r", "").replace("\0", "")
    quoted = "".join(char if char not in '"\\#' else f"\\{char}" for char in line)
    return f"""\
# {line}
<source>
  @type tail
  @id "{quoted}"
  path "/var/log/{quoted}"
  tag "a.{quoted}"
  x{line} y
  <parse>
    @type "n{quoted}"
    time_format "{quoted}Z"
  </parse>
</source>
<filter a.{line}>
  @type grep
</filter>
<label "@{quoted}">
  <match "a.{quoted}">
    @type "s{quoted}"
    password "{quoted}"
    flush_interval "{quoted}"
  </match>
</label>
"""


def logstash(odd: str) -> str:
    """The same for Logstash."""
    quoted = odd.replace('"', "'").replace("\\", "/").replace("\0", "")
    return f"""\
input {{ beats {{ id => "{quoted}" port => "{quoted}" "{quoted}" => 1 }} }}
filter {{ if [a] == "{quoted}" {{ grok {{ match => {{ "message" => "%{{NO{quoted}}} (" }} }} }} }}
output {{ elasticsearch {{ hosts => ["http://u:p@{quoted}"] index => "{quoted}" ssl => "{quoted}" }} }}
"""


def files(odd: str, name: str) -> dict[str, str]:
    """Configs in files with odd names, and manifests with odd keys."""
    text = fluentd(odd)
    manifest = {"kind": "ConfigMap", "metadata": {"name": odd}, "data": {f"{odd}.conf": text, odd: "no config"}}
    return {
        f"f{name}.conf": text,
        f"l{name}.conf": logstash(odd),
        f"m{name}.json": json.dumps(manifest),
        f"broken{name}.conf": f'<source {odd}>\n  @type "{odd}\n',
        f"y{name}.yaml": f"kind: ConfigMap\ndata: *{name}\n",
    }


@given(ODD, NAME)
@SOME
def test_what_commands_print_of_odd_files(odd: str, name: str) -> None:
    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        for side in ("old", "new"):
            Path(side).mkdir()
            for path, text in files(odd if side == "new" else "x" + odd, name).items():
                (Path(side) / path).write_text(text)
        try:
            for shown in everything(name):
                assert raw(shown) == [], shown
        finally:
            os.chdir(here)


def everything(name: str) -> Iterator[str]:
    """What all commands print of the files in ``old`` and ``new``."""
    paths = ["new", "missing" + name]
    report = check(paths, Settings(estimates=True))
    yield from rendered(report)
    estimates = estimate_only(paths, Settings())
    yield render_estimates(estimates)
    yield printed(lambda stream: print_estimates(estimates, stream, verbose=True))
    drawn = [(config.name, config.graph) for config in load(paths).configs]
    yield render_all(drawn)
    yield from (language.render(graph, name) for name, graph in drawn for language in (mermaid, dot))
    found = compare(*path_sides("old", "new"), Project.of_one(Settings()), Limits())
    yield from (render_comparison(found, form) for form in DiffFormat)


def rendered(report: Report) -> Iterator[str]:
    """A report in every format, each of which is read again by what reads it."""
    for form in CheckFormat:
        text = render(report, form)
        if form in JSON:
            assert text.isascii() and json.loads(text)
        elif form is CheckFormat.JUNIT:
            assert ET.fromstring(text.encode()) is not None
        yield text
    yield printed(lambda stream: print_report(report, stream, verbose=True))
    yield printed(lambda stream: print_problems(report.problems, stream))


def printed(write: Callable[[io.StringIO], None]) -> str:
    stream = io.StringIO()
    write(stream)
    return stream.getvalue()


@given(ODD, NAME)
@SOME
def test_what_formats_make_of_odd_messages(odd: str, name: str) -> None:
    document = whole(f"<source>\n  @type {odd}\n</source>\n", name)
    at = place(document, "source")
    fix = replacement(at, odd, title=odd)
    found = Finding(odd, odd, Severity.WARNING, odd, odd, at, odd, (Related(at, odd),), fix)
    checked = Checked(config_of(document), (found,), None, Settings(fail_on=Severity.INFO))
    problem = Problem(name, odd, document.file, at.span)
    for shown in rendered(Report((checked,), (problem, Problem(odd, odd)), (Note(name, odd),))):
        assert raw(shown) == [], shown


@given(ODD)
def test_json_holds_the_characters_escaped(odd: str) -> None:
    document = whole("<source>\n  @type tail\n</source>\n")
    found = Finding("FD1", "x", Severity.WARNING, "x", odd, place(document, "tail"))
    report = Report((Checked(config_of(document), (found,), None),), (), ())
    assert json.loads(render(report, CheckFormat.JSON))["findings"][0]["message"] == odd


@pytest.mark.parametrize(
    "words",
    [
        ["check", "{}"],
        ["check", "--{}"],
        ["check", "x", "--output", "{}"],
        ["check", "x", "--output", "json:none/{}"],
        ["check", "x", "--select", "{}"],
        ["check", "x", "--config", "{}"],
        ["check", "x", "--format", "{}"],
        ["{}"],
        ["diff", "{}", "b{}"],
        ["diff", "--max-slowdown", "{}", "a", "b"],
        ["estimate", "{}", "--cpu-limit", "{}"],
        ["explain", "{}"],
        ["init", "{}"],
        ["baseline", "write", "x", "--output", "none/{}"],
        ["syntax", "{}"],
        ["graph", "{}"],
        ["report", "{}"],
        ["report", "x", "--output", "none/{}"],
        ["grok", "%{{{}}}", "--define", "{}"],
        ["grok", "({}", "--sample", "{}"],
        ["regex", "({}"],
    ],
    ids=" ".join,
)
def test_what_commands_say_of_odd_arguments(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    odd = UNSEEN.replace("\0", "").replace("\n", "")
    for part in (odd, "\x1b[31m", "\u202e", "\x85"):
        code = run([word.format(part) if "{}" in word else word for word in words])
        shown = capsys.readouterr()
        assert code != 0 or words[0] in ("regex", "grok")
        assert raw(shown.out + shown.err) == []


def test_what_is_printable_stays() -> None:
    text = "größe µs … 漢字 \u3000 • ✓ 😀"
    assert printable(text) == text
    assert printable("a\u202eb\nc", keep="\n") == "a\ufffdb\nc"


def test_a_page_s_own_text_is_printed_by_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "FD401"]) == 0
    assert raw(capsys.readouterr().out) == []
    sys.stdout.flush()

"""No output of any command holds a secret of a config: in every format, of both engines, in every kind of file."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from pipelint.base.finding import Edit
from pipelint.base.text.lines import lines_of
from pipelint.base.text.locate import Location, position
from pipelint.base.text.span import Span
from pipelint.checker import load
from pipelint.cli.app import run
from pipelint.report.findings.parts.excerpt import excerpt
from pipelint.report.hunks import hunks
from pipelint.report.look import Look
from pipelint.report.look import secrets_of as known
from tests.secrets.kinds import HOSTS, SECRETS, config, hosted, leaks, secrets_of

pytestmark = pytest.mark.slow

ENGINES = ("fluentd", "logstash")
FORMATS = ("text", "concise", "json", "sarif", "github", "gitlab", "junit")
# A team's own rule may say whatever it likes of every value.
PAGE = """\
---
code: TEAM60{number}
name: value-{number}
engine: {engine}
category: style
severity: warning
on: stage
each: {each}
when: 'true'
at: {at}
message: '{message}'
reason: '{message}'
---
# Says all
## Why
It does.
## Bad
```{engine}
```
## Good
```{engine}
```
## References
- none
"""
AROUND = ("login in a URL", "login in a list", "declared by the plugin")
"""Kinds that are known by what stands around them, on both sides."""
SHAPED = ("Slack webhook", "basic", "jaas", "private key", "last line of the key")
"""Those that are known by what stands before them."""
RULES = (
    ("name in stage.params", "stage.params[name]", "{name} is {stage.params[name].value}"),
    ("section in stage.sections", "section", "{section.params.map(n, section.params[n].value)}"),
)
"""What the rules go over, where they point, and what they say."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return tmp_path


def write(folder: Path, engine: str, host: str, side: str = "") -> str:
    """Writes a config with secrets and the settings with the rules that quote them. The name of the config's file."""
    name, text = hosted(engine, host, config(engine, secrets_of(side)))
    (folder / name).write_text(text)
    (folder / "lint").mkdir(exist_ok=True)
    for number, (each, at, message) in enumerate(RULES):
        page = PAGE.format(number=number, engine=engine, each=each, at=at, message=message)
        (folder / "lint" / f"TEAM60{number}-value-{number}.md").write_text(page)
    (folder / "pipelint.toml").write_text('rules = ["lint"]\n')
    return name


Run = Callable[..., tuple[int, str]]


def compared(said: Run, old: str, new: str, *more: str) -> str:
    """All that a comparison prints, and writes in each format."""
    forms = ("text", "json", "markdown", "html")
    return said("diff", old, new, *(f"--output={form}:{old}.{form}" for form in forms), *more)[1]


@pytest.fixture
def said(here: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command line and gives its exit code and all that it wrote, to both streams and into files."""

    def go(*words: str, stdin: bytes = b"") -> tuple[int, str]:
        before = {path for path in here.rglob("*") if path.is_file()}
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfdbinary.readouterr()
        code = run(list(words))
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        written = b"".join(path.read_bytes() for path in here.rglob("*") if path.is_file() and path not in before)
        return code, (out + err + written).decode()

    return go


EACH = pytest.mark.parametrize(("engine", "host"), [(engine, host) for engine in ENGINES for host in HOSTS])


@EACH
def test_a_check_in_every_format(engine: str, host: str, here: Path, said: Run) -> None:
    files = [word for form in FORMATS for word in ("--output", f"{form}:out.{form}")]
    code, text = said("check", write(here, engine, host), *files, "-v")
    assert (code, leaks(text, SECRETS)) == (1, [])
    for form in FORMATS:
        assert "TEAM600" in (here / f"out.{form}").read_text() or form == "junit", "the rule that quotes everything has to speak"


@EACH
def test_what_is_masked_is_seen_to_be(engine: str, host: str, here: Path, said: Run) -> None:
    _, text = said("check", write(here, engine, host), "--format", "text")
    # Each kind but what stands in comments, at least once in an excerpt and once in a message.
    assert text.count("••••") > len(SECRETS)


@EACH
@pytest.mark.parametrize("words", [("--diff",), ("--diff", "--unsafe-fixes")])
def test_a_patch(engine: str, host: str, words: tuple[str, ...], here: Path, said: Run) -> None:
    code, text = said("check", write(here, engine, host), *words)
    assert leaks(text, SECRETS) == []
    assert code == int("@@" in text) and (code or len(words) == 1)
    masked = [line for line in text.splitlines() if "••••" in line and not line.startswith("@@")]
    assert ("secrets are masked in this output" in text) is bool(masked)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_fixed_file_keeps_its_secrets(engine: str, here: Path, said: Run) -> None:
    name = write(here, engine, "plain")
    _, text = said("check", name, "--fix", "--unsafe-fixes")
    assert "fixed: 0" not in text
    fixed = (here / name).read_text()
    assert [kind for kind, value in SECRETS.items() if value not in fixed] == []


@EACH
@pytest.mark.parametrize(
    "words",
    [
        ("estimate", "-v"),
        ("estimate", "--format", "json"),
        ("graph",),
        ("graph", "--format", "dot"),
        ("graph", "--format", "json"),
        ("graph", "--format", "svg"),
        ("report",),
        ("baseline", "write"),
    ],
    ids=" ".join,
)
def test_other_commands(engine: str, host: str, words: tuple[str, ...], here: Path, said: Run) -> None:
    _, text = said(*words, write(here, engine, host))
    assert text and leaks(text, SECRETS) == leaks(unescape(text), SECRETS) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_the_syntax_tree(engine: str, here: Path, said: Run) -> None:
    code, text = said("syntax", "--engine", engine, write(here, engine, "plain"))
    assert (code, leaks(text, SECRETS)) == (0, [])
    assert json.loads(text)["elements"], "the tree is whole"


@pytest.mark.parametrize("words", [("init", ".", "--force"), ("explain", "FD401"), ("rules",)], ids=" ".join)
def test_commands_that_print_no_config(words: tuple[str, ...], here: Path, said: Run) -> None:
    write(here, "fluentd", "plain")
    _, text = said(*words)
    assert text and leaks(text, SECRETS) == []


@EACH
def test_a_comparison(engine: str, host: str, here: Path, said: Run) -> None:
    """Every secret differs, and so does something beside it."""
    old, new = here / "old", here / "new"
    for folder, side in ((old, ""), (new, "Zz")):
        folder.mkdir()
        name = write(folder, engine, host, side)
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace("writer", f"writer{side}").replace("@es2", f"@es2{side}"))
    for words in (("old", "new"), ("new", "old")):
        text = compared(said, *words, "--config", "new/pipelint.toml", "-v")
        assert "1 config: 1 changed" in text and '"changed"' in text
        assert leaks(text, secrets_of(), secrets_of("Zz")) == leaks(unescape(text), secrets_of(), secrets_of("Zz")) == []


@pytest.mark.parametrize("engine", ENGINES)
def test_a_comparison_with_nothing(engine: str, here: Path, said: Run) -> None:
    """All parameters come, or go."""
    bare = {"fluentd": "<match **>\n  @type elasticsearch\n</match>\n", "logstash": "output { elasticsearch { } }\n"}[engine]
    for folder in ("old", "new"):
        (here / folder).mkdir()
    name = write(here / "new", engine, "plain")
    (here / "old" / name).write_text(bare)
    for words in (("old", "new"), ("new", "old")):
        text = compared(said, *words)
        assert '"changed"' in text and leaks(text, SECRETS) == []


@EACH
def test_every_line_can_be_quoted(engine: str, host: str, here: Path) -> None:
    """Comments, and what no rule has anything to say of; with the caret anywhere on the line."""
    name = write(here, engine, host)
    (loaded,) = load([name]).configs
    file = loaded.documents[0].file
    look = Look(configs=(loaded,))
    lines = lines_of(file.data)
    for number in range(1, len(lines) + 1):
        start, end = lines.start(number), lines.start(number) + len(lines.content(number))
        for at in range(start, end, 7):
            for behind in (at, min(at + 5, end), end):
                where = Location(file, "", position(file.data, at), position(file.data, behind))
                for row in excerpt(where, 88, look):
                    assert leaks(row.text, SECRETS) == [], row
                    assert row.indent + row.carets <= max(len(row.text), row.indent + 1)


@EACH
def test_every_line_can_stand_beside_a_fix(engine: str, host: str, here: Path) -> None:
    """A line that goes and comes again, as the fix of a whole section writes it."""
    (loaded,) = load([write(here, engine, host)]).configs
    document = loaded.documents[0]
    lines = lines_of(document.text)
    for number in range(1, len(lines) + 1):
        start, end = lines.start(number), lines.start(number) + len(lines.content(number))
        text = "      " + lines.content(number).decode() + " #\n"
        for edit in (Edit(document, Span(start, end), text), Edit(document, Span(end, end), "\n  x y")):
            for hunk in hunks([edit], known((loaded,))):
                assert leaks("\n".join(row.text for row in hunk.lines), SECRETS) == [], number


@pytest.mark.parametrize("host", ["plain", "yaml"])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_text_that_is_broken_anywhere(engine: str, host: str, here: Path, said: Run) -> None:
    """The line that cannot be read is quoted, and perhaps said."""
    whole = config(engine)
    for kind, value in SECRETS.items():
        place = whole.find(value)
        behind = place + len(value)
        for broken in (
            whole[:behind],  # it ends there
            whole[:place] + "\"' {" + whole[place:],
            whole[:behind] + whole[behind + 1 :],  # perhaps without a quote, or the end of a line
            whole[:behind] + ' } ]</x>"' + whole[behind:],
        ):
            # What has lost its shape is known no more, nor what a plugin has declared where the plugin cannot be read.
            if place < 0 or kind in AROUND or (kind in SHAPED and not broken.endswith(value)):
                continue
            name, text = hosted(engine, host, broken)
            (here / name).write_text(text)
            for form in ("text", "json", "github"):
                _, shown = said("check", name, "--format", form, "--isolated")
                assert leaks(shown, SECRETS) == [], shown
            _, shown = said("syntax", "--engine", engine, name)
            # The lines of a key without its opening quote are read as names of parameters.
            assert [one for one in leaks(shown, SECRETS) if "key" not in one] == []


@pytest.mark.parametrize("engine", ENGINES)
def test_standard_input(engine: str, said: Run) -> None:
    for words in (["check", "-"], ["check", "-", "--format", "junit"], ["estimate", "-"], ["check", "--diff", "-"]):
        _, text = said(*words, stdin=config(engine).encode())
        assert (text or "--diff" in words) and leaks(text, SECRETS) == [], words


def test_standard_input_as_a_program_runs_it(tmp_path: Path) -> None:
    """The whole way, in a process of its own."""
    command = [sys.executable, "-m", "pipelint", "check", "-"]
    env = {**os.environ, "PYTHONUTF8": "1"}
    done = subprocess.run(command, input=config("fluentd").encode(), capture_output=True, cwd=tmp_path, env=env, check=False)
    assert b"FD" in done.stdout and leaks((done.stdout + done.stderr).decode(), SECRETS) == []


def test_the_leaks_are_found() -> None:
    """A test of the tests: the configs hold every secret that is looked for."""
    for engine in ENGINES:
        for host in HOSTS:
            _, text = hosted(engine, host, config(engine))
            missing = {*SECRETS} - {*leaks(text, SECRETS)}
            assert missing <= {"default of a variable", "declared by the plugin", "passphrase"} - {*leaks(text, SECRETS)}

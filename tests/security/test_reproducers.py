"""What once broke pipelint, each with the line that it says instead."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.security.programs import pipelint, write

pytestmark = pytest.mark.slow

CLEAN = "<source>\n  @type forward\n  @id in\n</source>\n<match **>\n  @type stdout\n  @id out\n</match>\n"
SLOW = "<source>\n  @type tail\n  path /a\n  pos_file /b\n  tag a\n  <parse>\n    @type regexp\n    expression {}\n  </parse>\n"
SLOW += "</source>\n<match **>\n  @type stdout\n</match>\n"
LOGSTASH = "input {{ stdin {{}} }}\nfilter {{ if {} {{ mutate {{}} }} }}\noutput {{ stdout {{}} }}\n"
RECURSIVE = r"/(?<x>a\g<x>*b)*/"

DIGITS, LETTERS = "9" * 5_000, "x" * 10_000
BUFFERED = "<source>\n  @type forward\n</source>\n<match **>\n  @type file\n  path /a\n  <buffer>\n    {}\n  </buffer>\n"
BUFFERED += "</match>\n"
REWRITE = "<source>\n  @type forward\n</source>\n<match a.**>\n  @type rewrite_tag_filter\n  <rule>\n    key k\n"
REWRITE += "    pattern /{}/\n    tag {}\n  </rule>\n</match>\n<match **>\n  @type stdout\n</match>\n"

TEXTS = {
    "an include of the root folder": ("fluent.conf", "@include /\n" + CLEAN, "include / leads outside the project"),
    "a group that calls itself": ("fluent.conf", SLOW.format(RECURSIVE), "1 config"),
    "a group that calls itself, in a condition": ("a.conf", LOGSTASH.format(f"[m] =~ {RECURSIVE}"), "1 config"),
    "5,000 classes of letters": ("fluent.conf", SLOW.format("/" + r"\p{Alpha}" * 5_000 + "/"), "too large to analyse"),
    "groups inside each other": ("fluent.conf", SLOW.format("/" + "(" * 5_000 + "a" + ")" * 5_000 + "/"), "1 config"),
    "1,000 terms with and": ("a.conf", LOGSTASH.format(" and ".join(f'[a{n}] == "{n}"' for n in range(1_000))), "1 config"),
    "10,000 terms with or": ("a.conf", LOGSTASH.format(" or ".join(f'[a{n}] == "{n}"' for n in range(10_000))), "1 config"),
    "a size of 5,000 digits": ("fluent.conf", BUFFERED.format(f"chunk_limit_size {DIGITS}k"), "1 config"),
    "a time of 400 digits": ("fluent.conf", BUFFERED.format(f"flush_interval {DIGITS[:400]}m"), "1 config"),
    "5,000 digits of workers": ("fluent.conf", f"<system>\n  workers {DIGITS}\n</system>\n{CLEAN}", "1 config"),
    "a capture of 5,000 digits": ("fluent.conf", REWRITE.format("a", f"x.${DIGITS}"), "1 config"),
    "a regex of 10,000 letters in a rewrite rule": ("fluent.conf", REWRITE.format(LETTERS, "x.$1"), "1 config"),
    "a tag of 10,000 letters": ("fluent.conf", CLEAN.replace("forward", f"tail\n  tag *.{LETTERS}\n  path /a/*"), "1 config"),
    "an emitted tag of 10,000 letters": ("fluent.conf", CLEAN.replace("stdout", f"retag\n  tag {LETTERS}"), "1 config"),
    "a grok pattern of nothing": (
        "fluent.conf",
        CLEAN.replace("forward", "tail\n  path /a\n  <parse>\n    @type grok\n    <grok>\n pattern\n    </grok>\n  </parse>"),
        "1 config",
    ),
    "a plugin's name that no file can have": ("fluent.conf", CLEAN.replace("stdout", "ä" * 100), "1 config"),
}


@pytest.mark.parametrize("command", ["check", "estimate", "graph", "report"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_text(name: str, command: str, tmp_path: Path) -> None:
    file, text, says = TEXTS[name]
    write(tmp_path, {file: text})
    done = pipelint(command, file, cwd=tmp_path)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    assert "please report" not in done.stdout + done.stderr
    if command == "check":
        assert says in done.stdout


SETTINGS = {
    "a NUL in a path": ('baseline = "a\\u0000b"', "pipelint.toml:1:12: error: a file name cannot contain a NUL character"),
    "a version of 5,000 digits": (f'[target-version]\nfluentd = "{"9" * 5_000}.1"', "is not a version"),
    "deep JSON as a cost model": ('[cost-model]\nmodel = "deep.json"', "nested too deep"),
    "deep JSON as a baseline": ('baseline = "deep.json"', "not a pipelint baseline"),
    "deep TOML": ("a = " + "[" * 100_000, "pipelint.toml:1:"),
    "a terminal as a baseline": ('baseline = "/dev/ptmx"', "/dev/ptmx leads outside the project"),
    "a pipe as a baseline": ('baseline = "pipe"', "pipe: error: the baseline cannot be read: is not a regular file"),
    "a pipe as a cost model": ('[cost-model]\nmodel = "pipe"', "no such file: pipe"),
    "a pipe as a rule page": (
        'rules = ["lint"]',
        "FD900-pipe.md:1:1: error: rule page: the page cannot be read: is not a regular file",
    ),
    "an endless file as a rule page": (
        'rules = ["endless"]',
        "FD901-x.md:1:1: error: rule page: the link leads outside the project",
    ),
    "folders inside each other as rules": ('rules = ["deep"]', ""),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_settings(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text, says = SETTINGS[name]
    if '"deep"' in text:
        request.getfixturevalue("deep")
    write(
        tmp_path,
        {
            "pipelint.toml": text + "\n",
            "fluent.conf": SLOW.replace("regexp", "json").replace("expression {}", "time_format %NZ"),
            "deep.json": "[" * 200_000,
        },
    )
    for pipe in ("pipe", "lint/FD900-pipe.md"):
        (tmp_path / pipe).parent.mkdir(exist_ok=True)
        os.mkfifo(tmp_path / pipe)
    (tmp_path / "endless").mkdir()
    (tmp_path / "endless" / "FD901-x.md").symlink_to("/dev/zero")
    done = pipelint("check", "fluent.conf", cwd=tmp_path)
    assert says in done.stdout, done.stdout
    assert done.returncode == (2 if says else 1)


@pytest.fixture
def deep(tmp_path: Path) -> Iterator[Path]:
    """1,500 nested folders with a config in the last one; Python's own removal of a tree ends at a thousand."""
    here, folder = Path.cwd(), tmp_path / "deep"
    folder.mkdir()
    os.chdir(folder)
    for _ in range(1_500):
        Path("d").mkdir()
        os.chdir("d")
    Path("fluent.conf").write_text(CLEAN)
    os.chdir(here)
    yield folder
    subprocess.run(["rm", "-rf", folder], check=True)


@pytest.mark.parametrize("given", [".", "**/*.conf"])
def test_folders_inside_each_other(given: str, tmp_path: Path, deep: Path) -> None:
    write(tmp_path, {"fluent.conf": CLEAN})
    done = pipelint("check", given, cwd=tmp_path)
    assert done.returncode in (0, 2), done.stdout
    assert "please report" not in done.stdout + done.stderr


@pytest.mark.parametrize("path", ["pipe", "/dev/ptmx", "/dev/zero", "/dev/tty", "/proc/kmsg", "x" * 300, "a/" * 3_000])
def test_what_is_no_regular_file_is_refused_at_once(path: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    write(tmp_path, {"fluent.conf": f"@include pipe\n{CLEAN}"})
    if len(path) < 4_096:
        (tmp_path / "link.conf").symlink_to(path)
    for words in (["check", path], ["check", "--config", path, "fluent.conf"], ["check", "--baseline", path, "fluent.conf"]):
        assert pipelint(*words, cwd=tmp_path).returncode == 2, words
    for words in (["regex", "a", "--sample", path], ["grok", "%{WORD}", "--patterns-dir", path], ["syntax", path]):
        assert pipelint(*words, cwd=tmp_path).returncode in (0, 2), words
    done = pipelint("check", ".", cwd=tmp_path)
    assert "pipe: is not a regular file" in done.stdout


def test_standard_input_without_an_end(tmp_path: Path) -> None:
    done = pipelint("check", "-", cwd=tmp_path, stdin=b"\n" * 50_000_000)
    assert (done.returncode, done.stdout.splitlines()[0]) == (2, "<stdin>: error: is larger than 4 MiB, so it was not read")

"""Whatever a check asks of the machine is a question whose answer is written down: else an entry could be out of date."""

from __future__ import annotations

import ast
import builtins
import io
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from pipelint.base.disk import asked, files
from tests.command_line import pipelint
from tests.replay.test_any_change import PATHS, TEXTS

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "pipelint"

# What belongs to the program: pipelint's own files, and the interpreter's.
DATA = ("rules", "plugins", "grammars", "cost-models", "pipelint")
OWN = (*(str(ROOT / name) + os.sep for name in DATA), sys.prefix, sys.base_prefix)
SYSTEM = ["stat", "lstat", "scandir", "listdir", "open", "readlink", "access"]
# Who asks the disk for what runs: a question, or what only says whether to ask again.
ASKING_CODE = {asked.question(lambda: None).__code__, files.changed.__code__}


def frames() -> Iterator[FrameType]:
    """The frames of who has called the caller."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        yield frame
        frame = frame.f_back


@pytest.fixture
def bypassed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the disk from now on in another way than by questions."""
    found: list[str] = []

    def spy(name: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*words: object, **named: object) -> object:
            about = os.fsdecode(words[0]) if words and isinstance(words[0], str | bytes | os.PathLike) else ""
            codes = [frame.f_code for frame in frames()] if about and not f"{about}{os.sep}".startswith(OWN) else []
            loads = any("importlib" in code.co_filename for code in codes)
            if codes and not loads and ASKING_CODE.isdisjoint(codes):
                callers = [f"{code.co_filename.rpartition('/pipelint/')[2]}:{code.co_name}" for code in codes]
                found.append(f"{name} {about}: {callers[:4]}")
            return function(*words, **named)

        return call

    for name in SYSTEM:
        monkeypatch.setattr(os, name, spy(name, getattr(os, name)))
    for module in (builtins, io):
        monkeypatch.setattr(module, "open", spy("open", io.open))
    return found


@pytest.mark.parametrize("folder", ["tests/corpus", "examples", "made"])
def test_nothing_is_asked_of_the_disk_but_by_questions(folder: str, tmp_path: Path, bypassed: list[str]) -> None:
    here = ROOT / folder
    if folder == "made":
        here = tmp_path
        for number, name in enumerate(path for path in PATHS if not path.startswith("..")):
            for way in (name, f"{number}/fluent.conf"):
                if not (here / way).parent.is_file():
                    (here / way).parent.mkdir(parents=True, exist_ok=True)
                    (here / way).write_text(TEXTS[number % len(TEXTS)], errors="surrogateescape")
        (here / "pipelint.toml").write_text('rules = "own"\nplugins = "own"\nbaseline = "known.json"\nexclude = ["x/*"]\n')
        (here / "known.json").write_text('{"version": 1, "findings": []}')
        (here / "p").symlink_to(here / "conf.d/a.conf") if not (here / "p").exists() else None
        bypassed.clear()
    done = pipelint("check", "--jobs", "1", "--verbose", "--format", "json", ".", cwd=here)
    assert done.stdout
    assert bypassed == []
    done = pipelint("check", "--jobs", "1", "*.conf", "**/fluent.conf", "--isolated", cwd=here)
    assert bypassed == []


# The rooms that a check goes through; what other commands do need not be known.
OTHERS = {"stats", "compare", "bench", "measure", "lsp", "calibrate", "fixes", "replay", "data"}
CLI = {"checking.py", "overrides.py", "outputs.py", "options.py", "quick.py", "print_line.py"}
ASKING = {
    *(f"os.{name}" for name in (*SYSTEM, "walk", "environ", "environb", "getenv", "getuid", "uname")),
    *("os.cpu_count", "os.sched_getaffinity", "os.path.samefile", "os.path.getsize", "os.path.getmtime"),
    *(f"os.path.{name}" for name in ("exists", "lexists", "isfile", "isdir", "islink", "realpath")),
    *(f"time.{name}" for name in ("time", "time_ns", "monotonic", "perf_counter", "process_time", "localtime", "strftime")),
    *("os.path.expanduser", "datetime.date.today", "date.today", "datetime.datetime.now", "datetime.now", "sys.stdin"),
}
METHODS = {"exists", "is_file", "is_dir", "is_symlink", "lstat", "stat", "read_text", "read_bytes", "iterdir", "rglob"}
MODULES = {"glob", "subprocess", "socket", "tempfile", "random", "locale", "platform", "getpass", "urllib.request", "shutil"}

# What asks in another way: why that is well.
KNOWN = {
    # pipelint's own files
    "plugins/form/compile.py exists": "the project's plugin files",
    "plugins/form/compile.py is_dir": "the project's plugin files",
    "plugins/form/compile.py iterdir": "the project's plugin files",
    "predicate/syntax/parse.py read_text": "the grammar",
    "regex/editions.py read_text": "the table of editions",
    "rules/pages/facts_page.py read_bytes": "make facts",
    "report/drawing/svg.py read_text": "pipelint report is not kept",
    "report/html/frame.py read_text": "pipelint report is not kept",
    # what a wheel's code is joined by, when it is built, and where it is loaded from
    **{f"joined/make.py {how}": "the wheel's build" for how in ("is_dir", "is_file", "read_text", "resolve", "subprocess")},
    "joined/finder.py os.environ": "whose code is loaded, which is the same",
    # what a result does not depend on, or what is not kept
    "base/running/stopping.py os.open": "pipelint bench and measure",
    "base/unforeseen.py os.environ": "a run with such an error is not kept",
    "checker/samples/traced.py stat": "a run with samples is not kept",
    "checker/samples/traced.py process_time": "a run with samples is not kept",
    "checker/pages/examples.py resolve": "pipelint rules test",
    "checker/pages/examples.py tempfile": "pipelint rules test",
    "engines/fluentd/launch.py os.environ": "pipelint measure",
    "cli/overrides.py sys.stdin": "a run that reads it is not kept",
    # where results are written, which is looked at again each time
    "cli/outputs.py exists": "the file of a result",
    "cli/outputs.py os.environ": "the command line's own word on colours",
    "report/ours.py open": "the file of a result",
}


def asks(path: Path) -> Iterator[str]:
    """How a file asks the machine something."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Attribute() if (name := ast.unparse(node)) in ASKING:
                yield name
            case ast.Call(func=ast.Attribute(attr="resolve" | "open" as name), args=[], keywords=[]):
                yield name
            case ast.Call(func=ast.Attribute(owner, name)) if name in METHODS:
                yield from [] if ast.unparse(owner) in {"files", "os", "os.path"} else [name]
            case ast.Call(func=ast.Name("open")) | ast.Call(func=ast.Attribute(attr="open"), args=[ast.Constant("rb" | "r")]):
                yield "open"
            case ast.Import(names):
                yield from (alias.name for alias in names if alias.name in MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                yield from [module] if module in MODULES else (each.name for each in names if f"{module}.{each.name}" in ASKING)


def test_no_room_that_a_check_goes_through_asks_in_another_way() -> None:
    found = {}
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        room, _, rest = name.partition("/")
        if room in OTHERS or (room == "cli" and rest not in CLI) or name.startswith(("base/disk/", "trace/")):
            continue
        found |= {f"{name} {how}": name for how in asks(path)}
    # The other way round: who no longer asks need not stand there.
    assert (sorted(found.keys() - KNOWN.keys()), sorted(KNOWN.keys() - found.keys())) == ([], [])

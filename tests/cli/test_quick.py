"""The quick reader of command lines: it understands what typer understands, or nothing."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from pipelint import __version__
from pipelint.cli.app import app_for
from pipelint.cli.estimating import EstimateOptions
from pipelint.cli.option import Option, defaults_of, parameters
from pipelint.cli.options import CheckOptions, Colour
from pipelint.cli.overrides import FailOn
from pipelint.cli.quick import COMMANDS, command_of, read
from pipelint.report.formats import CheckFormat
from tests.properties import tries

OPTIONS = {
    name: [word for _, _, how in parameters(command_of(name))[1] if isinstance(how, Option) for word in (how.name, how.short)]
    for name in COMMANDS
}
VALUES = ["a.conf", "-", "json", "docker", "warning", "FD1", "3", "0", "300", "2.5", "1e3", "+1", "\u0663", "500m", "json:a"]
VALUES += ["x=y", "", " 3", "1_0", "text", "onigmo", "fluentd", "never"]


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A command, and words after it."""
    command = draw(st.sampled_from(sorted(COMMANDS)))
    options = st.sampled_from([word for word in (*OPTIONS[command], "--color") if word])
    word = st.one_of(
        st.tuples(options),
        st.tuples(options, st.sampled_from(VALUES)),
        st.tuples(st.sampled_from(VALUES)),
        st.tuples(st.builds("{}={}".format, options, st.sampled_from(VALUES))),
        st.tuples(st.sampled_from(["--no", "-h", "--", "-vj", "-j3", "--no-fix", "--line", "-x"])),
    )
    return [command, *(word for words in draw(st.lists(word, max_size=5)) for word in words)]


@tries(1_000)
@given(lines())
def test_reads_a_command_line_as_typer_does(line: list[str]) -> None:
    quick = read(line)
    if quick is None:
        return
    command, colour = quick
    assert isinstance(command, partial)
    holder, declared = parameters(command.func)
    if holder is None:
        said = defaults_of(command.func) | command.keywords
    else:
        (options,) = command.args
        said = {name: getattr(options, name) for name, _, _ in declared}
    reader = typer.main.get_command(app_for(line[:1]))
    found = reader.commands[line[0]].make_context("pipelint", line[1:]).params  # type: ignore[attr-defined]
    read_by_typer = {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
    assert read_by_typer == {"color": colour, **said}


@pytest.mark.parametrize(
    "line",
    [
        *("", "check -h", "check a --format xml", "check a --jobs 0", "check a --scale 300", "check a -j=3", "check a --select"),
        *("rules", "explain", "explain a b", "trace"),
    ],
)
def test_leaves_what_needs_a_parser(line: str) -> None:
    assert read(line.split()) is None


def options(line: str) -> object:
    """What a command gets that takes a class of options."""
    found = read(line.split())
    assert found is not None
    assert isinstance(found[0], partial)
    return found[0].args[0]


def test_without_a_path_the_current_folder_is_meant() -> None:
    assert options("check -q") == CheckOptions((".",), quiet=True)
    assert options("estimate") == EstimateOptions((".",))


def test_reads_paths_and_flags() -> None:
    assert options("check a -v -") == CheckOptions(("a", "-"), verbose=True)


def test_when_to_use_colours_is_read_of_any_command() -> None:
    found = read(["graph", "a", "--color", "never"])
    assert found is not None
    assert found[1] is Colour.NEVER


def test_reads_every_kind_of_option() -> None:
    line = "check a --select FD1 --format=json -j 4 --scale 0.5 --select RX --fail-on never --config=x.toml --jobs 2"
    assert options(line) == CheckOptions(
        ("a",), ("FD1", "RX"), fail_on=FailOn.NEVER, format=CheckFormat.JSON, jobs=2, scale=0.5, config="x.toml"
    )


@pytest.mark.parametrize("word", ["--version", "-V"])
def test_the_version_is_said_without_a_parser_and_with_one_alike(word: str, tmp_path: Path) -> None:
    code = f"import sys; sys.argv = ['pipelint', '{word}']\nfrom pipelint.cli import main\n"
    code += "try:\n    main()\nfinally:\n    print({'typer', 'pipelint.cli.option'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == f"pipelint {__version__}\nset()\n"
    assert CliRunner().invoke(app_for([word]), [word]).output == f"pipelint {__version__}\n"

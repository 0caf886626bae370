"""The quick reader of ``check`` and ``estimate``: it understands what typer understands, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelint.cli.app import app_for
from pipelint.cli.commands import check, estimate
from pipelint.cli.estimating import EstimateOptions
from pipelint.cli.option import Argument, declared
from pipelint.cli.options import CheckOptions
from pipelint.cli.overrides import FailOn
from pipelint.cli.quick import read
from pipelint.report.formats import CheckFormat
from tests.properties import tries

OPTIONS = [
    word
    for holder in (CheckOptions, EstimateOptions)
    for _, _, how in declared(holder)
    if not isinstance(how, Argument)
    for word in (how.name, how.short)
    if word
]
VALUES = ["a.conf", "-", "json", "docker", "warning", "FD1", "3", "0", "300", "2.5", "1e3", "+1", "\u0663", "500m", "json:a"]
VALUES += ["x=y", "", " 3", "1_0"]
WORDS = st.one_of(
    st.sampled_from(OPTIONS),
    st.sampled_from(VALUES),
    st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from(VALUES)),
    st.sampled_from(["--no", "-h", "--", "-vj", "-j3", "--no-fix", "--line", "-x"]),
)


@tries(500)
@given(st.sampled_from(["check", "estimate", "rules"]), st.lists(WORDS, max_size=6))
def test_reads_a_command_line_as_typer_does(command: str, words: list[str]) -> None:
    quick = read([command, *words])
    if quick is None:
        return
    seen: list[CheckOptions | EstimateOptions] = []

    def take(options: CheckOptions | EstimateOptions) -> int:
        seen.append(options)
        return 0

    with pytest.MonkeyPatch.context() as patch, pytest.raises(SystemExit) as end:
        patch.setattr(check, "check_paths", take)
        patch.setattr(estimate, "estimate_paths", take)
        app_for([command])([command, *words], prog_name="pipelint")
    assert end.value.code == 0
    assert seen == [quick]


@pytest.mark.parametrize(
    "line",
    ["", "check -h", "check a --format xml", "check a --jobs 0", "check a --select", "rules"],
)
def test_leaves_what_needs_a_parser(line: str) -> None:
    assert read(line.split()) is None


def test_without_a_path_the_current_folder_is_meant() -> None:
    assert read(["check", "-q"]) == CheckOptions((".",), quiet=True)
    assert read(["estimate"]) == EstimateOptions((".",))


def test_reads_paths_and_flags() -> None:
    assert read(["check", "a", "-v", "-"]) == CheckOptions(("a", "-"), verbose=True)


def test_reads_every_kind_of_option() -> None:
    line = "check a --select FD1 --format=json -j 4 --scale 0.5 --select RX --fail-on never --config=x.toml --jobs 2"
    assert read(line.split()) == CheckOptions(
        ("a",), ("FD1", "RX"), fail_on=FailOn.NEVER, format=CheckFormat.JSON, jobs=2, scale=0.5, config="x.toml"
    )

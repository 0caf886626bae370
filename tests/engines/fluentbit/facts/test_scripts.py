"""Whether a lua filter's script has the function that it calls."""

from pathlib import Path

import pytest

from pipelint.checker import Settings, check

CONFIG = """\
[INPUT]
    Name cpu
    Tag a
[FILTER]
    Name lua
    Match *
    Script {script}
    Call cut
[OUTPUT]
    Name stdout
    Match *
"""
BODY = "(tag, time, record)\n  return 0, time, record\nend\n"


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (f"function cut{BODY}", False),
        (f"cut = function{BODY}", False),
        (f"function  cut {BODY}", False),
        (f"function cut_all{BODY}", True),
        (f"local function cut{BODY}", True),
        (f"-- function cut{BODY}function other{BODY}", True),
        (f"if cut == 1 then end\nfunction other{BODY}", True),
        # It may come from another file, or under a name that is made.
        (f"require('more')\nfunction other{BODY}", False),
        (f"_G['cu' .. 't'] = function{BODY}", False),
    ],
)
def test_a_function_that_the_script_does_not_have_is_said(tmp_path: Path, text: str, missing: bool) -> None:
    (tmp_path / "a.lua").write_text(text)
    for script in ("a.lua", "/fluent-bit/scripts/a.lua", "/fluent-bit/scripts/other.lua"):
        (tmp_path / "fluent-bit.conf").write_text(CONFIG.format(script=script))
        found = [each.message for each in check([str(tmp_path)], Settings()).findings if each.code == "FB357"]
        said = f"lua does not take this: {script} has no global function cut"
        assert found == ([said] if missing and "other" not in script else [])


COMPOSE = """\
services:
  logs:
    image: fluent/fluent-bit:4.2
    volumes:
      - ./etc/fluent-bit.conf:/fluent-bit/etc/fluent-bit.conf:ro
      - ./{folder}:/scripts:ro
"""


@pytest.mark.parametrize(
    ("folder", "script", "codes"),
    [
        ("lua", "/scripts/cut.lua", set()),
        ("lua", "/scripts/other.lua", {"FB357"}),
        # Nobody knows what lies there.
        ("made", "/scripts/cut.lua", set()),
        ("lua", "/elsewhere/cut.lua", {"FB263"}),
    ],
)
def test_a_script_is_looked_for_where_a_compose_file_mounts_it(tmp_path: Path, folder: str, script: str, codes: set[str]) -> None:
    for name, text in {
        "etc/fluent-bit.conf": CONFIG.format(script=script),
        "lua/cut.lua": f"function cut{BODY}",
        "lua/other.lua": f"function other{BODY}",
        "compose.yaml": COMPOSE.format(folder=folder),
        ".git/HEAD": "ref: refs/heads/main\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert {found.code for found in check([str(tmp_path)], Settings()).findings} & {"FB357", "FB263"} == codes

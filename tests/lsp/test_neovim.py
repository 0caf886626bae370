"""Neovim as a real client: it opens a ConfigMap, shows the findings at their cells, makes a fix and saves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.configs import FLUENTD, manifest

NEOVIM = shutil.which("nvim")
REPOSITORY = Path(__file__).parents[2]

# Before and after what each test does: the file is opened, and what was seen is written.
START = """
local python, folder, out = vim.env.TEST_PYTHON, vim.env.TEST_FOLDER, {}
local function wait(what, holds)
  if not vim.wait(60000, holds, 20) then out.failed = what end
end
loadfile(vim.env.TEST_EDITORS .. '/neovim/pipelint.lua')().setup({ cmd = { python, '-m', 'pipelint', 'lsp' } })
vim.cmd('edit ' .. folder .. '/map.yaml')
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
"""
END = """
local file = io.open(folder .. '/out.json', 'w')
file:write(vim.fn.json_encode(out))
file:close()
vim.cmd('qall!')
"""

# What a person does in the editor; the choice in the list of actions is made by its title.
SCRIPT = """
local function codes()
  return vim.tbl_map(function(found) return found.code end, vim.diagnostic.get(0))
end
wait('finding', function() return vim.tbl_contains(codes(), 'FD101') end)
local function whole(lens) return lens.command ~= nil end
wait('costs', function() return #vim.tbl_filter(whole, vim.lsp.codelens.get(0)) > 1 end)
out.costs = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(0))
for _, found in ipairs(vim.diagnostic.get(0)) do
  if found.code == 'FD101' then
    out.found = found
    out.cells = vim.api.nvim_buf_get_lines(0, found.lnum, found.lnum + 1, false)[1]:sub(found.col + 1, found.end_col)
    vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
  end
end
vim.ui.select = function(items, options, choose)
  out.titles = vim.tbl_map(options.format_item, items)
  for _, item in ipairs(items) do
    if options.format_item(item):find('^Set time_format') then choose(item) end
  end
end
vim.lsp.buf.code_action()
wait('fix', function() return vim.bo.modified and not vim.tbl_contains(codes(), 'FD101') end)
vim.cmd('write')
out.found.user_data = nil
"""

# Goes from a stage to what feeds it, and renames the label.
NAVIGATE = """
vim.fn.search('<match')
vim.lsp.buf.definition()
wait('definition', function() return vim.api.nvim_get_current_line():find('<source>') ~= nil end)
out.line = vim.api.nvim_win_get_cursor(0)[1]
vim.fn.search('<label @OUT')
vim.fn.search('OUT', '', vim.fn.line('.'))
vim.lsp.buf.rename('@ELSEWHERE')
wait('rename', function() return vim.bo.modified end)
vim.cmd('write')
"""


# Has a rule explained.
EXPLAIN = """
vim.lsp.commands['pipelint.explain']({ command = 'pipelint.explain', arguments = { 'FD101' } }, { bufnr = 0 })
wait('page', function() return vim.bo.filetype == 'markdown' end)
out.lines, out.kind = vim.api.nvim_buf_get_lines(0, 0, 1, false), vim.bo.buftype
"""


def _run(tmp_path: Path, script: str) -> dict[str, Any]:
    """What a script in Neovim writes into ``out.json``."""
    assert NEOVIM is not None
    (tmp_path / "script.lua").write_text(script)
    test = {"TEST_PYTHON": sys.executable, "TEST_FOLDER": str(tmp_path), "TEST_EDITORS": str(REPOSITORY / "editors")}
    own = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    command = [NEOVIM, "--headless", "--clean", "-n", "-c", f"luafile {tmp_path}/script.lua", "-c", "cquit"]
    ended = subprocess.run(command, env={**os.environ, **own, **test}, capture_output=True, timeout=120, check=False)
    assert (tmp_path / "out.json").is_file(), ended.stderr.decode()
    out: dict[str, Any] = json.loads((tmp_path / "out.json").read_text())
    assert "failed" not in out, (out, ended.stderr.decode())
    return out


@pytest.mark.slow
@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim (nvim)")
def test_neovim_goes_along_the_way_of_events_and_renames(tmp_path: Path) -> None:
    text = manifest(FLUENTD)
    (tmp_path / "map.yaml").write_text(text)
    out = _run(tmp_path, START + NAVIGATE + END)
    assert out["line"] == text[: text.index("<source>")].count("\n") + 1
    assert (tmp_path / "map.yaml").read_text() == text.replace("@OUT", "@ELSEWHERE")


@pytest.mark.slow
@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim (nvim)")
def test_neovim_explains_a_rule_in_a_buffer_that_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text(manifest(FLUENTD))
    out = _run(tmp_path, START + EXPLAIN + END)
    assert out["lines"][0].startswith("# FD101 time_format") and out["kind"] == "nofile"


@pytest.mark.slow
@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim (nvim)")
def test_neovim_shows_fixes_and_saves(tmp_path: Path) -> None:
    config = FLUENTD.replace("/var/lib/app.pos", '"/var/lib/😀é.pos"')
    text = manifest(config)
    (tmp_path / "map.yaml").write_text(text)
    out = _run(tmp_path, START + SCRIPT + END)
    line = text[: text.index("%NZ")].count("\n")
    found = out["found"]
    assert (found["lnum"], found["end_lnum"], found["source"]) == (line, line, "pipelint")
    assert out["cells"] == "%Y-%m-%dT%H:%M:%S.%NZ"
    costs, fixes = out["costs"]
    assert "events/s per CPU" in costs and fixes == "apply 1 safe fix"
    assert any(title.startswith("Ignore FD101") for title in out["titles"])
    assert (tmp_path / "map.yaml").read_text() == text.replace("%NZ", "%N%z")


@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim (nvim)")
def test_neovim_reads_the_expressions_of_queries(tmp_path: Path) -> None:
    """It reads them as its own, "very magic" (runtime/lua/vim/treesitter/query.lua), where ``@`` and others are operators."""
    queries = "".join(file.read_text() for file in REPOSITORY.glob("grammars/*/queries/*.scm"))
    expressions = [json.loads(text) for text in re.findall(r'\(#(?:not-)?match\? @\S+ ("(?:[^"\\]|\\.)*")', queries)]
    assert expressions
    (tmp_path / "expressions.json").write_text(json.dumps(expressions))
    script = f"""
    local file = io.open('{tmp_path}/expressions.json')
    local out = {{}}
    for _, expression in ipairs(vim.fn.json_decode(file:read('*a'))) do
      if not pcall(vim.regex, '\\\\v' .. expression) then table.insert(out, expression) end
    end
    file = io.open('{tmp_path}/out.json', 'w')
    file:write(vim.fn.json_encode({{ refused = out, none = #out == 0 }}))
    file:close()
    vim.cmd('qall!')
    """
    assert _run(tmp_path, script)["none"]

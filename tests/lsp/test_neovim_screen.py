"""Neovim on a terminal: keys are typed, and the cells of its screen are read."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.configs import FLUENTD, manifest

NEOVIM = shutil.which("nvim")
REPOSITORY = Path(__file__).parents[2]

# Each step is taken as soon as its condition holds, asked every 50 ms: between them Neovim reads keys, as from a person.
SCRIPT = """
local folder, out = vim.env.TEST_FOLDER, {}
local function cells()
  local rows = {}
  for row = 1, vim.o.lines do
    local row_cells = {}
    for column = 1, vim.o.columns do table.insert(row_cells, vim.fn.screenstring(row, column)) end
    table.insert(rows, (table.concat(row_cells):gsub('%s+$', '')))
  end
  return rows
end
local function type_keys(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), 't', false)
end
local function text() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\\n') .. '\\n' end
local function write()
  local file = io.open(folder .. '/out.json', 'w')
  file:write(vim.fn.json_encode(out))
  file:close()
  vim.cmd('qall!')
end
local before
local steps = {
  { function() return #vim.diagnostic.get(0) > 0 end,
    function() vim.fn.search('pos_file'); type_keys('oread_from<C-x><C-o>') end },
  { function() return vim.api.nvim_get_mode().mode:find('i') ~= nil and vim.fn.pumvisible() == 1 end,
    function() out.menu = vim.fn.complete_info({ 'items', 'pum_visible' }); type_keys('<C-y> true<Esc>') end },
  { function() return vim.api.nvim_get_mode().mode == 'n' end,
    function()
      out.completed = vim.api.nvim_get_current_line()
      vim.cmd('undo')
      vim.fn.search('tag app')
      vim.cmd('normal! >>')
      before = text();
      (vim.lsp.buf.format or vim.lsp.buf.formatting)()
    end },
  { function() return text() ~= before end,
    function()
      out.formatted, out.screen = text(), cells()
      write()
    end },
}
local at = 1
vim.fn.timer_start(50, function()
  if steps[at] and steps[at][1]() then
    at = at + 1
    steps[at - 1][2]()
  end
end, { ['repeat'] = -1 })
vim.fn.timer_start(60000, function()
  out.failed, out.screen = at, cells()
  write()
end)
loadfile(vim.env.TEST_EDITORS .. '/neovim/pipelint.lua')().setup({ cmd = { vim.env.TEST_PYTHON, '-m', 'pipelint', 'lsp' } })
vim.cmd('edit ' .. folder .. '/map.yaml')
vim.o.completeopt = 'menuone'
vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
"""


def shown(tmp_path: Path) -> dict[str, Any]:
    """What the script saw in a Neovim on a terminal of 100 by 40 cells."""
    assert NEOVIM is not None
    (tmp_path / "script.lua").write_text(SCRIPT)
    test = {"TEST_PYTHON": sys.executable, "TEST_FOLDER": str(tmp_path), "TEST_EDITORS": str(REPOSITORY / "editors")}
    own = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    command = [NEOVIM, "--clean", "-n", "-c", f"luafile {tmp_path}/script.lua"]
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = subprocess.Popen(command, env={**os.environ, **own, **test, "TERM": "xterm"}, stdin=its, stdout=its, stderr=its)
    os.close(its)
    try:
        while os.read(ours, 65_536):
            pass
    except OSError:
        pass  # its end of the terminal is closed
    finally:
        os.close(ours)
    assert process.wait(10) == 0
    found: dict[str, Any] = json.loads((tmp_path / "out.json").read_text())
    assert "failed" not in found, "\n".join([f"step {found['failed']}", *found["screen"]])
    return found


@pytest.mark.slow
@pytest.mark.skipif(NEOVIM is None, reason="needs Neovim (nvim)")
def test_what_is_offered_is_in_the_menu_and_the_config_is_formatted(tmp_path: Path) -> None:
    text = manifest(FLUENTD)
    (tmp_path / "map.yaml").write_text(text)
    seen = shown(tmp_path)
    assert seen["completed"].split() == ["read_from_head", "true"]
    assert seen["menu"]["pum_visible"]
    (offered,) = [item for item in seen["menu"]["items"] if item["word"].startswith("read_from_head")]
    assert "bool" in offered["menu"]
    assert seen["formatted"] == text
    assert any(row.split()[1:] == ["tag", "app"] or row.split() == ["tag", "app"] for row in seen["screen"])

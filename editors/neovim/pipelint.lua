-- pipelint's language server in Neovim, 0.7 or newer: diagnostics, fixes, hover, completion and the rest.
-- Put this file into ~/.config/nvim/lua/ and `require('pipelint').setup()` into init.lua.
local M = {}

-- Configs have no file type of their own in Neovim: the server says nothing about files that are none.
M.patterns = { '*.conf', 'fluent*.conf', 'td-agent*.conf', '*.yaml', '*.yml' }

--- Starts the server for a buffer, or attaches one that already serves its folder.
--- options.cmd: the command, { 'pipelint', 'lsp' } by default; options.on_attach: as Neovim has it.
function M.attach(options)
  options = options or {}
  local name = vim.api.nvim_buf_get_name(0)
  local folder = name ~= '' and vim.fn.fnamemodify(name, ':p:h') or vim.fn.getcwd()
  local config = {
    name = 'pipelint',
    cmd = options.cmd or { 'pipelint', 'lsp' },
    root_dir = folder,
    on_attach = options.on_attach,
  }
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  -- Before 0.8.
  M.clients = M.clients or {}
  local id = M.clients[folder]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    M.clients[folder] = id
  end
  vim.lsp.buf_attach_client(0, id)
  return id
end

--- Attaches the server to every config that is opened from now on.
function M.setup(options)
  vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
    group = vim.api.nvim_create_augroup('pipelint', { clear = true }),
    pattern = M.patterns,
    callback = function()
      M.attach(options)
    end,
  })
end

return M

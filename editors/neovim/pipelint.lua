-- pipelint's language server in Neovim, 0.7 or newer: diagnostics, fixes, hover, completion and the rest.
-- Put this file into ~/.config/nvim/lua/ and `require('pipelint').setup()` into init.lua.
local M = {}

-- Configs have no file type of their own in Neovim: the server ignores files without a config.
M.patterns = { '*.conf', '*.yaml', '*.yml', 'pipelint.toml', '.pipelint.toml' }

--- The folder of one server: the nearest parent with settings or a repository, or the file's own folder.
local function root(folder)
  for _, mark in ipairs({ 'pipelint.toml', '.git' }) do
    local found = vim.fn.findfile(mark, vim.fn.fnameescape(folder) .. ';')
    found = found ~= '' and found or vim.fn.finddir(mark, vim.fn.fnameescape(folder) .. ';')
    if found ~= '' then
      local path = vim.fn.fnamemodify(found, ':p'):gsub('/+$', '')
      return vim.fn.fnamemodify(path, ':h')
    end
  end
  return folder
end

--- Shows costs in the buffer: events/s above a config as code lenses, and from 0.10 on µs after each stage as inlay hints.
local function show_costs(client, buffer)
  if vim.lsp.inlay_hint and vim.lsp.inlay_hint.enable then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('pipelint-costs-' .. buffer, { clear = true }),
    buffer = buffer,
    callback = function()
      if vim.lsp.get_client_by_id(client.id) then
        vim.lsp.codelens.refresh()
      end
    end,
  })
  vim.api.nvim_buf_call(buffer, function()
    vim.lsp.codelens.refresh()
  end)
end

--- Shows the page of a rule in a buffer of its own, which no file stands for.
local function explain(command, context)
  local asked = { command = 'pipelint.page', arguments = command.arguments }
  vim.lsp.buf_request(context.bufnr or 0, 'workspace/executeCommand', asked, function(_, page)
    if type(page) ~= 'string' then
      return
    end
    vim.cmd('new')
    vim.bo.buftype, vim.bo.bufhidden, vim.bo.swapfile = 'nofile', 'wipe', false
    vim.api.nvim_buf_set_lines(0, 0, -1, false, vim.split(page, '\n', { plain = true }))
    vim.bo.filetype, vim.bo.modifiable = 'markdown', false
  end)
end

--- Starts the server for a buffer, or attaches one that already serves its folder.
--- options.cmd: the command, { 'pipelint', 'lsp' } by default; options.costs = false shows no costs in the buffer;
--- options.on_attach: as Neovim has it.
function M.attach(options)
  options = options or {}
  if vim.lsp.commands then
    vim.lsp.commands['pipelint.explain'] = explain
  end
  local name = vim.api.nvim_buf_get_name(0)
  local folder = root(name ~= '' and vim.fn.fnamemodify(name, ':p:h') or vim.fn.getcwd())
  local config = {
    name = 'pipelint',
    cmd = options.cmd or { 'pipelint', 'lsp' },
    root_dir = folder,
    on_attach = function(client, buffer)
      if options.costs ~= false then
        show_costs(client, buffer)
      end
      if options.on_attach then
        options.on_attach(client, buffer)
      end
    end,
  }
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  -- Before 0.8, where completion (CTRL-X CTRL-O) and tags (CTRL-]) do not use a server by default either.
  M.clients = M.clients or {}
  local id = M.clients[folder]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    M.clients[folder] = id
  end
  vim.lsp.buf_attach_client(0, id)
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.bo.tagfunc = 'v:lua.vim.lsp.tagfunc'
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

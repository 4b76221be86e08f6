-- Opens a file with `cute-lens lsp` in Neovim, does what a user does, and prints one line of JSON with what is seen.
-- Needs nothing beyond Neovim 0.7. Environment: COMMAND (JSON list), FILE, NAME (a word to hover).
local command = vim.json.decode(os.getenv('COMMAND'))
local seen = { messages = {} }
vim.notify = function(text) table.insert(seen.messages, text) end

local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then error('waited in vain for ' .. what) end
end

vim.cmd('filetype on')
vim.cmd('edit ' .. vim.fn.fnameescape(os.getenv('FILE')))
local buffer = vim.api.nvim_get_current_buf()
seen.filetype = vim.bo.filetype
local id = vim.lsp.start_client({ name = 'cute-lens', cmd = command, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(buffer, id)
wait('the server', function() return vim.lsp.get_client_by_id(id).initialized end)

-- Findings, as the editor lists them.
wait('findings', function() return #vim.diagnostic.get(buffer) > 0 end)
seen.diagnostics = vim.tbl_map(function(one)
  return { line = one.lnum + 1, severity = one.severity, message = one.message, code = one.code }
end, vim.diagnostic.get(buffer))

-- A hover, in its window.
vim.fn.search('\\<' .. os.getenv('NAME') .. '\\>')
vim.lsp.buf.hover()
local window
wait('a hover', function()
  window = vim.tbl_filter(function(one) return vim.api.nvim_win_get_config(one).relative ~= '' end, vim.api.nvim_list_wins())[1]
  return window ~= nil
end)
seen.hover = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), '\n')
vim.api.nvim_win_close(window, true)

-- Lenses, as the editor stores them to be shown.
vim.lsp.codelens.refresh()
wait('lenses', function() return #vim.lsp.codelens.get(buffer) > 0 end)
seen.lenses = vim.tbl_map(function(lens) return lens.command.title end, vim.lsp.codelens.get(buffer))

-- The repair of the first finding, applied.
local first = vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.WARN })[1]
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics(buffer), only = { 'quickfix' } }
local answer = vim.lsp.buf_request_sync(buffer, 'textDocument/codeAction', params, 20000)[id]
seen.actions = vim.tbl_map(function(action) return action.title end, answer.result)
local before = first.message
local preferred = vim.tbl_filter(function(action) return action.isPreferred end, answer.result)[1]
vim.lsp.util.apply_workspace_edit(preferred.edit, 'utf-16')
wait('the finding to go', function()
  return #vim.tbl_filter(function(one) return one.message == before end, vim.diagnostic.get(buffer)) == 0
end)
seen.repaired = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')

vim.lsp.stop_client(id)
wait('the server to stop', function() return vim.lsp.get_client_by_id(id) == nil end)
io.stdout:write(vim.json.encode(seen) .. '\n')
vim.cmd('qall!')

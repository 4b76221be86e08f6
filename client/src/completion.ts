// Filters completion items. Where clangd runs, it offers the functions and classes of CuTe itself, so ours are left
// out. Members of values, atoms and the words of `// cute-lens:` comments are always offered.
import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient';

const clangd = 'llvm-vs-code-extensions.vscode-clangd';
const offeredByClangd: ReadonlySet<vscode.CompletionItemKind | undefined> = new Set([
  vscode.CompletionItemKind.Function,
  vscode.CompletionItemKind.Class,
  vscode.CompletionItemKind.Constant,
]);

export const completionMiddleware: Pick<Middleware, 'provideCompletionItem'> = {
  provideCompletionItem: async (document, position, context, token, next) => {
    const found = await next(document, position, context, token);
    const mode = vscode.workspace.getConfiguration('cuteLens', document).get<string>('completion');
    if (!found || mode !== 'auto' || vscode.extensions.getExtension(clangd)?.isActive !== true) return found;
    const items = Array.isArray(found) ? found : found.items;
    const kept = items.filter(({ kind }) => !offeredByClangd.has(kind));
    return Array.isArray(found) ? kept : new vscode.CompletionList(kept, found.isIncomplete);
  },
};

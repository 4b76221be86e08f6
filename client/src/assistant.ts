// The tools for assistants in VS Code: what package.json contributes as language-model tools, answered by the server.
// VS Code has them since 1.95; in older ones there are none.
import * as vscode from 'vscode';
import type { ToolParams, ToolReply } from '../../protocol/src/requests';

/** The part of VS Code that is newer than the types, which are of the oldest VS Code that is supported. */
interface NewerCode {
  readonly lm: {
    registerTool(
      name: string,
      tool: { invoke(options: { readonly input: unknown }, token: vscode.CancellationToken): Promise<unknown> },
    ): vscode.Disposable;
  };
  readonly LanguageModelToolResult: new (content: readonly unknown[]) => unknown;
  readonly LanguageModelTextPart: new (value: string) => unknown;
}

function newerCode(): NewerCode | undefined {
  const code: object = vscode;
  const hasTools = 'lm' in code && typeof code.lm === 'object' && code.lm !== null && 'registerTool' in code.lm;
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a door: VS Code has these together
  return hasTools && 'LanguageModelToolResult' in code ? (code as NewerCode & object) : undefined;
}

type Ask = (params: ToolParams, token: vscode.CancellationToken) => Promise<ToolReply | null>;

export function registerTools(context: vscode.ExtensionContext, ask: Ask): vscode.Disposable {
  const code = newerCode();
  if (!code) return new vscode.Disposable(() => undefined);
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: Text } = code;
  const tools = toolNames(context).map((name) =>
    lm.registerTool(name, {
      invoke: async ({ input }, token) => {
        const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
        const reply = await ask({ name, input, ...(folder !== undefined && { folder }) }, token);
        if (reply?.isError) throw new Error(reply.text);
        return new Result([new Text(reply?.text ?? '')]);
      },
    }),
  );
  return vscode.Disposable.from(...tools);
}

/** The names that package.json contributes. */
function toolNames({ extension }: vscode.ExtensionContext): readonly string[] {
  const manifest: { readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] } } =
    extension.packageJSON;
  return (manifest.contributes?.languageModelTools ?? []).map(({ name }) => name);
}

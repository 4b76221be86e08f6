// Handles cuteLens/tool: an assistant in the editor calls one of the tools. Files are read as the editor shows them.
import { say } from '../../../core/src/base/say';
import type { Languages } from '../../../core/src/frontends/by-language';
import type { Interrupt } from '../../../core/src/index';
import type { ToolParams, ToolReply } from '../../../protocol/src/requests';
import { tools } from '../assistant/tools';
import { fileOfUri } from '../paths';
import { readText } from '../reading';
import { settings } from '../settings';
import { messageOf } from '../unknown';
import type { Session } from '../worker/session';

export async function handleTool(
  { session, frontEnd, interrupt }: { session: Session; frontEnd: Languages; interrupt: Interrupt },
  { name, input, folder }: ToolParams,
): Promise<ToolReply> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) return { text: say`there is no tool ${name}`, isError: true };
  const texts = new Map(session.documents.map(({ file, document }) => [file, document.getText()]));
  const until = performance.now() + settings.stopAfterMs.default;
  try {
    const { text } = await tool.answer(input, {
      frontEnd,
      read: (file) => texts.get(file) ?? readText(file),
      unsaved: texts,
      folder: folder === undefined ? process.cwd() : fileOfUri(folder),
      interrupt: (peek) => (performance.now() > until ? 'stop' : interrupt(peek)),
    });
    return { text };
  } catch (error) {
    return { text: messageOf(error), isError: true };
  }
}

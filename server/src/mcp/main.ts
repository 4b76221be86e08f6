// The entry point of `cute-lens mcp`: the tools for assistants, over the Model Context Protocol on standard input and
// output. The SDK speaks the protocol; the tools are in ../assistant.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { instructions, tools } from '../assistant/tools';
import type { Answer, Tool, ToolHost } from '../assistant/tool';
import { loadFrontEnd } from '../grammar';
import { readText } from '../reading';
import { settings } from '../settings';
import { messageOf } from '../unknown';
import { version } from '../version';

const server = new McpServer({ name: 'cute-lens', title: 'CuTe Lens', version }, { instructions });
const frontEnd = loadFrontEnd(__dirname);

for (const tool of tools)
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: tool.description,
      inputSchema: tool.input.shape,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async (input: unknown) => replied(tool, input),
  );

async function replied(tool: Tool, input: unknown) {
  const host: ToolHost = {
    frontEnd: await frontEnd,
    read: readText,
    folder: process.cwd(),
    interrupt: stopAfter(settings.stopAfterMs.default),
  };
  try {
    const { text, data }: Answer = await tool.answer(input, host);
    return { content: [{ type: 'text' as const, text }], structuredContent: { ...data } };
  } catch (error) {
    return { content: [{ type: 'text' as const, text: messageOf(error) }], isError: true };
  }
}

/** Ends an analysis in time: what it has not reached is unknown, with this reason. */
function stopAfter(milliseconds: number) {
  const until = performance.now() + milliseconds;
  return () => (performance.now() > until ? 'stop' : 'go on');
}

void server.connect(new StdioServerTransport());
// The client has gone.
process.stdin.on('end', () => process.exit(0));

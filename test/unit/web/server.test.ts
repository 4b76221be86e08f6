// The server as a browser has it, with the analysis in its own worker and files that only the editor can read; and the
// link to the playground in its hovers.
import { afterEach, expect, test } from 'vitest';
import { ClientFiles } from '../../../browser/src/client-files';
import { browserQuestions } from '../../../browser/src/questions';
import { inThisWorker } from '../../../browser/src/same-worker';
import { commands, toolRequest } from '../../../protocol/src/requests';
import { Service } from '../../../server/src/worker/service';
import { allLanguages } from '../../support/front-end';
import { startServer, type TestClient } from '../../support/server';

let client: TestClient | undefined;
afterEach(() => client?.stop());

const uri = 'file:///repository/kernels/tiles.cu';
const text = `#include <cute/tensor.hpp>
#include "sizes.h"
void tiles()
{
  auto tile = cute::make_layout(cute::make_shape(cute::Int<kM>{}, cute::Int<16>{}));
}
`;
const files: Readonly<Record<string, string>> = {
  'file:///repository/kernels/sizes.h': '#include "base.h"\nconstexpr int kM = 2 * kBase;\n',
  'file:///repository/base.h': 'constexpr int kBase = 32;\n',
};

test('headers of headers are read by the editor before the first answer', async () => {
  const asked: string[][] = [];
  client = await startServer({
    folder: 'file:///repository',
    spawn: inThisWorker(
      async (inbox, memory) =>
        new Service({
          inbox,
          memory,
          frontEnd: await allLanguages(),
          outside: (events) =>
            new ClientFiles((uris) => {
              asked.push([...uris]);
              return Promise.resolve(uris.map((one) => files[one] ?? null));
            }, events),
          questions: browserQuestions,
          linkOf: undefined,
          role: 'analyse',
        }),
    ),
  });
  client.open(uri, text);
  expect(await client.hoverNow(uri, 4, 8)).toContain('(_64,_16):(_1,_64)');
  expect(asked.flat().filter((one) => one.endsWith('.h'))).toContain('file:///repository/base.h');
  client.change(uri, 2, [{ text: text.replace('<16>', '<8>') }]);
  expect(await client.hover(uri, 4, 8)).toContain('(_64,_8):(_1,_64)');
  expect(new Set(asked.flat()).size).toBe(asked.flat().length);
  const tool = await client.connection.sendRequest(toolRequest, { name: 'cute_inspect', input: {} });
  expect(tool).toMatchObject({ isError: true });
});

test.each([
  { where: 'a playground is published', ids: Object.values(commands), shares: true },
  { where: 'none is', ids: [commands.visualize], shares: false },
])('a hover offers a link where $where', async ({ ids, shares }) => {
  client = await startServer({ introduction: { trusted: true, commands: ids, layouts: '', status: true } });
  client.open(uri, text.replace('kM', '8').replace('#include "sizes.h"', ''));
  const hover = await client.hover(uri, 4, 8);
  expect(hover).toContain('[Visualize](command:');
  expect(hover?.includes('[Share](command:cuteLens.share?')).toBe(shares);
});

// What the server says in the language of the person: hovers, lenses, findings, the status, and reasons.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { speak } from '../../../core/src/base/say';
import { catalogueFor } from '../../../server/src/catalogue';
import { program } from '../../editors/program';
import { ROOT } from '../../support/fixture';
import { present } from '../../support/present';
import { startServer, type TestClient } from '../../support/server';

const folder = join(ROOT, 'l10n');
const texts = present(catalogueFor('de-AT', folder));

let client: TestClient;
const uri = 'file:///src/copy_tile.cu';
beforeAll(async () => {
  client = await startServer({
    introduction: { trusted: true, commands: ['cuteLens.visualize'], status: true, texts },
  });
  client.open(uri, program);
});
afterAll(async () => {
  await client.stop();
  speak(undefined);
});

test('a hover says in German what a value is, and the value as CuTe prints it', async () => {
  const hover = present(await client.hover(uri, 7, 8));
  expect(hover).toContain('gmem_ptr[32b] o (_4,_2):(_32,_1024)');
  expect(hover).toContain('Anteil dieses Threads an `tile` in Global Memory');
  expect(hover).toContain('[Visualisieren]');
});

test('lenses, findings and the status are German', async () => {
  const lenses = await client.connection.sendRequest<readonly { command: { title: string } }[]>(
    'textDocument/codeLens',
    { textDocument: { uri } },
  );
  expect(lenses.map(({ command }) => command.title)).toContain('1 Instanz · 256 Threads');
});

test('a locale has the texts of its language, or none', () => {
  expect(catalogueFor('de', folder)).toEqual(texts);
  expect(catalogueFor('en-GB', folder)).toBeUndefined();
  expect(catalogueFor('../package', folder)).toBeUndefined();
});

// cuTile Rust through the server: the first file of that language is read though its grammar comes late; edits,
// findings, and Rust files that have nothing to do with cuTile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { byLanguage } from '../../../core/src/frontends/by-language';
import { cudaFrontEnd, rustFrontEnd } from '../../support/front-end';
import { ROOT } from '../../support/fixture';
import { startServer, type TestClient } from '../../support/server';

const uri = 'untitled:tiles.rs';
const program = readFileSync(join(ROOT, 'examples/tiles.rs'), 'utf8');

let client: TestClient;
afterEach(() => client.stop());

const place = (text: string, word: string): readonly [number, number] => {
  const before = text.slice(0, text.indexOf(word)).split('\n');
  return [before.length - 1, before.at(-1)?.length ?? 0];
};

describe('a file of cuTile Rust', () => {
  test('has hovers with the grid, the region of the block and what a load covers', async () => {
    client = await startServer({
      loadFrontEnd: () =>
        byLanguage((language) =>
          language === 'cuda'
            ? cudaFrontEnd()
            : new Promise((resolve) => setTimeout(() => void rustFrontEnd().then(resolve), 20)),
        ),
    });
    client.open(uri, program, 'rust');
    expect(await client.hover(uri, ...place(program, 'z: &mut'))).toContain(
      'block (0, 0, 0) of the grid (4, 6, 1) owns \\[0:64, 0:64\\] of \\[256, 384\\], from element 0',
    );
    expect(await client.hover(uri, ...place(program, 'px = '))).toContain(
      'index space ceil(256/64) x ceil(128/32) = (4, 4)',
    );
    const partition = place(program, 'z = api');
    expect(await client.hover(uri, ...partition)).toContain('grid ceil(256/64) x ceil(384/64) = (4, 6, 1), 24 blocks');
  });

  test('is read again after an edit', async () => {
    client = await startServer();
    client.open(uri, program, 'rust');
    const at = place(program, '64, 64, 32');
    client.change(uri, 2, [
      { range: { start: { line: at[0], character: at[1] }, end: { line: at[0], character: at[1] + 2 } }, text: '32' },
    ]);
    expect(await client.hover(uri, ...place(program, 'px = '))).toContain('ceil(256/32) x ceil(128/32) = (8, 4)');
  });

  test('has its findings', async () => {
    client = await startServer();
    const text = program.replace('.generics(generics)', '');
    client.open(uri, text, 'rust');
    const report = await client.connection.sendRequest<{ items: readonly { code: string }[] }>(
      'textDocument/diagnostic',
      { textDocument: { uri } },
    );
    expect(report.items.map(({ code }) => code)).toEqual(['uninferred-generic']);
  });

  test('that has nothing to do with cuTile is left alone', async () => {
    client = await startServer();
    client.open(uri, 'fn main() { let z = [1, 2]; }', 'rust');
    expect(await client.hover(uri, 0, 16)).toBeNull();
    client.open('untitled:other.rs', program, 'rust');
    await vi.waitFor(() => expect(client.statuses.map((status) => status.uri)).toEqual(['untitled:other.rs']), 5000);
  });
});

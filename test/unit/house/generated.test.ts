// Generated files are up to date, and the manifest, the protocol and the grammar files agree with each other.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands } from '../../../protocol/src/requests';
import { stale } from '../../../scripts/gen-docs';

const root = join(import.meta.dirname, '..', '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  icon: string;
  devDependencies: Record<string, string>;
  contributes: { commands: { command: string }[]; grammars: { path: string; scopeName: string }[] };
};

test('generated pages and settings are fresh (npm run docs)', () => {
  expect(stale()).toEqual([]);
});

test('the manifest offers exactly the commands that the client registers', () => {
  expect(manifest.contributes.commands.map(({ command }) => command).sort()).toEqual(
    [...Object.values(commands)].sort(),
  );
});

test('every file that the manifest names exists', () => {
  for (const file of [manifest.icon, ...manifest.contributes.grammars.map(({ path }) => path)])
    expect(existsSync(join(root, file)), file).toBe(true);
});

test('grammars carry the scope that the manifest gives them, and their patterns compile', () => {
  for (const { path, scopeName } of manifest.contributes.grammars) {
    const text = readFileSync(join(root, path), 'utf8');
    expect((JSON.parse(text) as { scopeName: string }).scopeName).toBe(scopeName);
    for (const [, pattern] of text.matchAll(/"match": ("(?:[^"\\]|\\.)*")/g))
      expect(() => new RegExp(JSON.parse(pattern ?? '""') as string)).not.toThrow();
  }
});

test('dependencies are pinned', () => {
  for (const [name, version] of Object.entries(manifest.devDependencies))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
});

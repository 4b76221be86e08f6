// Folders for temporary files: what is removed, and when.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTemporaryFolder, sweep } from '../../../server/src/toolchain/temporary';
import { scratch } from '../../support/scratch';

test('a folder is there while its work is done, and gone when that fails', async () => {
  const parent = scratch();
  const failed = inTemporaryFolder(parent, (folder) => {
    expect(readdirSync(parent)).toEqual([folder.slice(parent.length + 1)]);
    writeFileSync(join(folder, 'program'), '');
    return Promise.reject(new Error('as planned'));
  });
  await expect(failed).rejects.toThrow('as planned');
  expect(readdirSync(parent)).toEqual([]);
});

test('what a process left that was killed is removed a day later, and nothing else', () => {
  const parent = scratch();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const made = (name: string, days: number): string => {
    const folder = join(parent, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'program.records'), '');
    const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    utimesSync(folder, at, at);
    return name;
  };
  made(`cute-lens-${pid}-abcdef`, 2);
  const kept = [
    made(`cute-lens-${pid}-ABCDEF`, 0.5),
    made(`cute-lens-${process.pid}-abcdef`, 2),
    made('cute-lens-abcdef', 2),
    made(`cute-lens-${pid}-notes-mine`, 2),
  ];
  sweep(parent);
  expect(readdirSync(parent).sort()).toEqual(kept.sort());
  sweep(join(parent, 'nowhere'));
  expect(existsSync(parent)).toBe(true);
});

// What tests and `npm start` fetch on demand: made once, whole or not at all; and which Chromium is taken. Fetches
// nothing.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cached } from '../../../scripts/editor/cache';
import { findChromium } from '../../../scripts/editor/chromium';
import { script } from '../../support/script';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cute-lens-home-'));
  vi.stubEnv('XDG_CACHE_HOME', home);
});
afterEach(() => vi.unstubAllEnvs());

describe('a folder of the cache', () => {
  const write = (text: string) => vi.fn((folder: string) => writeFileSync(join(folder, 'tool'), text));

  test('is made once', () => {
    const [first, second] = [write('one'), write('two')];
    const root = cached('tool-1', first);
    expect(cached('tool-1', second)).toBe(root);
    expect(readFileSync(join(root, 'tool'), 'utf8')).toBe('one');
    expect(second).not.toHaveBeenCalled();
  });

  test('is made again where making it was cut short', () => {
    const broken = (folder: string): never => {
      writeFileSync(join(folder, 'tool'), 'half');
      throw new Error('the line went dead');
    };
    expect(() => cached('tool-1', broken)).toThrow('the line went dead');
    expect(readdirSync(join(home, 'cute-lens'))).toEqual([]);
    mkdirSync(join(home, 'cute-lens', 'tool-1'));
    expect(readFileSync(join(cached('tool-1', write('whole')), 'tool'), 'utf8')).toBe('whole');
  });

  test('is that of whoever was first', () => {
    const root = cached('tool-1', (folder) => {
      cached('tool-1', write('the other one'));
      writeFileSync(join(folder, 'tool'), 'ours');
    });
    expect(existsSync(join(root, 'complete'))).toBe(true);
    expect(readdirSync(join(home, 'cute-lens'))).toEqual(['tool-1']);
  });
});

test('the Chromium is the one that is named, else one on the PATH, else none', () => {
  const [named, found] = [script(join(home, 'my-browser'), ''), script(join(home, 'bin', 'chromium'), '')];
  vi.stubEnv('HOME', home);
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', join(home, 'nowhere'));
  vi.stubEnv('PATH', join(home, 'bin'));
  vi.stubEnv('CHROME_PATH', named);
  expect(findChromium()).toBe(named);
  vi.stubEnv('CHROME_PATH', '');
  expect(findChromium()).toBe(found);
  vi.stubEnv('PATH', '');
  expect(findChromium()).toBeUndefined();
});

// Around a run of vitest: a folder for what its files share, gone in the end. vitest starts its processes after this,
// and they find the folder in their environment.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './fixture';

export function setup(): () => void {
  const runs = join(ROOT, '.tsbuild', 'runs');
  mkdirSync(runs, { recursive: true });
  const folder = mkdtempSync(join(runs, 'run-'));
  process.env['TEST_RUN'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

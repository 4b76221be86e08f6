// Whether a copy with probes compiles, runs and confirms what is predicted, for every fixture that is a program of its
// own: what a user gets from `cute-lens verify --host`. Knows the command line only; the bundle must be built.
import { join } from 'node:path';
import { allFixtures, ROOT } from '../support/fixture';
import { run } from './host';

export interface Probed {
  readonly name: string;
  readonly good: boolean;
  /** What the command said last. */
  readonly said: string;
}

/** `only`: paths from the root of the repository; without any, all that have a `main` and that CuTe can be asked
 *  about. */
export async function* probed(only: readonly string[]): AsyncGenerator<Probed> {
  for (const { name, path, text, oracle } of allFixtures()) {
    if (only.length > 0 ? !only.some((one) => path === join(ROOT, one)) : oracle !== true || !/^int main\b/m.test(text))
      continue;
    const { code, out, err } = await run(process.execPath, [join(ROOT, 'dist/cli.cjs'), 'verify', '--host', path], 300);
    const said =
      code === 2
        ? err.trim().split('\n').slice(0, 6).join('\n')
        : (out.split('\n').find((line) => /facts confirmed|refuted/.test(line)) ?? '');
    yield { name, good: code === 0, said };
  }
}

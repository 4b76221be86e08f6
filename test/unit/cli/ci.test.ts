// What CI takes from the command line: the script of the GitHub Action, and the patterns of the problem matchers.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { program } from '../../editors/program';
import { builtCli, runCli } from '../../support/cli';
import { ROOT } from '../../support/fixture';
import { present } from '../../support/present';

// Processes of their own, several in a test.
vi.setConfig({ testTimeout: 60_000 });

const cli = builtCli();
const folder = mkdtempSync(join(tmpdir(), 'cute-lens-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'copy_tile.cu'), program);

describe('the action', () => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    runs: { steps: { id?: string; run?: string; env?: Record<string, string> }[] };
  };
  const script = present(action.runs.steps.find(({ id }) => id === 'check')?.run);

  /** Runs the script of the step with an `npx` that is the command line under test. */
  function step(env: Readonly<Record<string, string>>) {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const npx = `#!/bin/sh\n[ "$1 $2 $3 $4" = "--yes --package cute-lens@latest cute-lens" ] || exit 9\nshift 4\nexec "${process.execPath}" "${cli}" "$@"\n`;
    writeFileSync(join(bin, 'npx'), npx, { mode: 0o755 });
    const output = join(folder, 'output');
    writeFileSync(output, '');
    const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        PACKAGE: 'cute-lens@latest',
        MORE: '',
        CHECKED: '.',
        ...env,
      },
    });
    const outputs = Object.fromEntries(
      readFileSync(output, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('=')),
    ) as Record<string, string>;
    return { status, stderr, outputs };
  }

  test('goes on with findings, so that they are uploaded, with paths below the checkout', () => {
    const { status, outputs } = step({});
    expect({ status, found: outputs['status'] }).toEqual({ status: 0, found: '1' });
    const log = JSON.parse(readFileSync(present(outputs['sarif']), 'utf8')) as {
      runs: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }[];
    };
    const uris = log.runs[0]?.results.map((one) => one.locations[0]?.physicalLocation.artifactLocation.uri);
    expect(new Set(uris)).toEqual(new Set(['copy_tile.cu']));
  });

  test('takes more options, and ends where the call is wrong', () => {
    expect(step({ MORE: '--define M=512' }).outputs['status']).toBe('1');
    expect(step({ CHECKED: 'none.cu' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no such file') as string,
    });
  });
});

describe('the problem matchers', () => {
  const { problemPatterns } = (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      contributes: { problemPatterns: { name: string; regexp: string }[] };
    }
  ).contributes;
  const pattern = (name: string): RegExp =>
    new RegExp(present(problemPatterns.find((one) => one.name === name)).regexp);

  test('read what `check` prints', () => {
    const lines = runCli(cli, ['check', '.'], folder).stdout.split('\n').filter(Boolean);
    expect(lines.map((line) => pattern('cute-lens').exec(line)?.slice(1))).toEqual([
      [
        'copy_tile.cu',
        '8',
        '63',
        'warning',
        '`mine` has the shape (_4,_2): the comment says 4 for mode 1',
        'stale-shape-comment',
      ],
    ]);
    expect(pattern('cute-lens').exec('a.cu:1:2: information: slow [uncoalesced]')?.[4]).toBe('info');
  });

  test.each([
    ['gemm.cu(12): error: static assertion failed with "no"', 'gemm.cu 12 error'],
    [
      'include/cute/layout.hpp(40): warning #177-D: variable "a" was declared but never referenced',
      'include/cute/layout.hpp 40 warning',
    ],
    ['C:\\src\\gemm.cu(3): catastrophic error: cannot open source file "cute/tensor.hpp"', 'C:\\src\\gemm.cu 3 error'],
  ])('read what nvcc prints: %s', (line, expected) => {
    expect(pattern('nvcc').exec(line)?.slice(1, 4).join(' ')).toBe(expected);
  });
});

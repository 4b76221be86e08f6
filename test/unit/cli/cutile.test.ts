// The command line on Rust files of cuTile: what it lists, checks, draws and refuses.
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtCli, runCli, type Outcome } from '../../support/cli';
import { ROOT } from '../../support/fixture';

const cli = builtCli();
const cuteLens = (args: readonly string[]): Outcome => runCli(cli, args, ROOT);

interface Row {
  readonly name: string;
}

describe('a Rust file of cuTile', () => {
  const examples = join(ROOT, 'examples');
  const broken = join(ROOT, 'test/fixtures/checks/no-grid.rs');

  test('is inspected, for the block that is asked for', () => {
    const outcome = cuteLens(['inspect', join(examples, 'tiles.rs'), '--block', '2,1,0', '--json']);
    const rows = (JSON.parse(outcome.stdout) as { facts: readonly Row[] }).facts;
    expect(rows.find(({ name }) => name === 'px')).toMatchObject({
      line: 20,
      kind: 'partition',
      text: 'Partition<f32, [64, 32]> of [256, 128], index space (4, 4)',
    });
    expect(rows.find(({ name }) => name === 'pid')).toMatchObject({ text: '(2,1,0)', instance: 'gemm' });
    expect(outcome.status).toBe(0);
  });

  test('is checked beside CUDA C++, with the findings as exit status', () => {
    expect(cuteLens(['check', join(examples, 'tiles.rs'), join(examples, 'sgemm.cu')])).toMatchObject({
      status: 0,
      stdout: '',
    });
    const outcome = cuteLens(['check', broken]);
    expect(outcome.status).toBe(1);
    expect(outcome.stdout).toContain(
      'no-grid.rs:15:5: error: launch grid required: no `&mut` tensor gives one. Add .grid(..)',
    );
  });

  test('is drawn, or the reason said', () => {
    const grid = cuteLens(['draw', `${join(examples, 'persistent.rs')}:15:z`, '--block', '2,0,0']);
    expect(grid.stdout).toContain('5 persistent blocks take (10, 7) tiles in turn');
    expect(grid.stdout).toContain(' 0  |  B0 #0 |  B3 #0 |');
    const whole = cuteLens(['draw', `${join(examples, 'tiles.rs')}:38:x`]);
    expect(whole).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('Tensors that are cut into tiles') as string,
    });
  });

  test('is refused where only CUDA C++ will do', () => {
    expect(cuteLens(['verify', broken])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Only CUDA C++ can be verified') as string,
    });
  });
});

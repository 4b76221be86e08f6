// Complete programs with a mistake that was planted in them, and correct ones. In those nothing is found at warning or
// above.
import { describe, expect, test } from 'vitest';
import { accessChecks } from '../../../core/src/index';
import type { Level } from '../../../core/src/analysis';
import { findingsOf } from '../../../server/src/cli/check';
import { atLeast } from '../../support/cases';
import { analyzeFiles, FOLDER } from '../../support/engine';
import { tryFixes } from '../../support/check-fixture';
import { plantedPrograms, type Planted } from '../../support/planted';

const programs = plantedPrograms();
const grave: readonly Level[] = ['error', 'warning'];
const told: readonly Level[] = [...grave, 'information'];

async function found({ name, text }: Planted, levels: readonly Level[]): Promise<readonly string[]> {
  const analysis = await analyzeFiles([{ name, text }], { arch: 900 });
  return findingsOf(analysis, (file) => file.slice(FOLDER.length + 1))
    .filter(({ level }) => levels.includes(level))
    .map(({ slug, line }) => `${slug} ${line}`);
}

const which = (holds: (one: Planted) => boolean): readonly (readonly [string, Planted])[] =>
  programs.filter(holds).map((one) => [one.name, one] as const);

const mistakeOf = ({ mistake }: Planted): string => `${mistake?.slug} ${mistake?.line}`;

describe('programs', () => {
  const correct = which(({ mistake }) => mistake === undefined);
  const known = which(({ mistake, missed }) => mistake !== undefined && missed === undefined);
  const missed = which((one) => one.missed !== undefined);

  test.each(atLeast(40, correct))('%s is correct', async (_, program) => {
    expect(await found(program, grave)).toEqual([]);
  });

  const judged = which(({ judged }) => judged !== undefined);
  test.each(atLeast(95, judged))('%s is what a GPU says that it is', (_, { mistake, judged }) => {
    expect(judged?.builds).toBe(true);
    if (!mistake) expect(judged).toEqual({ builds: true, passes: true, reports: [], hangs: [] });
  });

  test.each(atLeast(75, known))('%s', async (_, program) => {
    expect(await found(program, told)).toContain(mistakeOf(program));
  });

  // Each repair removes a finding, and brings up no other.
  test.each(atLeast(75, known))('the repairs of %s', async (_, { name, text }) => {
    const repairs = await tryFixes([{ name, text }], { arch: 900 });
    const bad = repairs.filter(({ diagnostic, faults }) => accessChecks.has(diagnostic.code) && faults.length > 0);
    expect(bad.map(({ diagnostic, fix, faults }) => [diagnostic.message, fix.title, ...faults])).toEqual([]);
  });

  test.each(atLeast(0, missed))('%s: not found yet', async (_, program) => {
    expect(await found(program, told)).not.toContain(mistakeOf(program));
  });
});

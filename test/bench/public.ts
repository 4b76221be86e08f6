// Measures what the user of one source of a public project waits for: its first analysis in a process that has read
// nothing, the analyses after a keystroke, and following all threads after a pause.
import { readFileSync } from 'node:fs';
import { check } from '../../core/src/checks/index';
import { type AnalyzeInput, analyzeFirst, evaluate } from '../../core/src/index';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources } from '../../server/src/sources';
import type { Corpus } from '../support/coverage-sources';
import { surroundingsOf, type Unit } from '../support/coverage-units';
import { cudaFrontEnd } from '../support/front-end';
import { summary } from './timing';

/** Seconds of processor time. */
export interface Phases {
  /** From texts to programs; of a library's headers, what tells their names. */
  readonly read: number;
  /** With what is read of a library's headers meanwhile. */
  readonly evaluate: number;
  readonly check: number;
}

export interface PublicTimes {
  readonly first: Phases;
  readonly edit: Phases;
  /** What a pause begins, the second time: following all threads, and the checks. In seconds of processor time. */
  readonly follow: number;
  readonly files: number;
  readonly steps: number;
  readonly exhausted: boolean;
}

/** Edits that are timed. The first analysis has made V8 compile what they run. */
const EDITS = 4;

export async function publicTimes({ unit, text: given }: Unit, corpus: Corpus): Promise<PublicTimes> {
  const reader = await cudaFrontEnd();
  const sources = new Sources(reader);
  const arch = corpus.arch ?? 900;
  const folders = surroundingsOf(corpus);
  const assumptions = assumptionsOf({ args: '', defines: {}, thread: [0, 0, 0], block: [0, 0, 0], arch }, reader);
  const text = given ?? readFileSync(unit, 'utf8');
  const stats = { files: 0, steps: 0, exhausted: false };
  const input = (): AnalyzeInput => ({ entry: unit, ...sources.collect(unit, folders, arch), assumptions });
  const phases = (change: () => void): Phases => {
    const begun = processorTime();
    change();
    const given = input();
    const read = processorTime();
    const seen = evaluate(given);
    const evaluated = processorTime();
    check(seen);
    Object.assign(stats, { files: given.files.size, steps: seen.stats.steps, exhausted: seen.stats.exhausted });
    return { read: read - begun, evaluate: evaluated - read, check: processorTime() - evaluated };
  };

  const first = phases(() => sources.open(unit, text));
  // From the end on, so that an edit moves no place of a later one.
  const edits = Array.from({ length: EDITS }, (_, i) => {
    const at = Math.max(0, text.lastIndexOf('\n', (text.length * (EDITS - i)) / (EDITS + 1)));
    return phases(() => sources.edit(unit, [{ start: at, end: at, text: ' ' }]));
  });
  const following = (): number => {
    const { follow } = analyzeFirst(input());
    const begun = processorTime();
    follow(() => 'go on');
    return processorTime() - begun;
  };
  // The first one has made V8 compile what they run.
  following();
  return { first, edit: median(edits), follow: following(), ...stats };
}

function median(all: readonly Phases[]): Phases {
  const of = (part: keyof Phases): number => summary(all.map((one) => one[part])).median;
  return { read: of('read'), evaluate: of('evaluate'), check: of('check') };
}

/** In seconds, of all threads of the process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

// The fuzzer as a program of one file: `node fuzz.cjs`. It needs the texts, the grammars and the server beside it,
// which scripts/fuzz.mjs puts there, and nothing else but Node.
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { answerTrials, languagesIn, tried, tryInputs, type Task } from './child';
import { playSessions } from './child-sessions';
import { damagedInputs, playFresh, sessions } from './exhibits';
import { Findings, type Exhibits } from './findings';
import { basesBelow, inputAt, inputOfText, type Base } from './inputs';
import { runPool, type PoolInput, type Tally } from './pool';
import { planAt } from './session-steps';
import type { Failure } from './verdict';

const help = `npm run fuzz -- [options]

Breaks every example and fixture (and, with CUTLASS_DIR, CUTLASS's CuTe examples) at random, and asks everything of the result:
the analysis with its checks, hovers, hints, lenses, completion, repairs, pictures, the pure half of verification.
A failure is an exception, a death, more than 2 s (also alone, when all others have ended) or 1.5 GB, more steps than the budget, a malformed answer, or a text that
reads otherwise when typed than when opened.
With --sessions, plays random sessions against the language server: files that include each other are opened, edited, asked
about and closed in any order. A failure is a death, an error, a question without an answer, an end that is not in good order,
or an answer that differs from the one about the same texts opened anew.
The exit code is 1 where anything failed.

  --count M         damaged inputs (10000; 0 where only --sessions is given)
  --sessions K      sessions (0)
  --jobs N          processes (one for each processor)
  --seed S          an integer; a random one where it is absent, printed in any case
  --from I          the first index (0)
  --seconds T       for inputs and for sessions each: nothing more is begun after this time, and what was done is counted
  --keep DIR        where failures are written (a folder below the system's temporary one)
  --ask N           asks everything of every Nth input only, and the analysis with its checks of each (1)
  --shrink T        seconds for making failures smaller (60; 0 for none)
  --only I          runs input I of the seed in this process and says what becomes of it
  --only-session I  plays session I of the seed
  --print I         prints input I of the seed
  --text FILE       runs a text, such as a saved failure, in this process
  --bundle DIR      writes a folder that runs on any machine with Node: node DIR/fuzz.cjs --jobs 16 ...
  --help
`;

const here = __dirname;
const bases = (): readonly Base[] => JSON.parse(readFileSync(join(here, 'texts.json'), 'utf8')) as Base[];

const program = join(here, 'dist/server.cjs');

const text = { type: 'string' } as const;
const options = {
  count: text,
  sessions: text,
  jobs: text,
  seed: text,
  from: text,
  seconds: text,
  keep: text,
  shrink: text,
  only: text,
  'only-session': text,
  print: text,
  ask: text,
  text,
  help: { type: 'boolean' },
} as const;

type Flags = Partial<Record<Exclude<keyof typeof options, 'help'>, string>> & { help?: boolean };

const whole = (given: string | undefined, otherwise: number, name: string): number => {
  const n = given === undefined ? otherwise : Number(given);
  if (!Number.isInteger(n) || n < 0) throw new Error(`--${name} expects an integer, not "${given ?? ''}"`);
  return n;
};

async function main(): Promise<number> {
  const [command = '', ...rest] = process.argv.slice(2);
  switch (command) {
    case 'child-inputs':
      return tryInputs(bases(), join(here, 'dist'), JSON.parse(rest[0] ?? '') as Task).then(() => 0);
    case 'child-sessions':
      return playSessions(bases(), program, JSON.parse(rest[0] ?? '') as Task).then(() => 0);
    case 'child-trials':
      await answerTrials(join(here, 'dist'));
      return new Promise(() => undefined);
    case 'write-texts':
      writeFileSync(join(here, 'texts.json'), JSON.stringify(basesBelow(rest[0] ?? '', rest[1])));
      return 0;
    default:
      return run(parseArgs({ args: process.argv.slice(2), options }).values);
  }
}

async function run(flags: Flags): Promise<number> {
  if (flags.help) {
    console.log(help);
    return 0;
  }
  const seed = whole(flags.seed, Math.floor(Math.random() * 2 ** 31), 'seed');
  if (flags.print !== undefined) {
    console.log(JSON.stringify(inputAt(bases(), seed, whole(flags.print, 0, 'print')), null, 2));
    return 0;
  }
  if (flags['only-session'] !== undefined)
    return said(
      await playFresh(planAt(bases(), seed, whole(flags['only-session'], 0, 'only-session')), program),
      `session ${flags['only-session']}`,
    );
  if (flags.only !== undefined || flags.text !== undefined) return runOne(flags, seed);
  const count = whole(flags.count, flags.sessions === undefined ? 10_000 : 0, 'count');
  const folder = flags.keep ?? join(tmpdir(), `cute-lens-fuzz-${seed}`);
  const inputs = await runMany({
    ...flags,
    seed,
    count,
    folder,
    what: 'damaged inputs',
    timed: 'an analysis',
    command: 'child-inputs',
    hangMs,
    exhibits: damagedInputs(bases(), seed, hangMs),
  });
  const played = await runMany({
    ...flags,
    seed,
    count: whole(flags.sessions, 0, 'sessions'),
    folder,
    what: 'sessions',
    timed: 'an answer',
    command: 'child-sessions',
    hangMs: 180_000,
    exhibits: sessions(bases(), seed, program),
  });
  return inputs + played > 0 ? 1 : 0;
}

/** One input, in this process: where a debugger looks. */
async function runOne({ only, text: file }: Flags, seed: number): Promise<number> {
  const index = whole(only, 0, 'only');
  const input = file === undefined ? inputAt(bases(), seed, index) : inputOfText(file, readFileSync(file, 'utf8'));
  const verdict = tried(input, await languagesIn(join(here, 'dist')), seed, index);
  return said(
    verdict.failures,
    `${input.base}: ${Math.round(verdict.milliseconds)} ms, ${verdict.steps} steps${verdict.exhausted ? ', stopped at the budget' : ''}`,
  );
}

function said(failures: readonly Failure[], head: string): number {
  console.log(`${head}, ${failures.length} failures`);
  for (const { kind, part, message } of failures) console.log(`${kind} in ${part}: ${message}`);
  return failures.length > 0 ? 1 : 0;
}

/** An input that takes longer is ended. */
const hangMs = 20_000;

type Many = Omit<Flags, 'seed' | 'count'> &
  Pick<PoolInput, 'command' | 'hangMs' | 'seed' | 'count'> & {
    readonly folder: string;
    readonly what: string;
    readonly timed: string;
    readonly exhibits: Exhibits;
  };

/** The number of failures. */
async function runMany(many: Many): Promise<number> {
  const { seed, count, folder, what, command, exhibits } = many;
  if (count === 0) return 0;
  const jobs = Math.max(1, whole(many.jobs, availableParallelism(), 'jobs'));
  const findings = new Findings(folder, seed, exhibits);
  const started = performance.now();
  const perSecond = (done: number): string => (done / ((performance.now() - started) / 1000)).toFixed(1);
  const tally = await runPool({
    command,
    jobs,
    seed,
    first: whole(many.from, 0, 'from'),
    count,
    ask: Math.max(1, whole(many.ask, 1, 'ask')),
    seconds: whole(many.seconds, 1e9, 'seconds'),
    hangMs: many.hangMs,
    onFailure: (index, failure) => findings.add(index, failure),
    onProgress: ({ done }) =>
      void (
        process.stderr.isTTY &&
        process.stderr.write(
          `\r${done} of ${count} ${what}, ${findings.total} failures of ${findings.count} kinds, ${perSecond(done)} a second `,
        )
      ),
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  const how = `seed ${seed}, ${jobs} processes, ${seconds} s, ${perSecond(tally.done)} a second`;
  await findings.settle();
  console.log(`${tally.done} of ${count} ${what} (${how}): ${findings.total} failures`);
  if (findings.crowded > 0) console.log(`${findings.crowded} more were slow while others ran, and not alone`);
  console.log(summary(tally, many.timed));
  const shrinkSeconds = whole(many.shrink, 60, 'shrink');
  if (findings.count > 0 && shrinkSeconds > 0) await findings.shrink(shrinkSeconds);
  exhibits.stop();
  for (const line of findings.lines()) console.log(line);
  return findings.total;
}

function summary({ times, exhausted, mostSteps, peakBytes }: Tally, timed: string): string {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  const steps = mostSteps > 0 ? `; ${exhausted} stopped at the budget, most steps ${mostSteps}` : '';
  return `time of ${timed}: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, 99.9 % ${at(0.999)} ms, longest ${at(1)} ms${steps}; largest process ${Math.round(peakBytes / 2 ** 20)} MiB`;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exit(2);
  },
);

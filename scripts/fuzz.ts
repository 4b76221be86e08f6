// `npm run fuzz`: breaks the examples and fixtures at random and analyses them. No input may crash the engine, pass its
// budget of steps, or read otherwise when typed (an edit) than when opened. `--count`, `--seed`. Exit code 1 on a failure.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { damage } from '../test/support/damage';
import { analyzeFiles, STEPS } from '../test/support/engine';
import { allFixtures } from '../test/support/fixture';
import { cudaFrontEnd } from '../test/support/front-end';
import { random } from '../test/support/random';

const { values: flags } = parseArgs({ options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } });
const count = Number(flags.count);
const rng = random(Number(flags.seed));
const texts = allFixtures().map(({ text }) => text);
const reader = await cudaFrontEnd();
const kept = join(tmpdir(), 'cute-lens-fuzz');

/** No single input may take longer, whatever the machine does beside. */
const LONGEST_MS = 10_000;

const times: number[] = [];
const failures: string[] = [];
let exhausted = 0;
let mostSteps = 0;

function keep(text: string, why: string): void {
  mkdirSync(kept, { recursive: true });
  const file = join(kept, `failure-${failures.length}.cu`);
  writeFileSync(file, text);
  failures.push(`${file}: ${why}`);
  console.log(`\n${file}: ${why}`);
}

/** The same text, read at once and reached by an edit, must lower to the same program. */
function typedAndOpened(before: string, after: string): string | undefined {
  const typed = reader.open('/fuzz.cu', before);
  const opened = reader.open('/fuzz.cu', after);
  try {
    typed.program();
    typed.update(after);
    const plain = (program: unknown): string => JSON.stringify(program, (_, value: unknown) => (value instanceof Map ? [...value] : value));
    return plain(typed.program()) === plain(opened.program()) ? undefined : 'an edit and a fresh reading of the same text differ';
  } finally {
    typed.dispose();
    opened.dispose();
  }
}

const started = performance.now();
for (let i = 0; i < count; i++) {
  const base = rng.pick(texts);
  const text = damage(base, rng);
  const from = performance.now();
  try {
    const { stats } = await analyzeFiles([{ name: 'fuzz.cu', text }]);
    mostSteps = Math.max(mostSteps, stats.steps);
    if (stats.exhausted) exhausted++;
    if (stats.steps > STEPS + 1) keep(text, `${stats.steps} steps`);
    if (performance.now() - from > LONGEST_MS) keep(text, `${Math.round(performance.now() - from)} ms`);
    const differs = i % 10 === 0 ? typedAndOpened(base, text) : undefined;
    if (differs !== undefined) keep(`${base}\n// ---- becomes ----\n${text}`, differs);
  } catch (error) {
    keep(text, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  times.push(performance.now() - from);
  if ((i + 1) % 500 === 0) process.stderr.write(`\r${i + 1} of ${count}, ${failures.length} failures, ${Math.round((i + 1) / ((performance.now() - started) / 1000))} inputs/s `);
}

const sorted = times.sort((a, b) => a - b);
const at = (part: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
console.log(`\n${count} damaged inputs (seed ${flags.seed}): ${failures.length} failures; ${exhausted} stopped at the budget of ${STEPS} steps; most steps ${mostSteps}`);
console.log(`time per input: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`);
for (const failure of failures) console.log(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

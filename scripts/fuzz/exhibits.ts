// The two kinds of fuzzing subjects, damaged inputs and sessions: how an index determines one, how it is saved, and how
// it is made smaller.
import { extname } from 'node:path';
import { playOne, answerMs } from './child-sessions';
import type { Exhibits, Found } from './findings';
import { asText, inputAt, type Base, type Input } from './inputs';
import { LanguageServer } from './language-server';
import { planAt, type SessionPlan, type Step } from './session-steps';
import { fewest, smallestText, type Bounds } from './shrink';
import { Trials } from './trials';
import { classOf, type Failure } from './verdict';

/** Ways to fail that depend on the machine: while a text shrinks, one may turn into another. */
const tooMuch: ReadonlySet<Failure['kind']> = new Set(['died', 'hangs', 'memory', 'slow']);

function isSameAs({ failure, key }: Found, base: string): (other: Failure) => boolean {
  return (other) => (tooMuch.has(failure.kind) ? tooMuch.has(other.kind) : classOf(other, base) === key);
}

export function damagedInputs(bases: readonly Base[], seed: number, limitMs: number): Exhibits {
  const trials = new Trials(limitMs);
  const at = (index: number): Input => inputAt(bases, seed, index);
  return {
    again: '--only',
    base: (index) => at(index).base,
    exhibit: (index) => {
      const { files, args, thread, arch } = at(index);
      return {
        suffix: (extname(files[0]?.name ?? '') || '.cu').slice(1),
        text: asText({ files }),
        situation: `args: ${JSON.stringify(args)}, thread: ${thread.join(',')}, arch: ${arch}`,
      };
    },
    alone: (index) => trials.of(at(index), seed, index),
    smallest: async (found, bounds) => {
      let input = at(found.index);
      const isSame = isSameAs(found, input.base);
      const fails = async (candidate: Input): Promise<boolean> =>
        (await trials.of(candidate, seed, found.index)).some(isSame);
      if (!(await fails(input))) return undefined;
      for (const [i, file] of input.files.entries()) {
        const withText = (text: string): Input => ({
          ...input,
          files: input.files.map((one, j) => (j === i ? { ...one, text } : one)),
        });
        input = withText(await smallestText(file.text, (text) => fails(withText(text)), bounds));
      }
      return asText(input);
    },
    stop: () => trials.stop(),
  };
}

export function sessions(bases: readonly Base[], seed: number, program: string): Exhibits {
  return {
    again: '--only-session',
    base: () => 'a session',
    exhibit: (index) => ({
      suffix: 'json',
      text: stepsText(planAt(bases, seed, index).steps),
      situation: 'steps of a session, one a line',
    }),
    alone: (index) => playFresh(planAt(bases, seed, index), program),
    smallest: async (found, bounds) => smallestSession(found, planAt(bases, seed, found.index), program, bounds),
    stop: () => undefined,
  };
}

async function smallestSession(
  found: Found,
  plan: SessionPlan,
  program: string,
  bounds: Bounds,
): Promise<string | undefined> {
  const isSame = isSameAs(found, 'a session');
  const fails = async (steps: readonly Step[]): Promise<boolean> =>
    (await playFresh({ ...plan, steps }, program)).some(isSame);
  if (!(await fails(plan.steps))) return undefined;
  return stepsText(await fewest(plan.steps, fails, bounds));
}

/** With a server of its own. */
export async function playFresh(plan: SessionPlan, program: string): Promise<readonly Failure[]> {
  const server = new LanguageServer(program, { answerMs });
  await server.start('file:///fuzz');
  const failures = await playOne(server, plan);
  if (server.ended === undefined) await server.kill();
  return failures;
}

const stepsText = (steps: readonly Step[]): string =>
  `[\n${steps.map((step) => JSON.stringify(step)).join(',\n')}\n]\n`;

// Runs one input through everything that reads text: the analysis with its checks, each editor feature at random
// places, each view and drawing, the pure half of verification, and an edit against a fresh reading. Knows no process
// and no protocol.
import { isDeepStrictEqual } from 'node:util';
import type { Languages } from '../../core/src/frontends/by-language';
import { languageOf } from '../../core/src/ir/languages';
import { analyze, type Analysis } from '../../core/src/index';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources, type SourceSet } from '../../server/src/sources';
import type { Random } from '../../test/support/random';
import { askAll } from './ask-all';
import type { Input } from './inputs';
import type { Failure, FailureKind, Verdict } from './verdict';

/** The engine's own default, said aloud: an analysis may take no more. */
export const mostSteps = 400_000;
/** No part of the work on one input may take longer. */
export const longestMs = 2000;

const folder = '/fuzz';

/** What is being worked on, with what was found wrong so far. */
export interface Trial {
  readonly input: Input;
  readonly rng: Random;
  readonly analysis: Analysis;
  readonly entry: string;
  readonly set: SourceSet;
  readonly languages: Languages;
  readonly textOf: (file: string) => string | undefined;
  /** Runs a part of the work, and notes what it throws and how long it takes. */
  readonly part: <T>(name: string, work: () => T) => T | undefined;
  readonly fail: (kind: FailureKind, part: string, message: string) => void;
}

/** Tries an input. `asks`: all that an editor can ask of the analysis; `withEdit`: an edit from the undamaged text is
 *  compared too. */
export function tryInput(
  input: Input,
  languages: Languages,
  rng: Random,
  { asks, withEdit }: { readonly asks: boolean; readonly withEdit: boolean },
): Verdict {
  const failures: Failure[] = [];
  const fail = (kind: FailureKind, part: string, message: string): void => void failures.push({ kind, part, message });
  const times = new Map<string, number>();
  const spent = process.cpuUsage();
  const part = <T>(name: string, work: () => T): T | undefined => {
    const began = performance.now();
    try {
      return work();
    } catch (error) {
      fail('throws', name, error instanceof Error ? (error.stack ?? error.message) : String(error));
      return undefined;
    } finally {
      const wall = performance.now() - began;
      const took = wall > longestMs ? Math.min(wall, busyMs(spent)) : wall;
      times.set(name, (times.get(name) ?? 0) + took);
      if (took > longestMs) fail('slow', name, `${name} took ${Math.round(took)} ms`);
    }
  };
  const sources = new Sources(languages);
  const files = input.files.map(({ name, text }) => ({ file: `${folder}/${name}`, text }));
  let analysis: Analysis | undefined;
  try {
    const entry = files[0]?.file ?? '';
    const read = part('front end', () => {
      for (const { file, text } of files) sources.open(file, text);
      return sources.collect(entry, { includePaths: [] }, input.arch);
    });
    const given = { args: input.args, defines: {}, thread: input.thread, block: [0, 0, 0] as const, arch: input.arch };
    if (read)
      analysis = part('analysis', () =>
        analyze({
          entry,
          ...read,
          assumptions: assumptionsOf(given, languages),
          budget: { steps: mostSteps },
          accesses: asks,
        }),
      );
    if (analysis && read) {
      judge(analysis, fail);
      if (asks)
        askAll({
          input,
          rng,
          analysis,
          entry,
          set: read,
          languages,
          textOf: (file) => sources.textOf(file),
          part,
          fail,
        });
    }
    if (withEdit) compareTyped(input, entry, languages, part, fail);
  } finally {
    for (const { file } of files) sources.close(file);
  }
  return {
    milliseconds: (times.get('front end') ?? 0) + (times.get('analysis') ?? 0),
    steps: analysis?.stats.steps ?? 0,
    exhausted: analysis?.stats.exhausted ?? false,
    failures,
  };
}

/** What waits for a processor is not slow: where a part takes long by the clock, the processor's time of the input so
 *  far is a bound. */
function busyMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function judge({ bugs, stats }: Analysis, fail: Trial['fail']): void {
  for (const bug of bugs) fail('bug', 'analysis', bug);
  // The step that finds the budget spent is the last one.
  if (stats.steps > mostSteps + 1) fail('steps', 'analysis', `${stats.steps} steps`);
}

/** The same text, read at once and reached by an edit, must lower to the same program. In which order its parts name
 *  their properties says nothing. */
function compareTyped(
  { before, files: [file] }: Input,
  entry: string,
  languages: Languages,
  part: Trial['part'],
  fail: Trial['fail'],
): void {
  const after = file?.text ?? '';
  const typed = languages.open(entry, before);
  const opened = languages.open(entry, after);
  try {
    part('reading before', () => typed.program());
    const grown = part('edit', () => {
      typed.update(after);
      return typed.program();
    });
    const read = part('reading afresh', () => opened.program());
    if (grown && read && !isDeepStrictEqual(grown, read))
      fail('typed', languageOf(entry), 'an edit and a fresh reading of the same text differ');
  } finally {
    typed.dispose();
    opened.dispose();
  }
}

// The engine as tests, fuzzing and benchmarks use it: texts in, an Analysis out.
import {
  analyze,
  analyzeFirst,
  type Analysis,
  type AnalyzeInput,
  type Begun,
  type Interrupt,
} from '../../core/src/index';
import { assumptionsOf } from '../../server/src/assumptions';
import { Sources } from '../../server/src/sources';
import { allLanguages } from './front-end';

export interface Situation {
  readonly args?: readonly string[];
  readonly defines?: Readonly<Record<string, string>>;
  readonly thread?: readonly [number, number, number];
  readonly block?: readonly [number, number, number];
  readonly arch?: number;
  readonly interrupt?: Interrupt;
  /** False: only the sample thread is followed. */
  readonly accesses?: boolean;
  /** The names of the sources that a header is evaluated with. */
  readonly roots?: readonly string[];
  /** Where the user looks, in the entry. */
  readonly near?: { readonly start: number; readonly end: number };
}

/** The most steps an analysis may take here: the engine's own default, said aloud. */
export const STEPS = 400_000;

/** The folder that the files of a test are said to be in. They need not exist. */
export const FOLDER = '/test';

interface File {
  readonly name: string;
  readonly text: string;
}

/** Analyses `files` (name and text; the entry first). */
export function analyzeFiles(files: readonly File[], situation: Situation = {}): Promise<Analysis> {
  return withInput(files, situation, (input) => analyze({ ...input, accesses: situation.accesses !== false }));
}

/** Analyses `files`, the entry first, as far as the sample thread goes. */
export function analyzeFilesFirst(files: readonly File[], situation: Situation = {}): Promise<Begun> {
  return withInput(files, situation, analyzeFirst);
}

async function withInput<T>(
  files: readonly File[],
  situation: Situation,
  act: (input: Omit<AnalyzeInput, 'accesses'>) => T,
): Promise<T> {
  const reader = await allLanguages();
  const sources = new Sources(reader);
  const at = (name: string): string => `${FOLDER}/${name}`;
  for (const { name, text } of files) sources.open(at(name), text);
  const entry = at(files[0]?.name ?? '');
  const arch = situation.arch ?? 800;
  const given = {
    args: (situation.args ?? []).map((word) => `"${word}"`).join(' '),
    defines: situation.defines ?? {},
    thread: situation.thread ?? ([0, 0, 0] as const),
    block: situation.block ?? ([0, 0, 0] as const),
    arch,
  };
  try {
    return act({
      entry,
      ...sources.collect(entry, { includePaths: [] }, arch, situation.roots?.map(at)),
      assumptions: assumptionsOf(given, reader),
      budget: { steps: STEPS },
      ...(situation.interrupt && { interrupt: situation.interrupt }),
      ...(situation.near && { near: { file: entry, ...situation.near } }),
    });
  } finally {
    for (const { name } of files) sources.close(at(name));
  }
}

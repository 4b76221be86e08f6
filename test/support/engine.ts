// The engine as tests, fuzzing and benchmarks use it: texts in, an Analysis out.
import { analyze, type Analysis, type Interrupt } from '../../core/src/index';
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
  /** Where the user looks, in the entry. */
  readonly near?: { readonly start: number; readonly end: number };
}

/** The most steps an analysis may take here: the engine's own default, said aloud. */
export const STEPS = 400_000;

/** The folder that the files of a test are said to be in. They need not exist. */
export const FOLDER = '/test';

/** Analyses `files` (name and text; the entry first). */
export async function analyzeFiles(
  files: readonly { readonly name: string; readonly text: string }[],
  situation: Situation = {},
): Promise<Analysis> {
  const reader = await allLanguages();
  const sources = new Sources(reader);
  for (const { name, text } of files) sources.open(`${FOLDER}/${name}`, text);
  const entry = `${FOLDER}/${files[0]?.name ?? ''}`;
  const arch = situation.arch ?? 800;
  const given = {
    args: (situation.args ?? []).map((word) => `"${word}"`).join(' '),
    defines: situation.defines ?? {},
    thread: situation.thread ?? ([0, 0, 0] as const),
    block: situation.block ?? ([0, 0, 0] as const),
    arch,
  };
  try {
    return analyze({
      entry,
      ...sources.collect(entry, { includePaths: [] }, arch),
      assumptions: assumptionsOf(given, reader),
      budget: { steps: STEPS },
      accesses: situation.accesses !== false,
      ...(situation.interrupt && { interrupt: situation.interrupt }),
      ...(situation.near && { near: { file: entry, ...situation.near } }),
    });
  } finally {
    for (const { name } of files) sources.close(`${FOLDER}/${name}`);
  }
}

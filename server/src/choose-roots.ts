// Chooses the sources from which headers are seen. A library has hundreds of examples and tests that include a header,
// and most of them instantiate other templates: those are taken that name most of what the header names and no source
// before them named. Looks at the identifiers of texts and the words of file names, and knows no macros.
import { basename, dirname } from 'node:path';

export interface Source {
  readonly file: string;
  readonly text: string;
}

/** A source with those of its names that headers name, too. */
export interface Naming {
  readonly file: string;
  readonly names: readonly string[];
}

/** What one source says of headers that say `known`. */
export function namingOf(source: Source, known: ReadonlySet<string>): Naming {
  return { file: source.file, names: namesIn(source).filter((name) => known.has(name)) };
}

/** At most `most` of the sources, the one that says most first. */
export function chooseRoots(sources: readonly Naming[], most: number): readonly string[] {
  const left = new Map(sources.map(({ file, names }) => [file, names]));
  const named = new Set<string>();
  const chosen: string[] = [];
  while (chosen.length < most && left.size > 0) {
    let best = '';
    let gain = 0;
    for (const [file, names] of left) {
      const fresh = names.filter((name) => !named.has(name));
      left.set(file, fresh);
      if (fresh.length > gain) [best, gain] = [file, fresh.length];
      if (fresh.length === 0) left.delete(file);
    }
    if (gain === 0) break;
    for (const name of left.get(best) ?? []) named.add(name);
    left.delete(best);
    chosen.push(best);
  }
  return chosen;
}

/** Names of types, as CUTLASS spells them, since names of variables say nothing of what is instantiated; each with the
 *  architecture, of the text or of the file's name, since a builder chooses by both: `Sm120` with
 *  `OpClassBlockScaledTensorOp`; and every two words of the file's name, which say for what a kernel or a test is:
 *  `sm100` with `blockscaled`. */
export function namesIn({ file, text }: Source): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const path = `${basename(dirname(file))}_${basename(file)}`;
  const words = [...new Set(path.split(/[_.]/))].sort();
  const pairs = words.flatMap((word, i) => words.slice(i + 1).map((other) => `${word} ${other}`));
  const names = [...new Set(code.match(/\b[A-Z]\w*[a-z]\w*\b/g) ?? [])];
  const architectures = new Set([...names, ...words.map((word) => word.replace(/^sm/, 'Sm'))].filter(isArchitecture));
  const chosenBy = [...architectures].flatMap((one) => names.flatMap((name) => (name === one ? [] : `${one} ${name}`)));
  return [...new Set([...names, ...chosenBy, ...pairs])];
}

const isArchitecture = (name: string): boolean => /^Sm\d+$/.test(name);

// Random programs about the language around CuTe, judged by g++ and clang++: prints what is wrong, each in the smallest
// program that still shows it, and why values are not known.
import { cudaFrontEnd } from '../support/front-end';
import type { Host } from './host';
import { languageClasses } from './language/classes';
import { verdicts, type Verdict } from './language/compare';
import { languageProgram } from './language/generate';
import { judge, type Judged } from './language/judge';
import { smallest, type Smaller, type WrongVerdict } from './language/smaller';
import type { Source } from './programs/generate';

export interface LanguageOptions {
  /** Of each class. */
  readonly count: number;
  readonly seed: number;
  readonly unit: number;
  readonly jobs: number;
  /** Names of classes, or of one idiom as `class.idiom`; none are all. */
  readonly classes: readonly string[];
  /** How many wrong programs of one idiom are made smaller. */
  readonly shrink: number;
}

interface Outcome {
  readonly source: Source;
  readonly verdicts: readonly Verdict[];
}

/** How one class came out. */
export interface LanguageTally {
  readonly class: string;
  readonly programs: number;
  readonly refused: number;
  readonly disputed: number;
  readonly values: number;
  readonly equal: number;
  readonly unknown: number;
  readonly wrong: number;
}

export interface WrongValue {
  readonly idiom: string;
  readonly count: number;
  readonly text: string;
  readonly said: string;
}

export interface LanguageReport {
  readonly tallies: readonly LanguageTally[];
  readonly wrong: readonly WrongValue[];
  readonly reasons: ReadonlyMap<string, number>;
  /** Programs in which nothing is wrong, with what the compilers print. */
  readonly good: readonly Extract<Judged, { readonly source: Source }>[];
}

/** Compares; gives the numbers, and the smallest program of each kind of wrong value. */
export async function language(
  host: Host,
  options: LanguageOptions,
  progress: (report: LanguageReport) => void = () => undefined,
): Promise<LanguageReport> {
  const asked = options.classes.length > 0 ? options.classes : Object.keys(languageClasses);
  const tallies: LanguageTally[] = [];
  const wrong: WrongValue[] = [];
  const good: Extract<Judged, { readonly source: Source }>[] = [];
  const reasons = new Map<string, number>();
  for (const word of asked) {
    const [name = '', only] = word.split('.');
    const sources = Array.from({ length: options.count }, (_, i) => languageProgram(name, options.seed + i, only));
    const units = Array.from({ length: Math.ceil(sources.length / options.unit) }, (_, i) =>
      sources.slice(i * options.unit, (i + 1) * options.unit),
    );
    const judged: (readonly Judged[])[] = units.map(() => []);
    const outcomes: Outcome[] = [];
    const waiting = [...units.keys()];
    // While one unit is compared here, the compilers work on the next.
    const worker = async (): Promise<void> => {
      for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) {
        judged[i] = await judge(host, units[i] ?? []);
        outcomes.push(...(await compared(judged[i] ?? [])));
        process.stderr.write(`\r${word}: ${judged.flat().length} of ${sources.length} `);
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, worker));
    process.stderr.write('\n');
    outcomes.sort((x, y) => x.source.id.localeCompare(y.source.id, 'en', { numeric: true }));
    tallies.push(tallyOf(word, judged.flat(), outcomes));
    for (const one of outcomes)
      for (const verdict of one.verdicts)
        if (verdict.is === 'unknown') {
          const why = `${idiomOf(verdict)}: ${general(verdict.why)}`;
          reasons.set(why, (reasons.get(why) ?? 0) + 1);
        }
    const bad = new Set(outcomes.filter(isWrong).map(({ source }) => source.id));
    good.push(...judged.flat().flatMap((one) => ('source' in one && !bad.has(one.source.id) ? [one] : [])));
    wrong.push(...(await smallestOfEach(host, word, outcomes.filter(isWrong), options)));
    for (const one of judged.flat()) if ('refused' in one) console.log(`refused: ${one.refused}`);
    progress({ tallies, wrong, reasons, good });
  }
  return { tallies, wrong, reasons, good };
}

const isWrong = (one: Outcome): boolean => one.verdicts.some(({ is }) => is === 'wrong');
const idiomOf = ({ name }: Verdict): string => name.replace(/_\d+$/, '');

async function compared(judged: readonly Judged[]): Promise<Outcome[]> {
  const reader = await cudaFrontEnd();
  return judged.flatMap((one) =>
    'source' in one ? [{ source: one.source, verdicts: verdicts(one.source, one.printed, reader) }] : [],
  );
}

function tallyOf(name: string, judged: readonly Judged[], outcomes: readonly Outcome[]): LanguageTally {
  const all = outcomes.flatMap((one) => one.verdicts);
  const count = (is: Verdict['is']): number => all.filter((one) => one.is === is).length;
  return {
    class: name,
    programs: judged.length,
    refused: judged.filter((one) => 'refused' in one).length,
    disputed: judged.reduce((n, one) => n + ('disputed' in one ? one.disputed : 0), 0),
    values: all.length,
    equal: count('equal'),
    unknown: count('unknown'),
    wrong: count('wrong'),
  };
}

/** For each idiom with wrong values, the smallest programs that show one. */
async function smallestOfEach(
  host: Host,
  word: string,
  bad: readonly Outcome[],
  { shrink, jobs }: LanguageOptions,
): Promise<readonly WrongValue[]> {
  const byIdiom = new Map<string, Smaller[]>();
  for (const { source, verdicts: all } of bad)
    for (const verdict of all)
      if (verdict.is === 'wrong')
        byIdiom.set(idiomOf(verdict), [...(byIdiom.get(idiomOf(verdict)) ?? []), { source, verdict }]);
  const reader = await cudaFrontEnd();
  const waiting = [...byIdiom].flatMap(([idiom, list]) =>
    spread(list, shrink).map((one) => ({ idiom, count: list.length, one })),
  );
  const found: WrongValue[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { source, verdict } = await smallest(host, next.one, reader);
      const text = source.text
        .split('\n')
        .slice(2)
        .join('\n')
        .replace(/ \/\/\?.*$/gm, '');
      const idiom = `${word.split('.')[0] ?? ''}.${next.idiom}`;
      if (!found.some((one) => one.text === text))
        found.push({ idiom, count: next.count, text, said: saidOf(verdict) });
      process.stderr.write(`\r${word}: ${found.length} made smaller `);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  process.stderr.write('\n');
  return found.sort((a, b) => a.idiom.localeCompare(b.idiom));
}

/** Some of the items, from all over the list. */
const spread = <T>(items: readonly T[], most: number): T[] =>
  items.filter((_, i) => Math.floor((i * most) / items.length) !== Math.floor(((i - 1) * most) / items.length));

const saidOf = ({ name, real, shown, assumed }: WrongVerdict): string =>
  `${name}: ${real} → ${shown}${assumed ? ' (under an assumption)' : ''}`;

/** A reason without the names of this program. */
const general = (why: string): string =>
  why
    .replace(/`[^`]*`/g, '`…`')
    .replace(/\d+/g, '#')
    .slice(0, 110);

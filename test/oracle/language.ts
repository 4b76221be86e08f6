// Random programs about the language around CuTe, judged by g++ and clang++: prints what is wrong, each in the smallest
// program that still shows it, and why values are not known.
import { cudaFrontEnd } from '../support/front-end';
import type { Host } from './host';
import { languageClasses } from './language/classes';
import { verdicts, type Verdict } from './language/compare';
import { languageProgram } from './language/generate';
import { judge, type Judged } from './language/judge';
import type { Source } from './programs/generate';
import { smallerPrograms } from './programs/shrink';

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
  readonly said: readonly string[];
}

export interface LanguageReport {
  readonly tallies: readonly LanguageTally[];
  readonly wrong: readonly WrongValue[];
  readonly reasons: ReadonlyMap<string, number>;
  /** Programs in which nothing is wrong, with what the compilers print. */
  readonly good: readonly Extract<Judged, { readonly source: Source }>[];
}

/** Compares; gives the numbers, and the smallest program of each kind of wrong value. */
export async function language(host: Host, options: LanguageOptions): Promise<LanguageReport> {
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
    const waiting = [...units.keys()];
    const worker = async (): Promise<void> => {
      for (let i = waiting.shift(); i !== undefined; i = waiting.shift()) {
        judged[i] = await judge(host, units[i] ?? []);
        process.stderr.write(`\r${word}: ${judged.flat().length} of ${sources.length} `);
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, worker));
    process.stderr.write('\n');
    const outcomes = await compared(judged.flat());
    tallies.push(tallyOf(word, judged.flat(), outcomes));
    for (const one of outcomes)
      for (const verdict of one.verdicts)
        if (verdict.is === 'unknown') {
          const why = `${idiomOf(verdict)}: ${general(verdict.why)}`;
          reasons.set(why, (reasons.get(why) ?? 0) + 1);
        }
    const bad = new Set(outcomes.filter(isWrong).map(({ source }) => source.id));
    good.push(...judged.flat().flatMap((one) => ('source' in one && !bad.has(one.source.id) ? [one] : [])));
    wrong.push(...(await smallest(host, word, outcomes.filter(isWrong), options.shrink)));
    for (const one of judged.flat()) if ('refused' in one) console.log(`refused: ${one.refused}`);
  }
  return { tallies, wrong, reasons, good };
}

const isWrong = (one: Outcome): boolean => one.verdicts.some(({ is }) => is === 'wrong');
const idiomOf = ({ name }: Verdict): string => name.replace(/_\d+$/, '');

async function compared(judged: readonly Judged[]): Promise<Outcome[]> {
  const reader = await cudaFrontEnd();
  return judged.flatMap((one) =>
    'source' in one ? [{ source: one.source, verdicts: verdictsOf(one, reader) }] : [],
  );
}

function verdictsOf(
  { source, printed }: Extract<Judged, { readonly source: Source }>,
  reader: Awaited<ReturnType<typeof cudaFrontEnd>>,
): readonly Verdict[] {
  try {
    return verdicts(source, printed, reader);
  } catch (error) {
    return [{ name: 'crash', is: 'wrong', real: 'an answer', shown: String(error), assumed: false }];
  }
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

/** For each idiom with wrong values, programs that show one and have nothing else. */
async function smallest(
  host: Host,
  word: string,
  bad: readonly Outcome[],
  most: number,
): Promise<readonly WrongValue[]> {
  const byIdiom = new Map<string, Outcome[]>();
  let counts = new Map<string, number>();
  for (const one of bad)
    for (const verdict of one.verdicts.filter(({ is }) => is === 'wrong')) {
      const idiom = idiomOf(verdict);
      counts = counts.set(idiom, (counts.get(idiom) ?? 0) + 1);
      const list = byIdiom.get(idiom) ?? [];
      if (!list.includes(one)) list.push(one);
      byIdiom.set(idiom, list);
    }
  const found: WrongValue[] = [];
  for (const [idiom, list] of byIdiom) {
    const texts = new Set<string>();
    for (const one of list.slice(0, most)) {
      const small = await shrunk(host, one, idiom);
      const text = small.source.text.split('\n').slice(2).join('\n').replace(/ \/\/\?.*$/gm, '');
      if (texts.has(text)) continue;
      texts.add(text);
      found.push({ idiom: `${word.split('.')[0] ?? ''}.${idiom}`, count: counts.get(idiom) ?? 0, text, said: saidOf(small, idiom) });
      process.stderr.write(`\r${word}: ${found.length} shrunk `);
    }
  }
  return found;
}

const saidOf = (one: Outcome, idiom: string): readonly string[] =>
  one.verdicts.flatMap((verdict) =>
    verdict.is === 'wrong' && idiomOf(verdict) === idiom
      ? [`${verdict.name}: ${verdict.real} → ${verdict.shown}${verdict.assumed ? ' (under an assumption)' : ''}`]
      : [],
  );

/** A smaller program in which a variable of the idiom is wrong too; of many candidates, the smallest goes on. */
async function shrunk(host: Host, first: Outcome, idiom: string): Promise<Outcome> {
  const still = (one: Outcome): boolean => one.verdicts.some((verdict) => verdict.is === 'wrong' && idiomOf(verdict) === idiom);
  let best = first;
  for (let round = 0; round < 24; round++) {
    const candidates = smallerPrograms(best.source)
      .filter(({ text }) => text.includes(`${idiom}_`))
      .sort((a, b) => a.text.length - b.text.length)
      .slice(0, 60)
      .map((one, i) => ({ ...one, id: `${one.id}.${i}` }));
    const better = (await compared(await judge(host, candidates)))
      .filter((one) => still(one) && one.source.text.length < best.source.text.length)
      .sort((a, b) => a.source.text.length - b.source.text.length)[0];
    if (!better) break;
    best = better;
  }
  return best;
}

/** A reason without the names of this program. */
const general = (why: string): string => why.replace(/`[^`]*`/g, '`…`').replace(/\d+/g, '#').slice(0, 110);

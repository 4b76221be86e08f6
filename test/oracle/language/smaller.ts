// The smallest program that still shows a wrong value. What the variable needs is found by names, since each name of a
// draft is used for one thing; then lines are left out while the same value is shown and another one is real.
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import type { Host } from '../host';
import type { Source } from '../programs/generate';
import { runPrograms } from '../programs/host';
import { smallerPrograms } from '../programs/shrink';
import { verdicts, type Verdict } from './compare';
import { judge, judges } from './judge';

export type WrongVerdict = Extract<Verdict, { readonly is: 'wrong' }>;

export interface Smaller {
  readonly source: Source;
  readonly verdict: WrongVerdict;
}

const MOST_ROUNDS = 6;
const MOST_CANDIDATES = 8;

/** Undefined where the value is not wrong any more when nothing else is there. */
export async function smallest(host: Host, first: Smaller, reader: FrontEnd): Promise<Smaller> {
  let best = first;
  const sliced = await stillWrong(host, [slice(first)], first.verdict, reader, true);
  if (sliced) best = sliced;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const candidates = pathDown(best, reader).map((one, i) => ({ ...one, id: `${first.source.id}.${i}` }));
    const better = await stillWrong(host, candidates, best.verdict, reader, false);
    if (!better) break;
    best = better;
  }
  return (await stillWrong(host, [best.source], best.verdict, reader, true)) ?? sliced ?? first;
}

/** Ever smaller programs that show the same, the smallest first, and beside them single steps: leaving out one thing
 *  may be more than the compiler takes. */
function pathDown({ source, verdict }: Smaller, reader: FrontEnd): Source[] {
  const steps = (from: Source): Source[] =>
    smallerPrograms(from)
      .filter(({ text }) => shows(text, verdict, reader))
      .sort((a, b) => a.text.length - b.text.length);
  const first = steps(source);
  const path: Source[] = [];
  for (let now = first.at(0); now && path.length < MOST_CANDIDATES; now = steps(now).at(0)) path.unshift(now);
  return [...path, ...first.slice(1, MOST_CANDIDATES)];
}

const shows = (text: string, { name, shown }: WrongVerdict, reader: FrontEnd): boolean => {
  if (!text.includes(`//? ${name}`)) return false;
  const lines = text.split('\n').filter((line) => line.includes('//?')).length;
  const asked = verdicts(
    { id: '', text },
    Array.from({ length: lines }, () => ['\x00']),
    reader,
  );
  return asked.some((one) => one.name === name && one.is === 'wrong' && one.shown === shown);
};

/** The smallest of the programs in which the variable is wrong. */
async function stillWrong(
  host: Host,
  sources: readonly Source[],
  { name }: WrongVerdict,
  reader: FrontEnd,
  byBoth: boolean,
): Promise<Smaller | undefined> {
  const ran = byBoth ? await judge(host, sources) : await runPrograms(judges(host)[0], sources);
  for (const one of ran) {
    if (!('printed' in one)) continue;
    const verdict = verdicts(one.source, one.printed, reader).find((found) => found.name === name);
    if (verdict?.is === 'wrong') return { source: one.source, verdict };
  }
  return undefined;
}

const namesIn = (text: string): string[] => text.match(/\b[A-Za-z]\w*\d\w*\b/g) ?? [];

/** The program with only those declarations and statements that the names of the variable lead to. */
function slice({ source, verdict }: Smaller): Source {
  const lines = source.text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('int main('));
  const groups = groupsOf(lines.slice(2, start));
  const end = lines.indexOf('  return 0;', start);
  const body = groupsOf(lines.slice(start + 1, end));
  const needed = new Set([verdict.name]);
  const [tops, statements] = [new Set<string>(), new Set<string>()];
  for (let size = -1; size !== needed.size;) {
    size = needed.size;
    for (const [all, chosen] of [
      [groups, tops],
      [body, statements],
    ] as const)
      for (const group of all) {
        const names = namesIn(group);
        const own = / \/\/\? (\w+)$/.exec(group)?.[1];
        const isNeeded = own === undefined ? names.some((name) => needed.has(name)) : needed.has(own);
        if (!isNeeded) continue;
        chosen.add(group);
        for (const name of names) needed.add(name);
      }
  }
  const text = [
    ...lines.slice(0, 2),
    ...groups.filter((group) => tops.has(group)),
    'int main() {',
    ...body.filter((group) => statements.has(group)),
    ...lines.slice(end).filter((line) => {
      const macro = /^#undef (\w+)/.exec(line)?.[1];
      return macro === undefined || [...tops].some((group) => group.startsWith(`#define ${macro}`));
    }),
  ].join('\n');
  return { id: source.id, text };
}

/** Lines together until their brackets close. */
function groupsOf(lines: readonly string[]): string[] {
  const groups: string[] = [];
  let now: string[] = [];
  let depth = 0;
  let conditions = 0;
  for (const line of lines) {
    now.push(line);
    conditions += /^\s*#if/.test(line) ? 1 : /^\s*#endif/.test(line) ? -1 : 0;
    for (const c of line.replace(/\/\/.*/, '').replace(/'[^']*'|"[^"]*"/g, ''))
      depth += c === '{' ? 1 : c === '}' ? -1 : 0;
    if (depth > 0 || conditions > 0 || /\\$|^template <[^;{]*>$/.test(line)) continue;
    groups.push(now.join('\n'));
    now = [];
    depth = 0;
  }
  return now.length > 0 ? [...groups, now.join('\n')] : groups;
}

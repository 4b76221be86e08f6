// Finds the operations of CuTe whose names are closest to a name that does not exist. Compares names only.
import { spend } from '../../base/meter';
import { distance } from '../../base/spelling';
import { gmmaNames } from '../../atoms/mma_traits_sm90_gmma';
import { ummaNames } from '../../atoms/mma_traits_sm100';
import { sm120Operations } from '../../atoms/mma_traits_sm120';
import { boxOperations } from '../../atoms/tma_operations';
import { tabledCopyOps, tabledMmaOps, widthOpNames } from '../../atoms/traits';

let known: readonly string[] | undefined;

function operations(): readonly string[] {
  known ??= [
    'UniversalFMA',
    'AutoVectorizingCopy',
    'AutoVectorizingCopyWithAssumedAlignment',
    'DefaultCopy',
    'AutoCopyAsync',
    ...tabledMmaOps(),
    ...tabledCopyOps(),
    ...widthOpNames(),
    ...ummaNames,
    ...sm120Operations.map(([name]) => name),
    ...boxOperations,
    ...gmmaNames(),
  ];
  return known;
}

/** The distance between the numbers in two names: `64x65x16` is closer to `64x72x16` than to `64x152x16`. */
function apart(a: string, b: string): number {
  const numbers = (name: string): number[] => (name.match(/\d+/g) ?? []).map(Number);
  const [x, y] = [numbers(a), numbers(b)];
  return x.length === y.length ? x.reduce((sum, n, i) => sum + Math.abs(n - (y[i] ?? 0)), 0) : Infinity;
}

/** Answers by the name that was asked for: a loop asks for the same name repeatedly. */
const answers = new Map<string, readonly string[]>();
const mostAnswers = 256;
/** The cost of comparing a name with one operation, in units of the meter. */
const unitsOfComparison = 4;

/** Up to three operations with names close to one that looks like an operation (`SM80_16x8x16_…`, `UniversalCpy`),
 *  closest first; none for names that do not. */
export function nearestOperations(spelled: string): readonly string[] {
  const name = spelled.replace(/^.*::/, '');
  const isForm = /^(SM\d+_|G?MMA_64x)\w/.test(name);
  if (!isForm && !/^(Universal|Auto|Default)\w/.test(name)) return [];
  const known = answers.get(name);
  if (known) return known;
  const found = nearestTo(name, isForm);
  if (answers.size >= mostAnswers) answers.clear();
  answers.set(name, found);
  return found;
}

function nearestTo(name: string, isForm: boolean): string[] {
  spend(operations().length * unitsOfComparison, 'names');
  const limit = isForm ? Math.max(2, Math.floor(name.length / 3)) : 2;
  const near = operations()
    .map((one) => ({ known: one, d: distance(name, one, limit) }))
    .filter(({ d }) => d <= limit);
  return near
    .sort((x, y) => x.d - y.d || apart(name, x.known) - apart(name, y.known) || (x.known < y.known ? -1 : 1))
    .slice(0, 3)
    .map(({ known }) => known);
}

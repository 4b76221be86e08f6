// Parameter packs of a pattern: what each element of an expansion deduces is collected.
import type { Expr } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { Value } from '../../values/value';
import type { Deduction } from './deduction';
import type { Bound } from './templates';

/** The template parameter packs in a pattern, with room for their elements. */
export function packsOf(d: Deduction, pattern: Expr): Map<string, Value[]> {
  const packs = [...d.params.values()].flatMap(({ pack, name }) =>
    pack && name !== undefined && namesOneOf(pattern, new Set([name])) ? [name] : [],
  );
  return new Map(packs.map((name): [string, Value[]] => [name, []]));
}

/** Takes over what one element of an expansion has deduced. */
export function shareBound(d: Deduction, bound: Bound, columns: ReadonlyMap<string, Value[]>): void {
  for (const [name, value] of bound) if (!columns.has(name)) d.bound.set(name, value);
  for (const [name, column] of columns) {
    const one = bound.get(name);
    if (one !== undefined && !('pack' in one)) column.push(one);
  }
}

// What a tuple of the library holds that is made of arguments whose copies run code of the program.
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { categoryOf, prvalue } from '../overload/categories';
import type { Machine } from '../state/machine';
import { VarCell } from '../values/cells';
import type { Arg, Category } from '../values/entities';
import { inAnyOrder, type Turn } from './any-order';
import { copied } from './copies';
import { copiesByCode } from './copying-code';

/** What the elements of a tuple are that is made of arguments: each is made of its argument alone ([tuple.creation]).
 *  Undefined where the order in which they are made tells. */
export function copiesOf(m: Machine, args: readonly Arg[], why: string, span: Span): readonly Arg[] | undefined {
  if (m.simt) return undefined;
  const made = new Map<Arg, Value>();
  const turns = args.flatMap((arg): readonly Turn[] => {
    const { value } = arg;
    if (!copiesByCode(value)) return [];
    const cell = arg.cell ?? m.temporaries.of(value) ?? new VarCell('', value);
    const given = categoryOf(m, arg);
    const category: Category = given.is === 'prvalue' || !arg.cell ? { ...given, is: 'xvalue' } : given;
    return [{ cell, run: () => made.set(arg, copied(m, value, { cell, category, span }, true)) }];
  });
  if (!inAnyOrder(m, turns, why, span)) return undefined;
  return args.map((arg) => {
    const value = made.get(arg);
    return value === undefined ? arg : { value, span: arg.span, category: prvalue };
  });
}

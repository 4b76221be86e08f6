// Classes of the program that are derived from CuTe's `tuple`. Objects do not hold what is in such a base: it is known
// where its type says it, and a tuple has no numbers that the program computes.
import { say } from '../../base/say';
import { isStaticLayout } from '../../values/tensor';
import type { Tuple, Value } from '../../values/value';
import type { ClassInstance } from './entities';
import { isTuple } from './inspect';
import { classOf } from './kinds';
import { unknown } from './unknown';

interface TupleBase {
  /** The type, by example. */
  readonly of: Tuple;
  /** How many steps it is from the class to the tuple. */
  readonly steps: number;
}

/** The tuple that a class is derived from: undefined where there is none, where it may have several, and where not
 *  everybody may use it. */
export function tupleBase(instance: ClassInstance): TupleBase | undefined {
  if (instance.hasUnknownBase || instance.decl.hiddenBases) return undefined;
  const own = (instance.libraryBases ?? []).flatMap(({ of }): readonly TupleBase[] =>
    isTuple(of) ? [{ of, steps: 1 }] : [],
  );
  const inherited = instance.bases.flatMap((base): readonly TupleBase[] => {
    const found = tupleBase(base);
    return found ? [{ of: found.of, steps: found.steps + 1 }] : [];
  });
  const [only, ...others] = [...own, ...inherited];
  return others.length === 0 ? only : undefined;
}

/** The part of an object that is a tuple. Undefined where its class is not derived from one. */
export function tuplePart(value: Value): Value | undefined {
  const instance = classOf(value);
  const base = instance && tupleBase(instance);
  if (!base) return undefined;
  if (isStateless(base.of)) return base.of;
  return unknown('unsupported', say`what the base of \`${instance.key}\` contains is not modelled`, undefined);
}

/** Whether all objects of a type are alike. */
export function isStateless(type: Value): boolean {
  if (isTuple(type)) return type.every(isStateless);
  switch (type.is) {
    case 'static':
    case 'underscore':
    case 'swizzle':
      return true;
    case 'layout':
    case 'composed':
      return isStaticLayout(type);
    case 'struct': {
      const instance = classOf(type);
      return instance !== undefined && hasNoState(instance);
    }
    default:
      return false;
  }
}

function hasNoState(instance: ClassInstance): boolean {
  const { fields, bases, libraryBases = [], hasUnknownBase, decl } = instance;
  if (hasUnknownBase || fields.length > 0 || decl.members === undefined || decl.kind === 'union') return false;
  return bases.every(hasNoState) && libraryBases.every(({ of }) => isStateless(of));
}

// When two types are the same: a text of each that is equal for equal types. Reads a type by its example.
import { spend } from '../../base/meter';
import { isRecord } from '../../base/record';
import { refused } from '../../values/refused';
import { isTuple } from '../../values/convert';
import { isValue } from '../../values/kind';
import { elementTypes, standardTupleOf } from '../../values/standard-tuples';
import { sequenceOf } from '../../values/sequences';
import type { Value } from '../../values/value';
import type { BuiltinContext } from '../registry';

/** What the text of an element costs. */
const unitsPerElement = 4;

/** A text that is equal for equal types: the example without what only a value has. Throws: AlgebraError
 *  'symbolic' where the type of a function or template is not known. */
export function identity(value: Value, ctx: BuiltinContext): string {
  return JSON.stringify(value, (key, part: unknown) => {
    if (isValue(part) && isTuple(part)) {
      spend(unitsPerElement * part.length, 'elements');
      return markedParts(part);
    }
    if (key === 'from' || key === 'base' || (key === 'offset' && typeof part === 'object')) return undefined;
    if (key === 'n' && typeof part === 'number') return part;
    if (key === 'is' && part === 'unknown') throw refused('symbolic')`a part of the type is not known here`;
    if (part instanceof Map) return ofType(part);
    if (key === 'name' && part === 'reference_wrapper')
      throw refused('symbolic')`what a \`reference_wrapper\` refers to is not known here`;
    if (key === 'cls') return part === undefined ? undefined : ctx.identify?.(part);
    const known = isLambda(part) ? ctx.identify?.(part) : undefined;
    if (known !== undefined) return known;
    // A function, or a template without arguments, has no type that is known here.
    if (key === 'target')
      throw refused(
        'symbolic',
      )`the type of \`${{ which: ('name' in value ? value.name : undefined) ?? 'this' }}\` is not known here`;
    return inOrder(part);
  });
}

/** The same, whatever the order in which its properties were set. */
function inOrder(part: unknown): unknown {
  if (!isRecord(part) || Array.isArray(part)) return part;
  const sorted: Record<string, unknown> = {};
  for (const key of Object.keys(part).sort()) sorted[key] = part[key];
  return sorted;
}

/** Whether two such texts are of closures that one lambda makes in instances of a template, which may be one
 *  instance. */
export function mayBeOneClosure(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => text.replace(/(lambda#\d+)#\d+/g, '$1'));
  return x === y;
}

/** The elements of a tuple; of one of the standard library its class and their types. */
function markedParts(tuple: readonly Value[]): unknown {
  const standard = standardTupleOf(tuple);
  if (!standard) return tuple;
  return {
    standard,
    types: elementTypes(tuple).map(({ of, constant, volatile, ref }) => ({ of, constant, volatile, ref })),
  };
}

/** True where two tuples, or tuples in them, have the same elements, and the class of one of them is not known. */
export function isUnclearTuple(a: Value, b: Value): boolean {
  if (!isTuple(a) || !isTuple(b) || a.length !== b.length) return false;
  const isMarked = standardTupleOf(a) !== undefined;
  if (isMarked !== (standardTupleOf(b) !== undefined) && !sequenceOf(a) && !sequenceOf(b)) return true;
  return a.some((one, i) => isUnclearTuple(one, b[i] ?? one));
}

/** What the members of an object of the library say about its type. */
function ofType(fields: ReadonlyMap<unknown, unknown>): unknown {
  return ['#class', '#element', '#type'].map((name) => fields.get(name));
}

function isLambda(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'is' in part && part.is === 'callable';
}

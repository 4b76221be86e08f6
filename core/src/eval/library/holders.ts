// Member functions of `reference_wrapper` and `optional`, and how an `optional` is made. A member that is not here is
// not modelled.
import { say } from '../../base/say';
import { addressOfPart } from '../memory/arrays';
import { dyn } from '../../algebra/leaf';
import { nowhere, type Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import { construct, convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { copiedAs } from '../types/copies';
import { copiesByCode } from '../types/copying-code';
import { end, endsByCode } from '../types/lifetimes';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { held, isHolder, isOptional, unwrapped } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { truth } from '../values/truth';
import { unknown } from '../values/unknown';

/** An `optional` from what it is given: nothing, another one, or a value. */
export function optionalFrom(m: Machine, example: Struct, args: readonly Value[]): Value {
  const type = example.fields.get('#type');
  const [given] = args;
  const empty = { ...example, fields: new Map([...example.fields].filter(([name]) => name !== '#value')) };
  empty.fields.set('#has', dyn(0));
  if (given === undefined || isHolder(given, 'nullopt_t') || (isTuple(given) && given.length === 0)) return empty;
  if (isOptional(given)) return given;
  if (isUnknown(given)) return given;
  if (type === undefined || isTuple(type) || type.is !== 'type')
    return unknown('unsupported', say`what this holds is not known`);
  const isCopied = copiesByCode(given) && classOf(given) !== undefined && classOf(given) === classOf(type.of);
  const value = isCopied
    ? unknown('unsupported', say`what the library copies by code of the program is not followed`)
    : convert(m, copiedAs(m, given, type.of, { span: nowhere }), type.of);
  return { ...example, fields: new Map([...example.fields, ['#has', dyn(1)], ['#value', value]]) };
}

/** What an optional holds ends before it holds anything else. */
function replace(m: Machine, object: Value, cell: Cell | undefined, next: () => Value): void {
  if (cell && endsByCode(object)) end(m, cell);
  const value = next();
  if (cell) m.write(cell, value);
}

function emplaced(m: Machine, object: Struct, args: readonly Arg[], span: Span): Value {
  const type = object.fields.get('#type');
  if (type === undefined || isTuple(type) || type.is !== 'type')
    return unknown('unsupported', say`what this holds is not known`, span);
  const values = args.map(({ value }) => value);
  const made = construct(m, type.of, values, span, undefined, args);
  return { ...object, fields: new Map([...object.fields, ['#has', dyn(1)], ['#value', made]]) };
}

/** Members of `reference_wrapper` and `optional`; undefined for other objects. */
export function holderMember(
  m: Machine,
  object: Value,
  cell: Cell | undefined,
  name: string,
  args: readonly Arg[],
  span: Span,
): Value | undefined {
  if (isHolder(object, 'reference_wrapper')) return name === 'get' ? unwrapped(object) : undefined;
  if (!isOptional(object)) return undefined;
  const value = object.fields.get('#value');
  const has = object.fields.get('#has') ?? dyn(0);
  switch (name) {
    case 'has_value':
      return has;
    case 'operator->': {
      const place = held(object, cell);
      return place ? addressOfPart(m, place) : unknown('input', say`the optional may be empty here`, span);
    }
    case 'value':
      return value ?? unknown('input', say`the optional may be empty here`, span);
    case 'value_or': {
      const known = truth(has);
      if (known === undefined) return unknown('input', say`whether the optional holds a value is not known`, span);
      return known ? value : args[0]?.value;
    }
    case 'reset':
      replace(m, object, cell, () => optionalFrom(m, object, []));
      return { is: 'void' };
    case 'emplace': {
      replace(m, object, cell, () => emplaced(m, object, args, span));
      const made = cell?.read();
      return (made && isOptional(made) ? made.fields.get('#value') : undefined) ?? { is: 'void' };
    }
    default:
      return undefined;
  }
}

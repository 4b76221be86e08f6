// Member functions of `reference_wrapper` and `optional`, and how an `optional` is made. A member that is not here is
// not modelled.
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import { convert } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Arg, Cell } from '../values/entities';
import { isHolder, isOptional, unwrapped } from '../values/holders';
import { isTuple, isUnknown } from '../values/inspect';
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
    return unknown('unsupported', 'what this holds is not known');
  return { ...example, fields: new Map([...example.fields, ['#has', dyn(1)], ['#value', convert(m, given, type.of)]]) };
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
    case 'value':
      return value ?? unknown('input', 'the optional may be empty here', span);
    case 'value_or': {
      const known = truth(has);
      if (known === undefined) return unknown('input', 'whether the optional holds a value is not known', span);
      return known ? value : args[0]?.value;
    }
    case 'reset':
    case 'emplace': {
      const next = optionalFrom(
        m,
        object,
        args.map((arg) => arg.value),
      );
      if (cell) m.write(cell, next);
      return { is: 'void' };
    }
    default:
      return undefined;
  }
}

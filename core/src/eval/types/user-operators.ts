// Operators that the program defines for its own classes: member functions, and functions of the namespaces around.
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { lookup, lookupIn } from '../names/names';
import { pickOverload } from '../overload/overloads';
import { callFunction, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Arg, type ClassInstance, type FunctionEntity, type Scope, VarCell } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { unknown } from '../values/unknown';

/** `a + b`, `a += b`, `++a` where one of them is an object of the program that has such an operator; undefined where
 *  none has. */
export function userOperator(
  m: Machine,
  op: string,
  operands: readonly Arg[],
  scope: Scope,
  span: Span,
): Value | undefined {
  const owner = operands.map(({ value }) => classOf(value)).find((one) => one !== undefined);
  if (!owner || !/^[-+*/%^&|~!=<>]/.test(op)) return undefined;
  const [first, ...rest] = operands;
  const instance = first && classOf(first.value);
  const member = instance && lookupIn(instance.scope, `operator${op}`);
  const found = member?.kind === 'functions' ? pick(m, member.overloads, rest) : undefined;
  if (found && first) {
    found.scope.self = first.cell ?? new VarCell('', first.value);
    return callFunction(m, found.entity, found.scope, rest).value;
  }
  for (const around of [scope, owner.entity.scope]) {
    const free = lookup(around, `operator${op}`, (entity) => entity.kind === 'functions');
    const chosen = free?.kind === 'functions' ? pick(m, free.overloads, operands) : undefined;
    if (chosen)
      return callFunction(
        m,
        chosen.entity,
        chosen.scope,
        operands.map((one) => ({ ...one, span })),
      ).value;
  }
  return undefined;
}

/** One that is only defaulted or declared does what the language does. */
function pick(m: Machine, overloads: readonly FunctionEntity[], args: readonly Arg[]): ReturnType<typeof pickOverload> {
  return pickOverload(
    m,
    overloads.filter(({ decl }) => decl.body !== undefined),
    [],
    args.map(({ value }) => value),
  );
}

/** An object of the program as a number, by its conversion function; undefined for all else. */
export function asArithmetic(m: Machine, value: Value): Value | undefined {
  const instance = classOf(value);
  if (!instance) return undefined;
  const conversion = conversionOf(m, instance);
  if (!conversion)
    return unknown('unsupported', `\`${instance.key}\` as a number is not modelled`, instance.decl.nameSpan, [
      instance.key,
    ]);
  conversion.scope.self = new VarCell('', value);
  const given = callFunction(m, conversion.entity, conversion.scope, []).value;
  return classOf(given)
    ? unknown('unsupported', `\`${instance.key}\` as a number is not modelled`, instance.decl.nameSpan, [instance.key])
    : given;
}

function conversionOf(m: Machine, instance: ClassInstance): ReturnType<typeof pickOverload> {
  for (const [name, entity] of instance.scope.names) {
    if (!name.startsWith('operator ') || entity.kind !== 'functions') continue;
    const found = pick(m, entity.overloads, []);
    const example = found?.entity.decl.returns && typeExample(m, found.entity.decl.returns, found.scope);
    if (found && example !== undefined && !isTuple(example) && ['dynamic', 'scalar', 'static'].includes(example.is))
      return found;
  }
  return instance.bases.map((base) => conversionOf(m, base)).find((one) => one !== undefined);
}

// Operators that the program defines for its own classes: member functions, and functions of the namespaces around.
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { loseArguments, loseLasting } from '../memory/reach';
import { associatedFunctions } from '../names/associated';
import { lookup, lookupIn } from '../names/names';
import { categoryOf } from '../overload/categories';
import { type Picked, type Resolution, resolve } from '../overload/overloads';
import { callFunction, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import {
  type Arg,
  type Category,
  type ClassInstance,
  type FunctionEntity,
  type Scope,
  VarCell,
} from '../values/entities';
import { sameType } from '../values/inspect';
import { classOf } from '../values/kinds';
import { illFormed, unknown } from '../values/unknown';
import { isWhollyKnown } from './classes';

/** `a + b`, `a += b`, `++a` where one of them is an object of the program that has such an operator; undefined where
 *  none has. */
export function userOperator(
  m: Machine,
  op: string,
  operands: readonly Arg[],
  scope: Scope,
  span: Span,
): Located | undefined {
  const owner = operands.map(({ value }) => classOf(value)).find((one) => one !== undefined);
  if (!owner || !/^[-+*/%^&|~!=<>]/.test(op)) return undefined;
  const [first, ...rest] = operands;
  const instance = first && classOf(first.value);
  const member = instance && lookupIn(instance.scope, `operator${op}`);
  const found = member?.kind === 'functions' ? pick(m, member.overloads, rest, first && categoryOf(m, first)) : none;
  if (found.is === 'unclear') return unclear(m, found.why, operands, span);
  const free = lookup(scope, `operator${op}`, (entity) => entity.kind === 'functions');
  const associated = associatedFunctions(
    `operator${op}`,
    operands.map(({ value }) => value),
  );
  const candidates = new Set([...(free?.kind === 'functions' ? free.overloads : []), ...associated]);
  const chosen = pick(m, [...candidates], operands);
  if (chosen.is === 'unclear') return unclear(m, chosen.why, operands, span);
  // Members and functions are one set of candidates ([over.match.oper]/3); they are not compared here.
  if (found.is === 'picked' && chosen.is === 'picked')
    return unclear(m, `whether a member \`operator${op}\` is meant or a function is not known`, operands, span);
  if (found.is === 'picked' && first) {
    found.scope.self = first.cell ?? m.temporaries.of(first.value) ?? new VarCell('', first.value);
    found.scope.selfConstant = found.entity.decl.const;
    return callFunction(m, found.entity, found.scope, rest);
  }
  if (chosen.is !== 'picked') return undefined;
  const given = operands.map((one) => ({ ...one, span }));
  return callFunction(m, chosen.entity, chosen.scope, given);
}

const none: Resolution = { is: 'none' };

/** An operator of which nobody knows what it calls may change its operands and what lasts. */
function unclear(m: Machine, why: string, operands: readonly Arg[], span: Span): Located {
  loseLasting(m, why, span);
  return { value: loseArguments(m, unknown('unsupported', why, span), operands), place: undefined };
}

/** One that is only defaulted or declared does what the language does. */
function pick(m: Machine, overloads: readonly FunctionEntity[], args: readonly Arg[], object?: Category): Resolution {
  return resolve(
    m,
    overloads.filter(({ decl }) => decl.body !== undefined || decl.deleted),
    [],
    args,
    object,
  );
}

/** The number that an object of the program converts to, by its conversion function to the type that is wanted.
 *  Undefined for any other value. `implicit`: without functions that are explicit. */
export function asArithmetic(m: Machine, value: Value, wanted?: Value, implicit = false): Value | undefined {
  const instance = classOf(value);
  if (!instance) return undefined;
  const all = conversionsOf(m, instance).filter(({ entity }) => !implicit || !entity.decl.explicit);
  const conversion = chosenConversion(all, wanted);
  if (conversion === 'unclear')
    return unknown(
      'unsupported',
      `which conversion of \`${instance.key}\` is meant is not known`,
      instance.decl.nameSpan,
    );
  if (!conversion)
    return (convertsToNothing(instance) ? illFormed : unknown)(
      'unsupported',
      `\`${instance.key}\` as a number is not modelled`,
      instance.decl.nameSpan,
      [instance.key],
    );
  conversion.scope.self = new VarCell('', value);
  const given = callFunction(m, conversion.entity, conversion.scope, []).value;
  return classOf(given)
    ? unknown('unsupported', `\`${instance.key}\` as a number is not modelled`, instance.decl.nameSpan, [instance.key])
    : given;
}

/** A class without conversion functions is no operand of the language's operators. */
function convertsToNothing(instance: ClassInstance): boolean {
  const has = ({ scope, bases }: ClassInstance): boolean =>
    [...scope.names.keys()].some((name) => name.startsWith('operator ')) || bases.some(has);
  return isWhollyKnown(instance) && !has(instance);
}

interface Conversion extends Picked {
  readonly to: Value;
}

function chosenConversion(all: readonly Conversion[], wanted: Value | undefined): Conversion | 'unclear' | undefined {
  if (all.length < 2) return all[0];
  return (wanted && all.find(({ to }) => sameType(to, wanted))) ?? 'unclear';
}

/** The conversion functions of a class to numbers; those of its bases where it has none. */
function conversionsOf(m: Machine, instance: ClassInstance): readonly Conversion[] {
  const own = [...instance.scope.names].flatMap(([name, entity]): Conversion[] => {
    if (!name.startsWith('operator ') || entity.kind !== 'functions') return [];
    const found = pick(m, entity.overloads, []);
    if (found.is !== 'picked') return [];
    const to = found.entity.decl.returns && typeExample(m, found.entity.decl.returns, found.scope);
    return to !== undefined && ['dynamic', 'scalar', 'static'].includes(to.is ?? '') ? [{ ...found, to }] : [];
  });
  return own.length > 0 ? own : instance.bases.flatMap((base) => conversionsOf(m, base));
}

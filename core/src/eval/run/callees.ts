// What is called where a call names something: the functions of a name, with those that the arguments bring
// ([basic.lookup.argdep]), or an object and the variable that holds it.
import type { Expr, Name } from '../../ir/program';
import type { Value } from '../../values/value';
import { associatedFunctions } from '../names/associated';
import { lookup } from '../names/names';
import { variableNamed } from '../names/places';
import { resolve } from '../overload/overloads';
import { evaluate, locate, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Arg, Scope, Target } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { callable, targetOf } from '../values/kinds';

/** What an unqualified name means that is called: the functions that lookup finds, and those of the arguments. */
export function withAssociated(m: Machine, e: Name, callee: Value, args: readonly Arg[]): Value {
  const target = targetOf(callee);
  if (target?.kind === 'builtin') return besideLibrary(m, e, callee, target, args);
  const isFound = target?.kind === 'functions';
  // A member, a variable or a function of the block hides what the arguments would bring.
  if (!isFound && !(isUnknown(callee) && callee.cause.code === 'undeclared')) return callee;
  if (isFound && target.overloads.some(({ owner }) => owner !== undefined)) return callee;
  const values = args.map(({ value }) => value);
  const associated = associatedFunctions(e.id, values);
  const found = isFound ? target.overloads : [];
  const added = associated.filter((one) => !found.some((other) => other.decl === one.decl));
  if (added.length === 0) return callee;
  return callable(e.id, { kind: 'functions', overloads: [...found, ...added], targs: isFound ? target.targs : [] });
}

/** Where a using-directive finds a function of the library, those that the arguments bring are better where they take
 *  them: they are for the classes of the program. */
function besideLibrary(
  m: Machine,
  { id }: Name,
  callee: Value,
  { targs }: Target & { kind: 'builtin' },
  args: readonly Arg[],
): Value {
  const overloads = associatedFunctions(
    id,
    args.map(({ value }) => value),
  );
  if (overloads.length === 0 || resolve(m, overloads, targs, args).is === 'none') return callee;
  return callable(id, { kind: 'functions', overloads, targs });
}

/** The value that is called, and the variable that holds it if it is an object of the program. */
export function calleeOf(m: Machine, e: Expr, scope: Scope): Located {
  if (e.is !== 'Name') {
    const { value, place, as, category } = locate(m, e, scope);
    return { value, place: isObject(value) ? place : undefined, as, category };
  }
  const value = evaluate(m, e, scope);
  if (!isObject(value)) return { value, place: undefined };
  const entity = lookup(scope, e.id);
  return { value, place: variableNamed(e, scope), as: entity?.kind === 'variable' ? entity.as : undefined };
}

export function isObject(value: Value): boolean {
  return !isTuple(value) && value.is === 'struct' && value.cls !== undefined;
}

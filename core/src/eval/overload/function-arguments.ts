// Functions that are passed ([temp.deduct.call]/2, [conv.func]): the name of a function is one, and a pointer to it
// where a pointer is asked for. What a function is that is not asked for by its type stays the function itself.
import type { Expr } from '../../ir/program';
import { type Qualifiers, type TypeOf, type Value } from '../../values/value';
import { lookupName } from '../names/names';
import type { Machine } from '../state/machine';
import type { Arg, Category, Scope } from '../values/entities';
import { pointerTo } from '../values/function-types';
import { isTuple } from '../values/inspect';
import { isA } from '../../values/kind';
import { targetOf } from '../values/kinds';
import { prvalue } from './categories';
import { isRawPointer } from './array-parameters';
import { peeled } from './deduced-types';
import { typeOfFunction } from './function-patterns';

/** The type of an argument that is a function, for a parameter that asks for functions or pointers to them; undefined
 *  for other arguments and parameters, and where the type is not known. */
export function functionFor(m: Machine, arg: Arg, type: Expr): Value | undefined {
  if (targetOf(arg.value)?.kind !== 'functions') return undefined;
  const { core, ref } = peeled(type);
  if (core.is !== 'Wrap' || (core.how !== 'pointer' && core.how !== 'function')) return undefined;
  const func = typeOfFunction(m, arg.value);
  if (!func) return undefined;
  if (core.how === 'pointer') return pointerTo(func);
  const isPointer = ref ? leadsToFunction(arg) : false;
  return isPointer === undefined ? undefined : isPointer ? pointerTo(func) : func.of;
}

/** An argument that is a function, as the operand that a parameter of a type takes. */
export function functionOperand(
  m: Machine,
  arg: Arg | undefined,
  { type, written }: { readonly type: Value; readonly written: Qualifiers },
): { readonly type: Value; readonly category?: Category } | undefined {
  if (!arg || targetOf(arg.value)?.kind !== 'functions' || isTuple(type)) return undefined;
  const isBool = type.is === 'scalar' && type.type === 'bool';
  if (!isRawPointer(type) && !isBool && !isA(type, 'function-type')) return undefined;
  const func = typeOfFunction(m, arg.value);
  if (!func) return undefined;
  const isPointer = leadsToFunction(arg);
  if (written.ref && isPointer === undefined) return undefined;
  if (written.ref && isA(type, 'function-type') && !isPointer) return asFunction(func);
  return { type: pointerTo(func), ...(isPointer === false && { category: prvalue }) };
}

function asFunction({ of }: TypeOf): { readonly type: Value; readonly category: Category } {
  return { type: of, category: { is: 'lvalue', constant: false } };
}

/** Whether an expression is a pointer to a function, and not the function; undefined where that is not known. */
function leadsToFunction({ written }: Arg): boolean | undefined {
  return written && isPointer(written.expr, written.scope);
}

function isPointer(e: Expr, scope: Scope): boolean | undefined {
  if (e.is === 'Unary') return e.op === '*' ? false : e.op === '&' || e.op === '+' ? true : undefined;
  if (e.is === 'Cast') return isReferenceType(e.type) ? undefined : true;
  if (e.is === 'Scope') return e.args ? false : undefined;
  if (e.is !== 'Name') return undefined;
  const entity = lookupName(scope, e);
  if (entity?.kind === 'functions') return false;
  if (entity?.kind !== 'variable') return e.args ? false : undefined;
  const { function: declared, written } = entity;
  if (declared) return !isA(declared.of, 'function-type');
  return written?.ref || written?.vague ? undefined : true;
}

function isReferenceType(type: Expr): boolean {
  return type.is !== 'Wrap' || type.how === 'ref' || type.how === 'rvalue-ref';
}

// Which operands the operators of the language take ([expr.unary], [expr.add], [expr.pre.incr], [expr.static.cast]), as
// far as the kind of a type tells. Of objects only those are refused that have no operator of the name and convert to
// nothing that the operator takes.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isA } from '../../values/kind';
import { isIntegerType } from '../../values/scalars';
import { associatedFunctions } from '../names/associated';
import { lookupName } from '../names/names';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassInstance, Scope } from '../values/entities';
import { enumerationOf, enumerationOfValue, isScoped } from '../values/enumerations';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf, isNullptrType, targetOf } from '../values/kinds';
import { nowhere } from '../../base/span';
import { isRawPointer } from './array-parameters';
import { conversionFunctions } from './conversion-functions';
import { hasLibraryBases, hasOpenBases } from './instances';
import { declarationIn } from './member-declarations';

type Kind =
  'integer' | 'bool' | 'float' | 'enum' | 'scoped' | 'pointer' | 'void*' | 'function*' | 'array' | 'null' | 'member*';

/** The kind of an operand; undefined for objects, and where it is not known. */
export function kindOf(type: Value): Kind | undefined {
  if (isTuple(type) || isUnknown(type)) return undefined;
  const enumeration = enumerationOf(type) ?? enumerationOfValue(type);
  if (enumeration) return isScoped(enumeration) ? 'scoped' : 'enum';
  if (isNullptrType(type)) return 'null';
  if (type.is === 'member-pointer') return 'member*';
  if (type.is === 'dynamic') return type.narrow === 'bool' ? 'bool' : 'integer';
  if (type.is === 'scalar') return type.type === 'bool' ? 'bool' : isIntegerType(type) ? 'integer' : 'float';
  if (!isRawPointer(type)) return targetOf(type)?.kind === 'functions' ? 'function*' : undefined;
  if (type.length !== undefined) return 'array';
  if (isA(type.element, 'function-type')) return 'function*';
  return isA(type.element, 'void') ? 'void*' : isUnknown(type.element) ? undefined : 'pointer';
}

type Verdict = boolean | undefined;

const numbers: ReadonlySet<Kind> = new Set(['integer', 'bool', 'float', 'enum']);
const integers: ReadonlySet<Kind> = new Set(['integer', 'bool', 'enum']);

/** Whether an operator of the language takes an operand of a kind. Undefined where compilers differ. */
export function takesOperand(op: string, kind: Kind): Verdict {
  switch (op) {
    case '++':
    case '--':
      if (kind === 'bool') return op === '++' ? undefined : false;
      return kind === 'integer' || kind === 'float' || kind === 'pointer';
    case '-':
      return numbers.has(kind);
    case '+':
      return kind !== 'scoped' && kind !== 'null' && kind !== 'member*';
    case '~':
      return integers.has(kind);
    case '!':
      return kind === 'null' || kind === 'member*' ? undefined : kind !== 'scoped';
    case '*':
      if (kind === 'void*') return undefined;
      return kind === 'pointer' || kind === 'function*' || kind === 'array';
    default:
      return true;
  }
}

/** `a += b`: whether something of a kind is changed so. */
export function takesCompound(op: string, kind: Kind): boolean {
  if (kind === 'integer' || kind === 'bool' || kind === 'float') return true;
  return kind === 'pointer' && (op === '+=' || op === '-=');
}

/** `a - b` of kinds that have no arithmetic. */
export function takesArithmetic(op: string, left: Kind, right: Kind): Verdict {
  if (op !== '+' && op !== '-') return true;
  const kinds = [left, right];
  return kinds.includes('void*') || kinds.includes('function*') ? undefined : true;
}

/** An expression, and its type by example where that is known. */
export type Operand = readonly [Expr, Value | undefined];

/** Whether two operands may be those of `? :` ([expr.cond]): numbers, and what is none, are not. */
export function areTogether([one, a]: Operand, [other, b]: Operand): Verdict {
  const [first, second] = [a && kindOf(a), b && kindOf(b)];
  const isZero = (e: Expr): boolean => e.is === 'Int' && e.value === 0;
  if (!first || !second || first === second || isZero(one) || isZero(other)) return true;
  if (numbers.has(first) && numbers.has(second)) return true;
  if (numbers.has(first) === numbers.has(second) || first === 'null' || second === 'null') return undefined;
  return /^(?:scoped|pointer)$/.test(numbers.has(first) ? second : first) ? false : undefined;
}

/** A cast between kinds that have nothing to do with each other ([expr.static.cast], [expr.reinterpret.cast]); no kind
 *  is that of an object. */
export function castsKind(how: string, from: Kind | undefined, to: Kind): Verdict {
  const isNumber = (one: Kind): boolean => numbers.has(one) || one === 'scoped';
  if (how === 'reinterpret' && isNumber(to)) {
    // From a number to another one of the same type alone.
    if (from === undefined || from === 'member*' || from === 'float') return false;
    return isNumber(from) ? (from === to ? undefined : false) : true;
  }
  if (from === undefined || (how !== 'static' && how !== 'c')) return true;
  if (isNumber(to) && to !== 'bool')
    return isNumber(from) ? true : how === 'static' || from === 'member*' ? false : undefined;
  return how === 'static' && to === 'void*' ? !(from === 'function*' || from === 'member*' || isNumber(from)) : true;
}

/** Whether a class may have an operator of a name: its own, that of a base, or a function. */
export function hasOperator(instance: ClassInstance, value: Value, op: string, scope: Scope): boolean {
  const id = `operator${op}`;
  if (isOpen(instance) || declarationIn(instance, id)) return true;
  if (lookupName(scope, { id, span: nowhere }, ({ kind }) => kind === 'functions')) return true;
  return associatedFunctions(id, [value]).length > 0;
}

/** Whether an object is refused by an operator of the language: it converts to nothing of the kinds that it takes. */
export function refusesObject(
  m: Machine,
  instance: ClassInstance,
  takes: (kind: Kind) => Verdict,
  byReference: boolean,
): Verdict {
  if (isOpen(instance)) return undefined;
  for (const { decl, scope } of conversionFunctions(m, instance)) {
    const { returns, templates } = decl;
    if (!returns || templates.flat().length > 0) return undefined;
    const type = m.silently(() => evaluate(m, returns, scope));
    if (isTuple(type) || type.is !== 'type' || type.vague) return undefined;
    if (byReference && type.ref !== 'lvalue') continue;
    const kind = kindOf(type.of);
    if (kind === undefined || takes(kind) !== false) return undefined;
  }
  return true;
}

/** Whether not all bases of a class, or not all its members, are known. */
function isOpen(instance: ClassInstance): boolean {
  return hasOpenBases(instance) || hasLibraryBases(instance);
}

/** Whether a unary operator refuses what has no operator of its own; undefined where that is not known. */
export function refuses(m: Machine, op: string, value: Value): Verdict {
  const kind = kindOf(value);
  if (kind !== undefined) {
    const takes = takesOperand(op, kind);
    return takes === undefined ? undefined : !takes;
  }
  const instance = classOf(value);
  if (!instance) return false;
  return refusesObject(m, instance, (one) => takesOperand(op, one), op === '++' || op === '--');
}

/** Whether an object may serve as a pointer: it converts to one, and has no operator of a name. */
export function mayBePointer(m: Machine, value: Value, op: string): boolean {
  const instance = classOf(value);
  if (!instance || declarationIn(instance, `operator${op}`) || conversionFunctions(m, instance).length === 0)
    return false;
  return refusesObject(m, instance, (kind) => kind === 'pointer', false) === undefined;
}

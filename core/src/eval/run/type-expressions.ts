// Expressions with a type in them: decltype, sizeof, pointers and arrays, `T{…}`. Casts are in casts.ts.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { dyn, hole, withSign } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import { withElementConst } from '../../values/array-types';
import { toFirst } from '../../values/pointer';
import { sizeofBits } from '../../values/scalars';
import type { Pointer, Qualifiers, Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import { bracedArguments, keepsReferences } from '../memory/vectors';
import { isRepeatable } from '../names/effects';
import { argsOf, packNamed } from '../names/packs';
import { undecayed } from '../names/places';
import { guarded } from '../state/algebra-guard';
import { evaluate, exampleOfType, locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { someNumber } from '../types/unknown-types';
import { isVoid } from '../types/base-relations';
import { listOf } from '../types/tuples-of-references';
import { lookup, lookupName } from '../names/names';
import { inTurn } from '../types/aggregates';
import { elementsOf } from '../types/lists-in-turn';
import { construct } from '../types/construct';
import { isObserved } from '../types/lifetimes';
import { sizeOfExample } from '../types/sizes';
import { designated } from '../values/designators';
import type { Arg, Scope } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { constType, constVolatile, qualifiersOf, referenceTo, typeWith, volatileType } from '../values/qualifiers';
import { classOf, isArray, isText, targetOf, underlyingType } from '../values/kinds';
import { bytesOfText } from '../values/texts';
import { asNumber } from '../values/truth';
import { contested, illFormed, isSubstitutionFailure, isUnboundPack, unknown } from '../values/unknown';
import { typeOfMember, unevaluated } from './decltype';
import { noexceptValue } from './noexcept';
import { loseNamed } from './untyped';
import { functionTypeValue, memberPointerValue } from './function-types';
import { isOfMember } from '../values/function-types';
import { isIncomplete, undefinedClass } from '../types/classes';
import { asLiteral } from '../types/source-places';

export function sizeofValue(m: Machine, written: Expr & { is: 'Sizeof' }, scope: Scope): Value {
  if (written.op === 'noexcept') return noexceptValue(m, written, scope);
  const array = writtenArray(m, written.arg, scope);
  const e = array ? { ...written, arg: array } : written;
  const literal = e.op === 'sizeof' ? asLiteral(m, e.arg) : e.arg;
  if (literal.is === 'String' && e.op === 'sizeof') return bytesOfText(literal);
  if (e.arg.is === 'Char' && e.arg.type === 'char8_t') return withSign(dyn(1, undefined, 64), true);
  if (e.arg.is === 'Name' && e.arg.id === 'nullptr') return withSign(dyn(8, undefined, 64), true);
  if (e.op === 'sizeof...' && e.arg.is === 'Name') {
    const pack = packNamed(scope, e.arg.id);
    if (pack) return pack.values.find(isUnboundPack) ?? withSign(dyn(pack.values.length, undefined, 64), true);
  }
  const located = isRepeatable(e.arg) ? locate(m, e.arg, scope) : unevaluated(m, e.arg, scope);
  const { literal: returned } = located.category ?? {};
  if (returned && e.op === 'sizeof') return bytesOfText(returned);
  if (e.arg.is === 'Call' && isTextOrPointer(located))
    return unknown('unsupported', say`whether this is a text or a pointer to one is not known`, e.span);
  const value = undecayed(located);
  const member =
    isUnknown(value) && e.op === 'sizeof' ? (typeOfMember(m, e.arg, scope) ?? someNumber(value)) : undefined;
  if (isUnknown(value) && (!member || isSubstitutionFailure(value))) return value;
  if (e.op === 'sizeof...') return withSign(dyn(isTuple(value) ? value.length : 0, undefined, 64), true);
  const type = member ?? value;
  const example = !isTuple(type) && type.is === 'type' ? type.of : decayedUnlessNamed(erase(type), e.arg);
  const instance = classOf(example);
  if (instance && isIncomplete(instance)) return undefinedClass(instance.entity, e.span);
  if (!isTuple(example) && (example.is === 'void' || example.is === 'function-type') && m.mode.silent)
    return illFormed('unsupported', say`void and functions have no size`, e.span);
  if (e.op === 'alignof' && (isTuple(type) || type.is !== 'type'))
    return unknown(
      'unsupported',
      say`the alignment of a variable, which its declaration may give, is not modelled`,
      e.span,
    );
  const size = sizeOfExample(m, example);
  if (size) return withSign(dyn(Math.ceil((e.op === 'alignof' ? size.align : size.bits) / 8), undefined, 64), true);
  return guarded(m, e.span, () => withSign(dyn(Math.ceil(sizeofBits(example) / 8), undefined, 64), true));
}

/** `sizeof(T[n])` is read as an index, which it is not where `T` is a type. */
function writtenArray(m: Machine, e: Expr, scope: Scope): Wrap | undefined {
  if (e.is !== 'Index' || e.args.length !== 1) return undefined;
  const [size] = e.args;
  const { object } = e;
  const named = object.is === 'Name' || object.is === 'Scope' ? unevaluated(m, object, scope).value : undefined;
  const isType = named !== undefined && !isTuple(named) && named.is === 'type';
  const of = isType ? object : writtenArray(m, object, scope);
  // Neither size nor alignment depends on the order of bounds.
  return of && { is: 'Wrap', how: 'array', of, ...(size && { size }), span: e.span };
}

/** What a function returns of a text, where it may return a reference to the literal. */
function isTextOrPointer({ value, category }: Located): boolean {
  return !isTuple(value) && value.is === 'text' && value.of === undefined && category?.is !== 'prvalue';
}

/** An array that an expression names keeps its bound; what is computed from it is a pointer. */
function decayedUnlessNamed(example: Value, e: Expr): Value {
  if (isTuple(example) || example.is !== 'pointer' || example.length === undefined) return example;
  if (['Name', 'Scope', 'Member', 'Index', 'Call'].includes(e.is) || (e.is === 'Unary' && e.op === '*')) return example;
  return toFirst(example);
}

export function wrapType(m: Machine, e: Expr & { is: 'Wrap' }, scope: Scope): Value {
  if (e.how === 'function') return functionTypeValue(m, e, scope);
  if (e.how === 'member') return memberPointerValue(m, e, scope);
  if (e.how === 'array') return arrayType(m, e, scope, false);
  const type = isToArray(e) ? arrayType(m, e.of, scope, true) : evaluate(m, e.of, scope);
  const inner = exampleOfType(type, e.of);
  if (isSubstitutionFailure(inner)) return inner;
  const why = forbidden(e.how, inner, qualifiersOf(type));
  if (why !== undefined) return illFormed('unsupported', why, e.span);
  if (e.how === 'const' || e.how === 'volatile' || e.how === 'ref' || e.how === 'rvalue-ref')
    return qualified(inner, qualifiersOf(type), e.how);
  if (e.how === 'pointer') return { is: 'type', of: pointerType(inner, qualifiersOf(type)) };
  return unknown('unsupported', say`this type could not be read`, e.span);
}

/** A pointer to a type. Of an array the elements are const, and not the array. */
function pointerType(to: Value, written: Qualifiers): Pointer {
  const { of: element, ...said } = withElementConst({ is: 'type', of: to, ...constVolatile(written) });
  return { is: 'pointer', space: 'generic', element, offset: hole(64), ...constVolatile(said) };
}

/** `T[n]`. `isPointedTo`: a pointer or a reference to it is made, which no compiler does to one without elements. */
function arrayType(m: Machine, e: Wrap, scope: Scope, isPointedTo: boolean): Value {
  const element = elementOfVariable(m, e, scope);
  if (element) return evaluate(m, element, scope);
  const type = evaluate(m, e.of, scope);
  const inner = exampleOfType(type, e.of);
  if (isSubstitutionFailure(inner)) return inner;
  const why = forbidden(e.how, inner, qualifiersOf(type));
  if (why !== undefined) return illFormed('unsupported', why, e.span);
  const size = e.size ? evaluate(m, e.size, scope) : hole(64);
  if (isSubstitutionFailure(size)) return size;
  if (isPointedTo && asNumber(size) === 0) return illFormed('unsupported', noElements(), e.span);
  const length = boundOf(size);
  return unlessEmpty(m, size, e.span) ?? { is: 'type', of: { ...pointerType(inner, qualifiersOf(type)), length } };
}

type Wrap = Expr & { is: 'Wrap' };

function isObject(value: Value): boolean {
  return isTuple(value) || value.is === 'struct';
}

/** `f<a[i][j]>` is read as a type, which it is not where `a` is a variable ([temp.arg]/2). */
function elementOfVariable(m: Machine, e: Wrap, scope: Scope): Expr | undefined {
  const bounds: Expr[] = [];
  let named: Expr = e;
  for (; named.is === 'Wrap' && named.how === 'array'; named = named.of) if (named.size) bounds.push(named.size);
  if ((named.is !== 'Name' && named.is !== 'Scope') || bounds.length === 0) return undefined;
  if (!isVariable(m, named, scope)) return undefined;
  return bounds.reduce<Expr>((object, bound) => ({ is: 'Index', object, args: [bound], span: e.span }), named);
}

function isVariable(m: Machine, e: Expr, scope: Scope): boolean {
  if (e.is === 'Name') return !e.args && lookupName(scope, e)?.kind === 'variable';
  if (e.is !== 'Scope') return false;
  const value = evaluate(m, e, scope);
  return isObject(value) || isArray(value) || isText(value) || targetOf(value)?.kind === 'address';
}

/** A pointer or a reference to an array: how functions are made to fail by the bound of one. */
function isToArray(e: Wrap): e is Wrap & { readonly of: Wrap } {
  return /^(?:pointer|ref|rvalue-ref)$/.test(e.how) && e.of.is === 'Wrap' && e.of.how === 'array';
}

/** There is no array without elements ([dcl.array]/1). Compilers declare some all the same, but not where a template is
 *  substituted. */
function unlessEmpty(m: Machine, size: Value, at: Span): Value | undefined {
  const n = asNumber(size);
  if (n === undefined || n > 0) return undefined;
  if (n < 0) return illFormed('unsupported', noElements(), at);
  return m.mode.unevaluated || m.mode.silent ? contested(noElements(), at) : undefined;
}

const noElements = (): string => say`there are no arrays without elements`;

/** The bound of an array, which is a number of one type, whatever type it is written with ([dcl.array]/1). */
function boundOf(size: Value): Value {
  return isTuple(size) || size.is !== 'dynamic' || size.n === undefined ? size : dyn(size.n);
}

/** Types that do not exist ([dcl.ptr]/4, [dcl.ref]/1, [dcl.array]/4). */
function forbidden(how: (Expr & { is: 'Wrap' })['how'], of: Value, { ref, vague }: Qualifiers): string | undefined {
  if (vague) return undefined;
  if (ref !== undefined && (how === 'pointer' || how === 'array')) return say`there are no pointers to references`;
  const isReference = how === 'ref' || how === 'rvalue-ref';
  if (!isTuple(of) && of.is === 'function-type' && ref === undefined) {
    if (how === 'array') return say`there are no arrays of functions`;
    return isOfMember(of) && (isReference || how === 'pointer')
      ? say`there are no pointers and references to a function that only a class has`
      : undefined;
  }
  if (how === 'array' && ref === undefined && isOfUnknownBound(of))
    return say`there are no arrays of arrays without a bound`;
  return ref === undefined && isVoid(of) && (isReference || how === 'array')
    ? say`there are no references to void, and no arrays of it`
    : undefined;
}

/** `T[]`. */
function isOfUnknownBound(of: Value): boolean {
  if (isTuple(of) || of.is !== 'pointer') return false;
  const { length } = of;
  return length !== undefined && !isTuple(length) && length.is === 'dynamic' && length.n === undefined && !length.name;
}

function qualified(inner: Value, written: Qualifiers, how: 'const' | 'volatile' | 'ref' | 'rvalue-ref'): Value {
  const isType = underlyingType(inner) !== inner || targetOf(inner)?.kind === 'lambda';
  const isCv = how === 'const' || how === 'volatile';
  if (!isTuple(inner) && inner.is === 'function-type' && isCv) return typeWith(inner, written);
  if (!isTuple(inner) && !isType && (inner.is === 'callable' || inner.is === 'unknown')) return inner;
  const type = typeWith(inner, written);
  if (how === 'const') return constType(type);
  return how === 'volatile' ? volatileType(type) : referenceTo(type, how === 'ref' ? 'lvalue' : 'rvalue');
}

/** How often objects in lists within lists are copied is not followed. */
function unlessCopied(m: Machine, given: readonly Arg[]): Value | undefined {
  const one = given.find(({ value, cell }) => cell && isObserved(value));
  if (!one) return undefined;
  const why = say`how often the objects of this list are copied is not followed`;
  loseLasting(m, why, one.span);
  return unknown('unsupported', why, one.span);
}

export function braceValue(m: Machine, e: Expr & { is: 'Brace' }, scope: Scope): Value {
  if (!e.type) return untypedList(m, e, scope);
  if (e.literal !== undefined && lookup(scope, e.literal)) {
    argsOf(m, e.args, scope);
    return unknown('unsupported', say`the program's own \`${e.literal}\` is not modelled`, e.span, [e.literal]);
  }
  const example = typeExample(m, e.type, scope);
  const value = listed(m, e, example, scope);
  if (keepsReferences(example)) loseNamed(m, e.args, scope, e.span);
  return value;
}

function untypedList(m: Machine, e: Expr & { is: 'Brace' }, scope: Scope): Value {
  const given = elementsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  const unbound = args.find(isUnboundPack);
  if (unbound) return unbound;
  return unlessCopied(m, given) ?? (e.designators ? designated(args, e.designators) : listOf(args, given));
}

function listed(m: Machine, e: Expr & { is: 'Brace' }, example: Value, scope: Scope): Value {
  const site = m.sites.of(e.span);
  const made = m.sites.at(site, () => inTurn(m, example, e, scope, e.span));
  if (made !== undefined) return made;
  const given = elementsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  const unbound = args.find(isUnboundPack);
  if (unbound) return unbound;
  const list = bracedArguments(example, args);
  return m.sites.at(site, () => construct(m, example, list, e.span, e.designators ?? [], given));
}

/** A list without a type that initialises an object of a class ([dcl.init.list]). */
export function listAs(m: Machine, e: Expr & { is: 'Brace' }, example: Value, scope: Scope): Value {
  const made = listed(m, e, example, scope);
  m.record(e.span, 'expression', made);
  return made;
}

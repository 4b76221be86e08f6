// Expressions with a type in them: casts, decltype, sizeof, pointers and arrays, `T{…}`.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { dyn, hole, withSign } from '../../algebra/leaf';
import type { Expr } from '../../ir/program';
import { recastPointer, toFirst } from '../../values/pointer';
import { isIntegerType, sizeofBits } from '../../values/scalars';
import type { Pointer, Qualifiers, Value } from '../../values/value';
import { accessElement } from '../memory/accesses';
import { ownPointer } from '../memory/element-addresses';
import { shareAddressed, shareVariable } from '../memory/losing';
import { loseByConversion } from '../memory/named-code';
import { loseLasting } from '../memory/reach';
import { bracedArguments, keepsReferences } from '../memory/vectors';
import { isRepeatable } from '../names/effects';
import { argOf, argsOf, packNamed } from '../names/packs';
import { undecayed } from '../names/places';
import { guarded } from '../state/algebra-guard';
import { evaluate, exampleOfType, locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { someNumber, typedAs } from '../types/unknown-types';
import { listOf } from '../types/tuples-of-references';
import { lookup, lookupName } from '../names/names';
import { construct, convert } from '../types/construct';
import { isObserved } from '../types/lifetimes';
import { objectPointer } from '../types/placed';
import { sizeOfExample } from '../types/sizes';
import type { Cell } from '../values/cells';
import { isElementAddress, pointedAt } from '../values/elements';
import { designated } from '../values/designators';
import type { Arg, ClassInstance, Scope } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { constType, constVolatile, qualifiersOf, referenceTo, typeWith, volatileType } from '../values/qualifiers';
import { isReference, withoutQualifiers } from '../values/declared-types';
import { closureAt } from '../values/base-closures';
import { holderOf, isHeld } from '../values/base-parts';
import { classOf, isArray, isText, targetOf, underlyingType } from '../values/kinds';
import { bytesOfText } from '../values/texts';
import { asNumber } from '../values/truth';
import { contested, illFormed, isSubstitutionFailure, isUnboundPack, mayBeInvalid, unknown } from '../values/unknown';
import { typeOfMember, unevaluated } from './decltype';
import { elementOf } from './pointed';
import { noexceptValue } from './noexcept';
import { loseNamed } from './untyped';
import { functionTypeValue, memberPointerValue } from './function-types';
import { isOfMember } from '../values/function-types';
import { copiedAs, isOfDerived } from '../types/copies';
import { derivesFrom, isIncomplete, undefinedClass } from '../types/classes';
import { asLiteral } from '../types/source-places';

/** A cast to a reference or a pointer keeps referring to the variable that its operand names. */
export function castAt(m: Machine, e: Expr & { is: 'Cast' }, scope: Scope): Located {
  const example = typeExample(m, e.type, scope);
  const located = locate(m, e.arg, scope);
  const { value: given, place, as: base } = located;
  if (e.how === 'dynamic' && !isKnownOf(m, isReference(e.type) ? place : pointedAt(given), example))
    return {
      value: unknown('unsupported', say`whether the object is of this class is not known`, e.span),
      place: undefined,
    };
  loseByConversion(m, given, e.span);
  const memory = e.how === 'reinterpret' && isReference(e.type) ? memoryAs(m, given, example, e) : undefined;
  if (memory) return { value: memory, place: undefined };
  // A reference to a base may be cast to the class that is derived from it.
  const value = base && place && isReference(e.type) ? place.read() : given;
  const as = isReference(e.type) ? classOf(example) : undefined;
  const object = as && place && objectAs(place, as);
  if (object) return { as, value: object.read(), place: object };
  if (
    place &&
    isReference(e.type) &&
    /^(reinterpret|c)$/.test(e.how) &&
    isOther(place, example) &&
    !isTwin(place, example)
  ) {
    shareVariable(m, place, e.span);
    const why = say`what \`${place.name}\` is as an object of another type is not modelled`;
    return { ...(as && { as }), value: typedAs(unknown('unsupported', why, e.span), example), place: undefined };
  }
  if (!isReference(e.type) && !isTuple(value) && value.is === 'element')
    accessElement(m, value.pointer, false, e.arg.span);
  return {
    ...(as && { as }),
    value: castTo(m, e, { ...argOf(located, e.arg, scope, e.arg.span), value }, example),
    place: withoutQualifiers(e.type).is === 'Wrap' ? closureAt(place, example) : undefined,
  };
}

/** Whether the object in a variable is surely of a class, or of one derived from it ([expr.dynamic.cast]). */
function isKnownOf(m: Machine, object: Cell | undefined, example: Value): boolean {
  const to = classOf(!isTuple(example) && example.is === 'pointer' ? example.element : example);
  const of = object && (m.making.get(object) ?? classOf(object.read()));
  return to !== undefined && of !== undefined && derivesFrom(of, to);
}

/** What lies in shared memory, as an object of another type. */
function memoryAs(m: Machine, value: Value, example: Value, e: Expr): Value | undefined {
  const isElement = m.simt !== undefined && !isTuple(value) && value.is === 'element';
  const at = isElement ? value.pointer : objectPointer(m, value);
  return at && !isUnknown(example) ? elementOf(m, recastPointer(at, example), e) : undefined;
}

function castTo(m: Machine, e: Expr & { is: 'Cast' }, given: Arg, example: Value): Value {
  const { value } = given;
  // Where the code need not compile, an operand that may be refused has no type.
  if (m.mode.unevaluated && m.mode.silent && mayBeInvalid(value)) return value;
  if (isVoid(example)) return isSubstitutionFailure(value) ? value : example;
  if (m.mode.unevaluated && isVoid(value)) return contested(say`whether this can be converted is not known`, e.span);
  if (isUnknown(value)) return fallbackOfType(example, value);
  if (isUnknown(example)) return value;
  if (makesObject(e, example))
    return m.sites.at(m.sites.of(e.span), () => construct(m, example, [value], e.span, undefined, [given]));
  if (!isReference(e.type) && isOfDerived(value, example)) return copiedAs(m, value, example, given);
  noteSharedLayout(m, e, value, example);
  const object = e.how === 'reinterpret' ? addressedObject(m, value, example) : undefined;
  if (object) return convert(m, object, example, true);
  if (isElementAddress(value)) return castAddress(m, e, value, example);
  if (isToOther(value, example)) {
    shareAddressed(m, value, e.span);
    return convert(m, ownPointer(m, value) ?? value, example, true);
  }
  return convert(m, value, example, true);
}

/** Whether a cast initialises an object of a class directly, by explicit functions too ([expr.static.cast]/4). */
function makesObject(e: Expr & { is: 'Cast' }, example: Value): boolean {
  return classOf(example) !== undefined && /^(static|c)$/.test(e.how) && !isReference(e.type);
}

/** The place in shared memory of the object to which an address leads, where it is cast to that of another type. */
function addressedObject(m: Machine, address: Value, example: Value): Pointer | undefined {
  const target = m.simt && targetOf(address);
  const isPointer = !isTuple(example) && example.is === 'pointer';
  const object = target?.kind === 'address' && isPointer ? target.cell.read() : undefined;
  if (object === undefined || !isPointer) return undefined;
  const own = classOf(object);
  return own && own === classOf(example.element) ? undefined : objectPointer(m, object);
}

function isVoid(example: Value): boolean {
  return !isTuple(example) && example.is === 'void';
}

/** The variable of an object that a reference to another class leads to: a base of it, or what it is a base of. */
function objectAs(place: Cell, as: ClassInstance): Cell | undefined {
  const held = place.read();
  return classOf(held) === as || isHeld(held, as) ? place : holderOf(place, as);
}

/** Whether an object is not of a type, and neither in an object of it nor around one. */
function isOther(cell: Cell, example: Value): boolean {
  const held = cell.read();
  const to = classOf(example);
  return !sameType(held, example) && !(to && (isHeld(held, to) || holderOf(cell, to)));
}

/** Whether an object is an integer, and the type that of the same width with another sign ([basic.lval]). */
function isTwin(cell: Cell, example: Value): boolean {
  const held = cell.read();
  const bitsOf = (one: Value): number | undefined =>
    !isTuple(one) && (one.is === 'dynamic' || one.is === 'scalar') && isIntegerType(one) ? one.bits : undefined;
  return bitsOf(held) !== undefined && bitsOf(held) === bitsOf(example);
}

/** Whether the address of a variable is cast to a pointer to an object of another type. What points to a pointer leads
 *  to it, whatever that points to. */
function isToOther(address: Value, example: Value): boolean {
  const target = targetOf(address);
  if (target?.kind !== 'address' || target.as === 'reference' || isTuple(example) || example.is !== 'pointer')
    return false;
  const { element } = example;
  const held = target.cell.read();
  const arePointers = !isTuple(held) && !isTuple(element) && held.is === 'pointer' && element.is === 'pointer';
  return !isVoid(element) && !arePointers && isOther(target.cell, element);
}

/** A pointer to an element, as another type: one to other elements is not followed. */
function castAddress(m: Machine, e: Expr & { is: 'Cast' }, address: Value, example: Value): Value {
  const target = targetOf(address);
  const to = !isTuple(example) && example.is === 'pointer' ? classOf(example.element) : undefined;
  if (to && target?.kind === 'address' && (isHeld(target.cell.read(), to) || holderOf(target.cell, to)))
    return convert(m, address, example, true);
  const pointer = ownPointer(m, address) ?? address;
  if (
    !isTuple(example) &&
    example.is === 'pointer' &&
    !isTuple(pointer) &&
    pointer.is === 'pointer' &&
    sameType(example.element, pointer.element)
  )
    return convert(m, address, example, true);
  shareAddressed(m, address, e.span);
  return convert(m, pointer, example, true);
}

/** `reinterpret_cast<SharedStorage*>(smem)` where the launch gives the size of `smem`. */
function noteSharedLayout(m: Machine, e: Expr & { is: 'Cast' }, value: Value, example: Value): void {
  if (isTuple(value) || value.is !== 'pointer' || value.base === undefined || !m.externShared.has(value.base)) return;
  const target = !isTuple(example) && example.is === 'pointer' ? example.element : example;
  const size =
    !isTuple(target) && target.is === 'struct' && target.cls !== undefined ? sizeOfExample(m, target) : undefined;
  // An empty class has nothing that could be accessed.
  if (size && !size.empty) m.recorder.sharedLayout(e.span, Math.ceil(size.bits / 8));
}

/** An unknown of integer type is a number without a name; pointers of unknown origin still have a type. */
function fallbackOfType(example: Value, value: Value): Value {
  if (!isTuple(example) && example.is === 'pointer') return example;
  return isUnknown(value) ? typedAs(value, isUnknown(example) ? undefined : example) : value;
}

export function sizeofValue(m: Machine, e: Expr & { is: 'Sizeof' }, scope: Scope): Value {
  if (e.op === 'noexcept') return noexceptValue(m, e, scope);
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

/** What a function returns of a text, where it may return a reference to the literal. */
function isTextOrPointer({ value, category }: Located): boolean {
  return !isTuple(value) && value.is === 'text' && category?.is !== 'prvalue';
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

function pointerType(element: Value, written: Qualifiers): Pointer {
  return { is: 'pointer', space: 'generic', element, offset: hole(64), ...constVolatile(written) };
}

/** `T[n]`. `isPointedTo`: a pointer or a reference to it is made, which no compiler does to one without elements. */
function arrayType(m: Machine, e: Wrap, scope: Scope, isPointedTo: boolean): Value {
  const type = evaluate(m, e.of, scope);
  if (e.size && isVariable(e.of, type, scope))
    return evaluate(m, { is: 'Index', object: e.of, args: [e.size], span: e.span }, scope);
  const inner = exampleOfType(type, e.of);
  if (isSubstitutionFailure(inner)) return inner;
  const why = forbidden(e.how, inner, qualifiersOf(type));
  if (why !== undefined) return illFormed('unsupported', why, e.span);
  const size = e.size ? evaluate(m, e.size, scope) : hole(64);
  if (isPointedTo && asNumber(size) === 0) return illFormed('unsupported', noElements(), e.span);
  const length = boundOf(size);
  return unlessEmpty(m, size, e.span) ?? { is: 'type', of: { ...pointerType(inner, qualifiersOf(type)), length } };
}

type Wrap = Expr & { is: 'Wrap' };

function isObject(value: Value): boolean {
  return isTuple(value) || value.is === 'struct';
}

/** `f<a[i]...>` is read as a type, which it is not where `a` is a variable ([temp.arg]/2). */
function isVariable(e: Expr, value: Value, scope: Scope): boolean {
  if (e.is === 'Name') return !e.args && lookupName(scope, e)?.kind === 'variable';
  if (e.is !== 'Scope') return false;
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
  return ref === undefined && isVoid(of) && (isReference || how === 'array')
    ? say`there are no references to void, and no arrays of it`
    : undefined;
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
  const given = argsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  const unbound = args.find(isUnboundPack);
  if (unbound) return unbound;
  if (!e.type) return unlessCopied(m, given) ?? (e.designators ? designated(args, e.designators) : listOf(args, given));
  if (e.literal !== undefined && lookup(scope, e.literal))
    return unknown('unsupported', say`the program's own \`${e.literal}\` is not modelled`, e.span, [e.literal]);
  const example = typeExample(m, e.type, scope);
  const value = braced(m, e, example, args, given);
  if (keepsReferences(example)) loseNamed(m, e.args, scope, e.span);
  return value;
}

function braced(
  m: Machine,
  e: Expr & { is: 'Brace' },
  example: Value,
  args: readonly Value[],
  given: readonly Arg[],
): Value {
  const list = bracedArguments(example, args);
  return m.sites.at(m.sites.of(e.span), () => construct(m, example, list, e.span, e.designators ?? [], given));
}

/** A list without a type that initialises an object of a class ([dcl.init.list]). */
export function listAs(m: Machine, e: Expr & { is: 'Brace' }, example: Value, scope: Scope): Value {
  const given = argsOf(m, e.args, scope);
  const args = given.map(({ value }) => value);
  const made = args.find(isUnboundPack) ?? braced(m, e, example, args, given);
  m.record(e.span, 'expression', made);
  return made;
}

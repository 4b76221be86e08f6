// Calls of the library: builtins of CuTe, and functions of C++ and CUDA that are modelled by hand. What builtins see of
// the program is the `BuiltinContext` made here.
import { loadElement, wholeOf } from '../memory/loading';
import { isSparse } from '../../values/sparse';
import { say } from '../../base/say';
import { nowhere, type Span } from '../../base/span';
import { callOperator, lookupBuiltins, lookupMethod } from '../../builtins/index';
import type { BuiltinContext } from '../../builtins/registry';
import { sizeofBits } from '../../values/scalars';
import type { Value } from '../../values/value';
import { loseCell, shareAddressed } from '../memory/losing';
import { followed } from '../memory/accesses';
import { indexed, made, movedOnPurpose } from '../memory/domains';
import { ofTensor } from '../memory/tensor-elements';
import { loseByName } from '../memory/named-code';
import { isInMemory, partOf } from '../memory/parts';
import { loseArguments, loseCaptured, loseTuples, loseWritten } from '../memory/reach';
import { hasEffects } from '../names/effects';
import { changesVector, pointingAs } from '../memory/vectors';
import { guarded } from '../state/algebra-guard';
import { callValue } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { launchMethod } from '../tile/tile-launch';
import { sizeOfExample } from '../types/sizes';
import { isOfReferences, loseReferred, madeWithReferences } from '../types/tuples-of-references';
import { typeQuestions } from '../types/type-relations';
import { staticMember, userTraits } from '../types/user-traits';
import { exampleOf } from '../types/classes';
import { isScalarPlaceholder } from '../types/unknown-types';
import { type Arg, isClassInstance, type Target } from '../values/entities';
import { isHolder, isOptional } from '../values/holders';
import { isTuple, isUnknown, unknownIn } from '../values/inspect';
import { isValue } from '../../values/kind';
import { identityKey } from '../values/type-key';
import { classOf, isArray, kindOfValue, targetOf } from '../values/kinds';
import { becauseOf, ofOpenType, unknown } from '../values/unknown';
import { algorithm } from './algorithms';
import { arrayFunction, arrayMethod } from './array-methods';
import { isStaticIntValue, numberOfConstant } from '../values/template-args';
import { tuplePart } from '../values/tuple-bases';
import { pointedBy } from '../values/qualifiers';
import { firstFitting, settled } from './builtin-call';
import { hasEffect, noteEffects, noteMethod } from './effects';
import { handedOver, loseByElements } from './handed-over';
import { isCudaRuntime } from './cuda-runtime';
import { hostCall, hostMethod } from './host';

export function builtinContext(m: Machine): BuiltinContext {
  const { meter } = m.budget;
  return (m.builtins ??= {
    call: (callee, args) =>
      meter.outside(
        () =>
          callValue(
            m,
            callee,
            args.map((value) => ({ value, span: nowhere })),
            nowhere,
          ).value,
      ),
    alignBits: (type) => meter.outside(() => sizeOfExample(m, type)?.align),
    isDefined: (macro) =>
      m.withMacros.some(({ macros }) => macros.has(macro)) || m.input.assumptions.defines.has(macro),
    sizeofBits: (type) =>
      meter.outside(() => (isSparse(type) ? undefined : sizeOfExample(m, type)?.bits) ?? sizeofBits(type)),
    traits: (template, of) => meter.outside(() => userTraits(m, template, of)),
    member: (type, id) => meter.outside(() => staticMember(m, type, id)),
    category: categoryOfProgram,
    identify: identityOf,
    isEmpty: (type) =>
      meter.outside(() => {
        const size = sizeOfExample(m, type);
        return size && size.empty === true;
      }),
    types: typeQuestions(m),
    step: deaf,
  });
}

/** A key of a class or of the type of a lambda. */
function identityOf(cls: unknown): string | undefined {
  if (isClassInstance(cls)) return identityKey(exampleOf(cls));
  if (!isValue(cls) || isTuple(cls)) return undefined;
  return categoryOfProgram(cls) !== undefined ? identityKey(cls) : undefined;
}

/** What a class or an enumeration of the program is. */
function categoryOfProgram(type: Value): 'class' | 'union' | 'enum' | 'scoped-enum' | undefined {
  const instance = classOf(type);
  if (instance) return instance.decl.kind === 'union' ? 'union' : 'class';
  if (!isTuple(type) && type.is === 'struct') return 'class';
  const target = targetOf(type);
  if (target?.kind === 'lambda') return target.retyped ? undefined : 'class';
  const values = target?.kind === 'namespace' ? target.scope : undefined;
  return values?.underlying && (values.scoped ? 'scoped-enum' : 'enum');
}

/** The listener for steps while a program is evaluated: it ignores them. */
const deaf = (): void => undefined;
export function callBuiltin(
  m: Machine,
  name: string,
  targs: readonly Value[],
  args: readonly Arg[],
  span: Span,
): Value {
  return handedOver(m, name, targs, args, span, (given) => callLibrary(m, name, targs, given, span));
}

/** Functions that may write through an address that they are given. */
function mayWrite(name: string): boolean {
  return algorithm(name) !== undefined || arrayFunction(name) !== undefined || isCudaRuntime(name) || hasEffect(name);
}

function callLibrary(m: Machine, name: string, targs: readonly Value[], args: readonly Arg[], span: Span): Value {
  if (mayWrite(name)) for (const arg of args) if (isUnknown(arg.value)) loseWritten(m, arg.value, arg.span);
  const host = hostCall(m, name, args, targs, span);
  if (m.simt)
    noteEffects(m, name, targs, args, span, host !== undefined ? 'host' : lookupBuiltins(name)[0] && 'builtin');
  if (host !== undefined) return host;
  // A tuple keeps references as such.
  if (/^(std::)?make_(tuple|pair)$/.test(name) && args.some(({ value }) => isHolder(value, 'reference_wrapper')))
    return madeWithReferences(
      name.endsWith('pair') ? 'pair' : 'tuple',
      args.map(({ value }) => value),
    );
  if (!/^(std::)?get$/.test(name) && args.some(({ value }) => isOfReferences(value))) {
    const why = say`\`${name}\` of a tuple of references is not modelled`;
    for (const { value } of args) loseReferred(m, value, why, span);
    return loseArguments(m, unknown('unsupported', why, span, [name]), args);
  }
  for (const arg of args) shareAddressed(m, arg.value, span);
  const given = args.map(({ value }) => readArgument(m, value, span));
  const values = given.map((value) => settled(ofIntegers.test(name) ? withoutStandard(value) : value));
  const part = name === 'get' && values[0] !== undefined ? tuplePart(values[0]) : undefined;
  if (part !== undefined) values[0] = part;
  const bad = unknownIn(targs);
  if (bad) return bad;
  // CuTe's functions of such a name take tuples, layouts and tensors.
  const entries = algorithm(name) && isRange(args[0]?.value) ? [] : lookupBuiltins(name);
  if (entries.length === 0)
    return loseArguments(m, unknown('unsupported', say`\`${name}\` is not followed here`, span, [name]), args);
  const run = (given: readonly Value[]): Value => firstFitting(entries, { targs, args: given, ctx: builtinContext(m) });
  const value = attempt(m, span, values, () => run(values));
  if (args.some((arg) => setsElements(arg.value))) loseTuples(m, name, args);
  if (isUnknown(value)) loseCaptured(m, name, args);
  return m.simt ? led(m, name, values, value, run, span) : value;
}

/** What functions make of a pointer into memory, where all threads are followed. Where modes are made one that continue
 *  each other, the ends of those before mean nothing. */
function led(
  m: Machine,
  name: string,
  args: readonly Value[],
  value: Value,
  run: (args: readonly Value[]) => Value,
  span: Span,
): Value {
  if (name === 'make_tensor' || name === 'coalesce') return made(m, value, span);
  return part(m, args, name === 'domain_offset' ? movedOnPurpose(value) : value, run);
}

/** What a function of the library, or an index, makes of a tensor. */
function part(m: Machine, args: readonly Value[], value: Value, run: (args: readonly Value[]) => Value): Value {
  const simt = followed(m);
  if (!simt) return value;
  if (isUnknown(value) && args.some(isInMemory)) simt.isPartial = true;
  return partOf(simt, args, value, run);
}

/** Applies an object of the library to arguments: `layout(i)`, `tensor[i]`. */
export function callObject(m: Machine, object: Value, args: readonly Value[], span: Span): Value {
  const run = ([callee = object, ...given]: readonly Value[]): Value => callOperator(callee, given, builtinContext(m));
  const value = attempt(m, span, args, () => run([object, ...args]));
  return m.simt ? part(m, [object, ...args], indexed(m, object, args, value, span), run) : value;
}

/** CuTe's functions that compute with the operators of what they are given. */
const ofIntegers = /^(?:cute::)?(?:ceil_div|round_up|round_down|shape_div|shiftl|shiftr)$/;

/** An element that a builtin takes by value. */
function readArgument(m: Machine, value: Value, span: Span): Value {
  if (m.simt || isTuple(value) || value.is !== 'element') return value;
  return loadElement(m, value.pointer, `${value.pointer.base ?? 'memory'}[…]`, span);
}

/** A constant of the standard library, for which CuTe has no operators, is the number that it converts to. */
function withoutStandard(value: Value): Value {
  return isStaticIntValue(value) && value.of === 'std' ? numberOfConstant(value) : value;
}

/** What an algorithm of the standard library takes first: the elements, an iterator or the address of an element, or
 *  how it is executed. */
function isRange(value: Value | undefined): boolean {
  if (value === undefined || isTuple(value)) return false;
  return /^(pointer|struct|callable)$/.test(value.is) || (value.is === 'array' && value.of !== 'cute');
}

/** Runs a builtin. If an operand is Unknown, that is the result; a refusal becomes an Unknown. */
export function attempt(m: Machine, span: Span, operands: readonly Value[], run: () => Value): Value {
  const bad = unknownIn(operands);
  if (bad) return bad;
  m.layouts++;
  return guarded(m, span, run);
}

export function callBuiltinMethod(
  m: Machine,
  target: Target & { kind: 'builtin-method' },
  args: readonly Arg[],
  span: Span,
): Value {
  const object = { value: target.object, cell: target.cell, span };
  if (changesVector(target.name)) loseByElements(m, target.object, span);
  return handedOver(m, target.name, [], [object, ...args], span, () => callLibraryMethod(m, target, args, span));
}

/** Whether an object may have member functions that change it. CuTe's have none. */
function mayChange(object: Value): boolean {
  return isTuple(object) || object.is === 'text' || object.is === 'array' || (object.is === 'struct' && !object.cls);
}

function callLibraryMethod(
  m: Machine,
  target: Target & { kind: 'builtin-method' },
  args: readonly Arg[],
  span: Span,
): Value {
  const { name, targs } = target;
  const object = wholeOf(m, target.object, span);
  if (isUnknown(object)) return becauseOf(object);
  if (!isTuple(object) && object.is === 'tile-launch') return launchMethod(m, object, name, args, span);
  const said = target.category && pointedBy(target.category);
  const answer = isArray(object)
    ? arrayMethod(m, object, target.cell, name, args, span, said)
    : hostMethod(m, object, name, args, span, target.cell, targs);
  const host = answer && pointingAs(answer, object, name, said);
  const entry = host === undefined ? lookupMethod(kindOfValue(object), name) : undefined;
  if (m.simt) noteMethod(m, object, name, host !== undefined || entry !== undefined, span);
  if (host !== undefined) return host;
  for (const arg of args) shareAddressed(m, arg.value, span);
  if (!entry) {
    const all: readonly Arg[] = [{ value: object, cell: target.cell, span }, ...args];
    const isSwap = name === 'swap' && (isTuple(object) || isOptional(object));
    const swapped = isSwap ? algorithm('swap')?.(m, all, span) : undefined;
    if (swapped) return swapped;
    shareAddressed(m, object, span);
    loseCaptured(m, name, all);
    loseByName(m, name, say`the member function \`${name}\` of this type is not modelled`, span);
    for (const { value, cell } of all)
      if (cell && mayChange(value))
        loseCell(m, cell, say`the member function \`${name}\` may change ${cell.name}`, span);
    if (!isTuple(object) && object.is === 'scalar' && isScalarPlaceholder(object)) return ofOpenType(object.type, span);
    return unknown('unsupported', say`the member function \`${name}\` of this type is not modelled`, span, [name]);
  }
  if (m.simt && name === 'with') return withBarrier(object, args);
  const values = args.map((arg) => settled(readArgument(m, arg.value, span)));
  const given = [object, ...values];
  const run = (all: readonly Value[]): Value => entry.run({ targs, args: all, ctx: builtinContext(m) });
  const made = attempt(m, span, [...targs, ...(entry.ofObject ? [] : values)], () => run(given));
  const value = ofTensor(object, target.category ?? {}, made);
  return m.simt ? part(m, given, value, run) : value;
}

/** `tma.with(barrier)`, `tma.with(barrier, mask)`: a copy that reports to a barrier in shared memory. */
function withBarrier(object: Value, args: readonly Arg[]): Value {
  const pointers = args.flatMap(({ value }) => (!isTuple(value) && value.is === 'element' ? [value.pointer] : []));
  const barrier = pointers.find(({ allocation }) => allocation?.isShared === true);
  if (isTuple(object) || !barrier) return object;
  const mask = args.slice(1).find(({ value }) => !isTuple(value) && /^(static|dynamic|scalar)$/.test(value.is))?.value;
  const told = { barrier, ...(mask && { mask }) };
  if (object.is === 'copy-atom') return { ...object, ...told };
  return object.is === 'tiled-copy' ? { ...object, atom: { ...object.atom, ...told } } : object;
}

/** A data member of an object of CuTe, `thr_mma.thr_vmnk_`; undefined where it has none of that name. */
export function builtinField(m: Machine, object: Value, name: string, span: Span): Value | undefined {
  const entry = lookupMethod(kindOfValue(object), name);
  return entry?.field
    ? guarded(m, span, () => entry.run({ targs: [], args: [object], ctx: builtinContext(m) }))
    : undefined;
}

/** A lambda that is given elements by reference and may set them (`for_each(a, [](auto& x) { x = 0; })`). */
export function setsElements(callee: Value): boolean {
  const target = targetOf(callee);
  if (target?.kind !== 'lambda') return false;
  const { params, body } = target.decl;
  return (
    params.some(
      ({ type }) => type.is === 'Wrap' && /ref$/.test(type.how) && !(type.of.is === 'Wrap' && type.of.how === 'const'),
    ) && hasEffects(body, target.scope)
  );
}

// The form of what is not known in a template that nothing instantiates: `(kRows,_8)` of `Shape<Int<kRows>, _8>`. It is
// read off the expression, for people: evaluation computes nothing from it. An expression of any other kind than those
// below has no form, and neither has one whose form depends on the numbers behind the names.
import { operate } from '../../algebra/arith';
import { unlessRefused } from '../../algebra/errors';
import { isIntTuple, sameProfile } from '../../algebra/int_tuple';
import { int, type Int, type IntTuple, symbol } from '../../algebra/leaf';
import { make_identity_layout, make_layout } from '../../algebra/layout';
import type { SymbolicOperator } from '../../algebra/symbols';
import type { Layout } from '../../algebra/types';
import { lookupMethod } from '../../builtins/index';
import type { Expr, Let } from '../../ir/program';
import { asLeaf, isIntegerType } from '../../values/scalars';
import type { Form, Unknown, Value } from '../../values/value';
import { builtinContext } from '../library/library-calls';
import { lookupName, spelled } from '../names/names';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { isScalarPlaceholder } from '../types/unknown-types';
import { kindOfValue } from '../values/kinds';
import { truth } from '../values/truth';
import { isTmaCopy, keyOf, libraryName, type Named, pathOf, type Reading, valueOf } from './form-reading';

type Part = IntTuple | Layout;

/** The value of a declaration as it is shown: one that is not known has its form, which later forms find under
 *  `key`. */
export function withForm(m: Machine, value: Value, e: Expr | undefined, scope: Scope, key: object): Value {
  if (!m.mode.open || !isUnknown(value) || value.cause.code !== 'symbol' || !e) return value;
  const r: Reading = { m, scope, unlikeOne: new Set(), strides: new Set() };
  if (isTmaCopy(r, e)) m.tmaCopies.add(key);
  const found = formOf(r, e);
  if (!found) return value;
  m.forms.set(key, found);
  const { shown } = found;
  const isWorthShowing = isTuple(shown) ? shown.length > 0 : shown.is === 'layout';
  return isWorthShowing ? ({ ...value, form: found } satisfies Unknown) : value;
}

/** What gives a variable its value; undefined for what is more than one expression. */
export function initialExpression({ init, type }: Let): Expr | undefined {
  if (init.how === 'copy') return init.value.is === 'Brace' && !init.value.type ? undefined : init.value;
  if (init.how === 'none' || init.args.length === 0) return type;
  return undefined;
}

/** Of what stands for itself. */
export const standsForItself = (name: string): Form => ({ shown: symbol(name), unlikeOne: [], strides: [] });

function formOf(r: Reading, e: Expr): Form | undefined {
  const shown = unlessRefused(
    () => partOf(r, e),
    () => undefined,
  );
  if (shown === undefined) return undefined;
  const stride = isTuple(shown) || shown.is !== 'layout' ? undefined : nameOf(shown.stride);
  return { shown, unlikeOne: [...r.unlikeOne], strides: [...r.strides].filter((name) => name === stride) };
}

function partOf(r: Reading, e: Expr): Part | undefined {
  const value = valueOf(r, e);
  if (!isUnknown(value)) return knownPart(value);
  switch (e.is) {
    case 'Decltype':
      return partOf(r, e.arg);
    case 'Brace':
      return e.type && e.args.length === 0 ? partOf(r, e.type) : undefined;
    case 'Binary':
      return operation(e.op, partOf(r, e.left), partOf(r, e.right));
    case 'Call':
      if (e.callee.is === 'Member') return ofMethod(r, e, e.callee);
      return e.callee.is === 'Name' || e.callee.is === 'Scope' ? ofCall(r, e, e.callee) : undefined;
    case 'Name':
    case 'Scope':
      return ofName(r, e, value);
    default:
      return undefined;
  }
}

/** What has a value needs no names; undefined for what is neither integers nor a layout. */
function knownPart(value: Value): Part | undefined {
  if (isTuple(value)) return isIntTuple(value) ? value : undefined;
  if (value.is === 'type') return knownPart(value.of);
  if (value.is === 'scalar' && isIntegerType(value) && value.n !== undefined) return knownPart(asLeaf(value));
  if (value.is === 'dynamic' && value.n === undefined && value.name === undefined) return undefined;
  return value.is === 'layout' || isIntTuple(value) ? value : undefined;
}

const isInteger = (part: Part | undefined): part is Int =>
  part !== undefined && !isTuple(part) && (part.is === 'static' || part.is === 'dynamic');

const isIntegers = (part: Part | undefined): part is IntTuple =>
  part !== undefined && (isTuple(part) || part.is !== 'layout');

const operators: ReadonlyMap<string, SymbolicOperator> = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['%', 'mod'],
]);

function operation(op: string, a: Part | undefined, b: Part | undefined): Part | undefined {
  const known = operators.get(op);
  return known && isInteger(a) && isInteger(b) ? operate(known, a, b) : undefined;
}

// ---- Names -------------------------------------------------------------------------------------------------------

const tuples = /^(?:Shape|Stride|Step|Coord|Tile|tuple)$/;

function ofName(r: Reading, e: Named, value: Unknown): Part | undefined {
  const { args } = e;
  if (!args) return ofPlainName(r, e, value);
  const name = libraryName(r, e);
  const [first, second, third] = args;
  if (name === undefined || !first || args.some(({ is }) => is === 'Expand')) return undefined;
  if (/^(?:Int|C)$/.test(name)) return second ? undefined : asConstant(integerOf(r, first));
  if (tuples.test(name)) return tupleOf(r, args, name);
  if (name === 'Layout' && !third) return layoutOf(r, partOf(r, first), second);
  if (name !== 'conditional_t' || !second || !third) return undefined;
  return oneOf(r, first, second, third);
}

function oneOf(r: Reading, condition: Expr, then: Expr, otherwise: Expr): Part | undefined {
  const holds = truth(valueOf(r, condition));
  return holds === undefined ? undefined : partOf(r, holds ? then : otherwise);
}

const asConstant = (part: Part | undefined): Part | undefined =>
  isInteger(part) ? (part.n === undefined ? part : int(part.n)) : undefined;

/** What is converted to an integer, as the argument of `Int`: `Policy::kStages` stands for itself there. */
function integerOf(r: Reading, e: Expr): Part | undefined {
  if (e.is === 'Binary' && operators.has(e.op)) return operation(e.op, integerOf(r, e.left), integerOf(r, e.right));
  return partOf(r, e) ?? itself(r, e);
}

/** The modes of a shape or a coordinate: names stand for integers or tuples of them. A tuple may hold anything. */
function tupleOf(r: Reading, elements: readonly Expr[], name: string): Part | undefined {
  const isOfIntegers = /(?:shape|stride|step|coord)$/i.test(name);
  const parts = elements.map((one) => partOf(r, one) ?? (isOfIntegers ? modeItself(r, one) : undefined));
  return parts.every(isIntegers) ? parts : undefined;
}

/** What nothing instantiates stands for itself. */
function itself(r: Reading, e: Expr): Part | undefined {
  const path = pathOfOpen(r, e);
  return path === undefined ? undefined : symbol(path);
}

const pathOfOpen = (r: Reading, e: Expr): string | undefined => (isOpen(valueOf(r, e)) ? pathOf(e) : undefined);

/** As that, and the modes of it: `get<0>(problem)`. */
function modeItself(r: Reading, e: Expr): Part | undefined {
  if (e.is !== 'Call' || (e.callee.is !== 'Name' && e.callee.is !== 'Scope')) return itself(r, e);
  const name = libraryName(r, e.callee);
  const [of, more] = e.args;
  return of && !more && (name === 'get' || name === 'shape') && isOpen(valueOf(r, e))
    ? modeNamed(name, e.callee, of)
    : undefined;
}

/** What nothing instantiates, or an element of memory of such a type. */
function isOpen(value: Value): boolean {
  if (isTuple(value) || value.is !== 'element') return isUnknown(value) && value.cause.code === 'symbol';
  return isScalarPlaceholder(value.pointer.element);
}

/** A declaration has its form, a template parameter and an integer stand for themselves. */
function ofPlainName({ m, scope, unlikeOne, strides }: Reading, e: Named, { type }: Unknown): Part | undefined {
  const entity = e.is === 'Name' ? lookupName(scope, e) : undefined;
  const had = entity && m.forms.get(keyOf(entity));
  if (had) {
    for (const name of had.unlikeOne) unlikeOne.add(name);
    for (const name of had.strides) strides.add(name);
    return had.shown;
  }
  const isIntegral = type !== undefined && !isTuple(type) && type.is === 'dynamic';
  const isParameter = entity?.kind === 'variable' && entity.prvalue === true;
  return isIntegral || isParameter ? symbol(spelled(e)) : undefined;
}

// ---- Calls -------------------------------------------------------------------------------------------------------

const makers = /^make_(?:shape|stride|step|coord|tile|tuple)$/;

function ofCall(r: Reading, { args }: Expr & { is: 'Call' }, callee: Named): Part | undefined {
  if (args.some(({ is }) => is === 'Expand')) return undefined;
  const name = libraryName(r, callee);
  const [first, second, third] = args;
  if (name === undefined) return first ? undefined : partOf(r, callee);
  if (makers.test(name)) return tupleOf(r, args, name);
  if (!first) return undefined;
  if (name === 'make_layout' && !third) return layoutOf(r, partOf(r, first), second);
  // Without a type, `make_tensor` takes an iterator first.
  if (name === 'make_tensor' && second && !callee.args)
    return third ? layoutOf(r, partOf(r, second), third) : asLayout(r, partOf(r, second));
  if (name === 'make_identity_tensor' && !second) return identityOf(partOf(r, first));
  if (name === 'size' && !second) return modeNamed(name, callee, first);
  if (/^(?:select|take)$/.test(name) && !second) return chosenModes(r, name, callee, first);
  if (name === 'shape' && !second && !callee.args) return ofTensor(partOf(r, first), 'shape');
  if (name === 'conditional_return' && second && !third) return chosenOf(r, callee, first, second);
  if (!second || third) return undefined;
  if (name === 'append' || name === 'prepend') return extended(name, callee, partOf(r, first), partOf(r, second));
  return name === 'ceil_div' && !callee.args ? quotient(partOf(r, first), partOf(r, second)) : undefined;
}

/** `conditional_return<Condition>(a, b)`. */
function chosenOf(r: Reading, { args = [] }: Named, then: Expr, otherwise: Expr): Part | undefined {
  const [condition, ...more] = args;
  return condition && more.length === 0 ? oneOf(r, condition, then, otherwise) : undefined;
}

const identityOf = (shape: Part | undefined): Part | undefined =>
  isIntegers(shape) ? make_identity_layout(shape) : undefined;

/** `tma.get_tma_tensor(shape)`: the strides of a copy that is known do not depend on the extents, another one has its
 *  own. */
function ofMethod(
  r: Reading,
  { args }: Expr & { is: 'Call' },
  { object, id, arrow }: Expr & { is: 'Member' },
): Part | undefined {
  const [first, second] = args;
  if (!first && !arrow && (id === 'layout' || id === 'shape')) return ofTensor(partOf(r, object), id);
  if (id !== 'get_tma_tensor' || !first || second) return undefined;
  const [copy, shape] = [valueOf(r, object), partOf(r, first)];
  if (!isIntegers(shape)) return undefined;
  if (isUnknown(copy) || arrow) {
    const path = isTmaCopy(r, object) ? pathOf(object) : undefined;
    if (path === undefined) return undefined;
    return { is: 'layout', shape, stride: symbol(`${path}${arrow ? '->' : '.'}aux_params_.g_stride_`) };
  }
  const tensor = lookupMethod(kindOfValue(copy), id)?.run({ targs: [], args: [copy, shape], ctx: builtinContext(r.m) });
  if (tensor === undefined || isTuple(tensor) || tensor.is !== 'tensor') return undefined;
  return tensor.layout.is === 'layout' ? tensor.layout : undefined;
}

/** `tensor.layout()`, `tensor.shape()`. */
function ofTensor(part: Part | undefined, id: 'layout' | 'shape'): Part | undefined {
  if (part === undefined || isTuple(part) || part.is !== 'layout') return undefined;
  return id === 'shape' ? part.shape : part;
}

/** The template arguments of a function, where all of them are numbers. */
function numbersOf({ args = [] }: Named): readonly number[] | undefined {
  const numbers = args.flatMap((one) => (one.is === 'Int' ? [Number(one.value)] : []));
  return numbers.length === args.length ? numbers : undefined;
}

/** `size<0>(TileShape{})`, and `size(M)`, is an integer, whatever is asked. */
function modeNamed(name: string, callee: Named, of: Expr): Part | undefined {
  const [modes, path] = [numbersOf(callee), pathOf(of)];
  if (!modes || path === undefined) return undefined;
  return symbol(`${name}${modes.length > 0 ? `<${modes.join(',')}>` : ''}(${path})`);
}

/** `select<0,2>(t)`, and `take<0,2>(t)`, which ends before its second number: of what stands for itself, `get<0>(t)`
 *  and `get<2>(t)`. */
function chosenModes(r: Reading, name: string, callee: Named, e: Expr): Part | undefined {
  const numbers = numbersOf(callee);
  const [begin = 0, end = 0] = numbers ?? [];
  const modes = name === 'take' ? Array.from({ length: Math.max(0, end - begin) }, (_, i) => begin + i) : numbers;
  const [of, path] = [partOf(r, e), pathOfOpen(r, e)];
  const chosen = modes?.map((i) =>
    of !== undefined && isTuple(of) ? of[i] : path === undefined ? undefined : symbol(`get<${i}>(${path})`),
  );
  return chosen && chosen.length > 0 && chosen.every(isIntegers) ? chosen : undefined;
}

function quotient(a: Part | undefined, b: Part | undefined): Part | undefined {
  return isInteger(a) && isInteger(b) ? operate('ceil_div', a, b) : undefined;
}

/** CuTe's `append(a, x)` makes a tuple of `a` and `x` where `a` is none; `append<N>` adds `x` up to N modes. */
function extended(
  name: 'append' | 'prepend',
  callee: Named,
  a: Part | undefined,
  x: Part | undefined,
): Part | undefined {
  const [count, more] = numbersOf(callee) ?? [0, 0];
  if (!isIntegers(a) || !isIntegers(x) || more !== undefined) return undefined;
  const list = isTuple(a) ? a : [a];
  // To one mode, what is no tuple stays none.
  if (count !== undefined && (count < list.length || !isTuple(a))) return undefined;
  const added = Array.from({ length: count === undefined ? 1 : count - list.length }, () => x);
  return name === 'append' ? [...list, ...added] : [...added, ...list];
}

// ---- Layouts -----------------------------------------------------------------------------------------------------

const asLayout = (r: Reading, part: Part | undefined): Part | undefined =>
  part !== undefined && !isTuple(part) && part.is === 'layout' ? part : layoutOf(r, part, undefined);

/** The layout of a shape with a stride, or with none: then that of a mode of one element would be `_0`. A stride that
 *  is not known is the name of it. */
function layoutOf(r: Reading, shape: Part | undefined, stride: Expr | undefined): Part | undefined {
  if (!isIntegers(shape)) return undefined;
  if (stride) {
    const part = partOf(r, stride);
    if (isIntegers(part) && sameProfile(shape, part)) return { is: 'layout', shape, stride: part };
    const path = part === undefined ? pathOfOpen(r, stride) : isTuple(shape) ? nameOf(part) : undefined;
    if (path === undefined) return undefined;
    r.strides.add(path);
    return { is: 'layout', shape, stride: symbol(path) };
  }
  for (const name of namesIn(shape)) r.unlikeOne.add(name);
  return make_layout(shape);
}

/** Of what stands for itself. */
const nameOf = (part: Part): string | undefined =>
  !isTuple(part) && part.is === 'dynamic' && part.n === undefined ? part.name : undefined;

function namesIn(shape: IntTuple): readonly string[] {
  if (isTuple(shape)) return shape.flatMap(namesIn);
  return shape.is === 'dynamic' && shape.n === undefined && shape.name !== undefined ? [shape.name] : [];
}

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
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Entity, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { kindOfValue } from '../values/kinds';
import { truth } from '../values/truth';

type Named = Expr & { readonly is: 'Name' | 'Scope' };
type Part = IntTuple | Layout;

/** The value of a declaration as it is shown: one that is not known has its form, which later forms find under
 *  `key`. */
export function withForm(m: Machine, value: Value, e: Expr | undefined, scope: Scope, key: object): Value {
  if (!m.mode.open || !isUnknown(value) || value.cause.code !== 'symbol' || !e) return value;
  const found = formOf({ m, scope, unlikeOne: new Set() }, e);
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
export const standsForItself = (name: string): Form => ({ shown: symbol(name), unlikeOne: [] });

interface Reading {
  readonly m: Machine;
  readonly scope: Scope;
  /** The static integers that must not be one for the form to hold: the stride of a mode of one element is `_0`. */
  readonly unlikeOne: Set<string>;
}

function formOf(r: Reading, e: Expr): Form | undefined {
  const shown = unlessRefused(
    () => partOf(r, e),
    () => undefined,
  );
  return shown === undefined ? undefined : { shown, unlikeOne: [...r.unlikeOne] };
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

function valueOf({ m, scope }: Reading, e: Expr): Value {
  const run = (): Value =>
    m.within({ silent: true, speculative: true, unevaluated: true }, () => evaluate(m, e, scope));
  return m.state.fork(run, () => false).given;
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

/** The name of CuTe's that an expression is; undefined for names of the program. */
function libraryName({ scope }: Reading, e: Named): string | undefined {
  if (e.is === 'Scope') return e.of?.is === 'Name' && e.of.id === 'cute' && !e.of.args ? e.id : undefined;
  const found = lookupName(scope, e);
  return found === undefined || found.kind === 'library-name' ? e.id : undefined;
}

const tuples = /^(?:Shape|Stride|Step|Coord|Tile|tuple)$/;

function ofName(r: Reading, e: Named, value: Unknown): Part | undefined {
  const { args } = e;
  if (!args) return ofPlainName(r, e, value);
  const name = libraryName(r, e);
  const [first, second, third] = args;
  if (name === undefined || !first || args.some(({ is }) => is === 'Expand')) return undefined;
  if (/^(?:Int|C)$/.test(name)) return second ? undefined : asConstant(partOf(r, first));
  if (tuples.test(name)) return tupleOf(r, args);
  if (name === 'Layout' && !third)
    return layoutOf(r, partOf(r, first), second && partOf(r, second), second !== undefined);
  if (name !== 'conditional_t' || !second || !third) return undefined;
  return oneOf(r, first, second, third);
}

function oneOf(r: Reading, condition: Expr, then: Expr, otherwise: Expr): Part | undefined {
  const holds = truth(valueOf(r, condition));
  return holds === undefined ? undefined : partOf(r, holds ? then : otherwise);
}

const asConstant = (part: Part | undefined): Part | undefined =>
  isInteger(part) ? (part.n === undefined ? part : int(part.n)) : undefined;

function tupleOf(r: Reading, elements: readonly Expr[]): Part | undefined {
  const parts = elements.map((one) => partOf(r, one));
  return parts.every(isIntegers) ? parts : undefined;
}

/** A declaration has its form, a template parameter and an integer stand for themselves. */
function ofPlainName({ m, scope, unlikeOne }: Reading, e: Named, { type }: Unknown): Part | undefined {
  const entity = e.is === 'Name' ? lookupName(scope, e) : undefined;
  const had = entity && m.forms.get(keyOf(entity));
  if (had) {
    for (const name of had.unlikeOne) unlikeOne.add(name);
    return had.shown;
  }
  const isIntegral = type !== undefined && !isTuple(type) && type.is === 'dynamic';
  const isParameter = entity?.kind === 'variable' && entity.prvalue === true;
  return isIntegral || isParameter ? symbol(spelled(e)) : undefined;
}

/** Under what the form of a declaration is found. */
const keyOf = (entity: Entity): object => (entity.kind === 'variable' ? entity.cell : entity);

// ---- Calls -------------------------------------------------------------------------------------------------------

const makers = /^make_(?:shape|stride|step|coord|tile|tuple)$/;
const pointers = /^make_(?:gmem|smem|rmem|tmem)_ptr$/;

function ofCall(r: Reading, { args }: Expr & { is: 'Call' }, callee: Named): Part | undefined {
  if (args.some(({ is }) => is === 'Expand')) return undefined;
  const name = libraryName(r, callee);
  const [first, second, third] = args;
  if (name === undefined) return first ? undefined : partOf(r, callee);
  if (makers.test(name)) return tupleOf(r, args);
  if (!first) return undefined;
  if (name === 'make_layout' && !third)
    return layoutOf(r, partOf(r, first), second && partOf(r, second), second !== undefined);
  if (name === 'make_tensor' && second && isPointer(r, first))
    return third ? layoutOf(r, partOf(r, second), partOf(r, third), true) : asLayout(r, partOf(r, second));
  if (name === 'make_identity_tensor' && !second) return identityOf(partOf(r, first));
  if (name === 'size' && !second) return sizeNamed(callee, first);
  if (name === 'conditional_return' && second && !third) return chosenOf(r, callee, first, second);
  if (!second || third || callee.args) return undefined;
  if (name === 'ceil_div') return quotient(partOf(r, first), partOf(r, second));
  return name === 'append' || name === 'prepend' ? extended(name, partOf(r, first), partOf(r, second)) : undefined;
}

/** `conditional_return<Condition>(a, b)`. */
function chosenOf(r: Reading, { args = [] }: Named, then: Expr, otherwise: Expr): Part | undefined {
  const [condition, ...more] = args;
  return condition && more.length === 0 ? oneOf(r, condition, then, otherwise) : undefined;
}

const identityOf = (shape: Part | undefined): Part | undefined =>
  isIntegers(shape) ? make_identity_layout(shape) : undefined;

/** `tma.get_tma_tensor(shape)` of a copy that is known: its strides do not depend on the extents. */
function ofMethod(
  r: Reading,
  { args }: Expr & { is: 'Call' },
  { object, id }: Expr & { is: 'Member' },
): Part | undefined {
  const [first, second] = args;
  const copy = id === 'get_tma_tensor' && first && !second ? valueOf(r, object) : undefined;
  const entry = copy && !isUnknown(copy) ? lookupMethod(kindOfValue(copy), id) : undefined;
  const shape = entry && first && partOf(r, first);
  if (!entry || !copy || !isIntegers(shape)) return undefined;
  const tensor = entry.run({ targs: [], args: [copy, shape], ctx: builtinContext(r.m) });
  return !isTuple(tensor) && tensor.is === 'tensor' && tensor.layout.is === 'layout' ? tensor.layout : undefined;
}

function isPointer(r: Reading, e: Expr): boolean {
  return e.is === 'Call' && (e.callee.is === 'Name' || e.callee.is === 'Scope')
    ? pointers.test(libraryName(r, e.callee) ?? '')
    : false;
}

/** `size<0>(TileShape{})`, and `size(M)`, is an integer, whatever is asked. */
function sizeNamed({ args = [] }: Named, of: Expr): Part | undefined {
  const modes = args.map((one) => (one.is === 'Int' ? String(one.value) : undefined));
  const named = of.is === 'Brace' && of.args.length === 0 ? of.type : of;
  if (named?.is !== 'Name' || named.args || modes.includes(undefined)) return undefined;
  return symbol(`size${modes.length > 0 ? `<${modes.join(',')}>` : ''}(${named.id})`);
}

function quotient(a: Part | undefined, b: Part | undefined): Part | undefined {
  return isInteger(a) && isInteger(b) ? operate('ceil_div', a, b) : undefined;
}

/** CuTe's `append(a, x)` makes a tuple of `a` and `x` where `a` is none. */
function extended(name: 'append' | 'prepend', a: Part | undefined, x: Part | undefined): Part | undefined {
  if (!isIntegers(a) || !isIntegers(x)) return undefined;
  const list = isTuple(a) ? a : [a];
  return name === 'append' ? [...list, x] : [x, ...list];
}

// ---- Layouts -----------------------------------------------------------------------------------------------------

const asLayout = (r: Reading, part: Part | undefined): Part | undefined =>
  part !== undefined && !isTuple(part) && part.is === 'layout' ? part : layoutOf(r, part, undefined, false);

/** The layout of a shape with a stride, or with none: then that of a mode of one element would be `_0`. */
function layoutOf(
  { unlikeOne }: Reading,
  shape: Part | undefined,
  stride: Part | undefined,
  hasStride: boolean,
): Part | undefined {
  if (!isIntegers(shape)) return undefined;
  if (hasStride) return isIntegers(stride) && sameProfile(shape, stride) ? { is: 'layout', shape, stride } : undefined;
  for (const name of namesIn(shape)) unlikeOne.add(name);
  return make_layout(shape);
}

function namesIn(shape: IntTuple): readonly string[] {
  if (isTuple(shape)) return shape.flatMap(namesIn);
  return shape.is === 'dynamic' && shape.n === undefined && shape.name !== undefined ? [shape.name] : [];
}

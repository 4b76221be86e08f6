// Finds where a part of an expression is written, through names and calls that build tuples. Where the origin is not
// certain, there is no answer.
import type { Span } from '../../base/span';
import { cuteNameOf, makerOf, nameOf, partsOf } from '../../ir/spelled';
import type { Expr } from '../../ir/program';
import type { Facts } from './facts';

const builders = new Set([
  'make_shape',
  'make_tile',
  'make_coord',
  'make_stride',
  'make_tuple',
  'Shape',
  'Tile',
  'Stride',
  'Coord',
  'Step',
  'dim3',
]);

/** The largest number of names that are followed. */
export const longestWay = 8;

/** The part `mode` of a tuple that is written as a list. */
export function partOf(e: Expr, mode: number): Expr | undefined {
  const maker = makerOf(e) ?? cuteNameOf(e);
  const isTuple = e.is === 'Brace' && !e.type;
  return isTuple || (maker && builders.has(maker.id)) ? partsOf(e)?.[mode] : undefined;
}

function buildsTuple(e: Expr): boolean {
  const maker = makerOf(e) ?? cuteNameOf(e);
  return (e.is === 'Brace' && !e.type) || (maker !== undefined && builders.has(maker.id) && partsOf(e) !== undefined);
}

/** The expression that names lead to. It is not a name, and if there is a path left, not a call that builds a tuple. */
export function originOf(facts: Facts, e: Expr | undefined, path: readonly number[], steps = 0): Expr | undefined {
  if (!e) return undefined;
  const [mode, ...rest] = path;
  if (mode !== undefined && buildsTuple(e)) return originOf(facts, partOf(e, mode), rest, steps);
  if (mode === 0 && rest.length === 0 && integerOf(e) !== undefined) return e;
  const next = steps < longestWay ? definitionOf(facts, e) : undefined;
  if (next) return originOf(facts, next, path, steps + 1);
  return path.length === 0 ? e : undefined;
}

/** The definition of a name: its initialiser, or the argument if it is the parameter of a function with one caller. */
function definitionOf(facts: Facts, e: Expr): Expr | undefined {
  const at = nameSpan(e);
  return at && (facts.initialiserAt(at) ?? facts.expressionAt(facts.argumentAt(at)));
}

/** The name in `N`, `N{}` and `N()`. */
function nameSpan(e: Expr): Span | undefined {
  const name = e.is === 'Brace' && e.args.length === 0 ? e.type : e.is === 'Call' && e.args.length === 0 ? e.callee : e;
  return name?.is === 'Name' && !name.args ? nameOf(name)?.span : undefined;
}

/** What part `path` of the expression at a place is, possibly through names, without a cast to an integer. */
export function originAt(facts: Facts, span: Span, path: readonly number[]): Expr | undefined {
  const origin = originOf(facts, facts.expressionAt(span), path);
  return origin && uncast(origin);
}

/** True where part `path` of the expression at a place is exactly `threadIdx.x` or `blockIdx.y`, possibly through
 *  names, but not computed from it. */
export function isExactly(facts: Facts, span: Span, path: readonly number[], what: string): boolean {
  const origin = originAt(facts, span, path);
  return origin !== undefined && isMember(origin, what);
}

/** True for `threadIdx.x` and similar members. */
export function isMember(e: Expr, what: string): boolean {
  return e.is === 'Member' && e.object.is === 'Name' && `${e.object.id}.${e.id}` === what;
}

/** True where the expression at a place is the index of the thread in x. */
export function isThreadIndex(facts: Facts, span: Span | undefined): boolean {
  return isThread(facts, facts.expressionAt(span), 0);
}

function isThread(facts: Facts, e: Expr | undefined, steps: number): boolean {
  const origin = originOf(facts, e, []);
  const inner = origin && uncast(origin);
  if (!inner || isMember(inner, 'threadIdx.x')) return inner !== undefined;
  if (inner !== origin) return steps < longestWay && isThread(facts, inner, steps + 1);
  return inner.is === 'Call' && inner.args.length === 0 && makerOf(inner)?.id === 'ThreadIdxX';
}

const integers = new Set(['int', 'unsigned', 'size_t', 'uint32_t']);

/** The expression without a cast to an integer: `int(x)`, `(int)x`. */
export function uncast(e: Expr): Expr {
  if (e.is === 'Cast' && e.how === 'c' && e.type.is === 'Name' && e.type.id === 'int') return e.arg;
  const [only] = e.is === 'Call' ? e.args : [];
  return only && e.is === 'Call' && e.args.length === 1 && e.callee.is === 'Name' && integers.has(e.callee.id)
    ? only
    : e;
}

/** The value of an integer literal: `48`, `_48{}`, `Int<48>{}`, `C<48>`; `digits` is the place of the digits. */
export function integerOf(e: Expr): { readonly n: number; readonly digits: Span } | undefined {
  const name = (e.is === 'Brace' || e.is === 'Call') && e.args.length === 0 ? makerOf(e) : cuteNameOf(e);
  if (e.is === 'Int') return { n: e.value, digits: e.span };
  if (!name) return undefined;
  if (/^_\d+$/.test(name.id))
    return { n: Number(name.id.slice(1)), digits: { ...name.span, start: name.span.start + 1 } };
  const [only] = name.args ?? [];
  return (name.id === 'Int' || name.id === 'C') && only?.is === 'Int'
    ? { n: only.value, digits: only.span }
    : undefined;
}

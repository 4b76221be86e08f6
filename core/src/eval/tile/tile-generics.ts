// What the generic parameters of a tile kernel are bound to: by `.generics`, by the extents of the arguments, or to
// symbols where nothing binds them. The rules are the launcher's (tile/tile-launch.ts cites them); C++'s deduction has
// no part in them. Knows neither the grid, nor how the kernel is entered.
import { say } from '../../base/say';
import { refused } from '../../values/refused';
import { dyn, type Int } from '../../algebra/leaf';
import { nowhere, type Span } from '../../base/span';
import type { Expr, Param, TemplateParam } from '../../ir/program';
import { maxElements } from '../../values/scalars';
import type { Extents } from '../../values/tile';
import type { Value } from '../../values/value';
import type { Bound } from '../overload/templates';
import { evaluate } from '../state/evaluator';
import type { LaunchState, Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';
import { inner, isOpen } from './tile-arguments';

/** `.generics(vec![…])` gives all of them, in order; an array takes one entry for each element. */
export function fromGenerics(
  m: Machine,
  params: readonly TemplateParam[],
  given: { readonly value: Value; readonly span: Span },
): Bound {
  const bound: Bound = new Map();
  if (!isTuple(given.value)) return bound;
  const entries = given.value.map((value) => (isUnknown(value) ? value : plain(value)));
  const wanted = params.reduce((n, param) => n + lengthOf(param), 0);
  if (entries.length !== wanted) {
    const count = entries.length === 1 ? say`1 value` : say`${entries.length} values`;
    const names = params.map(({ name }) => name).join(', ');
    m.recorder.refuse(
      given.span,
      refused('generics-arity')`.generics gives ${{ count }}, the kernel needs ${{ wanted }}: ${{ names }}`,
    );
    return bound;
  }
  let next = 0;
  for (const param of params) {
    const part = entries.slice(next, (next += lengthOf(param)));
    const [only] = part;
    if (only === undefined || part.some(isUnknown)) continue;
    bound.set(param.name ?? '', isArray(param) ? part : param.kind === 'type' ? typeNamed(m, only) : only);
  }
  return bound;
}

/** Constants are written as Rust writes them: without CuTe's mark of a static integer. */
function plain(value: Value): Value {
  if (isTuple(value)) return value;
  if (value.is === 'text' && /^-?\d+$/.test(value.text)) return dyn(Number(value.text));
  return value.is === 'static' ? dyn(value.n) : value;
}

function typeNamed(m: Machine, value: Value): Value {
  if (isTuple(value) || value.is !== 'text') return value;
  const type = evaluate(m, { is: 'Name', id: `cutile:${value.text}`, span: nowhere }, m.global);
  return isUnknown(type) ? { is: 'type', of: { is: 'scalar', type: value.text, bits: 0 } } : type;
}

function isArray(param: TemplateParam): boolean {
  return param.type?.is === 'Wrap' && param.type.how === 'array';
}

function lengthOf(param: TemplateParam): number {
  const size = param.type?.is === 'Wrap' && param.type.how === 'array' ? param.type.size : undefined;
  return size?.is === 'Int' ? size.value : 1;
}

/** Each name in a parameter's type takes the argument's extent; where several name it, the last one counts. */
export function fromArguments(
  params: readonly Param[],
  generics: readonly TemplateParam[],
  args: readonly Arg[],
  origins: Map<string, string>,
): Bound {
  const bound: Bound = new Map();
  const names = new Set(generics.map(({ name }) => name));
  for (const [i, param] of params.entries()) {
    const bind = (pattern: Expr | undefined, value: Value | undefined): void => {
      if (pattern?.is !== 'Name' || value === undefined || !names.has(pattern.id)) return;
      bound.set(pattern.id, value);
      origins.set(pattern.id, param.name ?? '_');
    };
    const value = args[i]?.value;
    const type = inner(param.type);
    if (value === undefined || isTuple(value) || type.is !== 'Name' || !type.args) continue;
    const [element, shape, map] = type.args;
    const tensor = value.is === 'tile-partition' ? value.tensor : value.is === 'tile-tensor' ? value : undefined;
    if (!tensor) continue;
    if (!isOpen(tensor.element)) bind(element, { is: 'type', of: tensor.element });
    bindShape(bind, shape, value.is === 'tile-partition' ? value.tile : tensor.shape);
    if (value.is === 'tile-partition' && value.map) bindShape(bind, map, value.map.steps);
  }
  return bound;
}

function bindShape(
  bind: (pattern: Expr | undefined, value: Value | undefined) => void,
  pattern: Expr | undefined,
  extents: Extents,
): void {
  const constants = extents.map((x): Int => (x.n === undefined ? x : dyn(x.n)));
  bind(pattern, constants);
  if (pattern?.is === 'Brace') pattern.args.forEach((part, i) => bind(part, constants[i]));
}

export function requireAll(m: Machine, state: LaunchState, params: readonly TemplateParam[], bound: Bound): void {
  if (state.generics || state.args.some(({ value }) => isUnknown(value))) return;
  const missing = params
    .filter(({ name, kind }) => kind === 'value' && name !== undefined && !bound.has(name))
    .map(({ name }) => name);
  if (missing.length > 0)
    m.recorder.refuse(
      state.span,
      refused(
        'uninferred-generic',
      )`${{ names: missing.join(', ') }} cannot be inferred from the arguments: the launch panics. Add .generics(..)`,
    );
}

/** Generics that nothing binds are symbols of their name. */
export function withSymbols(m: Machine, params: readonly TemplateParam[], bound: Bound): Bound {
  const all: Bound = new Map(bound);
  for (const param of params) {
    const { name } = param;
    if (name === undefined || all.has(name) || param.kind !== 'value') continue;
    const define = m.input.assumptions.defines.get(name);
    const symbol = (id: string): Value =>
      m.unknownInt(id, say`${id} is a generic parameter that nothing binds here`, 'symbol', param.nameSpan);
    if (define) all.set(name, plain(evaluate(m, define, m.global)));
    else if (!isArray(param)) all.set(name, symbol(name));
    else if (lengthOf(param) > maxElements)
      all.set(
        name,
        unknown('budget', say`${name} has ${lengthOf(param)} elements, more than are looked at`, param.nameSpan, [
          name,
        ]),
      );
    else
      all.set(
        name,
        Array.from({ length: lengthOf(param) }, (_, i) => symbol(`${name}[${i}]`)),
      );
  }
  return all;
}

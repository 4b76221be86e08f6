// Launches of the tile model: a call of a kernel is a value until something runs it. Then its generics are bound from
// the arguments, the grid follows from the partitions, and the kernel is entered once, for the sample block. Rules and
// their order: cutile-rs 0839fe4, cutile-macro/src/kernel_launcher_generator.rs and cutile/src/tile_kernel.rs.
import { type TileCode, unlessRefused } from '../../algebra/errors';
import { dyn, hole, type Int } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr, Param, TemplateParam } from '../../ir/program';
import { maxElements } from '../../values/scalars';
import {
  type Extents,
  launchGrid,
  rowMajor,
  spellExtents,
  spellInt,
  type TileLaunch,
  type TilePartition,
  type TileTensor,
} from '../../values/tile';
import type { Value } from '../../values/value';
import { type Bound, declareTemplateParams, ownTemplateParams } from '../overload/templates';
import { callFunction, callValue, evaluate } from '../state/evaluator';
import type { LaunchState, Machine } from '../state/machine';
import { type Arg, type FunctionEntity, Scope } from '../values/entities';
import { isList, isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';

/** What bound each generic parameter: a parameter of the kernel, or `.generics`. */
type Origins = ReadonlyMap<string, string>;

/** A kernel called with its arguments. It runs when something asks for its results, or in the end. */
export function tileLaunch(m: Machine, kernel: FunctionEntity, args: readonly Arg[], span: Span): TileLaunch {
  // In a branch that is not taken nothing is launched.
  const state: LaunchState = {
    kernel,
    args,
    span,
    once: { ran: m.mode.symbolic || m.mode.speculative, last: undefined },
  };
  m.tileLaunches.push(state);
  return told(state);
}

function told(state: LaunchState): TileLaunch {
  state.once.last = state;
  return { is: 'tile-launch', name: state.kernel.decl.name, state };
}

const runs =
  /^(?:sync|sync_on|sync_on_\w+|await|first|unzip|then|and_then|graph\w*|execute|schedule|enqueue\w*|spawn|into_future)$/;

/** A method of a launch: one that sets something, or one that runs it. */
export function launchMethod(m: Machine, launch: TileLaunch, name: string, args: readonly Arg[], span: Span): Value {
  const state = launch.state as LaunchState;
  const first = args[0];
  if (name === 'generics' && first) return told({ ...state, generics: { value: first.value, span: first.span } });
  if ((name === 'grid' || name === 'const_grid') && first)
    return told({ ...state, grid: { value: first.value, span: first.span } });
  if (!runs.test(name)) return launch;
  run(m, state);
  const results: Value = state.args.map((arg) => arg.value);
  if (name === 'first') return state.args[0]?.value ?? { is: 'void' };
  if ((name === 'then' || name === 'and_then') && first)
    return callValue(
      m,
      first.value,
      [{ value: results.length === 1 && results[0] !== undefined ? results[0] : results, span }],
      span,
    ).value;
  return results;
}

/** Launches that nothing was seen to run. */
export function runPendingLaunches(m: Machine): void {
  for (let i = 0; i < m.tileLaunches.length; i++) {
    const state = m.tileLaunches[i];
    if (!state || state.once.ran) continue;
    // What it is still told elsewhere is not seen: nobody is blamed.
    m.doubting(() => run(m, state.once.last ?? state));
  }
}

// ---- Running -------------------------------------------------------------------------------------------------------

function run(m: Machine, state: LaunchState): void {
  if (state.once.ran) return;
  state.once.ran = true;
  const { kernel, args, span } = state;
  const params = ownTemplateParams(kernel.decl);
  const origins = new Map<string, string>();
  const bound = state.generics
    ? fromGenerics(m, params, state.generics)
    : fromArguments(kernel.decl.params, params, args, origins);
  if (state.generics) for (const name of bound.keys()) origins.set(name, '.generics');
  requireAll(m, state, params, bound);
  const partitions = partitionsOf(kernel.decl.params, args);
  const grid = gridOfLaunch(m, state, partitions);
  checkRanks(m, state, partitions);
  const parent = m.recorder.instances[m.recorder.instance];
  const label = m.frame.name && m.frame.name !== 'main' ? `${kernel.decl.name} from ${m.frame.name}` : kernel.decl.name;
  enter(
    m,
    kernel,
    bound,
    (scope) =>
      args.map((arg, i) => {
        const param = kernel.decl.params[i];
        if (!param) return arg;
        if (isUnknown(arg.value)) return { ...arg, value: unlaunched(m, param, scope) };
        const type = typeOfParam(m, param, scope);
        checkShape(m, param, arg, type);
        return { ...arg, value: inKernel(m, withElement(arg.value, type)) };
      }),
    { label, at: span, reached: parent?.reached ?? true, grid, origins },
  );
}

/** A kernel that nothing launches: its numbers are symbols. */
export function enterUnlaunched(m: Machine, kernel: FunctionEntity, given: Bound): void {
  enter(
    m,
    kernel,
    given,
    (scope) => kernel.decl.params.map((param) => ({ value: unlaunched(m, param, scope), span: param.span })),
    {
      label: `${kernel.decl.name} (not launched here)`,
      at: kernel.decl.nameSpan,
      reached: false,
      grid: undefined,
      origins: new Map([...given.keys()].map((name) => [name, 'the comment above'])),
    },
  );
}

interface Entry {
  readonly label: string;
  readonly at: Span;
  readonly reached: boolean;
  readonly grid: Extents | undefined;
  readonly origins: Origins;
}

const mostInstances = 512;

function enter(
  m: Machine,
  kernel: FunctionEntity,
  bound: Bound,
  argsIn: (scope: Scope) => readonly Arg[],
  { label, at, reached, grid, origins }: Entry,
): void {
  const { decl } = kernel;
  if (m.recorder.instances.length >= mostInstances) return;
  const values: readonly Value[] = grid ?? [unknown('symbol', 'nothing launches this kernel here', at)];
  const params = ownTemplateParams(decl);
  const all = withSymbols(m, params, bound);
  const binds = params.flatMap(({ name = '' }) => {
    const [value, by] = [all.get(name), origins.get(name)];
    return value === undefined ? [] : [{ name, value: value as Value, ...(by !== undefined && { by }) }];
  });
  const instance = m.recorder.addInstance({
    label,
    kernel: decl.name,
    at,
    reached,
    binds,
    ...(grid && { launch: { grid: values, block: [], at: {}, kernel: decl.nameSpan } }),
  });
  const names = m.names.mark();
  try {
    m.within({ instance }, () => {
      const scope = new Scope(kernel.scope, decl.name);
      declareTemplateParams(m, params, all, scope, true);
      const args = argsIn(scope);
      // The arguments are what the kernel sees: its parameters' types have nothing to add.
      const asGiven = { ...decl, params: decl.params.map((param) => ({ ...param, type: autoType(param) })) };
      m.evaluated.add(decl);
      callFunction(m, { ...kernel, decl: asGiven }, scope, args, {
        launch: { grid: gridStruct(values), block: gridStruct([dyn(1), dyn(1), dyn(1)]) },
      });
    });
  } finally {
    m.names.free(names);
  }
}

function autoType(param: Param): Expr {
  return { is: 'Name', id: 'auto', span: param.span };
}

/** As `gridDim`: a struct with x, y and z. */
function gridStruct(values: readonly Value[]): Value {
  return {
    is: 'struct',
    name: 'dim3',
    cls: undefined,
    fields: new Map(['x', 'y', 'z'].map((axis, i) => [axis, values[i] ?? values[0] ?? dyn(1)])),
  };
}

// ---- Arguments -----------------------------------------------------------------------------------------------------

/** What a host argument is inside of the kernel: a partition is the block's own tile, a tensor is the whole tensor. */
function inKernel(m: Machine, value: Value): Value {
  if (isList(value)) return value;
  if (value.is === 'tile-tensor') return { ...value, where: 'device' as const };
  if (value.is !== 'tile-partition') return value;
  if (value.map)
    return {
      ...value,
      where: 'device' as const,
      tensor: { ...value.tensor, where: 'device' as const },
      map: { ...value.map, block: blockIndex(m)[0] ?? dyn(0) },
    };
  return slab(m, value);
}

function slab(m: Machine, of: TilePartition): TileTensor {
  const device: TilePartition = { ...of, where: 'device', tensor: { ...of.tensor, where: 'device' } };
  return {
    ...device.tensor,
    shape: of.tile,
    slab: { of: device, block: of.tile.map((_, i) => blockIndex(m)[i] ?? dyn(0)) },
  };
}

/** The sample block. */
export function blockIndex(m: Machine): Extents {
  return ['x', 'y', 'z'].map((axis) => {
    const at = m.blockIdx.fields.get(axis);
    return at !== undefined && !isList(at) && at.is === 'dynamic' ? dyn(at.n ?? 0, at.from) : dyn(0);
  });
}

/** A parameter that no launch gives: its type, with names for what the type leaves open. */
function unlaunched(m: Machine, param: Param, scope: Scope): Value {
  return unlessRefused(
    () => opened(m, param, scope),
    ({ message }) => unknown('unsupported', message, param.span),
  );
}

function opened(m: Machine, param: Param, scope: Scope): Value {
  const type = evaluate(m, inner(param.type), scope);
  const example = isList(type) || type.is !== 'type' ? undefined : type.of;
  const name = param.name ?? '_';
  if (example === undefined || isList(example))
    return unknown('symbol', `\`${name}\` is not known: nothing launches this kernel here`, param.span, [name]);
  if (example.is === 'tile-tensor')
    return isExclusive(param) ? slab(m, openPartition(m, name, example, param)) : named(m, name, example, param);
  if (example.is === 'tile-partition')
    return { ...openPartition(m, name, { ...example.tensor, shape: example.tile }, param), where: 'device' as const };
  if (example.is === 'dynamic')
    return m.unknownInt(name, `${name} is an argument of the launch`, 'input', param.nameSpan, example.bits);
  return example;
}

function isExclusive({ type }: Param): boolean {
  return type.is === 'Wrap' && type.how === 'ref';
}

function inner(type: Expr): Expr {
  return type.is === 'Wrap' && type.how === 'ref' ? inner(type.of) : type;
}

/** A tensor of unknown extents, in tiles of the shape that the parameter names. */
function openPartition(m: Machine, name: string, tile: TileTensor, param: Param): TilePartition {
  const shape = tile.shape.map((_, i) => extent(m, name, i, param));
  return {
    is: 'tile-partition',
    tensor: { ...tile, shape, stride: rowMajor(shape) },
    tile: tile.shape,
    order: shape.map((_, i) => i),
    grid: shape.map((_, i) =>
      m.unknownInt(`grid.${'xyz'[i] ?? i}`, 'the grid is set by the launch', 'symbol', param.nameSpan),
    ),
    bound: 'exact',
    where: 'device',
    padding: 'unspecified',
  };
}

function named(m: Machine, name: string, tensor: TileTensor, param: Param): TileTensor {
  const shape = tensor.shape.map((x, i) =>
    x.n === undefined && (x.is === 'static' || x.name === undefined) ? extent(m, name, i, param) : x,
  );
  return { ...tensor, shape, stride: rowMajor(shape) };
}

function extent(m: Machine, name: string, axis: number, param: Param): Int {
  return m.unknownInt(
    `${name}.shape[${axis}]`,
    `the extent of ${name} along axis ${axis} is set by the launch`,
    'input',
    param.nameSpan,
  );
}

// ---- Generics ------------------------------------------------------------------------------------------------------

/** `.generics(vec![…])` gives all of them, in order; an array takes one entry for each element. */
function fromGenerics(
  m: Machine,
  params: readonly TemplateParam[],
  given: { readonly value: Value; readonly span: Span },
): Bound {
  const bound: Bound = new Map();
  if (!isList(given.value)) return bound;
  const entries = given.value.map((value) => (isUnknown(value) ? value : plain(value)));
  const wanted = params.reduce((n, param) => n + lengthOf(param), 0);
  if (entries.length !== wanted)
    refuse(
      m,
      given.span,
      'generics-arity',
      `.generics gives ${entries.length} ${entries.length === 1 ? 'value' : 'values'}, the kernel needs ${wanted}: ${params.map(({ name }) => name).join(', ')}`,
    );
  if (entries.length !== wanted) return bound;
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
  if (isList(value)) return value;
  if (value.is === 'text' && /^-?\d+$/.test(value.text)) return dyn(Number(value.text));
  return value.is === 'static' ? dyn(value.n) : value;
}

function typeNamed(m: Machine, value: Value): Value {
  if (isList(value) || value.is !== 'text') return value;
  const type = evaluate(m, { is: 'Name', id: `cutile:${value.text}`, span: nowhere }, m.global);
  return isUnknown(type) ? { is: 'type', of: { is: 'scalar', type: value.text, bits: 0 } } : type;
}

const nowhere: Span = { file: '', start: 0, end: 0 };

function isArray(param: TemplateParam): boolean {
  return param.type?.is === 'Wrap' && param.type.how === 'array';
}

function lengthOf(param: TemplateParam): number {
  const size = param.type?.is === 'Wrap' && param.type.how === 'array' ? param.type.size : undefined;
  return size?.is === 'Int' ? size.value : 1;
}

/** Each name in a parameter's type takes the argument's extent; where several name it, the last one counts. */
function fromArguments(
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
    if (value === undefined || isList(value) || type.is !== 'Name' || !type.args) continue;
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

function requireAll(m: Machine, state: LaunchState, params: readonly TemplateParam[], bound: Bound): void {
  if (state.generics || state.args.some(({ value }) => isUnknown(value))) return;
  const missing = params
    .filter(({ name, kind }) => kind === 'value' && name !== undefined && !bound.has(name))
    .map(({ name }) => name);
  if (missing.length > 0)
    refuse(
      m,
      state.span,
      'uninferred-generic',
      `${missing.join(', ')} cannot be inferred from the arguments: the launch panics. Add .generics(..)`,
    );
}

/** Generics that nothing binds are symbols of their name. */
function withSymbols(m: Machine, params: readonly TemplateParam[], bound: Bound): Bound {
  const all: Bound = new Map(bound);
  for (const param of params) {
    const { name } = param;
    if (name === undefined || all.has(name) || param.kind !== 'value') continue;
    const define = m.input.assumptions.defines.get(name);
    const symbol = (id: string): Value =>
      m.unknownInt(id, `${id} is a generic parameter that nothing binds here`, 'symbol', param.nameSpan);
    if (define) all.set(name, plain(evaluate(m, define, m.global)));
    else if (!isArray(param)) all.set(name, symbol(name));
    else if (lengthOf(param) > maxElements)
      all.set(
        name,
        unknown('budget', `${name} has ${lengthOf(param)} elements, more than are looked at`, param.nameSpan, [name]),
      );
    else
      all.set(
        name,
        Array.from({ length: lengthOf(param) }, (_, i) => symbol(`${name}[${i}]`)),
      );
  }
  return all;
}

// ---- What the launcher checks --------------------------------------------------------------------------------------

function refuse(m: Machine, span: Span, rule: TileCode, message: string, grid?: Extents): void {
  m.recorder.refuse(span, rule, message, grid && { is: 'launch-grid', extents: grid.map(({ n }) => n) });
}

interface Given {
  readonly name: string;
  readonly partition: TilePartition;
  readonly span: Span;
}

function partitionsOf(params: readonly Param[], args: readonly Arg[]): readonly Given[] {
  return args.flatMap(({ value, span }, i) =>
    !isList(value) && value.is === 'tile-partition'
      ? [{ name: params[i]?.name ?? `argument ${i + 1}`, partition: value, span }]
      : [],
  );
}

function checkRanks(m: Machine, { span }: LaunchState, given: readonly Given[]): void {
  for (const { name, partition } of given) {
    if (partition.tensor.shape.length > 3)
      refuse(
        m,
        span,
        'mut-rank',
        `${name} has rank ${partition.tensor.shape.length}: at most rank 3 can be partitioned for writing. Collapse dimensions`,
      );
  }
}

/** The launch grid: the one that is written, else that of the first exact partition; every exact one has to agree. */
function gridOfLaunch(m: Machine, state: LaunchState, given: readonly Given[]): Extents | undefined {
  const written = state.grid && writtenGrid(state.grid.value);
  const exact = given
    .filter(({ partition }) => partition.bound === 'exact')
    .map((one) => ({ ...one, grid: gridOfPartition(one.partition) }));
  const [first, ...more] = exact;
  for (const other of more)
    if (first && areDifferent(first.grid, other.grid))
      refuse(
        m,
        state.span,
        'grid-mismatch',
        `the launch fails: ${first.name} gives grid ${spellGrid(first.grid)}, ${other.name} gives ${spellGrid(other.grid)}`,
      );
  if (state.grid && written && first && areDifferent(written, first.grid))
    refuse(
      m,
      state.grid.span,
      'explicit-grid',
      `.grid(${spellGrid(written)}) has to equal the partition grid ${spellGrid(first.grid)}; use partition_prefix to launch fewer blocks`,
      first.grid,
    );
  for (const { name, partition } of given) {
    const bound = launchGrid(partition.grid);
    if (
      partition.bound === 'at-most' &&
      written &&
      state.grid &&
      written.some((n, i) => n.n !== undefined && (bound[i]?.n ?? Infinity) < n.n)
    )
      refuse(
        m,
        state.grid.span,
        'explicit-grid',
        `.grid(${spellGrid(written)}) exceeds the grid ${spellGrid(bound)} of ${name}`,
        bound,
      );
  }
  const most = given[0] && launchGrid(given[0].partition.grid);
  const why = most ? `partition_prefix only bounds the grid by ${spellGrid(most)}` : 'no `&mut` tensor gives one';
  if (!state.grid && !first && !state.args.some(({ value }) => isUnknown(value)))
    refuse(m, state.span, 'no-grid', `launch grid required: ${why}. Add .grid(..)`, most);
  return written ?? first?.grid;
}

function gridOfPartition({ grid, map }: TilePartition): Extents {
  return map ? [map.blocks, dyn(1), dyn(1)] : launchGrid(grid);
}

function writtenGrid(value: Value): Extents | undefined {
  if (!isList(value)) return undefined;
  return [0, 1, 2].map((i) => {
    const part = value[i];
    return part !== undefined && !isList(part) && (part.is === 'dynamic' || part.is === 'static')
      ? part
      : part === undefined
        ? dyn(1)
        : hole();
  });
}

function areDifferent(a: Extents, b: Extents): boolean {
  return a.some((x, i) => x.n !== undefined && b[i]?.n !== undefined && x.n !== b[i]?.n);
}

function spellGrid(grid: Extents): string {
  return `(${grid.map(spellInt).join(', ')})`;
}

/** A parameter's type as an example, with the generics that are bound. */
function typeOfParam(m: Machine, param: Param, scope: Scope): Value | undefined {
  const type = m.silently(() => evaluate(m, inner(param.type), scope));
  return isList(type) || type.is !== 'type' ? undefined : type.of;
}

/** `api::zeros(…)` has the element that the kernel's parameter names. */
function withElement(value: Value, type: Value | undefined): Value {
  if (type === undefined || isList(type) || type.is !== 'tile-tensor' || isList(value)) return value;
  const fill = (tensor: TileTensor): TileTensor =>
    isOpen(tensor.element) ? { ...tensor, element: type.element } : tensor;
  if (value.is === 'tile-tensor') return fill(value);
  return value.is === 'tile-partition' ? { ...value, tensor: fill(value.tensor) } : value;
}

function isOpen(element: Value): boolean {
  return !isList(element) && element.is === 'scalar' && element.type === '_';
}

/** The argument's extents against those that the parameter's type fixes by now. */
function checkShape(m: Machine, param: Param, arg: Arg, type: Value | undefined): void {
  const { value } = arg;
  if (
    isList(value) ||
    (value.is !== 'tile-partition' && value.is !== 'tile-tensor') ||
    type === undefined ||
    isList(type)
  )
    return;
  const wanted = type.is === 'tile-tensor' ? type.shape : type.is === 'tile-partition' ? type.tile : undefined;
  if (!wanted) return;
  const got = value.is === 'tile-partition' ? value.tile : value.shape;
  const name = param.name ?? 'the argument';
  if (got.length !== wanted.length)
    refuse(
      m,
      arg.span,
      'rank-mismatch',
      `${name}: the kernel expects rank ${wanted.length}, the argument has rank ${got.length}`,
    );
  else if (areDifferent(wanted, got))
    refuse(m, arg.span, 'shape-mismatch', `${name}: expected ${spellExtents(wanted)}, got ${spellExtents(got)}`);
}

// Launches of the tile model: a call of a kernel is a value until something runs it. Then its generics are bound from
// the arguments, the grid follows from the partitions, and the kernel is entered once, for the sample block. Rules and
// their order: cutile-rs 0839fe4, cutile-macro/src/kernel_launcher_generator.rs and cutile/src/tile_kernel.rs.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Expr, Param } from '../../ir/program';
import type { Extents, TileLaunch } from '../../values/tile';
import type { Value } from '../../values/value';
import { type Bound, declareTemplateParams, ownTemplateParams } from '../overload/templates';
import { callFunction, callValue } from '../state/evaluator';
import type { LaunchState, Machine } from '../state/machine';
import { type Arg, type FunctionEntity, Scope } from '../values/entities';
import { isUnknown } from '../values/inspect';
import { unknown } from '../values/unknown';
import { inKernel, typeOfParam, unlaunched, withElement } from './tile-arguments';
import { checkRanks, checkShape, gridOfLaunch, partitionsOf } from './tile-checks';
import { fromArguments, fromGenerics, requireAll, withSymbols } from './tile-generics';

/** What bound each generic parameter: a parameter of the kernel, or `.generics`. */
type Origins = ReadonlyMap<string, string>;

/** A call of a kernel with its arguments. The kernel runs when something asks for its results, or at the end of the
 *  program. */
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

/** True for what `told` put into a launch, which holds it as `unknown`, since values know no machine. */
function isLaunchState(state: unknown): state is LaunchState {
  return typeof state === 'object' && state !== null && 'once' in state;
}

const runs =
  /^(?:sync|sync_on|sync_on_\w+|await|first|unzip|then|and_then|graph\w*|execute|schedule|enqueue\w*|spawn|into_future)$/;

/** A method of a launch: one that sets something, or one that runs it. */
export function launchMethod(m: Machine, launch: TileLaunch, name: string, args: readonly Arg[], span: Span): Value {
  const { state } = launch;
  if (!isLaunchState(state)) return launch;
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

/** Runs the launches that the program made and that nothing has run. */
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
  if (state.once.ran || hasAllInstances(m)) return;
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
      label: say`${kernel.decl.name} (not launched here)`,
      at: kernel.decl.nameSpan,
      reached: false,
      grid: undefined,
      origins: new Map([...given.keys()].map((name) => [name, say`the comment above`])),
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

/** Launches beyond these are not looked at. */
const mostInstances = 512;

function hasAllInstances(m: Machine): boolean {
  return m.recorder.instances.length >= mostInstances;
}

function enter(
  m: Machine,
  kernel: FunctionEntity,
  bound: Bound,
  argsIn: (scope: Scope) => readonly Arg[],
  { label, at, reached, grid, origins }: Entry,
): void {
  const { decl } = kernel;
  if (hasAllInstances(m)) return;
  const values: readonly Value[] = grid ?? [unknown('symbol', say`nothing launches this kernel here`, at)];
  const params = ownTemplateParams(decl);
  const all = withSymbols(m, params, bound);
  const binds = params.flatMap(({ name = '' }) => {
    const [value, by] = [all.get(name), origins.get(name)];
    return value === undefined || 'pack' in value ? [] : [{ name, value, ...(by !== undefined && { by }) }];
  });
  const instance = m.recorder.addInstance({
    label,
    kernel: decl.name,
    at,
    reached,
    binds,
    ...(grid && { launch: { grid: values, block: [], at: {}, kernel: decl.nameSpan } }),
  });
  m.names.scoped(() =>
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
    }),
  );
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

// Code that is not evaluated (it takes too much, or is not seen) may have changed every variable that it can name, or
// reach from its arguments through pointers, references, objects and the captures of lambdas. All of them lose their
// values here. What remains of each of them is decided in losing.ts.
import { said, say, words } from '../../base/say';
import { spend } from '../../base/meter';
import { nowhere, type Span } from '../../base/span';
import { lookupBuiltins } from '../../builtins/index';
import { isIntegerType, isScalar } from '../../values/scalars';
import type { Unknown, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Unseen } from '../state/trace';
import { type Cell, outermost, outermostArray } from '../values/cells';
import { type Arg, type Scope, type Target } from '../values/entities';
import { held } from '../values/holders';
import { isTuple } from '../values/inspect';
import { isArray, targetOf } from '../values/kinds';
import { loseAccesses } from './accesses';
import { type Changed, changedBy } from './captured';
import { changesOnlyOperands, isInert, isIntrinsic } from './inert';
import { loseCell, loseWhole } from './losing';

/** What code that is not evaluated starts from. */
export interface Roots {
  /** The scope whose names it can use. */
  readonly scope?: Scope | undefined;
  readonly args?: readonly Arg[];
  /** The variables that it had written before it was given up. */
  readonly written?: Iterable<Cell>;
}

/** Code is not evaluated: every variable that it can reach loses its value, and it may have launched any kernel. */
export function loseReachable(m: Machine, { scope, args = [], written = [] }: Roots, why: string, at: Span): void {
  loseAccesses(m, why, undefined);
  const reach = new Reach();
  if (scope) reach.scope(scope);
  for (const { value, cell } of args) {
    reach.value(value);
    if (cell) reach.cell(cell);
  }
  const given = [...reach.cells];
  for (const cell of lastingHere(m, why, at)) reach.cell(cell);
  for (const cell of written) reach.cell(cell);
  for (const cell of reach.cells) loseWhole(m, cell, why, at);
  loseEscaped(m, why, at);
  if (!scope) for (const cell of given) m.escaped.lost(cell);
  m.recorder.leaveOutLaunches();
}

/** The cost of visiting one variable, on the meter. */
const unitsOfCell = 16;

/** The variables that code can reach from where it begins. */
class Reach {
  readonly cells = new Set<Cell>();
  private readonly seen = new Set<object>();

  scope(from: Scope): void {
    for (let s: Scope | undefined = from; s && !this.seen.has(s); s = s.parent) {
      this.seen.add(s);
      for (const entity of s.names.values()) {
        if (entity.kind === 'variable') this.cell(entity.cell);
        else if (entity.kind === 'pack') for (const cell of entity.cells ?? []) this.cell(cell);
      }
      if (s.self) this.cell(s.self);
    }
  }

  cell(from: Cell): void {
    for (const one of from.among ?? []) this.cell(one);
    const cell = outermostArray(from);
    if (this.cells.has(cell)) return;
    spend(unitsOfCell, 'variables');
    this.cells.add(cell);
    this.value(cell.peek());
  }

  value(value: Value): void {
    if (isTuple(value)) {
      this.values(value, value);
      return;
    }
    switch (value.is) {
      case 'struct':
        return this.values(value, value.fields.values());
      case 'array':
        return this.values(value, value.elements);
      case 'callable':
        return this.target(targetOf(value));
      default:
    }
  }

  private values(whole: object, parts: Iterable<Value>): void {
    if (this.seen.has(whole)) return;
    this.seen.add(whole);
    for (const part of parts) this.value(part);
  }

  private target(target: Target | undefined): void {
    switch (target?.kind) {
      case 'address':
        return this.cell(target.cell);
      case 'method':
        return this.cell(target.self);
      case 'lambda':
        return this.scope(target.scope);
      case 'builtin-method':
        if (target.cell) this.cell(target.cell);
        return this.value(target.object);
      default:
    }
  }
}

/** A function whose body is not seen is given `args`: the variables that objects among them point to lose their values,
 *  and those that lambdas among them may write. */
export function loseThrough(m: Machine, name: string, args: readonly Arg[], why: string): void {
  loseCaptured(m, name, args);
  for (const { value, span } of args)
    for (const cell of behind(value)) loseKept(m, cell, say`${cell.name} is passed to \`${name}\`: ${why}`, span);
}

/** A variable is given to code that is not seen, which may keep its address. */
export function loseKept(m: Machine, cell: Cell, why: string, at: Span): void {
  loseCell(m, cell, why, at);
  m.escaped.lost(cell);
}

/** The arguments of a call of `name`, which is not followed, may be code of the program or hold it: what that can
 *  change is lost, and where it may be kept, stays so. */
export function loseCaptured(m: Machine, name: string, args: readonly Arg[], isKept = !callsAtOnce(name)): void {
  if (m.mode.unevaluated) return;
  for (const { value, span } of args) {
    const { cells, lasting, isCode } = changedBy(m, value);
    const all = isCode ? new Set([...cells, ...behind(value)]) : cells;
    for (const cell of all) {
      const why = say`${cell.name} may be set by a function that is given to \`${name}\``;
      if (isKept) loseKept(m, cell, why, span);
      else loseCell(m, cell, why, span);
    }
    if (!lasting) continue;
    const why = say`a function that is given to \`${name}\` may change this`;
    loseLasting(m, why, span);
    if (isKept) m.lasting.loose ??= { why, at: span };
  }
}

/** Code may run: what it may change is lost. */
export function loseChanged(m: Machine, { cells, lasting, isCode }: Changed, why: string, at: Span): void {
  for (const cell of cells) loseCell(m, cell, why, at);
  if (lasting) loseLasting(m, why, at);
  else if (isCode) loseEscaped(m, why, at);
}

/** Whether a function calls what it is given before it returns, and never again: those of CuTe, and algorithms. */
function callsAtOnce(name: string): boolean {
  const id = name.replace(/^.*::/, '');
  return algorithms.has(id) || lookupBuiltins(id).length > 0;
}

/** Of C++'s <algorithm>, <numeric>, <functional> and <tuple>, those that call functions. */
const algorithms: ReadonlySet<string> = new Set(
  (
    'adjacent_find all_of any_of none_of apply binary_search count count_if equal equal_range exclusive_scan find ' +
    'find_first_of find_if find_if_not for_each for_each_n generate generate_n includes inclusive_scan inner_product ' +
    'invoke is_partitioned is_sorted iota lower_bound max max_element merge min min_element minmax_element mismatch ' +
    'next_permutation nth_element partial_sort partial_sum partition partition_point qsort bsearch reduce remove ' +
    'remove_if replace replace_if rotate search sort sort_heap make_heap push_heap pop_heap stable_partition ' +
    'stable_sort swap swap_ranges transform transform_reduce unique upper_bound visit accumulate copy copy_if copy_n ' +
    'fill fill_n reverse exchange'
  ).split(' '),
);

/** Something is written that is no variable here: a variable whose address code has that is not seen may be it.
 *  `held`: what is there before. */
export function loseWritten(m: Machine, held: Value, at: Span): void {
  const pointer = !isTuple(held) && held.is === 'element' ? held.pointer : undefined;
  if (pointer?.allocation) return;
  const why = say`what is written here is not known, and may be a variable whose address code has that is not seen`;
  loseEscaped(m, why, at, pointer?.element ?? held);
}

/** The variables lose their values whose addresses code has that is not seen. `example`: of what is written. */
function loseEscaped(m: Machine, why: string, at: Span, example?: Value): void {
  m.trace.runUnseen({ why, at, example, forks: m.state.forks });
  loseEach(m, reachedFrom(m, m.escaped.cells), why, at, example);
}

/** Code that is not seen runs once more. False, and nothing is lost, where it may write variables that outlive calls,
 *  or one of `given`. */
export function loseAgain(m: Machine, all: readonly Unseen[], given: readonly Cell[]): boolean {
  const variables = new Set(given.flatMap((cell) => cell.among ?? [cell]).map(outermost));
  for (const cell of reachedFrom(m, m.escaped.cells))
    if (variables.has(outermost(cell)) || m.recall.isGlobal(cell)) return false;
  for (const { why, at, example } of all) loseEscaped(m, why, at, example);
  return true;
}

/** A variable is written that a reference to what is not known may refer to, or such a reference. */
export function loseMet(m: Machine, cell: Cell, what: 'all' | 'references'): void {
  const variable = outermost(cell);
  const why = say`\`${variable.name}\` is written, and this may be the same variable`;
  const isOther = (other: Cell): boolean => outermost(other) !== variable;
  if (what === 'all') m.trace.runUnseen();
  const cells = what === 'all' ? reachedFrom(m, m.escaped.cells) : m.escaped.references;
  loseEach(m, new Set([...cells].filter(isOther)), why, nowhere, cell.peek());
}

/** What code reaches that has the addresses of variables. Of those that nothing has read since they were lost, there is
 *  nothing to lose. */
function reachedFrom({ escaped }: Machine, cells: readonly Cell[]): ReadonlySet<Cell> {
  const reach = new Reach();
  for (const cell of cells) if (!escaped.isUnread(cell)) reach.cell(cell);
  return reach.cells;
}

function loseEach(m: Machine, cells: ReadonlySet<Cell>, why: string, at: Span, example?: Value): void {
  const { escaped } = m;
  const kept = new Set<Cell>();
  escaped.settling(() => {
    for (const cell of cells) {
      const variable = outermost(cell);
      // A part is lost with the whole.
      if (variable !== cell && cells.has(variable)) continue;
      if (!mayBe(cell.peek(), example)) {
        kept.add(variable);
        continue;
      }
      loseCell(m, cell, why, at, escaped.left(cell));
      escaped.lost(cell);
    }
    for (const cell of cells) if (!kept.has(outermost(cell))) escaped.settled(cell);
  });
}

/** Whether an object may be changed as one of another type: integers are not by numbers with a fraction
 *  ([basic.lval]). */
function mayBe(held: Value, example: Value | undefined): boolean {
  const isFraction = example !== undefined && isScalar(example) && !isIntegerType(example);
  return !isFraction || !isIntegerType(isArray(held) ? held.element : held);
}

/** The variables that an object points to. */
function behind(value: Value): Iterable<Cell> {
  const reach = new Reach();
  if (!targetOf(value)) reach.value(value);
  return reach.cells;
}

/** Code in `scope` is not evaluated: every variable that it can name loses its value. */
export function loseVisible(m: Machine, scope: Scope, why: string, at: Span): void {
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    for (const entity of s.names.values()) if (entity.kind === 'variable') loseCell(m, entity.cell, why, at);
    if (s.self) loseCell(m, s.self, why, at);
  }
  loseLasting(m, why, at);
}

/** Code is not evaluated that may write to any variable that outlives calls: all of those lose their values that it can
 *  name, on the device or on the host. */
export function loseLasting(m: Machine, why: string, at: Span, onDevice = m.frame.launch !== undefined): void {
  for (const cell of lastingHere(m, why, at, onDevice)) loseCell(m, cell, why, at);
  loseEscaped(m, why, at);
}

/** The variables that outlive calls and that code which is not evaluated may write to where it stands; later ones of
 *  this kind are lost, too. A kernel cannot name variables of the host. */
function lastingHere(m: Machine, why: string, at: Span, onDevice = m.frame.launch !== undefined): readonly Cell[] {
  const { lasting } = m;
  if (!onDevice) {
    lasting.lost ??= { why, at };
    return lasting.cells;
  }
  lasting.lostOnDevice ??= { why, at };
  return [...lasting.onDevice];
}

/** The called function is unknown: it may change every variable that it can reach from its arguments. */
export function loseArguments(m: Machine, callee: Unknown, args: readonly Arg[]): Value {
  const name = callee.cause.needs?.[0] ?? words`a function`;
  const called = name.includes(' ') ? said(name) : name;
  if (m.mode.unevaluated || isInert(name)) return callee;
  if (!changesOnlyOperands(name)) loseEscaped(m, say`\`${called}\` is not known here`, callee.at ?? nowhere);
  for (const arg of args) {
    const why = (one: Cell): string => say`${one.name} is passed to \`${called}\`, which is not known here`;
    const pointed = addressed(arg.value);
    for (const one of [...behind(arg.value), ...(pointed ? [pointed] : [])]) loseKept(m, one, why(one), arg.span);
    if (!pointed && arg.cell && !takesByValue(name)) loseKept(m, arg.cell, why(arg.cell), arg.span);
  }
  loseCaptured(m, called, args);
  return callee;
}

/** Functions of NVIDIA's libraries in C, and CUDA's own, which change only what they are given the address of. */
function takesByValue(name: string): boolean {
  return isIntrinsic(name) || /^(cublas|cudnn|cufft|cusparse|cusolver|curand|nccl|nvml|nvtx)[A-Z]/.test(name);
}

/** The cell that a pointer leads to. From an element, its neighbours can be reached, too. */
export function addressed(value: Value): Cell | undefined {
  const target = targetOf(value);
  const cell = target?.kind === 'address' ? target.cell : held(value, undefined);
  return cell && outermostArray(cell);
}

export function loseTuples(m: Machine, name: string, args: readonly Arg[]): void {
  for (const { cell, span } of args) {
    const held = cell?.read();
    if (cell && held !== undefined && (isTuple(held) || isArray(held)))
      loseCell(m, cell, say`the function given to \`${name}\` may set elements of ${cell.name}`, span);
  }
}

// Remembers the results of calls of the program's functions, so that a call with the same arguments is not evaluated
// again. A result is reused only where evaluating the call again would show nothing new and change nothing: it wrote to
// none but its own variables, and everything that it can read is what it was.
import { Held } from '../../base/held';
import type { Func } from '../../ir/program';
import type { Value } from '../../values/value';
import { type Cell, outermost, VarCell } from '../values/cells';
import type { Entity, Scope, Target } from '../values/entities';
import { targetOf } from '../values/kinds';
import { typeWith } from '../values/qualifiers';
import { assumptionsOf, identical, isTuple, isNamed } from '../values/inspect';
import type { Machine } from './machine';
import type { Launch } from './state';
import type { Unseen } from './trace';

type Side = 'host' | 'device';

/** Calls of one function that are remembered, the latest first. */
const maxPast = 8;

/** What a function can see when it is entered, beside the program's text. */
interface Situation {
  /** Where the names around it are looked up: its namespace, or its class with the arguments bound. */
  readonly around: Scope | undefined;
  /** Template arguments, arguments and the object, in the order of declaration. */
  readonly names: readonly string[];
  readonly values: readonly Value[];
  readonly launch: Launch | undefined;
  readonly instance: number;
  readonly ways: number;
  readonly speculates: boolean;
  /** How many variables of namespaces have not begun, where their turn has not come. */
  readonly unbegun: number;
  /** Whether what is evaluated is recorded, as facts and as calls that checks look at. */
  readonly shown: boolean;
  readonly blamed: boolean;
  readonly idle: boolean;
}

interface Past {
  readonly situation: Situation;
  readonly result: Value;
  /** The variables that outlive calls which it has read, with what they held. */
  readonly reads: ReadonlyMap<VarCell, Value>;
  /** The instances of kernels that it launched. */
  readonly launches: readonly number[];
  /** Whether it passed over code that a call with other arguments may run. */
  readonly skips: boolean;
  /** The code that it ran and that is not seen, when no variable had escaped that this could write. Undefined where
   *  what that does another time is not told. */
  readonly unseen: readonly Unseen[] | undefined;
  /** The side that it ran on, where the code of the other side is another one. */
  readonly side: Side | undefined;
  /** Whether what it did depends on how many unknown conditions there are around it: without any, it enters all that it
   *  calls (overload/ways.ts). */
  readonly countsWays: boolean;
}

/** What was written since a call began. */
interface Writes {
  /** The number of the oldest variable that was. */
  oldest: number;
  /** The same of the call around it. */
  readonly around: Writes | undefined;
}

/** What was read since a call began of variables that outlive calls. */
interface Reads {
  readonly cells: Map<VarCell, Value>;
  /** The same of the call around it. */
  readonly around: Reads | undefined;
}

export class Recall {
  private readonly past = new Map<Func, Past[]>();
  private readonly writes = new Held<Writes>({ oldest: Infinity, around: undefined });
  private readonly reads = new Held<Reads | undefined>(undefined);
  private globalWrites = 0;
  /** A variable that outlives calls is an element of which the index is not known: reads of it are not noted. */
  private isUnwatched = false;
  /** Variables of namespaces and classes, by the number they were born with. */
  private readonly globals = new Set<number>();

  /** Notes a write. True for a variable that outlives calls. */
  wrote(cell: Cell): boolean {
    // The calls around have seen every write, so theirs is at least as old.
    for (let of: Writes | undefined = this.writes.now; of && cell.born < of.oldest; of = of.around)
      of.oldest = cell.born;
    const outlives = this.isGlobal(cell);
    if (outlives) this.globalWrites++;
    return outlives;
  }

  /** How often a variable that outlives calls was written. */
  get lastingWrites(): number {
    return this.globalWrites;
  }

  declaredGlobal(cell: Cell): void {
    this.globals.add(cell.born);
    this.watch(cell);
  }

  /** Notes each read of a variable, or of those that it may be. */
  private watch(cell: Cell): void {
    const variable: Cell = outermost(cell);
    if (variable.open) this.isUnwatched = true;
    else if (variable instanceof VarCell) variable.watch = this.noteRead;
    else for (const one of variable.among ?? []) this.watch(one);
  }

  private readonly noteRead = (cell: VarCell, value: Value): void => {
    // The calls around have seen every read.
    for (let of = this.reads.now; of && !of.cells.has(cell); of = of.around) of.cells.set(cell, value);
  };

  isGlobal(cell: Cell): boolean {
    return this.globals.has(cell.born);
  }

  /** The result of a call of `decl`: a remembered one, or that of `run`. `scope` has the arguments bound; `born` is the
   *  number of the first variable of the call itself. */
  call(
    m: Machine,
    decl: Func,
    scope: Scope,
    { launch, side, born }: { readonly launch: Launch | undefined; readonly side: Side; readonly born: number },
    run: () => Value,
  ): Value {
    const now = this.situation(m, scope, launch);
    if (!now) return run();
    const list = this.past.get(decl);
    const known = list?.find((one) => isLike(one, now) && isUnchanged(one));
    const isAgain = known && (known.side === undefined || known.side === side);
    if (isAgain && !(known.skips && now.shown && mayDiffer(m, now.values)) && runsUnseenAgain(m, known, scope)) {
      if (known.skips) m.trace.skip();
      if (known.side) m.trace.divide();
      if (known.countsWays) m.trace.compareWays();
      for (const id of known.launches) m.trace.launch(id);
      for (const [cell, value] of known.reads) this.noteRead(cell, value);
      return known.result;
    }
    const before = {
      globals: this.globalWrites,
      cuts: m.budget.cuts,
      tileLaunches: m.tileLaunches.length,
      mark: m.trace.mark(),
      forks: m.state.forks,
      throws: m.trace.throws,
    };
    const writes = { oldest: Infinity, around: this.writes.now };
    const reads: Reads = { cells: new Map(), around: this.reads.now };
    const isRemembered = (result: Value, hasNamed: boolean): boolean => {
      const isPure =
        writes.oldest >= born &&
        this.globalWrites === before.globals &&
        m.budget.cuts === before.cuts &&
        m.trace.throws === before.throws &&
        m.tileLaunches.length === before.tileLaunches &&
        leavesArguments(scope, now);
      // A number that the call named is another one the next time.
      if (!isPure || !isClosed(result) || (hasNamed && isNamed(result))) return false;
      for (const value of reads.cells.values()) if (leadsOn(value)) return false;
      this.remember(decl, {
        situation: now,
        result,
        reads: reads.cells,
        launches: m.trace.launchesSince(before.mark),
        skips: m.trace.hasSkippedSince(before.mark),
        unseen: unseenIn(m.trace.unseenSince(before.mark), before.forks),
        side: m.trace.hasDividedSince(before.mark) ? side : undefined,
        countsWays: m.trace.hasComparedWaysSince(before.mark),
      });
      return true;
    };
    return this.writes.during(writes, () => this.reads.during(reads, () => m.names.freeing(run, isRemembered)));
  }

  private remember(decl: Func, past: Past): void {
    const list = this.past.get(decl);
    if (!list) this.past.set(decl, [past]);
    else if (list.unshift(past) > maxPast) list.pop();
  }

  /** The arguments and surroundings of a call, by which an earlier call is recognised. Undefined where an argument
   *  refers to a variable that may change without the call seeing it. */
  private situation(m: Machine, scope: Scope, launch: Launch | undefined): Situation | undefined {
    // What a virtual function is depends on whether its object is made.
    if (m.making.size > 0 || this.isUnwatched) return undefined;
    const names: string[] = [];
    const values: Value[] = [];
    for (const [name, entity] of scope.names) {
      const value = boundTo(entity);
      if (value === undefined || !isClosed(value)) return undefined;
      names.push(name);
      values.push(value);
    }
    const self = scope.self?.read();
    if (self !== undefined) {
      if (!isClosed(self)) return undefined;
      names.push('this');
      values.push(self);
    }
    const { mode } = m;
    return {
      around: scope.parent,
      names,
      values,
      launch,
      instance: mode.instance,
      ways: mode.ways,
      speculates: mode.speculative || mode.supposed !== undefined,
      unbegun: m.unbegun?.size ?? 0,
      shown: !mode.silent,
      blamed: !mode.doubtful,
      idle: mode.idle,
    };
  }
}

/** What code that is not seen may do to variables that the call does not know of. What it does on a fork of the state
 *  is not told, and once it has written whatever it likes there is nothing more to write. */
function unseenIn(all: readonly (Unseen | undefined)[], forks: number): readonly Unseen[] | undefined {
  const told: Unseen[] = [];
  for (const one of all) {
    if (one?.forks !== forks) return undefined;
    told.push(one);
    if (one.example === undefined) break;
  }
  return told;
}

/** Runs the code once more that a call runs and that is not seen. False where it may change what the call does. */
function runsUnseenAgain(m: Machine, { unseen }: Past, scope: Scope): boolean {
  if (m.escaped.isEmpty) {
    if (unseen) for (const one of unseen) m.trace.runUnseen({ ...one, forks: m.state.forks });
    else m.trace.runUnseen();
    return true;
  }
  return unseen !== undefined && (unseen.length === 0 || m.evaluator.loseAgain(m, unseen, variablesOf(scope)));
}

/** The variables that the names of a call stand for, its object among them. */
function variablesOf({ names, self }: Scope): readonly Cell[] {
  const cells = [...names.values()].flatMap((entity) => {
    if (entity.kind === 'pack') return entity.cells ?? [];
    return entity.kind === 'variable' ? [entity.cell] : [];
  });
  return self ? [...cells, self] : cells;
}

/** Whether a call has left what its references refer to as it was: a temporary object of one call may be a variable in
 *  the next one. */
function leavesArguments(scope: Scope, { names, values }: Situation): boolean {
  return names.every((name, i) => {
    const entity = scope.names.get(name);
    if (entity?.kind === 'pack')
      return (entity.cells ?? []).every((cell, k) => identical(cell.read(), entity.values[k]));
    return entity?.kind !== 'variable' || !entity.written?.ref || identical(entity.cell.read(), values[i]);
  });
}

/** True where the next iteration of a loop may pass other arguments: an argument rests on the first iteration, or
 *  cannot say so. */
function mayDiffer(m: Machine, values: readonly Value[]): boolean {
  if (!m.mode.looping) return false;
  return m.mode.unmarked || assumptionsOf(values).some((id) => m.recorder.assumptions[id]?.kind === 'loop');
}

function isLike({ situation: past, countsWays }: Past, now: Situation): boolean {
  return (
    past.around === now.around &&
    past.instance === now.instance &&
    (past.ways === now.ways || (!countsWays && past.ways > 0 && now.ways > 0)) &&
    (past.speculates === now.speculates || (now.speculates && !now.shown)) &&
    past.unbegun === now.unbegun &&
    (past.shown || !now.shown) &&
    (past.blamed || !now.blamed) &&
    (!past.idle || now.idle) &&
    past.values.length === now.values.length &&
    past.names.every((name, i) => name === now.names[i]) &&
    isSameLaunch(past.launch, now.launch) &&
    past.values.every((value, i) => identical(value, now.values[i]))
  );
}

/** Whether what a variable that outlives calls holds leads to others, which may change while it does not. */
function leadsOn(value: Value): boolean {
  return !isClosed(value) && targetOf(value)?.kind !== 'functions';
}

/** Whether the variables that outlive calls hold what a call has read in them. */
function isUnchanged({ reads }: Past): boolean {
  for (const [cell, value] of reads) if (!identical(cell.held, value)) return false;
  return true;
}

function isSameLaunch(a: Launch | undefined, b: Launch | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      identical(a.grid, b.grid) &&
      identical(a.block, b.block) &&
      identical(a.cluster, b.cluster))
  );
}

/** What a parameter or template parameter is bound to. */
function boundTo(entity: Entity): Value | undefined {
  switch (entity.kind) {
    case 'variable':
      return entity.cell.read();
    case 'type':
      return typeWith(entity.of, entity.written);
    case 'template':
      return entity.value;
    case 'pack':
      return entity.values;
    default:
      return undefined;
  }
}

/** True for a value that refers to no variable that may be written and to no launch that has not run yet. */
export function isClosed(value: Value): boolean {
  if (isTuple(value)) return value.every(isClosed);
  switch (value.is) {
    case 'type':
      return isClosed(value.of);
    case 'array':
      return value.elements.every(isClosed);
    case 'struct':
      for (const field of value.fields.values()) if (!isClosed(field)) return false;
      return true;
    case 'callable':
      return isClosedTarget(targetOf(value));
    case 'tile-launch':
      return false;
    default:
      return true;
  }
}

function isClosedTarget(target: Target | undefined): boolean {
  return (
    target?.kind === 'class' ||
    target?.kind === 'alias-template' ||
    (target?.kind === 'builtin' && target.targs.every(isClosed))
  );
}

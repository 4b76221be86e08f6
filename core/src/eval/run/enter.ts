// Entering a function of the program: its parameters are bound, its body runs in a frame of its own, and what it
// returns is merged of all the ways through it. Knows neither how the function was picked, nor what is done where it
// cannot be entered (run/call.ts).
import { withEntry } from '../../base/held';
import { say } from '../../base/say';
import { oneOf } from '../values/one-of-cells';
import type { Span } from '../../base/span';
import { remembered } from '../../base/remembered';
import type { Func, Stmt } from '../../ir/program';
import { walk } from '../../ir/walk';
import type { Value } from '../../values/value';
import { callFollowed } from '../library/followed-functions';
import { mergeValues } from '../memory/merge';
import { loseOnDevice } from '../memory/statics';
import { runsOnDevice } from '../names/sides';
import { type CallOptions, execute, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isClosed } from '../state/recall';
import type { Frame } from '../state/state';
import { convert } from '../types/construct';
import { copiedAs, isOfDerived } from '../types/copies';
import { isAuto, isReference } from '../values/declared-types';
import { holdsAddress } from '../values/elements';
import { type Cell, type Journal, nextCell } from '../values/cells';
import { type Arg, type Category, type ClassInstance, type FunctionEntity, Scope } from '../values/entities';
import { erase, isTuple, isUnknown, sameType } from '../values/inspect';
import { declaredAs } from '../overload/categories';
import { unknown } from '../values/unknown';
import { classOf } from '../values/kinds';
import { endScope } from '../types/lifetimes';
import { bindParams } from './parameters';
import { functionByThread, returnedByThread } from './simt';
import { executeBody, openValue } from './statements';

/** Binds the parameters of a function whose template parameters `scope` has bound, and runs its body. `journal` notes
 *  what it writes. */
export function callBound(
  m: Machine,
  entity: FunctionEntity,
  scope: Scope,
  args: readonly Arg[],
  options: CallOptions,
  journal: Journal,
): Located {
  const { decl } = entity;
  const { extra, supposed } = m.mode;
  const known = m.simt && callFollowed(m, entity, args);
  if (known !== undefined) return { value: known, place: undefined };
  const run = (): Located => {
    const born = nextCell();
    bindParams(m, decl, args, scope);
    if (options.launch) loseOnDevice(m, decl.nameSpan);
    const isAlone =
      !m.simt && decl.name !== 'lambda' && !options.before && !options.entry && !isReference(decl.returns);
    const entered = (): Located => {
      const found = apart(m, options, () => enter(m, entity, scope, options, journal));
      if (m.escaped.hasSince(born) && !found.place && isClosed(found.value) && leavesNone(scope, journal))
        m.escaped.endSince(born, (cell) => m.recall.isGlobal(cell));
      return found;
    };
    return isAlone
      ? {
          value: m.recall.call(
            m,
            decl,
            scope,
            {
              launch: options.launch ?? m.frame.launch,
              side: runsOnDevice(m, decl, options) ? 'device' : 'host',
              born,
            },
            () => entered().value,
          ),
          place: undefined,
        }
      : entered();
  };
  // The compiler makes such a body only where it has to deduce what the function returns ([temp.inst]/5).
  const made = m.mode.unevaluated && !isDeduced(decl) ? (): Located => m.doubting(run) : run;
  return supposed === undefined || extra.includes(supposed) ? made() : m.within({ extra: [...extra, supposed] }, made);
}

const isDeduced = ({ returns, name }: Func): boolean => (returns ? isAuto(returns) : name === 'lambda');

/** Whether neither what a function has written nor its object, which a constructor makes, leads to its references once
 *  it has ended. */
function leavesNone({ self }: Scope, journal: Journal): boolean {
  if (self && !isClosed(self.peek())) return false;
  for (const cell of journal.keys()) if (!isClosed(cell.peek())) return false;
  return true;
}

/** A kernel cannot reach variables of the host, and a function by itself none of other functions. */
function apart<T>(m: Machine, { launch, entry }: CallOptions, run: () => T): T {
  if (launch) return m.escaped.apart((cell) => m.lasting.onDevice.has(cell), run);
  return entry ? m.escaped.apart((cell) => m.recall.isGlobal(cell), run) : run();
}

/** Runs the body of a function whose parameters `scope` has bound. */
function enter(m: Machine, entity: FunctionEntity, scope: Scope, options: CallOptions, journal: Journal): Located {
  const { decl } = entity;
  const frame = frameOf(m, entity, scope, options);
  if (!m.mode.probing) m.evaluated.add(decl);
  const run = (): Located =>
    m.budget.deeper(() =>
      whileActive(m, entity, () =>
        m.state.enter(frame, () => {
          const own = nextCell();
          const body = m.state.trial(() => {
            options.before?.(scope);
            if (decl.body) (options.again ? execute : executeBody)(m, decl.body, new Scope(scope));
            endScope(m, scope, 'next');
          }, journal);
          if (frame.left) loseWritten(m, body.written, own, decl.nameSpan);
          const place = frame.places && oneOf(frame.places);
          const category = frame.categories && sameOf(frame.categories);
          const value = result(m, entity, scope);
          if (decl.body && (place || holdsAddress(value)) && returnsOften(decl.body)) m.trace.choose();
          const as = place && decl.returns && isAuto(decl.returns) ? baseGiven(value, place) : undefined;
          return { value, place, ...(category && { category }), ...(as && { as }) };
        }),
      ),
    );
  return m.sites.apart(() => (m.simt ? functionByThread(m.simt, run) : run()));
}

/** The class of a reference whose type a function deduces, where its object is of one derived from that. */
function baseGiven(value: Value, place: Cell): ClassInstance | undefined {
  return isOfDerived(place.peek(), value) ? classOf(value) : undefined;
}

function frameOf(m: Machine, entity: FunctionEntity, scope: Scope, options: CallOptions): Frame {
  const { decl } = entity;
  return {
    pending: [],
    returned: undefined,
    left: false,
    jumps: 0,
    launch: options.launch ?? m.frame.launch,
    device: runsOnDevice(m, decl, options),
    name: decl.name === 'lambda' ? m.frame.name : decl.name,
    entry: options.entry ?? false,
    template: isTemplate(entity),
    own: { decl, scope },
    ...(isReference(decl.returns) && { places: [] }),
    ...(decl.returns?.is === 'Decltype' && isAuto(decl.returns) && { categories: [] }),
  };
}

/** Whether a function may give one of several variables, or their addresses: it returns in several places. */
const returnsOften = remembered((body: Stmt): boolean => {
  let count = 0;
  walk(body, ({ is }) => (is === 'Lambda' ? 'over' : is === 'Return' && ++count > 1 ? 'end' : undefined));
  return count > 1;
});

/** A branch that may or may not be taken has returned: what was written after it may not have been written. */
function loseWritten(m: Machine, written: readonly Cell[], own: number, at: Span): void {
  for (const cell of written) if (cell.born < own || m.recall.isGlobal(cell)) m.write(cell, openValue(m, cell, at));
}

/** All return statements deduce one type. */
function sameOf([first, ...others]: readonly Category[]): Category | undefined {
  const isSame = (other: Category): boolean =>
    other.is === first?.is &&
    other.constant === first?.constant &&
    other.volatile === first?.volatile &&
    other.literal === first?.literal;
  return others.every(isSame) ? first : undefined;
}

function isTemplate({ decl, owner }: FunctionEntity): boolean {
  const isGeneric = decl.params.some(({ type }) => isAuto(type));
  return isGeneric || decl.templates.some((params) => params.length > 0) || (owner?.args.length ?? 0) > 0;
}

/** What a function returns: one value merged of those that the branches which may be taken return. */
function result(m: Machine, entity: FunctionEntity, scope: Scope): Value {
  const { pending } = m.frame;
  const returned = m.simt
    ? returnedByThread(m, m.simt, m.state.returned, entity.decl.name, entity.decl.nameSpan)
    : m.state.returned;
  const all = returned === undefined ? pending : [...pending, returned];
  const first = all[0];
  if (first === undefined) return { is: 'void' };
  const { decl } = entity;
  const example = decl.returns && !isAuto(decl.returns) ? typeExample(m, decl.returns, scope) : undefined;
  // Such a type may be a reference, whose object is not told from one of a base.
  const isOpen = decl.returns && !isReference(decl.returns) && declaredAs(m, decl.returns, scope)?.ref !== undefined;
  const whole = (value: Value): Value =>
    isOpen && example !== undefined && isOfDerived(value, example)
      ? unknown('unsupported', say`which base this is of is not known`, decl.nameSpan)
      : example !== undefined && classOf(value) !== classOf(example) && !isReference(decl.returns)
        ? copiedAs(m, value, example, { span: decl.nameSpan })
        : value;
  const convertOne = (value: Value): Value =>
    example === undefined || isUnknown(example) || isReferredElement(m, decl, value, example)
      ? value
      : convert(m, whole(value), example, false, decl.name);
  const values = all.map(convertOne);
  return mergeValues(m, values, {
    name: decl.name,
    kind: 'branch',
    why: say`what \`${decl.name}\` returns depends on a condition that is not known`,
    at: decl.nameSpan,
  });
}

/** An element of memory, which is what a returned reference refers to, and which is read where the call is. */
function isReferredElement({ simt }: Machine, { returns }: Func, value: Value, example: Value): boolean {
  const isElement = simt !== undefined && isReference(returns) && !isTuple(value) && value.is === 'element';
  return isElement && sameType(erase(value.pointer.element), erase(example));
}

/** Whether a function calls itself under an unknown condition: evaluated both ways, it would call itself without
 *  end. */
export function isEndless(m: Machine, entity: FunctionEntity): boolean {
  const ways = m.active.get(entity);
  if (ways === undefined || entity.decl.templates.some((params) => params.length > 0)) return false;
  m.trace.compareWays();
  return m.mode.ways > ways;
}

/** Evaluates a call of a function, and notes meanwhile under how many unknown conditions it stands (`isEndless`
 *  asks). */
function whileActive<T>(m: Machine, entity: FunctionEntity, run: () => T): T {
  return withEntry(m.active, entity, m.mode.ways, run);
}

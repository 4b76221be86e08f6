// `for (auto& x : range)`.
import type { Span } from '../../base/span';
import type { Expr, Stmt } from '../../ir/program';
import type { Value } from '../../values/value';
import { maxIterations } from '../state/budget';
import { type Flow, locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, nextCell, partOf, Scope, type Scope as ScopeType, VarCell } from '../values/entities';
import { isList } from '../values/inspect';
import { isArray } from '../values/kinds';
import { unknown } from '../values/unknown';
import { changed, executeFor, giveUp, iterate, type Loop } from './loops';

/** Each element of a known list; of another range, an element that nobody knows. The first is shown. */
export function executeRangeFor(m: Machine, s: Stmt & { is: 'RangeFor' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  const { value: range, place } = locate(m, s.range, scope);
  // A number of tiles, as an object of its own, is run through from 0.
  if (!isList(range) && range.is === 'dynamic') return executeFor(m, countingFor(s), scope);
  const elements = listed(range, place);
  if (!elements || elements.length > maxIterations) return overUnknown(m, s, scope);
  const { name, nameSpan, type, span } = s.variable;
  const { extra } = m.recorder;
  for (const [i, element] of elements.entries()) {
    // What the loop writes to elements ahead is what it finds there.
    const given = element.read();
    const cell = isReference(type) ? element : new VarCell(name, i === 0 && elements.length > 1 ? ofFirst(m, given, elements.length, s.span) : given);
    scope.names.set(name, { kind: 'variable', cell, at: nameSpan });
    if (i === 0 && cell === element && elements.length > 1) m.recorder.extra = [...extra, firstOf(m, elements.length, s.span)];
    if (i === 0) m.record(nameSpan, 'declaration', cell.read(), { name, start: span.start });
    if (i === 1) m.recorder.muted++;
    const { flow } = iterate(m, scope, { cond: undefined, body: s.body, step: undefined, span: s.span, atLeastOnce: true, variables: [cell] });
    m.recorder.extra = extra;
    if (flow === 'return') return leave(m, i, flow);
    if (flow === 'break') return leave(m, i, 'next');
  }
  return leave(m, elements.length - 1, 'next');
}

/** Where the elements of a list are; undefined for a range of which they are not known. */
function listed(range: Value, place: Cell | undefined): readonly Cell[] | undefined {
  const held = place?.read();
  if (place && held !== undefined && isList(range) && isList(held)) return held.map((_, i) => partOf(place, i));
  if (place && held !== undefined && isArray(held)) return held.elements.map((_, i) => partOf(place, i));
  const elements = isList(range) ? range : range.is === 'array' ? range.elements : undefined;
  return elements?.map((element) => new VarCell('', element));
}

function isReference(type: Expr): boolean {
  return type.is === 'Wrap' && (type.how === 'ref' || type.how === 'rvalue-ref' || (type.how === 'const' && isReference(type.of)));
}

function overUnknown(m: Machine, s: Stmt & { is: 'RangeFor' }, scope: ScopeType): Flow {
  const { name, nameSpan, span } = s.variable;
  const cell = new VarCell(name, unknown('loop', `\`${name}\` takes each element of a range`, nameSpan));
  scope.names.set(name, { kind: 'variable', cell, at: nameSpan });
  m.record(nameSpan, 'declaration', cell.read(), { name, start: span.start });
  const [inner, { skipped, jumps }, { returned: before }, launches] = [nextCell(), m, m.frame, m.launches.length];
  const l: Loop = { cond: undefined, body: s.body, step: undefined, span: s.span, atLeastOnce: true, variables: [cell] };
  const { flow, journal } = iterate(m, scope, l);
  if (flow === 'return' && m.frame.returned !== undefined) m.frame.pending.push(m.frame.returned);
  m.frame.returned = before;
  m.recorder.muted++;
  giveUp(m, scope, l, { outside: new Set(changed(m, [journal], inner, l)), inner, skipped, jumps, launches, cost: 0 });
  m.recorder.muted--;
  return 'next';
}

/** Numbers of the first of several elements say so. */
function ofFirst(m: Machine, element: Value, count: number, at: Span): Value {
  const id = firstOf(m, count, at);
  const mark = (value: Value): Value => (isList(value) ? value.map(mark) : value.is === 'dynamic' && value.n !== undefined ? { ...value, from: [...(value.from ?? []), id].sort((a, b) => a - b) } : value);
  return mark(element);
}

function firstOf(m: Machine, count: number, at: Span): number {
  return m.recorder.assume({ kind: 'loop', text: `the first of the ${count} elements that the loop runs through`, at });
}

function countingFor(s: Stmt & { is: 'RangeFor' }): Stmt & { is: 'For' } {
  const { variable, range, body, span } = s;
  const at = { ...variable.nameSpan, end: variable.nameSpan.start };
  const counter: Expr = { is: 'Name', id: variable.name, span: at };
  return {
    is: 'For', span, body, until: range,
    init: [{ ...variable, init: { how: 'copy', value: { is: 'Int', value: 0, type: 'int', span: at } } }],
    cond: { is: 'Binary', op: '<', left: counter, right: range, span: range.span },
    step: { is: 'Unary', op: '++', arg: counter, span: at },
  };
}

function leave(m: Machine, lastIndex: number, flow: Flow): Flow {
  if (lastIndex >= 1) m.recorder.muted--;
  return flow;
}

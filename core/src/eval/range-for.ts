// `for (auto& x : range)`.
import type { Span } from '../base/span';
import type { Expr, Stmt } from '../ir/program';
import type { Value } from '../values/value';
import { maxIterations } from './budget';
import type { Scope as ScopeType } from './entities';
import { PartCell, Scope, VarCell } from './entities';
import { evaluate } from './expressions';
import { isList } from './inspect';
import type { Machine } from './machine';
import { unknown } from './machine';
import { placeOf } from './places';
import { executeFor, forgotten, iterate } from './statements';
import type { Flow } from './statements';

/** Each element of a known list; of another range, an element that nobody knows. The first is shown. */
export function executeRangeFor(m: Machine, s: Stmt & { is: 'RangeFor' }, outer: ScopeType): Flow {
  const scope = new Scope(outer);
  const range = evaluate(m, s.range, scope);
  const { type } = s.variable;
  const place = isList(range) && type.is === 'Wrap' && (type.how === 'ref' || type.how === 'rvalue-ref') ? placeOf(m, s.range, scope) : undefined;
  // A number of tiles, as an object of its own, is run through from 0.
  if (!isList(range) && range.is === 'dynamic') return executeFor(m, countingFor(s), scope);
  const { name, nameSpan, span } = s.variable;
  const known = isList(range) && range.length <= maxIterations;
  const elements = known ? range : [unknown('loop', `\`${name}\` takes each element of a range`, nameSpan)];
  for (const [i, given] of elements.entries()) {
    const element = i === 0 && elements.length > 1 ? ofFirst(m, given, elements.length, s.span) : given;
    const cell = place ? new PartCell(place, i) : new VarCell(name, element);
    if (place && element !== given) m.write(cell, element);
    scope.names.set(name, { kind: 'variable', cell, at: nameSpan });
    if (i === 0) m.record(nameSpan, 'declaration', element, { name, start: span.start });
    if (i === 1) m.recorder.muted++;
    const { flow, journal } = iterate(m, scope, { cond: undefined, body: s.body, step: undefined, span: s.span, atLeastOnce: true, variables: [cell] });
    if (!known) for (const changed of journal.keys()) if (changed !== cell) m.write(changed, forgotten(m, changed, s.span));
    if (known && flow === 'return') return leave(m, i, flow);
    if (flow === 'break') return leave(m, i, 'next');
  }
  return leave(m, elements.length - 1, 'next');
}

/** Numbers of the first of several elements say so. */
function ofFirst(m: Machine, element: Value, count: number, at: Span): Value {
  const id = m.recorder.assume({ kind: 'loop', text: `the first of the ${count} elements that the loop runs through`, at });
  const mark = (value: Value): Value => (isList(value) ? value.map(mark) : value.is === 'dynamic' && value.n !== undefined ? { ...value, from: [...(value.from ?? []), id].sort((a, b) => a - b) } : value);
  return mark(element);
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

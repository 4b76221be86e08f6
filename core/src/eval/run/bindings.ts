// Structured bindings: parts of a value by name, or of a variable where they are references.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Bindings } from '../../ir/program';
import { partType } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { referenceIn, referredAs } from '../names/names';
import { argOf } from '../names/packs';
import { undecayed } from '../names/places';
import { wholeOf } from '../memory/loading';
import { loseCell } from '../memory/losing';
import { loseLasting } from '../memory/reach';
import { locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { instantiateClass } from '../types/classes';
import { copied } from '../types/copies';
import { ownedBy } from '../types/lifetimes';
import { referredBy } from '../types/tuples-of-references';
import { holdsBases } from '../values/base-parts';
import { categoryOfExpression, categoryOfField } from '../overload/categories';
import { declarationIn } from '../overload/member-declarations';
import { mayRefer, someReferent } from '../memory/references';
import { type Cell, partOf, VarCell } from '../values/cells';
import { type Scope } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { standsForItself } from './forms';
import { classOf, isArray } from '../values/kinds';
import { unknown } from '../values/unknown';

export function declareBindings(m: Machine, s: Bindings, scope: Scope): readonly Cell[] {
  const init = locate(m, s.init, scope);
  const given = undecayed(init);
  const held = s.reference ? given : copied(m, given, argOf(init, s.init, scope, s.span));
  const whole = wholeOf(m, held, s.span);
  const value = isTupleLike(m, whole, s.span) ? byFunctions(m, s, init.place) : whole;
  const place = s.reference ? (init.place ?? m.temporaries.of(value)) : undefined;
  if (!init.place || !s.reference) ownedBy(m, scope, place ?? new VarCell('', value));
  const parts = partsOf(value);
  return s.names.map(({ name, span }, i) => {
    const part = isUnknown(value)
      ? value
      : (parts[i]?.value ?? unknown('unsupported', say`nothing is bound to \`${name}\``, span));
    const field = parts[i]?.field;
    const referred = isTuple(value) ? referredBy(value, i) : referenceIn(part);
    const as = referred && field !== undefined ? referredAs(new VarCell('', value), field, undefined) : undefined;
    const isOpen = s.reference && mayRefer(part, categoryOfExpression(m, s.init, scope));
    const cell =
      referred ?? (place ? partOf(place, field ?? i) : isOpen ? someReferent(m, name, part) : new VarCell(name, part));
    // Whether a reference to a part is one to a constant is not followed, nor what a part of a constant is declared as.
    const constant = s.reference || s.const || referred ? undefined : isConstant(m, value, field ?? i);
    const vague = { vague: true as const, ...(referred && { ref: 'lvalue' as const }) };
    const written = constant === undefined ? vague : constant ? { constant } : undefined;
    scope.names.set(name, { kind: 'variable', cell, at: span, ...(written && { written }), ...(as && { as }) });
    if (m.mode.open && isUnknown(part) && part.cause.code === 'symbol') m.forms.set(cell, standsForItself(name));
    m.record(span, 'binding', cell.read(), { name, start: s.span.start });
    return cell;
  });
}

/** What functions of the program give, which may refer to the object or change it. */
function byFunctions(m: Machine, s: Bindings, object: Cell | undefined): Value {
  const why = say`bindings by functions \`get\` of the program are not followed`;
  loseLasting(m, why, s.span);
  if (s.reference && object) loseCell(m, object, why, s.span);
  return unknown('unsupported', why, s.span);
}

/** Whether the program says for a class what its elements are ([dcl.struct.bind]/4). */
function isTupleLike(m: Machine, value: Value, at: Span): boolean {
  const std = classOf(value) && m.global.own('std');
  const size = std?.kind === 'namespace' ? std.scope.own('tuple_size') : undefined;
  return size?.kind === 'class' && !isUnknown(instantiateClass(m, size.class, [{ is: 'type', of: erase(value) }], at));
}

/** Whether a part of a variable that is no constant is one by its own type; undefined where that is not known. */
function isConstant(m: Machine, value: Value, part: string | number): boolean | undefined {
  if (isArray(value)) return value.of === 'c' ? undefined : value.constant === true;
  if (typeof part === 'number') return partType(value, part)?.constant === true;
  const instance = classOf(value);
  const { field, owner } = (instance && declarationIn(instance, part)) ?? {};
  return field && owner && categoryOfField(m, { is: 'lvalue', constant: false }, field, owner).constant;
}

function partsOf(value: Value): readonly { value: Value; field?: string }[] {
  if (isTuple(value)) return value.map((part) => ({ value: part }));
  if (isArray(value)) return value.elements.map((part) => ({ value: part }));
  // All members are of one class ([dcl.struct.bind]/5), so that an object which holds its bases has other ones.
  if (holdsBases(value)) return [];
  return value.is === 'struct' ? [...value.fields].map(([field, part]) => ({ value: part, field })) : [];
}

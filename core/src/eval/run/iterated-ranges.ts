// `for (auto& x : object)` over an object of the program: the loop that runs from its `begin` to its `end`
// ([stmt.ranged]). Does not run the loop (loops.ts).
import type { Expr, Let, Stmt } from '../../ir/program';
import type { Value } from '../../values/value';
import { associatedFunctions } from '../names/associated';
import { categoryOfExpression, referenceOf } from '../overload/categories';
import { declarationIn } from '../overload/member-declarations';
import type { Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { isWhollyKnown } from '../types/classes';
import { VarCell } from '../values/cells';
import type { Scope } from '../values/entities';
import { classOf } from '../values/kinds';

type RangeFor = Stmt & { is: 'RangeFor' };

/** The loop over an object of a class, which is a variable of `scope` then. Undefined for what is no such object, and
 *  where nothing that is known says how to run through it. */
export function iteratingFor(
  m: Machine,
  s: RangeFor,
  scope: Scope,
  range: Located,
): (Stmt & { is: 'For' }) | undefined {
  const instance = classOf(range.value);
  if (!instance) return undefined;
  const ends = ['begin', 'end'] as const;
  const isMember = ends.every((id) => declarationIn(range.as ?? instance, id) !== undefined);
  if (!isMember && !isWhollyKnown(instance)) return undefined;
  if (!isMember && !ends.every((id) => declareFunction(scope, id, range.value))) return undefined;
  declareRange(m, s, scope, range);
  const at = { ...s.range.span, end: s.range.span.start };
  const name = (id: string): Expr => ({ is: 'Name', id, span: at });
  const object = name('__range');
  const given = (id: string): Expr =>
    isMember
      ? { is: 'Call', callee: { is: 'Member', object, id, idSpan: at, arrow: false, span: at }, args: [], span: at }
      : { is: 'Call', callee: name(functionName(id)), args: [object], span: at };
  const iterator = (id: string): Let => ({
    is: 'Let',
    name: `__${id}`,
    nameSpan: at,
    type: name('auto'),
    init: { how: 'copy', value: given(id) },
    constexpr: false,
    static: false,
    memory: 'local',
    span: at,
  });
  const [begin, end] = [name('__begin'), name('__end')];
  const element: Expr = { is: 'Unary', op: '*', arg: begin, span: at };
  return {
    is: 'For',
    init: ends.map(iterator),
    cond: { is: 'Binary', op: '!=', left: begin, right: end, span: at },
    step: { is: 'Unary', op: '++', arg: begin, span: at },
    body: { is: 'Block', body: [{ ...s.variable, init: { how: 'copy', value: element } }, s.body], span: s.body.span },
    span: s.span,
  };
}

/** The object that is run through: what the loop names it is a reference to it. */
function declareRange(m: Machine, s: RangeFor, scope: Scope, { value, place, category, as }: Located): void {
  const written = referenceOf(category ?? categoryOfExpression(m, s.range, scope));
  scope.names.set('__range', {
    kind: 'variable',
    cell: place ?? m.temporaries.of(value) ?? new VarCell('__range', value),
    at: s.range.span,
    ...(written && { written }),
    ...(as && { as }),
  });
}

const functionName = (id: string): string => `__${id} of __range`;

/** What only the object leads to: no function of the block hides it. */
function declareFunction(scope: Scope, id: string, object: Value): boolean {
  const overloads = associatedFunctions(id, [object]);
  scope.names.set(functionName(id), { kind: 'functions', overloads: [...overloads] });
  return overloads.length > 0;
}

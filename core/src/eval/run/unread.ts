// Code that the front end could not read, or does not lower (`new`, `delete`, `throw`): the variables that it sets,
// hands on or takes the address of lose their values.
import { say } from '../../base/say';
import type { Opaque, OpaqueStmt } from '../../ir/program';
import { loseAccesses } from '../memory/accesses';
import { loseKept, loseLasting } from '../memory/reach';
import { lookup } from '../names/names';
import type { Machine } from '../state/machine';
import { isOfClassThatEnds } from '../types/lifetimes';
import { outermostArray } from '../values/cells';
import { type Scope } from '../values/entities';
import { targetOf } from '../values/kinds';

/** Drops the values of all that unread code may change. */
export function loseTouched(m: Machine, { touched, span }: Opaque | OpaqueStmt, scope: Scope): void {
  loseAccesses(m, say`code is not followed`, undefined);
  // What is not evaluated changes nothing.
  if (!touched || m.mode.unevaluated) return;
  if (touched.throws) m.trace.throw();
  for (const name of touched.writes) {
    const entity = lookup(scope, name);
    if (entity?.kind !== 'variable') continue;
    const target = targetOf(entity.cell.read());
    const cells = target?.kind === 'address' ? [outermostArray(target.cell), entity.cell] : [entity.cell];
    for (const cell of cells) loseKept(m, cell, say`${cell.name} is used in code that is not followed`, span);
  }
  if (!touched.lasting) return;
  const why = say`objects begin or end here that are not followed`;
  loseLasting(m, why, span);
  const [, made] = /\bnew\s+(?:\w+::)*(\w+)/.exec(m.files.get(span.file)?.text.slice(span.start, span.end) ?? '') ?? [];
  // What it makes may end at any time from here on.
  if (made !== undefined && isOfClassThatEnds(scope, { is: 'Name', id: made, span }))
    m.lasting.loose ??= { why, at: span };
}

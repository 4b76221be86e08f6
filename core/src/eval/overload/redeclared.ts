// Declarations of one function that are written alike ([basic.def]): a declaration and its definition, and what broken
// text has many times over. Only one of them is judged in overload resolution. Declarations that mean one function and
// are written differently, overloads.ts finds among the candidates.
import type { Func } from '../../ir/program';
import type { FunctionEntity } from '../values/entities';

/** With fewer functions, judging each costs less than looking for those that are written alike. */
const fewFunctions = 8;

/** What of a declaration says nothing of which calls it takes, and where it is written. */
const elsewhere: ReadonlySet<string> = new Set([
  'body',
  'span',
  'nameSpan',
  'idSpan',
  'constructorInits',
  'launchBounds',
]);

/** The functions, of those that are written alike in one scope only the definition, or the first of them. */
export function writtenOnce(functions: readonly FunctionEntity[]): readonly FunctionEntity[] {
  if (functions.length <= fewFunctions) return functions;
  const once: FunctionEntity[] = [];
  const byHead = new Map<string, number[]>();
  for (const entity of functions) {
    const head = headOf(entity.decl);
    const alike = byHead.get(head) ?? [];
    if (alike.length === 0) byHead.set(head, alike);
    const had = alike.find((at) => isBeside(once[at], entity));
    if (had === undefined) alike.push(once.push(entity) - 1);
    else if (entity.decl.body && !once[had]?.decl.body) once[had] = entity;
  }
  return once;
}

function isBeside(one: FunctionEntity | undefined, other: FunctionEntity): boolean {
  return one?.scope === other.scope && one.owner === other.owner && one.implicitGuide === other.implicitGuide;
}

const heads = new WeakMap<Func, string>();

/** The declaration without its body and without its places. */
function headOf(decl: Func): string {
  let head = heads.get(decl);
  if (head === undefined)
    heads.set(decl, (head = JSON.stringify(decl, (key, part: unknown) => (elsewhere.has(key) ? undefined : part))));
  return head;
}

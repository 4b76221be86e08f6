// The order in which variables of namespaces begin ([basic.start.dynamic]).
import type { Let } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import { isNumber } from '../memory/written';
import type { Machine } from '../state/machine';
import { withoutArrays, mayChange } from '../values/declared-types';

/** What begins with the value of a variable, or with what a function of the program gives back, begins before `main`
 *  writes to anything ([basic.start.dynamic]). All other variables begin when they are asked for. */
export function beginGlobals(m: Machine): void {
  const variables = m.globals.filter(({ decl }) => mayChange(decl)).map(({ decl }) => decl.name);
  if (variables.length === 0) return;
  const moving = new Set([...variables, ...m.functions.map(({ decl }) => decl.name)]);
  const begun = m.globals.filter(({ decl }) => namesOneOf(decl.init, moving) || mayRunCode(decl));
  // Who asks for a variable that begins later finds it zero, or begun before its time: that is up to the compiler.
  const later = new Set(begun);
  m.unbegun = later;
  for (const one of begun) {
    later.delete(one);
    one.settle();
  }
  m.unbegun = undefined;
}

/** Whether a variable may be an object with a constructor. */
function mayRunCode({ type, constexpr }: Pick<Let, 'type' | 'constexpr'>): boolean {
  const element = withoutArrays(type);
  return !constexpr && (element.is === 'Name' || element.is === 'Scope') && !isNumber(element);
}

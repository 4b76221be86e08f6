// Declarations of a library's header, which are read when a name of theirs is looked up. What is read belongs to the
// library: its functions are no entry points, and nothing of it is evaluated unless the program uses it. A name that
// is a builtin still means the builtin.
import type { Latent } from '../../ir/program';
import { standsForHeader } from '../library/cutlass-objects';
import { libraryName } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Scope } from '../values/entities';
import { declareItem, namespaceIn } from './declare';

export function declareLatent(m: Machine, all: readonly Latent[]): void {
  let last: Latent['around'] | undefined;
  let scope = m.global;
  for (const latent of all) {
    if (latent.around !== last) scope = scopeOf(m, (last = latent.around));
    const at = scope;
    let isRead = false;
    const isBuiltin = standsForBuiltins(m, latent.around);
    const declare = (name?: string): void => {
      if (isRead || (name !== undefined && isBuiltin(name))) return;
      isRead = true;
      asLibrary(m, () => {
        for (const item of latent.read()) declareItem(m, item, at);
      });
    };
    if (latent.names.length === 0) declare();
    else at.await(latent.names, declare);
  }
}

/** Namespaces of which builtins stand for what headers declare. */
const known = new Set(['cute', 'cutlass', 'cutlass::arch']);

function standsForBuiltins(m: Machine, around: Latent['around']): (name: string) => boolean {
  const path = around.map(({ name }) => name).join('::');
  if (!known.has(path) && !path.startsWith('cute::')) return () => false;
  return (name) =>
    name === 'device_kernel' || (!standsForHeader(name) && libraryName(m, path, name, undefined) !== undefined);
}

function scopeOf(m: Machine, around: Latent['around']): Scope {
  return around.reduce((scope, { name, inline }) => {
    scope.declaredByLibrary(name);
    return namespaceIn(scope, name, inline);
  }, m.global);
}

/** What is declared meanwhile is not on the lists of what is evaluated in the end. */
function asLibrary(m: Machine, declare: () => void): void {
  const lists: readonly unknown[][] = [m.later, m.functions, m.globals, m.instantiations];
  const before = lists.map(({ length }) => length);
  declare();
  lists.forEach((list, i) => list.splice(before[i] ?? 0));
}

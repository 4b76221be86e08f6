// The names that a program uses, qualified or not, as its text has them. Does not know what a name stands for.
import { walk } from '../../ir/walk';

const usedIn = new WeakMap<object, ReadonlySet<string>>();

/** All names that the items of a program use. */
export function namesUsed(items: readonly object[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => [...usedBy(item)]));
}

function usedBy(item: object): ReadonlySet<string> {
  const had = usedIn.get(item);
  if (had) return had;
  const used = new Set<string>();
  walk(item, (node) => {
    if (node.is === 'Name' || node.is === 'Scope' || node.is === 'Member') used.add(node.id);
    return undefined;
  });
  usedIn.set(item, used);
  return used;
}

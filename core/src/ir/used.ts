// The names that a program uses, qualified or not, as its text has them, and those that its loops over ranges ask for.
// Does not know what a name stands for.
import { remembered } from '../base/remembered';
import { walk } from './walk';

/** All names that the items of a program use. */
export function namesUsed(items: readonly object[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => [...usedBy(item)]));
}

const usedBy = remembered((item: object): ReadonlySet<string> => {
  const used = new Set<string>();
  walk(item, (node) => {
    if (node.is === 'Name' || node.is === 'Scope' || node.is === 'Member') used.add(node.id);
    else if (node.is === 'RangeFor') used.add('begin').add('end');
    return undefined;
  });
  return used;
});

// Variables in which device code keeps what one launch leaves to the next, as far as the text of the program says.
import { remembered } from '../../base/remembered';
import { walk } from '../../ir/walk';
import type { Machine } from '../state/machine';
import { keepsItsValue, mayChange } from '../values/declared-types';

/** Whether the program has a variable that kernels may write to and that outlives them: one in device memory, or a
 *  static one of a function that runs there. The library has none. */
export function keepsOnDevice(m: Machine): boolean {
  return [...m.unit].some((file) => m.files.get(file)?.items.some(hasDeviceVariable));
}

const hasDeviceVariable = remembered((item: object): boolean =>
  walk(item, (node) => {
    if (node.is === 'Let') return node.memory === 'device' && mayChange(node) ? 'end' : undefined;
    const runsThere = node.is === 'Lambda' || (node.is === 'Func' && (node.device || node.kernel));
    return runsThere && hasStatic(node.body) ? 'end' : undefined;
  }),
);

function hasStatic(body: unknown): boolean {
  return walk(body, (node) => (node.is === 'Let' && keepsItsValue(node) ? 'end' : undefined));
}

// The number of threads that take part in a slice or partition. Judges nothing.
import { say } from '../../base/say';
import type { Call } from '../../analysis';
import { size } from '../../algebra/index';
import { isA, numbersOf } from '../../values/convert';

/** The thread layout, TiledCopy or TiledMMA of a call, and the number of threads that it is made for. */
export function participants({ operands, name }: Call): { readonly what: string; readonly count: number } | undefined {
  const object = operands[name === 'local_partition' ? 1 : 0]?.value;
  if (object === undefined) return undefined;
  if (name === 'local_partition')
    return isA(object, 'layout') ? counted(say`a thread layout`, size(object)) : undefined;
  if (isA(object, 'tiled-copy')) return counted('a TiledCopy', size(object.layoutTV, 0));
  return isA(object, 'tiled-mma') ? counted('a TiledMMA', size(object.thrLayoutVMNK)) : undefined;
}

function counted(
  what: string,
  extent: Parameters<typeof numbersOf>[0][number],
): { readonly what: string; readonly count: number } | undefined {
  const [count] = numbersOf([extent]) ?? [];
  return count === undefined ? undefined : { what, count };
}

// Functions of CUDA's runtime and driver: what they write through the addresses that they are given.
import { say } from '../../base/say';
import { dyn, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { isPointer } from '../../values/convert';
import { isA } from '../../values/kind';
import { makePointer, recastPointer, voidElement } from '../../values/pointer';
import type { Pointer, Value } from '../../values/value';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import type { Cell } from '../values/cells';
import type { Arg } from '../values/entities';
import { targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { launchType } from './launch-types';

/** CUDA's functions report success, and write through the addresses that they are given, `cudaMemcpyToSymbol` to the
 *  variable that it names. Pointers they set keep their names. */
export function cudaCall(m: Machine, name: string, args: readonly Arg[], span: Span): Value {
  for (const { value, cell, span: at } of args) {
    const target = targetOf(value);
    const written =
      target?.kind === 'address' ? target.cell : /ToSymbol|GetSymbolAddress/.test(name) ? cell : undefined;
    // A pointer that is given memory is the beginning of it, and has its name already.
    const held = written?.read();
    if (!written) continue;
    const why = say`${written.name} is set by \`${name}\``;
    if (held !== undefined && isPointer(held)) m.write(written, allocated(name, given(held), args, written));
    else if (name === 'cudaMalloc3D') m.write(written, pitched(m, written, args[1]?.value, why, span));
    else loseCell(m, written, why, at);
  }
  return dyn(0);
}

const given = ({ null: _null, ...pointer }: Pointer): Pointer => pointer;

/** Functions that give memory, and whether their second argument is its size. Rows of `cudaMallocPitch` are as far
 *  apart as the device has them. */
const allocators = new Map([
  ...'cudaMalloc cudaMallocManaged cudaMallocAsync cudaMallocFromPoolAsync cudaMallocHost cudaHostAlloc'
    .split(' ')
    .map((name): [string, boolean] => [name, true]),
  ['cudaMallocPitch', false],
]);

/** What `cudaMalloc(&p, bytes)` gives. */
function allocated(name: string, pointer: Pointer, [, second]: readonly Arg[], cell?: Cell): Pointer {
  const { origin: _before, ...begin } = pointer;
  // The memory of the host, as the device sees it.
  if (name === 'cudaHostGetDevicePointer' && second && isPointer(second.value)) {
    const { base = second.value.base, element } = pointer;
    return { ...recastPointer(given(second.value), element), ...(base !== undefined && { base }) };
  }
  const isSized = allocators.get(name);
  if (isSized === undefined) return pointer;
  const bytes = isSized && second ? asNumber(second.value) : undefined;
  const own = cell?.whole ? cell.name : pointer.base;
  const allocation = { name: own ?? '?', isShared: false, ...(bytes !== undefined && { bytes }) };
  return { ...begin, offset: dyn(0), allocation };
}

/** What `cudaMalloc3D(&p, extent)` gives: rows that are as far apart as the device has them. */
function pitched(m: Machine, cell: Cell, extent: Value | undefined, why: string, span: Span): Value {
  const example = launchType('cudaPitchedPtr');
  const of = isA(extent, 'struct') ? extent.fields : new Map<string, Value>();
  const symbol = (name: string): Value => withSign(m.unknownInt(`${cell.name}.${name}`, why, 'input', span, 64), true);
  const fields = new Map<string, Value>([
    ['ptr', allocated('cudaMallocPitch', makePointer('generic', voidElement, cell.name), [])],
    ['pitch', symbol('pitch')],
    ['xsize', of.get('width') ?? symbol('xsize')],
    ['ysize', of.get('height') ?? symbol('ysize')],
  ]);
  return example ? { ...example, fields } : unknown('input', why, span);
}

export function isCudaRuntime(id: string): boolean {
  return id.startsWith('cu') && /^(cuda|cu)[A-Z]/.test(id);
}

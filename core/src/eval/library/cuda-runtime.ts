// Functions of CUDA's runtime and driver: what they write through the addresses that they are given.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import { isPointer } from '../../values/convert';
import type { Pointer, Value } from '../../values/value';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';

/** CUDA's functions report success, and write through the addresses that they are given, `cudaMemcpyToSymbol` to the
 *  variable that it names. Pointers they set keep their names. */
export function cudaCall(m: Machine, name: string, args: readonly Arg[]): Value {
  for (const { value, cell, span } of args) {
    const target = targetOf(value);
    const written =
      target?.kind === 'address' ? target.cell : /ToSymbol|GetSymbolAddress/.test(name) ? cell : undefined;
    // A pointer that is given memory is the beginning of it, and has its name already.
    const held = written?.read();
    if (written && held !== undefined && isPointer(held)) m.write(written, allocated(name, given(held), args));
    else if (written) loseCell(m, written, say`${written.name} is set by \`${name}\``, span);
  }
  return dyn(0);
}

const given = ({ null: _null, ...pointer }: Pointer): Pointer => pointer;

/** What `cudaMalloc(&p, bytes)` gives. */
function allocated(name: string, pointer: Pointer, args: readonly Arg[]): Pointer {
  if (!/^cudaMalloc(Managed|Async)?$/.test(name)) return pointer;
  const bytes = args[1] && asNumber(args[1].value);
  const allocation = { name: pointer.base ?? '?', isShared: false, ...(bytes !== undefined && { bytes }) };
  const { origin: _before, ...begin } = pointer;
  return { ...begin, offset: dyn(0), allocation };
}

export function isCudaRuntime(id: string): boolean {
  return id.startsWith('cu') && /^(cuda|cu)[A-Z]/.test(id);
}

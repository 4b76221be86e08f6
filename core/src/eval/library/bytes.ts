// Functions that write bytes: `memset`, `memcpy`. What they write is known where they write all of a variable: zeros,
// or a copy of another variable of the same type. Any other bytes make the variable unknown.
import { say } from '../../base/say';
import { dyn, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Value } from '../../values/value';
import { loseCell } from '../memory/losing';
import type { Machine } from '../state/machine';
import { zeroed } from '../types/members';
import { sizeOfExample } from '../types/sizes';
import { type Cell, outermostArray } from '../values/cells';
import { type Arg } from '../values/entities';
import { erase, isTuple, sameType } from '../values/inspect';
import { isArray, targetOf } from '../values/kinds';
import { asNumber } from '../values/truth';

/** `memset(&x, byte, sizeof x)`. */
export function setBytes(m: Machine, [to, byte, count]: readonly Arg[], span: Span): Value {
  const cell = to && variableAt(to.value);
  if (!cell) return { is: 'void' };
  const whole = wholeVariable(m, cell, count);
  const n = byte && asNumber(byte.value);
  const value = whole && n === 0 ? zeroed(m, typeOf(whole), whole.name) : undefined;
  const ones = whole && n !== undefined && (n & 255) === 255 ? allOnes(typeOf(whole)) : undefined;
  const set = value ?? ones;
  if (whole && set !== undefined) m.write(whole, set);
  else loseCell(m, outermostArray(cell), say`${cell.name} is set by \`memset\``, span);
  return to.value;
}

/** `memcpy(&x, &y, sizeof x)`, `memmove`. */
export function copyBytes(m: Machine, [to, from, count]: readonly Arg[], span: Span): Value {
  const cell = to && variableAt(to.value);
  if (!cell) return { is: 'void' };
  const [whole, source] = [wholeVariable(m, cell, count), from && variableAt(from.value)];
  const other = source && wholeVariable(m, source, count);
  if (whole && other && sameType(whole.read(), other.read())) m.write(whole, other.read());
  else loseCell(m, outermostArray(cell), say`${cell.name} is set by \`memcpy\``, span);
  return to.value;
}

function variableAt(address: Value): Cell | undefined {
  const target = targetOf(address);
  return target?.kind === 'address' ? target.cell : undefined;
}

/** The variable whose bytes are exactly the `count` bytes from an address: the variable itself, or the array whose
 *  first element the address points to. */
function wholeVariable(m: Machine, cell: Cell, count: Arg | undefined): Cell | undefined {
  const bytes = count && asNumber(count.value);
  if (bytes === undefined) return undefined;
  const isOfSize = (one: Cell): boolean => {
    const size = sizeOfExample(m, typeOf(one));
    return size !== undefined && Math.ceil(size.bits / 8) === bytes;
  };
  for (let one: Cell | undefined = cell; one; one = one.index === 0 ? one.whole : undefined)
    if (isOfSize(one)) return one;
  return undefined;
}

function typeOf(cell: Cell): Value {
  const held = cell.read();
  if (isArray(held)) return { ...held, elements: held.elements.map(() => held.element) };
  return erase(held);
}

/** The value of an integer, or of an array of integers, whose bits are all set. */
function allOnes(example: Value): Value | undefined {
  if (isArray(example)) {
    const one = allOnes(example.element);
    return one === undefined ? undefined : { ...example, elements: example.elements.map(() => one) };
  }
  if (isTuple(example) || example.is !== 'dynamic') return undefined;
  if (!example.unsigned) return dyn(-1, undefined, example.bits);
  return example.bits === 32 ? withSign(dyn(0xffffffff), true) : undefined;
}

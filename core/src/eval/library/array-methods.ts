// Member functions of `cute::array` and `std::array`, and functions of the standard library that read and write arrays.
import { say } from '../../base/say';
import { dyn, withSign } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { lookupBuiltins } from '../../builtins/index';
import { advance } from '../../values/pointer';
import type { ArrayValue, Pointer, Value } from '../../values/value';
import { loseMemory } from '../memory/accesses';
import { addressOfPart, elementAt } from '../memory/arrays';
import { loseArray, loseCell } from '../memory/losing';
import { loseCaptured } from '../memory/reach';
import { pointingAs, vectorMember } from '../memory/vectors';
import type { Machine } from '../state/machine';
import type { Simt } from '../state/simt';
import { construct, convert } from '../types/construct';
import { convertToArray } from '../types/construct-arrays';
import { saidOfGiven } from '../types/placed';
import { distance, elementCell } from '../values/elements';
import { type Cell, partOf } from '../values/cells';
import { type Arg } from '../values/entities';
import { isTuple } from '../values/inspect';
import { isArray, isList, isVector, targetOf } from '../values/kinds';
import { constVolatile, type Pointed } from '../values/qualifiers';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { copyBytes, setBytes } from './bytes';
import { spanMember } from './spans';

function length(array: ArrayValue): Value {
  return withSign(dyn(array.elements.length, undefined, 64), true);
}

/** Calls a member function of an array; undefined where it has none of this name. `cell` is the variable that holds the
 *  array, if any; `said` is what a pointer into it says of its elements. */
export function arrayMethod(
  m: Machine,
  array: ArrayValue,
  cell: Cell | undefined,
  name: string,
  args: readonly Arg[],
  span: Span,
  said: Pointed = {},
): Value | undefined {
  const n = array.elements.length;
  if (isList(array) && !ofLists.test(name)) return undefined;
  const placed = array.memory && m.simt && placedMethod(m.simt, array.memory, n, name, args);
  if (placed) return placed;
  switch (name) {
    case 'size':
    case 'max_size':
      return length(array);
    case 'empty':
      return dyn(n === 0 ? 1 : 0);
    case 'data':
    case 'begin':
      return iterator(m, array, cell, 0, said);
    case 'cbegin':
      return iterator(m, array, cell, 0, { constant: true });
    case 'end':
      return iterator(m, array, cell, n, said);
    case 'cend':
      return iterator(m, array, cell, n, { constant: true });
    case 'front':
      return elementAt(m, array, dyn(0), cell?.name ?? 'this', span);
    case 'back':
      return elementAt(m, array, dyn(n - 1), cell?.name ?? 'this', span);
    case 'at':
    case 'operator[]':
      return elementAt(m, array, args[0]?.value ?? dyn(0), cell?.name ?? 'this', span);
    case 'fill':
      return filled(m, array, cell, args[0]?.value, span);
    case 'clear':
      return filled(m, array, cell, dyn(0), span);
    case 'swap':
      return swapped(m, cell, args[0]);
    default:
      if (cell) loseArray(m, cell, say`${cell.name} may be changed by \`${name}\`, which is not known here`, span);
      return undefined;
  }
}

/** Of an array in memory that threads share, what leads to its elements; what else is done to it is not followed. */
function placedMethod(simt: Simt, memory: Pointer, n: number, name: string, args: readonly Arg[]): Value | undefined {
  switch (name) {
    case 'data':
    case 'begin':
    case 'cbegin':
      return memory;
    case 'end':
    case 'cend':
      return advance(memory, dyn(n));
    case 'front':
      return { is: 'element', pointer: memory };
    case 'back':
      return { is: 'element', pointer: advance(memory, dyn(n - 1)) };
    case 'at': {
      const index = args[0]?.value;
      if (index !== undefined && !isTuple(index) && (index.is === 'dynamic' || index.is === 'static'))
        return { is: 'element', pointer: advance(memory, index) };
      break;
    }
    case 'size':
    case 'max_size':
    case 'empty':
      return undefined;
  }
  loseMemory(simt, memory, say`\`${name}\` is not followed`);
  return undefined;
}

/** What the members of a list, and the functions that take one, do not change. */
const ofLists = /^(size|empty|data|c?begin|c?end)$/;

function iterator(m: Machine, array: ArrayValue, cell: Cell | undefined, index: number, said: Pointed): Value {
  const isConstant = isList(array) || array.constant === true;
  const qualifiers: Pointed = isConstant ? { constant: true } : said;
  if (cell) return addressOfPart(m, partOf(cell, index), qualifiers);
  const element = { is: 'pointer', space: 'generic', element: array.element, offset: dyn(index) } as const;
  return { ...element, ...constVolatile(qualifiers) };
}

function filled(m: Machine, array: ArrayValue, cell: Cell | undefined, value: Value | undefined, span: Span): Value {
  const element = value === undefined ? construct(m, array.element, [], span) : convert(m, value, array.element);
  if (cell) m.write(cell, { ...array, elements: array.elements.map(() => element) });
  return { is: 'void' };
}

function swapped(m: Machine, cell: Cell | undefined, other: Arg | undefined): Value {
  const [a, b] = [cell?.read(), other?.cell?.read()];
  if (cell && a !== undefined) m.write(cell, b ?? other?.value ?? unknown('input', say`${cell.name} is swapped`));
  if (other?.cell && a !== undefined) m.write(other.cell, a);
  return { is: 'void' };
}

type Function = (m: Machine, args: readonly Arg[], span: Span) => Value | undefined;

/** The array that an argument passes, and the cell that holds it. A C array is passed as a pointer to its first
 *  element. */
function arrayArgument(
  arg: Arg | undefined,
): { readonly array: ArrayValue; readonly cell: Cell | undefined } | undefined {
  const held = arg?.cell?.read() ?? arg?.value;
  return held !== undefined && isArray(held) ? { array: held, cell: arg?.cell } : undefined;
}

function member(name: string): Function {
  return (m, [first, ...rest], span) => {
    const given = arrayArgument(first);
    if (given) return arrayMethod(m, given.array, given.cell, name, rest, span, first && saidOfGiven(m, first));
    const held = first?.cell?.read() ?? first?.value;
    const answer = held && vectorAnswer(m, held, first?.cell, name, span);
    if (answer) return pointingAs(answer, held, name, first && saidOfGiven(m, first));
    return lookupBuiltins(name).length > 0
      ? undefined
      : unknown('unsupported', say`\`${name}\` of this type is not modelled`, span, [name]);
  };
}

function vectorAnswer(m: Machine, held: Value, cell: Cell | undefined, name: string, span: Span): Value | undefined {
  if (!isVector(held)) return undefined;
  return spanMember(m, held, name, [], [], span) ?? vectorMember(m, held, cell, name, [], span);
}

/** `std::size(a)`, `std::empty(a)`: CuTe's functions of these names are others. */
function measured(name: 'size' | 'empty'): Function {
  return (m, [first], span) => {
    const given = arrayArgument(first);
    if (given) return arrayMethod(m, given.array, given.cell, name, [], span);
    const held = first?.cell?.read() ?? first?.value;
    const length =
      held && !isTuple(held) && held.is === 'pointer' ? asNumber(held.length ?? { is: 'void' }) : undefined;
    if (length !== undefined) return name === 'empty' ? dyn(0) : withSign(dyn(length, undefined, 64), true);
    const answer = held && vectorAnswer(m, held, first?.cell, name, span);
    return answer ?? unknown('unsupported', say`\`${name}\` of this type is not modelled`, span, [name]);
  };
}

/** A function that writes through the addresses passed to it and calls the functions passed to it: what they can change
 *  is lost. */
function writes(name: string): Function {
  return (m, args, span) => {
    loseCaptured(m, name, args);
    for (const { value } of args) {
      const target = targetOf(value);
      if (target?.kind === 'address') loseCell(m, target.cell, say`${target.cell.name} is set by \`${name}\``, span);
    }
    return { is: 'void' };
  };
}

/** `fill(a, x)` of CuTe, `std::fill(begin, end, x)`. */
const fill: Function = (m, args, span) => {
  const whole = arrayArgument(args[0]);
  if (args.length === 2)
    return (whole && arrayMethod(m, whole.array, whole.cell, 'fill', args.slice(1), span)) ?? { is: 'void' };
  const [from, to, value] = args;
  const first = from && elementCell(from.value, 0);
  const last = to && elementCell(to.value, 0);
  if (
    !first?.whole ||
    first.whole !== last?.whole ||
    first.index === undefined ||
    last.index === undefined ||
    value === undefined
  )
    return writes('fill')(m, args, span);
  const array = first.whole.read();
  if (!isArray(array)) return { is: 'void' };
  const element = convert(m, value.value, array.element);
  const [begin, end] = [first.index, last.index];
  m.write(first.whole, {
    ...array,
    elements: array.elements.map((held, i) => (i >= begin && i < end ? element : held)),
  });
  return { is: 'void' };
};

/** `std::copy(begin, end, to)`; undefined for CuTe's. */
const copy: Function = (m, args, span) => {
  const [from, to, into] = args.map((arg) => elementCell(arg.value, 0));
  if (args.length !== 3 || !into?.whole || into.index === undefined) return undefined;
  const array = into.whole.read();
  const count = args[0] && args[1] && distance(args[1].value, args[0].value);
  const source = from?.whole?.read();
  const given =
    source === undefined ? undefined : isTuple(source) ? source : isArray(source) ? source.elements : undefined;
  if (
    !to ||
    !given ||
    from?.index === undefined ||
    count === undefined ||
    !isArray(array) ||
    into.index + count > array.elements.length
  )
    return writes('copy')(m, args, span);
  const [first, start] = [from.index, into.index];
  m.write(into.whole, {
    ...array,
    elements: array.elements.map((held, i) =>
      i >= start && i < start + count ? convert(m, given[first + i - start] ?? held, array.element) : held,
    ),
  });
  return { is: 'void' };
};

/** `cute::reverse` of an array is an array. */
const reverse: Function = (m, [first], span) => {
  const given = first && isArray(first.value) ? first.value : undefined;
  return given && convertToArray(m, { ...given, elements: [...given.elements].reverse() }, given, span);
};

const functions = new Map<string, Function>([
  ...['begin', 'end', 'cbegin', 'cend', 'data', 'clear'].map((name) => [name, member(name)] as const),
  ['std::size', measured('size')],
  ['std::empty', measured('empty')],
  ['fill', fill],
  ['copy', copy],
  ['reverse', reverse],
  ['memset', setBytes],
  ['memcpy', copyBytes],
  ['memmove', copyBytes],
  ...['generate', 'iota', 'copy_n', 'fill_n', 'sort', 'scanf', 'snprintf', 'sprintf'].map(
    (name) => [name, writes(name)] as const,
  ),
]);

/** The function of this name on arrays, if there is one. It returns undefined where the builtin of that name
 *  applies. */
export function arrayFunction(name: string): Function | undefined {
  return functions.get(name);
}

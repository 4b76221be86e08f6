// Describes a value in a few words, and its modes as rows. Knows the kinds of values, but not where a value comes from.
import { say } from '../base/say';
import { cosize, size } from '../algebra/index';
import { unlessRefused } from '../algebra/errors';
import type { Int, IntTuple, Static } from '../algebra/leaf';
import type { ComposedLayout, Layout, Swizzle } from '../algebra/types';
import { printValue, spellType } from '../values/print';
import { isTuple } from '../values/convert';
import type { MemorySpace, Tensor, Value } from '../values/value';
import { code, plain, term, type Inline } from './blocks';
import { describeTile } from './cutile/describe';

export const spaces: Readonly<Record<MemorySpace, string>> = {
  get gmem() {
    return say`global memory`;
  },
  get smem() {
    return say`shared memory`;
  },
  get rmem() {
    return say`registers`;
  },
  get tmem() {
    return say`tensor memory`;
  },
  get generic() {
    return say`memory`;
  },
  get counting() {
    return say`counting iterator`;
  },
  get coordinates() {
    return say`coordinates`;
  },
  get descriptor() {
    return say`shared-memory descriptors`;
  },
};

/** The kind of value in a few words: `tensor in shared memory of half_t`. */
export function describe(value: Value): Inline[] {
  if (isTuple(value)) return [plain(say`tuple of rank ${value.length}`)];
  switch (value.is) {
    case 'tensor':
      return describeTensor(value);
    case 'pointer':
      return [plain(say`pointer into ${spaces[value.space]} to `), code(spellType(value.element))];
    case 'type':
      return [plain(say`type · `), ...describe(value.of)];
    case 'static':
      return [term(say`static integer`, 'static-integer'), plain(' '), code(spellStatic(value))];
    case 'dynamic':
      return [plain(value.bits === 64 ? say`run-time integer, 64 bits` : say`run-time integer`)];
    case 'basis':
      return [plain(say`scaled basis vector`)];
    case 'layout':
      return [term(say`layout`, 'layout')];
    case 'composed':
      return [plain(say`composed layout`)];
    case 'swizzle':
      return [term(say`swizzle`, 'swizzle'), plain(bitsOf(value))];
    case 'mixed-bits':
    case 'smem-ptr-flag':
      return [plain(say`offset of a swizzled layout`)];
    case 'tiled-mma':
      return [plain(say`tiled MMA · `), code(value.atom.op)];
    case 'tiled-copy':
      return [plain(say`tiled copy · `), code(value.atom.op)];
    case 'thr-mma':
      return [plain(say`one thread of a tiled MMA · `), code(value.mma.atom.op)];
    case 'thr-copy':
      return [plain(say`one thread of a tiled copy · `), code(value.copy.atom.op)];
    case 'mma-atom':
      return [plain(value.traits ? say`MMA traits · ` : say`MMA atom · `), code(value.op)];
    case 'copy-atom':
      return [plain(say`copy atom · `), code(value.op)];
    case 'scalar':
      return [code(value.type)];
    case 'element':
      return [plain(say`an element of a tensor`)];
    case 'tag':
    case 'struct':
    case 'callable':
      return [code(value.name)];
    case 'function-type':
    case 'member-pointer':
      return [code(spellType(value))];
    case 'array':
      return [plain(say`array of ${value.elements.length} `), code(spellType(value.element))];
    case 'tile-tensor':
    case 'tile-partition':
    case 'tile':
    case 'tile-launch':
      return describeTile(value);
    case 'text':
    case 'void':
    case 'underscore':
    case 'unknown':
      return [plain(value.is === 'unknown' ? say`unknown` : value.is)];
  }
}

/** `: bits 7 to 9 of an offset are combined into bits 4 to 6 by exclusive or`. */
function bitsOf({ bits, base, shift }: Swizzle): string {
  if (bits === 0) return say`: offsets stay as they are`;
  const range = (low: number): string => (bits === 1 ? say`bit ${low}` : say`bits ${low} to ${low + bits - 1}`);
  const [from, to] = [range(base + Math.max(0, shift)), range(base - Math.min(0, shift))];
  return say`: ${from} of an offset combined into ${to} by exclusive or`;
}

/** `Int<128>`, `C<5u>` by its type where it is not an `int`. */
function spellStatic({ n, type }: Static): string {
  if (type === 'bool') return n === 0 ? 'false_type' : 'true_type';
  return type === undefined || type === 'int' ? `Int<${n}>` : `integral_constant<${type}, ${n}>`;
}

function describeTensor({ data, owning }: Tensor): Inline[] {
  if (data.space === 'coordinates') return [plain(say`tensor of coordinates`)];
  if (data.space === 'counting') return [plain(say`tensor of counted integers`)];
  const space = owning ? spaces.rmem : spaces[data.space];
  return [plain(say`tensor in ${space} of `), code(spellType(data.element))];
}

/** ` · size 128 · cosize 256`, both in elements; empty where a value has none, or a type does not determine it. */
export function sizes(value: Value): Inline[] {
  const layout = layoutOf(value);
  if (!layout) return [];
  const parts = [`size ${orUnknown(() => size(layout))}`];
  const isAffine = layout.is === 'layout';
  const isCoordinates = !isTuple(value) && value.is === 'tensor' && value.data.space === 'coordinates';
  if (isAffine && !isCoordinates) parts.push(`cosize ${orUnknown(() => cosize(layout))}`);
  return parts.filter((part) => !part.endsWith(' int')).map((part) => plain(` · ${part}`));
}

export interface ModeRow {
  readonly size: string;
  readonly shape: string;
  readonly stride: string;
}

/** One row for each top-level mode of a layout or tensor. For a composed layout these are the modes of its domain. */
export function modesOf(value: Value): readonly ModeRow[] {
  const layout = layoutOf(value);
  const plainLayout = layout && domain(layout);
  if (!plainLayout) return [];
  const [shapes, strides] = [modes(plainLayout.shape), modes(plainLayout.stride)];
  return shapes.map((shape, at) => ({
    size: orUnknown(() => size(shape)),
    shape: printValue(shape),
    stride: printValue(strides[at] ?? []),
  }));
}

const modes = (t: IntTuple): readonly IntTuple[] => (isTuple(t) ? t : [t]);

function domain(layout: Layout | ComposedLayout): Layout | undefined {
  if (layout.is === 'layout') return layout;
  return layout.b.is === 'swizzle' ? undefined : domain(layout.b);
}

function layoutOf(value: Value): Layout | ComposedLayout | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'tensor') return value.layout;
  return value.is === 'layout' || value.is === 'composed' ? value : undefined;
}

/** The number without the underscore of static integers; the shape beside it shows whether it is static. */
function orUnknown(compute: () => Int): string {
  return unlessRefused(
    () => printValue(compute()).replace(/^_/, ''),
    () => say`not known`,
  );
}

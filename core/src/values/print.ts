// What `cute::print` writes for every kind of value, character for character, and the shorter text that the command
// line shows. An address is not known without running the program: a pointer prints the name of its base, or an
// ellipsis.
import { known } from '../algebra/errors';
import { print } from '../algebra/index';
import { never } from '../base/assert';
import { isPacked, tmemAddress } from './pointer';
import { isTuple } from './kind';
import { printTile } from './print-tile';
import { isRatio, isSparse } from './sparse';
import { isIntegerType, isScalar, sizeofBits } from './scalars';
import type { ArrayValue, CopyAtom, MmaAtom, Pointer, Scalar, Tag, Tensor, TiledCopy, TiledMma, Value } from './value';

/** What `cute::print(value)` writes, character for character; text of several lines ends with a newline, as CuTe's
 *  does. A value that CuTe cannot print (a type, a tag, a struct) gives its C++ name. */
export function printValue(value: Value): string {
  if (isTuple(value)) return `(${value.map(printValue).join(',')})`;
  switch (value.is) {
    case 'static':
    case 'dynamic':
    case 'basis':
    case 'underscore':
    case 'layout':
    case 'composed':
    case 'swizzle':
    case 'mixed-bits':
    case 'smem-ptr-flag':
      return print(value);
    case 'scalar':
      return printScalar(value);
    case 'text':
      return value.text;
    case 'pointer':
      return printPointer(value);
    case 'element':
      return spellType(value.pointer.element);
    case 'tensor':
      return `${printPointer(value.data)} o ${print(value.layout)}`;
    case 'mma-atom':
      return value.traits ? spellType(value) : printMmaAtom(value);
    case 'copy-atom':
      return printCopyAtom(value);
    case 'tiled-mma':
      return printTiledMma(value);
    case 'tiled-copy':
      return printTiledCopy(value);
    case 'thr-mma':
      return `ThrMMA\n  Thr VMNK: ${print(value.vmnk)}\n${printTiledMma(value.mma)}`;
    case 'thr-copy':
      return `ThrCopy\n  ThrIdx: ${print(value.index)}\n${printTiledCopy(value.copy)}`;
    case 'tag':
      return spellTag(value);
    case 'array':
      // The type of lists has no elements.
      return value.of === 'list' && value.elements.length === 0 ? spellArray(value) : printValue(value.elements);
    case 'type':
      return spellType(value.of);
    case 'function-type':
    case 'member-pointer':
      return spellType(value);
    case 'struct':
      return value.name;
    case 'callable':
      return value.name;
    case 'void':
      return 'void';
    case 'unknown':
      return '?';
    case 'tile-tensor':
    case 'tile-partition':
    case 'tile':
    case 'tile-launch':
      return printTile(value, spellType);
    default:
      return never(value);
  }
}

/** The text of a fact: the layout of a tensor, and `printValue` without the last newline for other values. */
export function factText(value: Value): string {
  if (!isTuple(value) && value.is === 'tensor') return print(value.layout);
  return printValue(value).replace(/\n$/, '');
}

/** What `cute::print` writes for a tensor, but for the address, which only a run has: the kind of its pointer with its
 *  swizzle, and the layout. `Sw<3,4,3>_smem_ptr[16b] o ((_8,_8),_64):((_64,_512),_1)`. Coordinates are no address and
 *  stay; where the size of the elements is not known, the layout stands alone. */
export function tensorText({ data, layout }: Tensor): string {
  if (data.space === 'coordinates' || data.space === 'counting') return `${printPointer(data)} o ${print(layout)}`;
  const pointer = pointerText(data);
  return pointer === undefined ? print(layout) : `${pointer} o ${print(layout)}`;
}

/** What CuTe prints of a pointer before its address; undefined where the size of the elements is not known. */
export function pointerText(pointer: Pointer): string | undefined {
  const isSized =
    ['coordinates', 'counting', 'descriptor'].includes(pointer.space) ||
    known(() => sizeofBits(pointer.element)) !== undefined;
  return isSized ? pointerKind(pointer) : undefined;
}

/** The text of a value where there is little room: the layout of a tensor, with its pointer only where that swizzles.
 *  */
export function shortText(value: Value): string {
  return !isTuple(value) && value.is === 'tensor' && value.data.swizzle ? tensorText(value) : factText(value);
}

/** The kinds the command line reports. */
export type FactKind =
  | 'tensor'
  | 'layout'
  | 'int'
  | 'tuple'
  | 'array'
  | 'tiled'
  | 'atom'
  | 'swizzle'
  | 'pointer'
  | 'scalar'
  | 'text'
  | 'type'
  | 'tag'
  | 'struct'
  | 'function'
  | 'void'
  | 'unknown'
  | 'partition'
  | 'tile'
  | 'launch';

export function kindOf(value: Value): FactKind {
  if (isTuple(value)) return 'tuple';
  switch (value.is) {
    case 'static':
    case 'dynamic':
    case 'basis':
    case 'underscore':
    case 'mixed-bits':
    case 'smem-ptr-flag':
      return 'int';
    case 'layout':
    case 'composed':
      return 'layout';
    case 'tiled-mma':
    case 'tiled-copy':
    case 'thr-mma':
    case 'thr-copy':
      return 'tiled';
    case 'mma-atom':
    case 'copy-atom':
      return 'atom';
    case 'callable':
    case 'function-type':
      return 'function';
    case 'member-pointer':
      return 'pointer';
    case 'element':
      return 'scalar';
    case 'tile-tensor':
      return 'tensor';
    case 'tile-partition':
      return 'partition';
    case 'tile-launch':
      return 'launch';
    default:
      return value.is;
  }
}

/** The C++ spelling of the type whose example is given: `float`, `_8`, `Layout<…>` as its printed form. */
export function spellType(example: Value): string {
  if (isTuple(example)) return `tuple<${example.map(spellType).join(',')}>`;
  switch (example.is) {
    case 'scalar':
      return example.type;
    case 'dynamic':
      return (
        (typeof example.narrow === 'object' ? example.narrow.name : example.narrow) ??
        (example.bits === 64 ? 'int64_t' : 'int')
      );
    case 'tag':
      return spellTag(example);
    case 'array':
      return spellArray(example);
    case 'function-type':
      return `${spellType(example.returns)}(${example.params.map(spellType).join(', ')})`;
    case 'member-pointer':
      return `${spellType(example.member)} ${spellType(example.of)}::*`;
    case 'type':
      return spellType(example.of);
    case 'pointer':
      return example.space === 'generic' || example.space === 'rmem'
        ? `${spellType(example.element)}*`
        : printPointer(example);
    case 'tensor':
      return `Tensor ${print(example.layout)}`;
    case 'mma-atom':
      return `${example.traits ? 'MMA_Traits' : 'MMA_Atom'}<${example.op}>`;
    case 'copy-atom':
      return `Copy_Atom<${example.op}, ${spellType(example.type)}>`;
    case 'struct':
    case 'callable':
      return example.name;
    case 'text':
      return example.of === undefined ? example.text : `std::${example.of}`;
    default:
      return printValue(example).replace(/\n$/, '');
  }
}

/** `%f` for a float, digits for an integer, the type's name where the number is not known. */
function printScalar(value: Scalar): string {
  if (value.n === undefined) return value.type;
  if (value.type === 'char') return String.fromCharCode(value.n);
  if (isIntegerType(value)) return String(value.n);
  if (!Number.isFinite(value.n)) return Number.isNaN(value.n) ? 'nan' : value.n < 0 ? '-inf' : 'inf';
  return `${Object.is(value.n, -0) ? '-' : ''}${value.n.toFixed(6)}`;
}

export function printPointer(pointer: Pointer): string {
  switch (pointer.space) {
    case 'counting':
      return `${pointerKind(pointer)}(${printOffset(pointer)})`;
    case 'coordinates':
      return `${pointerKind(pointer)}${printOffset(pointer)}`;
    case 'descriptor':
      return pointerKind(pointer);
    case 'tmem':
      return `${pointerKind(pointer)}(${printTmem(pointer)})`;
    default:
      return `${pointerKind(pointer)}(${address(pointer)})`;
  }
}

/** What CuTe prints of a pointer before its address: `Sw<3,4,3>_smem_ptr[16b]`. */
function pointerKind(pointer: Pointer): string {
  if (pointer.transform !== undefined) {
    const { transform: _, ...inner } = pointer;
    return `trans_${pointerKind(inner)}`;
  }
  const bits = (): number | '?' => known(() => sizeofBits(pointer.element)) ?? '?';
  switch (pointer.space) {
    case 'counting':
      return 'counting_iter';
    case 'coordinates':
      return 'ArithTuple';
    case 'descriptor':
      return `${isScalar(pointer.element) ? pointer.element.type : 'GMMA'}::DescriptorIterator`;
    case 'tmem':
      return `tmem_[${bits()}b]`;
    default: {
      const swizzle = pointer.swizzle ? `${print(pointer.swizzle)}_` : '';
      const space = pointer.space === 'gmem' ? 'gmem_' : pointer.space === 'smem' ? 'smem_' : '';
      const size = bits();
      const raw = isPacked(pointer) && size !== '?' && size < 8 && !isSparse(pointer.element) ? 'subptr' : 'ptr';
      const sparse = pointer.sparse === undefined ? '' : `sparse<${pointer.sparse}>_`;
      return `${swizzle}${space}${sparse}${raw}[${size}b]`;
    }
  }
}

function printOffset(pointer: Pointer): string {
  const { offset } = pointer;
  return offset.is === 'unknown' ? '?' : print(offset);
}

/** `A`, `A+96`: the base the program named, and the distance from it in elements. */
function address(pointer: Pointer): string {
  if (pointer.base === undefined) return '...';
  const offset = printOffset(pointer).replace(/^_/, '');
  return offset === '0' ? pointer.base : `${pointer.base}+${offset}`;
}

function printTmem(pointer: Pointer): string {
  const address = tmemAddress(pointer);
  if (address === undefined) return printOffset(pointer);
  const hex = (x: number) => x.toString(16).padStart(4, '0');
  return `0x${hex(address >>> 16)}.${hex(address & 0xffff)}`;
}

function printMmaAtom(atom: MmaAtom): string {
  return lines('MMA_Atom', [
    ['ThrID:      ', print(atom.thrId)],
    ['Shape_MNK:  ', print(atom.shapeMNK)],
    ['LayoutA_TV: ', print(atom.layoutA)],
    ['LayoutB_TV: ', print(atom.layoutB)],
    ['LayoutC_TV: ', print(atom.layoutC)],
  ]);
}

function printCopyAtom(atom: CopyAtom): string {
  return lines('Copy_Atom', [
    ['ThrID:        ', print(atom.thrId)],
    ['ValLayoutSrc: ', print(atom.layoutSrc)],
    ['ValLayoutDst: ', print(atom.layoutDst)],
    ['ValLayoutRef: ', print(atom.layoutRef)],
    ['ValueType:    ', `${known(() => sizeofBits(atom.type)) ?? 0}b`],
  ]);
}

function printTiledMma(mma: TiledMma): string {
  const head = lines('TiledMMA', [
    ['ThrLayoutVMNK:  ', print(mma.thrLayoutVMNK)],
    ['PermutationMNK: ', printValue(mma.permutationMNK)],
  ]);
  return head + printMmaAtom(mma.atom);
}

function printTiledCopy(copy: TiledCopy): string {
  const head = lines('TiledCopy', [
    ['Tiler_MN:       ', printValue(copy.tilerMN)],
    ['TiledLayout_TV: ', print(copy.layoutTV)],
  ]);
  return head + printCopyAtom(copy.atom);
}

function lines(title: string, rows: readonly (readonly [string, string])[]): string {
  return `${title}\n${rows.map(([label, text]) => `  ${label}${text}\n`).join('')}`;
}

function spellArray({ of, element, elements: { length } }: ArrayValue): string {
  if (of === 'list') return `std::initializer_list<${spellType(element)}>`;
  return of === 'c' ? `${spellType(element)}[${length}]` : `${of}::array<${spellType(element)},${length}>`;
}

function spellTag(tag: Tag): string {
  if (isRatio(tag)) return tag.args.map((part) => print(part)).join('/');
  return tag.args.length === 0 ? tag.name : `${tag.name}<${tag.args.map(spellType).join(',')}>`;
}

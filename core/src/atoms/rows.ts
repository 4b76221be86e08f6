// The columns of the atom tables, and their reader. Rows keep layouts as CuTe prints them, and they are parsed when
// first used. Knows no architecture and no operation by name.
import { isIntTuple, parse } from '../algebra/index';
import type { IntTuple } from '../algebra/leaf';
import type { Layout } from '../algebra/types';
import { invariant } from '../base/assert';

/** name; value types D,A,B,C; shape (M,N,K); ThrID; A, B and C as (thread,value) → coordinate layouts. */
export type MmaRow = readonly [
  op: string,
  types: string,
  shapeMNK: string,
  thrId: string,
  a: string,
  b: string,
  c: string,
];

/** name; ThrID; (thread,value) → bit layouts of source, destination and reference. */
export type CopyRow = readonly [op: string, thrId: string, src: string, dst: string, ref: string];

/** Value types of an MMA operation, as CUTLASS spells them. */
export interface MmaTraits {
  readonly types: readonly [d: string, a: string, b: string, c: string];
  readonly shapeMNK: IntTuple;
  readonly thrId: Layout;
  readonly layoutA: Layout;
  readonly layoutB: Layout;
  readonly layoutC: Layout;
  /** Fragment types that are not register arrays: `GMMA::smem_desc`. */
  readonly fragments?: { readonly a?: string; readonly b?: string; readonly c?: string };
  /** Members that only some traits have, as text: `ELayout`, `ValTypeE`, `SFVecSize`. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Bit layouts of a copy operation. Units: bits. */
export interface CopyTraits {
  readonly thrId: Layout;
  readonly src: Layout;
  readonly dst: Layout;
  readonly ref: Layout;
}

const layouts = new Map<string, Layout>();

/** The layout a row spells, `(_4,_8):(_1,_4)`. */
export function layoutOf(text: string): Layout {
  const known = layouts.get(text);
  if (known) return known;
  const layout = parse(text);
  invariant(layout.is === 'layout', `${text} is not a layout`);
  layouts.set(text, layout);
  return layout;
}

export function shapeOf(text: string): IntTuple {
  const shape = parse(text);
  invariant(isIntTuple(shape), `${text} is not a shape`);
  return shape;
}

export function mmaTraitsOf([, types, shape, thrId, a, b, c]: MmaRow): MmaTraits {
  const [td = '', ta = '', tb = '', tc = ''] = types.split(',');
  return {
    types: [td, ta, tb, tc],
    shapeMNK: shapeOf(shape),
    thrId: layoutOf(thrId),
    layoutA: layoutOf(a),
    layoutB: layoutOf(b),
    layoutC: layoutOf(c),
  };
}

export function copyTraitsOf([, thrId, src, dst, ref]: CopyRow): CopyTraits {
  return { thrId: layoutOf(thrId), src: layoutOf(src), dst: layoutOf(dst), ref: layoutOf(ref) };
}

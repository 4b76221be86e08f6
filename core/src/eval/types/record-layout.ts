// Where the parts of a class lie, by the Itanium C++ ABI (2.4): empty bases and members, tail padding of bases that is
// used again, bit-fields, packing, unions. Bytes and bits only: knows no declaration and evaluates nothing.

/** How a type lies in memory: bytes, and bits for what is narrower. */
export interface Extent {
  readonly bits: number;
  /** Alignment in bits. */
  readonly align: number;
  /** What the declaration of a member asks for, which packing does not take away. */
  readonly asked?: number;
  /** The declaration of a member has the attribute `packed`: its type asks for no alignment. */
  readonly packed?: true;
  readonly empty?: boolean;
  /** Of a class whose tail padding its bases and overlapping members may use: the bits that it fills. */
  readonly filled?: number;
  /** Whether its tail padding may be used depends on the compiler or on the version of the language. */
  readonly open?: true;
  /** The empty classes in it, which must not lie where another one of the same class lies, and at which byte. */
  readonly empties?: readonly EmptyPart[];
}

export interface EmptyPart {
  readonly of: unknown;
  readonly at: number;
}

/** A base or a member, in order. */
export type Part =
  | { readonly is: 'base' | 'member' | 'overlapping'; readonly extent: Extent }
  | { readonly is: 'bits'; readonly width: number; readonly of: Extent; readonly named: boolean };

/** What a class asks for as a whole. */
export interface Whole {
  /** Identity of the class. */
  readonly of: unknown;
  readonly isUnion: boolean;
  /** It holds a pointer to virtual functions that no base holds for it. */
  readonly pointer: boolean;
  /** `packed`, `#pragma pack(n)`: the most alignment of a member, in bytes. */
  readonly pack?: number;
  /** The attribute: bases keep their alignment. */
  readonly packed?: true;
  /** `alignas`, in bits. */
  readonly asked: number;
  /** A POD: nobody uses its tail padding. Undefined where compilers or versions of the language differ. */
  readonly isPod: boolean | undefined;
}

const up = (n: number, to: number): number => Math.ceil(n / to) * to;

/** Lays the parts out one after the other. */
export function layOut(parts: readonly Part[], whole: Whole): Extent {
  const laying = new Laying(whole);
  for (const part of parts) laying.add(part);
  return laying.end(parts);
}

/** Where each part begins, in bits; undefined for a bit-field. */
export function placesOfParts(parts: readonly Part[], whole: Whole): readonly (number | undefined)[] {
  const laying = new Laying(whole);
  return parts.map((part) => laying.add(part));
}

class Laying {
  /** Bits that are filled so far, and bits that parts reach to. */
  private filled: number;
  private reach: number;
  private align: number;
  private readonly empties: EmptyPart[] = [];

  constructor(private readonly whole: Whole) {
    this.filled = this.reach = whole.pointer ? 64 : 0;
    this.align = whole.pointer ? this.most(64) : 8;
  }

  /** Where it begins, in bits; undefined for a bit-field. */
  add(part: Part): number | undefined {
    if (part.is !== 'bits')
      return this.addPart(part.extent, part.is !== 'member', part.is === 'base' && this.whole.packed === true);
    this.addBits(part.width, part.of, part.named);
    return undefined;
  }

  private most(align: number): number {
    return this.whole.pack === undefined ? align : Math.min(align, 8 * this.whole.pack);
  }

  private addPart(extent: Extent, overlaps: boolean, keeps: boolean): number {
    const align = extent.packed
      ? (extent.asked ?? 8)
      : Math.max(keeps ? extent.align : this.most(extent.align), extent.asked ?? 0);
    this.align = Math.max(this.align, align);
    const free = up(this.filled, 8);
    let at = this.whole.isUnion || (extent.empty && overlaps) ? 0 : up(free, align);
    if (this.collides(extent, at)) {
      at = up(free, align);
      while (this.collides(extent, at)) at += align;
    }
    for (const { of, at: inner } of extent.empties ?? []) this.empties.push({ of, at: at / 8 + inner });
    const size = up(extent.bits, 8);
    const isPart = overlaps && !extent.empty;
    this.reach = Math.max(this.reach, at + (isPart ? up(extent.filled ?? size, 8) : size));
    if (extent.empty && overlaps) return at;
    this.filled = Math.max(this.filled, at + (overlaps ? up(extent.filled ?? size, 8) : size));
    return at;
  }

  private collides(extent: Extent, at: number): boolean {
    if (this.whole.isUnion) return false;
    return (extent.empties ?? []).some(({ of, at: inner }) =>
      this.empties.some((other) => other.of === of && other.at === at / 8 + inner),
    );
  }

  private addBits(width: number, of: Extent, named: boolean): void {
    const unit = up(of.bits, 8);
    const align = of.packed ? (of.asked ?? 8) : this.most(of.align);
    if (named) this.align = Math.max(this.align, align);
    if (this.whole.isUnion) {
      this.filled = Math.max(this.filled, width);
    } else if (width === 0) {
      this.filled = up(this.filled, of.align);
    } else {
      const isSplit = Math.floor(this.filled / unit) !== Math.floor((this.filled + width - 1) / unit);
      if (isSplit && this.whole.pack === undefined && !of.packed) this.filled = up(this.filled, align);
      this.filled += width;
    }
    this.reach = Math.max(this.reach, up(this.filled, 8));
  }

  end(parts: readonly Part[]): Extent {
    const align = Math.max(this.align, this.whole.asked);
    const isEmpty =
      !this.whole.pointer &&
      parts.every((part) => (part.is === 'bits' ? part.width === 0 : part.is !== 'member' && part.extent.empty));
    const bits = up(Math.max(this.reach, this.filled, 8), align);
    const empties = isEmpty ? [{ of: this.whole.of, at: 0 }, ...this.empties] : this.empties;
    return {
      bits,
      align,
      ...(isEmpty && { empty: true }),
      ...(this.whole.isPod === undefined && { open: true }),
      ...(!this.whole.isPod && { filled: up(Math.max(this.filled, isEmpty ? 0 : this.reach), 8) }),
      ...(empties.length > 0 && { empties }),
    };
  }
}

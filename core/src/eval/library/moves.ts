// How many elements one instruction of a copy reads and writes, which of them, and in which order.
import { unlessRefused } from '../../algebra/errors';
import { number, size } from '../../algebra/index';
import { addressing, assignment, type Addressing } from '../../atoms/copy_addressing';
import { copyVector, inVectors } from '../../values/copy_width';
import type { CopyAtom, Tensor } from '../../values/value';

/** How a copy moves its elements. */
export interface Move {
  readonly from: Addressing | undefined;
  readonly to: Addressing | undefined;
  /** Elements that one instruction moves for a thread. */
  readonly reads: number;
  readonly writes: number;
  /** Source and destination in the order in which their elements are moved, where that is another. */
  readonly tensors?: readonly [Tensor, Tensor];
}

/** A copy that chooses its width itself. */
export function byElements(source: Tensor, destination: Tensor, mostBits: number | undefined): Move {
  const [vector, tensors] = unlessRefused(
    (): readonly [number, readonly [Tensor, Tensor]] => {
      const elements = copyVector(source, destination, mostBits);
      return [elements, inVectors(source, destination, elements)];
    },
    (): readonly [number, readonly [Tensor, Tensor]] => [1, [source, destination]],
  );
  return { from: assignment.S, to: assignment.D, reads: vector, writes: vector, tensors };
}

/** A copy by an atom. */
export function moved(atom: CopyAtom, source: Tensor, destination: Tensor): Move {
  const values = (layout: CopyAtom['layoutSrc']): number =>
    unlessRefused(
      () => number(size(layout, 1)),
      () => 1,
    );
  return {
    from: addressing(atom.op, 'S') ?? (isRegister(source) ? assignment.S : undefined),
    to: addressing(atom.op, 'D') ?? (isRegister(destination) ? assignment.D : undefined),
    reads: values(atom.layoutSrc),
    writes: values(atom.layoutDst),
  };
}

export function isRegister({ data }: Tensor): boolean {
  return data.space === 'rmem';
}

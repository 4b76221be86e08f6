// The families of tensors and atoms, in the order in which docs list them.
import { isTuple } from '../../values/convert';
import type { Single, Value } from '../../values/value';
import { algorithms } from './algorithms';
import { copyAtoms, copyOperations } from './copy_atom';
import { gmma } from './gmma';
import { mmaAtoms } from './mma_atom';
import { mmaOperations } from './mma_operations';
import { arrays, constructPointer, pointers } from './pointer';
import { tensors } from './tensor';
import { tensorMethods } from './tensor_algebra';
import { tma } from './tma';
import { tmaIm2col } from './tma_im2col';
import { fragments } from './fragments';
import { umma } from './umma';
import type { Family } from '../registry';

export const tensorFamilies: readonly Family[] = [
  pointers,
  arrays,
  tensors,
  tensorMethods,
  mmaOperations,
  mmaAtoms,
  copyOperations,
  copyAtoms,
  gmma,
  umma,
  tma,
  tmaIm2col,
  algorithms,
  fragments,
];

/** How `T{args}` and `T(args)` are made, T given by its example, for the classes of these families; undefined for
 *  other classes. The function that is returned may throw AlgebraError. */
export function constructTensorClass(example: Value, args: readonly Value[]): (() => Value) | undefined {
  const pointer = constructPointer(example, args);
  if (pointer) return pointer;
  if (isTuple(example)) return undefined;
  switch (example.is) {
    case 'tag':
    case 'mma-atom':
    case 'copy-atom':
    case 'tiled-copy':
    case 'thr-mma':
    case 'thr-copy':
      return () => sameKind(example, args) ?? example;
    case 'tiled-mma':
      return () => sameKind(example, args) ?? example;
    default:
      return undefined;
  }
}

/** The argument of a copy constructor: the only argument, where it is of the same kind. */
function sameKind(example: Single, args: readonly Value[]): Value | undefined {
  const [only] = args;
  return args.length === 1 && only?.is === example.is ? only : undefined;
}

export { callWithCoords as callTensor, indexWithCoords as indexTensor } from './tensor';
export { liftFamily, liftToTensor } from './tensor_algebra';

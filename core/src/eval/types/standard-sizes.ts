// How `std::tuple` and `std::pair` of libstdc++ lie in memory: a tuple is derived from what holds its later elements
// and from what holds its first one; an empty element takes no room unless another of its type lies there.
import { elementTypes, standardTupleOf } from '../../values/standard-tuples';
import type { Value } from '../../values/value';
import { identityKey } from '../values/type-key';
import { type Extent, layOut, type Part } from './record-layout';

const reference: Extent = { bits: 64, align: 64 };

/** An empty class of the library, which must not lie where another one of its type lies. */
export function withIdentity(extent: Extent, example: Value): Extent {
  return extent.empty && !extent.empties ? { ...extent, empties: [{ of: identityKey(example), at: 0 }] } : extent;
}

/** The size of a standard tuple or pair; undefined where that of an element is not known. `sizeOf` answers for the
 *  elements. */
export function sizeOfStandard(
  tuple: readonly Value[],
  sizeOf: (example: Value) => Extent | undefined,
): Extent | undefined {
  const extents: Extent[] = [];
  for (const { of, ref } of elementTypes(tuple)) {
    const extent = ref ? reference : sizeOf(of);
    if (!extent) return undefined;
    extents.push(withIdentity(extent, of));
  }
  const key = identityKey(tuple);
  if (standardTupleOf(tuple) === 'pair')
    return together(
      key,
      extents.map((extent) => ({ is: 'member', extent })),
    );
  return extents.reduceRight<Extent>(
    (rest, extent, i) => {
      const is = extent.empty ? ('overlapping' as const) : ('member' as const);
      const head = together(`${key} head ${i}`, [{ is, extent }]);
      const parts = i === extents.length - 1 ? [head] : [rest, head];
      return together(
        `${key} from ${i}`,
        parts.map((part) => ({ is: 'base', extent: part })),
      );
    },
    together(key, []),
  );
}

function together(of: string, parts: readonly Part[]): Extent {
  return layOut(parts, { of, isUnion: false, pointer: false, asked: 0, isPod: false });
}

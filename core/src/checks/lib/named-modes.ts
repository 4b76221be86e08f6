// Which names of a comment stand for which modes of a shape, judged by the comments elsewhere that agree with their
// values. Answers only where one way alone is possible.
import { print } from '../../algebra/index';
import { isTuple, type IntTuple } from '../../algebra/leaf';
import { elementAt } from '../../base/assert';
import type { WrittenTuple } from '../../text/comments';

/** The modes that names stand for elsewhere, as CuTe prints them. */
export type KnownNames = ReadonlyMap<string, ReadonlySet<string>>;

export function knownNames(
  agreed: readonly { readonly parts: readonly WrittenTuple[]; readonly shape: IntTuple }[],
): KnownNames {
  const known = new Map<string, Set<string>>();
  for (const { parts, shape } of agreed) {
    if (!isTuple(shape)) continue;
    parts.forEach(({ text }, i) => {
      const mode = print(elementAt(shape, i));
      known.set(text, (known.get(text) ?? new Set()).add(mode));
    });
  }
  return known;
}

/** The most modes of which all ways to choose some are tried. */
const most = 10;

/** The shape in the names of a comment of another rank: names that stand for no mode are left out, modes without a
 *  name are numbers. Undefined unless every name that stays is known, and one way alone fits. */
export function alignment(
  known: KnownNames,
  names: readonly WrittenTuple[],
  shape: readonly IntTuple[],
): string | undefined {
  const count = Math.min(names.length, shape.length);
  if (Math.max(names.length, shape.length) > most) return undefined;
  const between = names[0] && names[1] && names[1].start > names[0].start + names[0].text.length + 1 ? ', ' : ',';
  const ways = new Set<string>();
  for (const chosen of choices(names.length, count))
    for (const modes of choices(shape.length, count)) {
      const fits = chosen.every((name, i) => {
        const stands = known.get(elementAt(names, name).text);
        return stands?.size === 1 && stands.has(print(elementAt(shape, elementAt(modes, i))));
      });
      if (!fits) continue;
      const nameOf = new Map(modes.map((mode, i) => [mode, elementAt(names, elementAt(chosen, i)).text]));
      ways.add(`(${shape.map((mode, i) => nameOf.get(i) ?? print(mode)).join(between)})`);
    }
  const [only] = ways;
  return ways.size === 1 ? only : undefined;
}

/** All ascending lists of `count` numbers below `n`. */
function choices(n: number, count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  if (count > n) return [];
  return [...choices(n - 1, count), ...choices(n - 1, count - 1).map((some) => [...some, n - 1])];
}

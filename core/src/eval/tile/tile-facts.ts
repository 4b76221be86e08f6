// Filters the facts of a Rust file: only those about tiles are kept, since the rest of the language is not understood.
import { tileCodes } from '../../algebra/errors';
import type { Fact, Refusal } from '../../analysis';
import type { FileId } from '../../base/span';
import type { Value } from '../../values/value';
import { isTuple } from '../values/inspect';

/** The facts that say something of tiles: a Rust file has its own tools for the rest. */
export function withoutForeign(facts: ReadonlyMap<FileId, readonly Fact[]>): ReadonlyMap<FileId, readonly Fact[]> {
  return new Map(
    [...facts].map(([file, all]) => [file, all.filter(({ seen }) => seen.some(({ value }) => !isForeign(value)))]),
  );
}

/** True for a value that the rules of tiles do not concern, such as a device, a stream or an iterator. */
function isForeign(value: Value): boolean {
  if (isTuple(value)) return value.length === 0 || value.some(isForeign);
  const content = value.is === 'type' ? value.of : value;
  if (isTuple(content) || content.is !== 'unknown') return false;
  const { code, rule } = content.cause;
  return rule === undefined ? code !== 'loop' && code !== 'branch' : !isTileRule(rule);
}

function isTileRule(rule: string): boolean {
  return tileCodes.some((code) => code === rule);
}

/** Refusals of cuTile itself. That we do not follow an operand is not the program's fault. */
export function ofTiles(refusals: readonly Refusal[]): readonly Refusal[] {
  return refusals.filter(({ rule }) => isTileRule(rule));
}

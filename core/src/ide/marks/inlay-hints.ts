// Inlay hints: the layout of a declared value, behind the semicolon and a comment that follows it, so that a hint that
// comes or goes moves no text. It is shortened to a width; the hover has the
// whole. There is no hint for an unknown value, nor for a number that is written as a literal.
import { say } from '../../base/say';
import type { Analysis, Fact, Instance, SourceText } from '../../analysis';
import { within } from '../../base/meter';
import type { FileId } from '../../base/span';
import { number, print, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import { tile_size_mnk } from '../../atoms/mma_atom';
import { factText, printValue, shortText } from '../../values/print';
import { declarationAt, endOf } from '../../ir/outline';
import { commentBehind } from '../../text/comments';
import { asIntTuple, isAnyLayout, isTuple } from '../../values/convert';
import type { Value } from '../../values/value';
import { initialiser } from '../derivation';
import { viewOf } from '../fact-at';
import { plainNames } from '../words/plain-names';
import { shorten } from './shorten';

export interface InlayHint {
  /** The place of the hint: behind the declaration, or the comment at the end of its line. */
  readonly offset: number;
  readonly label: string;
  /** The place with the full hover: the declared name. */
  readonly name: number;
}

export interface InlayHintsInput {
  readonly analysis: Analysis;
  readonly file: FileId;
  /** The part of the text for whose names hints are wanted. */
  readonly range: { readonly start: number; readonly end: number };
  readonly active: Instance | undefined;
  readonly textOf: (file: FileId) => string | undefined;
  /** The width of one value in characters. */
  readonly maxLength: number;
}

/** The number of elements that a hint may examine. */
const unitsOfHint = 1 << 16;

const roles: ReadonlySet<Fact['role']> = new Set(['declaration', 'binding', 'alias']);

/** The hints of the names in `range`, in the order of the text. Names whose declarations end at one place share a
 *  hint. */
export function inlayHints(input: InlayHintsInput): readonly InlayHint[] {
  const facts = input.analysis.facts.get(input.file) ?? [];
  const source = input.analysis.sources.get(input.file);
  if (!source) return [];
  const { start, end } = input.range;
  const found = facts
    .filter(({ span, role }) => roles.has(role) && span.start >= start && span.end <= end)
    .flatMap((fact) => {
      const label = within(
        unitsOfHint,
        () => labelOf(fact, input),
        () => say`too large to show`,
      );
      const declaration = label === undefined ? undefined : declarationAt(source, fact.span);
      const end = declaration && endOf(source, declaration);
      const offset = end === undefined ? undefined : behindComment(source, end);
      return label === undefined || offset === undefined ? [] : [{ offset, label, fact }];
    });
  const byOffset = new Map<number, typeof found>();
  for (const hint of found) byOffset.set(hint.offset, [...(byOffset.get(hint.offset) ?? []), hint]);
  return [...byOffset].map(([offset, hints]) => ({
    offset,
    label:
      hints.length === 1
        ? (hints[0]?.label ?? '')
        : hints.map(({ label, fact }) => `${fact.name ?? ''}: ${label}`).join('  '),
    name: hints[0]?.fact.span.start ?? offset,
  }));
}

/** The end of a comment that nothing but blanks separates from an offset, or the offset. */
function behindComment(source: SourceText, offset: number): number {
  const comment = commentBehind(source, offset);
  return comment && source.text.slice(offset, comment.start).trim() === '' ? comment.end : offset;
}

function labelOf(fact: Fact, { analysis, file, active, maxLength }: InlayHintsInput): string | undefined {
  const view = viewOf(fact, analysis, active);
  if (!view) return undefined;
  const { value } = view.lead;
  const shown = !isTuple(value) && value.is === 'type' ? value.of : value;
  const text = summary(shown, () => initialiser(fact, value, analysis, file)?.why?.source !== undefined);
  if (text === undefined) return undefined;
  const others = view.more.length;
  return `${shorten(plainNames(text), maxLength)}${others === 0 ? '' : say` and ${others} more`}`;
}

/** A value in one line; undefined for a value without a layout, and for one that the source already shows.
 *  `isComputed`: a CuTe function returned it. */
function summary(value: Value, isComputed: () => boolean): string | undefined {
  if (isTuple(value)) return value.length > 0 && isComputed() && isIntegers(value) ? factText(value) : undefined;
  switch (value.is) {
    case 'tensor':
      return shortText(value);
    case 'layout':
    case 'composed':
    case 'tile-tensor':
    case 'tile-partition':
    case 'tile':
      return factText(value);
    case 'static':
    case 'dynamic':
      return value.is === 'dynamic' && value.n === undefined ? undefined : isComputed() ? printValue(value) : undefined;
    case 'tiled-mma':
      return known(() => {
        const tile = [0, 1, 2].map((mode) => number(tile_size_mnk(value, mode)));
        return say`${print(size(value.thrLayoutVMNK)).replace('_', '')} threads, tile ${tile.join('×')}`;
      });
    case 'tiled-copy':
      return known(() => {
        const tile = value.tilerMN.map((mode) =>
          number(size(isAnyLayout(mode) ? mode : asIntTuple(mode, say`the tiler of a copy`))),
        );
        return say`${print(size(value.layoutTV, 0)).replace('_', '')} threads, tile ${tile.join('×')}`;
      });
    default:
      return undefined;
  }
}

function isIntegers(value: Value): boolean {
  return isTuple(value)
    ? value.every(isIntegers)
    : value.is === 'static' || value.is === 'basis' || (value.is === 'dynamic' && value.n !== undefined);
}

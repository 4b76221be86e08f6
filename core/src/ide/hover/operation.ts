// The hover on an instruction that is named by hand: `SM80_16x8x16_F32F16F16F32_TN`, and `fma` or `copy` behind such a
// name. Says what one instruction does and who executes it, from the tables of CuTe's traits.
import { say } from '../../base/say';
import { number, size } from '../../algebra/index';
import { known } from '../../algebra/errors';
import type { Analysis, Fact } from '../../analysis';
import { contains, type FileId, type Span } from '../../base/span';
import { make_tiled_mma } from '../../atoms/mma_atom';
import { copyTraits } from '../../atoms/traits';
import { bytesText } from '../../base/collect';
import { nodesAround } from '../../ir/outline';
import { isA, untype } from '../../values/convert';
import { printValue } from '../../values/print';
import type { Tag } from '../../values/value';
import { code, named, plain, term, type Block, type Hover, type Inline } from '../blocks';
import { groupOfThreads, mmaAtomParts } from '../words/tiled-words';
import { ownershipTable } from './ownership';

interface Input {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
}

/** The hover on an operation of the tables; undefined elsewhere. */
export function operationHover({ analysis, file, offset }: Input): Hover | undefined {
  const called = calledAt(analysis, file, offset);
  for (const fact of analysis.facts.get(file) ?? []) {
    const isHere = called ? fact.span.end === called.of.end : contains(fact.span, offset);
    const operation = isHere ? operationOf(fact) : undefined;
    const words = operation && wordsOf(operation);
    if (!operation || !words) continue;
    const { content, more } = words;
    const spelled = printValue(operation);
    const name = called ? [named(called.id), plain(' '), code(spelled), plain(', ')] : [named(spelled), plain(' ')];
    return {
      span: called?.at ?? fact.span,
      known: true,
      blocks: [{ is: 'line', content: [...name, ...content] }, ...more],
    };
  }
  return undefined;
}

/** `fma` in `Op::fma(…)`: its name and place, and that of `Op`. */
function calledAt(
  { sources }: Analysis,
  file: FileId,
  offset: number,
): { readonly id: string; readonly at: Span; readonly of: Span } | undefined {
  const source = sources.get(file);
  for (const node of source ? nodesAround(source, { start: offset, end: offset }) : []) {
    if (node.is !== 'Call' || node.callee.is !== 'Scope') continue;
    const { id, idSpan, of } = node.callee;
    if (of && (id === 'fma' || id === 'copy') && contains(idSpan, offset)) return { id, at: idSpan, of: of.span };
  }
  return undefined;
}

function operationOf({ seen }: Fact): Tag | undefined {
  const values = seen.map(({ value }) => untype(value));
  return values.find((value): value is Tag => isA(value, 'tag'));
}

function wordsOf(operation: Tag): { readonly content: readonly Inline[]; readonly more: readonly Block[] } | undefined {
  const mma = known(() => make_tiled_mma(operation));
  if (mma)
    return {
      content: [term(say`MMA operation`, 'atom'), plain(`: ${mmaAtomParts(mma.atom).join(', ')}`)],
      more: ownershipTable(mma),
    };
  const traits = known(() => copyTraits(operation));
  if (!traits) return undefined;
  const threads = known(() => number(size(traits.thrId)));
  const bits = known(() => number(size(traits.ref, 1)));
  const parts = [
    ...(bits === undefined || bits % 8 !== 0 ? [] : [say`${bytesText(bits / 8)} a thread and instruction`]),
    ...(threads === undefined ? [] : [say`by ${groupOfThreads(threads)}`]),
  ];
  return { content: [term(say`copy operation`, 'atom'), plain(`: ${parts.join(', ')}`)], more: [] };
}

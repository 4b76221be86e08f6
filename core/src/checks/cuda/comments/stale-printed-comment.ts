// A comment that holds what a program printed once, where it prints something else now. Addresses, and the coordinates
// at which a tile starts, differ from run to run and are not compared.
import { say } from '../../../base/say';
import type { Assumption, Fact } from '../../../analysis';
import type { Span } from '../../../base/span';
import { isBasis, type Leaf } from '../../../algebra/leaf';
import type { Layout } from '../../../algebra/types';
import { tupleAt, type WrittenTuple } from '../../../text/comments';
import { isA } from '../../../values/convert';
import { factText, tensorText } from '../../../values/print';
import type { Value } from '../../../values/value';
import type { Check, Finding } from '../../lib/check';
import { commentsBehindCode, declaredBefore } from '../../lib/comments';
import { firstFrom, reachedOf, type Facts } from '../../lib/facts';
import { affine, shapeOf } from '../../lib/shapes';
import { corrections, differencesOf, edited, isKnownNumber, saysOf, type Difference } from '../../lib/written-tuple';

export const stalePrintedComment: Check = {
  slug: 'stale-printed-comment',
  topic: 'comments',
  level: 'warning',
  title: 'A comment gives another printed value than CuTe prints',
  explains: `Tutorials keep what \`print\` wrote in a comment behind it, \`print(gC);  // gC: gmem_ptr[32b](…) o (_128,_256):(256,_1)\`. When a tile or a size changes, the comment stays.

The check looks at comments behind a \`print\` of the variable that they name, and at layouts such as \`// (M,K):(K,_1)\` behind declarations.
Shapes, strides and swizzles are compared, number by number; names may stand for anything, and missing underscores of static integers are no difference.
Addresses, start coordinates, and run-time numbers that another thread, block, iteration or run would print otherwise are not compared; those of the program's own defaults are. Where a template has several instances, the comment must be wrong for all of them.`,
  bad: `auto gC = make_layout(make_shape(_128{}, _256{}), make_stride(_512{}, _1{}));
print(gC);  // gC: (_128,_256):(_256,_1)`,
  good: `auto gC = make_layout(make_shape(_128{}, _256{}), make_stride(_512{}, _1{}));
print(gC);  // gC: (_128,_256):(_512,_1)`,
  *find(facts) {
    for (const one of printedComments(facts)) {
      const seen = reachedOf(facts, one.fact);
      const [first] = seen;
      const wrong = first && contradiction(facts, one, first.value);
      if (wrong && seen.every(({ value }) => contradiction(facts, one, value) !== undefined))
        yield findingOf(one, wrong, first.value, first.instance);
    }
  },
};

interface PrintedComment {
  readonly fact: Fact;
  readonly comment: Span;
  readonly text: string;
  /** What stands before the layout: a pointer, a swizzle. */
  readonly before: string;
  readonly shape: WrittenTuple;
  readonly stride?: WrittenTuple;
  readonly end: number;
}

interface Contradiction {
  readonly says: string;
  /** Undefined where the numbers agree and the swizzle does not. */
  readonly differences: readonly Difference[];
}

function printedComments(facts: Facts): readonly PrintedComment[] {
  return commentsBehindCode(facts).flatMap(({ comment, text, lineStart }) => {
    const named = /^\/\/[/!<]*\s*(\w+):\s*(?=\S)/.exec(text);
    const open = named?.[0].length ?? /^\/\/[/!<]*\s*(?=\()/.exec(text)?.[0].length;
    if (open === undefined) return [];
    const written = writtenAt(text, open);
    const fact = named
      ? printedBefore(facts, comment, lineStart, named[1] ?? '')
      : written?.stride && declaredBefore(facts, comment, lineStart);
    return written && fact ? [{ ...written, fact, comment, text }] : [];
  });
}

/** A printed layout or tuple to the end of the comment; undefined for prose. */
function writtenAt(text: string, open: number): Omit<PrintedComment, 'fact' | 'comment' | 'text'> | undefined {
  const at = Math.max(text.lastIndexOf(' o ') + 3, open);
  const before = text.slice(open, at);
  const shape = tupleAt(text, at);
  if (!shape || !isNumbers(shape.tuple)) return undefined;
  const stride = text.startsWith(':(', shape.end) ? tupleAt(text, shape.end + 1) : undefined;
  if (stride && !isNumbers(stride.tuple)) return undefined;
  const end = stride?.end ?? shape.end;
  if (text.slice(end).trim() !== '') return undefined;
  return { before, shape: shape.tuple, ...(stride && { stride: stride.tuple }), end };
}

/** False where a part is neither a number, as CuTe prints it, nor a name. */
function isNumbers({ text, parts }: WrittenTuple): boolean {
  return parts ? parts.every(isNumbers) : /^(?:_?-?\d+(?:@\d+)*|[A-Za-z]\w*)$/.test(text);
}

/** The variable of this name that is printed on the line before a comment. */
function printedBefore(facts: Facts, comment: Span, lineStart: number, name: string): Fact | undefined {
  const line = { ...comment, start: lineStart, end: comment.start };
  const found = new RegExp(`\\bprint\\s*\\(\\s*(?=${name}\\s*\\))`).exec(facts.textAt(line));
  const at = found ? lineStart + found.index + found[0].length : undefined;
  const all = facts.evaluation.facts.get(comment.file) ?? [];
  if (at === undefined) return undefined;
  for (let i = firstFrom(all, at); i < all.length && all[i]?.span.start === at; i++)
    if (all[i]?.span.end === at + name.length) return all[i];
  return undefined;
}

function contradiction(
  facts: Facts,
  { before, shape, stride }: PrintedComment,
  value: Value,
): Contradiction | undefined {
  const actual = shapeOf(value);
  if (actual === undefined) return undefined;
  const isSaid = (leaf: Leaf): boolean => isKnownNumber(leaf) && !varies(facts, leaf);
  const shapes = differencesOf(shape, actual, isSaid);
  const layout = layoutOf(value);
  const strides = stride && layout ? differencesOf(stride, layout.stride, isSaid) : [];
  const differences = [...shapes, ...strides];
  const [[wrongShape], [wrongStride]] = [shapes, strides];
  if (wrongShape) return { says: saysOf(wrongShape, ''), differences };
  if (wrongStride) return { says: saysOf(wrongStride, say`the stride of `), differences };
  const [said, is] = [swizzleIn(before), swizzleIn(textOf(value))];
  const isPointer = /ptr\[|Sw</.test(before);
  return isPointer && said !== is
    ? { says: say`the comment says ${said ?? say`that nothing is swizzled`}`, differences: [] }
    : undefined;
}

/** True for a number that another thread, block, iteration or other arguments would make another one. */
function varies(facts: Facts, leaf: Leaf): boolean {
  if (isBasis(leaf)) return varies(facts, leaf.n);
  const from = leaf.is === 'dynamic' ? (leaf.from ?? []) : [];
  return from.some((id) => variable.has(facts.evaluation.assumptions[id]?.kind ?? 'symbol'));
}

const variable: ReadonlySet<Assumption['kind']> = new Set([
  'thread',
  'block',
  'loop',
  'argument',
  'pin',
  'branch',
  'symbol',
]);

function layoutOf(value: Value): Layout | undefined {
  return isA(value, 'tensor') ? affine(value.layout) : affine(value);
}

function textOf(value: Value): string {
  return isA(value, 'tensor') ? tensorText(value) : factText(value);
}

const swizzleIn = (text: string): string | undefined => /Sw<[^>]*>/.exec(text)?.[0].replace(/\s/g, '');

function findingOf(
  { fact, comment, text, shape, end, before }: PrintedComment,
  { says, differences }: Contradiction,
  value: Value,
  instance: number,
): Finding {
  const whole = textOf(value);
  const layout = whole.slice(whole.lastIndexOf(' o ') < 0 ? 0 : whole.lastIndexOf(' o ') + 3);
  const span = { ...comment, start: comment.start + shape.start, end: comment.start + end };
  const hasNames = /(?<![\w@])[A-Za-z]/.test(text.slice(shape.start, end));
  const right = hasNames
    ? edited(text.slice(0, end), corrections(text.slice(shape.start), differences)).slice(shape.start)
    : layout;
  const isRight = differences.length > 0 && (before === '' || /ptr\[|tmem_\[|Sw<|ArithTuple|Iterator/.test(before));
  return {
    span,
    instance,
    message: say`\`${fact.name ?? 'this'}\` prints ${differences.length > 0 ? layout : whole}: ${says}`,
    fixes: isRight ? [{ title: say`Write ${right}`, edits: [{ span, text: right }], preferred: true }] : [],
  };
}

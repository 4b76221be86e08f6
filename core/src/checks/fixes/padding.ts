// Finds, by trying, a padding that removes the bank conflicts of a tensor in shared memory. Paddings are multiples of
// the width of the widest copy, so that all copies stay aligned. Offered only where the layout is written as a literal
// and the memory can be enlarged.
import { say } from '../../base/say';
import { known } from '../../algebra/errors';
import type { Fix, SharedVariable } from '../../analysis';
import { int, number } from '../../algebra/index';
import { isTuple, type IntTuple } from '../../algebra/leaf';
import type { Layout } from '../../algebra/types';
import type { Span } from '../../base/span';
import type { Facts } from '../lib/facts';
import { worstWays, type Conflict } from '../lib/warp-cost';
import { placeOf, reach, staticBytes, STATIC_LIMIT_BYTES, variablesOf } from '../lib/shared-memory';
import { arrayExtent } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import { cuteNameOf, makerOf, partsOf } from '../../ir/spelled';
import type { Expr } from '../../ir/program';
import { asInt } from '../../values/convert';
import { originOf } from '../lib/origin';
import { hasName, literalIn } from './written';

/** The number of paddings that are tried: 1, 2, 4 … times the elements of the widest access. */
const mostSteps = 4;

export function paddingFix(conflict: Conflict, facts: Facts): Fix | undefined {
  const { span, access } = conflict;
  const origin = originOf(facts, facts.expressionAt(span), []);
  const place = placeOf(access.root, access.call.instance, facts);
  const best = origin && place?.start === 0 && isOnlyUse(origin.span, span, facts) ? bestPadding(conflict) : undefined;
  const written = best && origin && rewritten(best.padded, origin, facts);
  const room =
    best && origin && place && roomFor(best.padded, place.variable, access.elementBits, origin.span, span, facts);
  if (!best || !origin || written === undefined || !room) return undefined;
  return {
    title: say`Pad to a stride of ${best.stride} instead of ${best.rows}: ${best.ways === 1 ? say`no conflict` : say`${best.ways}-way`}`,
    edits: [{ span: origin.span, text: written }, ...room],
  };
}

/** True where no other tensor uses the same layout; the memory of that tensor would have to grow too. */
function isOnlyUse(origin: Span, used: Span, facts: Facts): boolean {
  const spans = facts.calls('make_tensor').flatMap(({ operands }) => operands[1]?.span ?? []);
  return spans.every(
    (span) => isSame(span, used) || !isSame(originOf(facts, facts.expressionAt(span), [])?.span ?? span, origin),
  );
}

const isSame = (a: Span, b: Span): boolean => a.file === b.file && a.start === b.start;

interface Padding {
  readonly padded: Layout;
  /** The stride that is padded, and its new value. */
  readonly rows: number;
  readonly stride: number;
  readonly ways: number;
  readonly elements: number;
}

/** The padding with the smallest conflict, and among those the one with the least memory. */
function bestPadding({ layout, accesses, ways: now }: Conflict): Padding | undefined {
  const unit = accesses.reduce((most, { bytes, elementBits }) => Math.max(most, (bytes * 8) / elementBits), 0);
  const strides = [...new Set(leavesOf(layout.shape, layout.stride).map(({ stride }) => stride))].filter(
    (stride) => stride > 1 && stride >= unit,
  );
  const all = strides.flatMap((rows) =>
    Array.from({ length: mostSteps }, (_, step) => ({ rows, stride: rows + unit * 2 ** step })),
  );
  const known = all.flatMap(({ rows, stride }): Padding[] => {
    const padded = withRowStride(layout, rows, stride);
    const ways = padded && worstWays(accesses, (one) => alignedWith(one, padded));
    return padded && ways !== undefined && ways < now ? [{ padded, rows, stride, ways, elements: reach(padded) }] : [];
  });
  return known.sort((a, b) => a.ways - b.ways || a.elements - b.elements)[0];
}

/** The addresses of a copy of the padded tensor; undefined where an instruction would be misaligned. */
function alignedWith(access: Conflict['access'], padded: Layout): ReturnType<Conflict['access']['with']> | undefined {
  const instructions = access.with(padded);
  return instructions.every((addresses) =>
    addresses.every((address) => address === undefined || address % access.bytes === 0),
  )
    ? instructions
    : undefined;
}

const numberOf = (t: IntTuple): number => number(asInt(t, say`a padded layout`));

type Leaf = { readonly extent: number; readonly stride: number };

function leavesOf(shape: IntTuple, stride: IntTuple): readonly Leaf[] {
  if (isTuple(shape) && isTuple(stride)) return shape.flatMap((part, at) => leavesOf(part, stride[at] ?? int(0)));
  return [{ extent: numberOf(shape), stride: numberOf(stride) }];
}

/** The layout with another stride of its rows, and with all larger strides scaled accordingly. */
function withRowStride({ shape, stride }: Layout, rows: number, becomes: number): Layout | undefined {
  const scaled = (t: IntTuple): IntTuple => {
    if (isTuple(t)) return t.map(scaled);
    const n = numberOf(t);
    return n < rows ? t : int((n / rows) * becomes);
  };
  const leaves = leavesOf(shape, stride);
  return leaves.every((leaf) => leaf.stride < rows || leaf.stride % rows === 0)
    ? { is: 'layout', shape, stride: scaled(stride) }
    : undefined;
}

// ---- Text -----------------------------------------------------------------------------------------------------------

/** The text at `origin` with the padded strides; undefined where the layout is not written in one of the two literal
 *  forms. */
function rewritten({ stride }: Layout, origin: Expr, facts: Facts): string | undefined {
  const [shape] = partsOf(origin) ?? [];
  const name = makerOf(origin) ?? cuteNameOf(origin);
  if (!shape || !name) return undefined;
  const shapeText = facts.textAt(shape.span);
  if (origin.is === 'Call')
    return name.id === 'make_layout' ? `make_layout(${shapeText}, ${spellValue(stride)})` : undefined;
  const type = facts.writtenAt({ ...origin.span, end: name.span.end });
  return name.id === 'Layout'
    ? `${type}<${shapeText}, ${spellType(stride)}>${origin.is === 'Brace' ? '{}' : ''}`
    : undefined;
}

function spellType(stride: IntTuple): string {
  if (isTuple(stride)) return `Stride<${stride.map(spellType).join(', ')}>`;
  const n = numberOf(stride);
  return hasName(n) ? `_${n}` : `Int<${n}>`;
}

function spellValue(stride: IntTuple): string {
  return isTuple(stride) ? `make_stride(${stride.map(spellValue).join(', ')})` : `${spellType(stride)}{}`;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

/** The change that lets the shared variable hold the padded tensor: none, a new extent, or undefined where it is not
 *  certain. */
function roomFor(
  padded: Layout,
  variable: SharedVariable,
  elementBits: number,
  origin: Span,
  used: Span,
  facts: Facts,
): Fix['edits'] | undefined {
  const elements = known(() => reach(padded));
  const { bytes, span, dynamic } = variable;
  if (dynamic || bytes === undefined || elements === undefined) return undefined;
  const needed = Math.ceil((elements * elementBits) / 8);
  const all = staticBytes(variablesOf(facts, variable.instance));
  if (all - bytes + Math.max(bytes, needed) > STATIC_LIMIT_BYTES) return undefined;
  const extent = arrayExtent(facts.declarationAt(span));
  if (extent && asksCosize(extent) && !isSame(origin, used)) return [];
  if (needed <= bytes) return [];
  return extent && isWrittenOut(extent, facts) ? [{ span: extent.span, text: String(elements) }] : undefined;
}

/** True where the extent is computed from the layout. */
function asksCosize(extent: Expr): boolean {
  for (const node of nodesIn(extent))
    if ((node.is === 'Name' || node.is === 'Scope') && node.id.startsWith('cosize')) return true;
  return false;
}

/** True for numbers and products of numbers. */
function isWrittenOut(e: Expr, facts: Facts): boolean {
  if (e.is === 'Binary') return e.op === '*' && isWrittenOut(e.left, facts) && isWrittenOut(e.right, facts);
  return e.is === 'Int' && literalIn(facts, e) !== undefined;
}

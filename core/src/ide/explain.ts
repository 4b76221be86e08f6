// The derivation of a value, step by step, as plain data: which call it is the result of, what that was given, and what
// CuTe computes on the way. Where a call only asks about its operand (`t.layout()`), the operand's own derivation is
// told instead.
import type { Analysis, Derivation, Fact, Observation } from '../analysis';
import type { FileId, Span } from '../base/span';
import { declarationAt } from '../ir/outline';
import { factText, printValue } from '../values/print';
import { isTuple } from '../values/convert';
import type { Value } from '../values/value';
import { gives, initialiser, type TextOf } from './derivation';

/** Runs a builtin once more and tells its steps; the core's `explain`. Empty where CuTe does not define it by
 *  others. */
export type Explain = (
  why: Derivation,
  result: Value,
) => readonly { readonly op: string; readonly text: string; readonly by?: Value; readonly value: Value }[];

export interface ExplainedStep {
  /** CuTe's function. */
  readonly op: string;
  /** What it is for: `by the extents of one atom,`. It ends where the operand is to be read. */
  readonly text: string;
  readonly operand?: string;
  /** As CuTe prints it; of a tensor the layout. */
  readonly value: string;
  /** Where a tensor starts, in elements, where that is known and not 0. */
  readonly offset?: string;
}

export interface Explanation {
  /** The call as it is written. */
  readonly expression: string;
  readonly span: Span;
  readonly by: string;
  readonly source?: string;
  /** The operands as written, and what they were. */
  readonly given: readonly { readonly written: string; readonly value: string }[];
  readonly steps: readonly ExplainedStep[];
  readonly result: string;
}

/** How many calls that only ask about their operand are looked through. */
const maxDepth = 8;

/** The derivation of what `fact` shows in `seen`; undefined where it is not the result of a function that CuTe defines
 *  by others. */
export function explanation(
  fact: Fact,
  seen: Observation,
  analysis: Analysis,
  textOf: TextOf,
  explain: Explain,
  depth = 0,
): Explanation | undefined {
  if (depth > maxDepth) return undefined;
  const found = callOf(fact, seen, analysis);
  if (!found) {
    const same = copied(fact, seen, analysis);
    return same && explanation(same, seen, analysis, textOf, explain, depth + 1);
  }
  const { why, result, span } = found;
  const steps = explain(why, result);
  if (steps.length === 0) return explanationOfOperand(why, seen, analysis, textOf, explain, depth);
  return {
    expression: textAt(span, textOf),
    span,
    by: why.by,
    ...(why.source !== undefined && { source: why.source }),
    given: why.operands.map(({ text, span: at, value }) => ({
      written: text !== '' ? text : at ? textAt(at, textOf) : '',
      value: shortText(value),
    })),
    steps: steps.map(({ op, text, by, value }) => ({
      op,
      text,
      ...(by !== undefined && { operand: shortText(by) }),
      value: factText(value),
      ...startOf(value),
    })),
    result: factText(result),
  };
}

export interface Call {
  readonly why: Derivation;
  readonly result: Value;
  readonly span: Span;
}

/** The call a fact is, or that its declaration is initialised with, as it was evaluated for this observation. */
export function callOf(fact: Fact, seen: Observation, analysis: Analysis): Call | undefined {
  if (fact.why) return callSeen(fact, seen);
  const { file } = fact.declared ?? fact.span;
  const call = initialiser(fact, seen.value, analysis, file);
  return call && callSeen(call, seen);
}

function callSeen(fact: Fact, wanted: Observation): Call | undefined {
  const text = factText(wanted.value);
  const same = fact.seen.filter(({ value }) => gives(value, text));
  const best = same.find(({ instance }) => instance === wanted.instance) ?? same[0];
  return best?.why && { why: best.why, result: best.value, span: fact.span };
}

/** `auto a = b;`: the place where `b` stands. */
function copied(fact: Fact, seen: Observation, analysis: Analysis): Fact | undefined {
  const name = fact.declared ?? fact.span;
  const source = analysis.sources.get(name.file);
  const value = source && declarationAt(source, name)?.value;
  const use =
    value?.is === 'Name'
      ? analysis.facts
          .get(name.file)
          ?.find(({ span }) => span.start === value.span.start && span.end === value.span.end)
      : undefined;
  return use && use.declared && use.seen.some(({ value }) => factText(value) === factText(seen.value))
    ? use
    : undefined;
}

/** `t.layout()`, `shape(t)`: how `t` came about says it all. */
function explanationOfOperand(
  why: Derivation,
  seen: Observation,
  analysis: Analysis,
  textOf: TextOf,
  explain: Explain,
  depth: number,
): Explanation | undefined {
  const [operand] = why.operands;
  const { span } = operand ?? {};
  if (!operand || !span || !asksOnly.has(why.by)) return undefined;
  const fact = analysis.facts.get(span.file)?.find((one) => one.span.start === span.start && one.span.end === span.end);
  return fact && explanation(fact, { ...seen, value: operand.value }, analysis, textOf, explain, depth + 1);
}

/** Functions that show a part of their operand and compute nothing. */
const asksOnly = new Set(['layout', 'shape', 'stride', 'data']);

function startOf(value: Value): { readonly offset?: string } {
  if (isTuple(value) || value.is !== 'tensor' || value.owning) return {};
  const offset: Value = value.data.offset;
  if (!isTuple(offset) && offset.is === 'unknown') return {};
  const text = printValue(offset).replace(/^_(?=\d+$)/, '');
  return /[1-9A-Za-z]/.test(text) ? { offset: text } : {};
}

/** A value on one line; of what prints several, what it is and for whom. */
function shortText(value: Value): string {
  if (isTuple(value)) return `(${value.map(shortText).join(',')})`;
  switch (value.is) {
    case 'thr-mma':
      return `ThrMMA at ${printValue(value.vmnk)}, ${value.mma.atom.op}`;
    case 'thr-copy':
      return `ThrCopy of thread ${printValue(value.index)}, ${value.copy.atom.op}`;
    case 'tiled-mma':
      return `TiledMMA, ${value.atom.op}`;
    case 'tiled-copy':
      return `TiledCopy, ${value.atom.op}`;
    case 'mma-atom':
    case 'copy-atom':
      return value.op;
    default:
      return factText(value);
  }
}

function textAt({ file, start, end }: Span, textOf: (file: FileId) => string | undefined): string {
  return (textOf(file)?.slice(start, end) ?? '').replace(/\s+/g, ' ');
}

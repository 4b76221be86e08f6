// The derivation of a value, step by step, as plain data: the call that produced it, the operands, and CuTe's
// intermediate results. If a call only reads a part of its operand (`t.layout()`), the derivation of the operand is
// given instead.
import { say } from '../base/say';
import type { Analysis, Derivation, Fact, Observation } from '../analysis';
import type { FileId, Span } from '../base/span';
import { declarationAt } from '../ir/outline';
import { factText, printValue } from '../values/print';
import { isTuple } from '../values/convert';
import type { Value } from '../values/value';
import { gives, initialiser, type TextOf } from './derivation';

/** Runs a builtin again and reports its steps; the core's `explain`. Empty where CuTe does not define the function
 *  in terms of others. */
export type Explain = (
  why: Derivation,
  result: Value,
) => readonly { readonly op: string; readonly text: string; readonly by?: Value; readonly value: Value }[];

export interface ExplainedStep {
  /** The CuTe function of the step. */
  readonly op: string;
  /** The purpose of the step: `by the extents of one atom,`. The text ends where the operand is inserted. */
  readonly text: string;
  readonly operand?: string;
  /** The result as CuTe prints it; for a tensor its layout. */
  readonly value: string;
  /** The start of a tensor in elements, where it is known and not 0. */
  readonly offset?: string;
}

export interface Explanation {
  /** The call as it is written. */
  readonly expression: string;
  readonly span: Span;
  readonly by: string;
  readonly source?: string;
  /** The operands as written, with their values. */
  readonly given: readonly { readonly written: string; readonly value: string }[];
  readonly steps: readonly ExplainedStep[];
  readonly result: string;
}

/** The largest number of calls that only read a part of their operand and are looked through. */
const maxDepth = 8;

/** The derivation of the observation `seen` of `fact`; undefined where it is not the result of a function that CuTe
 *  defines in terms of others. */
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

/** The call that a fact is, or that initialises its declaration, as it was evaluated for this observation. */
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

/** `auto a = b;`: the place of `b`. */
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

/** The derivation of the operand, if the call only reads a part of it, as `t.layout()` and `shape(t)` do. */
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

/** Functions that read a part of their operand and compute nothing. */
const asksOnly = new Set(['layout', 'shape', 'stride', 'data']);

function startOf(value: Value): { readonly offset?: string } {
  if (isTuple(value) || value.is !== 'tensor' || value.owning) return {};
  const offset: Value = value.data.offset;
  if (!isTuple(offset) && offset.is === 'unknown') return {};
  const text = printValue(offset).replace(/^_(?=\d+$)/, '');
  return /[1-9A-Za-z]/.test(text) ? { offset: text } : {};
}

/** A value on one line. A value that CuTe prints on several lines is described instead. */
function shortText(value: Value): string {
  if (isTuple(value)) return `(${value.map(shortText).join(',')})`;
  switch (value.is) {
    case 'thr-mma':
      return say`ThrMMA at ${printValue(value.vmnk)}, ${value.mma.atom.op}`;
    case 'thr-copy':
      return say`ThrCopy of thread ${printValue(value.index)}, ${value.copy.atom.op}`;
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

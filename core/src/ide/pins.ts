// Pins, which are comments that give values to names: the names that a value depends on, and the edit that pins them.
// Evaluates nothing.
import { isA } from '../values/convert';
import type { Analysis, DormantTemplate, Fact, Fix, Observation, SourceText } from '../analysis';
import type { Span } from '../base/span';
import type { Stmt } from '../ir/program';
import { indentOf, lineStart } from '../text/lines';
import type { Value } from '../values/value';
import { unknownOf } from './fact-at';

/** A name in a pin: `M`, `params.d`. */
const pinnable = /^[A-Za-z_]\w*(?:\.\w+)*$/;
/** The largest number of names in one comment. */
const mostNames = 8;

/** The names that would make an observation known or concrete, if a pin can give them. */
export function openNames(seen: Observation, analysis: Analysis): readonly string[] {
  const unknown = unknownOf(seen.value);
  const open = new Set(analysis.assumptions.flatMap(({ name }) => name ?? []));
  const needs = unknown?.cause.code === 'symbol' ? (unknown.cause.needs ?? []) : [];
  const symbols = analysis.assumptions
    .filter(({ id, name }) => name !== undefined && seen.assumes.includes(id))
    .flatMap(({ name }) => name ?? []);
  const names = unknown ? needs.filter((need) => open.has(need) || !need.includes('.')) : symbols;
  return [...new Set(names)].filter((name) => pinnable.test(name)).slice(0, mostNames);
}

/** Adds `// cute-lens: M=128, T=half_t` above the function or class around a place, or adds names to the comment
 *  that is there. */
export function pinEdit(
  names: readonly string[],
  at: Span,
  analysis: Analysis,
  facts: readonly Fact[],
): Fix['edits'][number] | undefined {
  const source = analysis.sources.get(at.file);
  const item = source && itemAround(source.items, at);
  if (!source || !item) return undefined;
  const text = names.map((name) => `${name}=${sample(name, item.span, facts)}`).join(', ');
  return above(source, item, text);
}

/** Adds `// cute-lens: instantiate Traits<128, half_t>` above a class template; undefined where no arguments can be
 *  made up. */
export function instantiateEdit(
  template: DormantTemplate,
  analysis: Analysis,
): { readonly target: string; readonly edit: Fix['edits'][number] } | undefined {
  const source = analysis.sources.get(template.span.file);
  const item = source && itemAround(source.items, template.span);
  if (!source || !item || template.parameters === undefined) return undefined;
  const args = template.parameters.map((parameter) =>
    parameter.is === 'type' ? sampleType : parameter.type === 'bool' ? 'true' : sampleNumber,
  );
  const target = `${template.name}<${args.join(', ')}>`;
  return { target, edit: above(source, item, `instantiate ${target}`) };
}

const sampleNumber = '128';
const sampleType = 'cutlass::half_t';

/** An example value for a name, for the user to change. */
function sample(name: string, within: Span, facts: readonly Fact[]): string {
  const parameter = facts.find(
    (fact) =>
      fact.role === 'template-parameter' &&
      fact.name === name &&
      fact.span.start >= within.start &&
      fact.span.end <= within.end,
  );
  return parameter?.seen.some(({ value }) => isType(value)) ? sampleType : sampleNumber;
}

function isType(value: Value): boolean {
  return isA(value, 'type');
}

/** The function or class at namespace level around a place. */
function itemAround(items: readonly Stmt[], at: Span): Stmt | undefined {
  const item = items.find(({ span }) => span.start <= at.start && at.start < span.end);
  return item?.is === 'Namespace' ? itemAround(item.items, at) : item;
}

function above({ text, pins }: SourceText, { span }: Stmt, pin: string): Fix['edits'][number] {
  const start = lineStart(text, span.start);
  const present = pins.find(
    (one) =>
      one.values.length > 0 &&
      text.startsWith('//', one.span.start) &&
      one.span.end < start &&
      text.slice(one.span.end, start).trim() === '',
  );
  const place = (offset: number): Span => ({ file: span.file, start: offset, end: offset });
  if (present && !pin.startsWith('instantiate')) return { span: place(present.span.end), text: `, ${pin}` };
  return { span: place(start), text: `${indentOf(text, span.start)}// cute-lens: ${pin}\n` };
}

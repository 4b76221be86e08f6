// Compares what is shown at the marks of a program with what both compilers have there: the value, and whether it is in
// the type (`_3`) or in memory (`3`).
import type { Fact } from '../../../core/src/index';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { fits, predict } from '../../../core/src/verify/predict';
import { isTuple } from '../../../core/src/values/convert';
import type { Value } from '../../../core/src/values/value';
import { lineAt, lineStarts } from '../../../server/src/lines';
import { analysisOf, entry, roles, whyUnknown } from '../programs/compare';
import type { Source } from '../programs/generate';
import type { Printed } from '../programs/host';
import { marksOf } from '../programs/marks';

/** How one variable comes out. */
export type Verdict = { readonly name: string } & (
  | { readonly is: 'equal' }
  | { readonly is: 'unknown'; readonly why: string }
  | { readonly is: 'wrong'; readonly real: string; readonly shown: string; readonly assumed: boolean }
);

/** A verdict for each variable that the program reaches; a bug that ends the analysis is one wrong value. */
export function verdicts(source: Source, printed: Printed, reader: FrontEnd): readonly Verdict[] {
  try {
    return eachVerdict(source, printed, reader);
  } catch (error) {
    return [{ name: 'crash', is: 'wrong', real: 'an answer', shown: String(error), assumed: false }];
  }
}

function eachVerdict(source: Source, printed: Printed, reader: FrontEnd): readonly Verdict[] {
  const analysis = analysisOf(source.text, reader);
  const lines = lineStarts(source.text);
  const facts = new Map<string, Fact>();
  for (const fact of analysis.facts.get(entry) ?? [])
    if (roles.has(fact.role)) facts.set(`${lineAt(lines, fact.span.start)} ${fact.name}`, fact);
  const found = marksOf(source).map((mark) => ({ ...mark, fact: facts.get(`${mark.line} ${mark.name}`) }));
  const expectations = predict(
    analysis,
    found.flatMap(({ id, fact }) => (fact ? [{ id, span: fact.span }] : [])),
    { elements: 0 },
  );
  return found.flatMap(({ id, name, fact }): Verdict[] => {
    const real = printed[id] ?? [];
    if (real.length === 0) return [];
    const characters = (fact?.seen ?? []).flatMap(({ value }) => characterText(value) ?? []);
    const expected = characters.length > 0 ? [] : [...(expectations.get(id)?.values() ?? [])].flat();
    const shown = [
      ...expected.flatMap(({ text, open, maybe }) => (open ? [] : [{ text, assumed: maybe === true }])),
      ...characters.map((text) => ({ text, assumed: false })),
      ...(fact?.seen ?? []).flatMap(({ value }) => scalarText(value) ?? []).map((text) => ({ text, assumed: false })),
    ];
    const bad = shown.find(({ text }) => !real.some((one) => isSame(one, text)));
    if (bad) return [{ name, is: 'wrong', real: real.join(' | '), shown: bad.text, assumed: bad.assumed }];
    if (shown.length === 0) return [{ name, is: 'unknown', why: reasonOf(fact) }];
    return [{ name, is: 'equal' }];
  });
}

/** Integers narrower than `int`, `bool` and characters as numbers, floating numbers behind a `~`. */
function scalarText(value: Value): string | undefined {
  if (isTuple(value) || value.is !== 'scalar' || value.n === undefined) return undefined;
  return /^(float|double|long double)$/.test(value.type)
    ? `~${Object.is(value.n, -0) ? '-0' : value.n}`
    : String(value.n);
}

/** A constant or a number of type `char`, which CuTe prints as the character, as its number. */
function characterText(value: Value): string | undefined {
  if (!isTuple(value) && value.is === 'dynamic' && value.narrow === 'char' && value.n !== undefined)
    return String(value.n);
  return !isTuple(value) && value.is === 'static' && value.type === 'char' ? `_${value.n}` : undefined;
}

/** A number as C or JavaScript writes it: `inf`, `Infinity`, `-nan`. */
function floatOf(text: string): number {
  if (/^-?inf/i.test(text)) return text.startsWith('-') ? -Infinity : Infinity;
  return Number(text);
}

function isSame(real: string, shown: string): boolean {
  if (real.startsWith('~') && shown.startsWith('~')) return Object.is(floatOf(real.slice(1)), floatOf(shown.slice(1)));
  return fits(real, shown);
}

function reasonOf(fact: Fact | undefined): string {
  const value = fact?.seen[0]?.value;
  if (value === undefined || isTuple(value) || value.is === 'unknown') return whyUnknown(fact);
  if (value.is === 'dynamic' || value.is === 'scalar') return 'a number that is not known';
  return whyUnknown(fact).startsWith('symbol ') ? `shown as ${value.is}` : whyUnknown(fact);
}

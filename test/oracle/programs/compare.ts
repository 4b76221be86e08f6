// Compares the evaluator's values at the marks of a random program with what CuTe printed there. As in
// core/src/verify/compare.ts, CuTe must have printed every value that is shown without reservation. CuTe may print
// further values: of a loop, only the first iteration is shown. For code that the program does not reach, nothing is
// compared.
import { analyze } from '../../../core/src/index';
import type { Analysis, Fact } from '../../../core/src/index';
import { fits, predict, type Expected } from '../../../core/src/verify/predict';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { lineAt, lineStarts } from '../../../server/src/lines';
import type { Source } from './generate';
import type { Printed } from './host';
import { marksOf, type Mark } from './marks';

export interface Wrong {
  readonly mark: Mark;
  readonly why: string;
  readonly here: readonly string[];
  readonly cute: readonly string[];
}

export interface Outcome {
  /** Marks that CuTe reached. */
  readonly asked: number;
  /** Of these: shown with a value that CuTe printed. */
  readonly known: number;
  readonly wrong: readonly Wrong[];
  /** Why values are not known, one for each mark that CuTe reached and that has none. */
  readonly unknown: readonly { readonly mark: Mark; readonly why: string }[];
  readonly steps: number;
  readonly ms: number;
}

export const entry = 'program.cu';
/** Facts that say what a name stands for. */
export const roles = new Set(['declaration', 'binding', 'parameter', 'alias']);

/** The analysis of a program without headers. */
export function analysisOf(text: string, reader: FrontEnd): Analysis {
  const document = reader.open(entry, text);
  try {
    const assumptions = { args: [], defines: new Map(), threadIdx: [0, 0, 0], blockIdx: [0, 0, 0], arch: 900 } as const;
    return analyze({ entry, files: new Map([[entry, document.program()]]), includes: new Map(), assumptions });
  } finally {
    document.dispose();
  }
}

export function compareProgram(source: Source, printed: Printed, reader: FrontEnd): Outcome {
  const start = performance.now();
  const analysis = analysisOf(source.text, reader);
  const ms = performance.now() - start;
  const lines = lineStarts(source.text);
  const byPlace = new Map<string, Fact>();
  for (const fact of analysis.facts.get(entry) ?? [])
    if (roles.has(fact.role)) byPlace.set(`${lineAt(lines, fact.span.start)} ${fact.name}`, fact);
  const marks = marksOf(source);
  const found = marks.map((mark) => ({
    mark,
    fact: byPlace.get(`${mark.line} ${mark.name}`),
    cute: printed[mark.id] ?? [],
  }));
  const expectations = predict(
    analysis,
    found.flatMap(({ mark, fact }) => (fact ? [{ id: mark.id, span: fact.span }] : [])),
    { elements: 256 },
  );
  const wrong: Wrong[] = [];
  const unknown: Outcome['unknown'][number][] = [];
  let [asked, known] = [0, 0];
  for (const { mark, fact, cute } of found) {
    const expected = [...(expectations.get(mark.id)?.values() ?? [])].flat();
    if (cute.length === 0) continue;
    const why = problemOf(expected, cute);
    if (why !== undefined)
      wrong.push({
        mark,
        why,
        here: expected.map(({ text, open, maybe }) => (open ? '(not known)' : maybe ? `${text} (maybe)` : text)),
        cute,
      });
    asked++;
    if (expected.some(({ open }) => !open)) known++;
    else unknown.push({ mark, why: whyUnknown(fact) });
  }
  return { asked, known, wrong, unknown, steps: analysis.stats.steps, ms };
}

function problemOf(expected: readonly Expected[], cute: readonly string[]): string | undefined {
  const never = expected.find(
    ({ text, open, maybe }) => !open && !maybe && !cute.some((printed) => fits(printed, text)),
  );
  return never && `CuTe never has ${never.text}`;
}

/** Why the value of a declaration is not known, as far as it says so. */
export function whyUnknown(fact: Fact | undefined): string {
  const value = fact?.seen[0]?.value;
  if (value === undefined) return 'nothing is shown';
  const text = JSON.stringify(value, (key, part: unknown) =>
    ['at', 'scope'].includes(key) || part instanceof Map ? undefined : part,
  );
  return /"message":"([^"]*)/.exec(text)?.[1] ?? `symbol ${text.slice(0, 80)}`;
}

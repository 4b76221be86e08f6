// The forms of declarations in templates that nothing instantiates, `(kRows,_8)`, judged by CuTe: with numbers for the
// parameters, a form is the value that the declaration has.
import type { Analysis } from '../../core/src/index';
import { isStaticInt, isTuple, type IntTuple } from '../../core/src/algebra/leaf';
import type { Form } from '../../core/src/values/value';
import { analyzeFiles } from '../support/engine';
import { random, type Random } from '../support/random';
import { ask, type Answer, type Host, type Question } from './host';

const parameters = ['kA', 'kB', 'kC'] as const;
const declarationsOfOne = 40;
/** How often a form is given numbers. */
const rounds = 3;

/** A declaration with numbers for the parameters, and the form that stands for it. */
export interface FormCase {
  /** The parameters as constants. */
  readonly numbers: string;
  readonly type: string;
  /** The form as a type. */
  readonly form: string;
  /** Integers that must not be one for the form to hold. */
  readonly unlikeOne: readonly string[];
}

export interface WrongForm extends FormCase {
  readonly real: string;
  readonly said: string;
}

export interface FormsTally {
  readonly declared: number;
  /** Of these, those that have a form. */
  readonly forms: number;
  /** Forms with numbers that CuTe was asked about: those that it accepts. */
  readonly judged: number;
  readonly wrong: readonly WrongForm[];
}

/** Templates from consecutive seeds, compared with what CuTe prints. */
export async function judgedForms(host: Host, { count, seed }: { count: number; seed: number }): Promise<FormsTally> {
  const cases: FormCase[] = [];
  let forms = 0;
  for (let i = 0; i < count; i++) {
    const of = await formCases(seed + i);
    forms += new Set(of.map(({ type }) => type)).size;
    cases.push(...of);
  }
  const answers = await ask(host, cases.flatMap(questionsOf), { unitSize: 300 });
  const wrong: WrongForm[] = [];
  let judged = 0;
  let at = 0;
  for (const one of cases) {
    const [real, said, ...ones] = answers.slice(at, (at += 2 + one.unlikeOne.length)).map(textOf);
    if (real === undefined || ones.includes('_1')) continue;
    judged++;
    if (said !== real) wrong.push({ ...one, real, said: said ?? 'refused' });
  }
  return { declared: count * declarationsOfOne, forms, judged, wrong };
}

/** The forms of the declarations of one random template, each with several numbers. */
export async function formCases(seed: number): Promise<readonly FormCase[]> {
  const r = random(seed);
  const types = new Map(Array.from({ length: declarationsOfOne }, (_, i) => [`D${i}`, type(r)]));
  const members = [...types].map(([name, of]) => `  using ${name} = ${of};\n`).join('');
  const template = `template <${parameters.map((name) => `int ${name}`).join(', ')}>\nstruct Traits {\n${members}};\n`;
  const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${template}`;
  const analysis = await analyzeFiles([{ name: 'forms.cu', text }]);
  return [...types].flatMap(([name, of]) => {
    const form = formOf(analysis, name);
    if (!form) return [];
    const { shown, unlikeOne } = form;
    return Array.from({ length: rounds }, () => ({ numbers: numbers(r), type: of, form: typeOf(shown), unlikeOne }));
  });
}

function formOf(analysis: Analysis, name: string): Form | undefined {
  const fact = [...analysis.facts.values()].flat().find((one) => one.name === name);
  const value = fact?.seen[0]?.value;
  const content = value && !isTuple(value) && value.is === 'type' ? value.of : value;
  return content && !isTuple(content) && content.is === 'unknown' ? content.form : undefined;
}

/** What CuTe is asked: the declaration, its form, and what must not be one. */
function questionsOf({ numbers: constants, type: of, form, unlikeOne }: FormCase): readonly Question[] {
  return [of, form, ...unlikeOne.map((name) => `Int<(${name})>`)].map((asked) => ({
    id: asked,
    setup: [constants, `using Asked = ${asked};`],
    expr: 'Asked{}',
  }));
}

const textOf = (answer: Answer): string | undefined => ('text' in answer ? answer.text : undefined);

/** A form as a type of C++. */
function typeOf(shown: Form['shown']): string {
  if (isTuple(shown)) return `Shape<${shown.map((part: IntTuple) => typeOf(part)).join(', ')}>`;
  if (shown.is === 'layout') return `Layout<${typeOf(shown.shape)}, ${typeOf(shown.stride)}>`;
  if (isStaticInt(shown)) return `Int<${shown.n}>`;
  return `Int<(${shown.is === 'dynamic' ? (shown.name ?? shown.n) : '?'})>`;
}

// ---- Random types ------------------------------------------------------------------------------------------------

const numbers = (r: Random): string =>
  parameters.map((name) => `constexpr int ${name} = ${r.pick([1, 2, 3, 4, 5, 8, 16, 32, 48, 64])};`).join(' ');

/** An integer of the parameters. */
function integer(r: Random, depth: number): string {
  if (depth === 0 || r.chance(0.3)) return r.pick([...parameters, '2', '3', '8']);
  const one = (): string => integer(r, depth - 1);
  return r.pick([
    () => `(${one()} + ${one()})`,
    () => `(${one()} - ${one()})`,
    () => `${one()} * ${one()}`,
    () => `(${one()} + 1) * ${one()}`,
    () => `(${one()}) / ${r.pick(['2', '3', '4', ...parameters])}`,
    () => `(${one()}) % ${r.pick(['3', '4', ...parameters])}`,
  ])();
}

const constant = (r: Random): string =>
  r.pick([() => `Int<${integer(r, 2)}>`, () => `Int<${integer(r, 1)}>`, () => `C<${integer(r, 1)}>`, () => '_8'])();

const tuple = (r: Random, modes: readonly (() => string)[]): string =>
  `${r.pick(['Shape', 'Stride', 'Coord', 'cute::tuple'])}<${modes.map((mode) => mode()).join(', ')}>`;

function type(r: Random): string {
  const one = (): string => constant(r);
  const mode = (): string => (r.chance(0.3) ? tuple(r, [one, one]) : one());
  const object = (): string => `${one()}{}`;
  return r.pick([
    () => tuple(r, [mode, mode]),
    () => `Layout<${tuple(r, [mode, mode])}>`,
    () => `Layout<Shape<${one()}, ${one()}>, Stride<${one()}, ${one()}>>`,
    () => `decltype(make_layout(make_shape(${object()}, ${object()})))`,
    () => `decltype(make_layout(make_shape(${object()}, ${object()}), make_stride(${object()}, _1{})))`,
    () => `decltype(${r.pick(['append', 'prepend'])}(Shape<${one()}, ${one()}>{}, ${object()}))`,
    () => `decltype(append<${r.pick(['2', '3', '4'])}>(Shape<${one()}, ${one()}>{}, ${object()}))`,
    () => `decltype(select<${r.pick(['1', '1,0', '0,0,1'])}>(Shape<${mode()}, ${mode()}>{}))`,
    () => `decltype(take<${r.pick(['0,1', '0,2', '1,3'])}>(Shape<${one()}, ${mode()}, ${one()}>{}))`,
    () => `Shape<${one()}, Int<ceil_div(${integer(r, 1)}, ${r.pick(['4', ...parameters])})>>`,
  ])();
}

// The tools for assistants: evaluate, inspect, explain, check, draw and find. Each answers with what CuTe prints, and
// where a value cannot be known, with the reason; nothing is guessed. They read files, and write, compile and run
// nothing.
import { say } from '../../../core/src/base/say';
import { relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { viewList } from '../../../core/src/ide/index';
import { asLines } from '../cli/check';
import { collect } from '../cli/check-run';
import { drawTarget, rendered } from '../cli/draw';
import { evaluateCase } from '../cli/eval';
import { evaluateAt } from '../cli/evaluate-at';
import { asSteps, explainTarget } from '../cli/explain';
import { inspect } from '../cli/inspect';
import { expand } from '../cli/walk';
import type { FactRow } from '../library/types';
import {
  expression,
  file,
  given,
  line,
  namedIn,
  opened,
  optionsOf,
  readBy,
  setup,
  text,
  tool,
  type Answer,
  type Tool,
  type ToolHost,
} from './tool';

const evaluate = tool(
  'cute_evaluate',
  [
    'Evaluate a CuTe expression',
    'Evaluates a CuTe C++ expression without compiling, and gives exactly what cute::print would print: layouts with static integers (_8) and run-time ones (8), tensors, tuples, tiled copies and MMAs. With file and line, names of the program can be used. If the value is not known or CuTe refuses the operands, the answer says why.',
  ],
  {
    expression,
    setup,
    file: z.optional(file),
    line: z.optional(line),
    values: z.optional(z.boolean().check(z.describe('Also the values of the layout in order, at most 64.'))),
    text,
    ...given,
  },
  async (input, host) => {
    if (input.line !== undefined) {
      const { text: program, options } = await opened(input, host);
      return valueAnswer(input.expression, evaluateAt(program, options, input.line, input.expression, host.frontEnd));
    }
    const { defines, interrupt } = optionsOf(input, '', host);
    const item = { id: '', setup: input.setup ?? '', expr: input.expression, kind: 'value' };
    const { id: _, ...outcome } = evaluateCase(
      item,
      { defines, values: input.values ?? false, interrupt },
      host.frontEnd,
    );
    if ('error' in outcome) return refused(outcome.error);
    const values = outcome.values === undefined ? '' : `\n${say`values: ${outcome.values.join(' ')}`}`;
    return { text: `${outcome.text}${values}`, data: outcome };
  },
);

function valueAnswer(written: string, row: FactRow | undefined): Answer {
  if (!row) return refused({ code: 'none', message: say`${written} could not be read, or has no printed form` });
  const { line: _, column: __, name: ___, ...value } = row;
  return { text: described(row), data: value };
}

function refused(error: { readonly code: string; readonly message: string }): Answer {
  return { text: say`No value: ${error.message} [${error.code}]`, data: { error } };
}

/** A value with what it rests on, in lines. */
function described({ text: printed, texts, space, element, offset, instance, assumes, unknown }: FactRow): string {
  if (unknown) {
    const needs =
      unknown.needs.length === 0 ? '' : say` It would be known with a value (define) for ${unknown.needs.join(', ')}.`;
    return say`unknown: ${unknown.reason}.${needs}`;
  }
  const memory = [space, element].filter(Boolean).join(' ');
  return [
    printed ?? '',
    ...(memory === '' ? [] : [`  ${offset === undefined ? say`in ${memory}` : say`in ${memory}, offset ${offset}`}`]),
    ...(texts.length > 1 ? [`  ${say`over launches and calls: ${texts.join(' | ')}`}`] : []),
    ...(instance === null ? [] : [`  ${say`for ${instance}`}`]),
    ...(assumes.length === 0 ? [] : [`  ${say`assumes ${assumes.join('; ')}`}`]),
  ].join('\n');
}

/** The largest number of rows in an answer. */
const mostRows = 200;

const inspectFile = tool(
  'cute_inspect',
  [
    'Layouts of a program',
    'Lists the declarations of a CUDA C++ or cuTile Rust file with their CuTe values: layouts, tensors, tiled copies, tiled MMAs, integers, in source order, as cute::print prints them, with the assumptions behind them. Unknown values have their reason and the names whose values would make them known.',
  ],
  {
    file: z.optional(file),
    text,
    name: z.optional(z.string().check(z.describe('Only declarations of this name.'))),
    from: z.optional(line),
    to: z.optional(line),
    ...given,
  },
  async (input, host) => {
    const { text: program, options } = await opened(input, host);
    const { facts, unread } = inspect(program, { ...options, allFiles: false, json: true }, host.frontEnd);
    if (unread !== undefined) throw new Error(`${options.file}: ${unread}`);
    const wanted = facts.filter(
      (fact) =>
        (input.name === undefined || fact.name === input.name) &&
        fact.line >= (input.from ?? 0) &&
        fact.line <= (input.to ?? Infinity),
    );
    return listed(wanted, host, say`no such declaration`);
  },
);

function listed(rows: readonly FactRow[], { folder }: ToolHost, none: string): Answer {
  const shown = rows.slice(0, mostRows);
  const lines = shown.map(
    (row) => `${shortName(row.file, folder)}:${row.line} ${row.name} (${row.kind}): ${described(row)}`,
  );
  const more =
    rows.length > shown.length ? [say`… and ${rows.length - shown.length} more; ask for a name or for lines`] : [];
  return {
    text: rows.length === 0 ? none : [...lines, ...more].join('\n'),
    data: { rows: shown, total: rows.length },
  };
}

function shortName(path: string, folder: string): string {
  const below = relative(folder, resolve(folder, path));
  return below.startsWith('..') ? path : below;
}

/** An expression, or a declaration of a file. */
const target = {
  expression: z.optional(expression),
  setup,
  file: z.optional(file),
  line: z.optional(line),
  name: z.optional(z.string().check(z.describe('The name of the declaration on this line of the file.'))),
  text,
  ...given,
};

type TargetInput = z.output<z.ZodMiniObject<typeof target, z.core.$strip>>;

async function targeted(input: TargetInput, host: ToolHost) {
  if (input.expression !== undefined) {
    const statements = input.setup === undefined ? [] : [input.setup];
    return { text: '', options: { ...optionsOf(input, '', host), target: input.expression, setup: statements } };
  }
  if (input.line === undefined || input.name === undefined)
    throw new Error(say`give an expression, or a file with the line and the name of a declaration`);
  const { text: program, options } = await opened(input, host);
  return { text: program, options: { ...options, target: { line: input.line, name: input.name }, setup: [] } };
}

const explain = tool(
  'cute_explain',
  [
    'Explain a CuTe layout',
    'Shows how CuTe computes a value, step by step with every intermediate layout: of an expression, or of a declaration in a file (file, line, name).',
  ],
  target,
  async (input, host) => {
    const { text: program, options } = await targeted(input, host);
    const found = explainTarget(program, { ...options, json: true }, host.frontEnd);
    return 'error' in found ? refused(found.error) : { text: asSteps(found), data: { ...found } };
  },
);

const check = tool(
  'cute_check',
  [
    'Check CuTe programs',
    'Finds problems with the layouts of a file, or of all files below a folder, before anything is compiled: tiles that do not divide, thread layouts that do not match the launch, shared memory, bank conflicts, narrow copies, stale shape comments, and what CuTe itself refuses. Repairs are in the data.',
  ],
  { path: z.optional(z.string().check(z.describe('A file or a folder.'))), text, ...given },
  async (input, host) => {
    const path = resolve(host.folder, namedIn({ file: input.path, text: input.text }));
    const unread: string[] = [];
    const { found } = await collect([path], optionsOf(input, '', host), {
      frontEnd: host.frontEnd,
      read: (file) => (file === path ? input.text : undefined) ?? readBy(host, file),
      progress: () => undefined,
      warn: (text) => void unread.push(text),
    });
    const findings = found.map(({ finding }) => ({ ...finding, file: shortName(finding.file, host.folder) }));
    const lines = asLines(findings);
    return {
      text: [...unread, lines === '' ? say`no findings` : lines].join('\n'),
      data: { findings: findings.slice(0, mostRows), total: findings.length },
    };
  },
);

const draw = tool(
  'cute_draw',
  [
    'Draw a CuTe layout',
    'Draws a layout, tile, partition, tiled copy or tiled MMA, of an expression or of a declaration in a file (file, line, name): as text in the manner of print_layout, as SVG, as TikZ in the manner of print_latex, or as the data of the picture.',
  ],
  {
    ...target,
    format: z.optional(z.enum(['txt', 'svg', 'tex', 'json']).check(z.describe('txt by default.'))),
    view: z.optional(
      z.string().check(
        z.describe(
          `The kind of picture: ${viewList()
            .map(({ id }) => id)
            .join(', ')}. Without it, the first that accepts the value.`,
        ),
      ),
    ),
  },
  async (input, host) => {
    const { text: program, options } = await targeted(input, host);
    const format = input.format ?? 'txt';
    const view = input.view === undefined ? {} : { view: input.view };
    const found = drawTarget(program, { ...options, ...view, format, palette: 'cute' }, host.frontEnd);
    if (found.is === 'unknown')
      return refused({
        code: 'unknown',
        message: [found.reason, ...found.needs.map((name) => `define ${name}`)].join(' '),
      });
    const document = rendered(found.model, { format, palette: 'cute' }, '');
    return { text: document, data: { view: found.model.view, views: found.views.map(({ id }) => id) } };
  },
);

/** The largest number of files that a search looks into. */
const mostFiles = 300;

const find = tool(
  'cute_find',
  [
    'Find CuTe values',
    'Searches a file, or all files below a folder, for declarations by their value: those whose printed form contains a text such as "Sw<3,4,3>" or "(_128,_8)", of a kind (layout, tensor, tiled, atom, int, tuple, swizzle; tiled are tiled copies and MMAs), in a memory (gmem, smem, rmem), of a name, or those whose value is unknown.',
  ],
  {
    path: z.string().check(z.describe('A file or a folder.')),
    contains: z.optional(z.string().check(z.describe('A part of the printed form.'))),
    name: z.optional(z.string().check(z.describe('A part of the name.'))),
    kind: z.optional(z.string()),
    space: z.optional(z.string()),
    unknown: z.optional(z.boolean().check(z.describe('true: only values that are not known.'))),
    ...given,
  },
  async (input, host) => {
    const rows: FactRow[] = [];
    const unsearched: string[] = [];
    const files = expand([resolve(host.folder, input.path)], (path, why) =>
      unsearched.push(`${shortName(path, host.folder)}: ${why}`),
    );
    for (const one of files.slice(0, mostFiles)) {
      const { text: program, options } = await opened({ ...input, file: one }, host);
      const { facts, unread } = inspect(program, { ...options, allFiles: false, json: true }, host.frontEnd);
      rows.push(...facts);
      if (unread !== undefined) unsearched.push(`${shortName(one, host.folder)}: ${unread}`);
    }
    const answer = listed(
      rows.filter((row) => matches(row, input)),
      host,
      say`no such value`,
    );
    const left = files.length - mostFiles;
    if (left > 0) unsearched.push(say`${left} more files were not searched`);
    return { ...answer, text: [answer.text, ...unsearched].join('\n') };
  },
);

interface Wanted {
  readonly contains?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly space?: string | undefined;
  readonly unknown?: boolean | undefined;
}

function matches(row: FactRow, { contains, name, kind, space, unknown }: Wanted): boolean {
  return (
    (contains === undefined || row.texts.some((one) => one.includes(contains))) &&
    (name === undefined || row.name.includes(name)) &&
    (kind === undefined || row.kind === kind) &&
    (space === undefined || row.space === space) &&
    (unknown === undefined || unknown === (row.unknown !== undefined))
  );
}

export const tools: readonly Tool[] = [evaluate, inspectFile, explain, check, draw, find];

/** What an assistant should know before it calls one. */
export const instructions =
  'Exact answers about CuTe (CUTLASS) layouts in CUDA C++ and about tiles in cuTile Rust, computed from source without a compiler or a GPU. Ask these tools instead of computing layouts, strides, offsets, partitions or bank conflicts in your head. A value is either exactly what CuTe prints or "unknown" with the reason; give values for missing names with `define`, and for program arguments with `args`.';

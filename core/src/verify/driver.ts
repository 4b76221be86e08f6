// Writes a program for a file without `main`. The program calls the kernel, or the function that launches it, with
// arguments that are made up where the source does not fix them. The sizes of buffers, blocks and grids follow from an
// evaluation of this very program. Users may read, change and keep the text.
import { say } from '../base/say';
import type { Evaluation, Fact, Instance } from '../analysis';
import { isWithin, type FileId, type Span } from '../base/span';
import { cosize, print } from '../algebra/index';
import { unlessRefused } from '../algebra/errors';
import { participants } from '../checks/lib/participants';
import { divisions } from '../checks/lib/divisions';
import { Facts } from '../checks/lib/facts';
import { tilesOf } from '../checks/lib/tiles-of-grid';
import { nodesAround } from '../ir/outline';
import { isStatement, nodesIn } from '../ir/walk';
import type { Expr, Func, Param, Program, Stmt, TemplateParam } from '../ir/program';
import { nameOf } from '../ir/spelled';
import { uncommented } from '../text/code';
import { tokensIn, writtenList } from '../text/tokens';
import { numbersOf } from '../values/convert';
import { bitsOfStep } from '../values/pointer';
import type { Tensor } from '../values/value';
import { isPlaced } from './plan';

export interface DriverInput {
  /** The analysis of the file without `main`. */
  readonly analysis: Evaluation;
  readonly programs: ReadonlyMap<FileId, Program>;
  /** The name of that file in the driver's `#include`. */
  readonly include: string;
  /** The label of the instance to call; the first instance where it is absent. */
  readonly instance?: string | undefined;
  /** Evaluates a driver as a given block and thread of its launch see it. */
  readonly evaluate: (text: string, block: Triple, thread: Triple) => Evaluation;
}

export interface Driver {
  /** The name of the called function. */
  readonly name: string;
  readonly text: string;
}

type Triple = readonly [number, number, number];

/** The extent, and the size of a buffer, where nothing determines them. */
const someExtent = 512;
const someBytes = 1 << 24;

/** The driver, or the reason, as a sentence, why there is none. */
export function driver(input: DriverInput): Driver | { readonly why: string } {
  const called = calledIn(input);
  if ('why' in called) return called;
  const first = measured(
    input,
    textOf(called, input, { grid: [1, 1, 1], block: [1, 1, 1], buffers: new Map(), sharedBytes: 0 }),
    [0, 0, 0],
    [0, 0, 0],
  );
  const draft = textOf(called, input, first);
  const last = measured(input, draft, lastOf(first.grid), lastOf(first.block));
  return {
    name: called.func.name,
    text: textOf(called, input, {
      ...first,
      buffers: larger(first.buffers, last.buffers),
      sharedBytes: Math.max(first.sharedBytes, last.sharedBytes),
    }),
  };
}

const lastOf = ([x, y, z]: Triple): Triple => [x - 1, y - 1, z - 1];

// ---- What is called ----------------------------------------------------------------------------------------------

interface Called {
  readonly func: Func;
  /** The namespaces around it. */
  readonly within: readonly string[];
  /** The template arguments of the call, by the parameter's name. */
  readonly given: ReadonlyMap<string, string>;
  readonly instance: Instance;
}

function calledIn({ analysis, programs, instance: label }: DriverInput): Called | { readonly why: string } {
  const kernels = analysis.instances.filter(({ kernel }) => kernel !== '');
  const instance = kernels.find((one) => one.label === label) ?? kernels[0];
  if (!instance) return { why: say`This file has no main, and no kernel that a driver could launch.` };
  const functions = [...programs.values()].flatMap((program) => functionsIn(program.items, []));
  const found = instance.launch
    ? enclosing(functions, instance.at)
    : functions.find(({ func }) => func.kernel && func.name === instance.kernel && func.body);
  if (!found)
    return { why: say`This file has no main, and ${instance.kernel} is not a function that a driver could call.` };
  const program = programs.get(found.func.span.file);
  const params = ownTemplates(found.func);
  const given = program
    ? templateArguments(found.func, params, [instance, ...analysis.instances], program, programs)
    : undefined;
  if (!given)
    return {
      why: say`This file has no main, and ${found.func.name} is a template that nothing instantiates: write // cute-lens: instantiate ${found.func.name}<…> above it.`,
    };
  return { ...found, given, instance };
}

interface Found {
  readonly func: Func;
  readonly within: readonly string[];
}

function functionsIn(items: readonly Stmt[], within: readonly string[]): readonly Found[] {
  return items.flatMap((item): readonly Found[] => {
    if (item.is === 'Namespace')
      return functionsIn(item.items, item.name === undefined ? within : [...within, item.name]);
    return item.is === 'Func' ? [{ func: item, within }] : [];
  });
}

const enclosing = (functions: readonly Found[], at: Span | undefined): Found | undefined =>
  functions.find(
    ({ func }) =>
      at !== undefined &&
      func.body !== undefined &&
      func.span.file === at.file &&
      func.span.start <= at.start &&
      at.end <= func.span.end,
  );

const ownTemplates = ({ templates }: Func): readonly TemplateParam[] => templates.at(-1) ?? [];

/** Template arguments come from an explicit instantiation or the comment that replaces one, from comments that pin
 *  single parameters, or from defaults. */
function templateArguments(
  func: Func,
  params: readonly TemplateParam[],
  instances: readonly Instance[],
  program: Program,
  programs: ReadonlyMap<FileId, Program>,
): ReadonlyMap<string, string> | undefined {
  const listed =
    instances
      .filter(({ launch }) => !launch)
      .map(({ at }) => (at === undefined ? [] : argumentsAt(at, func.name, programs)))
      .find(({ length }) => length > 0) ?? [];
  const pinned = new Map(
    program.pins
      .filter(({ span }) => span.end <= func.span.start)
      .flatMap(({ values }) => values.map(({ name, value }) => [name, written(value, program)] as const)),
  );
  const given = new Map<string, string>();
  for (const [i, { name = `_${i}`, default: otherwise, pack }] of params.entries()) {
    const argument = listed[i] ?? pinned.get(name) ?? (otherwise && written(otherwise, program));
    if (pack || argument === undefined) return undefined;
    given.set(name, argument);
  }
  return given;
}

const written = ({ span }: Expr, program: Program): string => uncommented(program).slice(span.start, span.end);

/** The template arguments of an explicit instantiation, `float` and `64` of `template void scale<float, 64>(…);`, or
 *  of the comment `instantiate scale<float, 64>`. */
function argumentsAt(at: Span, name: string, programs: ReadonlyMap<FileId, Program>): readonly string[] {
  const program = programs.get(at.file);
  if (!program) return [];
  const pin = program.pins.find(({ span, instantiate }) => instantiate && isWithin(at, span));
  const target =
    pin?.instantiate ??
    nodesAround(program, at)
      .flatMap((node) => (node.is === 'Instantiation' ? [node.target] : []))
      .at(-1);
  const named = nodesIn(target)
    .flatMap((node) => (isStatement(node) ? [] : (nameOf(node) ?? [])))
    .find(({ id, args }) => id === name && args !== undefined);
  if (!named?.args) return [];
  const text = pin ? program.text : uncommented(program);
  const [open] = tokensIn(text, { start: named.span.end, end: text.length });
  return writtenList(
    text,
    open?.end ?? named.span.end,
    named.args.map(({ span }) => span),
    '>',
  );
}

// ---- What it takes -----------------------------------------------------------------------------------------------

interface Needs {
  readonly grid: Triple;
  readonly block: Triple;
  /** For each pointer, by its name: how many bytes it needs, and which tensor needs them. */
  readonly buffers: ReadonlyMap<string, Buffer>;
  readonly sharedBytes: number;
}

interface Buffer {
  readonly bytes: number;
  readonly why: string;
}

function measured({ evaluate }: DriverInput, text: string, block: Triple, thread: Triple): Needs {
  const evaluation = evaluate(text, block, thread);
  const instance = evaluation.instances.find(({ kernel, reached }) => kernel !== '' && reached)?.id ?? -1;
  const facts = new Facts(evaluation, []);
  const threads = facts
    .calls('get_slice', 'get_thread_slice', 'local_partition')
    .filter((call) => call.instance === instance)
    .flatMap((call) => participants(call)?.count ?? []);
  const tiles = divisions(facts)
    .filter(({ call }) => call.instance === instance && call.name === 'local_tile')
    .flatMap((division) => tilesOf(facts, division));
  const along = (axis: number): number =>
    Math.max(1, ...tiles.filter((one) => one.axis === axis).map((one) => one.tiles));
  const shared = evaluation.sharedLayouts.filter((one) => one.instance === instance).map(({ bytes }) => bytes);
  const all = [...evaluation.facts.values()].flat();
  const dynamic = new Set(all.filter(({ memory }) => memory === 'extern-shared').map(({ name }) => name));
  const buffers = buffersOf(all);
  return {
    grid: [along(0), along(1), along(2)],
    block: [Math.min(1024, Math.max(1, ...threads)), 1, 1],
    buffers,
    sharedBytes: Math.max(
      0,
      ...shared,
      ...[...buffers].flatMap(([name, { bytes }]) => (dynamic.has(name) ? [bytes] : [])),
    ),
  };
}

function buffersOf(facts: readonly Fact[]): ReadonlyMap<string, Buffer> {
  return facts
    .flatMap(({ name = '', seen }) => seen.flatMap(({ value }) => (isPlaced(value) ? [bufferOf(name, value)] : [])))
    .reduce(larger, new Map<string, Buffer>());
}

/** The memory that a tensor needs, from where the memory begins to the tensor's end; empty where a number is not
 *  known. */
function bufferOf(name: string, { data, layout }: Tensor): ReadonlyMap<string, Buffer> {
  return unlessRefused(
    () => {
      const [end, start] = numbersOf([cosize(layout), data.offset]) ?? [];
      if (end === undefined || start === undefined) return new Map();
      return new Map([
        [
          data.base ?? '',
          { bytes: Math.ceil(((start + end) * bitsOfStep(data)) / 8), why: `${name} is ${print(layout)}` },
        ],
      ]);
    },
    () => new Map(),
  );
}

/** For each name the larger one of the two buffers. */
function larger(a: ReadonlyMap<string, Buffer>, b: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const all = new Map(a);
  for (const [name, buffer] of b) if (buffer.bytes > (all.get(name)?.bytes ?? 0)) all.set(name, buffer);
  return all;
}

// ---- The text ----------------------------------------------------------------------------------------------------

function textOf(called: Called, input: DriverInput, needs: Needs): string {
  const { func, within, given } = called;
  const program = input.programs.get(func.span.file);
  const params = program ? func.params.map((param, at) => argument(param, at, called, input, program, needs)) : [];
  const templates = ownTemplates(func).map(({ kind, name = '' }) =>
    kind === 'type'
      ? `using ${name} = ${given.get(name) ?? ''};`
      : kind === 'value'
        ? `constexpr auto ${name} = ${given.get(name) ?? ''};`
        : '',
  );
  const targs = [...given].map(([one, text]) => (isTemplate(func, one) ? text : one));
  const name = targs.length > 0 ? `${func.name}<${targs.join(', ')}>` : func.name;
  const call = `${name}${func.kernel ? `<<<${launchText(needs)}>>>` : ''}(${params.map((one) => one.name).join(', ')});`;
  const optIn =
    func.kernel && needs.sharedBytes > 48 << 10
      ? [`cudaFuncSetAttribute(${name}, cudaFuncAttributeMaxDynamicSharedMemorySize, ${needs.sharedBytes});`]
      : [];
  const body = [
    ...(within.length > 0 ? [`using namespace ${within.join('::')};`] : []),
    ...templates.filter(Boolean),
    ...params.flatMap(({ lines }) => lines),
    ...optIn,
    call,
    'cudaError_t status = cudaDeviceSynchronize();',
    'std::printf("%s\\n", cudaGetErrorString(status));',
    'return status == cudaSuccess ? 0 : 1;',
  ];
  return `// Calls ${func.name} of ${input.include}, which has no main of its own. Made up by CuTe Lens: change what is not as it should be.
#include <cstdio>
#include "${input.include}"

int main()
{
${body.map((line) => `  ${line}\n`).join('')}}
`;
}

const isTemplate = (func: Func, name: string): boolean =>
  ownTemplates(func).find((one) => one.name === name)?.kind === 'template';

function launchText({ grid, block, sharedBytes }: Needs): string {
  const extents = ([x, y, z]: Triple): string =>
    z > 1 ? `dim3(${x}, ${y}, ${z})` : y > 1 ? `dim3(${x}, ${y})` : String(x);
  return [extents(grid), extents(block), ...(sharedBytes > 0 ? [sharedBytes] : [])].join(', ');
}

interface Argument {
  readonly name: string;
  readonly lines: readonly string[];
}

/** The words of a parameter's declaration that the driver's variable is declared without. */
const qualifiers: ReadonlySet<string> = new Set([
  'const',
  'volatile',
  '__restrict__',
  '__restrict',
  '__grid_constant__',
  'CUTLASS_GRID_CONSTANT',
]);
const integer =
  /^(?:unsigned|signed|int|long|short|size_t|std::size_t|u?int(?:8|16|32|64)_t|std::u?int(?:8|16|32|64)_t)(?:\s+(?:unsigned|signed|int|long|short))*$/;

function argument(
  param: Param,
  at: number,
  { func, instance }: Called,
  { analysis }: DriverInput,
  program: Program,
  { buffers }: Needs,
): Argument {
  const name = param.name ?? `_${at}`;
  const type = typeText(param, program);
  if (type.endsWith('*')) {
    const buffer = buffers.get(name);
    const bytes = buffer?.bytes ?? someBytes;
    return {
      name,
      lines: [
        `${type} ${name} = nullptr;`,
        `cudaMalloc(&${name}, ${bytes});  // ${buffer ? buffer.why : say`how much is needed is not known`}`,
        `cudaMemset(${name}, 0, ${bytes});`,
      ],
    };
  }
  const pinned = pinnedNumber(param, instance, analysis);
  if (integer.test(type))
    return {
      name,
      lines: [
        `${type} ${name} = ${pinned ?? someExtent};${pinned === undefined ? '  // any number: the source does not fix it' : ''}`,
      ],
    };
  const members = program.pins
    .filter(({ span }) => span.end <= func.span.start)
    .flatMap(({ values }) =>
      values
        .filter((one) => one.name.startsWith(`${name}.`))
        .map((one) => `${one.name} = ${written(one.value, program)};`),
    );
  return { name, lines: [`${type} ${name}{};`, ...members] };
}

/** The type of a parameter as the source spells it, without qualifiers. */
function typeText({ span, nameSpan }: Param, { text }: Program): string {
  const kept = tokensIn(text, { start: span.start, end: nameSpan?.start ?? span.end }).filter(
    (token) => !qualifiers.has(token.text),
  );
  return kept
    .map((token, at) => {
      const isApart = at > 0 && kept[at - 1]?.end !== token.start && !/^[*&]/.test(token.text);
      return isApart ? ` ${token.text}` : token.text;
    })
    .join('');
}

/** The number that a comment above the function, or a define, gives to an integer parameter. */
function pinnedNumber({ nameSpan }: Param, { id }: Instance, analysis: Evaluation): number | undefined {
  const fact = analysis.facts
    .get(nameSpan?.file ?? '')
    ?.find(({ span, role }) => role === 'parameter' && span.start === nameSpan?.start);
  const value = (fact?.seen.find(({ instance }) => instance === id) ?? fact?.seen[0])?.value;
  return value && numbersOf([value])?.[0];
}

// Hovers on what a launch is made of: the launch itself and its kernel, `dim3` values, shared memory, and types that a
// template is given. Every number comes from the instances of the analysis; what is not known is left out.
import { counted } from '../../base/counted';
import { say } from '../../base/say';
import { contains, type FileId, type Span } from '../../base/span';
import { bytesText, grouped } from '../../base/collect';
import { known } from '../../algebra/errors';
import type { Analysis, Fact, Instance } from '../../analysis';
import { optInLimitBytes } from '../../checks/lib/shared-memory';
import { isA, numbersOf } from '../../values/convert';
import { factText, spellType } from '../../values/print';
import { sizeofBits } from '../../values/scalars';
import type { Value } from '../../values/value';
import { accessLines } from './accesses';
import { code, named, plain, type Action, type Block, type Hover, type Inline } from '../blocks';
import { plainNames } from '../words/plain-names';
import { briefLabels, cropped, kernelInstances, sharedBytesOf, siblingsOf } from '../instances';

interface Input {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
  readonly active: Instance | undefined;
  readonly textOf: (file: FileId) => string | undefined;
  readonly canVerify?: boolean;
}

/** The hover on a place of which no value of CuTe is shown. */
export function launchHover(input: Input): Hover | undefined {
  return ofShared(input) ?? ofDeclared(input) ?? ofLaunch(input);
}

const line = (content: readonly Inline[]): Block => ({ is: 'line', content });

// ---- Launches ------------------------------------------------------------------------------------------------------

function ofLaunch(input: Input): Hover | undefined {
  const { analysis, file, offset, active } = input;
  const here = kernelInstances(analysis).filter(
    ({ launch, at, kernel }) =>
      (launch !== undefined && isAt(launch.kernel, file, offset)) ||
      (at !== undefined && isAt({ ...at, end: at.start + nameLength(kernel, at, input) }, file, offset)),
  );
  const instance = here.find(({ id }) => id === active?.id) ?? here[0];
  const { launch } = instance ?? {};
  if (!instance) return undefined;
  if (!launch) return unlaunched(instance, input);
  const span = isAt(launch.kernel, file, offset) ? launch.kernel : instance.at;
  if (!span) return undefined;
  const label = cropped(briefLabels(analysis).get(instance.id) ?? '');
  const all = siblingsOf(instance, analysis);
  const actions: { title: string; action: Action; at?: Span }[] = [
    ...(all.length > 1
      ? [
          {
            title: say`Instance ${all.indexOf(instance) + 1} of ${all.length}: ${label} ▾`,
            action: 'selectInstance' as const,
          },
        ]
      : []),
    ...(input.canVerify === true && analysis.language === undefined
      ? [{ title: say`Verify on GPU`, action: 'verify' as const }]
      : []),
  ];
  return {
    span,
    known: true,
    blocks: [
      line([named(instance.kernel), plain(` ${launchText(instance, analysis)}`)]),
      ...(actions.length > 0 ? [{ is: 'actions' as const, actions }] : []),
      ...accessLines(instance, analysis, input.textOf),
    ],
  };
}

/** A kernel that nothing launches: what is not checked for that. */
function unlaunched(instance: Instance, { analysis, textOf }: Input): Hover | undefined {
  const lines = instance.at ? accessLines(instance, analysis, textOf) : [];
  return instance.at && lines.length > 0
    ? { span: instance.at, known: true, blocks: [line([named(instance.kernel), plain(say` a kernel`)]), ...lines] }
    : undefined;
}

const isAt = (span: Span, file: FileId, offset: number): boolean => span.file === file && contains(span, offset);

/** The length of the kernel's name where it is launched, with its template arguments up to `<<<`. */
function nameLength(kernel: string, at: Span, { textOf }: Input): number {
  const text = textOf(at.file)?.slice(at.start, at.end) ?? '';
  const end = text.indexOf('<<<');
  return end > 0 ? end + 3 : kernel.length;
}

/** `grid 4 × 6 = 24 blocks of 128 threads, 98,304 bytes of shared memory (of 232,448 on sm_90)`. */
function launchText(instance: Instance, analysis: Analysis): string {
  const { grid, block, cluster } = instance.launch ?? { grid: [], block: [] };
  const blocks = productOf(grid);
  const shared = sharedBytesOf(instance, analysis.shared);
  const limit = optInLimitBytes(analysis.arch);
  const of = limit === undefined ? '' : say` (of ${grouped(limit)} on sm_${Math.floor(analysis.arch / 10)})`;
  const clusters = cluster && productOf(cluster);
  return [
    say`grid ${extents(grid)}${blocks === undefined ? '' : ` = ${counted(blocks, 'block')}`} of ${extents(block)} threads`,
    ...(clusters !== undefined && clusters > 1 ? [say`clusters of ${extents(cluster ?? [])}`] : []),
    ...(shared === undefined || shared === 0 ? [] : [say`${grouped(shared)} bytes of shared memory${of}`]),
  ].join(', ');
}

function extents(values: readonly Value[]): string {
  const texts = values.map((value) => {
    const n = numbersOf([value])?.[0];
    return n === undefined ? plainNames(factText(value)) : grouped(n);
  });
  while (texts.length > 1 && texts.at(-1) === '1') texts.pop();
  return texts.length === 0 || texts.includes('?') ? say`that is not known` : texts.join(' × ');
}

function productOf(values: readonly Value[]): number | undefined {
  return values.length === 0 ? undefined : numbersOf(values)?.reduce((all, n) => all * n, 1);
}

// ---- Shared memory -------------------------------------------------------------------------------------------------

function ofShared({ analysis, file, offset, active }: Input): Hover | undefined {
  const here = analysis.shared.filter(({ span }) => isAt(span, file, offset));
  const variable = here.find(({ instance }) => instance === active?.id) ?? here[0];
  if (!variable) return undefined;
  const instance = analysis.instances.find(({ id }) => id === variable.instance);
  const launched = instance?.launch?.sharedBytes ? numbersOf([instance.launch.sharedBytes])?.[0] : undefined;
  const bytes = variable.dynamic ? launched : variable.bytes;
  const taken = analysis.sharedLayouts.find((one) => one.instance === variable.instance)?.bytes;
  const parts = [
    variable.dynamic ? say`shared memory of the size that the launch gives` : say`shared memory`,
    ...(bytes === undefined ? [] : [bytesText(bytes)]),
    ...(variable.dynamic && taken !== undefined ? [say`taken for an object of ${bytesText(taken)}`] : []),
    ...(variable.alignBytes === undefined ? [] : [say`aligned to ${bytesText(variable.alignBytes)}`]),
  ];
  return {
    span: variable.span,
    known: true,
    blocks: [line([named(variable.name), plain(` ${parts.join(', ')}`)])],
  };
}

// ---- dim3 and types of templates -----------------------------------------------------------------------------------

/** A `dim3`, or a type parameter of a template in the instance that is shown. */
function ofDeclared({ analysis, file, offset, active }: Input): Hover | undefined {
  const facts = (analysis.facts.get(file) ?? []).filter(({ span }) => contains(span, offset));
  for (const fact of [...facts].reverse()) {
    const seen = fact.seen.find(({ instance }) => instance === active?.id) ?? fact.seen[0];
    const text = seen && (dim3Text(seen.value) ?? typeText(seen.value, fact, analysis));
    if (text && fact.name !== undefined)
      return { span: fact.span, known: true, blocks: [line([named(fact.name), plain(' '), ...text])] };
  }
  return undefined;
}

function dim3Text(value: Value): Inline[] | undefined {
  if (!isA(value, 'struct') || value.name !== 'dim3') return undefined;
  const values = ['x', 'y', 'z'].flatMap((axis) => value.fields.get(axis) ?? []);
  const total = productOf(values);
  const isProduct = total !== undefined && extents(values).includes('×');
  return [code('dim3'), plain(` ${extents(values)}${isProduct ? ` = ${grouped(total)}` : ''}`)];
}

function typeText(value: Value, { role, declared }: Fact, { facts }: Analysis): Inline[] | undefined {
  const isParameter =
    role === 'template-parameter' ||
    (declared !== undefined &&
      facts
        .get(declared.file)
        ?.some((one) => one.role === 'template-parameter' && one.span.start === declared.start) === true);
  if (!isParameter || !isA(value, 'type')) return undefined;
  const bits = known(() => sizeofBits(value.of));
  const bytes = bits === undefined || bits % 8 !== 0 ? '' : `, ${bytesText(bits / 8)}`;
  return [plain(say`template argument: type `), code(spellType(value.of)), plain(bytes)];
}

// Code lenses: above a kernel its launches, above a launch its resources, and the actions on either. They contain only
// known numbers; a number that depends on the run is left out, or replaced by its name if it has one.
import { counted } from '../../base/counted';
import { say } from '../../base/say';
import type { Analysis, Fact, Instance, SharedVariable } from '../../analysis';
import { grouped, groupBy } from '../../base/collect';
import type { FileId, Span } from '../../base/span';
import { functionAround } from '../../ir/outline';
import { factText } from '../../values/print';
import { numbersOf, tagOf } from '../../values/convert';
import type { Value } from '../../values/value';
import type { Action } from '../blocks';
import { awakening, isAboutLayouts } from '../dormant';
import { kernelInstances, sharedBytesOf, siblingsOf } from '../instances';
import { plainNames } from '../words/plain-names';

export interface CodeLens {
  readonly span: Span;
  readonly title: string;
  /** The action of a click; without it the lens is only text. */
  readonly action?: Action;
  /** The place that the action is about, if it is not the place of the lens. */
  readonly about?: Span;
  /** For `selectInstance`, the label of the instance that a click chooses; without it the user is asked. */
  readonly instance?: string;
}

export interface CodeLensesInput {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly active: Instance | undefined;
  /** The actions besides the choice of an instance. */
  readonly offers: readonly ('visualize' | 'verify' | 'instantiate')[];
}

/** The lenses of a file, in the order of the text. */
export function codeLenses(input: CodeLensesInput): readonly CodeLens[] {
  const instances = kernelInstances(input.analysis).filter(({ launch }) => launch !== undefined);
  const kernels = [
    ...groupBy(
      instances.filter(({ launch }) => launch?.kernel.file === input.file),
      ({ launch }) => launch?.kernel.start,
    ).values(),
  ];
  const launches = [
    ...groupBy(
      instances.filter(({ at }) => at?.file === input.file),
      ({ at }) => at?.start,
    ).values(),
  ];
  return [
    ...kernels.flatMap((group) => ofKernel(group, input)),
    ...launches.flatMap((group) => ofLaunch(group, input)),
    ...(input.offers.includes('instantiate') ? ofDormant(input) : []),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** Above each template about layouts that nothing instantiates, the way to see what it makes of its arguments. */
function ofDormant({ analysis, file }: CodeLensesInput): readonly CodeLens[] {
  return analysis.dormant
    .filter((template) => template.span.file === file && isAboutLayouts(template, analysis))
    .flatMap((template) => {
      const made = awakening(template, analysis);
      const title = say`Nothing here instantiates this: give arguments…`;
      return made ? [{ span: made.at, title, action: 'instantiate' as const, about: template.span }] : [];
    });
}

function ofKernel(instances: readonly Instance[], { analysis, offers }: CodeLensesInput): readonly CodeLens[] {
  const kernel = instances[0]?.launch?.kernel;
  if (!kernel) return [];
  const span = headOf(analysis, kernel);
  const threads = distinct(instances.map(({ launch }) => product(launch?.block)));
  const shared = distinct(instances.map((instance) => sharedText(instance, analysis.shared)));
  const parts = [
    counted(instances.length, 'instance', String(instances.length)),
    ...(threads ? [say`${threads} threads`] : []),
    ...sharedPart(shared),
  ];
  const told: CodeLens =
    instances.length > 1
      ? { span, title: parts.join(' · '), action: 'selectInstance' }
      : { span, title: parts.join(' · ') };
  const about = worthSeeing(instances, kernel, analysis);
  return [
    told,
    ...(offers.includes('visualize') && about
      ? [{ span, title: say`Visualize ${about.name ?? ''}`.trim(), action: 'visualize' as const, about: about.span }]
      : []),
    // Tiles have no layouts, so the kernel itself is drawn.
    ...(offers.includes('visualize') && !about && analysis.language !== undefined
      ? [{ span, title: say`Visualize`, action: 'visualize' as const, about: kernel }]
      : []),
    ...(offers.includes('verify') && analysis.language === undefined
      ? [{ span, title: say`Verify on GPU`, action: 'verify' as const, about: kernel }]
      : []),
  ];
}

/** Where the declaration of a kernel begins: at `template`, where there is one. */
function headOf({ sources }: Analysis, kernel: Span): Span {
  const source = sources.get(kernel.file);
  const start = source && functionAround(source, kernel)?.span.start;
  return start === undefined ? kernel : { ...kernel, start, end: start };
}

/** The values of a kernel that are worth drawing, the most informative first. */
const telling: readonly string[] = ['tiled-mma', 'tiled-copy', 'tensor', 'layout', 'composed'];

/** The declaration of a kernel whose picture is most informative. */
function worthSeeing(instances: readonly Instance[], { file }: Span, analysis: Analysis): Fact | undefined {
  const ids = new Set(instances.map(({ id }) => id));
  const drawable = (analysis.facts.get(file) ?? []).filter(
    ({ role, seen }) =>
      role === 'declaration' && seen.some(({ instance, value }) => ids.has(instance) && telling.includes(tagOf(value))),
  );
  const rank = ({ seen }: Fact): number =>
    Math.min(
      ...seen
        .filter(({ instance }) => ids.has(instance))
        .map(({ value }) => telling.indexOf(tagOf(value)))
        .filter((at) => at >= 0),
    );
  return drawable.reduce<Fact | undefined>((best, fact) => (!best || rank(fact) < rank(best) ? fact : best), undefined);
}

function ofLaunch(instances: readonly Instance[], { analysis, active }: CodeLensesInput): readonly CodeLens[] {
  const [first] = instances;
  if (!first?.at) return [];
  const span = first.at;
  const { launch } = first;
  const blocks = distinct(instances.map((one) => product(one.launch?.grid)));
  const grid = launch && distinct(instances.map((one) => extents(one.launch?.grid)));
  const threads = distinct(instances.map((one) => product(one.launch?.block)));
  const shared = distinct(instances.map((one) => sharedText(one, analysis.shared)));
  const isCounted = blocks !== undefined && grid?.includes('×') === true && /^\d+$/.test(blocks);
  const parts = [
    ...(grid ? [say`grid ${grid}${isCounted ? ` = ${counted(Number(blocks), 'block', String(blocks))}` : ''}`] : []),
    ...(threads ? [say`${threads} threads`] : []),
    ...sharedPart(shared),
  ];
  const told: readonly CodeLens[] = parts.length > 0 ? [{ span, title: parts.join(' · ') }] : [];
  const siblings = siblingsOf(first, analysis).length;
  if (siblings < 2 || instances.some(({ id }) => id === active?.id))
    return siblings < 2 ? told : [...told, { span, title: say`shown in hovers` }];
  return [...told, { span, title: say`Show in Hovers`, action: 'selectInstance', instance: first.label }];
}

/** `49,152`: the bytes of the kernel's own variables plus those of the launch; undefined where one is not known. */
function sharedText(instance: Instance, shared: readonly SharedVariable[]): string | undefined {
  const bytes = sharedBytesOf(instance, shared);
  return bytes === undefined ? undefined : grouped(bytes);
}

const sharedPart = (bytes: string | undefined): readonly string[] =>
  bytes === undefined || bytes === '0' ? [] : [say`${bytes} bytes of shared memory`];

/** `4×6`, with names for unknown numbers; extents of 1 at the end are left out. */
function extents(values: readonly Value[] | undefined): string | undefined {
  if (!values || values.some((value) => factText(value) === '?')) return undefined;
  const texts = values.map((value) => factText(value));
  while (texts.length > 1 && texts.at(-1) === '1') texts.pop();
  return plainNames(texts.join('×'));
}

function product(values: readonly Value[] | undefined): string | undefined {
  // A tile block has no thread count.
  const numbers = values && values.length > 0 ? numbersOf(values) : undefined;
  return numbers && grouped(numbers.reduce((all, n) => all * n, 1));
}

/** The different texts of all instances: `128 or 256`. Undefined where one is not known. */
function distinct(texts: readonly (string | undefined)[]): string | undefined {
  const each = [...new Set(texts)];
  return each.includes(undefined) || each.length > 3 ? undefined : each.join(say` or `);
}

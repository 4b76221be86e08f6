// The kernel instances that a user chooses from, each by what tells it apart from the others: where it is launched
// from, the template arguments that differ, its threads and its shared memory. Does not know how a program comes to
// launch one (ways.ts).
import type { Analysis, Bound, Instance, SharedVariable } from '../analysis';
import { bytesText, groupBy } from '../base/collect';
import { counted } from '../base/counted';
import { remembered } from '../base/remembered';
import { numbersOf } from '../values/convert';
import type { Value } from '../values/value';

/** Kernels, and functions that the program asks for with given arguments. Only these are offered for a choice. */
export function kernelInstances({ instances }: Pick<Analysis, 'instances'>): readonly Instance[] {
  return instances.filter(({ id, kernel, asked }) => id !== 0 && (kernel !== '' || asked));
}

/** The instances of one kernel, to count and to choose among. */
export function siblingsOf({ kernel }: Instance, { instances }: Analysis): readonly Instance[] {
  return kernel === '' ? [] : (byKernel(instances).get(kernel) ?? []);
}

const byKernel = remembered((instances: readonly Instance[]) =>
  groupBy(kernelInstances({ instances }), ({ kernel }) => kernel),
);

/** The instances among which an instance is counted: those of its kernel, or all where it has no other. */
export function offeredWith(instance: Instance, analysis: Analysis): readonly Instance[] {
  const siblings = siblingsOf(instance, analysis);
  return siblings.length > 1 ? siblings : kernelInstances(analysis);
}

/** What tells each instance apart from the others of its kernel, by id: `gemm_nt`, `Is_causal · !Is_local`. The label
 *  where there is no other, or where nothing short differs. */
export function briefLabels(analysis: Analysis): ReadonlyMap<number, string> {
  const all = groupBy(kernelInstances(analysis), nameOf);
  return new Map([...all.values()].flatMap((same) => [...labelsOf(same)]));
}

/** The longest label that stands among other actions in one line of a hover. */
const longestCropped = 36;

/** A label whose last words are left out where it is long: the picker has them all. */
export function cropped(label: string): string {
  if (label.length <= longestCropped) return label;
  const words = label.split(' · ');
  while (words.length > 1 && words.join(' · ').length > longestCropped) words.pop();
  return `${words.join(' · ').slice(0, longestCropped)} …`;
}

/** The kernel; of a function that the program asks for, the function. */
export const nameOf = ({ kernel, label }: Instance): string => (kernel === '' ? label.replace(/ \(.*$/, '') : kernel);

function labelsOf(same: readonly Instance[]): ReadonlyMap<number, string> {
  const places = groupBy(same, ({ from }) => from);
  const named = new Map<number, string>();
  for (const [from, together] of places) {
    const where = places.size > 1 ? [from ?? 'main'] : [];
    const differs = differencesOf(together);
    for (const one of together) {
      const words = [...where, ...(differs.get(one.id) ?? [])].join(' · ');
      named.set(one.id, words);
    }
  }
  const isTold = new Set(named.values()).size === same.length && ![...named.values()].includes('');
  return isTold ? named : new Map(same.map(({ id, label }) => [id, label]));
}

/** No row says more of its arguments than this. */
const mostArguments = 4;
const longestArgument = 24;

/** The arguments that differ between instances: enough of them to tell all apart, then the next ones. */
function differencesOf(together: readonly Instance[]): ReadonlyMap<number, readonly string[]> {
  const names = [...new Set(together.flatMap(({ bindings = [] }) => bindings.map(({ name }) => name)))];
  const textOf = ({ bindings = [] }: Instance, name: string): string =>
    bindings.find((one) => one.name === name)?.text ?? '';
  const isShort = (text: string): boolean => text !== '' && text.length <= longestArgument && !text.includes('\n');
  const differing = names.filter((name) => {
    const texts = together.map((one) => textOf(one, name));
    return new Set(texts).size > 1 && texts.every(isShort);
  });
  const keyOf = (one: Instance, chosen: readonly string[]): string => chosen.map((name) => textOf(one, name)).join('|');
  const kinds = (chosen: readonly string[]): number => new Set(together.map((one) => keyOf(one, chosen))).size;
  const chosen: string[] = [];
  while (chosen.length < differing.length && (kinds(chosen) < together.length || chosen.length < mostArguments)) {
    const left = differing.filter((name) => !chosen.includes(name));
    const best = left.reduce((a, b) => (kinds([...chosen, b]) > kinds([...chosen, a]) ? b : a));
    chosen.push(best);
  }
  const inOrder = differing.filter((name) => chosen.includes(name));
  return new Map(
    together.map((one) => {
      const bound = inOrder.map((name): Bound => ({ name, text: textOf(one, name) }));
      return [one.id, bound.filter(isTelling).map(argumentText)];
    }),
  );
}

/** False for `T=T`: a parameter that nothing is known about stands for itself. */
const isTelling = ({ name, text }: Bound): boolean => name !== text;

/** `kHeadDim=128`; of a flag its name, or its name behind a `!`. */
function argumentText({ name, text }: Bound): string {
  return text === 'true' ? name : text === 'false' ? `!${name}` : `${name}=${text}`;
}

/** `128 threads`, `48 KiB`: the resources of an instance that are known. */
export function resourcesOf(instance: Instance, analysis: Analysis): readonly string[] {
  const threads = threadsOf(instance);
  const bytes = sharedBytesOf(instance, analysis.shared);
  return [
    ...(threads === undefined ? [] : [counted(threads, 'thread')]),
    ...(bytes === undefined || bytes === 0 ? [] : [bytesText(bytes)]),
  ];
}

function threadsOf({ launch }: Instance): number | undefined {
  const block: readonly Value[] = launch?.block ?? [];
  return block.length === 0 ? undefined : numbersOf(block)?.reduce((all, n) => all * n, 1);
}

/** The shared memory of an instance: its own variables and what the launch gives; undefined where one is not known. */
export function sharedBytesOf(instance: Instance, shared: readonly SharedVariable[]): number | undefined {
  const own = shared
    .filter((variable) => variable.instance === instance.id && !variable.dynamic)
    .map(({ bytes }) => bytes);
  const { sharedBytes } = instance.launch ?? {};
  const dynamic = sharedBytes === undefined ? 0 : numbersOf([sharedBytes])?.[0];
  return dynamic === undefined || own.includes(undefined)
    ? undefined
    : own.reduce<number>((sum, bytes) => sum + (bytes ?? 0), dynamic);
}

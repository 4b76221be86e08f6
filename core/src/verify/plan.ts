// Decides which facts are recorded, and where: joins the predictions of the analysis with the places where probes may
// stand. Knows neither C++ text (instrument.ts) nor records.
import { say } from '../base/say';
import type { Evaluation, Fact, Instance, Observation } from '../analysis';
import type { FileId, Span } from '../base/span';
import { tagOf } from '../base/tuple';
import { isTuple, untype } from '../values/convert';
import type { Tensor, Value } from '../values/value';
import type { Ask, Named, Place, Places } from './places';

/** A probe: one question to the machine. */
export interface Probe {
  readonly id: number;
  readonly span: Span;
  readonly name: string;
  readonly at: number;
  readonly close?: number;
  readonly ask: Ask;
  readonly owner?: string;
  /** For an alias template, the places where its uses are recorded. */
  readonly uses?: readonly (Named & { readonly file: FileId })[];
  /** Every thread of the first block records which elements of the tensor it owns. */
  readonly owned: boolean;
  /** The function around it, as the offset of its body; undefined outside functions. */
  readonly scope: number | undefined;
  /** Its file contains an `#if` about `__CUDA_ARCH__`, so the host may record other values than the GPU. */
  readonly asksArch?: true;
}

/** A fact that is predicted, with its probe or the reason why there is none. */
export interface Asked {
  readonly fact: Fact;
  readonly probe?: Probe;
  readonly why?: string;
}

/** A place in the source that launches kernels: the launch is announced before this statement. */
export interface LaunchSite {
  readonly id: number;
  readonly file: FileId;
  readonly start: number;
  readonly end: number;
  readonly braces: boolean;
}

export interface KernelSite {
  readonly id: number;
  readonly file: FileId;
  readonly name: string;
  readonly body: number;
}

export interface Plan {
  readonly asked: readonly Asked[];
  readonly probes: readonly Probe[];
  readonly sites: readonly LaunchSite[];
  readonly kernels: readonly KernelSite[];
  /** The beginning of `main`; undefined where the file has none. */
  readonly main: { readonly file: FileId; readonly body: number } | undefined;
}

const roles = new Set(['declaration', 'binding', 'alias', 'parameter']);

export function plan(analysis: Evaluation, places: ReadonlyMap<FileId, Places>): Plan {
  const asked: Asked[] = [];
  for (const [file, here] of places) {
    const declared = new Map(here.declared.map((place) => [place.span.start, place]));
    const assumed = new Set(here.assumed.map(({ start }) => start));
    const refused = new Map(here.refused.map(({ span, why }) => [span.start, why]));
    for (const fact of analysis.facts.get(file) ?? []) {
      if (
        !roles.has(fact.role) ||
        assumed.has(fact.span.start) ||
        !fact.seen.some((seen) => isPredicted(seen, analysis))
      )
        continue;
      const place = declared.get(fact.span.start);
      const uses = place?.ask === 'template-type' ? usesOf(place.name, places) : undefined;
      const why = place
        ? problemOf(fact, place, uses)
        : (refused.get(fact.span.start) ?? say`no probe can be inserted here`);
      if (!place || why !== undefined) {
        asked.push({ fact, ...(why === undefined ? {} : { why }) });
        continue;
      }
      const probe: Probe = {
        ...place,
        ...(uses && { uses }),
        id: 0,
        owned: fact.seen.some((seen) => isOwned(seen, analysis)),
        scope: scopeOf(here, fact.span),
        ...(here.asksArch && { asksArch: true }),
      };
      asked.push({ fact, probe });
    }
  }
  const numbered = asked.map((one, at): Asked => (one.probe ? { ...one, probe: { ...one.probe, id: at } } : one));
  return {
    asked: numbered,
    probes: numbered.flatMap(({ probe }) => probe ?? []),
    sites: sitesOf(analysis.instances, places),
    kernels: [...places]
      .flatMap(([file, { functions }]) =>
        functions.filter(({ func }) => func.kernel).map(({ func, body }) => ({ file, name: func.name, body })),
      )
      .map((kernel, id) => ({ ...kernel, id })),
    main: mainOf(analysis.entry, places),
  };
}

/** True for values that CuTe prints and that are known: layouts, tensors, integers, tuples of them, tiled operations
 *  and atoms. */
export function isPredicted({ value, instance }: Observation, analysis: Evaluation): boolean {
  return (analysis.instances[instance]?.reached ?? true) && isPrinted(untype(value));
}

function isPrinted(value: Value): boolean {
  if (isTuple(value))
    return (
      value.length > 0 &&
      value.every(isPrinted) &&
      !value.every((part) => !isTuple(part) && part.is === 'dynamic' && part.n === undefined)
    );
  switch (value.is) {
    case 'static':
    case 'basis':
    case 'underscore':
    case 'layout':
    case 'composed':
    case 'swizzle':
    case 'mixed-bits':
    case 'tensor':
    case 'tiled-mma':
    case 'tiled-copy':
    case 'thr-mma':
    case 'thr-copy':
    case 'copy-atom':
      return true;
    case 'mma-atom':
      return !value.traits;
    case 'dynamic':
      return value.n !== undefined;
    default:
      return false;
  }
}

/** True for a tensor in memory whose start depends on the thread. */
function isOwned({ value, assumes }: Observation, analysis: Evaluation): boolean {
  return isPlaced(value) && assumes.some((id) => analysis.assumptions[id]?.kind === 'thread');
}

export function isPlaced(value: Value): value is Tensor {
  return (
    !isTuple(value) &&
    value.is === 'tensor' &&
    !value.owning &&
    value.data.base !== undefined &&
    (value.data.space === 'gmem' || value.data.space === 'smem')
  );
}

/** The places where declarations use an alias template. They may mean another template of that name; its records
 *  differ in their texts. */
function usesOf(name: string, places: ReadonlyMap<FileId, Places>): NonNullable<Probe['uses']> {
  return [...places].flatMap(([file, { named }]) =>
    named.filter(({ id }) => id === name).map((one) => ({ ...one, file })),
  );
}

/** A constant is recorded before `main`, so a type with run-time numbers in it cannot be recorded. */
function problemOf(fact: Fact, { ask }: Place, uses: Probe['uses']): string | undefined {
  if (uses?.length === 0) return say`no declaration names this alias template`;
  if (ask !== 'constant') return undefined;
  const values = fact.seen.map(({ value }) => value);
  return values.some((value) => !isInteger(value) && hasRunTimeNumber(value))
    ? say`a constant outside functions with run-time numbers in it`
    : undefined;
}

export function isInteger(value: Value): boolean {
  return !isTuple(value) && (value.is === 'dynamic' || value.is === 'scalar');
}

function hasRunTimeNumber(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > 12) return false;
  if (tagOf(value) === 'dynamic') return true;
  return Object.values(value).some((part) => hasRunTimeNumber(part, depth + 1));
}

function scopeOf({ functions }: Places, span: Span): number | undefined {
  const around = functions.filter(({ func }) => func.span.start <= span.start && span.end <= func.span.end);
  return around.length === 0 ? undefined : Math.max(...around.map(({ body }) => body));
}

function sitesOf(instances: readonly Instance[], places: ReadonlyMap<FileId, Places>): LaunchSite[] {
  const sites: LaunchSite[] = [];
  for (const { at, launch } of instances) {
    if (!at || !launch) continue;
    const around = (places.get(at.file)?.statements ?? []).filter(
      ({ span }) => span.start <= at.start && at.end <= span.end,
    );
    const innermost = around.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
    if (!innermost || sites.some((site) => site.file === at.file && site.start === innermost.span.start)) continue;
    sites.push({
      id: sites.length,
      file: at.file,
      start: innermost.span.start,
      end: innermost.span.end,
      braces: innermost.braces,
    });
  }
  return sites;
}

/** The beginning of `main` in the entry file. */
export function mainOf(entry: FileId, places: ReadonlyMap<FileId, Places>): Plan['main'] {
  const found = places.get(entry)?.functions.find(({ func }) => func.name === 'main' && !func.qualifier);
  return found && { file: entry, body: found.body };
}

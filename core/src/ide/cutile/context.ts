// The lines of a hover that need more than the value, in programs of the tile model: which launch binds the generic
// parameters, what a load covers while a loop counts its index, how an operation changes shapes, how block ids run over
// the tensor. Nothing here evaluates.
import { say } from '../../base/say';
import type { Analysis, Counted, Derivation, Fact, Instance, Observation } from '../../analysis';
import type { FileId, Span } from '../../base/span';
import type { IndexAxis } from '../../checks/lib/counted';
import { declarationAt } from '../../ir/outline';
import { nodesIn } from '../../ir/walk';
import { lineNumber } from '../../text/lines';
import { dyn } from '../../algebra/leaf';
import { isA, isTuple } from '../../values/convert';
import { factText } from '../../values/print';
import {
  regionOf,
  spellExtents,
  spellGrid,
  spellInt,
  type Extents,
  type Region,
  type TilePartition,
} from '../../values/tile';
import type { Value } from '../../values/value';
import { code, place, plain, type Block, type Inline } from '../blocks';
import { callOf } from '../explain';
import { loadedAxes } from './loaded';
import { edgeLines, spellRegion } from './describe';

interface Input {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly textOf: (file: FileId) => string | undefined;
}

/** The lines below those of the value; empty outside of the tile model. */
export function tileContext(fact: Fact, lead: Observation, input: Input): Block[] {
  const instance = input.analysis.instances.find(({ id }) => id === lead.instance);
  if (!instance?.binds) return [];
  const call = callOf(fact, lead, input.analysis);
  const lines: Inline[][] = [
    ...bindingLines(fact, instance, input),
    ...loopLine(fact, instance, input),
    ...(call ? operationLines(call.why, call.result, instance, input) : []),
  ];
  return lines.map((content) => ({ is: 'line', content }));
}

// ---- Generics ------------------------------------------------------------------------------------------------------

/** `S = [64, 64], bound by z · launched in line 26`, for a generic parameter and for each generic parameter in a
 *  parameter's type. */
function bindingLines(fact: Fact, instance: Instance, input: Input): Inline[][] {
  const declaration = declarationOf(fact, input);
  const byOrigin = new Map<string, { readonly names: string[]; readonly origin: Inline[] }>();
  for (const { name, value, by } of instance.binds ?? []) {
    if (!declaration || !isOf(declaration, name, input)) continue;
    const origin = boundBy(name, by, instance, input);
    const key = origin.map(({ text }) => text).join('');
    const group = byOrigin.get(key) ?? { names: [], origin };
    byOrigin.set(key, group);
    group.names.push(`${name} = ${spell(value)}`);
  }
  const lines = [...byOrigin.values()].map(({ names, origin }) => [code(names.join(', ')), ...origin]);
  const site =
    lines.length > 0 && instance.launch && instance.at
      ? [[plain(say`launched in `), place(say`line ${lineOf(instance.at, input)}`, instance.at)]]
      : [];
  return [...lines, ...site];
}

function boundBy(name: string, by: string | undefined, instance: Instance, input: Input): Inline[] {
  if (by === undefined) return [plain(say`, which has no value here`)];
  if (!/^\w+$/.test(by)) return [plain(say`, given by ${by}`)];
  const naming = parametersOf(instance, input).filter((parameter) => isOf(parameter, name, input));
  return [
    plain(say`, bound by `),
    code(by),
    ...(naming.length > 1 ? [plain(say`, the last parameter that names it`)] : []),
  ];
}

function parametersOf({ id }: Instance, { analysis, file }: Input): readonly Fact[] {
  return (analysis.facts.get(file) ?? []).filter(
    ({ role, seen }) => role === 'parameter' && seen.some(({ instance }) => instance === id),
  );
}

function declarationOf(fact: Fact, { analysis }: Input): Fact | undefined {
  const { declared } = fact;
  return declared
    ? analysis.facts.get(declared.file)?.find(({ span }) => span.start === declared.start && span.end === declared.end)
    : fact;
}

/** True for the generic parameter of that name, and for a parameter whose type mentions it. */
function isOf({ role, name, span }: Fact, generic: string, { analysis }: Input): boolean {
  if (role === 'template-parameter') return name === generic;
  const source = role === 'parameter' ? analysis.sources.get(span.file) : undefined;
  const parameter = source && declarationAt(source, span);
  return nodesIn(parameter?.type).some((node) => node.is === 'Name' && node.id === generic);
}

function spell(value: Value): string {
  if (isTuple(value)) return `[${value.map(spell).join(', ')}]`;
  return isA(value, 'dynamic') || isA(value, 'static')
    ? spellInt(value)
    : factText(isA(value, 'type') ? value.of : value);
}

function lineOf({ file, start }: Span, { textOf }: Input): number {
  return lineNumber(textOf(file) ?? '', start);
}

// ---- Loops ---------------------------------------------------------------------------------------------------------

/** `k runs over 0..4`, for the variable of a counting loop. */
function loopLine(fact: Fact, { id }: Instance, { analysis }: Input): Inline[][] {
  const at = fact.declared ?? fact.span;
  const isThis = ({ at: declared }: Counted): boolean => declared.file === at.file && declared.start === at.start;
  const uses = (analysis.facts.get(at.file) ?? []).filter(
    ({ declared, span }) => (declared ?? span).start === at.start,
  );
  const ids = uses.flatMap(({ seen }) =>
    seen.filter(({ instance }) => instance === id).flatMap(({ assumes }) => assumes),
  );
  const loop = ids
    .map((one) => analysis.assumptions[one]?.counts)
    .find((counts) => counts !== undefined && isThis(counts));
  return loop ? [[code(fact.name ?? ''), plain(say` runs over ${rangeText(loop)}`)]] : [];
}

function rangeText({ first, end }: Counted): string {
  return `${first}..${spellInt(end)}`;
}

// ---- Operations ----------------------------------------------------------------------------------------------------

function operationLines(why: Derivation, result: Value, instance: Instance, input: Input): Inline[][] {
  const by = why.by.replace(/^cutile:/, '');
  const operands = why.operands.map(({ value }) => value);
  if (by === 'get_tile_block_id') return blockLines(instance, input);
  if (by === 'num_tiles') return countLine(operands);
  const tiles = operands.flatMap((value) => (isA(value, 'tile') ? [value] : []));
  const [first, second, third] = tiles;
  if (first && second && third && /^mmaf?(?:_scaled)?$/.test(by)) {
    const [m, k] = first.shape.slice(-2);
    const n = second.shape[second.shape.length - 1];
    const product = `${spellExtents(first.shape)} x ${spellExtents(second.shape)} + ${spellExtents(third.shape)}`;
    return [[plain(`${product}: M = ${orUnknown(m)}, N = ${orUnknown(n)}, K = ${orUnknown(k)}`)]];
  }
  if (isA(result, 'tile') && first && spellExtents(first.shape) !== spellExtents(result.shape)) {
    const axis =
      /^reduce_/.test(by) && operands[1] !== undefined && isA(operands[1], 'dynamic')
        ? say`: axis ${orUnknown(operands[1])} goes`
        : '';
    return [
      [plain(say`${spellExtents(first.shape)} to ${spellExtents(result.shape)}${axis}`)],
      ...(axis === '' ? [] : edgeLines(first).map((text) => [plain(text)])),
    ];
  }
  if (!isA(result, 'tile') || !result.from) return [];
  const unchecked = /^load_tile(?:_like|$)/.test(by) ? [[plain(say`nothing checks that there is such a tile`)]] : [];
  return [...loadLines(why, result.from, input), ...unchecked];
}

function orUnknown(x: Extents[number] | undefined): string {
  return x ? spellInt(x) : '?';
}

/** `ceil(128/32) = 4 tiles along axis 1`. */
function countLine([of, at]: readonly Value[]): Inline[][] {
  const axis = at !== undefined && isA(at, 'dynamic') ? at.n : undefined;
  if (of === undefined || axis === undefined || !isA(of, 'tile-partition')) return [];
  const [extent, tile] = [orUnknown(of.tensor.shape[of.order[axis] ?? axis]), orUnknown(of.tile[axis])];
  return [[plain(say`ceil(${extent}/${tile}) = ${orUnknown(of.grid[axis])} tiles along axis ${axis}`)]];
}

/** The axes of the tensor along which the coordinates of a block run. */
function blockLines(instance: Instance, input: Input): Inline[][] {
  const grid = instance.launch?.grid.flatMap((n) => (isA(n, 'dynamic') || isA(n, 'static') ? [n] : []));
  const limit = grid?.length === 3 ? [[plain(`(x, y, z) < ${spellGrid(grid)}`)]] : [];
  const owned = parametersOf(instance, input).flatMap(({ name, seen }) =>
    seen.flatMap(({ value, instance: id }) =>
      id === instance.id && isA(value, 'tile-tensor') && value.slab
        ? [{ name: name ?? '', rank: value.shape.length }]
        : [],
    ),
  )[0];
  const walks = owned
    ? [
        [
          plain(
            say`${['x', 'y', 'z']
              .slice(0, owned.rank)
              .map((axis, i) => say`${axis} walks axis ${i}`)
              .join(', ')} of `,
          ),
          code(owned.name),
        ],
      ]
    : [];
  return [...limit, ...walks];
}

// ---- Loads ---------------------------------------------------------------------------------------------------------

/** `covers [64*pid.0 .. +64, 32*k .. +32]; while k runs over 0..4, [128:192, 0:128] in all`. */
function loadLines(
  why: Derivation,
  { partition, index }: { readonly partition: TilePartition; readonly index: Extents },
  input: Input,
): Inline[][] {
  const axes = loadedAxes(why, input.analysis);
  if (!axes || axes.length !== partition.tile.length) return [];
  const formula = byAxis(
    partition,
    axes.map((axis, i) => formulaOf(axis, partition, i)),
  );
  return [[plain(say`covers [${formula.join(', ')}]${overLoops(partition, index, axes)}`)]];
}

/** `64*pid.0 .. +64`. */
function formulaOf({ written, n }: IndexAxis, { tile, first }: TilePartition, axis: number): string {
  const step = orUnknown(tile[axis]);
  const from = first?.[axis];
  const local = /^[\w.]+$/.test(written) ? written : `(${written})`;
  const at = !from || from.n === 0 ? local : `(${spellInt(from)} + ${local})`;
  if (n !== undefined && at === local && tile[axis]?.n !== undefined)
    return `${n * tile[axis].n}:${(n + 1) * tile[axis].n}`;
  return `${step}*${at} .. +${step}`;
}

function byAxis<T>({ order }: TilePartition, list: readonly T[]): readonly T[] {
  const out: T[] = [];
  order.forEach((axis, i) => {
    const one = list[i];
    if (one !== undefined) out[axis] = one;
  });
  return out;
}

/** The region that all iterations together cover, if loops with known bounds count the index. */
function overLoops(partition: TilePartition, index: Extents, axes: readonly IndexAxis[]): string {
  const loops = axes.flatMap(({ loop, written }) => (loop ? [say`${written} runs over ${rangeText(loop)}`] : []));
  if (loops.length === 0) return '';
  const last = index.map((at, i) => lastIndex(at, axes[i]));
  const [from, to] = [index, last].map((at) =>
    at.every((one) => one?.n !== undefined)
      ? regionOf(
          partition,
          at.map((one) => one?.n ?? 0),
        )
      : undefined,
  );
  const whole = from && to && from.map((region, axis) => joined(region, to[axis] ?? region, partition, axis));
  return `; ${loops.join(', ')}${whole ? say`: [${whole.map(spellRegion).join(', ')}] in all` : ''}`;
}

function lastIndex(at: Extents[number], axis: IndexAxis | undefined): Extents[number] | undefined {
  if (!axis?.loop) return at;
  const { first, end } = axis.loop;
  return at.n === undefined || end.n === undefined ? undefined : dyn(at.n + Math.max(0, end.n - 1 - first));
}

function joined(from: Region, to: Region, { tensor }: TilePartition, axis: number): Region {
  const extent = tensor.shape[axis]?.n ?? to.end;
  return { start: from.start, end: to.end, inside: Math.max(0, Math.min(extent, to.end) - from.start) };
}

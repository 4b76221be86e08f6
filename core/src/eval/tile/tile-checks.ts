// What the launcher of a tile kernel refuses: partitions that disagree on the grid, a grid that does not fit them,
// arguments whose ranks or extents are not those that the kernel names. With it the grid that it launches. Knows
// neither how generics are bound, nor how the kernel is entered.
import { say } from '../../base/say';
import { type AlgebraError, type RefusalData, spelled } from '../../algebra/errors';
import { refused } from '../../values/refused';
import { dyn, hole } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Param } from '../../ir/program';
import { type Extents, launchGrid, spellExtents, spellGrid, type TilePartition } from '../../values/tile';
import type { Value } from '../../values/value';
import type { LaunchState, Machine } from '../state/machine';
import type { Arg } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';

/** The grid that a launch must have, for repairs. */
function gridData(grid: Extents): RefusalData {
  return { is: 'launch-grid', extents: grid.map(({ n }) => n) };
}

interface Given {
  readonly name: string;
  readonly partition: TilePartition;
  readonly span: Span;
}

export function partitionsOf(params: readonly Param[], args: readonly Arg[]): readonly Given[] {
  return args.flatMap(({ value, span }, i) =>
    !isTuple(value) && value.is === 'tile-partition'
      ? [{ name: params[i]?.name ?? say`argument ${i + 1}`, partition: value, span }]
      : [],
  );
}

export function checkRanks(m: Machine, { span }: LaunchState, given: readonly Given[]): void {
  for (const { name, partition } of given) {
    if (partition.tensor.shape.length > 3)
      m.recorder.refuse(
        span,
        refused(
          'mut-rank',
        )`${{ name }} has rank ${{ rank: partition.tensor.shape.length }}: at most rank 3 can be partitioned for writing. Collapse dimensions`,
      );
  }
}

/** The launch grid: the one that is written, else that of the first exact partition. All exact partitions must
 *  agree. */
export function gridOfLaunch(m: Machine, state: LaunchState, given: readonly Given[]): Extents | undefined {
  const written = state.grid && writtenGrid(state.grid.value);
  const exact = given
    .filter(({ partition }) => partition.bound === 'exact')
    .map((one) => ({ ...one, grid: gridOfPartition(one.partition) }));
  const [first, ...more] = exact;
  for (const other of more)
    if (first && areDifferent(first.grid, other.grid)) m.recorder.refuse(state.span, differentGrids(first, other));
  if (state.grid && written && first && areDifferent(written, first.grid))
    m.recorder.refuse(state.grid.span, otherGrid(written, first.grid));
  for (const { name, partition } of given) {
    const bound = launchGrid(partition.grid);
    if (
      partition.bound === 'at-most' &&
      written &&
      state.grid &&
      written.some((n, i) => n.n !== undefined && (bound[i]?.n ?? Infinity) < n.n)
    )
      m.recorder.refuse(state.grid.span, largerGrid(written, bound, name));
  }
  const most = given[0] && launchGrid(given[0].partition.grid);
  const why = most
    ? say`partition_prefix only bounds the grid by ${spellGrid(most)}`
    : say`no \`&mut\` tensor gives one`;
  if (!state.grid && !first && !state.args.some(({ value }) => isUnknown(value)))
    m.recorder.refuse(
      state.span,
      refused('no-grid', { data: most && gridData(most) })`launch grid required: ${{ why }}. Add .grid(..)`,
    );
  return written ?? first?.grid;
}

function differentGrids(a: Given & { grid: Extents }, b: Given & { grid: Extents }): AlgebraError {
  const [first, firstGrid] = [a.name, spelled(spellGrid, a.grid)];
  const [other, otherGrid] = [b.name, spelled(spellGrid, b.grid)];
  return refused(
    'grid-mismatch',
  )`the launch fails: ${{ first }} gives grid ${{ firstGrid }}, ${{ other }} gives ${{ otherGrid }}`;
}

function otherGrid(given: Extents, needed: Extents): AlgebraError {
  const [written, grid] = [spelled(spellGrid, given), spelled(spellGrid, needed)];
  return refused('explicit-grid', {
    data: gridData(needed),
  })`.grid(${{ written }}) has to equal the partition grid ${{ grid }}; use partition_prefix to launch fewer blocks`;
}

function largerGrid(given: Extents, bound: Extents, name: string): AlgebraError {
  const [written, grid] = [spelled(spellGrid, given), spelled(spellGrid, bound)];
  return refused('explicit-grid', {
    data: gridData(bound),
  })`.grid(${{ written }}) exceeds the grid ${{ grid }} of ${{ name }}`;
}

function gridOfPartition({ grid, map }: TilePartition): Extents {
  return map ? [map.blocks, dyn(1), dyn(1)] : launchGrid(grid);
}

function writtenGrid(value: Value): Extents | undefined {
  if (!isTuple(value)) return undefined;
  return [0, 1, 2].map((i) => {
    const part = value[i];
    return part !== undefined && !isTuple(part) && (part.is === 'dynamic' || part.is === 'static')
      ? part
      : part === undefined
        ? dyn(1)
        : hole();
  });
}

function areDifferent(a: Extents, b: Extents): boolean {
  return a.some((x, i) => x.n !== undefined && b[i]?.n !== undefined && x.n !== b[i]?.n);
}

/** The argument's extents against those that the parameter's type fixes by now. */
export function checkShape(m: Machine, param: Param, arg: Arg, type: Value | undefined): void {
  const { value } = arg;
  if (
    isTuple(value) ||
    (value.is !== 'tile-partition' && value.is !== 'tile-tensor') ||
    type === undefined ||
    isTuple(type)
  )
    return;
  const wanted = type.is === 'tile-tensor' ? type.shape : type.is === 'tile-partition' ? type.tile : undefined;
  if (!wanted) return;
  const got = value.is === 'tile-partition' ? value.tile : value.shape;
  const name = param.name ?? say`the argument`;
  if (got.length !== wanted.length)
    m.recorder.refuse(
      arg.span,
      refused(
        'rank-mismatch',
      )`${{ name }}: the kernel expects rank ${{ wanted: wanted.length }}, the argument has rank ${{ got: got.length }}`,
    );
  else if (areDifferent(wanted, got))
    m.recorder.refuse(
      arg.span,
      refused(
        'shape-mismatch',
      )`${{ name }}: expected ${{ wanted: spelled(spellExtents, wanted) }}, got ${{ got: spelled(spellExtents, got) }}`,
    );
}

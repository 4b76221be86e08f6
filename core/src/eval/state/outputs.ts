// What the blocks of one launch write to global memory, from all runs of its kernel: access/output.ts for each memory,
// with the places of the program and the blocks behind its numbers.
import type { BlockAccess } from '../../access/hazards';
import { type Given, Output } from '../../access/output';
import type { AccessHazard, AccessPlace, UnwrittenEnd } from '../../analysis';
import type { Allocation } from '../../values/value';
import { Places } from './places';

type Extents = readonly [number, number, number];

/** The elements at the end of a memory of which the writers are told. */
const mostLast = 1 << 10;

/** Where in the program and when a block writes. */
export interface Moment {
  readonly place: AccessPlace;
  readonly run: number;
  readonly epoch: number;
}

export class Outputs {
  /** Tensors that are as large as these were made of them, with this many bytes an element. */
  readonly declared = new Map<Allocation, number>();
  private readonly blocks: Extents[] = [];
  private readonly outputs = new Map<Allocation, Output>();
  private readonly places = new Places(({ span, memory }) => [span.file, span.start, span.end, memory.name].join(' '));
  /** Something was done that is not followed. */
  private isLost = false;

  /** A block begins: its number. */
  begin(block: Extents): number {
    return this.blocks.push(block) - 1;
  }

  private of(memory: Allocation): Output {
    const output = this.outputs.get(memory) ?? new Output(memory.bytes);
    this.outputs.set(memory, output);
    return output;
  }

  /** Notes an access to global memory; returns the elements that another thread has written. */
  access(
    access: Omit<BlockAccess, 'site'>,
    { place, run, epoch }: Moment,
    given: Given | undefined,
  ): readonly AccessHazard[] {
    const output = this.of(place.memory);
    if (!access.writes || access.together === 'atomic') output.isRead = true;
    if (!access.writes) return [];
    const clashes = output.write({ ...access, site: this.places.number(place) }, run, epoch, given);
    return clashes.flatMap(({ otherRun, ...clash }) => {
      const [otherPlace, otherBlock] = [this.places.at(clash.other), this.blocks[otherRun]];
      return otherPlace && otherBlock ? [{ kind: 'global-write', ...clash, place, otherPlace, otherBlock }] : [];
    });
  }

  /** What is written to one memory, or to all, is not known. */
  lose(memory?: Allocation): void {
    if (memory) this.of(memory).isLost = true;
    else this.isLost = true;
  }

  /** The memories of which a tensor of their size was made, and up to which byte each is written. Only where all blocks
   *  were followed it is true. */
  get ends(): readonly Omit<UnwrittenEnd, 'instance' | 'writers'>[] {
    if (this.isLost) return [];
    return [...this.declared].flatMap(([memory, element]) => {
      const output = this.outputs.get(memory);
      const end = output && !output.isRead ? output.end : undefined;
      return end === undefined ? [] : [{ memory, end, element }];
    });
  }

  /** The block that wrote each of the last elements of a memory, with x fastest in this grid, or -1. */
  lastWriters(memory: Allocation, element: number, [x, y]: Extents): readonly number[] {
    const runs = this.outputs.get(memory)?.lastWriters(mostLast, element) ?? [];
    return runs.map((run) => {
      const block = this.blocks[run];
      return block ? block[0] + x * (block[1] + y * block[2]) : -1;
    });
  }
}

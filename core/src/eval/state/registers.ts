// What threads hold in tensors of truth values that are in registers, as predicates of copies are: for each thread and
// element true, false or unknown. Each such tensor has an identity, which the pointer to its elements carries
// (`Pointer.allocation`). This is no part of the state that forks copy: the threads that run write, so that the ways of
// a condition write for different threads, and a thread that only may run leaves an element unknown. What is forgotten
// once stays unknown.
import { spend } from '../../base/meter';
import type { Allocation, Value } from '../../values/value';
import { registersIn, withRegisters } from '../values/own-registers';
import type { Running } from './running';

/** One truth value for each thread. */
type Truths = Int8Array;

const [no, yes, open] = [0, 1, -1] as const;

const mostElements = 1 << 10;

export class Registers {
  private held = new WeakMap<Allocation, readonly Truths[]>();
  private made = 0;
  /** The registers of a tensor that is a part of another object, or of one of several tensors. */
  readonly anywhere: Allocation = { name: '#', isShared: false };

  constructor(private readonly threads: number) {}

  /** Whether there is anything to know. */
  get isUsed(): boolean {
    return this.made > 0;
  }

  /** A tensor of this many elements begins; of its values nothing is known, unless it is a copy. */
  begin(count: number, from?: Allocation): Allocation {
    const identity: Allocation = { name: `#${++this.made}`, isShared: false };
    if (count > mostElements) return identity;
    spend((count * this.threads) / 8, 'elements');
    const known = from && this.held.get(from);
    const elements = Array.from(
      { length: count },
      (_, i) => known?.[i]?.slice() ?? new Int8Array(this.threads).fill(open),
    );
    this.held.set(identity, elements);
    return identity;
  }

  /** The truth value of an element, whose place may differ between threads: 1, 0, or NaN where it is not known.
   *  Undefined where it is known for no thread. */
  read(of: Allocation, at: Float64Array): Float64Array | undefined {
    const elements = this.held.get(of);
    if (!elements) return undefined;
    const lanes = at.map((place, thread) => {
      const truth = elements[place]?.[thread] ?? open;
      return truth === open ? NaN : truth;
    });
    return lanes.every(Number.isNaN) ? undefined : lanes;
  }

  /** Threads write an element; without `lanes`, a value that is not known. */
  write(of: Allocation, at: Float64Array, lanes: Float64Array | undefined, { active, certain }: Running): void {
    const elements = this.held.get(of);
    if (!elements) return;
    spend(this.threads, 'elements');
    for (const [thread, place] of at.entries()) {
      if (active[thread] !== 1) continue;
      const element = elements[place];
      const given = truthOf(lanes?.[thread]);
      if (!element) for (const one of elements) one[thread] = open;
      else if (element[thread] !== given) element[thread] = certain[thread] === 1 ? given : open;
    }
  }

  /** What a tensor holds may change unseen from here on. */
  forget(of: Allocation): void {
    if (of === this.anywhere) this.forgetAll();
    else this.held.delete(of);
  }

  /** What a variable holds that is assigned to: a tensor of it keeps its elements, which views of it lead to. */
  overwritten(before: Value, after: Value): Value {
    const kept = new Set(registersIn(after));
    const gone = registersIn(before).filter((identity) => !kept.has(identity));
    for (const identity of gone) this.forget(identity);
    return gone.length === 0 ? after : withRegisters(after, this.anywhere);
  }

  forgetAll(): void {
    this.held = new WeakMap();
  }
}

function truthOf(n: number | undefined): number {
  if (n === undefined || Number.isNaN(n)) return open;
  return n === 0 ? no : yes;
}

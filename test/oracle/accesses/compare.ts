// What the evaluator says that the threads of a block access, byte by byte, against what they accessed.
import { Simt } from '../../../core/src/eval/state/simt';
import { absent, present } from '../../../core/src/access/hazards';
import { analyzeFiles } from '../../support/engine';
import type { Touched } from './judge';
import { programOf, type Kernel } from './kernel';

/** The bytes of one thread in one buffer, read or written. */
interface Said {
  readonly certain: Set<number>;
  readonly possible: Set<number>;
}

interface Block {
  readonly at: string;
  readonly said: Map<string, Said>;
  /** Buffers of which not everything is followed; all where there is a `*`. */
  readonly lost: Set<string>;
}

export interface Outcome {
  /** Blocks that were followed. */
  readonly blocks: number;
  /** Sets of bytes that were compared in full: of a thread, a buffer, a direction. */
  readonly compared: number;
  /** Of these, the ones in buffers that are not followed to the end: only what is claimed was compared. */
  readonly partly: number;
  readonly wrong: readonly string[];
  /** All that is wrong are reads that were claimed and not recorded. */
  readonly lacksReads: boolean;
  /** Why something was not followed. */
  readonly reasons: readonly string[];
}

/** Follows all threads of the blocks that an analysis follows. */
async function followed(
  kernel: Kernel,
): Promise<{ readonly blocks: readonly Block[]; readonly reasons: readonly string[] }> {
  const blocks: Block[] = [];
  const of = new Map<Simt, Block>();
  const blockOf = (simt: Simt): Block => {
    let block = of.get(simt);
    if (!block) of.set(simt, (block = { at: simt.at.join(' '), said: new Map(), lost: new Set() }));
    if (!blocks.includes(block)) blocks.push(block);
    return block;
  };
  const { access, loseOne, lose, surrender } = Simt.prototype;
  const reasons: string[] = [];
  Simt.prototype.access = function (this: Simt, place, one): void {
    if (this.lost === undefined) note(blockOf(this), place.memory.name, one);
    access.call(this, place, one);
  };
  Simt.prototype.loseOne = function (this: Simt, memory, why): void {
    blockOf(this).lost.add(memory.name);
    reasons.push(why);
    loseOne.call(this, memory, why);
  };
  Simt.prototype.lose = function (this: Simt, why): void {
    blockOf(this).lost.add('*');
    reasons.push(why);
    lose.call(this, why);
  };
  Simt.prototype.surrender = function (this: Simt, why): void {
    blockOf(this).lost.add('*');
    reasons.push(why);
    surrender.call(this, why);
  };
  try {
    const analysis = await analyzeFiles([{ name: 'test.cu', text: programOf(kernel) }]);
    for (const { block, isLost } of analysis.blocks ?? [])
      if (isLost) for (const one of blocks) if (one.at === block.join(' ')) one.lost.add('*');
    return { blocks, reasons };
  } finally {
    Object.assign(Simt.prototype, { access, loseOne, lose, surrender });
  }
}

const keyOf = (thread: number, buffer: string, writes: boolean): string => `${thread} ${buffer} ${String(writes)}`;

function note(block: Block, buffer: string, one: Parameters<Simt['access']>[1]): void {
  for (let thread = 0; thread < one.who.length; thread++) {
    const who = one.who[thread];
    if (who === absent) continue;
    const key = keyOf(thread, buffer, one.writes);
    let said = block.said.get(key);
    if (!said) block.said.set(key, (said = { certain: new Set(), possible: new Set() }));
    for (const offset of one.offsets) {
      const plain = (one.starts[thread] ?? NaN) + offset;
      if (Number.isNaN(plain)) {
        block.lost.add(buffer);
        continue;
      }
      const start = one.spread ? one.spread(plain) : plain;
      for (let byte = start; byte < start + one.bytes; byte++) {
        said.possible.add(byte);
        if (who === present) said.certain.add(byte);
      }
    }
  }
}

function bytesOf(text: string): Set<number> {
  const bytes = new Set<number>();
  for (const range of text.split(',')) {
    const [from = 0, to = 0] = range.split(':').map(Number);
    for (let byte = from; byte < to; byte++) bytes.add(byte);
  }
  return bytes;
}

/** The ranges of bytes, as the judge writes them. */
function rangesOf(bytes: ReadonlySet<number>): string {
  const ranges: { from: number; to: number }[] = [];
  for (const byte of [...bytes].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.to === byte) last.to++;
    else ranges.push({ from: byte, to: byte + 1 });
  }
  return ranges.map(({ from, to }) => `${from}:${to}`).join(',');
}

/** What the evaluator says, in the judge's words, of the blocks of which everything is followed and certain. */
export async function touchedHere(kernel: Kernel): Promise<readonly Touched[]> {
  const { blocks } = await followed(kernel);
  return blocks.flatMap(({ at, said, lost }) => {
    const isSure = [...said.values()].every(({ certain, possible }) => certain.size === possible.size);
    if (lost.size > 0 || !isSure) return [];
    return [...said].map(([key, { certain }]): Touched => {
      const [thread = '', name = '', writes = ''] = key.split(' ');
      const buffer = kernel.buffers.findIndex((one) => one.name === name);
      return { block: at, thread: Number(thread), buffer, writes: writes === 'true', bytes: rangesOf(certain) };
    });
  });
}

/** Compares; gives what differs, in words. */
export async function compareKernel(kernel: Kernel, touched: readonly Touched[]): Promise<Outcome> {
  const { blocks, reasons } = await followed(kernel);
  const wrong: string[] = [];
  let [compared, partly, others] = [0, 0, 0];
  for (const { at, said, lost } of blocks) {
    const real = new Map(
      touched
        .filter(({ block }) => block === at)
        .map(({ thread, buffer, writes, bytes }) => {
          const name = kernel.buffers[buffer]?.name ?? '?';
          return [keyOf(thread, name, writes), { name, bytes: bytesOf(bytes) }];
        }),
    );
    for (const key of new Set([...said.keys(), ...real.keys()])) {
      const here = said.get(key) ?? { certain: new Set<number>(), possible: new Set<number>() };
      const there = real.get(key)?.bytes ?? new Set<number>();
      const [, name = '', writes] = key.split(' ');
      const isLost = lost.has('*') || lost.has(name) || (kernel.readsByData && writes === 'false');
      const invented = [...here.certain].filter((byte) => !there.has(byte));
      const missed = isLost ? [] : [...there].filter((byte) => !here.possible.has(byte));
      compared++;
      if (isLost) partly++;
      const text = (list: readonly number[]): string => list.slice(0, 6).join(' ');
      others += (writes === 'true' ? invented.length : 0) + missed.length;
      const where = `block (${at}) thread, buffer, writes: ${key}`;
      if (invented.length > 0) wrong.push(`${where}: not accessed: ${text(invented)}`);
      if (missed.length > 0) wrong.push(`${where}: missed: ${text(missed)}`);
    }
  }
  const lacksReads = wrong.length > 0 && others === 0;
  return { blocks: blocks.length, compared, partly, wrong, lacksReads, reasons };
}

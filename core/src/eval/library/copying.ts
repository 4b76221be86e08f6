// What copies between tensors do to memory, thread by thread: with an atom or without, under predicates, and by all
// threads together.
import { say } from '../../base/say';
import { unlessRefused } from '../../algebra/errors';
import { add, make_layout, mul, number, offset_of, size } from '../../algebra/index';
import { dyn, int, type Int } from '../../algebra/leaf';
import type { AsyncCopy } from '../../analysis';
import type { Span } from '../../base/span';
import { atomInCopy, meansOfCopy } from '../../atoms/copy_atom';
import { assignment } from '../../atoms/copy_addressing';
import { isA } from '../../values/convert';
import { cooperativePart, type CooperativeTurns, cooperativeTurns } from '../../values/cooperative_copy';
import { advance } from '../../values/pointer';
import { makeTensor } from '../../values/tensor';
import type { Pointer, Tensor } from '../../values/value';
import { accessTensor, byInstruction, differsByThread, loseAccesses, type Manner } from '../memory/accesses';
import { bytesOf, lanesIn } from '../memory/addresses';
import type { Machine } from '../state/machine';
import { doubtful, taking } from '../state/running';
import type { Arg } from '../values/entities';
import { asNumber } from '../values/truth';
import { copyByTma, isByTma } from './background';
import { type Called, type Effect, notFollowed } from './called';
import { byElements, isRegister, type Move, moved } from './moves';
import { type Guarded, type Guards, guardsOf } from './predicates';

export function copy({ m, simt, name, args, tensors, span }: Called, isCertain: boolean): void {
  const [source, destination] = tensors.slice(-2);
  if (!source || !destination || tensors.length > 3) return loseAccesses(m, say`a copy is not followed`, undefined);
  const means = meansOfCopy(name, args[0]?.value);
  if ('atom' in means && isByTma(means.atom) && tensors.length === 2)
    return copyByTma(m, simt, means.atom, [source, destination], span);
  const move =
    'atom' in means ? moved(means.atom, source, destination) : byElements(source, destination, means.mostBits);
  const guards = isCertain ? undefined : guardsOfCopy(m, args, tensors, span);
  // Under a predicate elements are not taken together.
  const [from, to] = (guards ? undefined : move.tensors) ?? [source, destination];
  const together = isRegister(source) || !differsByThread(source.data) ? ('agreeing' as const) : undefined;
  // Where the predicate does not hold, these write zeros.
  const fills = 'atom' in means && /ZFILL/.test(means.atom.op) && tensors.length === 3;
  const by = asyncCopyOf(move);
  const isAsync = by !== undefined;
  const isPaired = !isAsync || !fills || isCertain;
  const read = (how: Manner): void => {
    if (move.from)
      accessTensor(m, from, move.reads, false, span, {
        ...how,
        ...(isPaired && byInstruction(move.from, by)),
        named: source,
      });
  };
  const write = (how: Manner): void => {
    if (!move.to) return;
    const instruction = isPaired ? byInstruction(move.to, by) : {};
    const manner = { ...how, isAsync, ...instruction, ...(together && { together }), named: destination };
    accessTensor(m, to, move.writes, true, span, manner);
  };
  if (!move.from && !move.to) return loseAccesses(m, say`a copy by a descriptor is not followed`, undefined);
  if (isCertain) read({});
  else under(m, guards?.source, read);
  if (isCertain || fills) write({});
  else under(m, guards?.destination, write);
}

function asyncCopyOf({ to }: Move): AsyncCopy | undefined {
  return to?.op === 'async' || to?.op === 'async-bypass' ? to.op : undefined;
}

/** Which elements a copy under a predicate copies, where it has a tensor of predicates. */
function guardsOfCopy(m: Machine, args: readonly Arg[], tensors: readonly Tensor[], span: Span): Guards | undefined {
  const [predicate, source, destination] = tensors;
  const { simt } = m;
  if (!simt || !predicate || !source || !destination) return undefined;
  const by = args[0]?.value;
  const atom = atomInCopy(by);
  return atom || by === predicate ? guardsOf(m, simt, atom, [predicate, source, destination], span) : undefined;
}

/** Runs what each thread does with the elements that it copies; all of them, perhaps, where that is not known. */
function under(m: Machine, guards: readonly Guarded[] | undefined, run: (how: Manner) => void): void {
  const { simt } = m;
  if (!simt) return;
  if (!guards) return perhaps(m, () => run({}));
  const before = simt.running;
  for (const { only, running } of guards) {
    simt.running = running;
    run({ only });
  }
  simt.running = before;
}

/** What runs under conditions that are not followed. */
export function perhaps(m: Machine, run: () => void): void {
  const { simt } = m;
  if (!simt) return;
  const before = simt.running;
  simt.running = doubtful(before);
  run();
  simt.running = before;
}

/** `cooperative_copy<Threads>(thread, source, destination)` */
export const copyTogether: Effect = (call) => {
  const { m, simt, targs, args, tensors, span } = call;
  const [source, destination] = tensors;
  const [threads, bits] = targs.map(asNumber);
  const thread = args[0]?.value;
  const lanes = thread && lanesIn(simt, thread);
  if (!source || !destination || threads === undefined || args.length > 3 || !lanes || !isA(thread, 'dynamic'))
    return notFollowed(call);
  if (simt.running.active.some((one, i) => one === 1 && !((lanes[i] ?? NaN) < threads))) return notFollowed(call);
  const isDivided = number(size(source.layout)) % threads === 0;
  const part = unlessRefused(
    () => (isDivided ? cooperativePart(source, destination, thread, threads, bits) : undefined),
    () => undefined,
  );
  const turns = unlessRefused(
    () => (isDivided ? undefined : cooperativeTurns(source, destination, bits)),
    () => undefined,
  );
  if (turns) return inTurn(call, turns, thread, lanes, threads);
  if (!part || simt.running.active.some((one, i) => one === 1 && !((lanes[i] ?? NaN) < part.threads)))
    return notFollowed(call);
  const { S, D } = assignment;
  accessTensor(m, part.source, part.elements, false, span, { ...byInstruction(S), named: source });
  accessTensor(m, part.destination, part.elements, true, span, { ...byInstruction(D), named: destination });
};

/** `__pipeline_memcpy_async(destination, source, bytes)`: one `cp.async`, which fills with zeros what a fourth argument
 *  says. */
export const copyBytes: Effect = (call) => {
  const { m, args, span } = call;
  const [destination, source, bytes, zeros] = args.map(({ value }) => value);
  const [count, none] = [bytes && asNumber(bytes), zeros ? asNumber(zeros) : 0];
  if (!isA(destination, 'pointer') || !isA(source, 'pointer') || count === undefined || none === undefined)
    return notFollowed(call);
  const by: AsyncCopy = count === 16 ? 'async-bypass' : 'async';
  const [from, to] = [elementsOf(source, count - none), elementsOf(destination, count)];
  if (!from || !to) return notFollowed(call);
  const { S, D } = assignment;
  if (count > none) accessTensor(m, from, number(size(from.layout)), false, span, byInstruction(S, by));
  accessTensor(m, to, number(size(to.layout)), true, span, { ...byInstruction(D, by), isAsync: true });
};

/** The elements that so many bytes hold; undefined where they hold a part of one. */
export function elementsOf(data: Pointer, bytes: number): Tensor | undefined {
  const count = bytes / bytesOf(data);
  return Number.isInteger(count) ? makeTensor(data, make_layout(int(count))) : undefined;
}

/** Threads take vectors in turn: first those that are left over, then as many as there are threads at a time. */
function inTurn(
  { m, simt, span }: Called,
  { source, destination, elements, vectors }: CooperativeTurns,
  thread: Int,
  lanes: Float64Array,
  threads: number,
): void {
  const left = vectors % threads;
  const move = (from: number): void => {
    const at = mul(add(thread, dyn(from)), int(elements));
    const vector = ({ data, layout }: Tensor): Tensor =>
      makeTensor(advance(data, offset_of(layout, at)), make_layout(int(elements)));
    accessTensor(m, vector(source), elements, false, span, byInstruction(assignment.S));
    accessTensor(m, vector(destination), elements, true, span, byInstruction(assignment.D));
  };
  const before = simt.running;
  simt.running = taking(
    before,
    lanes.map((n) => (n < left ? 1 : 0)),
    true,
  );
  if (simt.running.active.includes(1)) move(0);
  simt.running = before;
  for (let from = left; from < vectors; from += threads) move(from);
}

// Assembly of the program whose instructions are known (ptx.ts): what they do to memory, to barriers and to groups of
// copies, for all threads of a block; and the addresses of shared memory that such instructions are given.
import { make_layout } from '../../algebra/index';
import { integerOfLanes } from '../../algebra/lanes';
import { dyn, int } from '../../algebra/leaf';
import { assignment } from '../../atoms/copy_addressing';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import { isA } from '../../values/kind';
import { advance, recastPointer } from '../../values/pointer';
import { makeTensor } from '../../values/tensor';
import type { Pointer, Value } from '../../values/value';
import { accessElement, accessTensor, byInstruction, followed, loseAccesses, type Manner } from '../memory/accesses';
import { bytesOf, lanesIn, startsOf } from '../memory/addresses';
import { loseArguments } from '../memory/reach';
import type { Machine } from '../state/machine';
import { doubtful, taking } from '../state/running';
import type { Simt } from '../state/simt';
import type { Arg } from '../values/entities';
import { targetOf } from '../values/kinds';
import { placeOfBarrier } from '../values/placed-barrier';
import { asNumber } from '../values/truth';
import { unknown } from '../values/unknown';
import { meetAt } from './named-barriers';
import { actAtBarrier, arriveWithToken, numbersIn, pointerIn } from './phase-barriers';
import { addressIn, bytesMoved, type Instruction, instructionsOf } from './ptx';

const named = /^assembly_of_memory_(\d+)$/;
const casts: ReadonlySet<string> = new Set(['cast_smem_ptr_to_uint', '__cvta_generic_to_shared']);

/** Whether a call is one of those here. */
export function isOfAssembly(name: string): boolean {
  return named.test(name) || casts.has(name);
}

/** A call that stands for assembly, and what gives an address of shared memory as a number; undefined for others. */
export function assemblyCall(m: Machine, name: string, args: readonly Arg[], span: Span): Value | undefined {
  if (casts.has(name)) return args[0] && addressOf(m, args[0].value, name.startsWith('__') ? 64 : 32);
  const count = named.exec(name)?.[1];
  if (count === undefined) return undefined;
  const [text, ...operands] = args;
  const instructions = text && isA(text.value, 'text') ? instructionsOf(text.value.text) : [];
  loseOperands(m, instructions, operands, Number(count), span);
  const simt = followed(m);
  if (simt && (instructions.length === 0 || !new Assembly(m, simt, operands, span).run(instructions)))
    loseAccesses(m, say`\`${'assembly'}\` is not followed`, undefined);
  return { is: 'void' };
}

/** What is written is not known; where memory is, neither is what addresses lead to. */
function loseOperands(
  m: Machine,
  instructions: readonly Instruction[],
  operands: readonly Arg[],
  written: number,
  span: Span,
): void {
  const isWriting = instructions.length === 0 || instructions.some(({ parts: [of = ''] }) => writers.has(of));
  const name = isWriting ? 'assembly' : 'assembly_of_numbers';
  const outputs = operands.slice(0, written);
  const inputs = isWriting ? operands.slice(written).map(({ cell: _cell, ...arg }) => arg) : [];
  loseArguments(m, unknown('unsupported', say`\`${name}\` is not followed here`, span, [name]), [
    ...outputs,
    ...inputs,
  ]);
  operands.forEach(({ value }, i) => {
    if (isA(value, 'element')) accessElement(m, value.pointer, i < written, span, { together: 'agreeing' });
  });
}

/** Instructions that write memory, or behind which others have written it. */
const writers: ReadonlySet<string> = new Set('st stmatrix cp mbarrier fence membar bar barrier'.split(' '));

/** The address of shared memory to which a pointer leads, for each thread. */
function addressOf(m: Machine, value: Value, bits: 32 | 64): Value | undefined {
  const simt = followed(m);
  const target = targetOf(value);
  const object = target?.kind === 'address' ? target.cell.read() : undefined;
  const place = object && placeOfBarrier(object);
  const pointer = place ? pointerIn(place) : isA(value, 'pointer') ? value : undefined;
  if (!simt || pointer?.allocation?.isShared !== true || pointer.swizzle) return undefined;
  const begin = simt.addresses.of(pointer.allocation);
  const bytes = bytesOf(pointer);
  const starts = startsOf(simt, pointer, Number.isNaN(bytes) ? 1 : bytes);
  const isKnown = !Number.isNaN(bytes) || (isA(pointer.offset, 'dynamic') && pointer.offset.n === 0);
  return starts && begin !== undefined && isKnown
    ? integerOfLanes(
        starts.map((start) => start + begin),
        bits,
        true,
      )
    : undefined;
}

/** One piece of assembly that runs. */
class Assembly {
  /** What registers of its own hold, where that leads to memory; and for each thread whether predicates hold. */
  private readonly registers = new Map<string, Value>();
  private readonly predicates = new Map<string, Float64Array>();
  /** What a thread was told that asked whether a phase is over, by the predicate that says so. */
  private readonly told = new Map<string, Value>();
  private isLooping = false;

  constructor(
    private readonly m: Machine,
    private readonly simt: Simt,
    private readonly operands: readonly Arg[],
    private readonly span: Span,
  ) {}

  /** False where it is not known what it does. */
  run(instructions: readonly Instruction[]): boolean {
    const does = (of: RegExp): readonly Instruction[] => instructions.filter(({ parts: [name = ''] }) => of.test(name));
    this.isLooping = does(/^bra$/).length > 0;
    // A loop of one that waits.
    const others = does(/^(?:ld|st|ldmatrix|stmatrix|cp|mbarrier|fence|membar|bar|barrier)$/);
    if (this.isLooping && (others.length !== 1 || others[0]?.parts[2] !== 'parity')) return false;
    return instructions.every((one) => this.guarded(one));
  }

  private guarded(one: Instruction): boolean {
    const { simt } = this;
    const { guard, parts } = one;
    if (!guard || parts[0] === 'bra') return this.step(one);
    const before = simt.running;
    const holds = this.predicates.get(guard.of);
    simt.running = holds ? taking(before, holds, !guard.isNegated) : doubtful(before);
    const isKnown = !simt.running.active.includes(1) || this.step(one);
    simt.running = before;
    return isKnown;
  }

  private step({ parts, operands }: Instruction): boolean {
    const { simt } = this;
    const [name = '', second = ''] = parts;
    const [first = '', other] = operands;
    switch (name) {
      case 'setp':
        return this.compare(parts, operands);
      case 'selp':
        return this.select(operands);
      case 'cvta':
      case 'cvt':
      case 'mov':
        return this.move(first, other, name === 'cvta' && parts[2] === 'shared');
      case 'ld':
      case 'st': {
        const moved = bytesMoved(parts);
        return moved !== undefined && this.access(name === 'ld' ? other : first, moved, name === 'st');
      }
      case 'ldmatrix':
      case 'stmatrix':
        return this.matrices(Number(parts.find((part) => /^x[124]$/.test(part))?.slice(1)), name, operands);
      case 'cp':
        return this.copy(parts, operands);
      case 'mbarrier':
        return this.atBarrier(parts, operands);
      case 'fence':
        simt.fence(second === 'proxy' ? 'proxy' : 'threads');
        return true;
      case 'membar':
        simt.fence('threads');
        return true;
      case 'bar':
      case 'barrier': {
        const [barrier, threads] = [this.valueOf(first), other === undefined ? undefined : this.valueOf(other)];
        if (asNumber(barrier) === 0 && !threads) simt.barrier(this.span);
        else this.meet(barrier, threads ?? dyn(simt.threads));
        return true;
      }
      default:
        return true;
    }
  }

  private meet(barrier: Value, threads: Value): void {
    const args = [threads, barrier].map((value) => ({ value, span: this.span }));
    meetAt(this.m, this.simt, args, true, this.simt.placeOf(this.span), 'hardware');
  }

  /** The value of an operand: of the program, a number, or a register. */
  private valueOf(operand: string): Value {
    const [, index] = /^%(\d+)$/.exec(operand) ?? [];
    const given = index === undefined ? this.registers.get(operand) : this.operands[Number(index)]?.value;
    if (given !== undefined) return given;
    const n = /^-?(?:\d+|0x[\da-f]+)$/i.test(operand) ? Number(operand) : NaN;
    return Number.isNaN(n) ? unknown('unsupported', say`what a register holds is not known`, this.span) : dyn(n);
  }

  private compare([, how = '']: readonly string[], [predicate = '', a = '', b = '']: readonly string[]): boolean {
    const [x, y] = [a, b].map((one) => lanesIn(this.simt, this.valueOf(one)));
    const holds = comparisons.get(how);
    const known = x && y && holds && x.map((n, i) => truth(n, y[i] ?? NaN, holds));
    this.predicates.set(predicate, known ?? new Float64Array(this.simt.count).fill(NaN));
    return true;
  }

  private select([to = '', a, b, predicate = '']: readonly string[]): boolean {
    const told = this.told.get(predicate);
    if (told === undefined) return true;
    if (a !== '1' || b !== '0') return false;
    this.write(to, told);
    return true;
  }

  private move(to: string, from: string | undefined, isToShared: boolean): boolean {
    const given = from === undefined ? undefined : this.valueOf(from);
    const value = isToShared && isA(given, 'pointer') ? addressOf(this.m, given, 64) : given;
    if (value === undefined || to === from) return true;
    if (!to.startsWith('%')) this.registers.set(to, value);
    // Other numbers that it writes are not known.
    else if (from !== undefined && !from.startsWith('%') && this.registers.has(from)) this.write(to, value);
    return true;
  }

  private write(to: string, value: Value): void {
    const cell = this.operands[Number(to.slice(1))]?.cell;
    if (cell && /^%\d+$/.test(to)) this.m.write(cell, value);
  }

  /** A pointer to elements of so many bytes at `[%0 + 16]`. */
  private pointerAt(operand: string | undefined, bytes: number): Pointer | undefined {
    const { simt } = this;
    const address = addressIn(operand);
    const value = address && this.valueOf(address.of);
    if (!address || value === undefined) return undefined;
    const element = { is: 'scalar', type: `uint${8 * bytes}_t`, bits: 8 * bytes } as const;
    const byte = { is: 'scalar', type: 'uint8_t', bits: 8 } as const;
    if (isA(value, 'pointer')) return recastPointer(advance(recastPointer(value, byte), int(address.plus)), element);
    const lanes = numbersIn(simt, value);
    const places = lanes?.map((n, i) => (simt.running.active[i] === 1 ? n + address.plus : NaN));
    const found = places && Array.from(places, (at) => (Number.isNaN(at) ? undefined : simt.addresses.at(at)));
    const memory = found?.find((one) => one !== undefined)?.memory;
    if (!memory || !found.every((one, i) => simt.running.active[i] !== 1 || one?.memory === memory)) return undefined;
    const origin = integerOfLanes(Float64Array.from(found, (one) => one?.byte ?? NaN));
    return { is: 'pointer', space: 'generic', element, offset: dyn(0), origin, base: memory.name, allocation: memory };
  }

  private access(
    at: string | undefined,
    { bytes, elements }: { readonly bytes: number; readonly elements: number },
    writes: boolean,
    how: Manner = byInstruction(writes ? assignment.D : assignment.S),
  ): boolean {
    const pointer = this.pointerAt(at, bytes);
    if (!pointer) return false;
    const place = this.simt.placeOf(this.span);
    accessTensor(this.m, makeTensor(pointer, make_layout(int(elements))), elements, writes, place, how);
    return true;
  }

  /** Matrices of eight rows of 16 bytes, whose addresses the first threads of a warp give. */
  private matrices(count: number, name: string, [first, other]: readonly string[]): boolean {
    const { simt } = this;
    const before = simt.running;
    const gives = Float64Array.from({ length: simt.count }, (_, i) => (i % 32 < 8 * count ? 1 : 0));
    simt.running = taking(before, gives, true);
    const writes = name === 'stmatrix';
    const isKnown = this.access(writes ? first : other, { bytes: 2, elements: 8 }, writes, {});
    simt.running = before;
    return isKnown;
  }

  /** `cp.async`: one copy, which fills with zeros what a fourth operand leaves; groups of copies. */
  private copy([, , kind, ...more]: readonly string[], operands: readonly string[]): boolean {
    const { simt } = this;
    const [to, from, size = '', left] = operands;
    switch (kind) {
      case 'commit_group':
        simt.commit();
        return true;
      case 'wait_all':
        simt.wait(0);
        return true;
      case 'wait_group': {
        const pending = to === undefined ? undefined : asNumber(this.valueOf(to));
        if (pending === undefined || pending < 0) return false;
        simt.wait(pending, true);
        return true;
      }
      case undefined:
        return false;
    }
    const bytes = asNumber(this.valueOf(size));
    const isSource = left !== undefined && !more.includes('L2::cache_hint');
    const sizes = isSource ? numbersIn(simt, this.valueOf(left)) : new Float64Array(simt.count).fill(bytes ?? NaN);
    const { active } = simt.running;
    if (bytes === undefined || bytes % 4 !== 0 || !sizes?.every((n, i) => active[i] !== 1 || n === 0 || n === bytes))
      return false;
    const by = kind === 'cg' ? 'async-bypass' : 'async';
    const moved = { bytes: 4, elements: bytes / 4 };
    const before = simt.running;
    simt.running = taking(before, sizes, true);
    const isRead = !simt.running.active.includes(1) || this.access(from, moved, false, byInstruction(assignment.S, by));
    simt.running = before;
    return isRead && this.access(to, moved, true, { ...byInstruction(assignment.D, by), isAsync: true });
  }

  private atBarrier([, act, how]: readonly string[], operands: readonly string[]): boolean {
    const { m, simt, span } = this;
    const isFirst = /^(?:init|inval|expect_tx)$/.test(act ?? '');
    const [at, ...rest] = isFirst ? operands : operands.slice(1);
    const barrier = this.pointerAt(at, 8);
    if (!barrier) return false;
    const given = rest.map((one) => this.valueOf(one));
    const does = (name: Parameters<typeof actAtBarrier>[2], more: readonly Value[]): Value =>
      actAtBarrier(
        m,
        simt,
        name,
        [barrier, ...more].map((value) => ({ value, span })),
        span,
      );
    switch (act) {
      case 'init':
        does('init', given);
        return true;
      case 'inval':
        return true;
      case 'expect_tx':
        does('expect_transaction', given);
        return true;
      case 'arrive': {
        if (how === 'expect_tx') does('arrive_and_expect_tx', given);
        else if (given.length === 0) does('arrive', []);
        else {
          const times = given[0] && numbersIn(simt, given[0]);
          return times !== undefined && arriveWithToken(simt, barrier, { times, token: simt.waits.newToken() }, span);
        }
        return true;
      }
      default: {
        const parity = given.slice(0, 1);
        if (this.isLooping) does('wait', parity);
        else this.told.set(operands[0] ?? '', does('try_wait', parity));
        return true;
      }
    }
  }
}

const comparisons = new Map<string, (a: number, b: number) => boolean>([
  ['eq', (a, b) => a === b],
  ['ne', (a, b) => a !== b],
  ['lt', (a, b) => a < b],
  ['le', (a, b) => a <= b],
  ['gt', (a, b) => a > b],
  ['ge', (a, b) => a >= b],
]);

function truth(a: number, b: number, holds: (a: number, b: number) => boolean): number {
  return Number.isNaN(a) || Number.isNaN(b) ? NaN : holds(a, b) ? 1 : 0;
}

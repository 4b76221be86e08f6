// A random kernel while it is being written, and the two texts that it becomes: a program with a launch, which CuTe
// Lens reads, and functions that a host compiler runs for one thread after the other.
import type { Random } from '../../support/random';

type Extents = readonly [number, number, number];

/** An array that threads access: a parameter of the kernel, or a variable in shared memory. */
export interface Buffer {
  readonly name: string;
  readonly type: string;
  /** What stands behind the name of a variable: `[64]`, `[8][33]`, nothing. */
  readonly extent: string;
  readonly isShared: boolean;
}

export interface Kernel {
  readonly id: string;
  readonly top: readonly string[];
  readonly body: readonly string[];
  readonly buffers: readonly Buffer[];
  /** Integers that the kernel is given, by name. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly grid: Extents;
  readonly block: Extents;
  /** It reads at places that depend on data, of which nothing is said. */
  readonly readsByData: boolean;
}

/** Writes a kernel: statements, and what they stand on. */
export class KernelDraft {
  readonly top: string[] = [];
  readonly body: string[] = [];
  readonly buffers: Buffer[] = [];
  readonly numbers = new Map<string, number>();
  readsByData = false;
  #names = 0;

  constructor(
    readonly rng: Random,
    readonly grid: Extents,
    readonly block: Extents,
  ) {}

  get threads(): number {
    return this.block[0] * this.block[1] * this.block[2];
  }

  name(stem: string): string {
    return `${stem}${this.#names++}`;
  }

  run(...lines: readonly string[]): void {
    this.body.push(...lines);
  }

  declare(...lines: readonly string[]): void {
    this.top.push(...lines);
  }

  /** A pointer to global memory of `count` elements. */
  global(type: string, count: number): string {
    const name = this.name('g');
    this.buffers.push({ name, type, extent: `[${count}]`, isShared: false });
    return name;
  }

  /** A variable in shared memory: an array of `count` elements, or of this extent. */
  shared(type: string, count: number | string): string {
    const name = this.name('s');
    const extent = typeof count === 'number' ? `[${count}]` : count;
    this.buffers.push({ name, type, extent, isShared: true });
    this.run(`$${name}`);
    return name;
  }

  /** A parameter of the kernel with this value. */
  number(value: number): string {
    const name = this.name('n');
    this.numbers.set(name, value);
    return name;
  }

  done(id: string): Kernel {
    const { top, body, buffers, numbers, grid, block, readsByData } = this;
    return { id, top, body, buffers, numbers, grid, block, readsByData };
  }
}

const globals = ({ buffers }: Kernel): readonly Buffer[] => buffers.filter(({ isShared }) => !isShared);

function written(
  kernel: Kernel,
  shared: (buffer: Buffer) => string,
  head = '__global__ void kernel',
  more: readonly string[] = [],
): readonly string[] {
  const params = [
    ...globals(kernel).map(({ name, type }) => `${type}* ${name}`),
    ...[...kernel.numbers.keys()].map((name) => `int ${name}`),
    ...more,
  ];
  const body = kernel.body.map((line) => {
    const buffer = kernel.buffers.find(({ name }) => line === `$${name}`);
    return `  ${buffer ? shared(buffer) : line}`;
  });
  return [...kernel.top, `${head}(${params.join(', ')}) {`, ...body, '}'];
}

/** The program that CuTe Lens reads. */
export function programOf(kernel: Kernel): string {
  const { grid, block, numbers } = kernel;
  const made = globals(kernel).flatMap(({ name, type, extent }) => [
    `  ${type}* ${name};`,
    `  cudaMalloc(&${name}, sizeof(${type}${extent}));`,
  ]);
  const args = [...globals(kernel).map(({ name }) => name), ...numbers.values()];
  return [
    '#include <cute/tensor.hpp>',
    'using namespace cute;',
    ...written(kernel, ({ name, type, extent }) => `__shared__ ${type} ${name}${extent};`),
    'int main() {',
    ...made,
    `  kernel<<<dim3(${grid.join(', ')}), dim3(${block.join(', ')})>>>(${args.join(', ')});`,
    '  return cudaDeviceSynchronize();',
    '}',
    '',
  ].join('\n');
}

/** A variable in shared memory as a reference to an object at this address. */
const placed = ({ name, type, extent }: Buffer, address: string): string =>
  `using type_of_${name} = ${type}${extent}; type_of_${name}& ${name} = *(type_of_${name}*)${address};`;

/** The same for the host: `run` calls the kernel for each thread of each block. Buffer `i` is slot `i` of the arena. */
export function judgedText(kernel: Kernel): string {
  const { grid, block, numbers, buffers } = kernel;
  const slot = (buffer: Buffer): number => buffers.indexOf(buffer);
  const at = (buffer: Buffer): string => `(${buffer.type}*)cute_lens_slot(${slot(buffer)})`;
  const args = [...globals(kernel).map(at), ...numbers.values()];
  const shared = (buffer: Buffer): string => placed(buffer, `cute_lens_slot(${slot(buffer)})`);
  return [
    ...written(kernel, shared),
    'static void run() {',
    `  cute_lens_run(dim3(${grid.join(', ')}), dim3(${block.join(', ')}), [] { kernel(${args.join(', ')}); });`,
    '}',
    '',
  ].join('\n');
}

/** Bytes of shared memory that a block can have, on the GPUs of the record. */
const mostShared = 227 << 10;
/** Slots of buffers in shared memory start at multiples of this. */
const alignment = 1 << 10;

/** The same for a GPU, `kernel_N` of a unit, and what the player needs to launch it. Buffers in shared memory lie apart
 *  in all that a block can have, so that a thread that leaves its buffer ends no kernel; each tells the player where it
 *  is. */
export function playedText(kernel: Kernel, number: number): { readonly text: string; readonly launch: string } {
  const { grid, block, numbers, buffers } = kernel;
  const inShared = buffers.filter(({ isShared }) => isShared);
  const slot = Math.floor(mostShared / Math.max(1, inShared.length) / alignment) * alignment;
  const start = Math.floor(slot / 4 / alignment) * alignment;
  const shared = (buffer: Buffer): string => {
    const at = `(cute_lens_memory + ${inShared.indexOf(buffer) * slot + start})`;
    return `${placed(buffer, at)} cute_lens_at(places, ${buffers.indexOf(buffer)}, ${at});`;
  };
  const head = `extern "C" __global__ void kernel_${number}`;
  const args = [
    ...globals(kernel).map((buffer) => `b${buffers.indexOf(buffer)}`),
    ...[...numbers.values()].map((value) => `i${value}`),
  ];
  const bytes = inShared.length > 0 ? mostShared : 0;
  return {
    text: [`namespace program${number} {`, ...written(kernel, shared, head, ['size_t* places']), '}', ''].join('\n'),
    launch: [...grid, ...block, bytes, slot, ...args].join(' '),
  };
}

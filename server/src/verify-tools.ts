// Chooses the compiler, the flags, the include folders and the machine of a verification. Compiles and runs nothing.
import { say } from '../../core/src/base/say';
import { dirname } from 'node:path';
import { type Evaluation } from '../../core/src/index';
import { numbersOf } from '../../core/src/values/convert';
import { type Machine } from '../../core/src/verify/report';
import { findCutlass, findGpu, findHostCompiler, findNvcc, isProblem, type Problem } from './toolchain/find';
import { editorIncludes, projectFlags } from './toolchain/flags';
import type { VerifyJob } from './verify';

/** The compiler with its flags, and the machine that the program runs on. */
export interface Tools {
  readonly compiler: string;
  readonly flags: readonly string[];
  readonly includes: readonly string[];
  /** The folder of the program. */
  readonly beside: readonly string[];
  readonly key: readonly string[];
  readonly machine: Machine;
  /** `__CUDA_ARCH__` of the GPU that runs the program. */
  readonly archNumber: number | undefined;
}

export async function findTools(job: VerifyJob): Promise<Tools | Problem> {
  const project = projectFlags(job.entry, job.tools.workspaceFolder);
  const folders = [...job.includePaths, ...project.includes, ...editorIncludes(job.tools.workspaceFolder)];
  const standard = project.others.some((flag) => /^-?-std=/.test(flag)) ? [] : ['-std=c++17'];
  const flags = [...standard, ...project.others, ...job.flags];
  const cutlass = await findCutlass(job.tools, folders);
  if (isProblem(cutlass)) return cutlass;
  const includes = [...folders, ...cutlass.includes];
  return job.mode === 'gpu'
    ? gpuTools(job, flags, includes, cutlass.version)
    : hostTools(job, flags, includes, cutlass.version);
}

async function gpuTools(
  job: VerifyJob,
  flags: readonly string[],
  includes: readonly string[],
  cutlass: string,
): Promise<Tools | Problem> {
  const nvcc = await findNvcc(job.tools);
  if (isProblem(nvcc)) return nvcc;
  const gpu = await findGpu(job.tools);
  if (isProblem(gpu)) return gpu;
  if (gpu.arch < 70)
    return {
      code: 'old-gpu',
      message: say`${gpu.name} (sm_${gpu.arch}) is too old: CuTe needs sm_70 or later.`,
      action: { do: 'compiler', title: say`Verify with the Compiler` },
    };
  const arch = job.arch ?? `sm_${gpu.arch}${gpu.arch >= 90 ? 'a' : ''}`;
  return {
    compiler: nvcc.path,
    flags: [
      `-arch=${arch}`,
      '-w',
      '--expt-relaxed-constexpr',
      ...flags.filter((flag) => flag !== '--expt-relaxed-constexpr'),
    ],
    includes,
    beside: [dirname(job.entry)],
    key: [nvcc.version, cutlass],
    machine: { mode: 'gpu', device: gpu.name, arch, driver: gpu.driver, cuda: nvcc.version, cutlass },
    archNumber: Number(/\d+/.exec(arch)?.[0] ?? gpu.arch) * 10,
  };
}

async function hostTools(
  job: VerifyJob,
  flags: readonly string[],
  includes: readonly string[],
  cutlass: string,
): Promise<Tools | Problem> {
  const compiler = await findHostCompiler(job.tools);
  if (isProblem(compiler)) return compiler;
  return {
    compiler: compiler.path,
    // Instructions that the host lacks complain through `assert`; they are not asked anything here. With -O1 g++
    // compiles CuTe's many small functions faster than with -O0, since it inlines most of them.
    flags: [
      '-DCUTE_LENS_HOST',
      `-DCUTE_LENS_ARCH=${job.given.arch}`,
      '-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP',
      '-DNDEBUG',
      '-O1',
      '-w',
      ...flags.filter((flag) => /^-[DUs]/.test(flag)),
    ],
    includes: [...includes, ...compiler.includes],
    beside: [dirname(job.entry)],
    key: [compiler.version, cutlass],
    machine: { mode: 'host', device: compiler.version, cutlass },
    archNumber: undefined,
  };
}

/** The registers of a multiprocessor, and the number of threads of a block up to which each thread can have the
 *  maximum. */
const registers = 65_536;
const unlimited = 256;

/** Limits the registers of a kernel. Probes need registers, and a block does not start if its threads need more
 *  registers than exist. So nvcc is told how many are available for each thread of the largest block; it applies the
 *  limit to kernels without `__launch_bounds__`. */
export function registerLimit(analysis: Evaluation, flags: readonly string[]): readonly string[] {
  const threads = Math.max(
    0,
    ...analysis.instances.map(({ launch }) =>
      (numbersOf(launch?.block ?? []) ?? []).reduce((product, extent) => product * extent, 1),
    ),
  );
  const isGiven = flags.some((flag) => flag.includes('maxrregcount'));
  return threads > unlimited && !isGiven
    ? [`-maxrregcount=${Math.max(16, Math.floor(registers / threads / 8) * 8)}`]
    : [];
}

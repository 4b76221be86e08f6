// The sources whose coverage is counted: which files, what they are seen from, and which variable of the environment
// names a checkout of them. A source that nothing names is left out. Reads no file of them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cutlassVersion, headOf } from '../oracle/host';
import { fluxWritten, hopper, hstuWritten, magi, magiWritten, type Written } from './coverage-written';

export interface Corpus {
  readonly name: string;
  /** What is counted. Absolute. */
  readonly folders: readonly string[];
  /** Where `#include "…"` is looked up, as the project's own build says. */
  readonly includePaths: readonly string[];
  /** The folder of the project, up to which quoted includes are looked up. Absolute. */
  readonly workspace?: string;
  /** The macros that the project's build defines: `-DNAME=TEXT`. */
  readonly macros?: readonly string[];
  /** `__CUDA_ARCH__` where the build is not for the usual one. */
  readonly arch?: number;
  /** Sources that the project's build writes, so that they are not in its checkout. They are not counted. */
  readonly written?: readonly Written[];
  /** Of the sources below these folders, those are units that name most of it. They are not counted. Absolute. */
  readonly roots?: readonly string[];
  /** The share that must have a value. */
  readonly goal?: number;
  /** The share that is aimed at, and not reached yet. */
  readonly aim?: number;
  readonly source?: string;
}

/** A project beside CUTLASS and flash-attention; the folders are relative to its checkout. */
interface Listed {
  readonly name: string;
  readonly variable: string;
  readonly commit: string;
  readonly folders: readonly string[];
  readonly includePaths: readonly string[];
  readonly macros?: readonly string[];
  readonly arch?: number;
  readonly written?: readonly Written[];
}

const genAi = 'fbgemm_gpu/experimental/gen_ai/src';
const extensions = `${genAi}/quantize/cutlass_extensions`;
const blackwell = `${genAi}/attention/cuda/cutlass_blackwell_fmha`;

/** The attention examples are built for each type; without one they do nothing. */
const attentionMacros: readonly string[] = ['-DFP16'];

/** Operations of Hopper with extents that CUTLASS does not use otherwise. */
const extendedShapes: readonly string[] = ['-DCUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED'];

const projects: readonly Listed[] = [
  {
    name: 'FBGEMM',
    variable: 'FBGEMM_DIR',
    commit: '71d6f8b229d964e61cac24df9bbd2ffcc4b4d378',
    folders: [extensions, `${genAi}/quantize/fast_gemv`, `${genAi}/gather_scatter`, blackwell, hopper],
    includePaths: [`${extensions}/include`, blackwell, hopper, 'fbgemm_gpu/include'],
    macros: attentionMacros,
    written: hstuWritten,
  },
  {
    name: 'flux',
    variable: 'FLUX_DIR',
    commit: '19831ca',
    folders: ['include', 'src', 'test'],
    includePaths: ['include', 'src'],
    macros: ['-DNDEBUG', '-DCUTLASS_DEBUG_TRACE_LEVEL=0', '-DFLUX_SHM_USE_NVSHMEM'],
    written: fluxWritten,
  },
  {
    name: 'MagiAttention',
    variable: 'MAGI_ATTENTION_DIR',
    commit: '2c641357',
    folders: [magi],
    includePaths: [magi, 'magi_attention/csrc/common'],
    macros: extendedShapes,
    written: magiWritten,
  },
  {
    name: 'qutlass',
    variable: 'QUTLASS_DIR',
    commit: 'e74319e',
    folders: ['qutlass/csrc'],
    includePaths: ['qutlass/csrc/include', 'qutlass/csrc/include/cutlass_extensions'],
    macros: ['-DTARGET_CUDA_ARCH=100', '-DUSE_CUDA', '-DNDEBUG'],
    arch: 1000,
  },
  {
    name: 'DeepGEMM',
    variable: 'DEEP_GEMM_DIR',
    commit: '54e2261',
    folders: ['deep_gemm/include', 'csrc'],
    includePaths: ['deep_gemm/include', 'csrc'],
  },
];

/** The examples of CUTLASS that are written with CuTe, apart from its tutorials. */
const examples = /^(?:4[89]|[5-8]\d|9[0-5]|11[1-3])_/;

/** Every source of which the environment names a checkout. */
export function corpora(listExamples: (folder: string) => readonly string[]): readonly Corpus[] {
  const cutlass = checkoutOf('CUTLASS_DIR');
  if (cutlass === undefined || !existsSync(join(cutlass, 'examples/cute/tutorial')))
    throw new Error('CUTLASS_DIR must name a CUTLASS checkout (its examples and tests are needed)');
  return [
    ...ofCutlass(cutlass, listExamples),
    ...ofFlashAttention(cutlass),
    ...projects.flatMap((one) => ofProject(one, cutlass)),
  ];
}

function ofCutlass(cutlass: string, listExamples: (folder: string) => readonly string[]): readonly Corpus[] {
  const source = `CUTLASS ${cutlassVersion(cutlass)}`;
  const own = (name: string, folders: readonly string[], goal: number): Corpus => ({
    name,
    folders: folders.map((folder) => join(cutlass, folder)),
    includePaths: [join(cutlass, 'examples/cute/tutorial/blackwell'), cutlass],
    goal,
    source,
  });
  const numbered = listExamples(join(cutlass, 'examples')).filter((name) => examples.test(name));
  const includePaths = ['examples/common', 'tools/util/include', 'include', 'test'].map((path) => join(cutlass, path));
  const whole: readonly Corpus[] = [
    {
      name: 'CUTLASS examples 48–95, 111–113',
      folders: numbered.map((name) => join(cutlass, 'examples', name)),
      includePaths,
      macros: attentionMacros,
      workspace: cutlass,
      aim: 0.85,
      source,
    },
    {
      name: 'CUTLASS include/cutlass',
      folders: [join(cutlass, 'include/cutlass')],
      includePaths: [...includePaths, join(cutlass, 'test/unit/common')],
      workspace: cutlass,
      roots: [
        ...numbered.map((name) => join(cutlass, 'examples', name)),
        ...['gemm/device', 'conv/device_3x', 'epilogue'].map((path) => join(cutlass, 'test/unit', path)),
      ],
      aim: 0.7,
      source,
    },
  ];
  return [
    own('CUTLASS examples/cute/tutorial', ['examples/cute/tutorial'], 0.97),
    own('CUTLASS test/unit/cute/core', ['test/unit/cute/core'], 0),
    own('CUTLASS test/unit/cute/ampere, hopper', ['test/unit/cute/ampere', 'test/unit/cute/hopper'], 0.85),
    ...(numbered.length > 0 ? whole : []),
  ];
}

function ofFlashAttention(cutlass: string): readonly Corpus[] {
  const flash = checkoutOf('FLASH_ATTN_DIR');
  if (flash === undefined) return [];
  const source = `flash-attention ${process.env['FLASH_ATTN_COMMIT'] ?? headOf(flash) ?? 'of unknown commit'}, CUTLASS ${cutlassVersion(cutlass)}`;
  return ['csrc/flash_attn/src', 'hopper'].map((folder) => ({
    name: `flash-attention ${folder}`,
    folders: [join(flash, folder)],
    includePaths: [join(flash, folder)],
    macros: folder === 'hopper' ? extendedShapes : [],
    goal: 0.9,
    source,
  }));
}

function ofProject(
  { name, variable, commit, folders, includePaths, macros = [], arch, written = [] }: Listed,
  cutlass: string,
): readonly Corpus[] {
  const at = checkoutOf(variable);
  if (at === undefined) return [];
  return [
    {
      name,
      folders: folders.map((folder) => join(at, folder)),
      includePaths: includePaths.map((folder) => join(at, folder)),
      workspace: at,
      macros,
      ...(arch !== undefined && { arch }),
      written: written.map((one) => ({ ...one, folder: join(at, one.folder) })),
      aim: 0.75,
      source: `${name} ${(headOf(at) ?? commit).slice(0, 9)}, CUTLASS ${cutlassVersion(cutlass)}`,
    },
  ];
}

function checkoutOf(variable: string): string | undefined {
  const path = process.env[variable];
  return path !== undefined && path !== '' && existsSync(path) ? path : undefined;
}

/** Whether the environment names all of them. */
export function areAllNamed(): boolean {
  return ['CUTLASS_DIR', 'FLASH_ATTN_DIR', ...projects.map(({ variable }) => variable)].every(
    (variable) => checkoutOf(variable) !== undefined,
  );
}

// The table of settings. Each row states a setting once: its name below `cuteLens.`, what it may be, its default, its
// scope and its description. The section of package.json, docs/settings.md, the parsed `Config` and the defaults of the
// command line follow from the rows. This file does not know how settings reach the server, nor what they are used for.
import * as z from 'zod/mini';
import { checks, levels, type CheckLevel } from '../../core/src/checks/index';
import { isObject } from './unknown';

type Scope = 'resource' | 'window' | 'machine' | 'machine-overridable';

/** One row of the table. `schema` validates the user's value and converts it to the value that the server works
 *  with. */
export interface Setting<S extends z.ZodMiniType = z.ZodMiniType> {
  readonly key: string;
  readonly schema: S;
  /** The default, in the form in which a user would write it. */
  readonly default: z.input<S>;
  readonly scope: Scope;
  readonly description: string;
}

function setting<S extends z.ZodMiniType>(
  key: string,
  schema: S,
  otherwise: z.input<S>,
  scope: Scope,
  description: string,
): Setting<S> {
  return { key, schema, default: otherwise, scope, description };
}

export type Triple = readonly [number, number, number];

/** The coordinate of a thread or block. Missing numbers at the end are 0. */
export const coordinate = z.pipe(
  z.array(z.int().check(z.gte(0))).check(z.minLength(1), z.maxLength(3)),
  z.transform(([x = 0, y = 0, last = 0]: number[]): Triple => [x, y, last]),
);

/** The numbers of threads or blocks; -1 is the last. */
export const samples = z.readonly(z.array(z.int().check(z.gte(-1))).check(z.maxLength(8)));

/** Names with their values. Entries whose value is neither a string, a number nor a boolean are ignored. */
const defines = z.pipe(
  z.transform((given: unknown) =>
    isObject(given) ? Object.fromEntries(Object.entries(given).filter(isDefine)) : given,
  ),
  z.readonly(
    z.record(
      z.string(),
      z.pipe(
        z.union([z.string(), z.number(), z.boolean()]),
        z.transform((value) => String(value)),
      ),
    ),
  ),
);

function isDefine([, value]: readonly [string, unknown]): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

const architectures = [
  'auto',
  'sm_70',
  'sm_75',
  'sm_80',
  'sm_86',
  'sm_89',
  'sm_90',
  'sm_100',
  'sm_103',
  'sm_120',
] as const;

/** A compute capability, as `__CUDA_ARCH__` has it: 900 for `sm_90`; undefined where the build decides. */
const architecture = z.pipe(
  z.enum(architectures),
  z.transform((name: (typeof architectures)[number]) =>
    name === 'auto' ? undefined : Number(name.slice('sm_'.length)) * 10,
  ),
);

/** One of several modes, of which `off` turns a feature off. The others differ only in the editor. */
function modeWithOff<const Mode extends string>(modes: readonly Mode[]) {
  return z.pipe(
    z.enum(modes),
    z.transform((mode: Mode) => String(mode) !== 'off'),
  );
}

const texts = z.readonly(z.array(z.string()));
const positive = z.number().check(z.gt(0));
const seconds = z.pipe(
  positive,
  z.transform((given: number) => given * 1000),
);
const compilerArchitecture = z.pipe(
  z.string().check(z.regex(/^(sm_\d+[a-z]?)?$/)),
  z.transform((name: string) => name || undefined),
);

/** The settings of analyses and of editor features, by their field in `Config`. */
export const settings = {
  programArgs: setting(
    'program.args',
    z.string(),
    '',
    'resource',
    'The arguments of the program, as on a command line: `512 768 256 N T`. CuTe Lens computes the layouts that the program has when it runs with these arguments. *CuTe: Set Program Arguments* sets them for one file only.',
  ),
  defines: setting(
    'defines',
    defines,
    {},
    'resource',
    'Values for names that the source leaves open, such as the parameter of a template that nothing instantiates, or a size that is known only at run time: `{ "M": 512, "kHeadDim": 64 }`. Each value is read as a C++ expression. `#if` and `#ifdef` find them too, where no macro of that name is defined; those that a build defines (`-D` in `compile_commands.json`) need no entry. A comment `// cute-lens: M=512` above a function sets the value for that function only.',
  ),
  includePaths: setting(
    'includePaths',
    texts,
    [],
    'machine-overridable',
    'Folders in which `#include "…"` is looked up after the folder of the including file. `${workspaceFolder}`, `${userHome}` and `${env:NAME}` are replaced. You do not need a path to the headers of CuTe: CuTe Lens knows their functions and does not read them. Folders of the project that `compile_commands.json` lists for a source are searched as well.',
  ),
  includingFiles: setting(
    'includingFiles',
    z.int().check(z.gte(0), z.lte(16)),
    4,
    'resource',
    'The largest number of source files that a header is evaluated with. They are files of the workspace that include the header, first those that name most of what it names, then the nearest: their `main`, launches and explicit instantiations determine the template arguments of the header. `0` evaluates each header on its own.',
  ),
  cudaArch: setting(
    'arch',
    architecture,
    'auto',
    'resource',
    'The architecture that `__CUDA_ARCH__` and the `CUTE_ARCH_…_ENABLED` macros are evaluated for. `auto`: one that `compile_commands.json` compiles the file for (`sm_90` if it is among them, else the newest), and `sm_90` if it does not say.',
  ),
  thread: setting(
    'sample.thread',
    coordinate,
    [0, 0, 0],
    'resource',
    'The `threadIdx` that thread-dependent values are shown for. *CuTe: Select Sample Thread* sets it for one file only.',
  ),
  block: setting(
    'sample.block',
    coordinate,
    [0, 0, 0],
    'resource',
    'The `blockIdx` that block-dependent values are shown for.',
  ),
  hoverEnabled: setting(
    'hover.enabled',
    z.boolean(),
    true,
    'resource',
    'Shows layouts, tensors and tiled operations in hovers.',
  ),
  inlayHintsEnabled: setting(
    'inlayHints.show',
    modeWithOff(['off', 'line', 'all']),
    'line',
    'resource',
    'Which declarations have their layout shown behind them in the text: `all` of them, only those on the `line` of the cursor or of the mouse pointer, or none (`off`). The tooltip has the whole value. Hints are shown only where `#editor.inlayHints.enabled#` allows them.',
  ),
  inlayHintLength: setting(
    'inlayHints.maxLength',
    z.int().check(z.gte(10), z.lte(400)),
    60,
    'resource',
    'The largest number of characters of a layout in an inlay hint. A longer layout is shown without its strides first, then without its innermost parentheses.',
  ),
  codeLensEnabled: setting(
    'codeLens.enabled',
    z.boolean(),
    true,
    'resource',
    'Shows above each kernel and launch its instances, its threads and its bytes of shared memory.',
  ),
  completionEnabled: setting(
    'completion',
    modeWithOff(['auto', 'all', 'off']),
    'auto',
    'resource',
    'Completes functions, members and atoms of CuTe, and the comments `// cute-lens: …`. `auto` leaves the names of functions and classes to clangd where clangd runs, since it offers the same names; `all` always offers them; `off` offers nothing.',
  ),
  signatureHelpEnabled: setting(
    'signatureHelp.enabled',
    z.boolean(),
    true,
    'resource',
    'Shows the parameters of the CuTe function that you are calling, and what it returns, with examples.',
  ),
  confirm: setting(
    'confirm',
    z.enum(['off', 'onSave', 'whenIdle']),
    'off',
    'resource',
    'Whether the values of a program are compared in the background with those that CuTe prints when a host compiler (g++ or clang++) compiles it: never (`off`), when a file of it is saved (`onSave`), or when you pause typing (`whenIdle`). For this, a copy of the program is compiled, and run with one thread of each kernel, at a low priority and only in a trusted workspace. *CuTe: Confirm in the Background* does it once.',
  ),
  warnAfterMs: setting(
    'analysis.warnAfter',
    positive,
    1000,
    'resource',
    'The status item turns into a warning when the analysis of a file takes longer than this number of milliseconds after an edit. The first analysis of a file, which reads everything, does not cause the warning.',
  ),
  stopAfterMs: setting(
    'analysis.stopAfter',
    positive,
    20_000,
    'resource',
    'The analysis of a file stops after this number of milliseconds; values that it has not reached are shown as unknown. The editor does not wait for the analysis: it runs in a thread of its own, and the values of the previous analysis are shown meanwhile.',
  ),
};

/** The settings of *CuTe: Verify on GPU*, by their field in `VerifyConfig`. Empty strings and lists mean that the value
 *  is searched for, or chosen automatically. */
export const verifySettings = {
  nvccPath: setting(
    'nvccPath',
    z.string(),
    '',
    'machine',
    'The path of nvcc, for *CuTe: Verify on GPU*. Empty: the first nvcc found in `PATH`, `CUDA_HOME`, `CUDA_PATH`, `/usr/local/cuda`.',
  ),
  cutlassPath: setting(
    'cutlassPath',
    z.string(),
    '',
    'machine',
    'A checkout of CUTLASS, for *CuTe: Verify on GPU*. Empty: the first checkout found in `CUTLASS_PATH`, `CUTLASS_DIR`, `CUTLASS_HOME`, the include paths of the build, `third_party/cutlass` and similar folders of the workspace, or the pip package.',
  ),
  launcher: setting(
    'run.launcher',
    texts,
    [],
    'machine',
    'Words that *CuTe: Verify on GPU* writes in front of the program, to run it on another machine: `["srun", "--gres=gpu:1"]`, `["ssh", "gpu-box"]`.',
  ),
  runFolder: setting(
    'run.folder',
    z.string(),
    '',
    'machine',
    'The folder into which *CuTe: Verify on GPU* copies a program to run it. The machine that a launcher runs the program on must see this folder under the same name. Empty: the folder for temporary files.',
  ),
  arch: setting(
    'verify.arch',
    compilerArchitecture,
    '',
    'machine',
    'The architecture that *CuTe: Verify on GPU* compiles for, such as `sm_90a`. Empty: the architecture of the GPU.',
  ),
  flags: setting(
    'verify.flags',
    texts,
    [],
    'machine-overridable',
    'Additional flags for the compiler of *CuTe: Verify on GPU*, such as `["-lcuda"]`. Include folders, macros and the language standard come from `compile_commands.json` if it lists the file.',
  ),
  threads: setting(
    'verify.threads',
    samples,
    [],
    'resource',
    'Up to eight threads of a block that record their values, numbered with x fastest; -1 is the last. Empty: the first thread, the last, and some between them.',
  ),
  blocks: setting(
    'verify.blocks',
    samples,
    [],
    'resource',
    'Up to eight blocks of a grid whose threads record their values, numbered with x fastest; -1 is the last. Empty: the first block, the last, and some between them.',
  ),
  compileMs: setting(
    'verify.compileTimeout',
    seconds,
    600,
    'resource',
    'The number of seconds after which *CuTe: Verify on GPU* ends the compiler.',
  ),
  runMs: setting(
    'verify.runTimeout',
    seconds,
    60,
    'resource',
    'The number of seconds after which *CuTe: Verify on GPU* ends the program that it runs. What the program recorded until then is compared.',
  ),
};

/** Settings that only the editor reads. */
export const editorSettings = {
  trace: setting(
    'trace.server',
    z.enum(['off', 'messages', 'verbose']),
    'off',
    'window',
    'Writes the messages between the editor and the language server to the *CuTe Lens* output.',
  ),
  playgroundUrl: setting(
    'playground.url',
    z.string(),
    '',
    'window',
    'The address at which you or your team publish the playground, the static page that `npm run playground` builds. With an address, hovers offer *Share*: it opens the page with the text of the file and the picture of the value, both in the link itself, which no server sees. Without one, nothing is offered. A change takes effect after *CuTe: Restart Server*.',
  ),
};

/** The permitted levels of a check. */
export const checkLevels: readonly CheckLevel[] = [...levels, 'off'];
export const checkLevel = z.enum(checkLevels);

/** The level of each check, by its slug. Users write them as entries of `cuteLens.checks`, or each as a setting of its
 *  own with a dotted name, as they did before. */
export const checkSettings: ReadonlyMap<string, Setting<typeof checkLevel>> = new Map(
  checks.map(({ slug, level, title }) => [slug, setting(`checks.${slug}`, checkLevel, level, 'resource', `${title}.`)]),
);

/** The object of all levels, as an editor completes it. */
export const checksSetting = setting(
  'checks',
  z.strictObject(
    Object.fromEntries(
      checks.map(({ slug, level, title }) => [
        slug,
        z.optional(checkLevel.check(z.describe(`${title}. Without an entry: ${level}.`))),
      ]),
    ),
  ),
  {},
  'resource',
  'The level of each check, by its slug: `error`, `warning`, `information`, `hint` or `off`. A check without an entry has the level that `docs/checks.md` names for it. A setting `cuteLens.checks.<slug>` of its own, as in earlier versions, still holds.',
);

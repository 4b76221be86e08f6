// The one schema of the extension's settings: the section of package.json, docs/settings.md and the parsed object all
// come from it. Knows neither how settings reach the server nor what they are used for.
import { checks, levels, type CheckLevel } from '../../core/src/checks/index';

/** A JSON value as the editor delivers it. */
type Json = unknown;

interface Setting<T> {
  readonly default: T;
  readonly scope: 'resource' | 'window' | 'machine' | 'machine-overridable';
  readonly markdownDescription: string;
  /** The JSON schema that goes into package.json. */
  readonly schema: Readonly<Record<string, Json>>;
  /** The value where it has the right form, else undefined: a wrong setting falls back to the default. */
  readonly read: (value: Json) => T | undefined;
}

export type Triple = readonly [number, number, number];

/** Shader architectures that `__CUDA_ARCH__` may be assumed to have. */
const architectures = ['sm_70', 'sm_75', 'sm_80', 'sm_86', 'sm_89', 'sm_90', 'sm_100', 'sm_103', 'sm_120'];

const inlayHintModes = ['off', 'line', 'all'];
const completionModes = ['auto', 'all', 'off'];

const text = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined);
const flag = (value: Json): boolean | undefined => (typeof value === 'boolean' ? value : undefined);
const milliseconds = (value: Json): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);
const between = (least: number, most: number) => (value: Json): number | undefined => (typeof value === 'number' && value >= least && value <= most ? value : undefined);
const oneOf = (names: readonly string[]) => (value: Json): string | undefined => names.find((name) => name === value);

function strings(value: Json): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function triple(value: Json): Triple | undefined {
  if (!Array.isArray(value) || value.length > 3 || !value.every((n) => Number.isInteger(n) && n >= 0)) return undefined;
  const numbers = value as number[];
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

function defines(value: Json): Readonly<Record<string, string>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).filter(([, given]) => ['string', 'number', 'boolean'].includes(typeof given));
  return Object.fromEntries(entries.map(([name, given]) => [name, String(given)]));
}

/** Numbers of threads or blocks, -1 the last. */
function samples(value: Json): readonly number[] | undefined {
  return Array.isArray(value) && value.length <= 8 && value.every((n) => Number.isInteger(n) && n >= -1) ? (value as number[]) : undefined;
}

const sampled = { type: 'array', items: { type: 'integer', minimum: -1 }, maxItems: 8 };
const coordinate = { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, maxItems: 3 };

/** Every setting, by its name below `cuteLens.`. */
export const settings = {
  'program.args': {
    default: '',
    scope: 'resource',
    markdownDescription:
      'Arguments of the program, as on a command line: `512 768 256 N T`. Layouts follow from them as they do when the program runs. *CuTe: Set Program Arguments* sets them for one file only.',
    schema: { type: 'string' },
    read: text,
  },
  defines: {
    default: {},
    scope: 'resource',
    markdownDescription:
      'Values for names that the source leaves open, such as a template parameter that nobody instantiates or a run-time size: `{ "M": 512, "kHeadDim": 64 }`. A value is read as a C++ expression. A comment `// cute-lens: M=512` above a function does the same for that function.',
    schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    read: defines,
  },
  includePaths: {
    default: [],
    scope: 'machine-overridable',
    markdownDescription:
      'Folders in which `#include "…"` is looked up after the folder of the including file. `${workspaceFolder}`, `${userHome}` and `${env:NAME}` are replaced. Headers of CuTe itself need no path: they are known, not read.',
    schema: { type: 'array', items: { type: 'string' } },
    read: strings,
  },
  includingFiles: {
    default: 4,
    scope: 'resource',
    markdownDescription:
      'A header is evaluated with the source files of the workspace that include it, since their `main`, launches and explicit instantiations say what its templates are. At most this many, the nearest first; `0` evaluates headers on their own.',
    schema: { type: 'integer', minimum: 0, maximum: 16 },
    read: between(0, 16),
  },
  arch: {
    default: 'sm_90',
    scope: 'resource',
    markdownDescription: 'Architecture that `__CUDA_ARCH__` and the `CUTE_ARCH_…_ENABLED` macros are evaluated for.',
    schema: { type: 'string', enum: architectures },
    read: oneOf(architectures),
  },
  'sample.thread': {
    default: [0, 0, 0],
    scope: 'resource',
    markdownDescription:
      'The `threadIdx` that thread-dependent values are shown for. *CuTe: Select Sample Thread* sets it for one file only.',
    schema: coordinate,
    read: triple,
  },
  'sample.block': {
    default: [0, 0, 0],
    scope: 'resource',
    markdownDescription: 'The `blockIdx` that block-dependent values are shown for.',
    schema: coordinate,
    read: triple,
  },
  'hover.enabled': {
    default: true,
    scope: 'resource',
    markdownDescription: 'Shows layouts, tensors and tiled operations when the mouse rests on them.',
    schema: { type: 'boolean' },
    read: flag,
  },
  'inlayHints.show': {
    default: 'line',
    scope: 'resource',
    markdownDescription:
      'Layouts shown in the text behind declarations: `all` of them, those on the `line` of the cursor or under the mouse, or none (`off`). The whole value is in the tooltip. `#editor.inlayHints.enabled#` rules over this.',
    schema: { type: 'string', enum: inlayHintModes },
    read: oneOf(inlayHintModes),
  },
  'inlayHints.maxLength': {
    default: 60,
    scope: 'resource',
    markdownDescription: 'Characters of a layout in an inlay hint. A longer one loses its strides first, then its innermost parentheses.',
    schema: { type: 'integer', minimum: 10, maximum: 400 },
    read: between(10, 400),
  },
  'codeLens.enabled': {
    default: true,
    scope: 'resource',
    markdownDescription: 'Shows above kernels and launches their instances, threads and bytes of shared memory.',
    schema: { type: 'boolean' },
    read: flag,
  },
  completion: {
    default: 'auto',
    scope: 'resource',
    markdownDescription:
      'Completes functions, members and atoms of CuTe, and the comments `// cute-lens: …`. `auto` leaves the names of functions and classes to clangd where it runs, since it offers the same; `all` always offers them; `off` offers nothing.',
    schema: { type: 'string', enum: completionModes },
    read: oneOf(completionModes),
  },
  'signatureHelp.enabled': {
    default: true,
    scope: 'resource',
    markdownDescription: 'Shows the parameters of the CuTe function that is being called, and what it gives, with examples.',
    schema: { type: 'boolean' },
    read: flag,
  },
  nvccPath: {
    default: '',
    scope: 'machine',
    markdownDescription: 'nvcc, for *CuTe: Verify on GPU*. Empty: the first in `PATH`, `CUDA_HOME`, `CUDA_PATH`, `/usr/local/cuda`.',
    schema: { type: 'string' },
    read: text,
  },
  cutlassPath: {
    default: '',
    scope: 'machine',
    markdownDescription:
      'A checkout of CUTLASS, for *CuTe: Verify on GPU*. Empty: `CUTLASS_PATH`, `CUTLASS_DIR`, `CUTLASS_HOME`, the include paths of the build, `third_party/cutlass` and the like in the workspace, the pip package.',
    schema: { type: 'string' },
    read: text,
  },
  'run.launcher': {
    default: [],
    scope: 'machine',
    markdownDescription: 'Words in front of a program that *CuTe: Verify on GPU* runs, to run it on another machine: `["srun", "--gres=gpu:1"]`, `["ssh", "gpu-box"]`.',
    schema: { type: 'array', items: { type: 'string' } },
    read: strings,
  },
  'run.folder': {
    default: '',
    scope: 'machine',
    markdownDescription: 'Where *CuTe: Verify on GPU* puts a program to run it. A machine behind a launcher must see it under the same name. Empty: the folder for temporary files.',
    schema: { type: 'string' },
    read: text,
  },
  'verify.arch': {
    default: '',
    scope: 'machine',
    markdownDescription: 'Architecture that *CuTe: Verify on GPU* compiles for, such as `sm_90a`. Empty: the GPU\'s own.',
    schema: { type: 'string' },
    read: (value: Json) => (typeof value === 'string' && /^(sm_\d+[a-z]?)?$/.test(value) ? value : undefined),
  },
  'verify.flags': {
    default: [],
    scope: 'machine-overridable',
    markdownDescription: 'More flags for the compiler of *CuTe: Verify on GPU*, such as `["-lcuda"]`. Include folders, macros and the standard come from `compile_commands.json` where it knows the file.',
    schema: { type: 'array', items: { type: 'string' } },
    read: strings,
  },
  'verify.threads': {
    default: [],
    scope: 'resource',
    markdownDescription: 'Up to eight threads of a block, counted with x fastest, that record what they see; -1 is the last. Empty: the first, the last and a spread.',
    schema: sampled,
    read: samples,
  },
  'verify.blocks': {
    default: [],
    scope: 'resource',
    markdownDescription: 'Up to eight blocks of a grid, counted with x fastest, in which threads record; -1 is the last. Empty: the first, the last and a spread.',
    schema: sampled,
    read: samples,
  },
  'verify.compileTimeout': {
    default: 600,
    scope: 'resource',
    markdownDescription: 'Seconds after which the compiler of *CuTe: Verify on GPU* is ended.',
    schema: { type: 'number', exclusiveMinimum: 0 },
    read: milliseconds,
  },
  'verify.runTimeout': {
    default: 60,
    scope: 'resource',
    markdownDescription: 'Seconds after which a program that *CuTe: Verify on GPU* runs is ended. What it recorded until then counts.',
    schema: { type: 'number', exclusiveMinimum: 0 },
    read: milliseconds,
  },
  'analysis.warnAfter': {
    default: 1000,
    scope: 'resource',
    markdownDescription: 'The status item turns into a warning when the analysis of a file takes longer than this many milliseconds after an edit. The first analysis, which reads everything, is no reason to warn.',
    schema: { type: 'number', exclusiveMinimum: 0 },
    read: milliseconds,
  },
  'analysis.stopAfter': {
    default: 20_000,
    scope: 'resource',
    markdownDescription: 'The analysis of a file stops after this many milliseconds; what was not reached is shown as not known. Nobody waits for it: it runs in a thread of its own, and values of the text before are shown meanwhile.',
    schema: { type: 'number', exclusiveMinimum: 0 },
    read: milliseconds,
  },
  'trace.server': {
    default: 'off',
    scope: 'window',
    markdownDescription: 'Writes the messages between the editor and the language server to the *CuTe Lens* output.',
    schema: { type: 'string', enum: ['off', 'messages', 'verbose'] },
    read: oneOf(['off', 'messages', 'verbose']),
  },
} satisfies {
  'program.args': Setting<string>;
  defines: Setting<Readonly<Record<string, string>>>;
  includePaths: Setting<readonly string[]>;
  includingFiles: Setting<number>;
  arch: Setting<string>;
  'sample.thread': Setting<Triple>;
  'sample.block': Setting<Triple>;
  'hover.enabled': Setting<boolean>;
  'inlayHints.show': Setting<string>;
  'inlayHints.maxLength': Setting<number>;
  'codeLens.enabled': Setting<boolean>;
  completion: Setting<string>;
  'signatureHelp.enabled': Setting<boolean>;
  nvccPath: Setting<string>;
  cutlassPath: Setting<string>;
  'run.launcher': Setting<readonly string[]>;
  'run.folder': Setting<string>;
  'verify.arch': Setting<string>;
  'verify.flags': Setting<readonly string[]>;
  'verify.threads': Setting<readonly number[]>;
  'verify.blocks': Setting<readonly number[]>;
  'verify.compileTimeout': Setting<number>;
  'verify.runTimeout': Setting<number>;
  'analysis.warnAfter': Setting<number>;
  'analysis.stopAfter': Setting<number>;
  'trace.server': Setting<string>;
};

/** What a check may be set to. */
export const checkLevels: readonly CheckLevel[] = [...levels, 'off'];

export function readLevel(value: Json): CheckLevel | undefined {
  return checkLevels.find((level) => level === value);
}

/** The level of each check, by its slug below `cuteLens.checks.`. */
const checkSettings: Readonly<Record<string, Setting<CheckLevel>>> = Object.fromEntries(
  checks.map(({ slug, level, title }) => [
    `checks.${slug}`,
    { default: level, scope: 'resource', markdownDescription: `${title}.`, schema: { type: 'string', enum: checkLevels }, read: readLevel },
  ]),
);

const allSettings: Readonly<Record<string, Setting<unknown>>> = { ...settings, ...checkSettings };

/** The settings of one file, parsed and frozen. */
export interface Config {
  readonly programArgs: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly includePaths: readonly string[];
  /** Translation units that a header is evaluated in. */
  readonly includingFiles: number;
  /** `__CUDA_ARCH__`: 900 for `sm_90`. */
  readonly cudaArch: number;
  readonly thread: Triple;
  readonly block: Triple;
  readonly hoverEnabled: boolean;
  /** `line` is the editor's business: it shows fewer of all. */
  readonly inlayHintsEnabled: boolean;
  readonly inlayHintLength: number;
  readonly codeLensEnabled: boolean;
  /** `auto` is the editor's business too. */
  readonly completionEnabled: boolean;
  readonly signatureHelpEnabled: boolean;
  readonly verify: VerifyConfig;
  readonly warnAfterMs: number;
  readonly stopAfterMs: number;
  /** By slug, for every check. */
  readonly levels: ReadonlyMap<string, CheckLevel>;
}

/** What verification compiles and runs with. Empty texts and lists are looked for, or chosen. */
export interface VerifyConfig {
  readonly nvccPath: string;
  readonly cutlassPath: string;
  readonly launcher: readonly string[];
  readonly runFolder: string;
  readonly arch: string | undefined;
  readonly flags: readonly string[];
  readonly threads: readonly number[];
  readonly blocks: readonly number[];
  readonly compileMs: number;
  readonly runMs: number;
}

/** Reads the `cuteLens` section, as nested objects or as dotted keys. What is missing or has the wrong form is the default. */
export function parseConfig(section: Json): Config {
  const get = <T>(key: string, setting: { readonly default: T; readonly read: (value: Json) => T | undefined }): T =>
    setting.read(lookUp(section, key)) ?? setting.default;
  return Object.freeze({
    programArgs: get<string>('program.args', settings['program.args']),
    defines: get<Readonly<Record<string, string>>>('defines', settings.defines),
    includePaths: get<readonly string[]>('includePaths', settings.includePaths),
    includingFiles: get<number>('includingFiles', settings.includingFiles),
    cudaArch: Number(get<string>('arch', settings.arch).slice('sm_'.length)) * 10,
    thread: get<Triple>('sample.thread', settings['sample.thread'] as { default: Triple; read: typeof triple }),
    block: get<Triple>('sample.block', settings['sample.block'] as { default: Triple; read: typeof triple }),
    hoverEnabled: get<boolean>('hover.enabled', settings['hover.enabled']),
    inlayHintsEnabled: get<string>('inlayHints.show', settings['inlayHints.show']) !== 'off',
    inlayHintLength: get<number>('inlayHints.maxLength', settings['inlayHints.maxLength']),
    codeLensEnabled: get<boolean>('codeLens.enabled', settings['codeLens.enabled']),
    completionEnabled: get<string>('completion', settings.completion) !== 'off',
    signatureHelpEnabled: get<boolean>('signatureHelp.enabled', settings['signatureHelp.enabled']),
    verify: {
      nvccPath: get<string>('nvccPath', settings.nvccPath),
      cutlassPath: get<string>('cutlassPath', settings.cutlassPath),
      launcher: get<readonly string[]>('run.launcher', settings['run.launcher']),
      runFolder: get<string>('run.folder', settings['run.folder']),
      arch: get<string>('verify.arch', settings['verify.arch']) || undefined,
      flags: get<readonly string[]>('verify.flags', settings['verify.flags']),
      threads: get<readonly number[]>('verify.threads', settings['verify.threads']),
      blocks: get<readonly number[]>('verify.blocks', settings['verify.blocks']),
      compileMs: get<number>('verify.compileTimeout', settings['verify.compileTimeout']) * 1000,
      runMs: get<number>('verify.runTimeout', settings['verify.runTimeout']) * 1000,
    },
    warnAfterMs: get<number>('analysis.warnAfter', settings['analysis.warnAfter']),
    stopAfterMs: get<number>('analysis.stopAfter', settings['analysis.stopAfter']),
    levels: new Map(Object.entries(checkSettings).map(([key, setting]) => [key.slice('checks.'.length), get(key, setting)])),
  });
}

/** The `configuration` section of package.json. */
export function configurationSection(): Json {
  const properties = Object.entries(allSettings).map(([key, setting]) => [
    `cuteLens.${key}`,
    { ...setting.schema, default: setting.default, scope: setting.scope, markdownDescription: setting.markdownDescription },
  ]);
  return { title: 'CuTe Lens', properties: Object.fromEntries(properties) };
}

/** docs/settings.md. */
export function settingsPage(): string {
  const parts = Object.entries(allSettings).map(([key, setting]) =>
    [`## \`cuteLens.${key}\``, '', setting.markdownDescription, '', `Default: \`${JSON.stringify(setting.default)}\`. Scope: ${setting.scope}.`].join('\n'),
  );
  const opening = '# Settings\n\nGenerated from `server/src/config.ts` by `npm run docs`; edit that file, not this one.';
  return `${[opening, ...parts].join('\n\n')}\n`;
}

function lookUp(section: Json, key: string): Json {
  const isObject = (value: Json): value is Record<string, Json> => typeof value === 'object' && value !== null;
  if (!isObject(section)) return undefined;
  if (key in section) return section[key];
  return key.split('.').reduce<Json>((value, part) => (isObject(value) ? value[part] : undefined), section);
}

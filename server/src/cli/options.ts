// Parses command lines into plain data. An unknown option, or a value of the wrong form, is a UsageError.
import { say } from '../../../core/src/base/say';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as z from 'zod/mini';
import type { Interrupt } from '../../../core/src/index';
import type { DrawFormat } from '../library/types';
import type { Triple } from '../../../protocol/src/requests';
import { splitArguments } from '../assumptions';
import { coordinate, samples, settings, verifySettings } from '../settings';
import { messageOf } from '../unknown';
import { UsageError } from './usage';

/** The options that determine how a file is analysed. */
export interface FileOptions {
  readonly file: string;
  readonly args: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly includePaths: readonly string[];
  /** Source files that include `file`, given by the user. Absent if the user gave none; they are then searched for. */
  readonly from?: readonly string[];
  readonly thread: Triple;
  readonly block: Triple;
  /** `__CUDA_ARCH__`; absent where the build decides. */
  readonly arch?: number | undefined;
  /** Texts of files that count instead of those on the disk. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** Kernels are followed for all threads of some blocks too. */
  readonly accesses?: boolean;
  /** Asked during the analysis. */
  readonly interrupt?: Interrupt;
}

export interface InspectOptions extends FileOptions {
  readonly allFiles: boolean;
  readonly json: boolean;
}

/** A declaration in a file, as `FILE:LINE:NAME` names it. */
export interface Declared {
  readonly line: number;
  readonly name: string;
}

/** The subject of `explain` and `draw`. */
export interface TargetOptions extends FileOptions {
  /** An expression, or a declaration of `file`. */
  readonly target: string | Declared;
  readonly setup: readonly string[];
}

export interface ExplainOptions extends TargetOptions {
  readonly json: boolean;
}

export interface VerifyOptions extends FileOptions {
  readonly host: boolean;
  /** The path of the driver program, for a file without `main`. It is written if it does not exist. */
  readonly driver: string | undefined;
  readonly json: boolean;
  /** Files to write: the report in Markdown, the raw records. */
  readonly report: string | undefined;
  readonly records: string | undefined;
  /** The path of nvcc. If it is empty, nvcc is searched for. */
  readonly nvcc: string;
  readonly cutlass: string;
  readonly launcher: readonly string[];
  readonly folder: string;
  readonly flags: readonly string[];
  /** The architecture to compile for, such as `sm_90a`. If absent, the architecture of the GPU. */
  readonly compileArch: string | undefined;
  /** The threads and blocks that record their values; -1 is the last. */
  readonly threads: readonly number[] | undefined;
  readonly blocks: readonly number[] | undefined;
  readonly compileMs: number;
  readonly runMs: number;
}

export interface DrawOptions extends TargetOptions {
  /** The output file. If absent, text is written to standard output. */
  readonly out?: string;
  readonly format: DrawFormat;
  /** The name of the view as typed. `draw` validates it. */
  readonly view?: string;
  /** An expression to compare with. */
  readonly compare?: string;
  readonly palette: Palette;
}

/** The colours of `print_latex`, or eight colours that colour-blind people can distinguish. */
export type Palette = 'cute' | 'distinct';

export interface EvalOptions {
  readonly expr?: string;
  readonly setup: readonly string[];
  readonly defines: Readonly<Record<string, string>>;
  readonly batch?: string;
  readonly values: boolean;
  readonly json: boolean;
}

export const help = { type: 'boolean', short: 'h' } as const;

export const fileOptions = {
  args: { type: 'string' },
  define: { type: 'string', multiple: true, short: 'D' },
  include: { type: 'string', multiple: true, short: 'I' },
  from: { type: 'string', multiple: true },
  thread: { type: 'string' },
  block: { type: 'string' },
  arch: { type: 'string' },
} as const;

/** Undefined where the user asked for help. */
export function readInspect(argv: readonly string[]): InspectOptions | undefined {
  const { values, positionals } = parse(argv, {
    ...fileOptions,
    'all-files': { type: 'boolean' },
    json: { type: 'boolean' },
    help,
  });
  if (values['help'] === true) return undefined;
  if (positionals.length !== 1)
    throw new UsageError(
      positionals.length === 0 ? say`inspect needs a FILE` : say`inspect takes one FILE, not ${positionals.length}`,
    );
  return {
    ...readFileOptions(positionals[0] ?? '', values),
    allFiles: values['all-files'] === true,
    json: values['json'] === true,
  };
}

export function readFileOptions(file: string, values: Values): FileOptions {
  return {
    file,
    args: text(values['args']) ?? settings.programArgs.default,
    defines: readDefines(list(values['define'])),
    includePaths: list(values['include']),
    ...(values['from'] === undefined ? {} : { from: list(values['from']) }),
    thread: readTriple('--thread', text(values['thread'])),
    block: readTriple('--block', text(values['block'])),
    arch: readArch(text(values['arch'])),
  };
}

/** Undefined where the user asked for help. */
export function readExplain(argv: readonly string[]): ExplainOptions | undefined {
  const { values, positionals } = parse(argv, {
    ...fileOptions,
    setup: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    help,
  });
  if (values['help'] === true) return undefined;
  return { ...readTarget('explain', positionals, values), json: values['json'] === true };
}

function readTarget(command: string, positionals: readonly string[], values: Values): TargetOptions {
  const [given] = positionals;
  if (given === undefined || positionals.length !== 1)
    throw new UsageError(say`${command} needs one EXPR or FILE:LINE:NAME`);
  const place = /^(.+):(\d+):([A-Za-z_]\w*)$/s.exec(given);
  const setup = list(values['setup']);
  if (place && setup.length > 0) throw new UsageError(say`--setup goes with an EXPR, not with FILE:LINE:NAME`);
  const target = place ? { line: Number(place[2]), name: place[3] ?? '' } : given;
  return { ...readFileOptions(place?.[1] ?? '', values), target, setup };
}

/** Undefined where the user asked for help. */
export function readDraw(argv: readonly string[]): DrawOptions | undefined {
  const { values, positionals } = parse(argv, {
    ...fileOptions,
    setup: { type: 'string', multiple: true },
    out: { type: 'string', short: 'o' },
    view: { type: 'string' },
    compare: { type: 'string' },
    palette: { type: 'string' },
    help,
  });
  if (values['help'] === true) return undefined;
  const [out, view, compare] = [text(values['out']), text(values['view']), text(values['compare'])];
  return {
    ...readTarget('draw', positionals, values),
    format: readFormat(out),
    palette: readPalette(text(values['palette'])),
    ...(out !== undefined && { out }),
    ...(view !== undefined && { view }),
    ...(compare !== undefined && { compare }),
  };
}

function readPalette(name = 'cute'): Palette {
  if (name !== 'cute' && name !== 'distinct')
    throw new UsageError(say`--palette expects cute or distinct, not "${name}"`);
  return name;
}

const formats: readonly DrawFormat[] = ['svg', 'html', 'tex', 'txt', 'json'];

function readFormat(out: string | undefined): DrawFormat {
  if (out === undefined) return 'txt';
  const format = formats.find((one) => out.endsWith(`.${one}`));
  if (!format)
    throw new UsageError(
      say`-o expects a file that ends in ${formats.map((one) => `.${one}`).join(', ')}, not "${out}"`,
    );
  return format;
}

/** Undefined where the user asked for help. */
export function readVerify(argv: readonly string[]): VerifyOptions | undefined {
  const { values, positionals } = parse(argv, { ...fileOptions, ...verifyOptions, help });
  if (values['help'] === true) return undefined;
  if (positionals.length !== 1)
    throw new UsageError(
      positionals.length === 0 ? say`verify needs a FILE` : say`verify takes one FILE, not ${positionals.length}`,
    );
  const arch = text(values['arch']);
  return {
    ...readFileOptions(positionals[0] ?? '', values),
    host: values['host'] === true,
    driver: text(values['driver']),
    json: values['json'] === true,
    report: text(values['report']),
    records: text(values['records']),
    nvcc: text(values['nvcc']) ?? verifySettings.nvccPath.default,
    cutlass: text(values['cutlass']) ?? verifySettings.cutlassPath.default,
    launcher: splitArguments(text(values['launcher']) ?? ''),
    folder: text(values['folder']) ?? verifySettings.runFolder.default,
    flags: list(values['flag']),
    compileArch: arch === undefined ? undefined : arch.replace(/^(?:sm_?)?/, 'sm_'),
    threads: readNumbers('--threads', text(values['threads'])),
    blocks: readNumbers('--blocks', text(values['blocks'])),
    compileMs: readSeconds('--compile-timeout', text(values['compile-timeout']), verifySettings.compileMs),
    runMs: readSeconds('--timeout', text(values['timeout']), verifySettings.runMs),
  };
}

const verifyOptions = {
  host: { type: 'boolean' },
  driver: { type: 'string' },
  json: { type: 'boolean' },
  report: { type: 'string' },
  records: { type: 'string' },
  nvcc: { type: 'string' },
  cutlass: { type: 'string' },
  launcher: { type: 'string' },
  folder: { type: 'string' },
  flag: { type: 'string', multiple: true },
  threads: { type: 'string' },
  blocks: { type: 'string' },
  'compile-timeout': { type: 'string' },
  timeout: { type: 'string' },
} as const;

/** Threads or blocks that record. */
function readNumbers(option: string, given: string | undefined): readonly number[] | undefined {
  if (given === undefined) return undefined;
  const numbers = z.safeParse(samples, integers(given));
  if (numbers.success) return numbers.data;
  throw new UsageError(
    say`${option} expects up to eight whole numbers such as 0,37,-1 (-1 is the last), not "${given}"`,
  );
}

/** Converts seconds to milliseconds. Without the option, the default of the setting is used. */
function readSeconds(option: string, given: string | undefined, setting: typeof verifySettings.runMs): number {
  const read = z.safeParse(setting.schema, given === undefined ? setting.default : Number(given));
  if (read.success) return read.data;
  throw new UsageError(say`${option} expects a number of seconds, not "${given ?? ''}"`);
}

/** Parses numbers such as `5,0,-1`. A part that is not a number becomes NaN, which no schema accepts. */
function integers(given: string): readonly number[] {
  return given.split(',').map((part) => (/^\s*-?\d+\s*$/.test(part) ? Number(part) : NaN));
}

/** Undefined where the user asked for help. */
export function readEval(argv: readonly string[]): EvalOptions | undefined {
  const { values, positionals } = parse(argv, {
    setup: { type: 'string', multiple: true },
    define: { type: 'string', multiple: true, short: 'D' },
    batch: { type: 'string' },
    values: { type: 'boolean' },
    json: { type: 'boolean' },
    help,
  });
  if (values['help'] === true) return undefined;
  const batch = text(values['batch']);
  if (batch === undefined && positionals.length !== 1) throw new UsageError(say`eval needs one EXPR, or --batch FILE`);
  if (batch !== undefined && positionals.length > 0)
    throw new UsageError(say`eval takes either an EXPR or --batch FILE`);
  return {
    ...(positionals[0] === undefined ? {} : { expr: positionals[0] }),
    ...(batch === undefined ? {} : { batch }),
    setup: list(values['setup']),
    defines: readDefines(list(values['define'])),
    values: values['values'] === true,
    json: values['json'] === true,
  };
}

/** For a command that serves. False where the user asked for help. Some editors add `--stdio` to every command. */
export function readNothing(command: string, argv: readonly string[]): boolean {
  const { values, positionals } = parse(argv, { stdio: { type: 'boolean' }, help });
  if (positionals.length > 0) throw new UsageError(say`${command} takes no FILE: who starts it says what it wants`);
  return values['help'] !== true;
}

type Values = Readonly<Record<string, unknown>>;

export function parse(
  argv: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
): { values: Values; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(wrongOption(argv, options) ?? messageOf(error));
  }
}

/** The first option that is not one of the command, or that lacks a value or has one too many. */
function wrongOption(argv: readonly string[], options: NonNullable<ParseArgsConfig['options']>): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (!option) return say`there is no option ${token.rawName}`;
    if (option.type === 'boolean' && token.value !== undefined) return say`${token.rawName} takes no value`;
    // Where the next word looks like an option, it may be one that was meant as such.
    if (option.type === 'string' && (token.value === undefined || (!token.inlineValue && token.value.startsWith('-'))))
      return say`${token.rawName} needs a value; one that begins with - is written ${token.rawName}=VALUE`;
  }
  return undefined;
}

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function readDefines(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((define) => {
      const match = /^([A-Za-z_][\w:.]*)(?:=(.+))?$/s.exec(define);
      if (!match) throw new UsageError(say`--define expects NAME=VALUE or NAME, not "${define}"`);
      return [match[1] ?? '', match[2] ?? '1'];
    }),
  );
}

function readTriple(option: string, given: string | undefined): Triple {
  const read = z.safeParse(coordinate, given === undefined ? settings.thread.default : integers(given));
  if (read.success) return read.data;
  throw new UsageError(say`${option} expects one to three whole numbers such as 5 or 5,0,0, not "${given ?? ''}"`);
}

function readArch(given: string | undefined): number | undefined {
  if (given === undefined || given === 'auto') return undefined;
  const match = /^(?:sm_?)?(\d{2,3})a?$/.exec(given);
  if (!match) throw new UsageError(say`--arch expects an architecture such as sm_90, not "${given}"`);
  return Number(match[1]) * 10;
}

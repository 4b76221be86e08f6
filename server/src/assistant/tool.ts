// What a tool for assistants is: a name, a description and an input that a model reads, and an answer in words and as
// data. Knows neither the Model Context Protocol nor VS Code.
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { say } from '../../../core/src/base/say';
import type { Languages } from '../../../core/src/frontends/by-language';
import type { Interrupt } from '../../../core/src/index';
import type { FileOptions } from '../cli/options';
import { withRoots } from '../cli/project';
import { whyUnreadable } from '../reading';
import { settings } from '../settings';

export interface ToolHost {
  readonly frontEnd: Languages;
  /** The text of a file, as the user sees it. Throws where there is none. */
  readonly read: (file: string) => string;
  /** Texts of files that may differ from those on the disk. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /** The folder in which relative names of files are looked up. */
  readonly folder: string;
  /** Asked during an analysis. */
  readonly interrupt?: Interrupt;
}

export interface Answer {
  /** Complete: a model may see nothing else. */
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodMiniObject;
  /** Answers a call. Throws where the input is wrong or a file cannot be read. */
  readonly answer: (given: unknown, host: ToolHost) => Promise<Answer>;
}

export function tool<Shape extends z.core.$ZodLooseShape>(
  name: string,
  [title, description]: readonly [string, string],
  shape: Shape,
  answer: (input: z.output<z.ZodMiniObject<Shape, z.core.$strip>>, host: ToolHost) => Promise<Answer>,
): Tool {
  const input = z.object(shape);
  return { name, title, description, input, answer: (given, host) => answer(z.parse(input, given), host) };
}

const described = <S extends z.ZodMiniType>(schema: S, text: string): z.ZodMiniOptional<S> =>
  z.optional(schema.check(z.describe(text)));

const triple = z.array(z.int().check(z.gte(0))).check(z.minLength(3), z.maxLength(3));

/** The part of an input that says how a program is run. */
export const given = {
  args: described(z.string(), 'The arguments of the program, as on a command line: "512 768 256 N T".'),
  define: described(
    z.record(z.string(), z.string()),
    'Values for names that the source leaves open, as C++ expressions: {"M": "512"}. An answer that is unknown says which names it needs.',
  ),
  include: described(z.array(z.string()), 'Folders for #include "…". The headers of CuTe are not needed.'),
  thread: described(triple, 'threadIdx of the shown values; [0, 0, 0] by default.'),
  block: described(triple, 'blockIdx of the shown values; [0, 0, 0] by default.'),
  arch: described(
    z.int(),
    'The compute capability to assume: 80, 90, 100. By default that of compile_commands.json, or else 90.',
  ),
};

export const file = z.string().check(z.describe('A file: CUDA C++ (.cu, .cuh, .cpp, .hpp) or cuTile Rust (.rs).'));
export const text = described(
  z.string(),
  'The text of the file, where it is not saved or does not exist. Without a file it is CUDA C++.',
);
/** The name of a text that has none: its language. */
const unnamed = 'text.cu';

export const expression = z
  .string()
  .check(
    z.describe(
      'A C++ expression of CuTe, such as zipped_divide(Layout<Shape<_8,_8>>{}, Shape<_4,_2>{}). `using namespace cute` is assumed.',
    ),
  );
export const setup = described(z.string(), 'C++ statements to run before the expression: "auto a = …;".');
export const line = z.int().check(z.gte(1)).check(z.describe('A line, counted from 1.'));

interface Given {
  readonly args?: string | undefined;
  readonly define?: Readonly<Record<string, string>> | undefined;
  readonly include?: readonly string[] | undefined;
  readonly thread?: readonly number[] | undefined;
  readonly block?: readonly number[] | undefined;
  readonly arch?: number | undefined;
}

export function optionsOf(input: Given, name: string, { folder, interrupt, unsaved }: ToolHost): FileOptions {
  const at = ([x = 0, y = 0, last = 0]: readonly number[] = []) => [x, y, last] as const;
  return {
    file: name === '' ? '' : resolve(folder, name),
    args: input.args ?? settings.programArgs.default,
    defines: input.define ?? {},
    includePaths: (input.include ?? []).map((path) => resolve(folder, path)),
    thread: at(input.thread),
    block: at(input.block),
    ...(input.arch !== undefined && { arch: input.arch * 10 }),
    ...(interrupt && { interrupt }),
    ...(unsaved && { unsaved }),
  };
}

/** The text of a file. Throws, with the reason in words, where there is none. */
export function readBy(host: ToolHost, file: string): string {
  try {
    return host.read(file);
  } catch (error) {
    throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
  }
}

/** The file that an input means, or the name of its text. */
export function namedIn(input: { readonly file?: string | undefined; readonly text?: string | undefined }): string {
  const name = input.file ?? (input.text === undefined ? undefined : unnamed);
  if (name === undefined) throw new Error(say`give a file, or a text`);
  return name;
}

/** A file with its text and options, once the grammar of its language is loaded. */
export async function opened(
  input: Given & { readonly file?: string | undefined; readonly text?: string | undefined },
  host: ToolHost,
): Promise<{ readonly text: string; readonly options: FileOptions }> {
  const options = optionsOf(input, namedIn(input), host);
  const content = input.text ?? readBy(host, options.file);
  await host.frontEnd.ready(options.file);
  return { text: content, options: await withRoots(options) };
}

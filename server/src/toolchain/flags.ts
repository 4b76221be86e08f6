// The flags that a project compiles a file with, from its compile_commands.json: those that decide what the text means.
// And the include folders that it tells other extensions of.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import JSON5 from 'json5';
import { parseAllDocuments } from 'yaml';
import { splitCommand } from '../assumptions';
import { buildFolders } from './find';

export interface ProjectFlags {
  /** Include folders, absolute, in order. */
  readonly includes: readonly string[];
  /** `-DNAME=…`, `-UNAME`, `-std=…` and nvcc's own that change the language. */
  readonly others: readonly string[];
}

const none: ProjectFlags = { includes: [], others: [] };

/** What the nearest compile_commands.json says of `file`; nothing where there is none that knows it. */
export function projectFlags(file: string, workspaceFolder: string | undefined): ProjectFlags {
  for (const folder of buildFolders(file, workspaceFolder)) {
    const entry = entriesOf(join(folder, 'compile_commands.json')).find(
      (one) => absolute(one.directory, one.file) === file,
    );
    if (entry) return flagsOf((entry.arguments ?? splitCommand(entry.command ?? '')).slice(1), entry.directory);
  }
  return none;
}

/** The include folders that other extensions are told of in the workspace: `.clangd`,
 *  `.vscode/c_cpp_properties.json`. */
export function editorIncludes(workspaceFolder: string | undefined): readonly string[] {
  if (workspaceFolder === undefined) return [];
  const inside = (path: string): string =>
    absolute(workspaceFolder, path.replaceAll('${workspaceFolder}', workspaceFolder).replace(/[\\/]\*+$/, ''));
  const clangd = yamlDocuments(join(workspaceFolder, '.clangd')).flatMap((fragment) =>
    words(at(at(fragment, 'CompileFlags'), 'Add')),
  );
  const properties = listOf(
    at(jsonWithComments(join(workspaceFolder, '.vscode/c_cpp_properties.json')), 'configurations'),
  );
  return [...flagsOf(clangd, '').includes, ...properties.flatMap((one) => words(at(one, 'includePath')))].map(inside);
}

/** What each document of a YAML file holds. One that is not well formed holds nothing. */
function yamlDocuments(path: string): readonly unknown[] {
  return parseAllDocuments(textOf(path)).flatMap((document) => {
    try {
      return document.errors.length > 0 ? [] : [document.toJS() as unknown];
    } catch {
      return []; // Aliases without end.
    }
  });
}

/** JSON with comments and trailing commas, as VS Code allows them; nothing where it is not well formed. */
function jsonWithComments(path: string): unknown {
  try {
    return JSON5.parse<unknown>(textOf(path));
  } catch {
    return undefined;
  }
}

/** A property of what may be an object. */
function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** One string or a list of them. */
function words(value: unknown): readonly string[] {
  return (typeof value === 'string' ? [value] : listOf(value)).filter((one) => typeof one === 'string');
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly arguments?: readonly string[];
  readonly command?: string;
}

function entriesOf(path: string): readonly Entry[] {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(read) ? read.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  const { directory, file, arguments: list, command } = (value ?? {}) as Partial<Record<keyof Entry, unknown>>;
  return (
    typeof directory === 'string' &&
    typeof file === 'string' &&
    (typeof command === 'string' || (Array.isArray(list) && list.every((word) => typeof word === 'string')))
  );
}

const absolute = (directory: string, path: string): string =>
  normalize(isAbsolute(path) ? path : join(directory, path));

/** Flags of the language that nvcc takes. */
const language =
  /^(-std=|--std=|--expt-|--extended-lambda|-extended-lambda|--use_fast_math|-use_fast_math|-ftz=|-prec-)/;

function flagsOf(flags: readonly string[], directory: string): ProjectFlags {
  const includes: string[] = [];
  const others: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? '';
    const next = (): string => flags[++i] ?? '';
    const folder = /^(?:-I|-isystem=?|--include-path=|--system-include=|--include-directory=)(.*)$/.exec(flag);
    if (folder) includes.push(absolute(directory, folder[1] || next()));
    else if (/^-[DU]$/.test(flag)) others.push(flag + next());
    else if (/^-[DU]./.test(flag) || language.test(flag)) others.push(flag);
    else if (flag === '-std') others.push(`-std=${next()}`);
  }
  return { includes, others };
}

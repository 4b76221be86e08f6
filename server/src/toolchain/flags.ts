// The flags that a project compiles a file with, from its compile_commands.json: those that decide what the text means. And the
// include folders that it tells other extensions of.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { splitArguments } from '../assumptions';
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
    const entry = entriesOf(join(folder, 'compile_commands.json')).find((one) => absolute(one.directory, one.file) === file);
    if (entry) return flagsOf(entry.arguments ?? splitArguments(entry.command ?? ''), entry.directory);
  }
  return none;
}

/** The include folders that other extensions are told of in the workspace: `.clangd`, `.vscode/c_cpp_properties.json`. */
export function editorIncludes(workspaceFolder: string | undefined): readonly string[] {
  if (workspaceFolder === undefined) return [];
  const clangd = [...textOf(join(workspaceFolder, '.clangd')).matchAll(/-(?:I|isystem)[=,\s"']*([^\s,"'\]]+)/g)].map(([, path = '']) => path);
  const properties = [...textOf(join(workspaceFolder, '.vscode/c_cpp_properties.json')).matchAll(/"includePath"\s*:\s*\[([^\]]*)\]/g)].flatMap(([, list = '']) => [...list.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path));
  return [...clangd, ...properties].map((path) => absolute(workspaceFolder, path.replaceAll('${workspaceFolder}', workspaceFolder).replace(/\/\*+$/, '')));
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
  return typeof directory === 'string' && typeof file === 'string' && (typeof command === 'string' || (Array.isArray(list) && list.every((word) => typeof word === 'string')));
}

const absolute = (directory: string, path: string): string => normalize(isAbsolute(path) ? path : join(directory, path));

/** Flags of the language that nvcc takes. */
const language = /^(-std=|--std=|--expt-|--extended-lambda|-extended-lambda|--use_fast_math|-use_fast_math|-ftz=|-prec-)/;

function flagsOf(words: readonly string[], directory: string): ProjectFlags {
  const includes: string[] = [];
  const others: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? '';
    const next = (): string => words[++at] ?? '';
    const folder = /^(?:-I|-isystem=?|--include-path=|--system-include=)(.*)$/.exec(word);
    if (folder) includes.push(absolute(directory, folder[1] || next()));
    else if (/^-[DU]$/.test(word)) others.push(word + next());
    else if (/^-[DU]./.test(word) || language.test(word)) others.push(word);
    else if (word === '-std') others.push(`-std=${next()}`);
  }
  return { includes, others };
}

// Reads how a project compiles a file from its compile_commands.json: the flags that affect the meaning of the text.
// Also reads the include folders that the configuration files of other extensions list.
import { readFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import JSON5 from 'json5';
import { parseAllDocuments } from 'yaml';
import { splitCommand } from '../assumptions';
import { buildFolders } from './find';
import { textOfFile } from '../reading';
import { propertyOf, textAt } from '../unknown';

export interface ProjectFlags {
  /** Include folders, absolute, in order. */
  readonly includes: readonly string[];
  /** `-DNAME=…`, `-UNAME`, `-std=…`, and the flags of nvcc that change the language. */
  readonly others: readonly string[];
}

const none: ProjectFlags = { includes: [], others: [] };

/** The flags of `file` in the nearest compile_commands.json; no flags if none lists the file. */
export function projectFlags(file: string, workspaceFolder: string | undefined): ProjectFlags {
  for (const folder of buildFolders(file, workspaceFolder)) {
    const entry = entriesOf(join(folder, 'compile_commands.json')).find(
      (one) => absolute(one.directory, one.file) === file,
    );
    if (entry) return flagsOf((entry.arguments ?? splitCommand(entry.command ?? '')).slice(1), entry.directory);
  }
  return none;
}

/** The include folders in `.clangd` and `.vscode/c_cpp_properties.json` of the workspace. */
export function editorIncludes(workspaceFolder: string | undefined): readonly string[] {
  if (workspaceFolder === undefined) return [];
  const inside = (path: string): string =>
    absolute(workspaceFolder, path.replaceAll('${workspaceFolder}', workspaceFolder).replace(/[\\/]\*+$/, ''));
  const clangd = yamlDocuments(join(workspaceFolder, '.clangd')).flatMap((fragment) =>
    words(propertyOf(propertyOf(fragment, 'CompileFlags'), 'Add')),
  );
  const properties = listOf(
    propertyOf(jsonWithComments(join(workspaceFolder, '.vscode/c_cpp_properties.json')), 'configurations'),
  );
  return [...flagsOf(clangd, '').includes, ...properties.flatMap((one) => words(propertyOf(one, 'includePath')))].map(
    inside,
  );
}

/** The content of each document of a YAML file. A document that is not well-formed is left out. */
function yamlDocuments(path: string): readonly unknown[] {
  return parseAllDocuments(textOfFile(path)).flatMap((document) => {
    try {
      return document.errors.length > 0 ? [] : [document.toJS()];
    } catch {
      return []; // Aliases without end.
    }
  });
}

/** Reads JSON with comments and trailing commas, as VS Code permits; undefined if it is not well-formed. */
function jsonWithComments(path: string): unknown {
  try {
    return JSON5.parse<unknown>(textOfFile(path));
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A string or a list of strings, as a list. */
function words(value: unknown): readonly string[] {
  return (typeof value === 'string' ? [value] : listOf(value)).filter((one) => typeof one === 'string');
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
  const list = propertyOf(value, 'arguments');
  return (
    textAt(value, 'directory') !== undefined &&
    textAt(value, 'file') !== undefined &&
    (textAt(value, 'command') !== undefined || (Array.isArray(list) && list.every((word) => typeof word === 'string')))
  );
}

const absolute = (directory: string, path: string): string =>
  normalize(isAbsolute(path) ? path : join(directory, path));

/** The flags of nvcc that change the language. */
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

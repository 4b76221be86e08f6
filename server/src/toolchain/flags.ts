// Reads how a project compiles a file from its compile_commands.json: the flags that affect the meaning of the text.
// Also reads the include folders that the configuration files of other extensions list.
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
  /** `__CUDA_ARCH__` of each architecture that is compiled for. */
  readonly archs: readonly number[];
}

const none: ProjectFlags = { includes: [], others: [], archs: [] };

/** The flags of `file` in the nearest compile_commands.json; no flags if none lists the file. */
export function projectFlags(
  file: string,
  workspaceFolder: string | undefined,
  read: (path: string) => readonly Entry[] = entriesOf,
): ProjectFlags {
  for (const folder of buildFolders(file, workspaceFolder)) {
    const entry = read(join(folder, 'compile_commands.json')).find((one) => absolute(one.directory, one.file) === file);
    if (entry) {
      const [compiler = '', ...flags] = entry.arguments ?? splitCommand(entry.command ?? '');
      return flagsOf(flags, entry.directory, ofMicrosoft.test(compiler));
    }
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

/** A file with the command that compiles it. */
export interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly arguments?: readonly string[];
  readonly command?: string;
}

/** What a compile_commands.json lists; nothing where it cannot be read. */
export function entriesOf(path: string): readonly Entry[] {
  try {
    const read: unknown = JSON.parse(textOfFile(path));
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

/** Compilers whose options begin with a slash as well. */
const ofMicrosoft = /(?:^|[\\/])(?:clang-)?cl(?:\.exe)?$/i;

/** Options that take the next word, or the rest of theirs, with the option whose meaning they have. */
const withValue: readonly (readonly [RegExp, 'folder' | 'define' | 'undefine' | 'architecture' | 'file'])[] = [
  [/^(?:-I|-isystem=?|--include-path=?|--system-include=?|--include-directory=?)(.*)$/, 'folder'],
  [/^(?:-D|--define-macro=?)(.*)$/, 'define'],
  [/^(?:-U|--undefine-macro=?)(.*)$/, 'undefine'],
  [/^(?:-arch|--gpu-architecture|-gencode|--generate-code|--cuda-gpu-arch|--offload-arch)(?:=(.*))?$/, 'architecture'],
  [/^(?:--options-file|-optf)(?:=(.*))?$/, 'file'],
];

/** How deep files of options may be in each other. */
const deepestFile = 4;

function flagsOf(given: readonly string[], directory: string, slashes = false): ProjectFlags {
  const includes: string[] = [];
  const others: string[] = [];
  const archs: number[] = [];
  const flags = inFiles(given, directory, deepestFile);
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? '';
    const next = (): string => flags[++i] ?? '';
    if (flag === '-std') others.push(`-std=${next()}`);
    else if (language.test(flag)) others.push(flag);
    const [match, meaning] = optionIn(slashes ? flag.replace(/^\/(?=[DUI])/, '-') : flag);
    if (!match) continue;
    const value = match[1] || next();
    if (meaning === 'folder') includes.push(absolute(directory, value));
    else if (meaning === 'architecture') archs.push(...architecturesIn(value));
    else others.push(`${meaning === 'define' ? '-D' : '-U'}${value}`);
  }
  return { includes, others, archs };
}

function optionIn(flag: string): readonly [RegExpExecArray | null, (typeof withValue)[number][1] | undefined] {
  for (const [pattern, meaning] of withValue) {
    const match = pattern.exec(flag);
    if (match) return [match, meaning];
  }
  return [null, undefined];
}

/** The words of a command, with those of the files that it names in their place. */
function inFiles(flags: readonly string[], directory: string, depth: number): readonly string[] {
  if (depth === 0) return flags;
  const words: string[] = [];
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i] ?? '';
    const [match, meaning] = optionIn(flag);
    const file = meaning === 'file' ? match?.[1] || flags[++i] : /^@(.+)$/.exec(flag)?.[1];
    if (file === undefined) words.push(flag);
    else words.push(...inFiles(splitCommand(textOfFile(absolute(directory, file))), directory, depth - 1));
  }
  return words;
}

/** `sm_90a`, `compute_80`, `arch=compute_90a,code=[sm_90a,compute_90a]`: `__CUDA_ARCH__` is of the virtual one. */
function architecturesIn(value: string): readonly number[] {
  const name = /^(?:arch=)?(?:sm|compute)_(\d{2,3})[a-z]?(?:$|,)/.exec(value)?.[1];
  return name === undefined ? [] : [Number(name) * 10];
}

// Finds the tools: nvcc, a host compiler, CUTLASS, the GPU. For each, the result is its location, or a message that
// says what to install or which setting to change.
import { say } from '../../../core/src/base/say';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { namesIn } from '../reading';
import { execute, launched } from './execute';

/** A problem: a sentence, and one action that may solve it. */
export interface Problem {
  readonly code:
    | 'no-nvcc'
    | 'no-cutlass'
    | 'no-compiler'
    | 'no-gpu'
    | 'old-gpu'
    | 'driver'
    | 'compile'
    | 'run'
    | 'disk'
    | 'cancelled'
    | 'nothing'
    | 'platform'
    | 'untrusted';
  readonly message: string;
  /** The output of a compiler. */
  readonly details?: string;
  readonly action?: Action;
}

/** An action: open a setting, open a web page, or verify with the host compiler instead. */
export type Action =
  | { readonly do: 'setting'; readonly title: string; readonly setting: string }
  | { readonly do: 'open'; readonly title: string; readonly url: string }
  | { readonly do: 'compiler'; readonly title: string }
  | { readonly do: 'trust'; readonly title: string };

export interface ToolSettings {
  /** If absent or empty, nvcc is searched for. */
  readonly nvccPath: string;
  readonly cutlassPath: string;
  readonly launcher: readonly string[];
  readonly workspaceFolder: string | undefined;
}

export interface Nvcc {
  readonly path: string;
  /** `13.0.88`. */
  readonly version: string;
  /** The toolkit's folder. */
  readonly home: string;
}

export interface Cutlass {
  readonly includes: readonly string[];
  /** The commit of a checkout (or the value of CUTLASS_COMMIT), else the version. */
  readonly version: string;
}

export interface Gpu {
  readonly name: string;
  /** 90 for compute capability 9.0. */
  readonly arch: number;
  readonly driver: string;
}

export const isProblem = (found: object): found is Problem => 'code' in found && 'message' in found;

/** Why programs cannot be compiled and run on this system, if they cannot: what they start could not be ended. */
export function unsupportedSystem(platform: NodeJS.Platform = process.platform): Problem | undefined {
  if (platform !== 'win32') return undefined;
  return {
    code: 'platform',
    message: say`Verification does not run on Windows itself: open the folder in WSL, over SSH or in a container that has CUTLASS and either nvcc and a GPU, or g++ alone.`,
    action: { do: 'open', title: say`How to Open It in WSL`, url: 'https://code.visualstudio.com/docs/remote/wsl' },
  };
}

/** The working folder for asking tools for their version: a folder that always exists. */
const anywhere = '/';
const quick = { milliseconds: 20_000, outputBytes: 1 << 20 };

export async function findNvcc({ nvccPath }: ToolSettings): Promise<Nvcc | Problem> {
  const homes = ['CUDA_HOME', 'CUDA_PATH'].flatMap((name) => process.env[name] ?? []);
  const candidates =
    nvccPath !== ''
      ? [nvccPath]
      : [...onPath('nvcc'), ...[...homes, '/usr/local/cuda', '/opt/cuda'].map((home) => join(home, 'bin/nvcc'))];
  const setting = { do: 'setting', title: say`Set Path of nvcc`, setting: 'cuteLens.nvccPath' } as const;
  const path = candidates.find(isExecutable);
  if (path === undefined) {
    const where =
      nvccPath !== ''
        ? say`cuteLens.nvccPath names ${nvccPath}, which is not a program.`
        : say`nvcc was not found: install the CUDA toolkit, or set cuteLens.nvccPath.`;
    return { code: 'no-nvcc', message: where, action: setting };
  }
  const said = await execute([path, '--version'], { cwd: anywhere, limits: quick });
  const version = /\bV(\d+\.\d+\.\d+)/.exec(said.stdout)?.[1];
  if (said.code !== 0 || version === undefined)
    return {
      code: 'no-nvcc',
      message: say`${path} does not answer as nvcc does.`,
      details: said.stderr || said.stdout,
      action: setting,
    };
  return { path, version, home: dirname(dirname(path)) };
}

/** Finds g++ or clang++, and the folders of CUDA's headers. */
export async function findHostCompiler(
  settings: ToolSettings,
): Promise<{ readonly path: string; readonly version: string; readonly includes: readonly string[] } | Problem> {
  const path = [process.env['CXX'], ...onPath('g++'), ...onPath('clang++')]
    .flatMap((one) => (one === undefined ? [] : isAbsolute(one) ? [one] : onPath(one)))
    .find(isExecutable);
  if (path === undefined)
    return {
      code: 'no-compiler',
      message: say`No C++ compiler was found: install g++ or clang++, or name one in CXX.`,
      action: { do: 'open', title: say`How to Install One`, url: 'https://code.visualstudio.com/docs/languages/cpp' },
    };
  const nvcc = onPath('nvcc')[0];
  const homes = [
    process.env['CUDA_HOME'],
    process.env['CUDA_PATH'],
    settings.nvccPath === '' ? undefined : dirname(dirname(settings.nvccPath)),
    nvcc && dirname(dirname(nvcc)),
    '/usr/local/cuda',
    '/opt/cuda',
    '/usr',
  ];
  const home = homes.find((folder) => folder !== undefined && existsSync(join(folder, 'include/cuda_runtime.h')));
  if (home === undefined)
    return {
      code: 'no-nvcc',
      message: say`CUDA's headers were not found, which the compiler needs even without a GPU: install the CUDA toolkit, or set cuteLens.nvccPath.`,
      action: { do: 'setting', title: say`Set Path of nvcc`, setting: 'cuteLens.nvccPath' },
    };
  const said = await execute([path, '--version'], { cwd: anywhere, limits: quick });
  const includes = [join(home, 'include'), join(home, 'include/cccl')].filter((folder) => existsSync(folder));
  return { path, version: said.stdout.split('\n')[0] ?? path, includes };
}

/** Finds CUTLASS: in the setting, the environment, the include paths of the build, the usual places in the workspace,
 *  the pip package. */
export async function findCutlass(settings: ToolSettings, includePaths: readonly string[]): Promise<Cutlass | Problem> {
  const { cutlassPath, workspaceFolder } = settings;
  const variables = ['CUTLASS_PATH', 'CUTLASS_DIR', 'CUTLASS_HOME'].flatMap((name) => process.env[name] ?? []);
  const inside =
    workspaceFolder === undefined
      ? []
      : [
          '',
          'third_party/cutlass',
          '3rdparty/cutlass',
          'third-party/cutlass',
          'external/cutlass',
          'csrc/cutlass',
          'cutlass',
        ].map((path) => join(workspaceFolder, path));
  const candidates = cutlassPath !== '' ? [cutlassPath] : [...variables, ...includePaths, ...inside];
  for (const folder of candidates) {
    const found = cutlassAt(folder);
    if (found) return found;
  }
  const setting = { do: 'setting', title: say`Set Path of CUTLASS`, setting: 'cuteLens.cutlassPath' } as const;
  if (cutlassPath !== '')
    return {
      code: 'no-cutlass',
      message: say`cuteLens.cutlassPath names ${cutlassPath}, where there is no include/cute/tensor.hpp.`,
      action: setting,
    };
  return (
    (await pipCutlass()) ?? {
      code: 'no-cutlass',
      message: say`CUTLASS was not found: set cuteLens.cutlassPath to a checkout of it, or CUTLASS_PATH in the environment.`,
      action: setting,
    }
  );
}

function cutlassAt(folder: string): Cutlass | undefined {
  const include = [join(folder, 'include'), folder].find((path) => existsSync(join(path, 'cute/tensor.hpp')));
  if (include === undefined) return undefined;
  const checkout = dirname(include);
  const util = join(checkout, 'tools/util/include');
  return {
    includes: [include, ...(existsSync(util) ? [util] : [])],
    version: commitOf(checkout) ?? versionOf(include),
  };
}

function commitOf(checkout: string): string | undefined {
  const given = process.env['CUTLASS_COMMIT'];
  if (given) return given;
  try {
    const head = readFileSync(join(checkout, '.git/HEAD'), 'utf8').trim();
    if (!head.startsWith('ref: ')) return head.slice(0, 12);
    return readFileSync(join(checkout, '.git', head.slice(5)), 'utf8')
      .trim()
      .slice(0, 12);
  } catch {
    return undefined;
  }
}

function versionOf(include: string): string {
  try {
    const text = readFileSync(join(include, 'cutlass/version.h'), 'utf8');
    return ['MAJOR', 'MINOR', 'PATCH']
      .map((part) => new RegExp(`CUTLASS_${part} (\\d+)`).exec(text)?.[1] ?? '?')
      .join('.');
  } catch {
    return say`of an unknown version`;
  }
}

async function pipCutlass(): Promise<Cutlass | undefined> {
  const python = onPath('python3')[0];
  if (python === undefined) return undefined;
  const ask =
    "import importlib.util as u; s = u.find_spec('cutlass_library'); print(list(s.submodule_search_locations)[0] if s else '')";
  const { stdout } = await execute([python, '-I', '-c', ask], { cwd: anywhere, limits: quick });
  const folder = stdout.trim();
  return folder === '' ? undefined : cutlassAt(join(folder, 'source'));
}

/** Finds the first GPU of the machine on which the launcher runs programs. */
export async function findGpu({ launcher }: ToolSettings): Promise<Gpu | Problem> {
  const command = launched(launcher, [
    'nvidia-smi',
    '--query-gpu=name,compute_cap,driver_version',
    '--format=csv,noheader',
  ]);
  const { code, stdout, stderr, error } = await execute(command, {
    cwd: anywhere,
    limits: { ...quick, milliseconds: 120_000 },
  });
  const compiler = { do: 'compiler', title: say`Verify with the Compiler` } as const;
  const [name = '', capability = '', driver = ''] = (
    stdout.split('\n').find((line) => line.split(',').length === 3) ?? ''
  )
    .split(',')
    .map((part) => part.trim());
  const parts = /^(\d+)\.(\d+)$/.exec(capability);
  if (code === 0 && parts) return { name, arch: Number(parts[1]) * 10 + Number(parts[2]), driver };
  if (launcher.length > 0) {
    const message =
      error === undefined
        ? say`The launcher ${launcher.join(' ')} found no GPU.`
        : say`The launcher ${launcher[0]} could not be started (${error}).`;
    return {
      code: 'no-gpu',
      message,
      details: stderr || stdout,
      action: { do: 'setting', title: say`Set Launcher`, setting: 'cuteLens.run.launcher' },
    };
  }
  if (error !== undefined)
    return {
      code: 'no-gpu',
      message: say`No NVIDIA GPU was found on this machine (there is no nvidia-smi). Verify with the compiler instead, or set cuteLens.run.launcher to reach a machine that has one.`,
      action: compiler,
    };
  return {
    code: 'driver',
    message: say`nvidia-smi does not answer: the driver of the GPU is not loaded, or does not fit its kernel.`,
    details: stderr || stdout,
    action: compiler,
  };
}

export function onPath(name: string): readonly string[] {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .filter(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Folders that may hold a build's compile_commands.json, nearest first. */
export function buildFolders(file: string, workspaceFolder: string | undefined): readonly string[] {
  const folders: string[] = [];
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const builds = namesIn(folder)
      .filter((name) => /^(build|out|cmake-build)/.test(name))
      .map((name) => join(folder, name));
    folders.push(folder, ...builds);
    if (folder === workspaceFolder || folder === dirname(folder)) return folders;
  }
}

// Resolves `#include` lines. The same rule is used to follow headers and to find the files that include a header. Reads
// no files.
import { dirname, isAbsolute, join } from 'node:path';
import type { FileId } from '../../core/src/index';

/** The folders in which headers are looked up. */
export interface IncludeFolders {
  /** Searched after the folder of the including file. */
  readonly includePaths: readonly string[];
  /** Where CUTLASS may be: searched last, for its headers alone. Absent where they are not read. */
  readonly cutlass?: readonly string[] | undefined;
  /** Searched last, for quoted includes only: the folders above the including file, up to this one. Many projects are
   *  built with their own folder as an include path, which only their compiler commands mention. */
  readonly workspace?: string | undefined;
}

/** How a build compiles a unit. */
export interface UnitFlags {
  /** `-DNAME=TEXT` and `-UNAME`, in their order. */
  readonly macros: readonly string[];
  /** Its include folders inside of the project. Those outside hold libraries that nothing here reads. */
  readonly includePaths: readonly string[];
  /** All of its include folders: CUTLASS may be in one of them. */
  readonly cutlass: readonly string[];
  /** `__CUDA_ARCH__`, where the build says. */
  readonly arch?: number;
}

export const noFlags: UnitFlags = { macros: [], includePaths: [], cutlass: [] };

/** What decides how a unit is read, beside its text. */
export interface Surroundings extends IncludeFolders {
  readonly flagsOf?: (unit: FileId) => UnitFlags;
  /** The user's values for names that nothing defines. */
  readonly values?: Readonly<Record<string, string>>;
}

/** `__CUDA_ARCH__` where nobody says: of `sm_90`. */
export const usualArch = 900;

/** The value of `__CUDA_ARCH__` for units: as the user says, else as the first unit is built that says one. */
export function archFor(
  given: number | undefined,
  units: readonly FileId[],
  flagsOf: ((unit: FileId) => UnitFlags) | undefined,
): number {
  if (given !== undefined) return given;
  for (const unit of units) {
    const arch = flagsOf?.(unit).arch;
    if (arch !== undefined) return arch;
  }
  return usualArch;
}

/** Headers whose functions are builtins. They are not read. */
const known = /^(?:cute|cuda|cub|thrust)\//;

/** Of CUTLASS, the headers of numbers and arrays, and those that begin a kernel. */
const knownOfCutlass = new RegExp(
  `^cutlass/(?:${[
    'detail/helper_macros\\.hpp',
    'platform/',
    'util/(?!packed_stride|mixed_dtype_utils|host_tensor\\.h)',
    `(?:${[
      'array|array_planar_complex|array_subbyte|bfloat16|core_io|cuda_host_adapter|exmy_base|float8',
      'float_subbyte|half|integer_subbyte|kernel_launch|subbyte_reference|tfloat32|trace|uint128|uint256|version',
      'wmma_array|floating_point_nvrtc|cluster_launch',
    ].join('|')})\\.(?:h|hpp)$`,
  ].join('|')})`,
);

const ofCutlass = /^cutlass\//;

/** Whether a header is one of a library of which a program uses little. */
export function isOfLibrary(path: string): boolean {
  return ofCutlass.test(path);
}

/** The paths at which the included file may be, in order of search; the first that exists counts. An unsaved file is
 *  searched for as if it were saved. The list is empty for files that have no path, and for headers of CuTe. */
export function includeCandidates(
  from: FileId,
  path: string,
  quoted: boolean,
  { includePaths, cutlass = [], workspace }: IncludeFolders,
): readonly FileId[] {
  const file = from.startsWith('untitled:') ? decodeURIComponent(from.slice('untitled:'.length)) : from;
  if (known.test(path) || knownOfCutlass.test(path) || !isAbsolute(file)) return [];
  if (isAbsolute(path)) return [path];
  if (ofCutlass.test(path))
    return [...includePaths, ...cutlass, ...(quoted ? [dirname(file)] : [])].map((folder) => join(folder, path));
  const own = dirname(file);
  const folders = quoted ? [own, ...includePaths, ...foldersAbove(own, workspace)] : includePaths;
  return folders.map((folder) => join(folder, path));
}

/** The folders of CUTLASS's headers, wherever it may be: where the user says, where the environment does, and where
 *  projects keep it. Most of them do not exist. */
export function cutlassFolders(setting: string, workspace: string | undefined): readonly string[] {
  const variables = ['CUTLASS_PATH', 'CUTLASS_DIR', 'CUTLASS_HOME'].flatMap((name) => process.env[name] ?? []);
  const inside = [
    '.',
    'third_party/cutlass',
    '3rdparty/cutlass',
    'third-party/cutlass',
    'external/cutlass',
    'csrc/cutlass',
  ];
  const checkouts =
    setting !== '' ? [setting] : [...variables, ...(workspace ? inside.map((path) => join(workspace, path)) : [])];
  return checkouts.flatMap((folder) => [join(folder, 'include'), join(folder, 'tools/util/include')]);
}

/** The headers that a text includes, conditions and macros aside, in their order. */
export function includesIn(text: string): readonly { readonly path: string; readonly quoted: boolean }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)/gm)].map(([, quoted, angled]) => ({
    path: quoted ?? angled ?? '',
    quoted: quoted !== undefined,
  }));
}

function foldersAbove(folder: string, top: string | undefined): readonly string[] {
  const above: string[] = [];
  if (top === undefined) return above;
  for (let at = folder; at !== top;) {
    const next = dirname(at);
    if (next === at) return [];
    above.push(next);
    at = next;
  }
  return above;
}

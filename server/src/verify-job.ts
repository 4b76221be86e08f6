// From an open document to what verifies it: the program that it belongs to, what the user chose, and the tools'
// settings.
import type { Languages } from '../../core/src/frontends/by-language';
import type { FileId } from '../../core/src/index';
import type { Choices } from '../../protocol/src/requests';
import type { Config } from './config';
import { driverFor, throughDriver } from './driver';
import type { IncludeFolders } from './includes';
import type { Sources } from './sources';
import { defaultSampling, type VerifyJob } from './verify';

/** A document, and what stands around it. */
export interface Material {
  readonly file: FileId;
  readonly config: Config;
  readonly choices: Choices;
  /** Sources that include it, the nearest first. */
  readonly roots: readonly FileId[];
  readonly folders: IncludeFolders;
  readonly sources: Sources;
  readonly frontEnd: Languages;
}

/** A header is verified through the nearest program that includes it. `driver` is the text of a program for a file that
 *  has none. */
export function verifyJob(material: Material, mode: VerifyJob['mode'], driver?: string): VerifyJob {
  const { file, config, choices, folders, sources, frontEnd } = material;
  const { args = config.programArgs, thread = config.thread, block = config.block } = choices;
  const { files, roots } = sources.collect(file, folders, config.cudaArch, material.roots);
  const entry =
    roots.find((root) =>
      files.get(root)?.items.some((item) => item.is === 'Func' && item.name === 'main' && item.body),
    ) ?? file;
  const { threads, blocks } = config.verify;
  const job: VerifyJob = {
    ...config.verify,
    entry,
    mode,
    frontEnd,
    includePaths: folders.includePaths,
    given: { args, thread, block, defines: config.defines, arch: config.cudaArch },
    collect: (arch) => sources.collect(entry, folders, arch),
    tools: { ...config.verify, workspaceFolder: folders.workspace },
    sampling: {
      ...defaultSampling,
      ...(threads.length > 0 ? { threads } : {}),
      ...(blocks.length > 0 ? { blocks } : {}),
    },
    outputBytes: 16 << 20,
  };
  return driver === undefined ? job : throughDriver(job, driver, sources, folders);
}

/** A program for a file without `main`, for the kernel instance that is looked at. */
export function driverOf({ choices, sources, folders }: Material, job: VerifyJob): ReturnType<typeof driverFor> {
  return driverFor(job, choices.instance, sources, folders);
}

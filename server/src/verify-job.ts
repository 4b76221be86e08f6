// Makes the verification job of an open document: the program that the document belongs to, the user's choices, and the
// settings of the tools.
import type { Languages } from '../../core/src/frontends/by-language';
import type { FileId } from '../../core/src/index';
import type { Choices } from '../../protocol/src/requests';
import type { Config } from './config';
import { driverFor, throughDriver } from './driver';
import type { Surroundings } from './includes';
import type { Sources } from './sources';
import { defaultSampling, type VerifyJob } from './verify';

/** A document with its settings and its surroundings. */
export interface Material {
  readonly file: FileId;
  readonly config: Config;
  readonly choices: Choices;
  /** Sources that include it, the nearest first. */
  readonly roots: readonly FileId[];
  readonly folders: Surroundings;
  /** `__CUDA_ARCH__`. */
  readonly arch: number;
  readonly sources: Sources;
  readonly frontEnd: Languages;
}

/** The verification job of a document. A header is verified through the nearest program that includes it. `driver` is
 *  the text of the driver for a file without `main`. */
export function verifyJob(material: Material, mode: VerifyJob['mode'], driver?: string): VerifyJob {
  const { file, config, choices, folders, arch, sources, frontEnd } = material;
  const { args = config.programArgs, thread = config.thread, block = config.block } = choices;
  const { files, roots } = sources.collect(file, folders, arch, material.roots);
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
    given: { args, thread, block, defines: config.defines, arch },
    collect: (of) => sources.collect(entry, folders, of),
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

/** The driver for the active kernel instance of a file without `main`. */
export function driverOf({ choices, sources, folders }: Material, job: VerifyJob): ReturnType<typeof driverFor> {
  return driverFor(job, choices.instance, sources, folders);
}

// Makes drivers: programs that call the code of a file without `main`, so that it can be verified. A driver is a text
// whose path lies beside the file; it is on the disk only if the user saves it.
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import { evaluate } from '../../core/src/index';
import { driver, type Driver } from '../../core/src/verify/driver';
import { allPlaces } from '../../core/src/verify/places';
import { mainOf } from '../../core/src/verify/plan';
import { assumptionsOf } from './assumptions';
import type { Surroundings } from './includes';
import type { Sources } from './sources';
import type { VerifyJob } from './verify';

/** `kernels_driver.cu` beside `kernels.cu`, or the first such name with a number that no file has. */
export function driverFile(file: string, isTaken: (path: string) => boolean): string {
  for (let n = 1; ; n++) {
    const path = join(dirname(file), `${basename(file, extname(file))}_driver${n === 1 ? '' : n}.cu`);
    if (!isTaken(path)) return path;
  }
}

export function hasMain({ entry, given, collect }: VerifyJob): boolean {
  return mainOf(entry, allPlaces(collect(given.arch).files)) !== undefined;
}

/** The verification job for a driver with this text. A driver takes no arguments. */
export function throughDriver(
  job: VerifyJob,
  text: string,
  sources: Sources,
  folders: Surroundings,
  file = freeFile(job.entry, sources),
): VerifyJob {
  return {
    ...job,
    entry: file,
    given: { ...job.given, args: '' },
    collect: (arch) => {
      sources.open(file, text);
      try {
        return sources.collect(file, folders, arch);
      } finally {
        sources.close(file);
      }
    },
  };
}

const freeFile = (entry: string, sources: Sources): string =>
  driverFile(entry, (path) => sources.textOf(path) !== undefined || existsSync(path));

/** Makes a driver for the kernel instance with this label, or for the first instance, to be saved as `file`. If it is
 *  impossible, the result says why. */
export function driverFor(
  job: VerifyJob,
  instance: string | undefined,
  sources: Sources,
  folders: Surroundings,
  file = freeFile(job.entry, sources),
): (Driver & { readonly file: string }) | { readonly why: string } {
  const { entry, given, frontEnd } = job;
  const programs = job.collect(given.arch);
  const analysis = evaluate({ entry, ...programs, assumptions: assumptionsOf(given, frontEnd) });
  const made = driver({
    analysis,
    programs: programs.files,
    include: relative(dirname(file), entry),
    instance,
    evaluate: (text, block, thread) => {
      const through = throughDriver(job, text, sources, folders, file);
      return evaluate({
        entry: through.entry,
        ...through.collect(given.arch),
        assumptions: assumptionsOf({ ...through.given, block, thread }, frontEnd),
      });
    },
  });
  return 'why' in made ? made : { ...made, file };
}

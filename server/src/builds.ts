// How the build of a project compiles each source, as its compile_commands.json says: what decides what an analysis
// reads of a text. What is known is kept until something outside changes; a list is read again when it was written
// anew.
import { type Stats, statSync } from 'node:fs';
import { sep } from 'node:path';
import type { FileId } from '../../core/src/index';
import { usualArch, type UnitFlags } from './includes';
import { entriesOf, projectFlags, type Entry } from './toolchain/flags';

export class Builds {
  private readonly known = new Map<string, UnitFlags>();
  private readonly lists = new Map<string, { readonly stamp: string; readonly entries: readonly Entry[] }>();

  /** The flags of a source; none where no list has it. */
  of(unit: FileId, workspace: string | undefined): UnitFlags {
    const key = `${unit}\0${workspace ?? ''}`;
    const known = this.known.get(key);
    if (known) return known;
    const { includes, others, archs } = projectFlags(unit, workspace, (path) => this.entries(path));
    const flags: UnitFlags = {
      macros: others.filter((flag) => /^-[DU]/.test(flag)),
      includePaths: includes.filter(
        (path) => workspace !== undefined && `${path}${sep}`.startsWith(`${workspace}${sep}`),
      ),
      cutlass: includes,
      ...(archs.length > 0 && { arch: bestOf(archs) }),
    };
    this.known.set(key, flags);
    return flags;
  }

  forget(): void {
    this.known.clear();
  }

  private entries(path: string): readonly Entry[] {
    const stats = statsOf(path);
    if (!stats) return [];
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const had = this.lists.get(path);
    if (had?.stamp === stamp) return had.entries;
    const entries = entriesOf(path);
    this.lists.set(path, { stamp, entries });
    return entries;
  }
}

/** Undefined where there is no such file: what is called like a folder of builds may be a file (`out.cu`). */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Of the architectures that a source is compiled for, the one that is shown: the usual one, or else the newest. */
function bestOf(archs: readonly number[]): number {
  return archs.includes(usualArch) ? usualArch : Math.max(...archs);
}

// The processes of this machine: as Linux lists them in /proc, since a bare machine has no `ps`; elsewhere as `ps`
// does.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly args: string;
}

export function processes(): readonly Process[] {
  return existsSync('/proc/self/stat')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap(inProc)
    : listed();
}

function inProc(pid: string): readonly Process[] {
  try {
    // `pid (name) state parent …`, where a name may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      },
    ];
  } catch {
    return []; // It ended meanwhile.
  }
}

function listed(): readonly Process[] {
  return execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), args }];
    });
}

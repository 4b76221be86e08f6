// Runs a program: without a shell, in a process group of its own, with limits on time and output, and cancellable. No
// other file starts processes; find.ts, compile.ts and run.ts decide which commands are run.
import { say } from '../../../core/src/base/say';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

export interface Limits {
  readonly milliseconds: number;
  /** The limit on standard output and standard error together. */
  readonly outputBytes: number;
  /** The limit on the memory of each process, in bytes, on a system that has `prlimit`. */
  readonly memoryBytes?: number;
}

export interface Execution {
  readonly cwd: string;
  readonly limits: Limits;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly onOutput?: (text: string) => void;
}

/** How a program ended. */
export interface Outcome {
  readonly ended: 'exit' | 'time' | 'output' | 'cancelled' | 'not-started';
  /** Its exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** The standard output. Of a long output, the beginning and the end. */
  readonly stdout: string;
  readonly stderr: string;
  /** The error code if the program could not be started: `ENOENT`, `EACCES`. */
  readonly error?: string;
  readonly milliseconds: number;
}

/** The command line of a program behind a launcher. ssh passes its arguments to a shell on the other machine, so they
 *  are quoted for that shell; other launchers pass them on unchanged. */
export function launched(launcher: readonly string[], command: readonly string[]): readonly string[] {
  const isRemoteShell = /(?:^|\/)ssh$/.test(launcher[0] ?? '');
  return [...launcher, ...(isRemoteShell ? command.map((word) => `'${word.replaceAll("'", "'\\''")}'`) : command)];
}

/** Milliseconds between asking a program to end and killing it, in which it writes its records. */
const graceMs = 3000;
const keptBytes = 1 << 18;

/** The running programs. They are ended when this process ends, however that happens. */
const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => killGroup(child, 'SIGKILL')));

/** Starts one of our own bundles as a child process that exchanges messages with this one. In the background it and
 *  everything that it starts run only when nothing else wants to. */
export function forked(file: string, mostMegabytes: number, inBackground = false): ChildProcess {
  const child = fork(file, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${mostMegabytes}`],
  });
  if (inBackground && child.pid !== undefined) lowerPriority(child.pid);
  return child;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** The command with its memory limited. The limit is inherited by what the command starts. */
function confined(command: readonly string[], { memoryBytes }: Limits): readonly string[] {
  const prlimit = memoryBytes === undefined ? undefined : ['/usr/bin/prlimit', '/bin/prlimit'].find(existsSync);
  return prlimit === undefined ? command : [prlimit, `--as=${memoryBytes}`, '--', ...command];
}

/** Runs a command. Never rejects. When it resolves, no process of the group is left. */
export function execute(command: readonly string[], execution: Execution): Promise<Outcome> {
  const { cwd, limits, env, signal, onOutput } = execution;
  const [program = '', ...args] = confined(command, limits);
  const started = performance.now();
  return new Promise((settle) => {
    const [out, err] = [new Kept(), new Kept()];
    let ended: Outcome['ended'] = 'exit';
    let grace: NodeJS.Timeout | undefined;
    const finish = (code: number | null, killed: string | null, error?: string): void => {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener('abort', cancel);
      killGroup(child, 'SIGKILL');
      running.delete(child);
      const outcome = {
        ended: error === undefined ? ended : ('not-started' as const),
        code,
        signal: killed,
        stdout: out.text(),
        stderr: err.text(),
        milliseconds: performance.now() - started,
      };
      settle(error === undefined ? outcome : { ...outcome, error });
    };
    const end = (why: Outcome['ended']): void => {
      if (ended !== 'exit') return;
      ended = why;
      killGroup(child, 'SIGTERM');
      grace = setTimeout(() => killGroup(child, 'SIGKILL'), graceMs);
    };
    const cancel = (): void => end('cancelled');
    const child = spawn(program, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    running.add(child);
    const timer = setTimeout(() => end('time'), limits.milliseconds);
    let bytes = 0;
    const take =
      (kept: Kept) =>
      (part: Buffer): void => {
        bytes += part.length;
        if (bytes > limits.outputBytes) return end('output');
        kept.add(part);
        onOutput?.(part.toString());
      };
    child.stdout?.on('data', take(out));
    child.stderr?.on('data', take(err));
    child.on('error', (error: NodeJS.ErrnoException) => finish(null, null, error.code ?? error.message));
    // A grandchild that left the group may hold the pipes open for ever.
    child.on('exit', (code, killed) => {
      const late = setTimeout(() => finish(code, killed), 1000);
      child.on('close', () => {
        clearTimeout(late);
        finish(code, killed);
      });
    });
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
  });
}

/** Kills the process group. The group can outlive its leader if the program started others. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing of it is left.
  }
}

/** The first and the last part of an output. */
class Kept {
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private dropped = 0;

  add(part: Buffer): void {
    if (this.headBytes < keptBytes) {
      this.head.push(part);
      this.headBytes += part.length;
      return;
    }
    this.tail.push(part);
    this.tailBytes += part.length;
    while (this.tail.length > 1 && this.tailBytes > keptBytes) {
      const first = this.tail.shift();
      this.tailBytes -= first?.length ?? 0;
      this.dropped += first?.length ?? 0;
    }
  }

  text(): string {
    const middle = this.dropped > 0 ? `\n${say`… ${this.dropped} bytes left out …`}\n` : '';
    return Buffer.concat(this.head).toString() + middle + Buffer.concat(this.tail).toString();
  }
}

// A child that is asked of one text after the other whether it still fails, and started again when one of them ends it.
import type { ChildProcess } from 'node:child_process';
import { tooLarge, type ChildMessage } from './child';
import type { Input } from './inputs';
import { forkSelf } from './pool';
import type { Failure, Verdict } from './verdict';

export class Trials {
  private child: Promise<ChildProcess> | undefined;

  constructor(private readonly limitMs: number) {}

  /** What becomes of an input, deaths and hangs included. */
  async of(input: Input, seed: number, index: number): Promise<readonly Failure[]> {
    const child = await (this.child ??= this.start());
    const verdict = await new Promise<Verdict | Failure>((done) => {
      const timer = setTimeout(
        () => settle({ kind: 'hangs', part: 'process', message: `no end after ${this.limitMs} ms` }),
        this.limitMs,
      );
      const heard = (message: ChildMessage): void => {
        if (message.is === 'verdict') settle(message.verdict);
      };
      const closed = (code: number | null, signal: string | null): void =>
        settle({ kind: 'died', part: 'process', message: signal ?? `exit ${code ?? '?'}` });
      const settle = (outcome: Verdict | Failure): void => {
        clearTimeout(timer);
        child.off('message', heard);
        child.off('close', closed);
        done(outcome);
      };
      child.on('message', heard);
      child.on('close', closed);
      child.send({ input, seed, index });
    });
    if (!('kind' in verdict)) {
      // Memory that has grown does not shrink: the next trial has a process of its own.
      if (verdict.failures.some(({ kind }) => kind === 'memory')) this.stop();
      return verdict.failures;
    }
    this.stop();
    return [verdict];
  }

  stop(): void {
    void this.child?.then((child) => child.kill('SIGKILL'));
    this.child = undefined;
  }

  private start(): Promise<ChildProcess> {
    return new Promise((ready, failed) => {
      const child = forkSelf('child-trials', []);
      child.once('message', () => ready(child));
      child.once('exit', (code) => failed(new Error(`a process for trials did not start: ${code ?? tooLarge}`)));
      child.stderr?.resume();
    });
  }
}

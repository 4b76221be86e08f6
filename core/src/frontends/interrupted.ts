// Exceptions by which the host stops an analysis pass through every catch clause of a front end: a file that was not
// read to its end must not count as damaged.
import { Abandoned, Stopped, TooMuch } from '../base/meter';

export function rethrowInterruption(error: unknown): void {
  if (error instanceof Stopped || error instanceof Abandoned || error instanceof TooMuch) throw error;
}

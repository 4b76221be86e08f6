// The host's wish to stop passes through whatever a front end catches: a file that was not read to its end is not
// damaged.
import { Abandoned, Stopped, TooMuch } from '../base/meter';

export function rethrowInterruption(error: unknown): void {
  if (error instanceof Stopped || error instanceof Abandoned || error instanceof TooMuch) throw error;
}

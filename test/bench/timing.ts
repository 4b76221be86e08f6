// Medians of repeated runs, in seconds. Grows the number of calls until one sample is long enough to time.

export interface Samples {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly least: number;
}

export function summary(seconds: readonly number[]): Samples {
  const sorted = [...seconds].sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), least: at(0) };
}

/** Seconds for one call of `work`: the median of `samples` runs of at least `seconds` each. */
export function timeCalls(work: () => unknown, seconds = 0.04, samples = 5): number {
  let calls = 1;
  let elapsed = timeOnce(work, calls);
  while (elapsed < seconds) {
    calls = Math.max(calls * 2, Math.ceil((calls * seconds) / Math.max(elapsed, 1e-7)));
    elapsed = timeOnce(work, calls);
  }
  return summary(Array.from({ length: samples }, () => timeOnce(work, calls) / calls)).median;
}

function timeOnce(work: () => unknown, calls: number): number {
  const started = performance.now();
  for (let i = 0; i < calls; i++) work();
  return (performance.now() - started) / 1000;
}

export const geometricMean = (xs: readonly number[]): number =>
  Math.exp(xs.reduce((sum, x) => sum + Math.log(x), 0) / xs.length);

/** `1.23 µs`, `45.6 ms`. */
export function duration(seconds: number): string {
  const [scale, unit] =
    seconds >= 1 ? [1, 's'] : seconds >= 1e-3 ? [1e3, 'ms'] : seconds >= 1e-6 ? [1e6, 'µs'] : [1e9, 'ns'];
  return `${(seconds * scale).toPrecision(3)} ${unit}`;
}

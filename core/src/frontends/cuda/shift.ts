// Moves lowered data to another place of its file. Knows only that spans are objects with `file`, `start` and `end`.

/** A copy of `data` in which every span lies `delta` further. */
export function shiftSpans<T>(data: T, delta: number): T {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a copy is of the type of what it copies
  return shift(data, delta) as T;
}

function shift(data: unknown, delta: number): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const out: unknown[] = new Array(data.length);
    for (let i = 0; i < data.length; i++) out[i] = shift(data[i], delta);
    return out;
  }
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- an object of no known class
  const record = data as Record<string, unknown>;
  if (typeof record.start === 'number' && typeof record.end === 'number')
    return { file: record.file, start: record.start + delta, end: record.end + delta };
  // A copy is laid out in memory as its original is, which what reads it later relies on for speed.
  const out = { ...record };
  for (const key in record) {
    const value = record[key];
    if (typeof value === 'object') out[key] = shift(value, delta);
  }
  return out;
}

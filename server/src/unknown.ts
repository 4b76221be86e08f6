// Reads values whose shape is not known: JSON of others, parameters of requests, errors of Node. Knows no format.

/** True for anything with properties: an object or a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** A property of a value; undefined where the value has none of this name. */
export function propertyOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** A property that is a text. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = propertyOf(value, key);
  return typeof found === 'string' ? found : undefined;
}

// Reads values whose shape is not known: JSON of others, parameters of requests, errors of Node. Knows no format.
import { isRecord, type Members } from '../../core/src/base/record';

/** True for an object that is no list. */
export function isObject(value: unknown): value is Members {
  return isRecord(value) && !Array.isArray(value);
}

/** A property of a value; undefined where the value has none of this name. */
export function propertyOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined;
}

/** What an error says, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A property that is a text. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = propertyOf(value, key);
  return typeof found === 'string' ? found : undefined;
}

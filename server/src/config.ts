// The settings of one file, parsed once and frozen. settings.ts lists their names and permitted values.
import * as z from 'zod/mini';
import type { CheckLevel } from '../../core/src/checks/index';
import { isRecord } from '../../core/src/base/record';
import { propertyOf } from './unknown';
import { checkSettings, settings, verifySettings, type Setting } from './settings';

/** The values of a table of settings, by the names of its rows. */
type Values<Table extends Readonly<Record<string, Setting>>> = {
  readonly [Field in keyof Table]: z.output<Table[Field]['schema']>;
};

/** The settings of verification. Empty strings and lists mean that the value is searched for, or chosen
 *  automatically. */
export type VerifyConfig = Values<typeof verifySettings>;

/** The settings of one file. */
export interface Config extends Values<typeof settings> {
  readonly verify: VerifyConfig;
  /** The level of every check, by its slug. */
  readonly levels: ReadonlyMap<string, CheckLevel>;
}

/** Parses the section `cuteLens` of the editor's settings, given as nested objects or with dotted keys. A missing or
 *  invalid value is replaced by the default. */
export function parseConfig(section: unknown): Config {
  return Object.freeze({
    ...valuesOf(settings, section),
    verify: valuesOf(verifySettings, section),
    levels: new Map([...checkSettings].map(([slug, setting]) => [slug, valueOf(setting, section)])),
  });
}

function valuesOf<Table extends Readonly<Record<string, Setting>>>(table: Table, section: unknown): Values<Table> {
  const values = Object.entries(table).map(([field, setting]) => [field, valueOf(setting, section)]);
  // Object.fromEntries forgets which field has which type.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a copy
  return Object.fromEntries(values) as Values<Table>;
}

/** The user's value if it is valid, else the default. */
function valueOf<S extends z.ZodMiniType>(setting: Setting<S>, section: unknown): z.output<S> {
  const given = z.safeParse(setting.schema, lookUp(section, setting.key));
  return given.success ? given.data : z.parse(setting.schema, setting.default);
}

function lookUp(section: unknown, key: string): unknown {
  if (!isRecord(section)) return undefined;
  if (key in section) return section[key];
  return key.split('.').reduce<unknown>(propertyOf, section);
}

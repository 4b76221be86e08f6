// Parses the command line of `cute-lens check`.
import { say } from '../../../core/src/base/say';
import { fileOptions, help, parse, readFileOptions, text, type FileOptions } from './options';
import { UsageError } from './usage';

export interface CheckOptions {
  /** Files and folders. */
  readonly paths: readonly string[];
  /** The options that hold for every file. */
  readonly given: FileOptions;
  readonly as: 'text' | 'json' | 'sarif';
  /** A file with findings that are known. */
  readonly baseline: string | undefined;
  /** The file that becomes the baseline. */
  readonly writeBaseline: string | undefined;
  readonly watch: boolean;
}

/** Undefined where the user asked for help. */
export function readCheck(argv: readonly string[]): CheckOptions | undefined {
  const { values, positionals } = parse(argv, {
    ...fileOptions,
    json: { type: 'boolean' },
    sarif: { type: 'boolean' },
    baseline: { type: 'string' },
    'write-baseline': { type: 'string' },
    'no-accesses': { type: 'boolean' },
    watch: { type: 'boolean', short: 'w' },
    help,
  });
  if (values['help'] === true) return undefined;
  if (positionals.length === 0) throw new UsageError(say`check needs at least one FILE or FOLDER`);
  if (values['json'] === true && values['sarif'] === true)
    throw new UsageError(say`--json and --sarif are two ways to write the same; choose one`);
  const baseline = text(values['baseline']);
  const writeBaseline = text(values['write-baseline']);
  if (baseline !== undefined && writeBaseline !== undefined)
    throw new UsageError(say`--write-baseline writes a baseline anew; it does not go with --baseline`);
  return {
    paths: positionals,
    given: { ...readFileOptions('', values), accesses: values['no-accesses'] !== true },
    as: values['json'] === true ? 'json' : values['sarif'] === true ? 'sarif' : 'text',
    baseline,
    writeBaseline,
    watch: values['watch'] === true,
  };
}

// Converts what the user chose (settings, choices in the editor, command-line options) into the assumptions of an
// analysis. Reads no settings itself.
import { split } from 'shellwords-ts';
import type { FrontEnd } from '../../core/src/frontends/front-end';
import type { Assumptions } from '../../core/src/index';
import type { Triple } from '../../protocol/src/requests';

export interface Given {
  /** As on a command line. */
  readonly args: string;
  readonly defines: Readonly<Record<string, string>>;
  readonly thread: Triple;
  readonly block: Triple;
  readonly arch: number;
}

export function assumptionsOf(given: Given, frontEnd: FrontEnd): Assumptions {
  const defines = Object.entries(given.defines).map(
    ([name, value]) => [name, frontEnd.parseExpression(value)] as const,
  );
  return {
    args: splitArguments(given.args),
    defines: new Map(defines),
    threadIdx: given.thread,
    blockIdx: given.block,
    arch: given.arch,
  };
}

/** Splits a command line into words as a POSIX shell does. The user may still be typing it: while a quote is open, the
 *  words are split at blanks. */
export function splitArguments(line: string): readonly string[] {
  try {
    return split(line);
  } catch {
    return line.split(/\s+/).filter((word) => word !== '');
  }
}

/** Splits a command that a build tool wrote for the shell of its platform. On Windows a backslash escapes only
 *  quotes. */
export function splitCommand(command: string, platform = process.platform): readonly string[] {
  return splitArguments(platform === 'win32' ? command.replace(/\\(?!")/g, '\\\\') : command);
}

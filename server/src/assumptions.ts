// From what a user wrote (settings, choices, options) to what the analysis assumes. Reads no setting itself.
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

/** Words of a command line that somebody is typing, as a POSIX shell splits it. While a quote is open, blanks
 *  separate. */
export function splitArguments(line: string): readonly string[] {
  try {
    return split(line);
  } catch {
    return line.split(/\s+/).filter((word) => word !== '');
  }
}

/** Words of a command that a build tool wrote for the shell of its platform. On Windows a backslash escapes quotes
 *  only. */
export function splitCommand(command: string, platform = process.platform): readonly string[] {
  return splitArguments(platform === 'win32' ? command.replace(/\\(?!")/g, '\\\\') : command);
}

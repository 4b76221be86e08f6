// From what a user wrote (settings, choices, options) to what the analysis assumes. Reads no setting itself.
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
  const defines = Object.entries(given.defines).map(([name, value]) => [name, frontEnd.parseExpression(value)] as const);
  return { args: splitArguments(given.args), defines: new Map(defines), threadIdx: given.thread, blockIdx: given.block, arch: given.arch };
}

/** Words of a command line, with `'…'` and `"…"` as a shell has them. */
export function splitArguments(line: string): readonly string[] {
  return [...line.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''));
}

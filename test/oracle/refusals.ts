// Asks CuTe whether it really refuses the statements that check fixtures mark as refused. A marked statement of a host
// function is compiled after the unmarked statements before it, and those are also compiled without it. A marked
// statement of a kernel is compiled in the whole fixture without the other marked statements.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryText, type Fixture } from '../support/fixture';
import { complaintsOf } from './annotations';
import { ask, type Host, type Question } from './host';

export type Refused = { readonly place: string } & (
  | { readonly question: Question; /** The statements before it, which must compile. */ readonly control: Question }
  | {
      readonly fixture: Fixture;
      /** The line that must be refused, from 0. */ readonly line: number;
      /** The fixture with it, and without it. */ readonly program: string;
      readonly rest: string;
    }
);

const claims = /^error\[[\w-]+\]: CuTe refuses to compile this: /;

/** What a fixture claims that CuTe refuses. */
export function claimedRefusals(fixture: Fixture): readonly Refused[] {
  const text = fixture.files[0]?.text ?? '';
  const lines = text.split('\n');
  const marked = refusedLines(fixture);
  return [...marked].map((line): Refused => {
    const first = lines.slice(0, line).reduce((last, one, i) => (/^\S.*\{$/.test(one) ? i : last), 0);
    const expr = expressionOf(lines[line] ?? '');
    const place = `${fixture.name.split('/').pop() ?? ''}:${line + 1}`;
    if (expr === undefined || !/^void \w+\(\) \{$/.test(lines[first] ?? '')) {
      const without = (kept: number | undefined): string =>
        entryText(fixture)
          .split('\n')
          .map((one, at) => (marked.has(at) && at !== kept ? '' : one))
          .join('\n');
      return { place, fixture, line, program: without(line), rest: without(undefined) };
    }
    const setup = lines
      .slice(first + 1, line)
      .filter((one, i) => !marked.has(first + 1 + i) && !/^\s*\/\//.test(one))
      .map((one) => one.replace(/\/\/.*$/, ''));
    return {
      place,
      question: { id: place, setup, expr },
      control: { id: `${place} without it`, setup, expr: 'Int<0>{}' },
    };
  });
}

/** Lines of the entry that CuTe refuses to compile, from 0, as the marks say. */
export function refusedLines({ files, annotations }: Fixture): ReadonlySet<number> {
  const text = files[0]?.text ?? '';
  const refused = annotations.filter((mark) => claims.test(mark.text));
  return new Set(refused.map(({ start }) => text.slice(0, start).split('\n').length - 1));
}

/** The initialiser of a declaration, or a call for its effect. */
function expressionOf(line: string): string | undefined {
  const declared = /^\s*auto \w+ = (.*);$/.exec(line)?.[1];
  const called = /^\s*((?:copy|gemm)\(.*\));$/.exec(line)?.[1];
  return declared ?? (called && `(${called}, Int<0>{})`);
}

/** What CuTe accepts although it is said not to, and what it refuses although nothing is said. */
export async function contradictions(host: Host, all: readonly Refused[]): Promise<readonly string[]> {
  const [alone, whole] = [
    all.flatMap((one) => ('question' in one ? [one] : [])),
    all.flatMap((one) => ('question' in one ? [] : [one])),
  ];
  const answers = await ask(
    host,
    alone.flatMap(({ question, control }) => [question, control]),
    { unitSize: 30 },
  );
  const found = alone.flatMap(({ place }, i) => {
    const [asked, control] = [answers[2 * i], answers[2 * i + 1]];
    return verdict(place, asked && 'refused' in asked, control && 'refused' in control ? control.refused : undefined);
  });
  for (const { place, fixture, line, program, rest } of whole) {
    const [complaints, others] = [await complaintsOf(host, fixture, program), await complaintsOf(host, fixture, rest)];
    found.push(...verdict(place, complaints?.lines.includes(line + 1), others?.text));
  }
  return found;
}

function verdict(place: string, isRefused: boolean | undefined, others: string | undefined): readonly string[] {
  return [
    ...(isRefused === true ? [] : [`${place}: CuTe accepts it`]),
    ...(others === undefined ? [] : [`${place}: what stands beside it does not compile: ${others}`]),
  ];
}

interface Confirmation {
  readonly hash: string;
  readonly refusals: number;
  readonly cutlass: string;
  readonly compiler: string;
}

const file = join(import.meta.dirname, 'refused.json');

export function readRefusals(): Readonly<Record<string, Confirmation>> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Confirmation>) : {};
}

export function recordRefusals(
  confirmed: readonly { readonly fixture: Fixture; readonly refusals: number }[],
  cutlass: string,
  compiler: string,
): void {
  const all = {
    ...readRefusals(),
    ...Object.fromEntries(
      confirmed.map(({ fixture, refusals }) => [fixture.name, { hash: fixture.hash, refusals, cutlass, compiler }]),
    ),
  };
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`,
  );
}

// `npm run gen-atoms [-- --commit HASH] [--check]`: asks CuTe for every MMA and copy atom and writes the tables of
// core/src/atoms/tables and test/golden/atoms.json. Needs CUTLASS_DIR, CUDA's headers and g++, no GPU. Families with a
// rule in core/src/atoms (wgmma, tcgen05.mma, sm_120, TMA, cp.async) have no table: the rule is compared with every
// instantiation that compiles.
// --check compares and writes nothing. Exit code 1 where a rule or a row differs from CuTe.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cutlassVersion } from '../test/oracle/host';
import { instantiations } from './atoms/instantiate';
import type { CopyAnswer, MmaAnswer } from './atoms/probe';
import { askCopy, askMma, atomHost } from './atoms/probe';
import { archNames, specialisations } from './atoms/specialisations';
import type { Specialisation } from './atoms/specialisations';
import { cutlassName, writeCopyRows, writeList, writeMmaRows, writeRecord, writeValIds } from './atoms/write';

const { values: flags } = parseArgs({ options: { commit: { type: 'string' }, check: { type: 'boolean' } } });

const dir = process.env['CUTLASS_DIR'] ?? '';
const host = atomHost();
const all = specialisations(dir);

/** The architecture in a header's name. */
const archOf = (header: string): string => /_sm(\d+)/.exec(header)?.[1] ?? '';
const isGmma = (header: string): boolean => header.includes('gmma');

interface Asked<A> {
  readonly spec: Specialisation;
  readonly answers: readonly A[];
}

/** The answers of each specialisation, in the order of the headers. */
async function askAll<A extends { readonly op: string }>(
  specs: readonly Specialisation[],
  ask: (names: readonly (readonly string[])[]) => Promise<readonly A[]>,
): Promise<Asked<A>[]> {
  const names = specs.map(instantiations);
  const answers = new Map((await ask(names.flat())).map((answer) => [answer.op, answer]));
  return specs.map((spec, i) => ({
    spec,
    answers: (names[i] ?? []).flatMap((args) => answers.get(args.join(', ')) ?? []),
  }));
}

/** Atoms without template arguments become rows, except the families of wgmma. */
function tables<A>(asked: readonly Asked<A>[]): Map<string, A[]> {
  const byArch = new Map<string, A[]>();
  for (const { spec, answers } of asked) {
    if (spec.params.length > 0 || isGmma(spec.header)) continue;
    byArch.set(archOf(spec.header), [...(byArch.get(archOf(spec.header)) ?? []), ...answers]);
  }
  return byArch;
}

/** Architectures from the oldest on. */
function inOrder(byArch: ReadonlyMap<string, unknown>): string[] {
  return [...byArch.keys()].sort((a, b) => Number(a) - Number(b));
}

/** Every fifth name of wgmma is recorded for the tests; all are compared here. */
function recorded(asked: readonly Asked<MmaAnswer>[]): MmaAnswer[] {
  let i = 0;
  return asked.flatMap(({ spec, answers }) => (isGmma(spec.header) && i++ % 5 !== 0 ? [] : answers));
}

function count<A>(what: string, asked: readonly Asked<A>[], same: number): void {
  const compiled = asked.reduce((n, { answers }) => n + answers.length, 0);
  const silent = asked.filter(({ answers }) => answers.length === 0).map(({ spec }) => spec.args.join(', '));
  console.log(`${what}: ${asked.length} specialisations, ${compiled} instantiations compiled, ${same} equal ours`);
  if (silent.length > 0) console.log(`  not compiled for any choice of arguments: ${silent.join('; ')}`);
}

/** Operations of cute/arch that no traits mention: their layouts are nobody's. */
function withoutTraits(): string[] {
  const mentioned = new Set(all.flatMap(({ args }) => [...(args[0] ?? '').matchAll(/\w+/g)].map((m) => m[0])));
  // `SM90_64x8x16_…` is another name of `MMA_64x8x16_…`.
  return archNames(dir).filter(
    (name) =>
      !mentioned.has(name) &&
      !mentioned.has(name.replace(/^MMA_/, 'SM90_')) &&
      !mentioned.has(name.replace(/^SM90_/, 'MMA_')),
  );
}

const mma = await askAll(
  all.filter(({ kind }) => kind === 'MMA'),
  (names) => askMma(host, names),
);
const copy = await askAll(
  all.filter(({ kind }) => kind === 'Copy'),
  (names) => askCopy(host, names),
);
process.stderr.write('\n');
const source = {
  root: dirname(dirname(fileURLToPath(import.meta.url))),
  cutlass: cutlassName(dir, flags.commit ?? commitOf(cutlassVersion(dir))),
};

function commitOf(version: string): string | undefined {
  return /^[0-9a-f]{9,}$/.test(version) ? version : undefined;
}

if (!flags.check) {
  const [mmaTables, copyTables] = [tables(mma), tables(copy)];
  for (const [arch, answers] of mmaTables) writeMmaRows(source, arch, answers);
  for (const [arch, answers] of copyTables) writeCopyRows(source, arch, answers);
  writeList(source, inOrder(mmaTables), inOrder(copyTables));
  writeValIds(
    source,
    copy.flatMap(({ answers }) => answers),
  );
  writeRecord(
    source,
    recorded(mma),
    copy.flatMap(({ answers }) => answers),
  );
}

// Loaded now, so that the tables that were just written are what is compared.
const { copyColumns, mmaColumns, ourSpelling } = await import('../test/support/operation');
let reported = 0;

/** Compares what our atoms say with CuTe; prints the first differences of each family and gives how many there are. */
function compare(op: string, want: readonly string[], have: (op: string) => readonly string[]): boolean {
  const columns = want.map(ourSpelling);
  let got: readonly string[];
  try {
    got = have(op);
  } catch (error) {
    got = [String(error)];
  }
  if (got.join('|') === columns.join('|')) return true;
  if (reported++ < 40) console.error(`DIFFERS ${op}\n  CuTe ${columns.join(' | ')}\n  ours ${got.join(' | ')}`);
  return false;
}
const mmaWant = ({ types, shapeMNK, thrId, a, b, c, fragments, extra }: MmaAnswer): string[] => [
  types,
  shapeMNK,
  thrId,
  a,
  b,
  c,
  fragments,
  extra,
];
const copyWant = ({ thrId, src, dst, ref, valId }: CopyAnswer): string[] => [thrId, src, dst, ref, valId];
const mmaSame = mma
  .flatMap(({ answers }) => answers)
  .filter((answer) => compare(answer.op, mmaWant(answer), mmaColumns)).length;
const copySame = copy
  .flatMap(({ answers }) => answers)
  .filter((answer) => compare(answer.op, copyWant(answer), copyColumns)).length;
count('MMA', mma, mmaSame);
count('copy', copy, copySame);
console.log(`operations of cute/arch without traits: ${withoutTraits().join(' ')}`);
if (reported > 0) process.exitCode = 1;

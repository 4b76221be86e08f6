// `npm run test:oracle`: asks the real CuTe, compiled for the host with g++. Needs CUTLASS_DIR and CUDA's headers, but
// no GPU.
//   fixtures [--update] [PATH…]   the annotations of test/fixtures/eval and examples; --update fills in every `?`
//   probes [PATH…]                the fixtures that are programs, through `cute-lens verify --host`
//                                 (needs `npm run build`)
//   refusals                      what the marks of test/fixtures/checks say that CuTe refuses to compile
//   repairs [--record] [PATH…]    the programs that the repairs of test/fixtures/checks make, or of these fixtures;
//                                 --record keeps new mistakes in test/oracle/repaired.json too
//   random [--count N] [--seed S] [--unit N] [--jobs N] [--shrink N] [--prepare] [--families NAME,NAME] [--record]
//                                 random expressions, CuTe against `cute-lens eval`; --record adds the outcome to
//                                 test/oracle/random.json, which docs/conformance.md shows
//   programs [--count N] [--seed S] [--unit N] [--shrink N] [--record]
//                                 random programs, what CuTe prints at their marks against the evaluator; --record
//                                 adds the outcome to test/oracle/programs.json, and keeps programs for the unit tests
//   accesses [--count N] [--seed S] [--unit N] [--record]
//                                 random kernels, the bytes that each thread accesses when g++ compiles them for the
//                                 host, against what the evaluator says of the blocks it follows; --record keeps
//                                 kernels for the unit tests
//   accesses --gpu-bundle FOLDER [--count N] [--seed S] [--unit N] [--seeds S,S]
//                                 the same kernels for a GPU: a folder whose `run.sh` records there, through Compute
//                                 Sanitizer's API, what their threads access, compiled without optimisation, so that
//                                 each access of the source is one of the machine code; --seeds chooses kernels, as
//                                 those to run with DEBUG=1 that read what they do not use
//   accesses --gpu-results FILE,FILE [--record]
//                                 compares what that recorded, as sets of bytes; where several files have a kernel,
//                                 the last one counts
//   forms [--count N] [--seed S]   the forms of random templates that nothing instantiates, with numbers for their
//                                 parameters, against CuTe
//   language [--count N] [--seed S] [--unit N] [--jobs N] [--class NAME,CLASS.IDIOM] [--shrink N] [--list FILE]
//                                 [--record]
//                                 random programs about C++ itself, what g++ and clang++ agree on against the
//                                 evaluator; --list writes what is wrong into a file, newest first; --record keeps
//                                 the outcome in test/oracle/language.json, and right programs for the unit tests
// Without a word: all. Exit code 1 where anything differs.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { accesses, playedAccesses } from '../test/oracle/accesses';
import { seedsFrom, writeBundle } from '../test/oracle/accesses/gpu/bundle';
import { readPlayed } from '../test/oracle/accesses/gpu/results';
import { recordAccesses } from '../test/oracle/accesses/recorded';
import { confirm } from '../test/oracle/annotations';
import { recordConfirmations } from '../test/oracle/confirmed';
import { differential, total } from '../test/oracle/differential';
import { judgedForms } from '../test/oracle/forms';
import { language } from '../test/oracle/language';
import { judges } from '../test/oracle/language/judge';
import { recordLanguage } from '../test/oracle/language/recorded';
import { printLanguage, wrongList } from '../test/oracle/language/report';
import { findHost, run, type Host } from '../test/oracle/host';
import { probed } from '../test/oracle/probes';
import { programs } from '../test/oracle/programs';
import { recordPrograms } from '../test/oracle/programs/recorded';
import { recordRandom } from '../test/oracle/random';
import { claimedRefusals, contradictions, recordRefusals } from '../test/oracle/refusals';
import { countsOf, isCompiled, readRepaired, recordRepaired, repaired, type Compiled } from '../test/oracle/repairs';
import { checkFixtures } from '../test/support/check-fixture';
import { allFixtures, readFixture, type Fixture } from '../test/support/fixture';
import { present } from '../test/support/present';

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean' },
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    unit: { type: 'string', default: '200' },
    jobs: { type: 'string', default: '1' },
    shrink: { type: 'string', default: '12' },
    prepare: { type: 'boolean' },
    record: { type: 'boolean' },
    families: { type: 'string', default: '' },
    class: { type: 'string', default: '' },
    list: { type: 'string' },
    'gpu-bundle': { type: 'string' },
    'gpu-results': { type: 'string' },
    seeds: { type: 'string' },
  },
});

async function fixtures(host: Host, paths: readonly string[]): Promise<boolean> {
  const chosen: readonly Fixture[] =
    paths.length > 0 ? paths.map((path) => readFixture(join(process.cwd(), path))) : allFixtures();
  const confirmed: Fixture[] = [];
  let bad = 0;
  for (const fixture of chosen) {
    if (fixture.oracle !== true) {
      console.log(`  -  ${fixture.name}: not asked (${fixture.oracle})`);
      continue;
    }
    const { confirmation, updated } = await confirm(host, fixture);
    if (flags.update && updated !== fixture.text) writeFileSync(fixture.path, updated);
    if (confirmation.is === 'confirmed') {
      console.log(`  ok ${fixture.name}: ${confirmation.annotations} annotations`);
      confirmed.push(flags.update && updated !== fixture.text ? readFixture(fixture.path) : fixture);
      continue;
    }
    bad++;
    if (confirmation.is === 'broken') console.log(`BAD  ${fixture.name} does not compile:\n${confirmation.message}`);
    else
      for (const { annotation, printed } of confirmation.findings) {
        const marked = fixture.files
          .find((file) => file.name === annotation.file)
          ?.text.slice(annotation.start, annotation.end);
        console.log(
          `BAD  ${fixture.name}: \`${marked}\`\n       fixture: ${annotation.text}\n       CuTe:    ${printed.join('  |  ') || '(not reached)'}`,
        );
      }
  }
  const compiler = await compilerOf(host);
  recordConfirmations(confirmed, host.cutlass, compiler);
  return bad === 0;
}

async function probes(paths: readonly string[]): Promise<boolean> {
  let good = true;
  for await (const one of probed(paths)) {
    console.log(`${one.good ? '  ok' : 'BAD '} ${one.name}: ${one.said}`);
    good &&= one.good;
  }
  return good;
}

async function refusals(host: Host): Promise<boolean> {
  const fixtures = checkFixtures()
    .map((fixture) => ({ fixture, claims: claimedRefusals(fixture) }))
    .filter(({ claims }) => claims.length > 0);
  const wrong = await contradictions(
    host,
    fixtures.flatMap(({ claims }) => claims),
  );
  for (const { fixture, claims } of fixtures)
    console.log(`  ${fixture.name}: ${claims.length} statements that CuTe refuses`);
  for (const one of wrong) console.log(`BAD  ${one}`);
  const compiler = await compilerOf(host);
  if (wrong.length === 0)
    recordRefusals(
      fixtures.map(({ fixture, claims }) => ({ fixture, refusals: claims.length })),
      host.cutlass,
      compiler,
    );
  return wrong.length === 0;
}

async function repairs(host: Host, paths: readonly string[]): Promise<boolean> {
  const compiler = await compilerOf(host);
  const known = readRepaired();
  const kept: Record<string, Compiled> = paths.length > 0 ? { ...known } : {};
  let good = true;
  for (const fixture of checkFixtures().filter(({ name }) => paths.length === 0 || paths.includes(name))) {
    const { repairs: offered, refused } = await repaired(host, fixture);
    if (offered.length === 0) continue;
    console.log(`  ${fixture.name}: ${offered.length} repairs`);
    for (const one of refused) console.log(`BAD  ${fixture.name}: ${one}`);
    const by = isCompiled(fixture) ? { cutlass: host.cutlass, compiler } : {};
    const mistakes = refused.length > 0 ? { refused } : {};
    kept[fixture.name] = { hash: fixture.hash, repairs: countsOf(offered), ...mistakes, ...by };
    good &&= refused.length <= (known[fixture.name]?.refused?.length ?? 0);
  }
  if (good || flags.record) recordRepaired(kept);
  return good;
}

async function accessesOf(host: Host): Promise<boolean> {
  const options = { count: Number(flags.count), seed: Number(flags.seed), unit: Number(flags.unit) };
  const { cutlass } = host;
  if (flags['gpu-bundle'] !== undefined) {
    const seeds = flags.seeds?.split(',').map(Number) ?? seedsFrom(options.seed, options.count);
    writeBundle(flags['gpu-bundle'], { seeds, cutlass }, options.unit, present(process.env['CUTLASS_DIR']));
    return true;
  }
  if (flags['gpu-results'] !== undefined) {
    const played = readPlayed(flags['gpu-results'].split(','));
    const { tally, kept, removed } = await playedAccesses(played);
    const { gpu, compiler, cutlass: headers, again } = played;
    const run = { gpu, compiler, cutlass: headers, again: again.size, removed, tally, kernels: kept };
    if (flags.record) recordAccesses({ gpu: run });
    return tally.wrong === 0;
  }
  const { tally, kept } = await accesses(host, options);
  if (flags.record) recordAccesses({ host: { cutlass, tally, kernels: kept } });
  return tally.wrong === 0;
}

const compilerOf = async (host: Host): Promise<string> =>
  (await run(host.compiler, ['--version'], 20)).out.split('\n')[0] ?? host.compiler;

const host = findHost();
const [word, ...rest] = positionals;
let good = true;
if (word === undefined || word === 'fixtures') good = (await fixtures(host, rest)) && good;
if (word === undefined || word === 'probes') good = (await probes(rest)) && good;
if (word === undefined || word === 'refusals') good = (await refusals(host)) && good;
if (word === undefined || word === 'repairs') good = (await repairs(host, word === undefined ? [] : rest)) && good;
if (word === undefined || word === 'random') {
  const families = flags.families.split(',').filter(Boolean);
  const outcome = await differential(host, {
    count: Number(flags.count),
    seed: Number(flags.seed),
    unit: Number(flags.unit),
    jobs: Number(flags.jobs),
    shrink: Number(flags.shrink),
    prepare: flags.prepare === true,
    families,
  });
  if (outcome && total(outcome.rows).differences > 0) good = false;
  if (outcome && flags.record) recordRandom(outcome, host.cutlass);
}
if (word === undefined || word === 'programs') {
  const { tally, kept } = await programs(host, {
    count: Number(flags.count),
    seed: Number(flags.seed),
    unit: Number(flags.unit),
    shrink: Number(flags.shrink),
  });
  if (tally.wrong > 0) good = false;
  if (flags.record) recordPrograms(tally, kept, host.cutlass);
}
if (word === undefined || word === 'accesses') good = (await accessesOf(host)) && good;
if (word === undefined || word === 'forms') {
  const { declared, forms, judged, wrong } = await judgedForms(host, {
    count: Number(flags.count),
    seed: Number(flags.seed),
  });
  for (const { numbers, type, form, real, said } of wrong)
    console.log(`BAD  ${type}\n       ${numbers}\n       form: ${form}\n       says: ${said}\n       CuTe: ${real}`);
  console.log(`  forms: ${declared} declarations, ${forms} with a form, ${judged} judged, ${wrong.length} wrong`);
  if (wrong.length > 0) good = false;
}
if (word === undefined || word === 'language') {
  const seed = Number(flags.seed);
  const list = flags.list === undefined ? undefined : wrongList(flags.list, seed);
  const options = {
    count: Number(flags.count),
    seed,
    unit: Number(flags.unit),
    jobs: Number(flags.jobs),
    shrink: Number(flags.shrink),
    classes: flags.class.split(',').filter(Boolean),
  };
  const report = await language(host, options, list);
  printLanguage(report, seed);
  if (flags.record) recordLanguage(report, seed, await Promise.all(judges(host).map(compilerOf)));
  if (report.wrong.length > 0) good = false;
}
process.exitCode = good ? 0 : 1;

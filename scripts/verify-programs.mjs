// Verifies the examples, CUTLASS's tutorials and files without main on this machine's GPU, several at a time, and
// writes for each its report and raw records. Needs nvcc, a GPU, a build in dist/ and CUTLASS_DIR; no installed
// package, so that it runs where there is only node.
//   node scripts/verify-programs.mjs OUT [--jobs N] [--only NAME] [--host]
// Exit code 1 where something was refuted or could not be tried.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: '4' }, only: { type: 'string' }, host: { type: 'boolean' } },
});
const [out] = positionals;
const cutlass = process.env.CUTLASS_DIR;
if (out === undefined || cutlass === undefined)
  throw new Error('say node scripts/verify-programs.mjs OUT, with CUTLASS_DIR set');

/** CUTLASS's tutorials with the arguments that conformance asks for, too; `sgemm_sm80` exists for T N only. */
const tutorials = [
  ...['sgemm_1', 'sgemm_2', 'sgemm_sm70'].flatMap((name) =>
    ['512 768 256 N T', '512 768 256 T N', '500 700 200 N T'].map((args) => [`${name}.cu`, args]),
  ),
  ['sgemm_sm80.cu', '512 768 256 T N'],
  ...['wgmma_sm90', 'wgmma_tma_sm90'].flatMap((name) =>
    ['512 768 256 N T', '512 768 256 T N'].map((args) => [`hopper/${name}.cu`, args]),
  ),
  ['tiled_copy.cu', ''],
  ['tiled_copy_if.cu', ''],
].map(([file, args]) => ({
  name: `cutlass-${basename(file, '.cu')}${args && `-${args.replaceAll(' ', '-')}`}`,
  file: join(cutlass, 'examples/cute/tutorial', file),
  args,
}));
const examples = readdirSync(join(root, 'examples'))
  .filter((file) => file.endsWith('.cu'))
  .map((file) => ({ name: basename(file, '.cu'), file: join(root, 'examples', file), args: '' }));
const mainless = ['scale.cu', 'stage.cuh'].map((file) => ({
  name: `driver-${file}`,
  file: join(root, 'test/fixtures/verify', file),
  args: '',
  driver: true,
}));
const programs = [...examples, ...tutorials, ...mainless].filter(
  ({ name }) => flags.only === undefined || name.includes(flags.only),
);

mkdirSync(out, { recursive: true });
/** Runs of one file stand together: the first compiles it, the others find it compiled. */
const queue = [...new Set(programs.map(({ file }) => file))].map((file) =>
  programs.filter((program) => program.file === file),
);
const worst = await Promise.all(Array.from({ length: Number(flags.jobs) }, work));
process.exitCode = Math.max(0, ...worst) > 0 ? 1 : 0;

async function work() {
  let bad = 0;
  for (let runs = queue.shift(); runs; runs = queue.shift())
    for (const program of runs) bad = Math.max(bad, await verify(program));
  return bad;
}

/** The report of one program goes to NAME.json, its records to NAME.records.json, what it says otherwise to NAME.log, a
 *  driver to NAME.run.cu. */
function verify({ name, file, args, driver }) {
  const at = (end) => join(out, `${name}${end}`);
  const words = [
    join(root, 'dist/cli.cjs'),
    'verify',
    file,
    '--json',
    '--args',
    args,
    '--records',
    at('.records.json'),
    '--report',
    at('.md'),
    '--timeout',
    '120',
    ...(flags.host ? ['--host'] : []),
    ...(driver ? ['--driver', at('.run.cu')] : []),
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { out: '', err: '' };
    child.stdout.on('data', (part) => (texts.out += part));
    child.stderr.on('data', (part) => (texts.err += part));
    child.on('close', (code) => {
      writeFileSync(at('.json'), texts.out);
      writeFileSync(at('.log'), texts.err);
      console.log(`${code === 0 ? '  ok' : 'BAD '} ${name}: ${lineOf(at('.json'))}`);
      done(code ?? 1);
    });
  });
}

function lineOf(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    if (report.error) return report.error.message;
    const { predicted, probed, confirmed, refuted, notReached } = report.totals;
    const totals = `${confirmed} of ${predicted} confirmed, ${refuted} refuted, ${notReached} not reached, ${probed} probed`;
    return `${totals}; ${report.ended}; compiled in ${Math.round(report.compileMs / 1000)} s`;
  } catch {
    return 'no report';
  }
}

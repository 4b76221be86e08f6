// Records what real CuTe prints on a GPU for the annotated places of the examples (sm_90a: Hopper).
//   prepare FOLDER            writes the examples with probes, and run.sh, which needs nvcc, a GPU, CUTLASS_DIR and no node
//   record FOLDER [COMMIT]    reads the report that run.sh wrote and writes test/gpu/<example>.json
// Between the two, on the machine with the GPU:  CUTLASS_DIR=… sh FOLDER/run.sh FOLDER/report.txt
// Exit code 1 where an example failed there, or a place was not printed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cutlassVersion } from '../test/oracle/host';
import { GPU_PRELUDE, probedFiles, readValues, SAMPLES, type GpuRecord } from '../test/oracle/gpu';
import { allFixtures, ROOT, type Fixture } from '../test/support/fixture';

const examples = allFixtures().filter(({ name }) => name.startsWith('examples/'));
const nameOf = (fixture: Fixture): string => basename(fixture.name, '.cu');

/** Every example is built without probes and with those of each sample thread, all at the same time; then they run one after another. */
const RUN = `#!/bin/sh
# Builds and runs the examples with and without probes, and writes one report: run.sh REPORT
here=$(cd "$(dirname "$0")" && pwd); bin=$(mktemp -d); report=$1
flags="-std=c++17 --expt-relaxed-constexpr -arch=sm_90a -w -I$CUTLASS_DIR/include -I$CUTLASS_DIR/tools/util/include"
for d in "$here"/*/; do
  n=$(basename "$d")
  nvcc $flags -o "$bin/$n" "$d/plain/$n.cu" > "$bin/$n.log" 2>&1 &
  for t in ${SAMPLES.join(' ')}; do
    nvcc $flags -DCUTE_LENS_THREAD=$t -include "$here/prelude.hpp" -o "$bin/$n.$t" "$d/probed/$n.cu" > "$bin/$n.$t.log" 2>&1 &
  done
done
wait
{
  echo "device=$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)"
  echo "driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)"
  echo "cuda=$(nvcc --version | sed -n 's/.*release [0-9.]*, V\\(.*\\)/\\1/p')"
  echo "day=$(date -u +%F)"
} > "$report"
for d in "$here"/*/; do
  n=$(basename "$d")
  for p in "$n" ${SAMPLES.map((thread) => `"$n.${thread}"`).join(' ')}; do
    echo "=== $p" >> "$report"
    if [ -x "$bin/$p" ]; then timeout 120 "$bin/$p" >> "$report" 2>&1; echo "exit=$?" >> "$report"
    else grep -E 'error|ptxas' "$bin/$p.log" | head -20 >> "$report"; echo "exit=not built" >> "$report"; fi
  done
done
`;

function prepare(folder: string): void {
  for (const fixture of examples) {
    const plain = join(folder, nameOf(fixture), 'plain');
    const probed = join(folder, nameOf(fixture), 'probed');
    for (const dir of [plain, probed]) mkdirSync(dir, { recursive: true });
    for (const file of fixture.files) writeFileSync(join(plain, file.name), file.text);
    for (const file of probedFiles(fixture)) writeFileSync(join(probed, file.name), file.text);
  }
  writeFileSync(join(folder, 'prelude.hpp'), GPU_PRELUDE);
  writeFileSync(join(folder, 'run.sh'), RUN);
}

interface Section { readonly exit: string; readonly text: string }

function sections(report: string): Map<string, Section> {
  const parts = report.split(/^=== /m).slice(1).map((part): [string, Section] => {
    const [name = '', ...rest] = part.split('\n');
    const text = rest.join('\n');
    return [name, { exit: /^exit=(.*)$/m.exec(text)?.[1] ?? 'nothing', text: text.replace(/^exit=.*\n?/m, '') }];
  });
  return new Map(parts);
}

/** The complaint, or undefined where everything was printed and the example passed. */
function recordOne(fixture: Fixture, report: string, cutlass: string): string | undefined {
  const said = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(report)?.[1] ?? '';
  const plain = sections(report).get(nameOf(fixture));
  if (plain?.exit !== '0') return `failed: ${plain?.text ?? 'no report'}`;
  const probed = SAMPLES.map((thread) => sections(report).get(`${nameOf(fixture)}.${thread}`) ?? { exit: 'nothing', text: '' });
  const broken = probed.find(({ exit }) => exit !== '0');
  if (broken) return `with probes: exit ${broken.exit}\n${broken.text.slice(0, 1000)}`;
  const values = readValues(fixture, probed.map(({ text }) => text));
  const missing = values.filter(({ texts }) => texts[SAMPLES[0]]?.length === 0);
  if (missing.length > 0) return `not printed: ${missing.map(({ file, line, name }) => `${file}:${line} ${name}`).join(', ')}`;
  const output = plain.text.split('\n').filter((line) => line !== '');
  const record: GpuRecord = { example: fixture.name, hash: fixture.hash, device: said('device'), driver: said('driver'), cuda: said('cuda'), cutlass, day: said('day'), output, exit: 0, values };
  mkdirSync(join(ROOT, 'test/gpu'), { recursive: true });
  writeFileSync(join(ROOT, 'test/gpu', `${nameOf(fixture)}.json`), jsonText(record));
  return undefined;
}

/** One value to a line. */
function jsonText({ values, ...head }: GpuRecord): string {
  const rows = values.map((value) => `    ${JSON.stringify(value)}`).join(',\n');
  return `${JSON.stringify(head, null, 2).replace(/\n\}$/, '')},\n  "values": [\n${rows}\n  ]\n}\n`;
}

const [word, folder, commit] = process.argv.slice(2);
if (folder === undefined || (word !== 'prepare' && word !== 'record')) throw new Error('say `prepare FOLDER` or `record FOLDER [COMMIT]`');
if (word === 'prepare') prepare(folder);
else {
  const report = readFileSync(join(folder, 'report.txt'), 'utf8');
  const cutlass = commit ?? cutlassVersion(process.env['CUTLASS_DIR'] ?? '');
  for (const fixture of examples) {
    const complaint = recordOne(fixture, report, cutlass);
    console.log(complaint === undefined ? `  ok ${fixture.name}` : `BAD  ${fixture.name} ${complaint}`);
    if (complaint !== undefined) process.exitCode = 1;
  }
}

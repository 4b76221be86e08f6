// The algebra on the 20 cases of cases.json, beside other people's engines on the same cases in the same run.
// A peer that is not on this machine is left out and said to be.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  compile,
  complement,
  composition,
  int,
  isTuple,
  logical_divide,
  make_layout,
  size,
  zipped_divide,
  type IntTuple,
  type Layout,
  type Tiler,
} from '../../core/src/algebra/index';
import { run } from '../oracle/host';
import { ROOT } from '../support/fixture';
import { timeCalls } from './timing';

type Numbers = number | readonly Numbers[];
interface Plain {
  readonly shape: Numbers;
  readonly stride: Numbers;
}
interface BenchCase {
  readonly id: string;
  readonly A: Plain;
  readonly B: Plain;
  readonly T: Plain;
  readonly Z: readonly (number | Plain)[];
  readonly C: Plain;
  readonly bound: number;
}

export const OPERATIONS = ['crd2idx16k', 'composition', 'complement', 'logical_divide', 'zipped_divide'] as const;
export type Operation = (typeof OPERATIONS)[number];

type Row = Partial<Record<Operation, { readonly s: number; readonly out: string }>>;

/** Seconds per call and what came out, by case and operation. `out` is JSON: `[shape, stride]`, or the sum of the
 *  offsets. */
export interface Engine {
  readonly name: string;
  readonly rows: Readonly<Record<string, Row>>;
}

/** An engine that can be asked for one case. */
interface Entrant {
  readonly name: string;
  readonly measure: (one: BenchCase) => Row | Promise<Row>;
}

const COORDINATES = 16384;
const file = join(ROOT, 'test/bench/cases.json');

export function readCases(): readonly BenchCase[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { cases: BenchCase[] }).cases;
}

const tuple = (t: Numbers): IntTuple => (typeof t === 'number' ? int(t) : t.map(tuple));
const layout = ({ shape, stride }: Plain): Layout => make_layout(tuple(shape), tuple(stride));
const numbers = (t: IntTuple): Numbers =>
  isTuple(t) ? t.map(numbers) : t.is === 'static' || (t.is === 'dynamic' && t.n !== undefined) ? (t.n ?? 0) : 0;
const shown = (l: Layout): string => JSON.stringify([numbers(l.shape), numbers(l.stride)]);
const coordinates = (total: number): Int32Array => Int32Array.from({ length: COORDINATES }, (_, i) => i % total);

/** Every engine on every case, ours first. They take turns case by case, so that what slows the machine for a while
 *  slows them alike. */
export async function engines(): Promise<{ readonly engines: readonly Engine[]; readonly absent: readonly string[] }> {
  const { entrants, absent } = peers();
  const all = [ours, ...entrants].map(({ name, measure }) => ({ name, measure, rows: {} as Record<string, Row> }));
  for (const one of readCases()) for (const { measure, rows } of all) rows[one.id] = await measure(one);
  return { engines: all, absent };
}

const ours: Entrant = {
  name: 'CuTe Lens',
  measure(one) {
    const [A, B, T, C] = [layout(one.A), layout(one.B), layout(one.T), layout(one.C)];
    const Z: Tiler = Array.isArray(one.A.shape)
      ? one.Z.map((z) => (typeof z === 'number' ? int(z) : layout(z)))
      : tilerOf(one.Z[0]);
    const bound = int(one.bound);
    const index = coordinates(numbers(size(A)) as number);
    const sum = (): number => {
      const offsetOf = compile(A);
      let total = 0;
      for (let k = 0; k < index.length; k++) total += offsetOf(index[k] ?? 0);
      return total;
    };
    const of = (work: () => Layout): { s: number; out: string } => ({ s: timeCalls(work), out: shown(work()) });
    return {
      crd2idx16k: { s: timeCalls(sum), out: String(sum()) },
      composition: of(() => composition(A, B)),
      complement: of(() => complement(C, bound)),
      logical_divide: of(() => logical_divide(A, T)),
      zipped_divide: of(() => zipped_divide(A, Z)),
    };
  },
};

const tilerOf = (z: number | Plain | undefined): Tiler =>
  typeof z === 'number' || z === undefined ? int(z ?? 1) : layout(z);

/** pycute from CUTLASS_DIR/python, tensor-layouts and kainzhong's page from PEERS_DIR; with a sentence for each that is
 *  missing. */
function peers(): { entrants: Entrant[]; absent: string[] } {
  const [cutlass, folder] = [process.env['CUTLASS_DIR'] ?? '', process.env['PEERS_DIR'] ?? ''];
  const entrants: Entrant[] = [];
  const absent: string[] = [];
  for (const [name, kind, path] of [
    ['pycute', 'pycute', join(cutlass, 'python')],
    ['tensor-layouts', 'tensor_layouts', join(folder, 'tensor-layouts/src')],
  ] as const) {
    if (existsSync(path)) entrants.push({ name, measure: (one) => python(kind, path, one.id) });
    else absent.push(`${name}: not found (${kind === 'pycute' ? 'CUTLASS_DIR' : 'PEERS_DIR'})`);
  }
  const page = join(folder, 'CuTe-Layout-Visualizer');
  if (existsSync(join(page, 'layout.js'))) entrants.push(kainzhong(page), renderer(page));
  else absent.push('CuTe-Layout-Visualizer: not found (PEERS_DIR)');
  return { entrants, absent };
}

async function python(kind: string, path: string, id: string): Promise<Row> {
  const done = await run('python3', [join(ROOT, 'test/bench/peer.py'), kind, path, file, id], 300);
  if (done.code !== 0) throw new Error(`${kind} on ${id}: ${done.err}`);
  return JSON.parse(done.out) as Row;
}

interface PageLayout {
  readonly shape: Numbers;
  readonly stride: Numbers;
  size(): number;
  call(i: number): number;
}
interface Page {
  readonly Layout: new (shape: Numbers, stride: Numbers) => PageLayout;
  readonly composition: (a: PageLayout, b: PageLayout) => PageLayout;
  readonly complement: (a: PageLayout, bound: number) => PageLayout;
  readonly logical_divide: (a: PageLayout, b: unknown) => PageLayout;
  readonly zipped_divide: (a: PageLayout, b: unknown) => PageLayout;
}

/** The scripts of the page, run here. They are written for a browser's `<script>`, so they are evaluated as a function
 *  body. */
function kainzhong(folder: string): Entrant {
  const source = readFileSync(join(folder, 'layout.js'), 'utf8');
  const page = new Function(
    `${source}\nreturn { Layout, composition, complement, logical_divide, zipped_divide };`,
  )() as Page;
  const make = ({ shape, stride }: Plain): PageLayout => new page.Layout(shape, stride);
  const measure = (one: BenchCase): Row => {
    const [A, B, T, C] = [make(one.A), make(one.B), make(one.T), make(one.C)];
    const tiles = one.Z.map((z) => (typeof z === 'number' ? z : make(z)));
    const Z = Array.isArray(one.A.shape) ? tiles : tiles[0];
    const index = coordinates(A.size());
    const sum = (): number => {
      let total = 0;
      for (let k = 0; k < index.length; k++) total += A.call(index[k] ?? 0);
      return total;
    };
    const of = (work: () => PageLayout): Row[Operation] => {
      try {
        const { shape, stride } = work();
        return { s: timeCalls(work), out: JSON.stringify([shape, stride]) };
      } catch {
        return undefined;
      }
    };
    return {
      crd2idx16k: { s: timeCalls(sum), out: String(sum()) },
      composition: of(() => page.composition(A, B)),
      complement: of(() => page.complement(C, one.bound)),
      logical_divide: of(() => page.logical_divide(A, T)),
      zipped_divide: of(() => page.zipped_divide(A, Z)),
    };
  };
  return { name: 'CuTe-Layout-Visualizer (layout.js)', measure };
}

interface Renderer {
  readonly layoutAt: (shape: Numbers, stride: Numbers, row: number, column: number) => number;
  readonly product: (shape: Numbers) => number;
}

/** The page's own evaluator for its pictures. It knows rows and columns only: other ranks are one column. */
function renderer(folder: string): Entrant {
  const source = readFileSync(join(folder, 'cute.js'), 'utf8');
  const page = new Function(`${source}\nreturn { layoutAt, product };`)() as Renderer;
  const measure = (one: BenchCase): Row => {
    const isMatrix = Array.isArray(one.A.shape) && one.A.shape.length === 2;
    const shape = (isMatrix ? one.A.shape : [one.A.shape, 1]) as readonly Numbers[];
    const stride = (isMatrix ? one.A.stride : [one.A.stride, 0]) as readonly Numbers[];
    const height = page.product(shape[0] ?? 1);
    const index = coordinates(page.product(shape));
    const sum = (): number => {
      let total = 0;
      for (let k = 0; k < index.length; k++)
        total += page.layoutAt(shape, stride, (index[k] ?? 0) % height, Math.floor((index[k] ?? 0) / height));
      return total;
    };
    return { crd2idx16k: { s: timeCalls(sum), out: String(sum()) } };
  };
  return { name: 'CuTe-Layout-Visualizer (cute.js)', measure };
}

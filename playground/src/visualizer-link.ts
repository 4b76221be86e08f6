// Links of CuTe-Layout-Visualizer, as programs: `?key=FEATURE[-METHOD]-INPUT-INPUT…`, where an input is a layout such
// as `(4,8):(8,1)`, a shape, or several layouts on lines of their own. Kernel authors paste such links into comments.

interface Given {
  readonly text: string;
  /** The name of the value that is drawn. */
  readonly draws: string;
}

type Tuple = number | readonly Tuple[];

/** The program of a link's query; undefined for a query that is no such link. */
export function programOf(query: string): Given | undefined {
  const [feature = '', ...inputs] = (new URLSearchParams(query).get('key') ?? '').split('-');
  const write = features[feature];
  const lines = inputs.map((input) => input.replaceAll('\\n', '\n'));
  try {
    const body = write?.(lines);
    return body && { text: programText(body), draws: /auto (\w+) = [^\n]*$/.exec(body.join('\n'))?.[1] ?? 'result' };
  } catch (error) {
    if (error instanceof NotALayout) return undefined;
    throw error;
  }
}

class NotALayout extends Error {}

type Write = (inputs: readonly string[]) => readonly string[] | undefined;

/** The statements of each feature; the last one declares what is drawn. */
const features: Readonly<Record<string, Write | undefined>> = {
  layout: ([a]) => (a === undefined ? undefined : [`auto layout = ${layout(a)};`]),
  composition: binary('composition'),
  complement: ([a, cotarget]) =>
    a === undefined || cotarget === undefined
      ? undefined
      : [
          `auto a = ${layout(a)};`,
          `auto cotarget = ${layout(cotarget)};`,
          'auto result = complement(a, size(cotarget));',
        ],
  logical_divide: binary('logical_divide'),
  zipped_divide: binary('zipped_divide'),
  logical_product: binary('logical_product'),
  zipped_product: binary('zipped_product'),
  blocked_product: binary('blocked_product'),
  raked_product: binary('raked_product'),
  swizzle: ([a, numbers]) => {
    const found = /^\D*(\d+)\D+(\d+)\D+(\d+)\D*$/.exec(numbers ?? '');
    if (a === undefined || !found) return undefined;
    const [, bits, base, shift] = found;
    return [`auto a = ${layout(a)};`, `auto result = composition(Swizzle<${bits}, ${base}, ${shift}>{}, a);`];
  },
  tv: (inputs) => {
    const isOf = inputs[0] === '2';
    const [first, second] = inputs[0] === '1' || isOf ? inputs.slice(1) : inputs;
    if (first === undefined || second === undefined) return undefined;
    return isOf ? tiledCopy('16', 'half_t', first, second) : [`auto tv = ${layout(first)}; // of the tile ${second}`];
  },
  copy_universal_op: ([bits = '', type = '', threads, values, , tensor]) => {
    if (!/^\d{1,3}$/.test(bits) || !/^\w+$/.test(type)) return undefined;
    if (threads === undefined || values === undefined || tensor === undefined) return undefined;
    return [`auto tensor = ${layout(tensor)};`, ...tiledCopy(bits, type, threads, values)];
  },
};

function binary(name: string): Write {
  return ([a, b]) =>
    a === undefined || b === undefined
      ? undefined
      : [`auto a = ${layout(a)};`, `auto b = ${tiler(b)};`, `auto result = ${name}(a, b);`];
}

function tiledCopy(bits: string, type: string, threads: string, values: string): readonly string[] {
  const atom = `Copy_Atom<UniversalCopy<uint${bits}_t>, ${type}>{}`;
  return [
    `auto threads = ${layout(threads)};`,
    `auto values = ${layout(values)};`,
    `auto result = make_tiled_copy(${atom}, threads, values);`,
  ];
}

function programText(body: readonly string[]): string {
  return `#include <cute/tensor.hpp>\nusing namespace cute;\n\nvoid linked()\n{\n${body.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** Several layouts on lines of their own are a tiler by mode. */
function tiler(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 1 ? layout(lines[0] ?? '') : `make_tile(${lines.map(layout).join(', ')})`;
}

/** `(4,8):(8,1)` in C++. Without strides, the layout is compact with the first mode fastest. */
function layout(text: string): string {
  const [shape = '', stride, ...rest] = text.split(':');
  if (rest.length > 0) throw new NotALayout();
  const parts = [
    written(tuple(shape), 'make_shape'),
    ...(stride === undefined ? [] : [written(tuple(stride), 'make_stride')]),
  ];
  return `make_layout(${parts.join(', ')})`;
}

function written(one: Tuple, by: string): string {
  return typeof one === 'number' ? `Int<${one}>{}` : `${by}(${one.map((part) => written(part, by)).join(', ')})`;
}

/** A number or a tuple in parentheses. */
function tuple(text: string): Tuple {
  const json = text.trim().replaceAll('(', '[').replaceAll(')', ']');
  if (!/^[[\]\d,\s]+$/.test(json)) throw new NotALayout();
  try {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- only these signs are in the text
    return JSON.parse(json) as Tuple;
  } catch {
    throw new NotALayout();
  }
}

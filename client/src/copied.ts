// A printed value as code: what CuTe prints of a layout or a tuple, as C++ and as Python. Works on the text alone, so a
// value that it cannot read has no code. Knows no editor.

type Tree = string | readonly Tree[];

interface Language {
  readonly leaf: (text: string) => string | undefined;
  readonly tuple: (items: readonly string[]) => string;
  readonly shape: (items: readonly string[]) => string;
  readonly stride: (items: readonly string[]) => string;
  readonly layout: (shape: string, stride: string) => string;
  readonly swizzled: (swizzle: string, offset: string, layout: string) => string;
}

const calls =
  (name: string) =>
  (items: readonly string[]): string =>
    `${name}(${items.join(', ')})`;

const cpp: Language = {
  leaf: (text) => {
    const [, fixed, number, mode] = /^(_?)(-?\d+)(?:@(\d+))?$/.exec(text) ?? [];
    if (number === undefined) return undefined;
    if (mode !== undefined) return fixed === '_' && number === '1' ? `E<${mode}>{}` : undefined;
    return fixed === '_' ? `Int<${number}>{}` : number;
  },
  tuple: calls('make_tuple'),
  shape: calls('make_shape'),
  stride: calls('make_stride'),
  layout: (shape, stride) => `make_layout(${shape}, ${stride})`,
  swizzled: (swizzle, offset, layout) =>
    offset === 'Int<0>{}'
      ? `composition(Swizzle<${swizzle}>{}, ${layout})`
      : `composition(Swizzle<${swizzle}>{}, ${offset}, ${layout})`,
};

/** With one item a tuple needs its comma. */
const pythonTuple = (items: readonly string[]): string =>
  items.length === 1 ? `(${items[0] ?? ''},)` : `(${items.join(', ')})`;

const python: Language = {
  leaf: (text) => /^_?(-?\d+)$/.exec(text)?.[1],
  tuple: pythonTuple,
  shape: pythonTuple,
  stride: pythonTuple,
  layout: (shape, stride) => `cute.make_layout(${shape}, stride=${stride})`,
  swizzled: (swizzle, offset, layout) =>
    `cute.make_composed_layout(cute.make_swizzle(${swizzle.replace(/,/g, ', ')}), ${offset}, ${layout})`,
};

const languages = { cpp, python } as const;

/** The code that makes a value; undefined where the text is no layout, no tuple and no integer. */
export function codeOf(printed: string, language: keyof typeof languages): string | undefined {
  // The pointer of a tensor is not part of its layout.
  const text = printed.trim().replace(/^(?:Sw<[\d,]+>_)?\w*ptr\[\w+\](?:\([^)]*\))? o /, '');
  const swizzle = /^Sw<(\d+,\d+,\d+)> o (_?\d+) o (.*)$/.exec(text);
  const to = languages[language];
  if (!swizzle) return plain(text, to);
  const [, bits = '', at = '', rest = ''] = swizzle;
  const [offset, layout] = [to.leaf(at), rest.includes(':') ? plain(rest, to) : undefined];
  return offset === undefined || layout === undefined ? undefined : to.swizzled(bits, offset, layout);
}

function plain(text: string, to: Language): string | undefined {
  const [shape = '', stride, ...more] = text.split(':');
  if (more.length > 0) return undefined;
  const extents = written(shape, to, stride === undefined ? to.tuple : to.shape);
  if (stride === undefined || extents === undefined) return extents;
  const steps = written(stride, to, to.stride);
  return steps === undefined ? undefined : to.layout(extents, steps);
}

function written(text: string, to: Language, tuple: Language['tuple']): string | undefined {
  const tree = parsed(text);
  const write = (one: Tree): string | undefined => {
    if (typeof one === 'string') return to.leaf(one);
    const items = one.map(write);
    return items.includes(undefined) ? undefined : tuple(items.filter((item) => item !== undefined));
  };
  return tree === undefined ? undefined : write(tree);
}

/** `(_8,(_2,4))` as a tree; undefined where the brackets do not match. */
function parsed(text: string): Tree | undefined {
  let at = 0;
  const one = (): Tree | undefined => {
    if (text[at] !== '(') {
      const leaf = /^[^(),\s]+/.exec(text.slice(at))?.[0];
      at += leaf?.length ?? 0;
      return leaf;
    }
    const items: Tree[] = [];
    do {
      at++;
      const item = one();
      if (item === undefined) return undefined;
      items.push(item);
    } while (text[at] === ',');
    return text[at++] === ')' ? items : undefined;
  };
  const tree = one();
  return at === text.length ? tree : undefined;
}

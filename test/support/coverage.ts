// Counts coverage: finds the layout-valued declarations of a program, and classifies what evaluation gives for each.
import type { Fact, Program, Value } from '../../core/src/index';
import { isTuple } from '../../core/src/base/tuple';
import type { Alias, Bindings, Func, Let } from '../../core/src/ir/program';

export interface Declared {
  readonly name: string;
  /** Where the name stands. */
  readonly at: number;
  /** What is written says that it is one, whatever evaluation says. */
  readonly layoutLike: boolean;
}

export type Verdict =
  | { readonly is: 'concrete' | 'symbolic' }
  | { readonly is: 'unknown'; readonly reason: string }
  /** Not layout-valued. */
  | { readonly is: 'other' };

/** Names of CuTe and of CUTLASS's helpers that make a layout-like value when called. */
const makers = new RegExp(
  String.raw`\b(?:make_(?:tensor\w*|layout\w*|shape|stride|coord|tile|tuple|ordered_layout|identity_\w+|fragment_\w+|tiled_(?:mma|copy)\w*|tma_(?:copy|atom)\w*|tmem_copy|cotiled_copy|zip_tensor|rmem_tensor\w*)` +
    String.raw`|local_(?:tile|partition)|tma_partition|partition_(?:[ABCSD]|fragment_[ABC]|shape_[ABC])|retile_[SD]|get_(?:thread_)?slice|get_tma_tensor|tile_to_(?:mma_)?shape|composition|complement|coalesce|filter` +
    String.raw`|(?:left|right)_inverse|(?:logical|zipped|tiled|flat)_(?:divide|product)|(?:blocked|raked)_product|group_modes|domain_offset|recast|flatten|as_position_independent_swizzle_tensor|compact_(?:col|row)_major` +
    String.raw`|ss_smem_selector|rs_smem_selector|sm100_smem_selector)\s*(?:<[^;{}()]*>)?\s*\(`,
);
/** Class templates of CuTe whose objects are layout-like. */
const templates =
  /\b(?:Layout|ComposedLayout|Shape|Stride|Step|Tile|Coord|Swizzle|Copy_Atom|MMA_Atom|TiledMMA|TiledCopy|Tensor|Layout_\w+_Atom)\s*</;
const deduced = /^(?:const\s+)?(?:cute::)?(?:Tensor|Layout|ComposedLayout|TiledMMA|TiledCopy|ThrMMA|ThrCopy)$/;

type Declaration = Let | Bindings | Alias;

/** Names of aliases, variables and functions that stand for layout-like values anywhere in these programs. */
export function layoutNames(programs: readonly Program[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const program of programs) {
      each(program.items, (node, own) => {
        if (node.is === 'Alias' && isLayoutLike(node, program.text, names, own)) names.add(node.name);
        if (node.is === 'Func' && returnsLayout(node, program.text, names)) names.add(node.name);
      });
    }
  }
  return names;
}

/** Variables, bindings, members and aliases of a program. */
export function declarationsOf(program: Program, names: ReadonlySet<string>): readonly Declared[] {
  const found = new Map<number, Declared>();
  each(program.items, (node, own) => {
    if (node.is !== 'Let' && node.is !== 'Alias' && node.is !== 'Bindings') return;
    const layoutLike = isLayoutLike(node, program.text, names, own);
    const declared =
      node.is === 'Bindings'
        ? node.names.map(({ name, span }) => ({ name, at: span.start }))
        : [{ name: node.name, at: node.nameSpan.start }];
    for (const one of declared) found.set(one.at, { ...one, layoutLike: layoutLike && one.name !== '' });
  });
  return [...found.values()].sort((a, b) => a.at - b.at);
}

/** `own`: the classes that the file itself declares in the scopes around the declaration. */
function isLayoutLike(node: Declaration, text: string, names: ReadonlySet<string>, own: ReadonlySet<string>): boolean {
  const written = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  if (node.is === 'Alias') return makesLayout(written(node.type.span), names);
  if (node.is === 'Bindings') return makers.test(written(node.init.span));
  const type = written(node.type.span)
    .replace(/^(?:static|constexpr|const|typename)\s+/g, '')
    .replace(/\s*(?:const)?\s*&*$/, '');
  // A class of that name that the program has is none of CuTe's.
  if (own.has(/^\w+(?!\w|\s*::)/.exec(type)?.[0] ?? '')) return false;
  if (deduced.test(type) || (templates.test(type) && !/[*]/.test(type))) return true;
  const init =
    node.init.how === 'copy'
      ? written(node.init.value.span)
      : node.init.how === 'none'
        ? ''
        : node.init.args.map(({ span }) => written(span)).join(', ');
  if (type !== 'auto') return isNamed(type, names);
  return makesLayout(init, names) || /^\w+\s*\((?=[^()]*\b_\b)/.test(init);
}

/** `decltype(make_layout(…))`, `Layout<…>`, `typename Traits::SmemLayout{}`, `flash::convert_layout(…)`. */
function makesLayout(written: string, names: ReadonlySet<string>): boolean {
  if (/^(?:cute::)?(?:size|rank|cosize|depth|get_stride)\b/.test(written) || /::value\s*$/.test(written)) return false;
  return (
    makers.test(written) ||
    (/^(?:typename\s+)?(?:cute::|std::)?(?:conditional_t|decltype)\b/.test(written) && templates.test(written)) ||
    (/^(?:typename\s+)?(?:cute::|GMMA::|UMMA::)*/.test(written) && startsWithTemplate(written)) ||
    isNamed(written.replace(/\s*(?:\{\s*\}|\([\s\S]*\))$/, ''), names)
  );
}

function startsWithTemplate(written: string): boolean {
  const found = templates.exec(written.replace(/^(?:typename\s+)?(?:\w+::)*/, ''));
  return found?.index === 0;
}

/** The last name of `typename A::template B<…>`. */
function isNamed(written: string, names: ReadonlySet<string>): boolean {
  const found = /^(?:typename\s+)?(?:[\w<>, ]+::)*(?:template\s+)?(\w+)(?:\s*<[\s\S]*>)?$/.exec(written.trim());
  return found !== null && names.has(found[1] ?? '');
}

function returnsLayout({ body }: Func, text: string, names: ReadonlySet<string>): boolean {
  let returns = false;
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || returns) return;
    const part = node as { is?: string; value?: { span: { start: number; end: number } } };
    if (part.is === 'Lambda' || part.is === 'Struct') return;
    if (
      part.is === 'Return' &&
      part.value &&
      makesLayout(text.slice(part.value.span.start, part.value.span.end), names)
    )
      returns = true;
    for (const child of Object.values(node)) walk(child);
  };
  walk(body);
  return returns;
}

function each(
  node: unknown,
  visit: (node: Declaration | Func, own: ReadonlySet<string>) => void,
  around: ReadonlySet<string> = new Set(),
): void {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) {
    const classes = node.flatMap(classNamed);
    const own = classes.length > 0 ? new Set([...around, ...classes]) : around;
    for (const part of node) each(part, visit, own);
    return;
  }
  const { is } = node as { readonly is?: string };
  if (is === 'Let' || is === 'Alias' || is === 'Bindings' || is === 'Func') visit(node as Declaration | Func, around);
  for (const part of Object.values(node)) each(part, visit, around);
}

/** The name of what is a declaration of a class. */
function classNamed(node: unknown): readonly string[] {
  const { is, name } = (node ?? {}) as { readonly is?: string; readonly name?: string };
  return is === 'Struct' && name !== undefined ? [name] : [];
}

// ---- What evaluation says ----------------------------------------------------------------------------------------

const kinds = new Set([
  'layout',
  'composed',
  'swizzle',
  'tensor',
  'mma-atom',
  'copy-atom',
  'tiled-mma',
  'tiled-copy',
  'thr-mma',
  'thr-copy',
]);

/** The best that is known of a declaration in any instance. */
export function verdictOf(fact: Fact): Verdict {
  const verdicts = fact.seen.map(({ value }) => judge(value));
  for (const kind of ['concrete', 'symbolic'] as const) if (verdicts.some(({ is }) => is === kind)) return { is: kind };
  return verdicts.find(({ is }) => is === 'unknown') ?? { is: 'other' };
}

function judge(value: Value): Verdict {
  if (isTuple(value)) return value.length > 0 && leavesAreCute(value) ? known(value) : { is: 'other' };
  if (value.is === 'unknown') return value.form ? { is: 'symbolic' } : { is: 'unknown', reason: value.cause.message };
  if (value.is === 'type') return judge(value.of);
  return kinds.has(value.is) ? known(value) : { is: 'other' };
}

function leavesAreCute(list: readonly Value[]): boolean {
  return list.every((part) =>
    isTuple(part)
      ? leavesAreCute(part)
      : ['static', 'dynamic', 'underscore', 'basis', 'layout', 'composed', 'tensor', 'unknown'].includes(part.is),
  );
}

/** A number that nothing fixes, or a part that is not known. */
function known(value: Value): Verdict {
  const first = unknownPart(value);
  if (first !== undefined) return { is: 'unknown', reason: first };
  return { is: hasSymbol(value) ? 'symbolic' : 'concrete' };
}

function unknownPart(value: unknown): string | undefined {
  if (!isTuple(value as Value)) return undefined;
  for (const part of value as readonly Value[]) {
    const found = isTuple(part) ? unknownPart(part) : part.is === 'unknown' ? part.cause.message : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasSymbol(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasSymbol);
  const { is, n, layout } = value as { readonly is?: string; readonly n?: number; readonly layout?: unknown };
  if (is === 'dynamic') return n === undefined;
  if (is === 'tensor') return hasSymbol(layout);
  if (is === 'static' || is === 'scalar' || is === 'callable' || is === 'type') return false;
  return Object.values(value).some(hasSymbol);
}

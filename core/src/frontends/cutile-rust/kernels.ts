// Finds the kernels of a file and every name under which the file may call them: `m::f`, `use m::f`, `use m::f as g`,
// `use m::*`.
import { child, namedChildren, type Syntax } from '../tree';
import type { Kernel } from './context';

/** `#[cutile::entry]`, `#[cutile::entry(print_ir = true)]`, `#[entry()]`. */
export function isEntry(text: string, attribute: Syntax): boolean {
  return /^#\[\s*(?:cutile\s*::\s*)?entry\b/.test(text.slice(attribute.start, attribute.end));
}

/** Kernels by the names they can be called by. */
export function kernelsOf(text: string, root: Syntax): ReadonlyMap<string, Kernel> {
  const kernels: Kernel[] = [];
  collect(text, root.children, [], kernels);
  const names = new Map<string, Kernel>();
  for (const kernel of kernels) names.set(kernel.path.join('::'), kernel);
  const byEnd = new Map<string, Kernel[]>();
  for (const kernel of kernels)
    for (const end of endsOf(kernel.path)) byEnd.set(end, [...(byEnd.get(end) ?? []).slice(0, 1), kernel]);
  // A shorter path stands for a kernel where only one has it.
  for (const [end, [kernel, other]] of byEnd) if (kernel && !other) names.set(end, kernel);
  const hidden = new Set(topFunctions(text, root));
  const top = new Set(kernels.filter(({ path }) => path.length === 1).map(({ path }) => path[0]));
  for (const id of hidden) if (!top.has(id)) names.delete(id);
  const first = firstByEnd(kernels);
  for (const { path, alias } of uses(text, root)) {
    const kernel = first.get(path.join('::'));
    if (kernel && !hidden.has(alias)) names.set(alias, kernel);
  }
  return names;
}

/** `c`, `b::c` and `a::b::c` of `a::b::c`. Modules do not nest deeper than anybody writes them. */
function endsOf(path: readonly string[]): readonly string[] {
  return path.slice(-DEEPEST).map((_, i, last) => last.slice(i).join('::'));
}

const DEEPEST = 20;

/** By the end of a path: the first kernel that has it. */
function firstByEnd(kernels: readonly Kernel[]): ReadonlyMap<string, Kernel> {
  const first = new Map<string, Kernel>();
  for (const kernel of kernels) for (const end of endsOf(kernel.path)) if (!first.has(end)) first.set(end, kernel);
  return first;
}

function collect(text: string, nodes: readonly Syntax[], path: readonly string[], out: Kernel[]): void {
  let entry = false;
  for (const node of nodes) {
    if (node.type === 'attribute_item') entry ||= isEntry(text, node);
    if (!node.named || node.type === 'attribute_item' || node.type.endsWith('_comment')) continue;
    const id = child(node, 'name');
    if (id && node.type === 'function_item' && entry) {
      const list = child(node, 'parameters');
      out.push({
        path: [...path, text.slice(id.start, id.end)],
        parameters: (list ? namedChildren(list) : []).filter(({ type }) => type === 'parameter').length,
      });
    }
    const body = child(node, 'body');
    if (id && node.type === 'mod_item' && body)
      collect(text, body.children, [...path, text.slice(id.start, id.end)], out);
    entry = false;
  }
}

function topFunctions(text: string, root: Syntax): readonly string[] {
  return root.children
    .filter(({ type }) => type === 'function_item')
    .flatMap((node) => {
      const id = child(node, 'name');
      return id ? [text.slice(id.start, id.end)] : [];
    });
}

interface Use {
  readonly path: readonly string[];
  readonly alias: string;
}

/** Every `use` of the file, in functions too. */
function uses(text: string, root: Syntax): readonly Use[] {
  const found: Use[] = [];
  const visit = (node: Syntax): void => {
    const argument = node.type === 'use_declaration' ? child(node, 'argument') : undefined;
    if (argument) for (const use of useTree(text, argument, [])) found.push(use);
    else for (const c of node.children) if (c.named) visit(c);
  };
  visit(root);
  return found;
}

function useTree(text: string, node: Syntax, before: readonly string[]): readonly Use[] {
  const spelled = (part: Syntax): readonly string[] =>
    text
      .slice(part.start, part.end)
      .split('::')
      .map((s) => s.trim())
      .filter((s) => !/^(?:self|super|crate|)$/.test(s));
  switch (node.type) {
    case 'identifier':
    case 'scoped_identifier': {
      const path = [...before, ...spelled(node)];
      return [{ path, alias: path[path.length - 1] ?? '' }];
    }
    case 'use_as_clause': {
      const path = child(node, 'path');
      const alias = child(node, 'alias');
      return path && alias ? [{ path: [...before, ...spelled(path)], alias: text.slice(alias.start, alias.end) }] : [];
    }
    case 'scoped_use_list': {
      const path = child(node, 'path');
      const list = child(node, 'list');
      const prefix = path ? [...before, ...spelled(path)] : before;
      return list ? namedChildren(list).flatMap((one) => useTree(text, one, prefix)) : [];
    }
    case 'use_list':
      return namedChildren(node).flatMap((one) => useTree(text, one, before));
    default:
      return [];
  }
}

/** Functions that a file or its modules define. */
export function ownFunctions(text: string, node: Syntax): ReadonlySet<string> {
  const out = new Set<string>();
  const visit = (at: Syntax): void => {
    const id = at.type === 'function_item' ? child(at, 'name') : undefined;
    if (id) out.add(text.slice(id.start, id.end));
    if (at.type === 'source_file' || at.type === 'mod_item' || at.type === 'declaration_list')
      for (const c of at.children) if (c.named) visit(c);
  };
  visit(node);
  return out;
}

// Finds the kernels of a file and every name under which the file may call them: `m::f`, `use m::f`, `use m::f as g`, `use m::*`.
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
  for (const kernel of kernels) for (let i = 1; i < kernel.path.length; i++) addOnce(names, kernel.path.slice(i).join('::'), kernel, kernels, i);
  const hidden = new Set(topFunctions(text, root));
  for (const id of hidden) if (!kernels.some(({ path }) => path.length === 1 && path[0] === id)) names.delete(id);
  for (const { path, alias } of uses(text, root)) {
    const kernel = kernels.find((one) => endsWith(one.path, path));
    if (kernel && !hidden.has(alias)) names.set(alias, kernel);
  }
  return names;
}

/** A shorter path stands for a kernel where only one has it. */
function addOnce(names: Map<string, Kernel>, id: string, kernel: Kernel, all: readonly Kernel[], from: number): void {
  if (all.filter(({ path }) => path.slice(-(kernel.path.length - from)).join('::') === id).length === 1) names.set(id, kernel);
}

function endsWith(path: readonly string[], end: readonly string[]): boolean {
  return end.length <= path.length && end.every((part, i) => path[path.length - end.length + i] === part);
}

function collect(text: string, nodes: readonly Syntax[], path: readonly string[], out: Kernel[]): void {
  let entry = false;
  for (const node of nodes) {
    if (node.type === 'attribute_item') entry ||= isEntry(text, node);
    if (!node.named || node.type === 'attribute_item' || node.type.endsWith('_comment')) continue;
    const id = child(node, 'name');
    if (id && node.type === 'function_item' && entry) {
      const list = child(node, 'parameters');
      out.push({ path: [...path, text.slice(id.start, id.end)], parameters: (list ? namedChildren(list) : []).filter(({ type }) => type === 'parameter').length });
    }
    const body = child(node, 'body');
    if (id && node.type === 'mod_item' && body) collect(text, body.children, [...path, text.slice(id.start, id.end)], out);
    entry = false;
  }
}

function topFunctions(text: string, root: Syntax): readonly string[] {
  return root.children.filter(({ type }) => type === 'function_item').flatMap((node) => {
    const id = child(node, 'name');
    return id ? [text.slice(id.start, id.end)] : [];
  });
}

interface Use {
  readonly path: readonly string[];
  readonly alias: string;
}

/** Every `use` of the file, in functions too. */
function uses(text: string, node: Syntax): readonly Use[] {
  if (node.type === 'use_declaration') {
    const argument = child(node, 'argument');
    return argument ? useTree(text, argument, []) : [];
  }
  return node.children.flatMap((c) => (c.named ? uses(text, c) : []));
}

function useTree(text: string, node: Syntax, before: readonly string[]): readonly Use[] {
  const spelled = (part: Syntax): readonly string[] => text.slice(part.start, part.end).split('::').map((s) => s.trim()).filter((s) => !/^(?:self|super|crate|)$/.test(s));
  switch (node.type) {
    case 'identifier': case 'scoped_identifier': {
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
    case 'use_list': return namedChildren(node).flatMap((one) => useTree(text, one, before));
    default: return [];
  }
}

/** Functions that a file or its modules define. */
export function ownFunctions(text: string, node: Syntax): ReadonlySet<string> {
  const out = new Set<string>();
  const visit = (at: Syntax): void => {
    const id = at.type === 'function_item' ? child(at, 'name') : undefined;
    if (id) out.add(text.slice(id.start, id.end));
    if (at.type === 'source_file' || at.type === 'mod_item' || at.type === 'declaration_list') for (const c of at.children) if (c.named) visit(c);
  };
  visit(node);
  return out;
}

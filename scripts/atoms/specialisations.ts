// Finds the specialisations of `MMA_Traits` and `Copy_Traits` in CuTe's headers. Reads names and template parameters
// only; what a specialisation says is asked from the compiler (probe.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Specialisation {
  readonly header: string;
  readonly kind: 'MMA' | 'Copy';
  /** Names of the template parameters, without packs; none for `template <>`. */
  readonly params: readonly string[];
  /** What the traits are of, as written: `SM90_TMA_LOAD`, `NumBitsPerTMA`. Parameter packs are left out. */
  readonly args: readonly string[];
}

/** Splits at commas that stand in no brackets. */
export function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '<' || c === '(') depth++;
    else if (c === '>' || c === ')') depth--;
    else if (c === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)].map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

/** The text between the `<` at `open` and its `>`. */
function bracketed(text: string, open: number): string {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text.charAt(i) === '<') depth++;
    else if (text.charAt(i) === '>' && --depth === 0) return text.slice(open + 1, i);
  }
  return '';
}

function parametersBefore(text: string, end: number): string[] {
  const start = text.lastIndexOf('template', end);
  const parameters = splitArguments(bracketed(text, text.indexOf('<', start)));
  return parameters.filter((p) => !p.includes('...')).map((p) => /(\w+)\s*(?:=.*)?$/.exec(p)?.[1] ?? '');
}

function inHeader(header: string, source: string): Specialisation[] {
  const text = source.replace(/\/\/[^\n]*/g, '');
  const found: Specialisation[] = [];
  for (const match of text.matchAll(/struct (MMA|Copy)_Traits\s*</g)) {
    const args = splitArguments(bracketed(text, match.index + match[0].length - 1)).filter(
      (arg) => !arg.includes('...'),
    );
    found.push({
      header,
      kind: match[1] === 'MMA' ? 'MMA' : 'Copy',
      params: parametersBefore(text, match.index),
      args,
    });
  }
  return found;
}

/** Every specialisation in `cute/atom/*_traits*.hpp`, in the order of the headers. */
export function specialisations(cutlassDir: string): Specialisation[] {
  const dir = join(cutlassDir, 'include/cute/atom');
  const headers = readdirSync(dir)
    .filter((name) => /^(mma|copy)_traits.*\.hpp$/.test(name))
    .sort();
  return headers.flatMap((name) => inHeader(name, readFileSync(join(dir, name), 'utf8')));
}

/** Names of the operations that the headers of `cute/arch` declare, to see which have no traits. */
export function archNames(cutlassDir: string): string[] {
  const dir = join(cutlassDir, 'include/cute/arch');
  const names = new Set<string>();
  for (const header of readdirSync(dir).filter((name) => /^(mma|copy)_sm.*\.hpp$/.test(name))) {
    for (const match of readFileSync(join(dir, header), 'utf8').matchAll(/^struct ((?:SM\d+|G?MMA)_\w+)/gm))
      names.add(match[1] ?? '');
  }
  return [...names].sort();
}

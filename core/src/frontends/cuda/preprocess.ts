// Runs the preprocessor over a file's tokens: directives, inactive branches, macros. Reads no include.
// Knows no grammar. The tokens that come out still know where in the original text they stand.
import type { MacroDefinition } from '../front-end';
import { holds, isDefined, predefined } from './conditions';
import { lex, type Comment, type Token } from './lex';
import { builtinMacros, Expander, parseDefine, toMacro, type Macro, type MacroTable } from './macros';
import { SourceMap } from './source-map';

export interface IncludeLine {
  readonly path: string;
  readonly quoted: boolean;
  readonly start: number;
  readonly end: number;
}

export interface Preprocessed {
  readonly tokens: Token[];
  readonly comments: readonly Comment[];
  readonly includes: readonly IncludeLine[];
  /** Macros that the file itself defined and that hold at its end. */
  readonly defined: readonly Macro[];
  readonly map: SourceMap;
}

/** One `#if … #endif`: whether its branch is read, whether one was read already, whether all around it is read. */
interface Condition {
  active: boolean;
  taken: boolean;
  readonly outer: boolean;
}

interface State {
  readonly table: MacroTable;
  readonly compiler: MacroTable;
  readonly own: Map<string, Macro>;
  readonly includes: IncludeLine[];
  readonly conditions: Condition[];
}

const compilers = new Map<number, MacroTable>();

function compilerMacros(arch: number): MacroTable {
  let table = compilers.get(arch);
  if (table === undefined) {
    table = new Map(predefined(arch).map((d) => [d.name, toMacro(d)!]));
    compilers.set(arch, table);
  }
  return table;
}

export function preprocess(text: string, external: readonly MacroDefinition[], arch: number): Preprocessed {
  const { tokens, comments } = lex(text);
  const map = new SourceMap();
  const state: State = { table: new Map(builtinMacros), compiler: compilerMacros(arch), own: new Map(), includes: [], conditions: [] };
  for (const definition of external) {
    const macro = toMacro(definition);
    if (macro !== undefined) state.table.set(macro.name, macro);
  }
  const expander = new Expander(state.table, map);
  const out: Token[] = [];
  let active = true;
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    if (token.kind === 'directive') {
      directive(token, state);
      at++;
      active = isActive(state);
    } else if (!active) at++;
    else at = expander.expandAt(tokens, at, out);
  }
  return { tokens: out, comments, includes: state.includes, defined: [...state.own.values()], map };
}

function isActive(state: State): boolean {
  const last = state.conditions[state.conditions.length - 1];
  return last === undefined || last.active;
}

function directive(token: Token, state: State): void {
  const match = /^#\s*([a-z_]+)/.exec(token.text);
  if (match === null) return;
  const rest = stripComments(token.text.slice(match[0].length));
  switch (match[1]) {
    case 'if': open(state, () => holds(rest, state.table, state.compiler)); return;
    case 'ifdef': open(state, () => isDefined(firstWord(rest), state.table, state.compiler)); return;
    case 'ifndef': open(state, () => !isDefined(firstWord(rest), state.table, state.compiler)); return;
    case 'elif': otherwise(state, () => holds(rest, state.table, state.compiler)); return;
    case 'else': otherwise(state, () => true); return;
    case 'endif': state.conditions.pop(); return;
    default: if (isActive(state)) content(match[1]!, rest, token, state);
  }
}

function content(name: string, rest: string, token: Token, state: State): void {
  switch (name) {
    case 'define': {
      const macro = parseDefine(rest);
      // What CuTe defines is already known in the form that suits the grammar.
      if (macro === undefined || builtinMacros.has(macro.name)) return;
      state.table.set(macro.name, macro);
      state.own.set(macro.name, macro);
      return;
    }
    case 'undef':
      if (builtinMacros.has(firstWord(rest))) return;
      state.table.delete(firstWord(rest));
      state.own.delete(firstWord(rest));
      return;
    case 'include': {
      const path = /^\s*(?:"([^"]*)"|<([^>]*)>)/.exec(rest);
      if (path !== null) state.includes.push({ path: path[1] ?? path[2]!, quoted: path[1] !== undefined, start: token.start, end: token.end });
      return;
    }
    default: return;
  }
}

function open(state: State, test: () => boolean): void {
  const outer = isActive(state);
  const active = outer && test();
  state.conditions.push({ active, taken: active, outer });
}

function otherwise(state: State, test: () => boolean): void {
  const last = state.conditions[state.conditions.length - 1];
  if (last === undefined) return;
  last.active = last.outer && !last.taken && test();
  last.taken ||= last.active;
}

function firstWord(text: string): string {
  return /[\p{ID_Continue}$]+/u.exec(text)?.[0] ?? '';
}

function stripComments(text: string): string {
  if (!text.includes('/')) return text;
  return text.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (part) => (part.startsWith('"') ? part : ' '));
}

// Decides `#if` conditions with what is assumed of the compiler: nvcc for one architecture. Unknown names are 0.
import { lex, type Token, tokenAt } from './lex';
import { Expander, type Growth, type MacroTable } from './macros';
import { SourceMap } from './source-map';
import type { MacroUnit } from './unit';

/** Names that nvcc, CUDA and CUTLASS define for device code of an architecture that supports everything asked for. */
export function predefined(arch: number): readonly string[] {
  const numbers: Record<string, number> = {
    __CUDA_ARCH__: arch,
    __CUDACC__: 1,
    __NVCC__: 1,
    __CUDACC_VER_MAJOR__: 13,
    __CUDACC_VER_MINOR__: 0,
    CUDA_VERSION: 13000,
    CUDART_VERSION: 13000,
    __cplusplus: 201703,
    __GNUC__: 12,
    __linux__: 1,
    __x86_64__: 1,
  };
  return Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
}

/** Guards such as CUTLASS_ARCH_MMA_SM90_SUPPORTED say that the compiler is new enough: it is. */
function isFeatureGuard(name: string): boolean {
  return /^(?:CUTLASS_ARCH_\w+|CUTE_ARCH_\w+|__CUDA_ARCH_FEAT_\w+|__CUDA_ARCH_\w+FEATURE\w*)$/.test(name);
}

export function isDefined(name: string, unit: MacroUnit): boolean {
  return unit.find(name) !== undefined || unit.compiler.get(name) !== undefined || isFeatureGuard(name);
}

/** Whether the condition after `#if` or `#elif` holds. What cannot be read does not. */
export function holds(condition: string, unit: MacroUnit, growth: Growth): boolean {
  const tokens = lex(condition.replace(/\\\r?\n/g, ' ')).tokens;
  const settled = settleDefined(tokens, (name) => isDefined(name, unit));
  const table: MacroTable = { get: (name) => unit.find(name) ?? unit.compiler.get(name) };
  const expander = new Expander(table, new SourceMap(), growth);
  const reader = new ConditionReader(
    expander.expandAll(settled).map((t) => (isFeatureGuard(t.text) ? { ...t, kind: 'number' as const, text: '1' } : t)),
  );
  return reader.conditional(0) !== 0;
}

/** `defined X`, `defined(X)` and `__has_include(…)` become 0 or 1 before macros are expanded. */
function settleDefined(tokens: readonly Token[], known: (name: string) => boolean): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokenAt(tokens, i);
    if (token.text !== 'defined' && token.text !== '__has_include') {
      out.push(token);
      continue;
    }
    const open = tokens[i + 1]?.text === '(';
    const name = tokens[i + (open ? 2 : 1)]?.text ?? '';
    let end = i + 1;
    if (open) while (end < tokens.length && tokenAt(tokens, end).text !== ')') end++;
    const yes = token.text === '__has_include' || known(name);
    out.push({ ...token, kind: 'number', text: yes ? '1' : '0' });
    i = end;
  }
  return out;
}

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Conditions that nest deeper do not hold. */
const MAX_DEPTH = 200;

class ConditionReader {
  #at = 0;

  constructor(readonly tokens: readonly Token[]) {}

  conditional(depth: number): number {
    if (depth > MAX_DEPTH) return 0;
    const cond = this.#binary(0, depth);
    if (!this.#take('?')) return cond;
    const yes = this.conditional(depth + 1);
    this.#take(':');
    const no = this.conditional(depth + 1);
    return cond !== 0 ? yes : no;
  }

  #binary(level: number, depth: number): number {
    const ops = LEVELS[level];
    if (ops === undefined) return this.#unary(depth + 1);
    let left = this.#binary(level + 1, depth);
    for (;;) {
      const op = this.#operator();
      if (!ops.includes(op)) return left;
      this.#at += op === '>>' ? 2 : 1;
      left = apply(op, left, this.#binary(level + 1, depth));
    }
  }

  #operator(): string {
    const token = this.tokens[this.#at];
    if (token?.text === '>' && this.tokens[this.#at + 1]?.text === '>') return '>>';
    return token?.text ?? '';
  }

  #unary(depth: number): number {
    if (depth > MAX_DEPTH) return 0;
    const token = this.tokens[this.#at];
    this.#at++;
    if (token === undefined) return 0;
    switch (token.text) {
      case '!':
        return this.#unary(depth + 1) === 0 ? 1 : 0;
      case '-':
        return -this.#unary(depth + 1);
      case '+':
        return this.#unary(depth + 1);
      case '~':
        return ~this.#unary(depth + 1);
      case '(': {
        const value = this.conditional(depth + 1);
        this.#take(')');
        return value;
      }
      case 'true':
        return 1;
      default:
        return this.#primary(token);
    }
  }

  #primary(token: Token): number {
    if (token.kind === 'number') {
      const value = Number(token.text.replace(/'/g, '').replace(/[uUlL]+$/, ''));
      return Number.isNaN(value) ? 0 : value;
    }
    // An unknown function-like name takes its arguments with it.
    if (token.kind === 'ident' && this.tokens[this.#at]?.text === '(') {
      let depth = 0;
      do {
        const text = this.tokens[this.#at]?.text;
        depth += text === '(' ? 1 : text === ')' ? -1 : 0;
        this.#at++;
      } while (depth > 0 && this.#at < this.tokens.length);
    }
    return 0;
  }

  #take(text: string): boolean {
    if (this.tokens[this.#at]?.text !== text) return false;
    this.#at++;
    return true;
  }
}

function apply(op: string, a: number, b: number): number {
  switch (op) {
    case '||':
      return a !== 0 || b !== 0 ? 1 : 0;
    case '&&':
      return a !== 0 && b !== 0 ? 1 : 0;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '==':
      return a === b ? 1 : 0;
    case '!=':
      return a !== b ? 1 : 0;
    case '<':
      return a < b ? 1 : 0;
    case '>':
      return a > b ? 1 : 0;
    case '<=':
      return a <= b ? 1 : 0;
    case '>=':
      return a >= b ? 1 : 0;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? 0 : Math.trunc(a / b);
    case '%':
      return b === 0 ? 0 : a % b;
    default:
      return 0;
  }
}

// Decides `#if` conditions with what is assumed of the compiler: nvcc for one architecture. Unknown names are 0.
import { lex, type Token, tokenAt } from './lex';
import { Expander, type Growth, type Macro, type MacroTable } from './macros';
import { isTrue } from './condition-reader';
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

/** What C++ compilers answer in a condition; each of these names counts as defined. */
const QUESTIONS = new Set([
  '__has_include',
  '__has_include_next',
  '__has_cpp_attribute',
  '__has_attribute',
  '__has_builtin',
]);

/** Attributes of the standard, with what `__has_cpp_attribute` says of them. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['noreturn', '200809'],
  ['carries_dependency', '200809'],
  ['deprecated', '201309'],
  ['maybe_unused', '201603'],
  ['nodiscard', '201603'],
  ['fallthrough', '201603'],
  ['likely', '201803'],
  ['unlikely', '201803'],
  ['no_unique_address', '201803'],
]);

/** The side of the compilation that a condition is evaluated for, and whether its value depends on that side. */
export interface View {
  /** `__CUDA_ARCH__` and its like are not defined for the host. */
  readonly onHost: boolean;
  /** Whether the condition asked for one of them. */
  asksArch: boolean;
}

/** What the compiler defines, as this view sees it. */
function compilerMacro(name: string, unit: MacroUnit, view: View): Macro | undefined {
  if (!isOfDevice(name)) return unit.compiler.get(name);
  view.asksArch = true;
  return view.onHost ? undefined : unit.compiler.get(name);
}

const isOfDevice = (name: string): boolean => name.startsWith('__CUDA_ARCH_');

function isSupported(name: string, view: View): boolean {
  if (!isFeatureGuard(name)) return false;
  if (isOfDevice(name)) view.asksArch = true;
  return !view.onHost || !isOfDevice(name);
}

export function isDefined(name: string, unit: MacroUnit, view: View): boolean {
  return (
    unit.find(name) !== undefined ||
    compilerMacro(name, unit, view) !== undefined ||
    isSupported(name, view) ||
    QUESTIONS.has(name)
  );
}

/** Whether the condition after `#if` or `#elif` holds. What cannot be read does not. */
export function holds(condition: string, unit: MacroUnit, growth: Growth, view: View): boolean {
  const tokens = lex(condition.replace(/\\\r?\n/g, ' ')).tokens;
  const known = (name: string): boolean => isDefined(name, unit, view);
  const table: MacroTable = {
    get(name) {
      const macro = unit.find(name) ?? compilerMacro(name, unit, view);
      return macro?.body.some(({ text }) => isQuestion(text))
        ? { ...macro, body: settleQuestions(macro.body, known) }
        : macro;
    },
  };
  const expander = new Expander(table, new SourceMap(), growth);
  return isTrue(
    expander
      .expandAll(settleQuestions(tokens, known))
      .map((t) => (isSupported(t.text, view) ? { ...t, kind: 'number' as const, text: '1' } : t)),
  );
}

const isQuestion = (text: string): boolean => text === 'defined' || QUESTIONS.has(text);

/** `defined X`, `defined(X)`, `__has_include(…)` and their like become numbers before macros are expanded. */
function settleQuestions(tokens: readonly Token[], known: (name: string) => boolean): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokenAt(tokens, i);
    if (!isQuestion(token.text)) {
      out.push(token);
      continue;
    }
    const open = tokens[i + 1]?.text === '(';
    let end = i + 1;
    if (open) while (end < tokens.length && tokenAt(tokens, end).text !== ')') end++;
    const about = tokens.slice(i + (open ? 2 : 1), open ? end : end + 1).map(({ text }) => text);
    out.push({ ...token, kind: 'number', text: answer(token.text, about, known) });
    i = end;
  }
  return out;
}

/** Headers are taken to be there; of attributes and built-in functions only those of the standard are known. */
function answer(question: string, about: readonly string[], known: (name: string) => boolean): string {
  if (question === 'defined') return known(about[0] ?? '') ? '1' : '0';
  if (question.startsWith('__has_include')) return '1';
  return (question === '__has_cpp_attribute' ? ATTRIBUTES.get(about.join('')) : undefined) ?? '0';
}

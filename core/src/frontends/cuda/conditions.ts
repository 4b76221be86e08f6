// Decides `#if` conditions with what is assumed of the compiler: nvcc for one architecture. Unknown names are 0.
import { lex, type Token, tokenAt } from './lex';
import { Expander, type Growth, type Macro, type MacroTable, PLACES } from './macros';
import { isTrue } from './condition-reader';
import { SourceMap } from './source-map';
import type { MacroUnit } from './unit';

/** What C++17 can do, as `__cpp_alias_templates` and its like say it (g++ 12). */
const FEATURES = [
  'aggregate_bases:201603 aggregate_nsdmi:201304 alias_templates:200704 aligned_new:201606 attributes:200809',
  'binary_literals:201304 capture_star_this:201603 constexpr:201603 decltype:200707 decltype_auto:201304',
  'deduction_guides:201703 delegating_constructors:200604 digit_separators:201309 enumerator_attributes:201411',
  'exceptions:199711 fold_expressions:201603 generic_lambdas:201304 guaranteed_copy_elision:201606 hex_float:201603',
  'if_constexpr:201606 inheriting_constructors:201511 init_captures:201304 initializer_lists:200806',
  'inline_variables:201606 lambdas:200907 namespace_attributes:201411 nested_namespace_definitions:201411',
  'noexcept_function_type:201510 nontype_template_args:201411 nontype_template_parameter_auto:201606 nsdmi:200809',
  'range_based_for:201603 raw_strings:200710 ref_qualifiers:200710 return_type_deduction:201304 rtti:199711',
  'rvalue_reference:200610 rvalue_references:200610 sized_deallocation:201309 static_assert:201411',
  'structured_bindings:201606 template_auto:201606 template_template_args:201611 threadsafe_static_init:200806',
  'unicode_characters:201411 unicode_literals:200710 user_defined_literals:200809 variable_templates:201304',
  'variadic_templates:200704 variadic_using:201611',
].flatMap((line) => line.split(' ').map((one) => `__cpp_${one.replace(':', ' ')}`));

/** What g++ says of the integers of x86-64, and the limits of the standard library by the same numbers. */
const LIMITS = [
  '__CHAR_BIT__ 8 __SIZEOF_SHORT__ 2 __SIZEOF_INT__ 4 __SIZEOF_LONG__ 8 __SIZEOF_LONG_LONG__ 8 __SIZEOF_POINTER__ 8',
  '__SIZEOF_FLOAT__ 4 __SIZEOF_DOUBLE__ 8 __SIZEOF_LONG_DOUBLE__ 16 __SIZEOF_SIZE_T__ 8 __SIZEOF_WCHAR_T__ 4',
  '__SIZEOF_PTRDIFF_T__ 8 __SIZEOF_INT128__ 16 __SCHAR_MAX__ 0x7f __SHRT_MAX__ 0x7fff __INT_MAX__ 0x7fffffff',
  '__LONG_MAX__ 0x7fffffffffffffffL __LONG_LONG_MAX__ 0x7fffffffffffffffLL __INT_WIDTH__ 32 __LONG_WIDTH__ 64',
  '__ORDER_LITTLE_ENDIAN__ 1234 __ORDER_BIG_ENDIAN__ 4321 __BYTE_ORDER__ 1234 __LP64__ 1 _LP64 1 __amd64__ 1',
  '__unix__ 1 __ELF__ 1 __EXCEPTIONS 1 __GXX_RTTI 1 __STDC__ 1 __STDC_HOSTED__ 1 __GNUC_MINOR__ 2 CHAR_BIT 8',
  'SCHAR_MAX 127 SCHAR_MIN (-128) CHAR_MAX 127 CHAR_MIN (-128) UCHAR_MAX 255 SHRT_MAX 32767 SHRT_MIN (-32768)',
  'USHRT_MAX 65535 INT_MAX 2147483647 INT_MIN (-2147483647-1) UINT_MAX 4294967295U LONG_MAX 9223372036854775807L',
  'LONG_MIN (-9223372036854775807L-1) ULONG_MAX 18446744073709551615UL LLONG_MAX 9223372036854775807LL',
  'LLONG_MIN (-9223372036854775807LL-1) ULLONG_MAX 18446744073709551615ULL SIZE_MAX 18446744073709551615UL',
  'INT8_MAX 127 INT16_MAX 32767 INT32_MAX 2147483647 INT64_MAX 9223372036854775807L UINT8_MAX 255 UINT16_MAX 65535',
  'UINT32_MAX 4294967295U UINT64_MAX 18446744073709551615UL',
].flatMap((line) => line.match(/\S+ \S+/g) ?? []);

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
  return [...Object.entries(numbers).map(([name, value]) => `${name} ${value}`), ...FEATURES, ...LIMITS];
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

/** Whether compilers define a name that stands for no text of its own. */
const isAnswered = (name: string): boolean => QUESTIONS.has(name) || PLACES.has(name);

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
  /** Names that the condition asked for and nothing defines. */
  readonly missing?: Set<string>;
  /** The number of its line, where it stands in one. */
  readonly line: () => number | undefined;
}

/** What the compiler defines, as this view sees it. */
function compilerMacro(name: string, unit: MacroUnit, view: View): Macro | undefined {
  if (!isOfDevice(name)) return unit.compiler.get(name);
  view.asksArch = true;
  return view.onHost ? undefined : unit.compiler.get(name);
}

const isOfDevice = (name: string): boolean => name.startsWith('__CUDA_ARCH_');

/** What a condition finds for a name. */
function lookUp(name: string, unit: MacroUnit, view: View): Macro | undefined {
  const meant = unit.meaning(name);
  if (meant.host !== meant.device) view.asksArch = true;
  const macro = (view.onHost ? meant.host : meant.device) ?? compilerMacro(name, unit, view) ?? unit.values.get(name);
  if (macro === undefined && !isSupported(name, unit, view) && !isAnswered(name)) view.missing?.add(name);
  return macro;
}

function isSupported(name: string, unit: MacroUnit, view: View): boolean {
  if (!isFeatureGuard(name)) return false;
  const isForDevice = isOfDevice(name) || unit.meaning(name).device !== unit.meaning(name).host;
  if (isForDevice) view.asksArch = true;
  return !view.onHost || !isForDevice;
}

export function isDefined(name: string, unit: MacroUnit, view: View): boolean {
  return lookUp(name, unit, view) !== undefined || isSupported(name, unit, view) || isAnswered(name);
}

/** Whether the condition after `#if` or `#elif` holds. What cannot be read does not. */
export function holds(condition: string, unit: MacroUnit, growth: Growth, view: View): boolean {
  const tokens = lex(condition.replace(/\\\r?\n/g, ' ')).tokens;
  const known = (name: string): boolean => isDefined(name, unit, view);
  const table: MacroTable = {
    get(name) {
      const macro = lookUp(name, unit, view);
      return macro?.body.some(({ text }) => isQuestion(text))
        ? { ...macro, body: settleQuestions(macro.body, known) }
        : macro;
    },
  };
  const expander = new Expander(table, new SourceMap(), growth, { numberOf: view.line, fileAt: () => undefined });
  return isTrue(
    expander
      .expandAll(settleQuestions(tokens, known))
      .map((t) => (isSupported(t.text, unit, view) ? { ...t, kind: 'number' as const, text: '1' } : t)),
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

// Traits that compilers have under names of their own and that are called with types: `__is_base_of(A, B)`. Those
// listed ask what the trait of <type_traits> with the same name asks, in g++ and in clang++ alike.

const ofLibrary = [
  ['is_abstract', 'is_aggregate', 'is_array', 'is_assignable', 'is_base_of', 'is_class', 'is_constructible'],
  ['is_convertible', 'is_destructible', 'is_empty', 'is_enum', 'is_final', 'is_function', 'is_literal_type'],
  ['is_lvalue_reference', 'is_nothrow_assignable', 'is_nothrow_constructible', 'is_nothrow_destructible'],
  ['is_pod', 'is_polymorphic', 'is_reference', 'is_rvalue_reference', 'is_same', 'is_standard_layout', 'is_trivial'],
  ['is_trivially_assignable', 'is_trivially_constructible', 'is_trivially_copyable', 'is_trivially_destructible'],
  ['is_union', 'is_void', 'has_virtual_destructor'],
].flat();

/** Older traits that ask of special member functions what no trait of <type_traits> asks. */
export const TRIVIAL_PARTS = ['assign', 'constructor', 'copy', 'destructor'] as const;

/** The name that a trait of a compiler has in <type_traits>. */
export const COMPILER_TRAITS: ReadonlyMap<string, string> = new Map([
  ...ofLibrary.map((name) => [`__${name}`, name] as const),
  ['__is_convertible_to', 'is_convertible'],
  ['__is_same_as', 'is_same'],
  ['__is_literal', 'is_literal_type'],
]);

/** Whether a name, followed by parentheses, is a trait of compilers. */
export function isCompilerTrait(name: string): boolean {
  return name.startsWith('__') && (COMPILER_TRAITS.has(name) || trivialParts.has(name));
}

const trivialParts = new Set(TRIVIAL_PARTS.map((part) => `__has_trivial_${part}`));

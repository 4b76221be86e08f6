// What is asked of CuTe about an atom, as C++: the prelude that prints traits, and reading the answers.
import { ask, findHost } from '../../test/oracle/host';
import type { Host, Question } from '../../test/oracle/host';

/** What CuTe prints for the traits of one MMA operation. */
export interface MmaAnswer {
  readonly op: string;
  /** D, A, B, C. */
  readonly types: string;
  readonly shapeMNK: string;
  readonly thrId: string;
  readonly a: string;
  readonly b: string;
  readonly c: string;
  /** Fragment types of A, B, C; empty where they are the value types. */
  readonly fragments: string;
  /** `ELayout=…;SFVecSize=…`: members that only some traits have. */
  readonly extra: string;
}

/** What CuTe prints for one copy operation. Units of the layouts: bits. */
export interface CopyAnswer {
  readonly op: string;
  readonly thrId: string;
  readonly src: string;
  readonly dst: string;
  readonly ref: string;
  /** Value → bit of tensor memory; empty where there is none. */
  readonly valId: string;
}

const scalars = [
  'float',
  'double',
  'half_t',
  'bfloat16_t',
  'tfloat32_t',
  'int32_t',
  'uint32_t',
  'int8_t',
  'uint8_t',
  'int16_t',
  'uint16_t',
  'float_e4m3_t',
  'float_e5m2_t',
  'float_e2m3_t',
  'float_e3m2_t',
  'float_e2m1_t',
  'float_ue8m0_t',
  'float_ue4m3_t',
  'cutlass::int4b_t',
  'cutlass::uint4b_t',
  'cutlass::uint1b_t',
  'cute::uint128_t',
];

const prelude = String.raw`
#include <cute/atom/copy_traits_sm90_im2col.hpp>
#include <cute/atom/copy_traits_sm100_im2col.hpp>
template <class T> struct Text { static void put() { printf("?"); } };
${scalars.map((t) => `template <> struct Text<${t}> { static void put() { printf("${t.replace(/^.*::/, '')}"); } };`).join('\n')}
template <> struct Text<SM80_8x8x4_GC64C64C64GC64_TN::GaussComplex> { static void put() { printf("GaussComplex"); } };
template <class T> struct Text<cutlass::complex<T>> { static void put() { printf("complex<"); Text<T>::put(); printf(">"); } };
template <int S, class T> struct Text<sparse_elem<S,T>> { static void put() { printf("sparse_elem<%d,", S); Text<T>::put(); printf(">"); } };
template <SM90::GMMA::Major M> struct Text<SM90::GMMA::smem_desc<M>> { static void put() { printf("GMMA::smem_desc<%s>", int(M) ? "MN" : "K"); } };
template <UMMA::Major M> struct Text<UMMA::smem_desc<M>> { static void put() { printf("UMMA::smem_desc<%s>", int(M) ? "MN" : "K"); } };
template <UMMA::Major M> struct Text<UMMA::sparse_smem_desc<M>> { static void put() { printf("UMMA::sparse_smem_desc<%s>", int(M) ? "MN" : "K"); } };
inline char const* mode_text(UMMA::TmemAllocMode m) {
  return m == UMMA::TmemAllocMode::Interleaved ? "Interleaved" : m == UMMA::TmemAllocMode::NonInterleaved ? "NonInterleaved" : m == UMMA::TmemAllocMode::Duplicated ? "Duplicated"
    : m == UMMA::TmemAllocMode::ScaleFactorDuplicated4by1 ? "ScaleFactorDuplicated4by1" : "ScaleFactorDuplicated2by2";
}
template <class V, class S, int N, UMMA::TmemAllocMode A> struct Text<UMMA::tmem_frg<V,S,N,A>> {
  static void put() { printf("UMMA::tmem_frg<%db,%d,%s>", int(sizeof_bits_v<S>), N, mode_text(A)); }
};
template <class V> struct Text<UMMA::tmem_e_frg<V>> { static void put() { printf("UMMA::tmem_e_frg<"); Text<V>::put(); printf(">"); } };
template <class V, int S, int N, bool A, UMMA::TmemAllocMode M> struct Text<UMMA::tmem_sf_frg<V,S,N,A,M>> {
  static void put() { printf("UMMA::tmem_sf_frg<"); Text<V>::put(); printf(",%d,%d,%s,%s>", S, N, A ? "true" : "false", mode_text(M)); }
};
template <class Frg, class Val> void put_fragment() { if constexpr (!is_same_v<Frg, Val>) Text<Frg>::put(); }
#define PUT_TYPE(NAME) template <class T, class = void> struct Put##NAME { static void put() {} }; \
  template <class T> struct Put##NAME<T, void_t<typename T::NAME>> { static void put() { printf(#NAME "="); Text<typename T::NAME>::put(); printf(";"); } };
#define PUT_LAYOUT(NAME) template <class T, class = void> struct Put##NAME { static void put() {} }; \
  template <class T> struct Put##NAME<T, void_t<typename T::NAME>> { static void put() { printf(#NAME "="); print(typename T::NAME{}); printf(";"); } };
PUT_TYPE(ValTypeE) PUT_TYPE(ValTypeSF) PUT_TYPE(ValTypeSFA) PUT_TYPE(ValTypeSFB) PUT_TYPE(FrgTypeE) PUT_TYPE(FrgTypeSFA) PUT_TYPE(FrgTypeSFB)
PUT_LAYOUT(ELayout) PUT_LAYOUT(SFALayout) PUT_LAYOUT(SFBLayout) PUT_LAYOUT(ValID)
template <class T, class = void> struct PutSFVecSize { static void put() {} };
template <class T> struct PutSFVecSize<T, void_t<decltype(T::SFVecSize)>> { static void put() { printf("SFVecSize=%d;", int(T::SFVecSize)); } };
template <class T> struct MmaProbe {};
template <class T> struct CopyProbe {};
template <class T> void print(MmaProbe<T> const&) {
  using Atom = MMA_Atom<T>;
  Text<typename T::ValTypeD>::put(); printf(","); Text<typename T::ValTypeA>::put(); printf(",");
  Text<typename T::ValTypeB>::put(); printf(","); Text<typename T::ValTypeC>::put(); printf("|");
  print(typename T::Shape_MNK{}); printf("|"); print(typename T::ThrID{}); printf("|");
  print(typename T::ALayout{}); printf("|"); print(typename T::BLayout{}); printf("|"); print(typename T::CLayout{}); printf("|");
  put_fragment<typename Atom::FrgTypeA, typename T::ValTypeA>(); printf(" ");
  put_fragment<typename Atom::FrgTypeB, typename T::ValTypeB>(); printf(" ");
  put_fragment<typename Atom::FrgTypeC, typename T::ValTypeC>(); printf("|");
  PutValTypeE<T>::put(); PutELayout<T>::put(); PutFrgTypeE<T>::put(); PutValTypeSF<T>::put(); PutValTypeSFA<T>::put(); PutValTypeSFB<T>::put();
  PutSFVecSize<T>::put(); PutSFALayout<T>::put(); PutSFBLayout<T>::put(); PutFrgTypeSFA<T>::put(); PutFrgTypeSFB<T>::put();
}
template <class T> void print(CopyProbe<T> const&) {
  print(typename T::ThrID{}); printf("|"); print(typename T::SrcLayout{}); printf("|"); print(typename T::DstLayout{}); printf("|"); print(typename T::RefLayout{}); printf("|");
  PutValID<T>::put();
}
`;

/** A host that can print traits, all shapes of wgmma included. */
export function atomHost(): Host {
  return { ...findHost(), prelude, flags: ['-DCUTE_SM90_EXTENDED_MMA_SHAPES_ENABLED'] };
}

async function answersOf(
  host: Host,
  kind: 'Mma' | 'Copy',
  names: readonly (readonly string[])[],
  unit: number,
): Promise<{ op: string; fields: string[] }[]> {
  const traits = kind === 'Mma' ? 'MMA_Traits' : 'Copy_Traits';
  const questions = names.map((args): Question => ({
    id: args.join(', '),
    expr: `${kind}Probe<${traits}<${args.join(', ')}>>{}`,
  }));
  const answers = await ask(host, questions, {
    unitSize: unit,
    progress: (done) => process.stderr.write(`\r${kind} ${done}/${names.length} `),
  });
  return answers.flatMap((answer, i) => {
    const op = (names[i] ?? []).join(', ');
    if ('text' in answer) return [{ op, fields: answer.text.split('|') }];
    if (process.env['ATOMS_VERBOSE'])
      console.error(`\nnot compiled: ${op}: ${'refused' in answer ? answer.refused : answer.crashed}`);
    return [];
  });
}

export async function askMma(host: Host, names: readonly (readonly string[])[], unit = 300): Promise<MmaAnswer[]> {
  const answers = await answersOf(host, 'Mma', names, unit);
  return answers.map(
    ({ op, fields: [types = '', shapeMNK = '', thrId = '', a = '', b = '', c = '', fragments = '', extra = ''] }) => ({
      op,
      types,
      shapeMNK,
      thrId,
      a,
      b,
      c,
      fragments: fragments.trim() === '' ? '' : fragments,
      extra,
    }),
  );
}

export async function askCopy(host: Host, names: readonly (readonly string[])[], unit = 300): Promise<CopyAnswer[]> {
  const answers = await answersOf(host, 'Copy', names, unit);
  return answers.map(({ op, fields: [thrId = '', src = '', dst = '', ref = '', valId = ''] }) => ({
    op,
    thrId,
    src,
    dst,
    ref,
    valId: valId.replace(/^ValID=|;$/g, ''),
  }));
}

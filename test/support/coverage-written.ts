// Sources that the builds of projects write, so that they are not in their checkouts: for a few of the instances that
// each generator writes, with the text that it gives them.

/** A source as a project's generator writes it. */
export interface Written {
  /** Absolute in a corpus, relative to the checkout in the table. */
  readonly folder: string;
  readonly includes: string;
  /** What stands behind the include, for each source that is written. */
  readonly instances: readonly string[];
}

export const hopper = 'fbgemm_gpu/experimental/hstu/src/hstu_hopper';
export const magi = 'magi_attention/csrc/flexible_flash_attention';

/** Explicit instantiations of a function, one for each list of arguments. */
const instancesOf = (name: string, params: string, args: readonly string[]): readonly string[] =>
  args.map((list) => `template void ${name}<${list}>(${params}& params, cudaStream_t stream);`);

/** What `generate_kernels.py` writes for a few head dimensions, masks and types. */
export const hstuWritten: readonly Written[] = [
  {
    folder: hopper,
    includes: 'hstu_fwd_launch_template.h',
    instances: instancesOf('run_hstu_fwd_', 'Hstu_fwd_params', [
      '90, cutlass::bfloat16_t, 64, false, false, false, false, false, false, 0',
      '90, cutlass::half_t, 128, true, false, true, true, true, false, 0',
      '90, cutlass::float_e4m3_t, 128, true, false, true, false, false, false, 0',
      '90, cutlass::half_t, 256, true, false, false, false, false, true, 1',
    ]),
  },
  {
    folder: hopper,
    includes: 'hstu_bwd_launch_template.h',
    instances: instancesOf('run_hstu_bwd_', 'Hstu_bwd_params', [
      '90, cutlass::bfloat16_t, 64, false, false, false, false, false, false, false, 0',
      '90, cutlass::half_t, 128, true, true, false, true, true, true, false, 0',
    ]),
  },
];

/** What the templates of `functional` become for a few head dimensions and modes. */
export const magiWritten: readonly Written[] = [
  {
    folder: magi,
    includes: 'flash_fwd_launch_template.h',
    instances: instancesOf('run_mha_fwd_', 'Flash_fwd_params', [
      '90, 64, 64, cutlass::bfloat16_t, float, 128, false, false, false, 1, false, false, false, false, false, false, false',
      '90, 192, 128, cutlass::half_t, cutlass::half_t, 64, true, true, false, 1, true, true, false, false, false, true, false',
      '90, 128, 64, cutlass::bfloat16_t, float, 128, false, false, true, 8, false, true, false, true, false, false, false',
      '90, 64, 64, cutlass::bfloat16_t, float, 128, false, false, false, 1, false, false, true, false, false, false, false',
    ]),
  },
  {
    folder: magi,
    includes: 'flash_bwd_launch_template.h',
    instances: instancesOf('run_mha_bwd_', 'Flash_bwd_params', [
      '90, cutlass::bfloat16_t, float, float, 128, false, false, false, false, false, false, false, 1, false',
      '90, cutlass::half_t, float, cutlass::half_t, 64, true, true, true, true, false, false, false, 1, false',
      '90, cutlass::bfloat16_t, float, float, 64, false, false, false, true, true, false, false, 1, false',
    ]),
  },
];

/** What distinguishes the kernels of flux, as its generators spell it. */
interface FluxOp {
  readonly header: string;
  readonly name: string;
  readonly types: string;
  /** Architecture and cores, operation of communication, layouts, implementation. */
  readonly what: string;
  readonly specs: string;
  /** Implementation, communication, tile, kind, stages, raster order. */
  readonly tuned: readonly string[];
}

const bf16 = '_BF16{},_BF16{},_Void{},_BF16{},_FP32{},_FP32{}';
const fp16 = '_FP16{},_FP16{},_FP16{},_FP16{},_FP32{},_FP32{}';
const fp8 = '_E4M3{},_E4M3{},_BF16{},_BF16{},_FP32{},_FP32{}';
const [v2, v3] = ['make_gemm_v2_meta(_False{})', 'make_gemm_v3_meta(_False{},_False{})'];
const plain = `${v3},None{}`;

const ofHopper = (cluster: string, schedule: string): string =>
  `make_gemm_v3_hparams(cute::Shape<${cluster}>{},_${schedule}{},_BlockScaleMPerRow{},_BlockScaleNPerBlock{})`;
const ofAmpere =
  'make_gemm_v2_hparams(cute::Shape<cute::_64,cute::_64,cute::_32>{},cute::Shape<cute::_16,cute::_8,cute::_16>{},_StreamkSK{})';
const tile = (extents: string): string => `cute::Shape<${extents}>{}`;
const tuned = (spec: string, extents: string, kind = 'GemmDefault', comm = 'None{}', stages = 0): string =>
  `${spec},${comm},${tile(extents)},_${kind}{},cute::Int<${stages}>{},_RasterAlongN{}`;

const cooperative = ofHopper('_2,_1,_1', 'Cooperative');
const ampereTuned = tuned(ofAmpere, '_128,_128,_32', 'GemmStreamK', 'None{}', 4);

const fluxOps: readonly FluxOp[] = [
  {
    header: 'comm_none/gemm_v3_comm_none.hpp',
    name: 'GemmV3CommNone',
    types: bf16,
    what: '_Sm90{},_H800{},_CommNone{},_RCR{},_GemmV3{}',
    specs: plain,
    tuned: [
      tuned(cooperative, '_128,_256,_64', 'GemmStreamK'),
      tuned(ofHopper('_1,_2,_1', 'PingPong'), '_64,_128,_64'),
    ],
  },
  {
    header: 'comm_none/gemm_v2_comm_none.hpp',
    name: 'GemmV2CommNone',
    types: fp16,
    what: '_Sm80{},_A100{},_CommNone{},_RCR{},_GemmV2{}',
    specs: `${v2},None{}`,
    tuned: [ampereTuned],
  },
  {
    header: 'comm_none/gemm_grouped_v3_comm_none.hpp',
    name: 'GemmGroupedV3CommNone',
    types: bf16,
    what: '_Sm90{},_H800{},_CommNone{},_RCR{},_GemmGroupedV3{}',
    specs: plain,
    tuned: [tuned(cooperative, '_128,_128,_64')],
  },
  {
    header: 'comm_none/gemm_grouped_v3_comm_none.hpp',
    name: 'GemmGroupedV3CommNone',
    types: fp8,
    what: '_Sm90{},_H800{},_CommNone{},_RCR{},_GemmGroupedV3{}',
    specs: 'make_gemm_v3_meta(_False{},_True{}),None{}',
    tuned: [tuned(ofHopper('_1,_2,_1', 'Cooperative'), '_128,_128,_128')],
  },
  {
    header: 'gemm_rs/gemm_v3_reduce_scatter.hpp',
    name: 'GemmV3ReduceScatter',
    types: fp16,
    what: '_Sm90{},_H800{},_ReduceScatter{},_RCR{},_GemmV3{}',
    specs: `${v3},make_reduce_scatter_meta(_False{},_IntraNode{})`,
    tuned: [tuned(cooperative, '_128,_256,_64'), tuned(ofHopper('_2,_1,_1', 'PingPong'), '_64,_128,_64')],
  },
  {
    header: 'gemm_rs/gemm_v3_reduce_scatter.hpp',
    name: 'GemmV3ReduceScatter',
    types: bf16,
    what: '_Sm90{},_H800{},_ReduceScatter{},_RCR{},_GemmV3{}',
    specs: `${v3},make_reduce_scatter_meta(_True{},_InterNode{})`,
    tuned: [tuned(cooperative, '_128,_256,_64')],
  },
  {
    header: 'gemm_rs/gemm_v2_reduce_scatter.hpp',
    name: 'GemmV2ReduceScatter',
    types: fp16,
    what: '_Sm80{},_A100{},_ReduceScatter{},_RCR{},_GemmV2{}',
    specs: `${v2},make_reduce_scatter_meta(_True{},_IntraNode{})`,
    tuned: [ampereTuned],
  },
  {
    header: 'gemm_rs/gemm_v2_reduce_scatter.hpp',
    name: 'GemmV2ReduceScatter',
    types: fp16,
    what: '_Sm80{},_A100{},_ReduceScatter{},_RCR{},_GemmV2{}',
    specs: `${v2},make_reduce_scatter_meta(_True{},_InterNode{})`,
    tuned: [ampereTuned],
  },
  {
    header: 'gemm_rs/gemm_v2_reduce_scatter.hpp',
    name: 'GemmV2ReduceScatter',
    types: fp16,
    what: '_Sm80{},_L20{},_ReduceScatter{},_RCR{},_GemmV2{}',
    specs: `${v2},make_reduce_scatter_meta(_False{},_IntraNodePcie{})`,
    tuned: [ampereTuned],
  },
  {
    header: 'ag_gemm/gemm_v3_ag_kernel.hpp',
    name: 'GemmV3AGKernel',
    types: bf16,
    what: '_Sm90{},_H800{},_AGKernel{},_RCR{},_GemmV3{}',
    specs: plain,
    tuned: [
      tuned(cooperative, '_128,_256,_64', 'GemmStreamK'),
      tuned(ofHopper('_1,_2,_1', 'PingPong'), '_64,_128,_64'),
    ],
  },
  {
    header: 'ag_gemm/gemm_v2_ag_kernel.hpp',
    name: 'GemmV2AGKernel',
    types: fp16,
    what: '_Sm80{},_A100{},_AGKernel{},_RCR{},_GemmV2{}',
    specs: `${v2},None{}`,
    tuned: [ampereTuned],
  },
  {
    header: 'moe_ag_scatter/gemm_grouped_v3_ag_scatter.hpp',
    name: 'GemmGroupedV3AGScatter',
    types: bf16,
    what: '_Sm90{},_H800{},_AGScatter{},_RCR{},_GemmGroupedV3{}',
    specs: plain,
    tuned: [tuned(cooperative, '_128,_256,_64'), tuned(ofHopper('_2,_1,_1', 'PingPong'), '_64,_128,_64')],
  },
  {
    header: 'moe_gather_rs/gemm_grouped_v3_gather_rs_threadblock_specialized.hpp',
    name: 'GemmGroupedV3GatherRSTS',
    types: fp8,
    what: '_Sm90{},_H800{},_GatherRS{},_RCR{},_GemmGroupedV3{}',
    specs: `${v3},make_gather_rs_meta(cute::Int<4>{})`,
    tuned: [
      tuned(cooperative, '_128,_256,_128', 'GemmDefault', 'make_gather_rs_hparams(cute::Int<32>{},cute::Int<1024>{})'),
    ],
  },
  {
    header: 'a2a_transpose_gemm/gemm_v3_post_attn_a2a_transpose_kernel.hpp',
    name: 'GemmV3PostAttnAllToAllTranspose',
    types: bf16,
    what: '_Sm90{},_H800{},_PostAttnAllToAllTranspose{},_RCR{},_GemmV3{}',
    specs: plain,
    tuned: [tuned(cooperative, '_256,_128,_64')],
  },
  {
    header: 'gemm_a2a_transpose/gemm_v3_pre_attn_a2a_transpose_kernel.hpp',
    name: 'GemmV3PreAttnAllToAllTranspose',
    types: bf16,
    what: '_Sm90{},_H800{},_PreAttnAllToAllTranspose{},_RCR{},_GemmV3{}',
    specs: plain,
    tuned: [tuned(cooperative, '_128,_256,_64', 'GemmDefault', 'None{}', 4)],
  },
];

/** What the generators of flux write of each operation. */
export const fluxWritten: readonly Written[] = fluxOps.map(({ header, name, types, what, specs, tuned: all }) => ({
  folder: 'src',
  includes: header,
  instances: [
    `using namespace bytedance::flux;
using namespace cute;
using _GemmMetaT = decltype(make_gemm_meta(make_gemm_dtype_config(${types}),${what},${specs}));
struct _meta : public _GemmMetaT {
  using _GemmMetaT::_GemmMetaT;
};
using GemmMetaT = _meta;
${all.map((params, i) => registered(name, params, i)).join('')}static bool _dummy_reg [[maybe_unused]] = (
${all.map((_, i) => `OpRegistry::instance().register_creator([]() { return std::make_unique<GemmDevice_${i}>(); }, GemmMetaT{},GemmHParamsT_${i}{},${i}),`).join('\n')}
true);`,
  ],
}));

function registered(name: string, params: string, i: number): string {
  return `
using _GemmHParamsT_${i} = decltype(make_gemm_hparams(${params}));
struct _hparams_${i} : public _GemmHParamsT_${i} {
  using _GemmHParamsT_${i}::_GemmHParamsT_${i};
};
using GemmHParamsT_${i} = _hparams_${i};
using KernelBuilder_${i} = ${name}_Kernel<GemmMetaT, GemmHParamsT_${i}>;
using GemmKernel_${i} = decltype(KernelBuilder_${i}().gemm_kernel());
struct flux_op_${i}: public GemmKernel_${i} {};
using GemmDevice_${i} = ${name}_Device<GemmMetaT, GemmHParamsT_${i}, flux_op_${i}>;
`;
}

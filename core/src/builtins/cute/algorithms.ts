// Builtins that do work at run time and leave no value: copies, products, fills, prints, barriers.
// They are known so that a call to one is not an unknown name; nothing about their effect is modelled.
import type { Value } from '../../values/value';
import type { Entry } from '../entry';
import { family, rest } from '../registry';

const nothing: Value = { is: 'void' };

function effect(gives: string): Entry {
  return { params: [rest('operands')], gives, acts: true, examples: [], run: () => nothing };
}

export const algorithms = family('cute/tensor.hpp', {
  copy: effect('copies a tensor'),
  copy_if: effect('copies the elements whose predicate holds'),
  copy_aligned: effect('copies a tensor, assuming alignment'),
  copy_vec: effect('copies a tensor by vectors'),
  cooperative_copy: effect('copies a tensor with many threads'),
  cooperative_gemm: effect('multiplies tensors with many threads'),
  gemm: effect('multiplies tensors into an accumulator'),
  axpby: effect('computes y = a·x + b·y over a tensor'),
  clear: effect('sets a tensor to zero'),
  fill: effect('sets all elements of a tensor'),
  prefetch: effect('prefetches memory'),
  print: effect('prints a value'),
  print_tensor: effect('prints a tensor with its elements'),
  print_layout: effect('prints a layout with its offsets'),
  print_latex: effect('prints a layout as a LaTeX picture'),
  pretty_print: effect('prints a value padded'),
  cp_async_fence: effect('closes a group of asynchronous copies'),
  cp_async_wait: effect('waits for groups of asynchronous copies'),
  prefetch_tma_descriptor: effect('prefetches a TMA descriptor'),
  initialize_barrier: effect('initialises a barrier in shared memory'),
  set_barrier_transaction_bytes: effect('announces bytes to a barrier'),
  wait_barrier: effect('waits at a barrier'),
  arrive_barrier: effect('arrives at a barrier'),
  tma_store_fence: effect('orders shared-memory writes before TMA stores'),
  tma_store_arrive: effect('closes a group of TMA stores'),
  tma_store_wait: effect('waits for groups of TMA stores'),
  umma_arrive: effect('arrives at a barrier when tensor-core work is done'),
  umma_arrive_2x1SM: effect('arrives at a barrier when tensor-core work of two blocks is done'),
  umma_arrive_multicast_2x1SM: effect(
    'arrives at the barriers of a cluster when tensor-core work of two blocks is done',
  ),
  umma_arrive_multicast: effect('arrives at the barriers of a cluster when tensor-core work is done'),
  cluster_sync: effect('synchronises a cluster'),
  cluster_arrive: effect('arrives at the barrier of a cluster'),
  cluster_arrive_relaxed: effect('arrives at the barrier of a cluster'),
  cluster_wait: effect('waits at the barrier of a cluster'),
  warpgroup_arrive: effect('orders register accesses before warpgroup MMAs'),
  warpgroup_commit_batch: effect('closes a group of warpgroup MMAs'),
  warpgroup_wait: effect('waits for groups of warpgroup MMAs'),
  warpgroup_fence_operand: effect('keeps the compiler from moving a fragment'),
});

// What Nsight Compute counted for the kernels of test/memory, as scripts/memory.ts records it and tests replay it.

/** The counters of every launch, by a short name. All are sums over the GPU; every launch is one warp. */
export const COUNTERS = {
  sharedLoadWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld',
  sharedLoadConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld',
  sharedStoreWavefronts: 'l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st',
  sharedStoreConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st',
  globalLoadRequests: 'l1tex__t_requests_pipe_lsu_mem_global_op_ld',
  globalLoadSectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_ld',
  globalStoreRequests: 'l1tex__t_requests_pipe_lsu_mem_global_op_st',
  globalStoreSectors: 'l1tex__t_sectors_pipe_lsu_mem_global_op_st',
  asyncConflicts: 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts',
} as const;

export interface Launch {
  readonly kernel: string;
  /** For a pattern: what one instruction does, its bytes for each thread (matrices for ldmatrix), and the offset of
   *  thread t. */
  readonly access?: string;
  readonly bytes?: number;
  readonly formula?: string;
  /** For cp.async: the offset that thread t reads from, where `formula` is the one that it writes to. */
  readonly from?: string;
  /** Those that are not 0. */
  readonly counters: Readonly<Partial<Record<keyof typeof COUNTERS, number>>>;
}

export interface MeasuredMemory {
  readonly device: string;
  readonly driver: string;
  readonly ncu: string;
  readonly day: string;
  /** The version of CUTLASS that the kernels were built with. */
  readonly cutlass: string;
  /** Of the sources that ran. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly loops: readonly Launch[];
  readonly tiles: readonly Launch[];
  readonly patterns: readonly Launch[];
}

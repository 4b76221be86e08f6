// What a GPU launches at most. Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".

/** Threads of a block. */
export const mostThreads = 1024;

/** The extents of a block and of a grid, in x, y and z. */
export const largest = { block: [1024, 1024, 64], grid: [2 ** 31 - 1, 65535, 65535] } as const;

// Writes docs/checks.md from the list of checks: one section for each slug, with its examples.
import { checks, suppressionDirective, type Check, type Topic } from '../core/src/checks/index';
import { recordedAccesses, type RecordedRun } from '../test/oracle/accesses/recorded';
import { plantedPrograms, judgedOn } from '../test/support/planted';
import { present } from '../test/support/present';

const topics: Readonly<Record<Topic, string>> = {
  tiling: 'Tiling',
  launch: 'Launch',
  ownership: 'Ownership',
  memory: 'Memory',
  accesses: 'Every access of every thread',
  performance: 'Performance',
  rules: "CuTe's own rules",
  silent: 'Mistakes that CuTe does not report',
  comments: 'Comments',
  cutile: 'cuTile Rust',
};

const opening = `# Checks

Generated from \`core/src/checks\` by \`npm run docs\`; edit those files, not this one.

A check reports only what it knows: if a value is unknown, it reports nothing.
Its level is an entry of the setting \`cuteLens.checks\`, as in \`"cuteLens.checks": { "narrow-copy": "off" }\`: \`error\`, \`warning\`, \`information\`, \`hint\` or \`off\`.
A \`cute-lens.json\` in the folder of the source or above sets levels for everyone who works on a project, and for \`cute-lens check\`. It overrides the settings:

\`\`\`json
{ "checks": { "tile-remainder": "error" } }
\`\`\`

A comment suppresses findings in one line of code:

\`\`\`cpp
// ${suppressionDirective} tile-remainder -- the last tile is padded
\`\`\`

In CI, \`cute-lens check FILE… --sarif\` writes a report that code hosts show beside a change. Without \`--sarif\`, each finding is one line:

\`\`\`
kernel.cu:41:24: warning: the tile of 48 does not divide mode 0 of (_128,_64):(_1,_128), which is 128 [tile-remainder]
\`\`\`

A problem matcher for a VS Code task that runs it:

\`\`\`json
"problemMatcher": {
  "owner": "cute-lens",
  "fileLocation": ["relative", "\${workspaceFolder}"],
  "pattern": {
    "regexp": "^(.*):(\\\\d+):(\\\\d+): (error|warning|information): (.*) \\\\[([\\\\w-]+)\\\\]$",
    "file": 1, "line": 2, "column": 3, "severity": 4, "message": 5, "code": 6
  }
}
\`\`\``;

/** What was found, and read by hand, in programs that work: counted with the commits that docs/coverage.md names. */
const inCodeThatWorks = `# In code that works

The findings of \`cute-lens check\` in programs that compile and run, with the accesses of all threads, counted once for each line, at d606021a. Every warning and error was reviewed by hand (the commits of the sources are those of docs/coverage.md; FlashMLA is 9241ae3, FlashInfer fb28d7242). The files are sources and headers that name CuTe or CUTLASS:

| code | files | warnings and errors | review |
| --- | ---: | ---: | --- |
| CUTLASS \`examples/cute\` | 14 | 76 | true: 74 comments of the Blackwell tutorials give another number of modes, or another layout, than the tensor has; two of \`wgmma_sm90.cu\` say 32x4 behind a layout of 16x8 |
| CUTLASS \`test/unit/cute\` | 45 | 5 | true: \`core/logical_divide.cpp\` tests tiles that are larger than the layout; \`hopper/tma_load_testbed.hpp\` and \`tma_store_testbed.hpp\` copy a tile of 256 elements to and from an array of 128 |
| CUTLASS examples 48–95, 111–113 | 188 | 27 | true: comments give another number of modes than the tensor has, many of them in the headers of collectives |
| CUTLASS \`include/cutlass\`, headers that name CuTe | 177 | 0 | at e26a8302 two comments where \`sm90_mma_tma_gmma_ss_warpspecialized.hpp\` is seen from example 48, true: \`(m,n) -> block_id\` behind a cluster of three modes |
| FBGEMM | 151 | 0 | at e26a8302 four comments, true, in CUTLASS's headers |
| flux | 142 | 2 | true: \`test/unit/test_tma_copy.cu\` begins a TMA store of what threads have written without a fence, and writes there again without a wait; at e26a8302 six of the sources that its build writes, 2: true, comments; \`test/unit/test_cute.cc\`, 2: true, coordinate 32 of a mode of 32, and a comment |
| MagiAttention | 30 | 3 | true: in \`tOcO((_0{}, _0{}), i, _0{})\` the comma drops a coordinate; at e26a8302 three of the backward sources that its build writes, 6: true, comments |
| qutlass | 37 | 2 | true: such comments |
| DeepGEMM | 54 | 0 | |
| FlashMLA | 52 | 0 | |
| FlashInfer | 182 | 4 | true: \`(BLK_M,BLK_K)\` behind tiles with a mode for K, and the like |
| flash-attention \`csrc/flash_attn/src\`, with a sample of its instances | 19 | 0 | |
| flash-attention \`hopper\`, with a sample of its instances | 61 | 12 | true: such comments |
| our \`examples\` | 14 | 0 | |

Six classes of findings were false, and are mended: what closures would do that an instance never calls (CUTLASS's sparse mainloops of sm_120, 14 lines), comments that speak of one line of an initialiser (flash-attention, 3 lines), the size of an array whose elements have an unknown type (FlashInfer, one static assertion); what member functions would do that nothing uses in an instance of their class, with their comments (MagiAttention's backward sources, 29 lines); the strides of modes that are one mode in the descriptor of a TMA (CUTLASS's test of TMA loads, 1 line); and comments in a kernel with more instances than are kept (the same tests, 4 lines).

At 2aaf7e54 the files of CUTLASS's \`examples/cute\` and \`test/unit/cute\`, of MagiAttention, of qutlass and of DeepGEMM were checked again. One finding was new, and false: a barrier in MagiAttention's \`internode_utils.cuh\` to which only the other block of a cluster comes, and of which the followed block was said to be missing with all its threads. It is mended.

With the accesses that are followed since then (local arrays, arrays of the device and of constant memory, cooperative groups, CUDA's asynchronous copies), at c6df1759 and with what it mends: all of MagiAttention (38 files), flux (158, with its \`include\`), FBGEMM (66) and flash-attention (53), 113 files of CUTLASS's examples, 54 of its headers, 41 of its tests and tutorials, 28 of DeepGEMM and 19 of qutlass. What was found is in the list above, but for one comment of FBGEMM, true: \`tOgO\` of \`hstu_hopper/utils.h\`. Two classes were false, and are mended: a static zero that divides a static zero, which CuTe compiles (FBGEMM's \`hstu_hopper\`, 4 lines), and shared memory that a function is given by reference or through the address of an element, which was said to be read or not to be written (CUTLASS example 93, 2 lines).

At cad93940, 756 sources that a compiler is given: 548 of flash-attention, 84 of CUTLASS's examples, 56 of flux, 48 of CUTLASS's tutorials and tests, 20 of FBGEMM. They have 119 lines at warning or above, each of a kind that the list above has, and none false.

At 64ff6ef4 and 68a081ed, 690 sources that a compiler is given, with what their builds write: 97 of CUTLASS's examples and tutorials, 35 of its tests of CuTe, 128 of its tests of GEMMs, epilogues and convolutions, from which \`include/cutlass\` is seen, 66 of flash-attention, 272 of FBGEMM, 71 of flux, 10 of MagiAttention, 9 of qutlass, 2 of DeepGEMM. Three classes of findings were false, and are mended: what a member would do of a class that only \`decltype\` names (flux, 35 lines), elements of 4 bits in an array of the language, of which each takes a byte (CUTLASS example 91, 2 lines), and the size of a union whose parts derive from \`aligned_struct\` (flash-attention, 1 line). The other 133 lines are true: 122 comments, the tests of \`logical_divide\` and of TMA, flux's \`test_tma_copy.cu\` and MagiAttention's commas that the list above has, and one that it has not: \`sm100_gemm_planar_cf16_cf16_cf16_tensor_op_cf32.cu\` asks for a collective epilogue whose header nothing includes, and nvcc 13 stops at the same static assertion ("Could not find an epilogue specialization.").

No access was found to be wrong.`;

/** What of the mistakes in `test/fixtures/planted` is found. `npm test` asserts each row. */
function planted(): string {
  const programs = plantedPrograms();
  const mistakes = programs.flatMap(({ name, mistake, missed, judged }) =>
    mistake ? [{ name, ...mistake, missed, judged }] : [],
  );
  const slugs = [...new Set(mistakes.map(({ slug }) => slug))].sort();
  const counts = slugs.map((slug) => {
    const of = mistakes.filter((one) => one.slug === slug);
    const name = checks.some((check) => check.slug === slug) ? `[${slug}](#${slug})` : `${slug} (no check yet)`;
    const found = of.filter(({ missed }) => missed === undefined).length;
    const reported = of.filter(({ judged }) => judged && judged.reports.length > 0).length;
    const fail = of.filter(({ judged }) => judged && !judged.passes).length;
    return `| ${name} | ${of.length} | ${found} | ${reported} | ${fail} |`;
  });
  const judged = programs.filter((one) => one.judged).length;
  const unfounded = programs.filter((one) => one.unfounded !== undefined);
  const unseen = mistakes.filter((one) => one.judged?.reports.length === 0 && one.missed === undefined);
  const hanging = unseen.filter(({ judged: one }) => one && one.hangs.length > 0).length;
  const missed = mistakes.flatMap(({ name, slug, line, missed: why }) =>
    why === undefined ? [] : [`| \`${name}\` | ${slug}, line ${line} | ${why} |`],
  );
  return [
    '# Planted mistakes',
    [
      `\`test/fixtures/planted\` has ${mistakes.length} complete programs with one mistake each, and`,
      `${programs.length - mistakes.length} correct ones. Each row is asserted by \`npm test\`: a mistake is found on its`,
      'line, and nothing is found at warning or above in the correct programs.',
      `${judged} of the ${programs.length} were run on a GPU (${judgedOn}), by themselves and under`,
      "compute-sanitizer's memcheck, racecheck, initcheck and synccheck: all correct ones pass, and nothing is reported",
      `of them, but for ${unfounded.length} with barriers and pipelines of libcu++, of which synccheck says`,
      `\`${unfounded[0]?.unfounded}\` (${unfounded.map(({ name }) => `\`${name}\``).join(', ')}).`,
    ].join(' '),
    [
      '| mistake | planted | found | compute-sanitizer reports something | the program fails, hangs or prints FAIL |',
      '| --- | ---: | ---: | ---: | ---: |',
      ...counts,
    ].join('\n'),
    `${unseen.length} mistakes are found here of which compute-sanitizer says nothing (${hanging} of these programs hang, under its tools as well): ${unseen.map(({ name }) => `\`${name}\``).join(', ')}.`,
    unseenBefore,
    missed.length === 0
      ? 'All of them are found.'
      : `Not found:\n\n${['| program | mistake | why |', '| --- | --- | --- |', ...missed].join('\n')}`,
  ].join('\n\n');
}

/** Programs that were written to find what is not found. */
const unseenBefore = [
  'At 64ff6ef4, 197 programs by somebody who did not know the analysis, 46 of them correct: nothing was said of',
  'the correct ones, and 112 of 151 mistakes were found, 108 of them on their line. 144 of these programs ran',
  'on an H200, all correct ones among them, which pass; racecheck reports races in two of those, one with',
  'barriers in assembly and one with flags that threads wait for, and initcheck in four that the host reads',
  'memory that nobody wrote. Of what was missed, these classes are mended: accesses beside one whose index',
  'comes from data, memory that a `std::unique_ptr` holds, vector types of CUDA, updates that are not spelled',
  "`+=`, and members of unnamed unions without a name. These are not: the storage of CUTLASS's pipeline",
  'classes, addresses that are rounded up through `uintptr_t`, `atomicInc`, named barriers that wait for too',
  'few threads, and what depends on data: conditions, values that may be the same, and swizzles of which only',
  'values say that they differ. 23 of the programs are among those above.',
].join(' ');

/** How the accesses of random kernels compare with those that a host compiler and a GPU record. */
function randomKernels(): string {
  const { host, gpu } = recordedAccesses();
  return [
    '# Random kernels',
    [
      '`npm run test:oracle -- accesses` writes random kernels, with index arithmetic, branches, loops, functions,',
      'objects in shared memory, partitions, tiled copies and products. It compiles them for the host with CuTe, so that',
      'each access of memory is recorded, and runs them for one thread after the other. For each block that is followed',
      'here, each thread, each array, reads and writes apart, the bytes must be the same; where something is not',
      'followed, what is claimed must be among them.',
    ].join(' '),
    outcomeOf(present(host)),
    ...(gpu === undefined
      ? []
      : [
          [
            'Other such kernels ran on a GPU, where a tool on the API of Compute Sanitizer records each access of each',
            'thread. They are compiled without optimisation, so that the compiler neither removes nor merges an access.',
            `It removes a read of what nothing uses all the same, so ${gpu.again} kernels were compiled again for debugging`,
            `(\`-G\`). Also then ${gpu.removed} lack reads of a number that nothing uses (\`k += g[i]\`, and no \`k\` behind it);`,
            'run by the host, these agree. What is compared are sets of bytes, as above, so the width of an access does',
            'not count.',
          ].join(' '),
          outcomeOf(gpu, [gpu.gpu, gpu.compiler], gpu.removed),
          [
            'At 64ff6ef4, 400 more (seed 3113000, NVIDIA H200): 114,637 sets of bytes of 1,020 blocks. Two kernels lack',
            'reads there that decide nothing, and no other differs; 20 did not run, since CuTe refuses two of them. Of 150',
            'kernels by the host (seed 3113001), 44,888 sets were compared, and none differs.',
          ].join(' '),
        ]),
  ].join('\n\n');
}

function outcomeOf({ tally, cutlass }: RecordedRun, by: readonly string[] = [], removed = 0): string {
  const { kernels, failed, blocks, compared, partly, wrong, seed } = tally;
  const n = (count: number): string => count.toLocaleString('en');
  const from = [`seed ${seed}`, `CUTLASS ${cutlass.slice(0, 9)}`, ...by].join(', ');
  return [
    `Of ${n(kernels)} kernels (${from}), ${n(failed)} did not compile or end, and`,
    `${n(blocks)} blocks were followed: ${n(compared)} sets of bytes were compared, ${n(partly)} of them where not`,
    `everything is followed. ${wrong === 0 ? (removed === 0 ? 'None differs.' : 'No other differs.') : `${n(wrong)} kernels differ.`}`,
  ].join(' ');
}

/** `performance`: what stands before the checks of performance. */
export function checksPage(performance: string): string {
  const groups = Object.entries(topics)
    .map(([topic, title]) => ({ topic, title, members: checks.filter((check) => check.topic === topic) }))
    .filter(({ members }) => members.length > 0);
  const contents = groups
    .map(({ title, members }) => `- ${title}: ${members.map(({ slug }) => `[${slug}](#${slug})`).join(', ')}`)
    .join('\n');
  const sections = groups.flatMap(({ topic, title, members }) => [
    `# ${title}`,
    ...(topic === 'performance' ? [performance] : []),
    ...members.map(section),
  ]);
  const last =
    '- [Planted mistakes](#planted-mistakes), [Random kernels](#random-kernels), [In code that works](#in-code-that-works)';
  const whole = [opening, `${contents}\n${last}`, ...sections, planted(), randomKernels(), inCodeThatWorks];
  return `${whole.join('\n\n')}\n`;
}

function section({ slug, title, level, explains, bad, good, language }: Check): string {
  return [
    `## ${slug}`,
    `**${title}.** Level: ${level}.`,
    explains,
    'Found:',
    code(bad, language),
    'Right:',
    code(good, language),
  ].join('\n\n');
}

function code(text: string, language: Check['language']): string {
  return `\`\`\`${language ? 'rust' : 'cpp'}\n${text}\n\`\`\``;
}

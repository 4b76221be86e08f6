// The texts of `--help`, and the error for wrong usage (exit status 2).
import { views } from '../../../core/src/views/index';
import { settings, verifySettings } from '../settings';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const generalHelp = `cute-lens: what CuTe layouts a CUDA C++ program computes, without compiling it

Usage:
  cute-lens inspect FILE [options]    every declaration with a value, in source order
  cute-lens check FILE... [options]   what is wrong with the layouts of a program
  cute-lens verify FILE [options]     compile it, run it, and compare what the machine says with what is predicted
  cute-lens eval EXPR [options]       what cute::print writes for one expression
  cute-lens eval --batch FILE         the same for many, of a tensor its layout; one line of JSON for each
  cute-lens explain EXPR              how CuTe computes it, step by step
  cute-lens explain FILE:LINE:NAME    the same for a declaration of a file
  cute-lens draw EXPR -o FILE.svg     its picture: layout, partition, tiled copy, tiled MMA …; also .html, .tex, .txt
  cute-lens draw FILE:LINE:NAME -o …  the same for a declaration of a file

  cute-lens COMMAND --help            the options of a command
  cute-lens --version

Exit status: 0 fine, 1 findings (an expression that CuTe refuses or that is not known), 2 wrong usage or input.
`;

/** The view `measured` needs a recorded run, which only the editor has. */
const viewNames = views
  .map(({ id }) => id)
  .filter((id) => id !== 'measured')
  .join(', ')
  .replace(/^(.{50,75}),\s/, '$1,\n                             ');

/** Options that set the inputs of a program. */
const given = `  --args "512 768 256 N T"   arguments of the program
  --define NAME=VALUE        a value for a name that the source leaves open; may be repeated
  -I, --include DIR          a folder for #include "…"; may be repeated
`;
/** Options that select what is looked at. */
const seen = `  --from FILE                for a header: a source that includes it, whose main, launches and instantiations say what its
                             templates are; may be repeated. Without it, up to four are looked for in the project's folder
  --thread T                 threadIdx to look at: 5, or 5,0,0 (default 0)
  --block X,Y,Z              blockIdx to look at (default 0,0,0)
  --arch SM                  architecture to assume: sm_80, sm_90, sm_100 (default ${settings.cudaArch.default})
`;

export const inspectHelp = `cute-lens inspect FILE: every declaration with a value, in source order

Options:
${given}${seen}  --all-files                also the declarations of the local headers that FILE includes
  --json                     one JSON object on standard output

In JSON, "line" and "column" count from 1 and are where the declaration starts. "text" is what cute::print writes
(for a tensor: what print(tensor.layout()) writes), or null where the value is not known; "unknown" then says why.
"texts" lists every distinct text over kernel instances and calls.
`;

export const checkHelp = `cute-lens check FILE...: what is wrong with the layouts of a program, and with those of the local headers it includes

Options:
${given}${seen}  --json                     one JSON object: { "diagnostics": [ { "file", "line", "column", "endLine", "endColumn", "level",
                             "slug", "message", "related", "fixes" } ] }; lines and columns count from 1
  --sarif                    SARIF 2.1.0, for code hosts

Without --json or --sarif, one line each: FILE:LINE:COLUMN: LEVEL: MESSAGE [SLUG]. Hints are left to editors and --json.
Levels are those of the checks (docs/checks.md); a cute-lens.json beside FILE or above it changes them:
  { "checks": { "tile-remainder": "error", "stale-shape-comment": "off" } }

Exit status: 0 when nothing is at warning or above, 1 when something is, 2 for wrong usage or input.
`;

export const verifyHelp = `cute-lens verify FILE: compiles and runs a copy of the program with probes, and compares what CuTe says there with what is predicted

Options:
${given}  --host                     the host compiler instead of nvcc and a GPU; kernels are run by one thread
  --driver FILE              where FILE has no main: verify through this program, which is made up where it is not there yet
  --threads 0,37,-1          up to eight threads that record, -1 the last (default: first, last and a spread)
  --blocks 0,-1              the same for blocks; each thread of the first block records which elements are its own
  --nvcc FILE                nvcc (default: from PATH, CUDA_HOME, /usr/local/cuda)
  --cutlass DIR              CUTLASS (default: from CUTLASS_PATH, CUTLASS_DIR, compile_commands.json, the pip package)
  --launcher "srun -n1"      words before the program, to run it elsewhere
  --folder DIR               where the program is put to be run; a launcher's machine must see it too
  --arch SM                  architecture to compile for (default: the GPU's)
  --flag FLAG                one more flag for the compiler, such as --flag=-lcuda; may be repeated
  --compile-timeout SECONDS  (default ${verifySettings.compileMs.default})
  --timeout SECONDS          for the run (default ${verifySettings.runMs.default})
  --report FILE              the report as Markdown
  --records FILE             what was recorded, as JSON
  --json                     the report as one JSON object on standard output

The file itself is not touched. Flags of the language and include folders come from compile_commands.json where it knows FILE.
Exit status: 0 nothing is refuted, 1 something is or the program failed, 2 it could not be tried: wrong usage, no tools,
no GPU, a compiler error.
`;

export const evalHelp = `cute-lens eval EXPR: what cute::print writes for one C++ expression; "using namespace cute" is assumed

An address is only known to a program that runs: where CuTe prints one there is the name of the memory and the distance
from its start in elements, gmem_ptr[32b](data+96), or three dots.

Options:
  --setup "auto a = …;"      C++ statements to run before it; may be repeated
  --define NAME=VALUE        a value for a name; may be repeated
  --batch FILE               JSON { "cases": [ { "id", "setup"?, "expr" } ] }; prints one line of JSON for each case:
                             { "id", "text" } or { "id", "error": { "code", "message" } }. FILE may be - for standard input.
                             Of a tensor "text" is its layout, as in inspect; the whole where the case has "kind": "value".
  --values                   also "values": the values of a layout (at most 64) or tensor (the first 16 of a larger one) in order
  --json                     JSON for a single expression too

Exit status: 0 when every expression has a value, 1 when one has not, 2 for wrong usage or input.
`;

export const explainHelp = `cute-lens explain EXPR|FILE:LINE:NAME: how CuTe computes a value, step by step, with every layout on the way

EXPR is one C++ expression; "using namespace cute" is assumed. FILE:LINE:NAME is a declaration, by the line on which it
starts or its name stands.

Options:
  --setup "auto a = …;"      C++ statements to run before EXPR; may be repeated
${given}${seen}  --json                     one JSON object: { "expression", "by", "source"?, "given": [ { "written", "value" } ],
                             "steps": [ { "op", "text", "operand"?, "value", "offset"? } ], "result" }

The last step is the result. Exit status: 0 when there are steps, 1 when the value is not known or CuTe does not define it
by other functions, 2 for wrong usage or input.
`;

export const drawHelp = `cute-lens draw EXPR|FILE:LINE:NAME: the picture of a value

EXPR is one C++ expression; "using namespace cute" is assumed. FILE:LINE:NAME is a declaration, by the line on which it
starts or its name stands.

Options:
  -o, --out FILE             where to: .svg, .html (interactive, in one file), .tex (TikZ, as print_latex writes), .txt (as
                             print_layout writes), .json (what is drawn, as data). Without it, text on standard output
  --view VIEW                which picture: ${viewNames}.
                             Without it, the first that fits
  --palette PALETTE          colours of .svg: cute, which are print_latex's own (default), or distinct, which colour-blind
                             people tell apart
  --compare EXPR             another value beside it, with what differs marked
  --setup "auto a = …;"      C++ statements to run before EXPR; may be repeated
${given}${seen}
Of what is larger than a picture can show, the corner is drawn, and the picture says so.

Exit status: 0 when there is a picture, 1 when there is none, 2 for wrong usage or input.
`;

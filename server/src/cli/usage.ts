// The texts of `--help`, and the error for wrong usage (exit status 2).
import { say } from '../../../core/src/base/say';
import { views } from '../../../core/src/views/index';
import { settings, verifySettings } from '../settings';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const generalHelp =
  (): string => say`cute-lens: evaluates the CuTe layouts of CUDA C++ programs without compiling them

Usage:
  cute-lens inspect FILE [options]    every declaration with a value, in source order
  cute-lens check FILE|FOLDER...      problems with the layouts of programs
  cute-lens verify FILE [options]     compile a copy with probes, run it, and compare with the predictions
  cute-lens eval EXPR [options]       what cute::print writes for one expression
  cute-lens eval --batch FILE         the same for many expressions; one line of JSON for each
  cute-lens explain EXPR              how CuTe computes the value, step by step
  cute-lens explain FILE:LINE:NAME    the same for a declaration of a file
  cute-lens draw EXPR -o FILE.svg     a picture: layout, partition, tiled copy, tiled MMA …; also .html, .tex, .txt
  cute-lens draw FILE:LINE:NAME -o …  the same for a declaration of a file
  cute-lens lsp                       the language server for editors, on standard input and output
  cute-lens mcp                       tools for assistants, over the Model Context Protocol
  cute-lens completion bash|zsh|fish  a script that completes commands, options and files in a shell

  cute-lens COMMAND --help            the options of a command
  cute-lens COMMAND --locale de       findings, reasons and reports in German; without it they are English
  cute-lens --version

Exit status: 0 success, 1 findings (or an expression that CuTe refuses or whose value is unknown), 2 wrong usage or input.
`;

/** The view `measured` needs a recorded run, which only the editor has. */
const viewNames = views
  .map(({ id }) => id)
  .filter((id) => id !== 'measured')
  .join(', ')
  .replace(/^(.{50,75}),\s/, '$1,\n                             ');

/** Options that set the inputs of a program. */
const given = (): string => say`  --args "512 768 256 N T"   arguments of the program
  -D, --define NAME=VALUE    a value for a name that the source leaves open, or for #if; may be repeated
  -I, --include DIR          a folder for #include "…"; may be repeated
`;
/** Options that select what is looked at. */
const seen =
  (): string => say`  --from FILE                for a header: a source that includes it, whose main, launches and instantiations
                             determine its template arguments; may be repeated. Without it, up to
                             ${settings.includingFiles.default} sources are searched for in the folder of the project
  --thread T                 threadIdx of the shown values: 5, or 5,0,0 (default 0)
  --block X,Y,Z              blockIdx of the shown values (default 0,0,0)
  --arch SM                  architecture to assume: sm_80, sm_90, sm_100 (default: that of compile_commands.json,
                             or else sm_90)
`;

export const inspectHelp = (): string => say`cute-lens inspect FILE: every declaration with a value, in source order

Options:
${given()}${seen()}  --all-files                also the declarations of the local headers that FILE includes
  --json                     one JSON object on standard output

In JSON, "line" and "column" count from 1 and are where the declaration starts. "text" is what cute::print writes
(for a tensor: what print(tensor.layout()) writes), or null if the value is unknown; "unknown" then has the reason.
"texts" lists every distinct text over kernel instances and calls.
`;

export const checkHelp =
  (): string => say`cute-lens check FILE|FOLDER...: problems with the layouts of programs and of the local headers that they include

Options:
${given()}${seen()}  --json                     one JSON object: { "diagnostics": [ { "file", "line", "column", "endLine",
                             "endColumn", "level", "slug", "message", "related", "fixes" } ],
                             "notFollowed": [ { "file", "line", "column", "kernel", "what", "why" } ] };
                             lines and columns count from 1
  --sarif                    SARIF 2.1.0, for code hosts
  --write-baseline FILE      write the warnings and errors that there are now to FILE
  --baseline FILE            leave out the findings that are in FILE. A finding is known by its file, its check and
                             the text of its line, wherever the line has moved
  --no-accesses              do not follow all threads of kernels through memory: faster
  -w, --watch                check again when a file changes that was read

Without --json or --sarif, each finding is one line: FILE:LINE:COLUMN: LEVEL: MESSAGE [SLUG]. Hints are only in --json.
Each check has a level (docs/checks.md); a cute-lens.json in the folder of FILE or above it changes levels:
  { "checks": { "tile-remainder": "error", "stale-shape-comment": "off" }, "ignore": ["third_party/"] }

Of a FOLDER, the files below it are checked that mention CuTe or cuTile, except for those that .gitignore, or "ignore"
in cute-lens.json, leaves out; a header once, as part of the first source that includes it.

Exit status: 0 if no finding is a warning or an error, 1 if one is, 2 for wrong usage or input.
`;

export const verifyHelp =
  (): string => say`cute-lens verify FILE: compiles and runs a copy of the program with probes, and compares the values that CuTe prints
there with the predictions

Options:
${given()}  --host                     use the host compiler instead of nvcc and a GPU; one thread runs each kernel
  --driver FILE              if FILE has no main: verify through this program, which is created if it does not exist
  --threads 0,37,-1          up to eight threads that record; -1 is the last (default: first, last and some between)
  --blocks 0,-1              the same for blocks; every thread of the first block records the elements that it owns
  --nvcc FILE                nvcc (default: from PATH, CUDA_HOME, /usr/local/cuda)
  --cutlass DIR              CUTLASS (default: from CUTLASS_PATH, CUTLASS_DIR, compile_commands.json, the pip package)
  --launcher "srun -n1"      words in front of the program, to run it on another machine
  --folder DIR               the folder into which the program is copied; the machine that runs it must see it too
  --arch SM                  architecture to compile for (default: the GPU's)
  --flag FLAG                one more flag for the compiler, such as --flag=-lcuda; may be repeated
  --compile-timeout SECONDS  (default ${verifySettings.compileMs.default})
  --timeout SECONDS          for the run (default ${verifySettings.runMs.default})
  --report FILE              the report as Markdown
  --records FILE             the records as JSON
  --json                     the report as one JSON object on standard output

FILE is not changed. Language flags and include folders come from compile_commands.json if it lists FILE.
Exit status: 0 if there is no mismatch, 1 if there is one or the program failed, 2 if the verification could not run:
wrong usage, no tools, no GPU, a compiler error.
`;

export const evalHelp =
  (): string => say`cute-lens eval EXPR: what cute::print writes for one C++ expression; "using namespace cute" is assumed

Only a running program knows addresses. In place of an address, the output has the name of the memory and the distance
from its start in elements, gmem_ptr[32b](data+96), or three dots.

Options:
  --setup "auto a = …;"      C++ statements to run before it; may be repeated
  --define NAME=VALUE        a value for a name; may be repeated
  --batch FILE               JSON { "cases": [ { "id", "setup"?, "expr" } ] }; prints one line of JSON for each case:
                             { "id", "text" } or { "id", "error": { "code", "message" } }.
                             FILE may be - for standard input. For a tensor, "text" is its layout, as in
                             inspect; if the case has "kind": "value", it is the whole tensor.
  --values                   also "values": the values of a layout (at most 64) or of a tensor (of a larger one
                             the first 16) in order
  --json                     write JSON for a single expression too

Exit status: 0 if every expression has a value, 1 if one has none, 2 for wrong usage or input.
`;

export const explainHelp =
  (): string => say`cute-lens explain EXPR|FILE:LINE:NAME: how CuTe computes a value, step by step with every layout

EXPR is one C++ expression; "using namespace cute" is assumed. FILE:LINE:NAME is the declaration that starts on
that line, or whose name is on it.

Options:
  --setup "auto a = …;"      C++ statements to run before EXPR; may be repeated
${given()}${seen()}  --json                     one JSON object: { "expression", "by", "source"?,
                             "given": [ { "written", "value" } ],
                             "steps": [ { "op", "text", "operand"?, "value", "offset"? } ], "result" }

The last step is the result. Exit status: 0 if there are steps, 1 if the value is unknown or CuTe does not define it in
terms of other functions, 2 for wrong usage or input.
`;

export const lspHelp = (): string => say`cute-lens lsp: the language server on standard input and output, for any editor

An editor starts it; docs/editors.md shows how for Neovim, Emacs, Helix, Zed, Kate and Sublime Text.

Options:
  --stdio                    accepted and without effect: it speaks over standard input and output in any case
`;

export const mcpHelp =
  (): string => say`cute-lens mcp: tools for assistants, over the Model Context Protocol on standard input and output

The tools are cute_evaluate, cute_inspect, cute_explain, cute_check, cute_draw and cute_find. They read files, and write,
compile and run nothing. docs/assistants.md shows how assistants start it. Relative names of files are looked up in the
folder in which it is started.
`;

export const drawHelp = (): string => say`cute-lens draw EXPR|FILE:LINE:NAME: the picture of a value

EXPR is one C++ expression; "using namespace cute" is assumed. FILE:LINE:NAME is the declaration that starts on
that line, or whose name is on it.

Options:
  -o, --out FILE             the output file: .svg, .html (interactive, in one file), .tex (TikZ, as print_latex
                             writes), .txt (as print_layout writes), .json (the data of the picture).
                             Without it, text is written to standard output
  --view VIEW                the kind of picture: ${viewNames}.
                             Without it, the first that accepts the value
  --palette PALETTE          the colours of .svg: cute, those of print_latex (default), or distinct, which
                             colour-blind people can distinguish
  --compare EXPR             another value beside it, with the differences marked
  --setup "auto a = …;"      C++ statements to run before EXPR; may be repeated
${given()}${seen()}
If the value is too large for a picture, its corner is drawn, and the picture says so.

Exit status: 0 if there is a picture, 1 if there is none, 2 for wrong usage or input.
`;

export const completionHelp =
  (): string => say`cute-lens completion bash|zsh|fish: a script that completes commands, options and files

  bash: eval "$(cute-lens completion bash)" in ~/.bashrc
  zsh:  eval "$(cute-lens completion zsh)" in ~/.zshrc, after compinit
  fish: cute-lens completion fish > ~/.config/fish/completions/cute-lens.fish
`;

/** The help of each command. */
export const helpOf: Readonly<Record<string, () => string>> = {
  inspect: inspectHelp,
  check: checkHelp,
  verify: verifyHelp,
  eval: evalHelp,
  explain: explainHelp,
  draw: drawHelp,
  lsp: lspHelp,
  mcp: mcpHelp,
  completion: completionHelp,
};

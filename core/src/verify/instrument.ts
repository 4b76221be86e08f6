// Inserts probes into a program: text in, text out. No insertion adds a line, and `#line` names the user's file, so
// compiler messages refer to the user's lines.
import type { AnalyzeInput } from '../analysis';
import type { FileId, Span, Stretch } from '../base/span';
import type { Program } from '../ir/program';
import { uncommentedAt } from '../text/code';
import { directivesIn, sequenceIn, tokensIn, tokensOfDirective, type Token } from '../text/tokens';
import type { Places } from './places';
import { isInteger, type Asked, type Plan, type Probe } from './plan';

export interface InstrumentInput {
  readonly plan: Plan;
  readonly programs: ReadonlyMap<FileId, Program>;
  readonly includes: AnalyzeInput['includes'];
  readonly places: ReadonlyMap<FileId, Places>;
  /** The name of the copy of a file, by which other copies include it. */
  readonly copyOf: (file: FileId) => string;
  /** True for a host compiler, which calls kernels instead of launching them. */
  readonly host: boolean;
}

interface Edit {
  readonly at: number;
  /** The number of characters that are replaced. */
  readonly cut: number;
  readonly text: string;
}

/** The copies of all files, by the name that `copyOf` gives them. */
export function instrument(input: InstrumentInput): ReadonlyMap<string, string> {
  const copies = new Map<string, string>();
  for (const [file, { text }] of input.programs)
    copies.set(input.copyOf(file), `#line 1 ${quoted(file)}\n${applied(text, editsOf(file, input))}`);
  return copies;
}

/** The macros for CuTe and CUTLASS that the entry file defines before it includes CuTe. The prelude includes CuTe
 *  earlier, so it needs them too. */
export function earlyMacros(text: string): string {
  const directives = directivesIn(text).map((directive) => ({
    directive,
    words: tokensOfDirective(text, directive).map((token) => token.text),
  }));
  const first = directives.findIndex(({ words }) => includesCute(words));
  return directives
    .slice(0, Math.max(0, first))
    .filter(
      ({ words: [what, name = ''] }) => (what === 'define' || what === 'undef') && /^(?:CUTE|CUTLASS)_/.test(name),
    )
    .map(({ directive }) => directive.text)
    .join('\n');
}

/** `#include <cute/…>` or `#include <cutlass/…>`. */
function includesCute([what, open, folder = '', slash]: readonly string[]): boolean {
  return what === 'include' && open === '<' && ['cute', 'cutlass'].includes(folder) && slash === '/';
}

function editsOf(file: FileId, input: InstrumentInput): Edit[] {
  const { plan, host } = input;
  const insert = (at: number, inserted: string): Edit => ({ at, cut: 0, text: inserted });
  return [
    ...includeEdits(file, input),
    ...(plan.main?.file === file ? [insert(plan.main.body, ' ::cute_lens::start();')] : []),
    ...plan.kernels
      .filter((kernel) => kernel.file === file)
      .map(({ body, id }) => insert(body, ` CUTE_LENS_KERNEL(${id});`)),
    ...plan.sites
      .filter((site) => site.file === file)
      .flatMap(({ start, end, braces, id }) => {
        const announced = `::cute_lens::launching(${id}); `;
        return braces ? [insert(start, `{ ${announced}`), insert(end, ' }')] : [insert(start, announced)];
      }),
    ...plan.asked.flatMap((asked): Edit[] => {
      const { probe } = asked;
      if (probe?.uses)
        return probe.uses
          .filter((use) => use.file === file)
          .map((use) => insert(use.at, probeText(asked, { ...use, id: probe.id, name: use.text, owned: false })));
      if (probe?.span.file !== file) return [];
      const text = probeText(asked, probe);
      return probe.close === undefined
        ? [insert(probe.at, text)]
        : [insert(probe.at, `{${text} `), insert(probe.close, ' }')];
    }),
    ...(host ? hostEdits(file, input) : []),
  ];
}

function probeText(
  { fact }: Asked,
  { id, name, ask, owned, owner }: Pick<Probe, 'id' | 'name' | 'ask' | 'owned' | 'owner'>,
): string {
  const rest = owner === undefined ? '' : `, ${owner}`;
  switch (ask) {
    case 'value':
      return ` ::cute_lens::probe${owned ? '<true>' : ''}(${id}, ${name});`;
    case 'type':
      return ` ::cute_lens::probe_type<${name}>(${id});`;
    case 'constant-type':
    case 'template-type':
      return ` static_assert(&::cute_lens::type_probe<${id}, ${name}${rest}>::registered != nullptr, "");`;
    case 'constant': {
      const kind = fact.seen.some(({ value }) => isInteger(value))
        ? `value_probe<${id}, ${name}${rest}>`
        : `type_probe<${id}, decltype(${name})${rest}>`;
      return ` static_assert(&::cute_lens::${kind}::registered != nullptr, "");`;
    }
  }
}

/** An `#include` of a file that is copied too is changed to name the copy. */
function includeEdits(file: FileId, { programs, includes, copyOf }: InstrumentInput): Edit[] {
  const program = programs.get(file);
  return (program?.includes ?? []).flatMap(({ path, span }): Edit[] => {
    const target = includes.get(`${file}\0${path}`);
    const header = program && headerNameIn(program.text, span);
    if (!header || target === undefined || target === null || !programs.has(target)) return [];
    return [{ at: header.start, cut: header.end - header.start, text: quoted(copyOf(target)) }];
  });
}

/** The place of the header's name in an `#include`, with its quotes or angle brackets; undefined where a macro names
 *  it. */
function headerNameIn(text: string, directive: Span): Stretch | undefined {
  const tokens = tokensOfDirective(text, directive);
  const literal = tokens.find(({ kind }) => kind === 'string');
  if (literal) return literal;
  const [open, close] = [sequenceIn(tokens, '<'), sequenceIn(tokens, '>')];
  return open && close && { start: open.start, end: close.end };
}

/** For a host compiler launches become calls, and dynamic shared memory becomes an array. */
function hostEdits(file: FileId, { places, programs }: InstrumentInput): Edit[] {
  const [here, program] = [places.get(file), programs.get(file)];
  if (!here || !program) return [];
  return [
    ...here.launches.flatMap((launch) => launchEdits(launch, program)),
    ...here.dynamicShared.flatMap((variable) => arrayEdits(variable, program)),
  ];
}

/** `kernel<<<grid, block>>>(…)` becomes `launch(grid, block), kernel(…)`. Line breaks are kept. */
function launchEdits({ kernel, config, span }: Places['launches'][number], program: Program): Edit[] {
  const { text } = program;
  const open = sequenceIn(tokensIn(text, { start: kernel.span.end, end: span.end }), '<<', '<');
  const behind = config.at(-1)?.span.end ?? open?.end;
  if (!open || behind === undefined) return [];
  const close = sequenceIn(tokensIn(text, { start: behind, end: span.end }), '>', '>', '>');
  if (!close) return [];
  const dimensions = uncommentedAt(program, { start: open.end, end: close.start });
  return [
    { at: kernel.span.start, cut: 0, text: `::cute_lens::launch(${dimensions.replace(/\s+/g, ' ')}), ` },
    { at: open.start, cut: close.end - open.start, text: dimensions.replace(/[^\n]/g, '') },
  ];
}

/** `extern __shared__ char smem[];` becomes a static array. */
function arrayEdits({ span, nameSpan }: Places['dynamicShared'][number], { text }: Program): Edit[] {
  const isExtern = ({ text: word }: Token): boolean => word === 'extern';
  const word = tokensIn(text, { start: span.start, end: nameSpan.start }).find(isExtern);
  const brackets = sequenceIn(tokensIn(text, { start: nameSpan.end, end: span.end }), '[', ']');
  return !word || !brackets
    ? []
    : [
        { at: word.start, cut: word.end - word.start, text: 'static' },
        { at: brackets.start + 1, cut: 0, text: '1 << 18' },
      ];
}

/** Edits at one place are applied in the order in which they are given. */
function applied(text: string, edits: readonly Edit[]): string {
  let out = '';
  let done = 0;
  for (const { at, cut, text: inserted } of edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((a, b) => a.at - b.at || a.order - b.order)) {
    out += text.slice(done, Math.max(done, at)) + inserted;
    done = Math.max(done, at + cut);
  }
  return out + text.slice(done);
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

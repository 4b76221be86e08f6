// A program with its probes: text in, text out. Every insertion stays on its line, and `#line` names the user's file,
// so that what a compiler says is about the user's lines.
import type { AnalyzeInput } from '../analysis';
import type { FileId } from '../base/span';
import type { Program } from '../ir/program';
import { sourceOf, uncommented } from '../text/code';
import type { Places } from './places';
import { isInteger, type Asked, type Plan, type Probe } from './plan';

export interface InstrumentInput {
  readonly plan: Plan;
  readonly programs: ReadonlyMap<FileId, Program>;
  readonly includes: AnalyzeInput['includes'];
  readonly places: ReadonlyMap<FileId, Places>;
  /** How a file of the program is called among the copies: what its `#include`s name. */
  readonly copyOf: (file: FileId) => string;
  /** For a host compiler: kernels are called, not launched. */
  readonly host: boolean;
}

interface Edit {
  readonly at: number;
  /** How many characters are replaced. */
  readonly cut: number;
  readonly text: string;
}

/** The copies, by the name that `copyOf` gives them. */
export function instrument(input: InstrumentInput): ReadonlyMap<string, string> {
  const copies = new Map<string, string>();
  for (const [file, { text }] of input.programs)
    copies.set(input.copyOf(file), `#line 1 ${quoted(file)}\n${applied(text, editsOf(file, input))}`);
  return copies;
}

/** Macros that the entry sets up before it includes CuTe: they have to hold where the probes include it. */
export function earlyMacros(text: string): string {
  const source = uncommented(sourceOf(text));
  const first = /^[ \t]*#[ \t]*include[ \t]*<(?:cute|cutlass)\//m.exec(source)?.index ?? 0;
  return (
    source.slice(0, first).match(/^[ \t]*#[ \t]*(?:define|undef)[ \t]+(?:CUTE|CUTLASS)_(?:[^\\\n]|\\\n|\\.)*$/gm) ?? []
  ).join('\n');
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

/** Headers that are copied too are included by the name of the copy. */
function includeEdits(file: FileId, { programs, includes, copyOf }: InstrumentInput): Edit[] {
  const program = programs.get(file);
  const text = program ? uncommented(program) : '';
  return (program?.includes ?? []).flatMap(({ path, span }): Edit[] => {
    const target = includes.get(`${file}\0${path}`);
    if (target === undefined || target === null || !programs.has(target)) return [];
    const written = text.slice(span.start, span.end);
    const at = written.search(/["<]/);
    const cut = written.slice(at + 1).search(/[">]/) + 2;
    return at < 0 || cut < 2 ? [] : [{ at: span.start + at, cut, text: quoted(copyOf(target)) }];
  });
}

/** Launches become calls, dynamic shared memory an array. */
function hostEdits(file: FileId, { places, programs }: InstrumentInput): Edit[] {
  const [here, program] = [places.get(file), programs.get(file)];
  if (!here || !program) return [];
  const text = uncommented(program);
  const launches = here.launches.flatMap(({ kernel, config }): Edit[] => {
    const open = text.indexOf('<<<', kernel.span.end);
    const close = text.indexOf('>>>', config.at(-1)?.span.end ?? open);
    if (open < 0 || close < 0) return [];
    const dimensions = text.slice(open + 3, close);
    return [
      { at: kernel.span.start, cut: 0, text: `::cute_lens::launch(${dimensions.replace(/\s+/g, ' ')}), ` },
      { at: open, cut: close + 3 - open, text: dimensions.replace(/[^\n]/g, '') },
    ];
  });
  const arrays = here.dynamicShared.flatMap(({ span, nameSpan }): Edit[] => {
    const at = text.slice(span.start, nameSpan.start).search(/\bextern\b/);
    const bracket = text.slice(nameSpan.end, span.end).search(/\[\s*\]/);
    return at < 0 || bracket < 0
      ? []
      : [
          { at: span.start + at, cut: 'extern'.length, text: 'static' },
          { at: nameSpan.end + bracket + 1, cut: 0, text: '1 << 18' },
        ];
  });
  return [...launches, ...arrays];
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

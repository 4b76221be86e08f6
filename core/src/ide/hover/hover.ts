// The hover: what is known about a place in the text, in the order of interest to a reader of layouts. Renders nothing
// and evaluates nothing; every number comes from the Analysis.
import type { Analysis, Assumption, Fact, Instance, Observation } from '../../analysis';
import type { FileId, Span } from '../../base/span';
import type { Tensor, Unknown, Value } from '../../values/value';
import { factText, printValue } from '../../values/print';
import { isTuple } from '../../values/convert';
import { isTileValue } from '../../values/tile';
import { code, place, plain, type Action, type Block, type Hover, type Inline } from '../blocks';
import { derivationLine } from '../derivation';
import { describe, modesOf, sizes } from '../describe';
import { explanation, type Explain, type Explanation } from '../explain';
import { factAt, unknownOf, viewOf, type View } from '../fact-at';
import { modeNames } from './mode-names';
import { ownershipTable } from './ownership';
import { tileBlocks } from '../cutile/describe';
import { tileContext } from '../cutile/context';
import { hasPicture } from '../pictures/visualize';
import { openNames } from '../pins';

export interface HoverInput {
  readonly analysis: Analysis;
  readonly file: FileId;
  readonly offset: number;
  /** The active instance. */
  readonly active: Instance | undefined;
  /** The text of a file of the analysis, for the comments beside declarations. */
  readonly textOf: (file: FileId) => string | undefined;
  /** Computes the steps of a derivation; without it the hover does not offer them. */
  readonly explain?: Explain;
  readonly verdictAt?: VerdictAt;
  /** The host can run the program on a machine. */
  readonly canVerify?: boolean;
}

/** The verdict of a machine on the shown value. */
export interface Verdict {
  readonly says: 'confirmed' | 'refuted';
  /** Whether the machine is a GPU, which can say more than a compiler. */
  readonly isGpu: boolean;
  /** `on NVIDIA H200 (sm_90a)`, `by g++ 12.2 (CUTLASS 4.7.0)`. */
  readonly by: string;
  /** How many threads confirmed it, or the reason why it is refuted. */
  readonly more: string;
  /** The value that the machine printed instead of the shown one. */
  readonly instead?: string;
}

/** The verdict on the text shown for a declaration, in the instance with this label (null outside kernels). */
export type VerdictAt = (declared: Span, instance: string | null, text: string) => Verdict | undefined;

const longestList = 6;

/** The derivation of the value that a hover at `offset` shows first. */
export function explanationAt(
  input: HoverInput & { readonly explain: Explain },
): { readonly title: string; readonly explanation: Explanation } | undefined {
  const fact = factAt(input.analysis, input.file, input.offset);
  const view = fact && viewOf(fact, input.analysis, input.active);
  const found = view && explanation(fact, view.lead, input.analysis, input.textOf, input.explain);
  return found && { title: fact.name ?? found.by, explanation: found };
}

/** The hover at `offset`; undefined where CuTe Lens has nothing to say. */
export function hover(input: HoverInput): Hover | undefined {
  const fact = factAt(input.analysis, input.file, input.offset);
  const view = fact && viewOf(fact, input.analysis, input.active);
  if (!fact || !view) return undefined;
  const value = view.lead.value;
  const assumptions = assumptionsOf(view.lead, input.analysis);
  const unknown = unknownOf(value);
  const blocks = unknown
    ? [...unknownBlocks(fact, unknown, openNames(view.lead, input.analysis)), ...assumed(assumptions)]
    : knownBlocks(fact, view.lead, input, assumptions);
  return {
    span: fact.span,
    known: !unknown,
    blocks: [...blocks, ...others(view), ...actions(input, fact, view, assumptions)],
  };
}

// ---- What is known -----------------------------------------------------------------------------------------------

function knownBlocks(fact: Fact, lead: Observation, input: HoverInput, assumptions: readonly Assumption[]): Block[] {
  const { value } = lead;
  const shown = !isTuple(value) && value.is === 'type' ? value.of : value;
  const verdict = verdictOf(fact, lead, input);
  if (verdict?.instead !== undefined) return refutedBlocks(fact, lead, { ...verdict, instead: verdict.instead }, input);
  const heading: Inline[] = [
    ...(fact.name ? [code(fact.name), plain(' · ')] : []),
    ...describe(value),
    ...sizes(shown),
  ];
  return [
    { is: 'printed', text: factText(shown) },
    { is: 'line', content: heading },
    ...verdictLine(verdict),
    ...modeTable(fact, shown, input),
    ...traitsList(shown),
    ...(isTileValue(shown) ? tileBlocks(shown) : []),
    ...tileContext(fact, lead, input),
    ...ownershipTable(shown),
    ...(shown === value ? offsetLine(shown, assumptions.filter(isSample)) : []),
    ...derivationLine(fact, value, input.analysis, input.file, input.textOf),
    ...assumed(hasOffset(shown) ? assumptions.filter((assumption) => !isSample(assumption)) : assumptions),
  ];
}

/** The verdict of a machine, if the declaration was verified and the verdict is on this text. */
function verdictLine(verdict: Verdict | undefined): Block[] {
  if (!verdict) return [];
  const { says, by, more } = verdict;
  return [
    {
      is: 'line',
      content: [
        plain(says === 'confirmed' ? `✓ confirmed ${by}` : `✗ refuted ${by}: ${more}`),
        ...(says === 'confirmed' && more !== '' ? [plain(` · ${more}`)] : []),
      ],
    },
  ];
}

/** The value that the machine printed comes first. What else is known would describe the wrong value, so it is left
 *  out, except for how CuTe Lens came to it. */
function refutedBlocks(
  fact: Fact,
  { value }: Observation,
  { by, instead }: Verdict & { readonly instead: string },
  { analysis, file, textOf }: HoverInput,
): Block[] {
  const shown = !isTuple(value) && value.is === 'type' ? value.of : value;
  return [
    { is: 'printed', text: instead },
    {
      is: 'line',
      content: [
        ...(fact.name ? [code(fact.name), plain(' · ')] : []),
        plain(`✗ refuted ${by}, which printed this value. CuTe Lens showed `),
        code(oneLine(shown)),
        plain(', which is a bug of CuTe Lens.'),
      ],
    },
    ...derivationLine(fact, value, analysis, file, textOf),
  ];
}

function verdictOf(
  { declared, span }: Fact,
  { instance, value }: Observation,
  { verdictAt, analysis }: HoverInput,
): Verdict | undefined {
  const within = analysis.instances.find(({ id }) => id === instance);
  const shown = !isTuple(value) && value.is === 'type' ? value.of : value;
  return verdictAt?.(
    declared ?? span,
    within === undefined || within.kernel === '' ? null : within.label,
    factText(shown),
  );
}

function modeTable(fact: Fact, value: Value, input: HoverInput): Block[] {
  const modes = modesOf(value);
  if (modes.length === 0) return [];
  const named = fact.declared ?? fact.span;
  const source = input.analysis.sources.get(named.file);
  const names = source ? modeNames(source, named, modes.length) : [];
  const header = ['mode', ...(names.length > 0 ? ['meaning'] : []), 'size', 'shape', 'stride'];
  const rows = modes.map((mode, at) => [
    plain(String(at)),
    ...(names.length > 0 ? [plain(names[at] ?? '')] : []),
    plain(mode.size),
    code(mode.shape),
    code(mode.stride),
  ]);
  return [{ is: 'table', header, rows }];
}

/** The layouts of an atom. CuTe prints them with an atom; for `MMA_Traits` they are listed as members. */
function traitsList(value: Value): Block[] {
  if (isTuple(value) || value.is !== 'mma-atom' || !value.traits) return [];
  const { thrId, shapeMNK, layoutA, layoutB, layoutC } = value;
  const members: readonly (readonly [string, Value])[] = [
    ['Shape_MNK', shapeMNK],
    ['ThrID', thrId],
    ['ALayout', layoutA],
    ['BLayout', layoutB],
    ['CLayout', layoutC],
  ];
  return [
    {
      is: 'list',
      title: 'CuTe does not print it; its members',
      items: members.map(([name, of]) => [plain(`${name} `), code(printValue(of))]),
    },
  ];
}

const isSample = ({ kind }: Assumption): boolean => kind === 'thread' || kind === 'block';

/** True for a tensor in memory, which has a start. A tensor in registers has none. */
function hasOffset(value: Value): value is Tensor {
  return !isTuple(value) && value.is === 'tensor' && !value.owning;
}

/** The start of a tensor, in elements from its base, and the thread that it is for. */
function offsetLine(value: Value, sample: readonly Assumption[]): Block[] {
  if (!hasOffset(value)) return [];
  const { space, offset, base } = value.data;
  const what = space === 'coordinates' ? 'starts at coordinate ' : 'offset ';
  const unit = space === 'coordinates' || space === 'descriptor' ? '' : ' elements';
  const from = base === undefined ? [] : [plain(' from '), code(base)];
  const whose = sample.length === 0 ? [] : [plain(` for ${sample.map(({ text, brief }) => brief ?? text).join(', ')}`)];
  return [{ is: 'line', content: [plain(what), code(offsetText(offset)), plain(unit), ...from, ...whose] }];
}

function offsetText(offset: Value): string {
  return unknownOf(offset) ? 'not known' : printValue(offset);
}

// ---- What is not known -------------------------------------------------------------------------------------------

function unknownBlocks(fact: Fact, value: Unknown, needs: readonly string[]): Block[] {
  const { cause, at } = value;
  const subject = fact.name ? [code(fact.name), plain(' is not known: ')] : [plain('Not known: ')];
  const why: Block = {
    is: 'line',
    content: [...subject, plain(cause.message), ...(at ? [plain(' ('), place('here', at), plain(')')] : [])],
  };
  return needs.length > 0 ? [why, pinLine(needs)] : [why];
}

function pinLine(needs: readonly string[]): Block {
  const names = needs.flatMap((name, at): Inline[] => [...(at === 0 ? [] : [plain(', ')]), code(name)]);
  const pin = `// cute-lens: ${needs.map((name) => `${name}=…`).join(', ')}`;
  return {
    is: 'line',
    content: [
      plain('To see it, give '),
      ...names,
      plain(' a value: write '),
      code(pin),
      plain(' above the function, or set '),
      code('cuteLens.defines'),
    ],
  };
}

// ---- What it rests on, and what else it may be -------------------------------------------------------------------

function assumptionsOf(seen: Observation, analysis: Analysis): readonly Assumption[] {
  const wanted = new Set(seen.assumes);
  return analysis.assumptions.filter(({ id }) => wanted.has(id));
}

function assumed(assumptions: readonly Assumption[]): Block[] {
  if (assumptions.length === 0) return [];
  const items = assumptions.map(({ text, at }): Inline[] => [at ? place(text, at) : plain(text)]);
  return [{ is: 'list', title: 'assumes', items: limited(items) }];
}

function others({ more, elsewhere }: View): Block[] {
  const repeated = more.map(({ value }): Inline[] => [code(oneLine(value))]);
  const instances = elsewhere.map(({ instance, seen }): Inline[] => [
    code(oneLine(seen.value)),
    plain(` in ${instance.label}`),
  ]);
  return [
    ...(repeated.length > 0 ? [{ is: 'list' as const, title: 'also, in other calls', items: limited(repeated) }] : []),
    ...(instances.length > 0
      ? [{ is: 'list' as const, title: 'differs between instances', items: limited(instances) }]
      : []),
  ];
}

function oneLine(value: Value): string {
  if (unknownOf(value)) return 'not known';
  const line = factText(value)
    .replace(/\s*\n\s*/g, '; ')
    .replace(/ +/g, ' ');
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`;
}

const longestLine = 120;

function limited(items: readonly (readonly Inline[])[]): readonly (readonly Inline[])[] {
  if (items.length <= longestList) return items;
  return [...items.slice(0, longestList), [plain(`and ${items.length - longestList} more`)]];
}

/** What a user can do about a mistake of CuTe Lens. */
const reports: readonly (readonly [string, Action])[] = [
  ['Report This', 'reportMismatch'],
  ['Copy Bug Report', 'copyBugReport'],
];

function actions(
  input: HoverInput,
  fact: Fact,
  { lead, elsewhere }: View,
  assumptions: readonly Assumption[],
): Block[] {
  const { active, analysis, textOf, explain } = input;
  const kinds = new Set(assumptions.map(({ kind }) => kind));
  const offered: { title: string; action: Action; at?: Span }[] = [];
  if (hasPicture(lead.value)) offered.push({ title: 'Visualize', action: 'visualize', at: fact.span });
  if (explain && !unknownOf(lead.value) && explanation(fact, lead, analysis, textOf, explain))
    offered.push({ title: 'Explain', action: 'explain', at: fact.span });
  if (elsewhere.length > 0 && active) offered.push({ title: `Instance: ${active.label}`, action: 'selectInstance' });
  if (kinds.has('thread') || kinds.has('block')) offered.push({ title: 'Sample Thread', action: 'selectThread' });
  if (kinds.has('default') || kinds.has('argument'))
    offered.push({ title: 'Program Arguments', action: 'setArguments' });
  const verdict = verdictOf(fact, lead, input);
  const declared = fact.declared ?? fact.span;
  if (verdict?.says === 'refuted')
    offered.push(
      ...reports.map(([title, action]) => ({ title, action, ...(declared.file === input.file && { at: declared }) })),
    );
  else if (!verdict?.isGpu && input.canVerify === true && analysis.language === undefined && !unknownOf(lead.value))
    offered.push({ title: 'Verify on GPU', action: 'verify' });
  return offered.length > 0 ? [{ is: 'actions', actions: offered }] : [];
}

// The hover: what is known about a place in the text, in the order of interest to a reader of layouts: the value,
// what it is, what can be done with it, its modes, where it differs, where it comes from. An editor shows the first
// eleven lines. Renders nothing and evaluates nothing; every number comes from the Analysis.
import { say } from '../../base/say';
import type { Analysis, Fact, Instance, Observation } from '../../analysis';
import type { FileId, Span } from '../../base/span';
import type { Unknown, Value } from '../../values/value';
import { factText, printValue, shortText } from '../../values/print';
import { isA, isTuple, untype } from '../../values/convert';
import { isTileValue } from '../../values/tile';
import { code, named, place, plain, term, type Block, type Hover } from '../blocks';
import { derivation } from '../derivation';
import { modesOf } from '../describe';
import { hasDetails, printedText } from './details';
import { classHover } from './class-hover';
import { dormantHover } from '../dormant';
import { explanation, type Explain, type Explanation } from '../explain';
import { factAt, unknownOf, viewOf, type View } from '../fact-at';
import { modeNames } from './mode-names';
import { operationHover } from './operation';
import { ownershipTable } from './ownership';
import { tileBlocks } from '../cutile/describe';
import { tileContext } from '../cutile/context';
import { openNames } from '../pins';
import { actions } from './actions';
import { heading } from './heading';
import { briefLabels } from '../instances';
import { launchHover } from './launch';
import { assumedBlocks, limited, provenance } from './provenance';
import { plainNames, withPlainNames } from '../words/plain-names';
import { tiledWords } from '../words/tiled-words';
import { openWorkHover } from './open-work';
import { workHover } from './work';

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
  /** The host can show a page with what CuTe prints; without it the hover ends in that. */
  readonly canDetail?: boolean;
  /** The host can make a link that opens the text with the value drawn. */
  readonly canShare?: boolean;
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
  const work = workHover(input);
  if (work) return work;
  const fact = factAt(input.analysis, input.file, input.offset);
  const view = fact && viewOf(fact, input.analysis, input.active);
  if (!fact || !view)
    return (
      classHover(input) ??
      operationHover(input) ??
      launchHover(input) ??
      openWorkHover(input) ??
      dormantHover(input.analysis, input.file, input.offset)
    );
  const unknown = unknownOf(view.lead.value);
  const dormant = dormantHover(input.analysis, input.file, input.offset);
  if (dormant?.known === !unknown) return { ...dormant, blocks: [...formBlocks(unknown), ...dormant.blocks] };
  const verdict = verdictOf(fact, view.lead, input);
  const offered = actions(input, fact, view, verdict);
  const blocks = unknown
    ? unknownBlocks(fact, unknown, view, input, offered)
    : knownBlocks(fact, view, input, offered, verdict);
  return { span: fact.span, known: !unknown, blocks: withPlainNames(blocks, textsOf(view)) };
}

/** What the values of a view print, in the order in which a hover shows them. */
function textsOf({ lead, more, elsewhere }: View): readonly string[] {
  const { value } = lead;
  const offset = isA(value, 'tensor') ? [printValue(value.data.offset)] : [];
  return [
    factText(untype(value)),
    ...offset,
    ...[...more, ...elsewhere.map(({ seen }) => seen)].map((seen) => factText(untype(seen.value))),
  ];
}

// ---- What is known -----------------------------------------------------------------------------------------------

function knownBlocks(
  fact: Fact,
  view: View,
  input: HoverInput,
  offered: readonly Block[],
  verdict: Verdict | undefined,
): Block[] {
  const { lead } = view;
  const shown = untype(lead.value);
  if (verdict?.instead !== undefined)
    return refutedBlocks(fact, lead, { ...verdict, instead: verdict.instead }, input, offered);
  const printed: Block = { is: 'printed', text: printedText(shown) };
  const isLong = hasDetails(shown);
  return [
    ...(isLong ? [] : [printed]),
    { is: 'line', content: heading(fact, lead, input) },
    ...offered,
    ...modeTable(fact, shown, input),
    ...verdictLine(verdict),
    ...traitsList(shown),
    ...(isTileValue(shown) ? tileBlocks(shown) : []),
    ...tileContext(fact, lead, input),
    ...ownershipTable(shown),
    ...others(view, input.analysis),
    ...provenance(fact, lead, input),
    ...(isLong && input.canDetail !== true ? [printed] : []),
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
        plain(says === 'confirmed' ? say`✓ confirmed ${by}` : say`✗ refuted ${by}: ${more}`),
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
  offered: readonly Block[],
): Block[] {
  return [
    { is: 'printed', text: instead },
    {
      is: 'line',
      content: [
        ...(fact.name ? [named(fact.name), plain(' ')] : []),
        plain(say`✗ refuted ${by}, which printed this value. CuTe Lens showed `),
        code(oneLine(untype(value))),
        plain(say`, which is a bug of CuTe Lens.`),
      ],
    },
    ...offered,
    ...derivation(fact, value, analysis, file, textOf).map((content): Block => ({ is: 'line', content })),
  ];
}

function verdictOf(
  { declared, span }: Fact,
  { instance, value }: Observation,
  { verdictAt, analysis }: HoverInput,
): Verdict | undefined {
  const within = analysis.instances.find(({ id }) => id === instance);
  return verdictAt?.(
    declared ?? span,
    within === undefined || within.kernel === '' ? null : within.label,
    factText(untype(value)),
  );
}

function modeTable(fact: Fact, value: Value, input: HoverInput): Block[] {
  const modes = modesOf(value);
  if (modes.length === 0) return [];
  const named = fact.declared ?? fact.span;
  const source = input.analysis.sources.get(named.file);
  const names = source ? modeNames(source, named, modes.length) : [];
  const rows = modes.map((mode, at) => [
    plain([at, names[at]].filter((part) => part !== undefined).join(' ')),
    plain(mode.size),
    code(mode.shape),
    code(mode.stride),
  ]);
  return [{ is: 'table', header: [term('mode', 'mode'), 'size', 'shape', 'stride'], rows, numbers: [1] }];
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
      title: say`CuTe does not print it; its members`,
      items: members.map(([name, of]) => [plain(`${name} `), code(printValue(of))]),
    },
  ];
}

// ---- What is not known -------------------------------------------------------------------------------------------

function unknownBlocks(
  fact: Fact,
  unknown: Unknown,
  view: View,
  input: HoverInput,
  offered: readonly Block[],
): Block[] {
  const { cause, at } = unknown;
  const subject = fact.name ? [named(fact.name), plain(say` not known: `)] : [plain(say`Not known: `)];
  const why: Block = {
    is: 'line',
    content: [...subject, plain(cause.message), ...(at ? [plain(' ('), place(say`here`, at), plain(')')] : [])],
  };
  const needs = openNames(view.lead, input.analysis);
  return [
    ...formBlocks(unknown),
    why,
    ...(needs.length > 0 ? [pinLine(needs)] : []),
    ...offered,
    ...others(view, input.analysis),
    ...assumedBlocks(fact, view.lead, input),
  ];
}

/** What a declaration says with the names of parameters. */
function formBlocks(unknown: Unknown | undefined): readonly Block[] {
  if (!unknown?.form) return [];
  const { shown, unlikeOne, strides } = unknown.form;
  return [
    { is: 'printed', text: printedText(shown) },
    ...namesBlock(say`for integers other than 1: `, unlikeOne),
    ...namesBlock(say`where a stride is given by: `, strides),
  ];
}

function namesBlock(what: string, names: readonly string[]): readonly Block[] {
  const list = names.flatMap((name, i) => [plain(i === 0 ? '' : ', '), code(name)]);
  return names.length > 0 ? [{ is: 'line', content: [plain(what), ...list] }] : [];
}

/** What to write to see the value; an action inserts it. */
function pinLine(needs: readonly string[]): Block {
  const pin = `// cute-lens: ${needs.map((name) => `${name}=…`).join(', ')}`;
  return {
    is: 'line',
    content: [
      plain(needs.length === 1 ? say`Give it a value: ` : say`Give them values: `),
      code(pin),
      plain(say` above the function, or for all files in `),
      code('cuteLens.defines'),
    ],
  };
}

// ---- What else it may be -----------------------------------------------------------------------------------------

function others({ lead, more, elsewhere }: View, analysis: Analysis): Block[] {
  const labels = briefLabels(analysis);
  // A value with other unknown numbers of the same names says nothing new.
  const said = new Set([plainNames(factText(lead.value))]);
  const isNew = ({ value }: Observation): boolean =>
    !said.has(plainNames(factText(value))) && said.add(plainNames(factText(value))) !== undefined;
  const repeated = limited(more.filter(isNew).map(({ value }) => [code(oneLine(value))]));
  // Where the value of another instance is not known, or only a name, nothing says that it differs.
  const instances = limited(
    elsewhere
      .filter(({ seen }) => unknownOf(seen.value) === undefined && !isSymbol(seen.value) && isNew(seen))
      .map(({ instance, seen }) => [
        code(labels.get(instance.id) ?? instance.label),
        plain(': '),
        code(oneLine(seen.value)),
      ]),
  );
  return [
    ...(repeated.length > 0 ? [{ is: 'list' as const, title: say`in other calls`, items: repeated }] : []),
    ...(instances.length > 0 ? [{ is: 'list' as const, title: say`differs in`, items: instances }] : []),
  ];
}

const isSymbol = (value: Value): boolean => isA(value, 'dynamic') && value.n === undefined;

function oneLine(value: Value): string {
  if (unknownOf(value)) return say`not known`;
  const words = tiledWords(value);
  if (words !== undefined) return words;
  const line = shortText(value)
    .replace(/\s*\n\s*/g, '; ')
    .replace(/ +/g, ' ');
  return line.length <= longestLine ? line : `${line.slice(0, longestLine - 1)}…`;
}

const longestLine = 120;

// Asks an analysis everything that an editor can ask: each feature at random places, each view of random facts with its
// drawings, and the program that verification would compile. The answers must be well-formed: positions lie inside the
// text, edits do not overlap, and pictures survive serialization.
import { svg, text as drawnText, tikz } from '../../core/src/draw/index';
import {
  activeInstance,
  annotations,
  codeActions,
  codeLenses,
  comparables,
  completionDocumentation,
  completions,
  explanationAt,
  hover,
  inlayHints,
  kernelInstances,
  signatureHelp,
  valueNamed,
  viewList,
  visualizeAt,
  visualizeFact,
} from '../../core/src/ide/index';
import { explain, factText, type Span } from '../../core/src/index';
import { isCompiled } from '../../core/src/ir/languages';
import { driver } from '../../core/src/verify/driver';
import { earlyMacros, instrument } from '../../core/src/verify/instrument';
import { allPlaces } from '../../core/src/verify/places';
import { plan } from '../../core/src/verify/plan';
import { predict } from '../../core/src/verify/predict';
import type { Visualization } from '../../core/src/views/model';
import type { Trial } from './try-input';

/** A picture that is looked at; more cells cost time and find nothing else. */
const mostCells = 1 << 12;

export function askAll(trial: Trial): void {
  const { rng, analysis, input } = trial;
  const instances = kernelInstances(analysis);
  const active = activeInstance(
    analysis,
    rng.chance(0.5) || instances.length === 0 ? undefined : rng.pick(instances).label,
  );
  const file = `/fuzz/${rng.pick(input.files).name}`;
  const asked: Asked = { ...trial, active, file, text: trial.textOf(file) ?? '', offset: () => somewhere(trial, file) };
  pointedAt(asked);
  whole(asked);
  typing(asked);
  pictures(asked);
  verification(trial);
}

interface Asked extends Trial {
  readonly active: ReturnType<typeof activeInstance>;
  readonly file: string;
  readonly text: string;
  /** A place to point at: of something known as often as anywhere. */
  readonly offset: () => number;
}

function somewhere({ rng, analysis, textOf }: Trial, file: string): number {
  const facts = analysis.facts.get(file) ?? [];
  if (facts.length > 0 && rng.chance(0.7)) return rng.pick(facts).span.start;
  return rng.int(0, textOf(file)?.length ?? 0);
}

const times = (n: number, work: () => void): void => {
  for (let i = 0; i < n; i++) work();
};

/** Hovers, derivations, repairs. */
function pointedAt({ part, analysis, active, file, textOf, offset, text, fail, rng }: Asked): void {
  times(4, () => {
    const at = offset();
    const here = { analysis, file, offset: at, active, textOf, explain };
    const found = part('hover', () => hover({ ...here, canVerify: true }));
    if (found) {
      inside('hover', [found.span], { textOf, fail });
      if (JSON.stringify(found.blocks).length > 1_000_000)
        fail('malformed', 'hover', `a hover of ${JSON.stringify(found.blocks).length} characters`);
    }
    part('explain', () => explanationAt(here));
  });
  times(3, () => {
    const start = offset();
    const at: Span = { file, start, end: Math.min(text.length, start + rng.pick([0, 0, 20, 2000])) };
    const actions = part('code actions', () => codeActions({ analysis, at, textOf, active })) ?? [];
    for (const { title, edits } of actions) {
      inside(
        'code actions',
        edits.map(({ span }) => span),
        { textOf, fail },
      );
      if (overlap(edits.map(({ span }) => span))) fail('malformed', 'code actions', `edits of "${title}" overlap`);
    }
  });
}

/** What is shown of a whole file. */
function whole({ part, analysis, active, file, text, textOf, fail, input }: Asked): void {
  const hints =
    part('inlay hints', () =>
      inlayHints({ analysis, file, range: { start: 0, end: text.length }, active, textOf, maxLength: 60 }),
    ) ?? [];
  for (const { offset } of hints)
    if (offset < 0 || offset > text.length) fail('malformed', 'inlay hints', `a hint at ${offset} of ${text.length}`);
  const lenses =
    part('code lenses', () => codeLenses({ analysis, file, active, offers: ['visualize', 'verify'] })) ?? [];
  inside(
    'code lenses',
    lenses.map(({ span }) => span),
    { textOf, fail },
  );
  const notes = part('annotations', () => annotations(analysis, file, active)) ?? [];
  inside(
    'annotations',
    notes.map(({ span }) => span),
    { textOf, fail },
  );
  part('comparables', () => comparables(analysis, active, file, undefined));
  inside(
    'diagnostics',
    analysis.diagnostics.flatMap(({ span, related }) => [span, ...related.map((one) => one.span)]),
    { textOf, fail },
  );
  for (const { code, fixes } of analysis.diagnostics) {
    for (const { edits } of fixes)
      if (overlap(edits.map(({ span }) => span))) fail('malformed', 'fixes', `edits of ${code} overlap`);
  }
  for (const { name } of input.files) {
    part('values', () =>
      (analysis.facts.get(`/fuzz/${name}`) ?? [])
        .slice(0, 400)
        .map(({ seen }) => seen.map(({ value }) => factText(value))),
    );
  }
}

/** What is offered while somebody writes. */
function typing({ part, analysis, file, text, rng, offset }: Asked): void {
  const place = (): { analysis: Trial['analysis']; file: string; text: string; offset: number } => ({
    analysis,
    file,
    text,
    offset: Math.min(text.length, offset() + rng.pick([0, 1, 2])),
  });
  times(3, () => {
    const found = part('completion', () => completions(place()));
    const key = found?.items.find((item) => item.key !== undefined)?.key;
    if (key !== undefined) part('completion', () => completionDocumentation(key));
    part('signature help', () => signatureHelp(place()));
  });
}

/** Views of what stands at places and of random facts, drawn in each way. */
function pictures(asked: Asked): void {
  const { part, analysis, active, textOf, rng, file, offset, text } = asked;
  const names = [...text.matchAll(/\b[A-Za-z_]\w*\b/g)].map(([name]) => name);
  const named =
    names.length > 0 ? part('comparables', () => valueNamed(analysis, active, file, rng.pick(names))) : undefined;
  const other = named && rng.chance(0.3) ? { other: { title: 'other', value: named } } : {};
  const view = (): { view: ReturnType<typeof viewList>[number]['id'] } => ({ view: rng.pick(viewList()).id });
  const input = { analysis, active, textOf, explain, mostCells };
  draw(
    part('visualize', () =>
      visualizeAt({ ...input, file, offset: offset(), ...other, ...(rng.chance(0.5) ? view() : {}) }),
    ),
    asked,
  );
  const facts = analysis.facts.get(file) ?? [];
  times(2, () => {
    if (facts.length > 0)
      draw(
        part('visualize', () => visualizeFact(rng.pick(facts), { ...input, ...view(), ...other })),
        asked,
      );
  });
}

function draw(found: Visualization | undefined, { part, rng, fail, textOf }: Asked): void {
  if (found?.is !== 'drawn') return;
  const { model } = found;
  if (model.source) inside('visualize', [model.source], { textOf, fail });
  const message = JSON.stringify(model);
  if (JSON.stringify(JSON.parse(message)) !== message)
    fail('malformed', 'visualize', 'the model does not survive a message');
  if (message.length > 20_000_000) fail('malformed', 'visualize', `a model of ${message.length} characters`);
  if (rng.chance(0.6)) part('svg', () => svg(model));
  if (rng.chance(0.3)) part('tikz', () => tikz(model));
  if (rng.chance(0.3)) part('text', () => drawnText(model));
}

/** The probes that would be compiled, what they would be compared with, and a program around a file without `main`. */
function verification({ part, analysis, set, entry, rng, fail }: Trial): void {
  if (!isCompiled(entry) || rng.chance(0.5)) return;
  const places = part('places', () => allPlaces(set.files));
  const planned = places && part('plan', () => plan(analysis, places));
  if (!planned) return;
  part('instrument', () =>
    instrument({
      plan: planned,
      programs: set.files,
      includes: set.includes,
      places,
      copyOf: (file) => file,
      host: rng.chance(0.5),
    }),
  );
  part('instrument', () => earlyMacros(set.files.get(entry)?.text ?? ''));
  part('predict', () => predict(analysis, planned.probes, { elements: 1024 }));
  const made = planned.main
    ? undefined
    : part('driver', () => driver({ analysis, programs: set.files, include: 'fuzz.cu', evaluate: () => analysis }));
  if (made && 'text' in made && made.text === '') fail('malformed', 'driver', 'an empty driver');
}

function inside(part: string, spans: readonly Span[], { textOf, fail }: Pick<Trial, 'textOf' | 'fail'>): void {
  for (const { file, start, end } of spans) {
    const length = textOf(file)?.length;
    if (length !== undefined && (start < 0 || end < start || end > length))
      fail('malformed', part, `a place at ${start} to ${end} of ${length}`);
  }
}

function overlap(spans: readonly Span[]): boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some((span, at) =>
    sorted.slice(at + 1).some((later) => later.file === span.file && later.start < span.end && span.start < later.end),
  );
}

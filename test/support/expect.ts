// Compares a fixture's annotations with the evaluator's values at the marked places.
import { exactText, isA } from '../../core/src/ide/index';
import type { Analysis, Fact, Form, Observation, Value } from '../../core/src/index';
import { analyzeFiles, FOLDER } from './engine';
import { entryText, type Annotation, type Fixture } from './fixture';

/** One marked place: what the fixture says, and what was found. Both sorted, each text once. */
export interface Place {
  readonly annotation: Annotation;
  readonly expected: readonly string[];
  readonly found: readonly string[];
}

/** Every marked place of a fixture. Several annotations of the same characters are one place: one for each instance. */
export async function places(fixture: Fixture): Promise<Place[]> {
  const files = fixture.files.map((file, i) => (i === 0 ? { name: file.name, text: entryText(fixture) } : file));
  const defines = Object.fromEntries(
    fixture.defines.map((define) => [define.split('=')[0] ?? '', define.replace(/^[^=]*=/, '')]),
  );
  const analysis = await analyzeFiles(files, {
    args: fixture.args,
    defines,
    thread: fixture.thread,
    block: fixture.block,
  });
  const groups = new Map<string, Annotation[]>();
  for (const annotation of fixture.annotations) {
    const key = `${annotation.file}:${annotation.start}:${annotation.end}`;
    groups.set(key, [...(groups.get(key) ?? []), annotation]);
  }
  return [...groups.values()].flatMap((group) => {
    const [annotation] = group;
    return annotation
      ? [
          {
            annotation,
            expected: [...new Set(group.map(({ text }) => text))].sort(),
            found: textsAt(analysis, annotation),
          },
        ]
      : [];
  });
}

/** A report for people: the line, and both texts below the carets. Empty where all is as it should be. */
export function report(fixture: Fixture, checked: readonly Place[]): string {
  return checked
    .filter((place) => place.expected.join('\n') !== place.found.join('\n'))
    .map((place) => describe(fixture, place))
    .join('\n');
}

function describe(fixture: Fixture, { annotation, expected, found }: Place): string {
  const text = fixture.files.find(({ name }) => name === annotation.file)?.text ?? '';
  const start = text.lastIndexOf('\n', annotation.start - 1) + 1;
  const end = text.indexOf('\n', annotation.end);
  const line = text.slice(0, start).split('\n').length;
  const pad = ' '.repeat(annotation.start - start);
  const carets = `${pad}${'^'.repeat(annotation.end - annotation.start)}`;
  const lines = [
    ...expected.map((one) => `${carets} expected: ${one}`),
    ...(found.length > 0 ? found : ['(nothing)']).map((one) => `${carets} found:    ${one}`),
  ];
  const source = text.slice(start, end < 0 ? undefined : end);
  return `${fixture.name}:${line} (${annotation.file})\n${source}\n${lines.join('\n')}\n`;
}

function textsAt(analysis: Analysis, annotation: Annotation): string[] {
  const facts = analysis.facts.get(`${FOLDER}/${annotation.file}`) ?? [];
  const here = facts.filter(({ span }) => span.start === annotation.start && span.end === annotation.end);
  const seen = here.flatMap((fact: Fact) => fact.seen);
  const isReached = ({ instance }: Observation): boolean =>
    analysis.instances.find(({ id }) => id === instance)?.reached ?? true;
  const reached = seen.filter(isReached);
  return [...new Set((reached.length > 0 ? reached : seen).map(({ value }) => shownText(value)))].sort();
}

/** A value as fixtures write it. */
export function shownText(value: Value): string {
  const content = isA(value, 'type') ? value.of : value;
  if (!isA(content, 'unknown')) return exactText(content);
  return content.form ? formText(content.form) : `unknown: ${content.cause.message}`;
}

/** What is not known, with the names of parameters, those that must not be 1, and strides. */
function formText({ shown, unlikeOne, strides }: Form): string {
  const unless = unlikeOne.length > 0 ? ` unless 1: ${unlikeOne.join(', ')}` : '';
  return `form: ${exactText(shown)}${unless}${strides.length > 0 ? ` with strides: ${strides.join(', ')}` : ''}`;
}

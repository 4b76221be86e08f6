// Handles cuteLens/visualize: the picture of a value, given by its place in a file or as an expression.
import { say } from '../../../core/src/base/say';
import { known } from '../../../core/src/algebra/errors';
import { parse } from '../../../core/src/algebra/index';
import {
  comparables,
  isA,
  valueNamed,
  visualizeAt,
  visualizeFact,
  visualizeFinding,
  visualizeValue,
  type VisualizeInput,
} from '../../../core/src/ide/index';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { explain, type Interrupt, type Value } from '../../../core/src/index';
import type {
  ComparableRow,
  ComparablesParams,
  VisualizeParams,
  VisualizeResult,
} from '../../../protocol/src/requests';
import type { Visualization } from '../../../core/src/views/model';
import { toPlace } from '../lsp/to-lsp';
import { evaluatedAlone } from '../lone-expression';
import { fileOfUri } from '../paths';
import type { Evaluated } from '../worker/job';
import type { Session } from '../worker/session';
import type { Looked } from '../worker/snapshot';

/** `interrupt` is polled while an expression is evaluated. */
export function handleVisualize(asked: Asked, params: VisualizeParams): VisualizeResult | null {
  return params.expression === undefined ? ofPlace(asked, params) : ofExpression(asked, params.expression, params);
}

interface Asked {
  readonly session: Session;
  readonly frontEnd: FrontEnd;
  readonly interrupt: Interrupt;
}

/** What the value at a place, or any value of its file, can be compared with. */
export function handleComparables(session: Session, { uri, position }: ComparablesParams): readonly ComparableRow[] {
  const found = session.look(uri);
  if (!found) return [];
  const file = fileOfUri(uri);
  const at = position && session.document(uri)?.offsetAt(position);
  return comparables(found.analysis, found.active, file, at === undefined ? undefined : found.before(file, at));
}

type Choice = Pick<VisualizeInput, 'view' | 'otherInstance' | 'other'>;

/** Resolves the requested view and comparison. */
function choiceOf(asked: Asked, { uri, position, view, compare }: VisualizeParams): Choice {
  const chosen = view ? { view } : {};
  if (!compare) return chosen;
  if ('instance' in compare) return { ...chosen, otherInstance: compare.instance };
  return { ...chosen, other: { title: compare.expression, value: valueOf(asked, compare.expression, uri, position) } };
}

/** Evaluates the text of a request. It may be a layout as CuTe prints it, a name of the file, an expression at the
 *  place, or an expression on its own. */
function valueOf(
  { session, frontEnd, interrupt }: Asked,
  expression: string,
  uri: string | undefined,
  position: VisualizeParams['position'],
): Value {
  const printed = readPrinted(expression);
  if (printed) return printed;
  const about = uri === undefined ? undefined : session.look(uri);
  const named =
    about && uri !== undefined && /^\w+$/.test(expression)
      ? valueNamed(about.analysis, about.active, fileOfUri(uri), expression)
      : undefined;
  if (named) return named;
  const here = uri === undefined ? undefined : session.evaluated(uri, expression, position, interrupt);
  const values = [here, evaluatedAlone(frontEnd, expression, interrupt)].flatMap(
    (one) => one?.fact?.seen[0]?.value ?? [],
  );
  return (
    values.find((value) => !isA(value, 'unknown')) ??
    values[0] ?? {
      is: 'unknown',
      cause: { code: 'opaque', message: say`this could not be read as an expression` },
      at: { file: '', start: 0, end: 0 },
    }
  );
}

/** The first analysis that can draw the value; else the first that can say why it cannot. */
function ofPlace(asked: Asked, params: VisualizeParams): VisualizeResult | null {
  const { session } = asked;
  const { uri, position } = params;
  const at = uri === undefined || position === undefined ? undefined : session.document(uri)?.offsetAt(position);
  if (uri === undefined || at === undefined) return null;
  const measuredAt = session.verdicts.measuredIn(uri);
  const choice = { ...choiceOf(asked, params), ...(measuredAt && { measuredAt }) };
  const file = fileOfUri(uri);
  const found = session.lookAbout(uri).flatMap(({ analysis, active, textOf, rangeOf, before }) => {
    const offset = before(file, at);
    const about = { analysis, active, textOf, explain, file, offset: offset ?? 0, ...choice };
    const visualization =
      offset === undefined
        ? undefined
        : params.finding === undefined
          ? visualizeAt(about)
          : visualizeFinding({ ...about, code: params.finding });
    return visualization ? [toResult(visualization, rangeOf)] : [];
  });
  return found.find(({ visualization }) => visualization.is === 'drawn') ?? found[0] ?? null;
}

/** In the scope of the place, where names mean something there; else on its own. */
function ofExpression(asked: Asked, expression: string, params: VisualizeParams): VisualizeResult {
  const { session, frontEnd, interrupt } = asked;
  const { uri, position } = params;
  const choice = choiceOf(asked, params);
  const printed = readPrinted(expression);
  if (printed)
    return {
      visualization: visualizeValue(
        { value: printed, title: expression, steps: () => [], ...(choice.other && { other: choice.other }) },
        choice,
      ),
    };
  const here = uri === undefined ? undefined : session.evaluated(uri, expression, position, interrupt);
  const there = here?.fact && drawn(here, expression, choice);
  if (there?.is === 'drawn') return { visualization: there };
  const alone = drawn(evaluatedAlone(frontEnd, expression, interrupt), expression, choice);
  return { visualization: alone.is === 'drawn' ? alone : (there ?? alone) };
}

/** Parses a layout or swizzle in CuTe's printed form. It is not C++, but users may type it. */
function readPrinted(text: string): Value | undefined {
  return known(() => {
    const value = parse(text.trim());
    return value.is === 'layout' || value.is === 'composed' || value.is === 'swizzle' ? value : undefined;
  });
}

/** What was inserted for the expression is no place in the source. */
function drawn({ analysis, active, textOf, fact }: Evaluated, expression: string, choice: Choice): Visualization {
  const found = fact && visualizeFact(fact, { analysis, active, textOf, explain, ...choice }, expression);
  if (!found) return unreadable(expression);
  if (found.is === 'unknown') return { is: 'unknown', title: found.title, reason: found.reason, needs: found.needs };
  const { source: _inserted, ...model } = found.model;
  return { ...found, model };
}

function unreadable(expression: string): Visualization {
  return {
    is: 'unknown',
    title: expression,
    reason: say`This is not an expression that CuTe Lens can parse.`,
    needs: [],
  };
}

function toResult(visualization: Visualization, rangeOf: Looked['rangeOf']): VisualizeResult {
  const span = visualization.is === 'drawn' ? visualization.model.source : visualization.source;
  const place = span && toPlace(span, rangeOf);
  return { visualization, ...(place && { source: { ...place, length: (span?.end ?? 0) - (span?.start ?? 0) } }) };
}

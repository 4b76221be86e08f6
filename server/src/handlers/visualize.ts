// cuteLens/visualize: what is drawn of a value, by its place in a file or as an expression.
import { AlgebraError } from '../../../core/src/algebra/errors';
import { is_layout, parse } from '../../../core/src/algebra/index';
import { visualizeAt, visualizeFact, visualizeValue } from '../../../core/src/ide/index';
import { explain, type Value } from '../../../core/src/index';
import type { VisualizeParams, VisualizeResult } from '../../../protocol/src/requests';
import type { Visualization } from '../../../core/src/views/model';
import { toPlace } from '../lsp/to-lsp';
import { fileOfUri } from '../paths';
import type { Analyzed, Evaluated, Session } from '../session';

export async function handleVisualize(session: Session, params: VisualizeParams): Promise<VisualizeResult | null> {
  return params.expression === undefined ? ofPlace(session, params) : ofExpression(session, params.expression, params);
}

/** The first analysis that can draw the value; else the first that can say why it cannot. */
async function ofPlace(session: Session, { uri, position, view }: VisualizeParams): Promise<VisualizeResult | null> {
  if (uri === undefined || position === undefined) return null;
  const about = await session.analysesAbout(uri);
  const offset = session.document(uri)?.offsetAt(position);
  if (offset === undefined) return null;
  const found = about.flatMap(({ analysis, active, textOf }) => {
    const visualization = visualizeAt({ analysis, active, textOf, explain, file: fileOfUri(uri), offset, ...(view && { view }) });
    return visualization ? [toResult(visualization, textOf)] : [];
  });
  return found.find(({ visualization }) => visualization.is === 'drawn') ?? found[0] ?? null;
}

/** In the scope of the place, where names mean something there; else on its own. */
async function ofExpression(session: Session, expression: string, { uri, position, view }: VisualizeParams): Promise<VisualizeResult> {
  const printed = readPrinted(expression);
  if (printed) return { visualization: visualizeValue({ value: printed, title: expression, steps: () => [] }, view ? { view } : {}) };
  const here = uri === undefined ? undefined : await session.evaluated(uri, expression, position);
  const there = here?.fact && drawn(here, expression, view);
  if (there?.is === 'drawn') return { visualization: there };
  const alone = drawn(session.evaluatedAlone(expression), expression, view);
  return { visualization: alone.is === 'drawn' ? alone : (there ?? alone) };
}

/** A layout or swizzle as CuTe prints it is no C++, but nobody has to write it as such. */
function readPrinted(text: string): Value | undefined {
  try {
    const value = parse(text.trim());
    return is_layout(value) || (value as { is?: string }).is === 'swizzle' ? (value as Value) : undefined;
  } catch (error) {
    if (error instanceof AlgebraError) return undefined;
    throw error;
  }
}

/** What was inserted for the expression is no place in the source. */
function drawn({ analysis, active, textOf, fact }: Evaluated, expression: string, view: VisualizeParams['view']): Visualization {
  const found = fact && visualizeFact(fact, { analysis, active, textOf, explain, ...(view && { view }) }, expression);
  if (!found) return unreadable(expression);
  if (found.is === 'unknown') return { is: 'unknown', title: found.title, reason: found.reason, needs: found.needs };
  const { source: _inserted, ...model } = found.model;
  return { ...found, model };
}

function unreadable(expression: string): Visualization {
  return { is: 'unknown', title: expression, reason: 'This could not be read as an expression.', needs: [] };
}

function toResult(visualization: Visualization, textOf: Analyzed['textOf']): VisualizeResult {
  const span = visualization.is === 'drawn' ? visualization.model.source : visualization.source;
  const place = span && toPlace(span, textOf);
  return { visualization, ...(place && { source: { ...place, length: (span?.end ?? 0) - (span?.start ?? 0) } }) };
}

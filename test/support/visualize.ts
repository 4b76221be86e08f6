// What is drawn for an expression, for tests: the same way as the command line takes.
import type { FrontEnd } from '../../core/src/frontends/front-end';
import { visualizeFact } from '../../core/src/ide';
import { explain } from '../../core/src/index';
import type { ViewId, ViewModel, Visualization } from '../../core/src/views/model';
import { analyzeText, programOf, resultOf } from '../../server/src/lone-expression';

export interface Drawn {
  readonly setup?: string;
  readonly expr: string;
  readonly view?: ViewId;
  readonly mostCells?: number;
}

export function visualization({ setup = '', expr, view, mostCells }: Drawn, reader: FrontEnd): Visualization {
  const text = programOf(setup, expr);
  const analysis = analyzeText(text, {}, reader);
  const fact = resultOf(analysis);
  const found =
    fact &&
    visualizeFact(
      fact,
      {
        analysis,
        active: undefined,
        textOf: () => text,
        explain,
        ...(view && { view }),
        ...(mostCells !== undefined && { mostCells }),
      },
      expr,
    );
  if (!found) throw new Error(`${expr} has no value`);
  return found;
}

/** The model. Throws where there is none, with the reason. */
export function modelOf(drawn: Drawn, reader: FrontEnd): ViewModel {
  const found = visualization(drawn, reader);
  if (found.is === 'unknown') throw new Error(`${drawn.expr}: ${found.reason}`);
  return found.model;
}

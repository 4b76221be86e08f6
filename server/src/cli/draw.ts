// `cute-lens draw`: the visualizer's picture of an expression, or of a declaration in a file, as a document.
import { say } from '../../../core/src/base/say';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrontEnd } from '../../../core/src/frontends/front-end';
import { distinctFill, fillOf, svg, text, tikz } from '../../../core/src/draw';
import { activeInstance, viewList, visualizeFact } from '../../../core/src/ide/index';
import { explain, type Value } from '../../../core/src/index';
import type { ViewId, ViewModel, Visualization } from '../../../core/src/views/model';
import { page, type Asset } from '../../../protocol/src/page';
import { analyzeText, programOf, resultOf } from '../lone-expression';
import type { DrawFormat } from '../library/types';
import type { DrawOptions } from './options';
import { onTarget } from './target';
import { UsageError } from './usage';

/** The largest number of cells by format. A document that is viewed as a whole does not need more. */
const mostCells: Readonly<Record<DrawFormat, number>> = {
  svg: 1 << 18,
  html: 1 << 20,
  tex: 1 << 14,
  txt: 1 << 16,
  json: 1 << 20,
};

/** `input` is the text of the file, where the target is a declaration. */
export function drawTarget(input: string, options: DrawOptions, frontEnd: FrontEnd): Visualization {
  const view = viewNamed(options.view);
  const other = options.compare === undefined ? undefined : comparedWith(options.compare, options, frontEnd);
  const title = typeof options.target === 'string' ? options.target : undefined;
  return onTarget(input, options, frontEnd, ({ fact, analysis, textOf }) => {
    const found =
      fact &&
      visualizeFact(
        fact,
        {
          analysis,
          active: activeInstance(analysis, undefined),
          textOf,
          explain,
          mostCells: mostCells[options.format],
          ...(view && { view }),
          ...(other && { other }),
        },
        title,
      );
    return found ?? { is: 'unknown', title: title ?? '', reason: say`The expression could not be parsed.`, needs: [] };
  });
}

function viewNamed(name: string | undefined): ViewId | undefined {
  if (name === undefined) return undefined;
  const view = viewList().find(({ id }) => id === name);
  if (!view)
    throw new UsageError(
      say`--view expects one of ${viewList()
        .map(({ id }) => id)
        .join(', ')}, not "${name}"`,
    );
  return view.id;
}

function comparedWith(
  expr: string,
  { setup, defines }: DrawOptions,
  frontEnd: FrontEnd,
): { readonly title: string; readonly value: Value } {
  const value = resultOf(analyzeText(programOf(setup.join('\n'), expr), defines, frontEnd))?.seen[0]?.value;
  if (!value) throw new UsageError(say`--compare: ${expr} could not be read`);
  return { title: expr, value };
}

/** The picture in the format of the output file. `folder` holds the bundle of the visualizer's page. */
export function rendered(
  model: ViewModel,
  { format, palette }: Pick<DrawOptions, 'format' | 'palette'>,
  folder: string,
): string {
  switch (format) {
    case 'svg':
      return svg(
        model,
        palette === 'cute' ? {} : { fillOf: (colourClass, by) => distinctFill(colourClass, by, fillOf) },
      );
    case 'html':
      return htmlPage(model, folder);
    case 'tex':
      return tikz(model);
    case 'txt':
      return text(model);
    case 'json':
      return `${JSON.stringify(model, null, 2)}\n`;
  }
}

/** The visualizer's page with the model in it. Opening it fetches nothing. */
function htmlPage(model: ViewModel, folder: string): string {
  const asset = (name: string): Asset => ({ text: readFileSync(join(folder, name), 'utf8') });
  return page({
    title: `${model.title} · CuTe Lens`,
    script: asset('webview.js'),
    style: asset('webview.css'),
    nonce: randomUUID(),
    model: JSON.stringify(model),
  });
}

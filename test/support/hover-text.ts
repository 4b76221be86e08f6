// What a hover says, as an editor that shows Markdown gets it.
import type { Analysis } from '../../core/src/analysis';
import { activeInstance, hover } from '../../core/src/ide/index';
import { nowhere, toContent } from '../../server/src/lsp/to-lsp';
import { FOLDER } from './engine';

/** The hover at the first `place` of `x.cu`, as Markdown. */
export function hoverText(analysis: Analysis, text: string, place: string): string {
  const found = hover({
    analysis,
    file: `${FOLDER}/x.cu`,
    offset: text.indexOf(place),
    active: activeInstance(analysis, undefined),
    textOf: () => text,
  });
  return toContent(found?.blocks ?? [], nowhere({ commands: [], layouts: 'cute-layout' }), 'markdown').value;
}

// CuTe: Select Sample Thread: the threadIdx and blockIdx that thread-dependent values are shown for.
import * as vscode from 'vscode';
import type { Situation, Triple } from '../../../protocol/src/requests';
import { formatSample, outside, parseSample, type Sample } from '../sample';

export async function pickSample(situation: Situation): Promise<Sample | undefined> {
  const { blockDim, gridDim } = situation;
  const extent = (what: string, dim: Triple | undefined): string => (dim ? `${what} ${dim.join('×')}` : '');
  const known = [extent('blockDim', blockDim), extent('gridDim', gridDim)].filter(Boolean).join(', ');
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sample thread'),
    prompt: [vscode.l10n.t('threadIdx, and after an @ the blockIdx: 5 or 5,0,0 @ 1,2'), known]
      .filter(Boolean)
      .join(' — '),
    value: formatSample(situation),
    validateInput: (given) => problemWith(given, situation),
  });
  return text === undefined ? undefined : parseSample(text);
}

/** Why the text cannot be used; undefined where it can. */
function problemWith(text: string, situation: Situation): string | undefined {
  const sample = parseSample(text);
  if (!sample) return vscode.l10n.t('Expected whole numbers such as 5 or 5,0,0 @ 1,2');
  switch (outside(sample, situation)) {
    case 'block':
      return vscode.l10n.t('The block has {0} threads', (situation.blockDim ?? []).join('×'));
    case 'grid':
      return vscode.l10n.t('The grid has {0} blocks', (situation.gridDim ?? []).join('×'));
    case undefined:
      return undefined;
  }
}

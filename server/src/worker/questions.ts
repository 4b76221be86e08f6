// The requests that the analysis thread answers: one row for each, with the handler and what it waits for. A new editor
// feature needs a handler, a row here, and a line in server.ts. Those that need a disk or a process of their own are in
// local-questions.ts.
import { Position, Range } from 'vscode-languageserver-protocol';
import type { Languages } from '../../../core/src/frontends/by-language';
import type { Interrupt } from '../../../core/src/index';
import {
  annotateRequest,
  bugReportRequest,
  chooseRequest,
  comparablesRequest,
  dormantRequest,
  detailsRequest,
  explainRequest,
  situationRequest,
  visualizeRequest,
  type VisualizeParams,
} from '../../../protocol/src/requests';
import type { LinkOf } from '../checks-page';
import { handleAnnotate } from '../handlers/annotate';
import { handleCodeAction } from '../handlers/code-action';
import { handleCodeLens } from '../handlers/code-lens';
import { handleCompletion, handleCompletionResolve } from '../handlers/completion';
import { diagnosticsOf } from '../handlers/diagnostic';
import { handleDocumentSymbol } from '../handlers/document-symbol';
import { handleDormant } from '../handlers/dormant';
import { handleExplain } from '../handlers/explain';
import { handleDetails } from '../handlers/details';
import { handleHover } from '../handlers/hover';
import { handleInlayHintResolve, handleInlayHints } from '../handlers/inlay-hint';
import { handleBugReport } from '../handlers/refuted';
import { handleSignatureHelp } from '../handlers/signature-help';
import { handleSituation } from '../handlers/situation';
import { handleComparables, handleVisualize } from '../handlers/visualize';
import type { VerifyTools } from '../handlers/verify';
import { isVerifiedQuestion, verifiedQuestion, type VerifiedParams } from './messages';
import type { Session } from './session';
import { propertyOf, textAt } from '../unknown';

/** What a handler receives besides its parameters. */
export interface Asked extends VerifyTools {
  readonly session: Session;
  readonly linkOf: LinkOf | undefined;
  readonly frontEnd: Languages;
  /** Polled while the handler evaluates something itself. */
  readonly interrupt: Interrupt;
}

export interface Question {
  /** What the answer waits for. `no`: nothing. `known`: the analysis of the present text, but if that takes long, an
   *  older analysis is used. `settled`: the analysis of the present text. */
  readonly waits: 'no' | 'known' | 'settled';
  /** Whether an editor that cannot be told of later findings is given the last ones: the question waits until kernels
   *  were followed with all their threads. */
  readonly isFinal?: (params: never) => boolean;
  /** Whether the handler evaluates something itself. Such a question is not answered during an analysis. */
  readonly evaluates?: (params: never) => boolean;
  readonly answer: (asked: Asked, params: never) => unknown;
}

const whenWritten = ({ expression, compare }: VisualizeParams): boolean =>
  expression !== undefined || (compare !== undefined && 'expression' in compare);

export const questions: Readonly<Record<string, Question>> = {
  'textDocument/hover': row('known', handleHover),
  'textDocument/inlayHint': row('known', handleInlayHints),
  'inlayHint/resolve': row('no', handleInlayHintResolve),
  'textDocument/codeLens': row('known', handleCodeLens),
  'textDocument/completion': row('known', handleCompletion),
  'completionItem/resolve': row('no', handleCompletionResolve),
  'textDocument/signatureHelp': row('known', handleSignatureHelp),
  'textDocument/documentSymbol': row('known', handleDocumentSymbol),
  'textDocument/codeAction': row('settled', handleCodeAction),
  'textDocument/diagnostic': {
    waits: 'settled',
    isFinal: ({ pushed }: { pushed?: boolean }) => pushed !== true,
    answer: ({ session, linkOf }, { textDocument: { uri } }: { textDocument: { uri: string } }) =>
      diagnosticsOf(session, uri, linkOf),
  },
  [explainRequest]: row('known', handleExplain),
  [detailsRequest]: row('known', handleDetails),
  [annotateRequest]: row('settled', handleAnnotate),
  [dormantRequest]: row('settled', handleDormant),
  [situationRequest]: row('settled', handleSituation),
  [chooseRequest]: row('settled', handleSituation),
  [comparablesRequest]: row('known', handleComparables),
  [bugReportRequest]: row('no', handleBugReport),
  [visualizeRequest]: {
    waits: 'settled',
    evaluates: whenWritten,
    answer: (asked, params: VisualizeParams) => handleVisualize(asked, params),
  },
  [isVerifiedQuestion]: row('no', (session, { uri }: { uri: string }) => session.verdicts.has(uri)),
  [verifiedQuestion]: {
    waits: 'no',
    // It compares the texts with those that are there now, which the parser holds.
    evaluates: () => true,
    answer: ({ session }, { uri, verified }: VerifiedParams) =>
      session.isStill(verified.texts) && (session.verdicts.set(uri, verified), true),
  },
};

function row<P>(waits: Question['waits'], handle: (session: Session, params: P) => unknown): Question {
  return { waits, answer: ({ session }, params: P) => handle(session, params) };
}

/** The part of a document that a question is about; undefined for all of it. */
export function rangeOf(params: unknown): Range | undefined {
  const position = propertyOf(params, 'position');
  if (Position.is(position)) return { start: position, end: position };
  const range = propertyOf(params, 'range');
  return Range.is(range) ? range : undefined;
}

/** The URI of the document that a question is about. */
export function uriOf(params: unknown): string | undefined {
  return (
    textAt(params, 'uri') ??
    textAt(propertyOf(params, 'textDocument'), 'uri') ??
    textAt(propertyOf(params, 'data'), 'uri')
  );
}

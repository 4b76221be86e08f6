// The requests that the server passes unchanged to the analysis thread.
import * as own from '../../protocol/src/requests';

export const passedOn = [
  'textDocument/hover',
  'textDocument/inlayHint',
  'textDocument/codeLens',
  'textDocument/completion',
  'textDocument/signatureHelp',
  'textDocument/documentSymbol',
  'textDocument/codeAction',
  own.annotateRequest,
  own.dormantRequest,
  own.explainRequest,
  own.detailsRequest,
  own.visualizeRequest,
  own.comparablesRequest,
  own.bugReportRequest,
  own.situationRequest,
  own.toolRequest,
];

// The requests that the server passes unchanged to the analysis thread.
import {
  annotateRequest,
  dormantRequest,
  explainRequest,
  detailsRequest,
  visualizeRequest,
  comparablesRequest,
  bugReportRequest,
  situationRequest,
  toolRequest,
} from '../../protocol/src/requests';

export const passedOn = [
  'textDocument/hover',
  'textDocument/inlayHint',
  'textDocument/codeLens',
  'textDocument/completion',
  'textDocument/signatureHelp',
  'textDocument/documentSymbol',
  'textDocument/codeAction',
  annotateRequest,
  dormantRequest,
  explainRequest,
  detailsRequest,
  visualizeRequest,
  comparablesRequest,
  bugReportRequest,
  situationRequest,
  toolRequest,
];

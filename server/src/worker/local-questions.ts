// The requests that the analysis thread answers where it has a disk and may start processes: those of questions.ts, and
// those that compile, run, or read files as an assistant names them.
import {
  confirmRequest,
  toolRequest,
  verifyRequest,
  type ConfirmParams,
  type ToolParams,
  type VerifyParams,
} from '../../../protocol/src/requests';
import { handleConfirm } from '../handlers/confirm';
import { handleTool } from '../handlers/tool';
import { handleVerify } from '../handlers/verify';
import { questions, type Question } from './questions';

export const localQuestions: Readonly<Record<string, Question>> = {
  ...questions,
  [toolRequest]: {
    waits: 'no',
    evaluates: () => true,
    answer: (asked, params: ToolParams) => handleTool(asked, params),
  },
  [verifyRequest]: {
    waits: 'no',
    evaluates: () => true,
    answer: (asked, params: VerifyParams) => handleVerify(asked.session, params, asked),
  },
  [confirmRequest]: {
    waits: 'no',
    evaluates: () => true,
    answer: (asked, params: ConfirmParams) => handleConfirm(asked.session, params, asked),
  },
};

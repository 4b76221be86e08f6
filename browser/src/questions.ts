// What a browser cannot answer, and what it says instead. Everything else is answered as on a disk.
import { say } from '../../core/src/base/say';
import { toolRequest, type ToolReply, type VerifyProblem } from '../../protocol/src/requests';
import { questions, type Question } from '../../server/src/worker/questions';

export const cannotVerify = (): VerifyProblem => ({
  message: say`CuTe Lens cannot verify in a browser, where no compiler can be started: open the folder in VS Code on a computer.`,
});

const noTools = (): ToolReply => ({
  text: say`The tools of CuTe Lens read files from a disk, which a browser has not: open the folder in VS Code on a computer.`,
  isError: true,
});

export const browserQuestions: Readonly<Record<string, Question>> = {
  ...questions,
  [toolRequest]: { waits: 'no', answer: noTools },
};

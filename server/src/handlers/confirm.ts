// Handles cuteLens/confirm: asks the host compiler about the program of a document, as *Verify with the Compiler* does,
// but without a command of the user. So a program that does not compile is not reported as an error, and a value that
// was not recorded is not a mismatch: on the host, the numbers that a program computes are meaningless, and so are the
// branches that it takes.
import { say } from '../../../core/src/base/say';
import { isCompiled, languageOf, languages } from '../../../core/src/ir/languages';
import { deviceText, totalsOf, type Report, type Row, type Totals } from '../../../core/src/verify/report';
import type { ConfirmParams, ConfirmReply, Confirmation } from '../../../protocol/src/requests';
import { hasMain } from '../driver';
import { isProblem, type Problem } from '../toolchain/find';
import { verify, type Verified, type VerifyJob } from '../verify';
import { verifyJob } from '../verify-job';
import type { Session } from '../worker/session';
import type { VerifyTools } from './verify';

/** The reply, and the verified program if the run took place. `lacking`: a tool is missing, so that another attempt is
 *  in vain. */
export interface ConfirmAnswer {
  readonly reply: ConfirmReply | null;
  readonly verified?: Verified;
  readonly lacking?: boolean;
}

/** Limits for a run that nobody watches; shorter ones of the settings apply. */
const longestCompileMs = 180_000;
const longestRunMs = 20_000;

export async function handleConfirm(
  session: Session,
  { uri }: ConfirmParams,
  { signal }: Pick<VerifyTools, 'signal'>,
): Promise<ConfirmAnswer> {
  const material = await session.material(uri);
  if (!material) return { reply: null };
  const asked = verifyJob(material, 'host');
  const job: VerifyJob = {
    ...asked,
    unattended: true,
    compileMs: Math.min(asked.compileMs, longestCompileMs),
    runMs: Math.min(asked.runMs, longestRunMs),
    signal,
  };
  if (!isCompiled(job.entry))
    return { reply: notConfirmed(say`a C++ compiler cannot compile ${languages[languageOf(job.entry)].title}`) };
  if (!hasMain(job)) return { reply: notConfirmed(say`no program of the workspace with a main includes this file`) };
  const done = await verify(job);
  if (isProblem(done)) return answerTo(done);
  const verified = { ...done, report: certain(done.report) };
  return { reply: { confirmation: confirmationOf(verified.report) }, verified };
}

function answerTo(problem: Problem): ConfirmAnswer {
  switch (problem.code) {
    case 'cancelled':
      return { reply: null };
    case 'no-compiler':
    case 'no-cutlass':
    case 'no-nvcc':
      return { reply: { problem }, lacking: true };
    case 'compile':
      return { reply: notConfirmed(say`the program does not compile`) };
    case 'nothing':
      return { reply: notConfirmed(say`no declaration has a known value that CuTe can print`) };
    default:
      return { reply: { problem } };
  }
}

const notConfirmed = (why: string): ConfirmReply => ({
  confirmation: { brief: say`not confirmed`, text: say`Not confirmed: ${why}.` },
});

/** The report without mismatches that are only something missing. */
function certain(report: Report): Report {
  const rows = report.rows.map(({ missing, ...row }): Row => (missing ? { ...row, says: 'not-reached' } : row));
  return { ...report, rows, totals: totalsOf(rows) };
}

function confirmationOf({ machine, totals }: Report): Confirmation {
  return { brief: briefText(totals), text: sentence(totals, deviceText(machine)) };
}

function briefText({ confirmed, refuted }: Totals): string {
  if (refuted > 0) return refuted === 1 ? say`1 differs` : say`${refuted} differ`;
  return confirmed > 0 ? say`${confirmed} confirmed` : say`not confirmed`;
}

function sentence({ predicted, confirmed, refuted, notReached }: Totals, by: string): string {
  const rest = [
    refuted > 0 ? say`refutes ${refuted}` : '',
    notReached > 0 ? say`does not reach ${notReached} on one thread` : '',
  ].filter(Boolean);
  const more = rest.map((one) => say` and ${one}`).join('');
  return say`${by} confirms ${confirmed} of ${predicted} values${more}.`;
}

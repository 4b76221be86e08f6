// Handles cuteLens/verify: compiles, runs and compares, and stores the verdicts in the session until the text changes.
import { say } from '../../../core/src/base/say';
import { basename } from 'node:path';
import {
  bugReport,
  coverageText,
  machineText,
  markdown,
  saysOf,
  summaryText,
  type Row,
} from '../../../core/src/verify/report';
import type { Mark, Verification, VerifyParams, VerifyProgress, VerifyReply } from '../../../protocol/src/requests';
import { hasMain } from '../driver';
import { fileOfUri, uriOfFile } from '../paths';
import type { Session } from '../worker/session';
import { isProblem } from '../toolchain/find';
import { verify, type Verified } from '../verify';
import { driverOf, verifyJob } from '../verify-job';
import { version } from '../version';

/** What the caller of a verification provides. */
export interface VerifyTools {
  readonly tell: (progress: VerifyProgress) => void;
  readonly signal: AbortSignal;
}

/** The reply to the client, and the verified program if the run took place. */
export interface VerifyAnswer {
  readonly reply: VerifyReply | null;
  readonly verified?: Verified;
}

export async function handleVerify(
  session: Session,
  { uri, mode, driver }: VerifyParams,
  { tell, signal }: VerifyTools,
): Promise<VerifyAnswer> {
  const material = await session.material(uri);
  if (!material) return { reply: null };
  const job = verifyJob(material, mode, driver);
  const offer = hasMain(job) ? undefined : driverOf(material, job);
  if (offer) return { reply: 'why' in offer ? { problem: { message: offer.why } } : { driver: offer } };
  let stage: VerifyProgress['stage'] = 'tools';
  const done = await verify({
    ...job,
    signal,
    onStage: (next) => tell({ uri, stage: (stage = next) }),
    onOutput: (output) => tell({ uri, stage, output }),
  });
  if (isProblem(done)) return { reply: done.code === 'cancelled' ? null : { problem: done } };
  // A driver is a text of its own, which no file has.
  const texts = new Map([...done.texts].filter(([file]) => driver === undefined || file !== done.report.file));
  return { reply: { verification: verificationOf(done, fileOfUri(uri)) }, verified: { ...done, texts } };
}

function verificationOf({ report, texts }: Verified, file: string): Verification {
  const refuted = report.rows.filter(({ says }) => says === 'refuted');
  const line = (row: Row): string => texts.get(row.file)?.split('\n')[row.line - 1] ?? '';
  return {
    summary: `${report.file === file ? '' : say`Through ${basename(report.file)}: `}${summaryText(report.totals)}.`,
    machine: [`${machineText(report.machine)}.`, coverageText(report.machine)].filter(Boolean).join(' '),
    markdown: markdown(report),
    marks: [...new Set(report.rows.map(({ file }) => file))].flatMap((file) =>
      marksOf(
        uriOfFile(file),
        report.rows.filter((row) => row.file === file),
      ),
    ),
    ...(report.failed ? { failed: say`The program did not end well: ${report.ended}.` } : {}),
    ...(refuted.length > 0
      ? { bugReport: refuted.map((row) => bugReport(row, report, version, line(row))).join('\n\n') }
      : {}),
  };
}

/** The marks of a file, one for each line: the worst verdict on the facts of the line. */
function marksOf(uri: string, rows: readonly Row[]): readonly Mark[] {
  const lines = new Map<number, Row[]>();
  for (const row of rows) lines.set(row.line, [...(lines.get(row.line) ?? []), row]);
  return [...lines].flatMap(([line, here]): Mark[] => {
    const says = saysOf(here);
    return says === 'not-probed'
      ? []
      : [
          {
            uri,
            line: line - 1,
            says,
            text: here
              .map(
                ({ name, says: one, why }) =>
                  `\`${name}\` ${one.replace('-', ' ')}${why === undefined ? '' : `: ${why}`}`,
              )
              .join('\n\n'),
          },
        ];
  });
}

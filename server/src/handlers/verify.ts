// cuteLens/verify: compiles, runs and compares, and leaves the verdicts with the session until the text changes.
import type { CancellationToken } from 'vscode-languageserver';
import { bugReport, machineText, markdown, saysOf, summaryText, type Report, type Row } from '../../../core/src/verify/report';
import type { Mark, VerifyParams, VerifyProgress, VerifyReply } from '../../../protocol/src/requests';
import { fileOfUri } from '../paths';
import type { Session } from '../session';
import { isProblem } from '../toolchain/find';
import { verify } from '../verify';
import { version } from '../version';

export async function handleVerify(session: Session, { uri, mode }: VerifyParams, tell: (progress: VerifyProgress) => void, token: CancellationToken): Promise<VerifyReply | null> {
  const cancel = new AbortController();
  const listening = token.onCancellationRequested(() => cancel.abort());
  try {
    const job = await session.verifyJob(uri, mode);
    if (!job) return null;
    const asked = session.document(uri)?.version;
    let stage: VerifyProgress['stage'] = 'tools';
    const done = await verify({ ...job, signal: cancel.signal, onStage: (next) => tell({ uri, stage: (stage = next) }), onOutput: (output) => tell({ uri, stage, output }) });
    if (isProblem(done)) return done.code === 'cancelled' ? null : { problem: done };
    const verification = verificationOf(done.report, fileOfUri(uri), job.textOf(job.entry) ?? '');
    if (session.document(uri)?.version !== asked) return { verification: { ...verification, marks: [] } };
    session.verdicts.set(uri, done);
    return { verification };
  } finally {
    listening.dispose();
  }
}

function verificationOf(report: Report, file: string, source: string): Extract<VerifyReply, { verification: unknown }>['verification'] {
  const refuted = report.rows.filter(({ says }) => says === 'refuted');
  const line = (row: Row): string => (row.file === file ? (source.split('\n')[row.line - 1] ?? '') : '');
  return {
    summary: `${summaryText(report.totals)}.`,
    machine: `${machineText(report.machine)}.`,
    markdown: markdown(report),
    marks: marksOf(report.rows.filter((row) => row.file === file)),
    ...(report.failed ? { failed: `The program did not end well: ${report.ended}.` } : {}),
    ...(refuted.length > 0 ? { bugReport: refuted.map((row) => bugReport(row, report, version, line(row))).join('\n\n') } : {}),
  };
}

/** One mark a line: the worst of what was said of its facts. */
function marksOf(rows: readonly Row[]): readonly Mark[] {
  const lines = new Map<number, Row[]>();
  for (const row of rows) lines.set(row.line, [...(lines.get(row.line) ?? []), row]);
  return [...lines].flatMap(([line, here]): Mark[] => {
    const says = saysOf(here);
    return says === 'not-probed' ? [] : [{ line: line - 1, says, text: here.map(({ name, says: one, why }) => `\`${name}\` ${one.replace('-', ' ')}${why === undefined ? '' : `: ${why}`}`).join('\n\n') }];
  });
}

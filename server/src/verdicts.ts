// Stores the verdicts of verified programs by open file. A verdict is dropped when a text that it depends on changes.
import { say } from '../../core/src/base/say';
import type { Verdict, VerdictAt } from '../../core/src/ide/index';
import type { FileId, Span } from '../../core/src/index';
import type { Measured } from '../../core/src/verify/measured';
import { checkedText, deviceText, otherValue, type Report, type Row } from '../../core/src/verify/report';
import { lineAt, lineStarts } from './lines';
import { fileOfUri } from './paths';
import type { Verified } from './verify';
import { measuredOf } from './verify-recorded';

export interface Refuted {
  readonly row: Row;
  readonly report: Report;
}

export class Verdicts {
  private readonly kept = new Map<string, Verified>();

  /** Stores the verdicts of a program, replacing earlier ones of the same file. */
  set(uri: string, verified: Verified): void {
    this.kept.set(uri, verified);
  }

  has(uri: string): boolean {
    return this.kept.has(uri);
  }

  drop(uri: string): void {
    this.kept.delete(uri);
  }

  /** Drops the verdicts that depend on a file that has changed. */
  changed(file: FileId): void {
    for (const [uri, { texts }] of this.kept) if (texts.has(file)) this.kept.delete(uri);
  }

  /** Drops the verdicts whose texts are no longer the present ones. */
  keep(isStill: (texts: Verified['texts']) => boolean): void {
    for (const [uri, { texts }] of this.kept) if (!isStill(texts)) this.kept.delete(uri);
  }

  /** The mismatches in a file, one for each declaration, from all verified programs. */
  refutedIn(file: FileId): readonly Refuted[] {
    const found = new Map<string, Refuted>();
    for (const { report } of this.kept.values()) {
      for (const row of report.rows) {
        const key = `${row.line}:${row.column}`;
        if (row.says === 'refuted' && row.file === file && !found.has(key)) found.set(key, { row, report });
      }
    }
    return [...found.values()];
  }

  /** The verdicts for hovers, for the analysis of `uri`. */
  of(uri: string, textOf: (file: FileId) => string | undefined): VerdictAt | undefined {
    const report = this.kept.get(uri)?.report;
    if (!report) return undefined;
    return ({ file, start }, instance, text) => {
      const source = textOf(file);
      if (source === undefined) return undefined;
      const starts = lineStarts(source);
      const line = lineAt(starts, start);
      const here = report.rows.filter(
        (row) => row.file === file && row.line === line + 1 && row.column === start - (starts[line] ?? 0) + 1,
      );
      // A driver's launch stands for the kernel, which has no launch of its own.
      const byDriver =
        report.file === fileOfUri(uri)
          ? undefined
          : here.find((one) => one.says === 'refuted' || one.predicted.includes(text));
      const row =
        here.find((one) => one.instance === instance) ?? here.find((one) => one.instance === null) ?? byDriver;
      return row && verdictOf(row, report, text);
    };
  }

  /** The recorded elements of the declarations of `uri`'s program. */
  measuredIn(uri: string): MeasuredAt | undefined {
    const verified = this.kept.get(uri);
    return (
      verified &&
      (({ file, start }, label) => {
        const { plan, instances } = verified.evidence;
        const probe = plan.probes.find(({ span }) => span.file === file && span.start === start);
        const byDriver =
          verified.report.file === fileOfUri(uri)
            ? undefined
            : instances.find(({ kernel, reached }) => kernel !== '' && reached);
        const instance =
          instances.find((one) => (label === null ? one.kernel === '' : one.label === label && one.kernel !== '')) ??
          byDriver;
        const found = probe && instance && measuredOf(verified.evidence, probe, instance.id);
        return found && { ...found, by: deviceText(verified.report.machine) };
      })
    );
  }
}

/** What a run recorded of a declaration in the instance with this label (null: outside kernels), and on which
 *  machine. */
export type MeasuredAt = (declared: Span, instance: string | null) => (Measured & { readonly by: string }) | undefined;

/** The verdict on a value. It holds only for exactly this text: for another sample thread the text may differ, and that
 *  was not verified. */
function verdictOf(row: Row, { machine }: Report, text: string): Verdict | undefined {
  if (!row.predicted.includes(text)) return undefined;
  const [by, isGpu] = [deviceText(machine), machine.mode === 'gpu'];
  if (row.says === 'refuted') {
    const instead = otherValue(row);
    return {
      says: 'refuted',
      isGpu,
      by: say`by ${by}`,
      more: row.why ?? '',
      ...(instead !== undefined && { instead }),
    };
  }
  if (row.says !== 'confirmed') return undefined;
  // A compiler runs one thread, so there is nothing to count.
  return isGpu
    ? { says: 'confirmed', isGpu, by: say`on ${by}`, more: checkedText(row) }
    : { says: 'confirmed', isGpu, by: say`by ${by}`, more: '' };
}

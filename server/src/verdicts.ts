// What a machine said of the facts of an open file: kept until a text changes that it was said of.
import type { Verdict, VerdictAt } from '../../core/src/ide/index';
import type { FileId, Span } from '../../core/src/index';
import type { Measured } from '../../core/src/verify/measured';
import { checkedText, type Machine, type Report, type Row } from '../../core/src/verify/report';
import { lineAt, lineStarts } from './lines';
import { fileOfUri } from './paths';
import { measuredOf, type Verified } from './verify';

export interface Refuted {
  readonly row: Row;
  readonly report: Report;
}

export class Verdicts {
  private readonly kept = new Map<string, Verified>();

  /** Of a file, by its URI; what was said before goes. */
  set(uri: string, verified: Verified): void {
    this.kept.set(uri, verified);
  }

  drop(uri: string): void {
    this.kept.delete(uri);
  }

  /** Drops what rests on a file that has changed. */
  changed(file: FileId): void {
    for (const [uri, { texts }] of this.kept) if (texts.has(file)) this.kept.delete(uri);
  }

  /** Drops what was said of other texts than there are now. */
  keep(isStill: (texts: Verified['texts']) => boolean): void {
    for (const [uri, { texts }] of this.kept) if (!isStill(texts)) this.kept.delete(uri);
  }

  /** What is refuted in a file, each declaration once, whichever program was verified. */
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

  /** For hovers over the analysis of `uri`. */
  of(uri: string, textOf: (file: FileId) => string | undefined): VerdictAt | undefined {
    const report = this.kept.get(uri)?.report;
    if (!report) return undefined;
    const by = deviceText(report.machine);
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
      return row && verdictOf(row, by, text);
    };
  }

  /** What was recorded of the declarations of `uri`'s program, element by element. */
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

/** What a machine recorded of a declaration in the instance with this label (null: outside kernels), and which
 *  machine. */
export type MeasuredAt = (declared: Span, instance: string | null) => (Measured & { readonly by: string }) | undefined;

/** `NVIDIA H200 (sm_90a)`. */
export const deviceText = ({ device, arch }: Machine): string => (arch === undefined ? device : `${device} (${arch})`);

/** Only of the very text that is shown: another sample thread may have another one, which was not asked. */
function verdictOf(row: Row, by: string, text: string): Verdict | undefined {
  if (!row.predicted.includes(text)) return undefined;
  if (row.says === 'refuted') return { says: 'refuted', by, more: row.why ?? '' };
  return row.says === 'confirmed' ? { says: 'confirmed', by, more: checkedText(row) } : undefined;
}

// What a machine said of the facts of an open file: kept until a text changes that it was said of.
import type { Verdict, VerdictAt } from '../../core/src/ide/index';
import type { FileId } from '../../core/src/index';
import { checkedText, type Report, type Row } from '../../core/src/verify/report';
import { lineAt, lineStarts } from './lines';

export class Verdicts {
  private readonly reports = new Map<string, Report>();

  /** Of a file, by its URI; what was said before goes. */
  set(uri: string, report: Report): void {
    this.reports.set(uri, report);
  }

  drop(uri: string): void {
    this.reports.delete(uri);
  }

  /** Drops what rests on a file that has changed. */
  changed(file: FileId): void {
    for (const [uri, report] of this.reports) if (report.file === file || report.rows.some((row) => row.file === file)) this.reports.delete(uri);
  }

  /** For hovers over the analysis of `uri`. */
  of(uri: string, textOf: (file: FileId) => string | undefined): VerdictAt | undefined {
    const report = this.reports.get(uri);
    if (!report) return undefined;
    const { device, arch } = report.machine;
    const by = arch === undefined ? device : `${device} (${arch})`;
    return ({ file, start }, instance, text) => {
      const source = textOf(file);
      if (source === undefined) return undefined;
      const starts = lineStarts(source);
      const line = lineAt(starts, start);
      const here = report.rows.filter((row) => row.file === file && row.line === line + 1 && row.column === start - (starts[line] ?? 0) + 1);
      const row = here.find((one) => one.instance === instance) ?? here.find((one) => one.instance === null);
      return row && verdictOf(row, by, text);
    };
  }
}

/** Only of the very text that is shown: another sample thread may have another one, which was not asked. */
function verdictOf(row: Row, by: string, text: string): Verdict | undefined {
  if (row.says === 'refuted') return { says: 'refuted', by, more: row.why ?? '' };
  return row.says === 'confirmed' && row.predicted.includes(text) ? { says: 'confirmed', by, more: checkedText(row) } : undefined;
}

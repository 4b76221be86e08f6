// What `#line` says ([cpp.line]), and what marks of lines say that a preprocessor has written. Expands nothing itself.
import { SourceLines, type LineMark } from '../../base/source-lines';

/** `# 42 "file"`, as a preprocessor writes it: what stands behind the `#`. */
export function lineMarker(directive: string): string | undefined {
  return /^#\s*(\d+(?:\s*"[^"]*")?)/.exec(directive)?.[1];
}

/** Reads the directives of one text. */
export class LineRun {
  readonly #marks: LineMark[] = [];
  readonly lines: SourceLines;

  constructor(text: string) {
    this.lines = new SourceLines(text, this.#marks);
  }

  /** `#line 42 "file"`, which ends at `at`; its macros are expanded where it is not of that form. Returns what it
   *  says. */
  run(names: string, at: number, expanded: () => string): string {
    const form = /^\s*(\d{1,9})(?![\w'.])\s*("[^"\\\n]*")?\s*$/;
    const [, line, file] = form.exec(names) ?? form.exec(expanded()) ?? [];
    this.#marks.push({ at, line: line === undefined ? undefined : Number(line), ...(file !== undefined && { file }) });
    return `line ${line} ${file}`;
  }
}

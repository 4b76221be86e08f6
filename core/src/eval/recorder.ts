// Collects facts while the evaluator walks: which value each place in the text had, in which instance.
// Does not decide what is worth showing; that is the editor features' business.
import type { FileId, Span } from '../base/span';
import type { Assumption, Derivation, Fact, FactRole, Instance, Observation } from '../analysis';
import { assumptionsOf, sameValue } from './inspect';
import type { Value } from '../values/value';

/** Different values kept for one place in one instance; more are not told apart. */
const maxObservations = 24;

interface Seen {
  readonly instance: number;
  readonly value: Value;
  readonly extra: readonly number[];
  readonly why: Derivation | undefined;
}

interface Draft {
  readonly span: Span;
  role: FactRole;
  name: string | undefined;
  start: number;
  declared: Span | undefined;
  readonly seen: Seen[];
  why: Derivation | undefined;
}

export class Recorder {
  private readonly files = new Map<FileId, Map<number, Draft>>();
  readonly instances: Instance[] = [];
  readonly assumptions: Assumption[] = [];
  /** The instance that is being evaluated. */
  instance = 0;
  /** Assumptions that hold for everything recorded now (a branch not taken by the sample thread). */
  extra: readonly number[] = [];
  /** Above 0, nothing is recorded (the same loop body again). */
  muted = 0;

  assume(assumption: Omit<Assumption, 'id'>): number {
    const same = this.assumptions.find((a) => a.kind === assumption.kind && a.text === assumption.text && a.at?.start === assumption.at?.start && a.at?.file === assumption.at?.file);
    if (same) return same.id;
    const id = this.assumptions.length;
    this.assumptions.push({ ...assumption, id });
    return id;
  }

  addInstance(instance: Omit<Instance, 'id'>): number {
    const id = this.instances.length;
    this.instances.push({ ...instance, id });
    return id;
  }

  record(span: Span, role: FactRole, value: Value, more?: { name?: string; start?: number; declared?: Span; why?: Derivation }): void {
    if (this.muted > 0 || span.end <= span.start) return;
    let drafts = this.files.get(span.file);
    if (!drafts) this.files.set(span.file, (drafts = new Map()));
    const key = span.start * 67_108_864 + span.end;
    let draft = drafts.get(key);
    if (!draft) {
      draft = { span, role, name: more?.name, start: more?.start ?? span.start, declared: more?.declared, seen: [], why: more?.why };
      drafts.set(key, draft);
    } else if (more?.why && !draft.why) {
      draft.why = more.why;
    }
    this.see(draft, value, more?.why);
  }

  private see(draft: Draft, value: Value, why: Derivation | undefined): void {
    let inInstance = 0;
    for (const seen of draft.seen) {
      if (seen.instance !== this.instance) continue;
      if (seen.value === value || sameValue(seen.value, value)) return;
      inInstance++;
    }
    if (inInstance < maxObservations) draft.seen.push({ instance: this.instance, value, extra: this.extra, why });
  }

  /** The facts, in source order, outer before inner. Real observations come before those of code that is not reached. */
  finish(): ReadonlyMap<FileId, readonly Fact[]> {
    const out = new Map<FileId, readonly Fact[]>();
    for (const [file, drafts] of this.files) {
      const facts = [...drafts.values()].map((draft) => this.fact(draft));
      facts.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
      out.set(file, facts);
    }
    return out;
  }

  private fact(draft: Draft): Fact {
    const seen: Observation[] = draft.seen.map((s) => ({ instance: s.instance, value: s.value, assumes: assumptionsOf(s.value, s.extra), ...(s.why && { why: s.why }) }));
    const { span, role, start } = draft;
    return {
      span,
      role,
      start,
      seen,
      ...(draft.name !== undefined && { name: draft.name }),
      ...(draft.declared && { declared: draft.declared }),
      ...(draft.why && { why: draft.why }),
    };
  }
}

// Collects facts while the evaluator walks: which value each place in the text had, in which instance.
// Does not decide what is worth showing; that is the editor features' business.
import type { FileId, Span } from '../base/span';
import type { Assumption, Derivation, Fact, FactRole, Instance, Observation } from '../analysis';
import { assumptionsOf, sameValue } from './inspect';
import type { Value } from '../values/value';

/** Values kept for one place in all instances. */
const maxSeen = 256;
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
  /** Another one that starts at the same place. */
  readonly next: Draft | undefined;
}

export class Recorder {
  /** By file, then by start; drafts that start together are chained. */
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
    const first = drafts.get(span.start);
    let draft = first;
    while (draft && draft.span.end !== span.end) draft = draft.next;
    if (!draft) {
      draft = { span, role, name: more?.name, start: more?.start ?? span.start, declared: more?.declared, seen: [], why: more?.why, next: first };
      drafts.set(span.start, draft);
    } else if (more?.why && !draft.why) {
      draft.why = more.why;
    }
    this.see(draft, value, more?.why);
  }

  private see(draft: Draft, value: Value, why: Derivation | undefined): void {
    if (draft.seen.length >= maxSeen) return;
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
      const facts: Fact[] = [];
      const assumes = new Assumes();
      for (const first of drafts.values()) for (let draft: Draft | undefined = first; draft; draft = draft.next) facts.push(factOf(draft, assumes));
      facts.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
      out.set(file, facts);
    }
    return out;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function factOf({ span, role, start, seen: drafted, name, declared, why }: Draft, assumes: Assumes): Fact {
  const seen = drafted.map((one) => observation(one, assumes));
  const made: Mutable<Fact> = { span, role, start, seen };
  if (name !== undefined) made.name = name;
  if (declared) made.declared = declared;
  if (why) made.why = why;
  return made;
}

function observation({ instance, value, extra, why }: Seen, assumes: Assumes): Observation {
  const made: Mutable<Observation> = { instance, value, assumes: assumes.of(value, extra) };
  if (why) made.why = why;
  return made;
}

/** What values rest on. A variable's value is seen at every use of the variable, and looked into once. */
class Assumes {
  private readonly known = new Map<Value, readonly number[]>();

  of(value: Value, extra: readonly number[]): readonly number[] {
    if (extra.length > 0) return assumptionsOf(value, extra);
    let ids = this.known.get(value);
    if (!ids) this.known.set(value, (ids = assumptionsOf(value)));
    return ids;
  }
}

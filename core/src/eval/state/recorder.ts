// Collects what users and checks see of an evaluation: facts (which value each place in the text had, in which
// instance), calls, refusals, guards, shared memory, assumptions. In a silent mode it records nothing. Does not decide
// what is worth showing.
import type { AlgebraError } from '../../algebra/errors';
import type {
  Assertion,
  BlockRun,
  Assumption,
  Call,
  Counted,
  Derivation,
  Fact,
  FactRole,
  Guard,
  Instance,
  Observation,
  Refusal,
  SharedLayout,
  SharedVariable,
  Unfollowed,
  UnwrittenEnd,
} from '../../analysis';
import { spend } from '../../base/meter';
import type { FileId, Span } from '../../base/span';
import type { Value } from '../../values/value';
import { sameValue } from '../values/inspect';
import { Assumes } from './assumes';
import { Modes } from './mode';

/** Values kept for one place in all instances. */
const maxSeen = 256;
/** Different values kept for one place in one instance; more are not told apart. */
const maxObservations = 24;
/** Calls kept for one place in one instance. */
const maxCalls = 32;

interface Draft {
  readonly span: Span;
  role: FactRole;
  name: string | undefined;
  start: number;
  declared: Span | undefined;
  readonly seen: Observation[];
  /** The instance that was seen last, and the index in `seen` of its first value. */
  instance: number;
  from: number;
  /** The latest instance of which `seen` has a value. */
  latest: number;
  why: Derivation | undefined;
  memory: Fact['memory'];
  given: Span[] | undefined;
  /** Instances of which values were left out. */
  cut: Set<number> | undefined;
  /** Another one that starts at the same place. */
  readonly next: Draft | undefined;
}

export class Recorder {
  /** By file, then by start; drafts that start together are chained. */
  private readonly files = new Map<FileId, Map<number, Draft>>();
  readonly instances: Instance[] = [];
  readonly assumptions: Assumption[] = [];
  /** By text, then by where the place starts. */
  private readonly assumed = new Map<string, Map<number | undefined, Assumption[]>>();
  readonly calls: Call[] = [];
  readonly refusals: Refusal[] = [];
  readonly guards: Guard[] = [];
  readonly shared: SharedVariable[] = [];
  readonly sharedLayouts: SharedLayout[] = [];
  readonly assertions: Assertion[] = [];
  readonly blocks: BlockRun[] = [];
  readonly unfollowed: Unfollowed[] = [];
  readonly unwritten: UnwrittenEnd[] = [];
  /** Assertions by where they start: file, then offset. */
  private readonly assertionsAt = new Map<FileId, Map<number, Assertion[]>>();
  /** The number of instances that have asked for each label. */
  private readonly labelled = new Map<string, number>();
  /** Indices into `calls` by where they start: file, then offset. */
  private readonly callsAt = new Map<FileId, Map<number, Call[]>>();
  /** Declarations that were not reached, by where they start. */
  private readonly notReached = new Map<FileId, Map<number, Fact>>();
  private readonly assumes = new Assumes();
  readonly modes = new Modes();
  /** How many values were seen so far, at all places and in all instances. */
  observations = 0;
  /** Code was left out that may launch any kernel. */
  private leavesOut = false;
  /** Entry points so far, beside launches. */
  entries = 0;
  /** The instance that is being evaluated. */
  get instance(): number {
    return this.modes.now.instance;
  }

  /** True for code whose errors are not reported. */
  private get blameless(): boolean {
    const { silent, doubtful } = this.modes.now;
    return silent || doubtful;
  }

  assume(assumption: Omit<Assumption, 'id'>): number {
    const { kind, text, at, counts } = assumption;
    let byStart = this.assumed.get(text);
    if (!byStart) this.assumed.set(text, (byStart = new Map()));
    const alike = byStart.get(at?.start);
    for (const known of alike ?? [])
      if (known.kind === kind && isSamePlace(known.at, at) && isSameEnd(known.counts, counts)) return known.id;
    const made = { ...assumption, id: this.assumptions.length };
    this.assumptions.push(made);
    if (alike) alike.push(made);
    else byStart.set(at?.start, [made]);
    return made.id;
  }

  /** Users choose an instance by its label: the second one of a label is `#2`. */
  addInstance(instance: Omit<Instance, 'id'>): number {
    const id = this.instances.length;
    const { label } = instance;
    const again = this.labelled.get(label) ?? 0;
    this.labelled.set(label, again + 1);
    this.instances.push({
      ...instance,
      id,
      label: again === 0 ? label : `${label} #${again + 1}`,
      ...(this.leavesOut && instance.launch && { unseen: true }),
    });
    return id;
  }

  /** A kernel is launched again in the same instance, with other arguments. The later launches are not shown. */
  repeat(id: number): void {
    const instance = this.instances[id];
    if (instance) this.instances[id] = { ...instance, repeated: true };
    if (this.modes.now.silent) this.leaveOut(id);
  }

  /** Code is left out that may launch any kernel. */
  leaveOutLaunches(): void {
    if (this.leavesOut) return;
    this.leavesOut = true;
    for (const { id, launch } of this.instances) if (launch) this.leaveOut(id);
  }

  /** An instance has launches that are not looked at. */
  leaveOut(id: number): void {
    const instance = this.instances[id];
    if (instance && !instance.unseen) this.instances[id] = { ...instance, unseen: true };
  }

  /** An instance is one of more than are kept. */
  crowd(id: number): void {
    const instance = this.instances[id];
    if (instance) this.instances[id] = { ...instance, unseen: true, crowded: true };
  }

  record(span: Span, role: FactRole, value: Value, more?: RecordOptions): void {
    if (this.modes.now.silent || span.end <= span.start) return;
    const draft = this.draftOf(span, role, more?.name, more?.start ?? span.start, undefined);
    if (more?.memory) draft.memory ??= more.memory;
    if (more?.given) addGiven(draft, more.given);
    this.see(draft, value, undefined);
  }

  /** The use of a name. Most of what is recorded is one, or the result of a call: these take no options. */
  use(span: Span, value: Value, name: string, declared: Span | undefined): void {
    if (this.modes.now.silent || span.end <= span.start) return;
    this.see(this.draftOf(span, 'use', name, span.start, declared), value, undefined);
  }

  /** Records the result of a call, and its derivation. */
  result(span: Span, value: Value, why: Derivation | undefined): void {
    if (this.modes.now.silent || span.end <= span.start) return;
    const draft = this.draftOf(span, 'expression', undefined, span.start, undefined);
    draft.why ??= why;
    this.see(draft, value, why);
  }

  /** A declaration that evaluation did not come to, and why. It counts only where nothing else is seen of it. */
  unreached(span: Span, role: FactRole, name: string, start: number, value: Value): void {
    if (span.end <= span.start) return;
    const file = this.notReached.get(span.file) ?? new Map<number, Fact>();
    this.notReached.set(span.file, file);
    if (!file.has(span.start))
      file.set(span.start, { span, role, start, name, seen: [{ instance: this.instance, value, assumes: [] }] });
  }

  private draftOf(
    span: Span,
    role: FactRole,
    name: string | undefined,
    start: number,
    declared: Span | undefined,
  ): Draft {
    let drafts = this.files.get(span.file);
    if (!drafts) this.files.set(span.file, (drafts = new Map()));
    const first = drafts.get(span.start);
    for (let draft = first; draft; draft = draft.next) if (draft.span.end === span.end) return draft;
    const made: Draft = {
      span,
      role,
      name,
      start,
      declared,
      seen: [],
      instance: -1,
      from: 0,
      latest: -1,
      why: undefined,
      memory: undefined,
      given: undefined,
      cut: undefined,
      next: first,
    };
    drafts.set(span.start, made);
    return made;
  }

  private see(draft: Draft, value: Value, why: Derivation | undefined): void {
    const { instance, extra } = this.modes.now;
    if (draft.cut?.has(instance)) return;
    if (draft.seen.length >= maxSeen) return void (draft.cut ??= new Set()).add(instance);
    if (draft.instance !== instance) begin(draft, instance);
    const { seen } = draft;
    for (let i = draft.from; i < seen.length; i++)
      if (seen[i]?.value === value && seen[i]?.instance === instance) return;
    let inInstance = 0;
    for (let i = draft.from; i < seen.length; i++) {
      const other = seen[i];
      if (other?.instance !== instance) continue;
      if (sameValue(other.value, value)) return;
      inInstance++;
    }
    if (inInstance >= maxObservations) return void (draft.cut ??= new Set()).add(instance);
    const assumes = this.assumes.of(value, extra);
    this.observations++;
    seen.push(why ? { instance, value, assumes, why } : { instance, value, assumes });
  }

  /** A variable in shared memory; entered again, it is the same one. */
  sharedVariable(variable: Omit<SharedVariable, 'instance'>): void {
    if (this.modes.now.silent) return;
    const isSame = (other: SharedVariable): boolean =>
      other.instance === this.instance &&
      other.span.start === variable.span.start &&
      other.span.file === variable.span.file &&
      other.bytes === variable.bytes;
    if (!this.shared.some(isSame)) this.shared.push({ ...variable, instance: this.instance });
  }

  /** A call of a builtin; the same one with the same operands counts once. */
  call(made: Call): void {
    const call: Call = this.modes.now.idle ? { ...made, idle: true } : made;
    if (this.blameless || call.span.end <= call.span.start) return;
    let byStart = this.callsAt.get(call.span.file);
    if (!byStart) this.callsAt.set(call.span.file, (byStart = new Map()));
    let here = byStart.get(call.span.start);
    if (!here) byStart.set(call.span.start, (here = []));
    let inInstance = 0;
    for (const other of here) {
      if (other.instance !== this.instance || other.idle !== call.idle || other.span.end !== call.span.end) continue;
      if (++inInstance >= maxCalls || sameOperands(other.operands, call.operands)) return;
    }
    here.push(call);
    this.calls.push(call);
  }

  refuse(span: Span, { code, message, data }: Pick<AlgebraError, 'code' | 'message' | 'data'>): void {
    if (this.blameless || span.end <= span.start) return;
    spend(message.length, 'messages');
    this.refusals.push({ span, instance: this.instance, rule: code, message, ...(data && { data }) });
  }

  sharedLayout(span: Span, bytes: number): void {
    if (!this.blameless) this.sharedLayouts.push({ span, instance: this.instance, bytes });
  }

  /** A static assertion; the same one with the same value counts once. */
  assertion(span: Span, value: Value, holds: boolean | undefined): void {
    const { silent, doubtful, speculative, unevaluated, supposed, symbolic, open, extra } = this.modes.now;
    if (silent || span.end <= span.start) return;
    let byStart = this.assertionsAt.get(span.file);
    if (!byStart) this.assertionsAt.set(span.file, (byStart = new Map()));
    let here = byStart.get(span.start);
    if (!here) byStart.set(span.start, (here = []));
    const perhaps = doubtful || speculative || unevaluated || supposed !== undefined || symbolic || open;
    const { instance } = this;
    const isSame = (other: Assertion): boolean =>
      other.instance === instance && other.perhaps === (perhaps || undefined) && sameValue(other.value, value);
    if (here.length >= maxSeen || here.some(isSame)) return;
    const assumes = this.assumes.of(value, extra);
    const made: Mutable<Assertion> =
      holds === undefined ? { span, instance, value, assumes } : { span, instance, value, holds, assumes };
    if (perhaps) made.perhaps = perhaps;
    here.push(made);
    this.assertions.push(made);
  }

  guard(span: Span, assumes: readonly number[]): void {
    if (!this.modes.now.silent) this.guards.push({ span, instance: this.instance, assumes });
  }

  /** The facts, in source order, outer before inner. Real observations come before those of code that is not
   *  reached. */
  finish(): ReadonlyMap<FileId, readonly Fact[]> {
    const out = new Map<FileId, readonly Fact[]>();
    for (const [file, drafts] of this.files) {
      const facts: Fact[] = [];
      for (const start of Int32Array.from(drafts.keys()).sort()) {
        const from = facts.length;
        for (let draft = drafts.get(start); draft; draft = draft.next) insert(facts, from, factOf(draft));
      }
      out.set(file, facts);
    }
    for (const [file, unreached] of this.notReached)
      out.set(file, withUnreached(out.get(file) ?? [], [...unreached.values()], this.files.get(file)));
    return out;
  }
}

/** The facts with those declarations of which nothing was seen. */
function withUnreached(
  facts: readonly Fact[],
  unreached: readonly Fact[],
  drafts: ReadonlyMap<number, Draft> | undefined,
): readonly Fact[] {
  const isSeen = ({ span }: Fact): boolean => {
    for (let draft = drafts?.get(span.start); draft; draft = draft.next) if (draft.span.end === span.end) return true;
    return false;
  };
  const missing = unreached.filter((fact) => !isSeen(fact));
  return missing.length === 0
    ? facts
    : [...facts, ...missing].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}

interface RecordOptions {
  readonly name?: string;
  readonly start?: number;
  readonly memory?: Fact['memory'];
  readonly given?: Span;
}

const isSamePlace = (a: Span | undefined, b: Span | undefined): boolean => a?.start === b?.start && a?.file === b?.file;

/** Loops that run to the same end. */
function isSameEnd(a: Counted | undefined, b: Counted | undefined): boolean {
  const nameOf = (end: Counted['end'] | undefined): string | undefined =>
    end?.is === 'dynamic' ? end.name : undefined;
  return a === b || (a?.end.n === b?.end.n && nameOf(a?.end) === nameOf(b?.end));
}

/** What is seen from here on is of another instance. Its values stand together, unless others came between them. */
function begin(draft: Draft, instance: number): void {
  const isNew = instance > draft.latest;
  const first = isNew ? -1 : draft.seen.findIndex((seen) => seen.instance === instance);
  if (isNew) draft.latest = instance;
  draft.instance = instance;
  draft.from = first < 0 ? draft.seen.length : first;
}

function addGiven(draft: Draft, span: Span): void {
  const given = (draft.given ??= []);
  if (given.length < maxCalls && !given.some(({ file, start }) => file === span.file && start === span.start))
    given.push(span);
}

function sameOperands(a: Call['operands'], b: Call['operands']): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!sameValue(a[i]?.value, b[i]?.value)) return false;
  return true;
}

/** Adds a fact to those from `from` on, of which the outer come first. They are few: most places have one fact. */
function insert(facts: Fact[], from: number, fact: Fact): void {
  let at = facts.length;
  for (; at > from; at--) {
    const before = facts[at - 1];
    if (!before || before.span.end >= fact.span.end) break;
    facts[at] = before;
  }
  facts[at] = fact;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function factOf({ span, role, start, seen, name, declared, why, memory, given, cut }: Draft): Fact {
  const made: Mutable<Fact> = { span, role, start, seen };
  if (name !== undefined) made.name = name;
  if (declared) made.declared = declared;
  if (why) made.why = why;
  if (memory) made.memory = memory;
  if (given) made.given = given;
  if (cut) made.cut = cut;
  return made;
}

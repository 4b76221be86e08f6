// The door of the evaluator: makes a machine for each translation unit, runs them, and collects what was seen.
import { namedClasses } from './types/named-classes';
import type { AnalyzeInput, DormantTemplate, Evaluation } from '../analysis';
import { Meter, metered, Stopped } from '../base/meter';
import type { Span } from '../base/span';
import type { StructDecl } from '../ir/program';
import { runAll, runNear, type Units } from './entries';
import { runBlocks } from './launch/blocks';
import { interpreter } from './run/interpreter';
import { Exhausted } from './state/budget';
import { Machine } from './state/machine';
import { ofTiles, withoutForeign } from './tile/tile-facts';
import type { Scope } from './values/entities';

/** An evaluated program. */
export interface Evaluated {
  readonly evaluation: Evaluation;
  /** The same with what all threads of some blocks of its kernels do to memory. Can be called once. Evaluates nothing
   *  else again, so that all facts are those of `evaluation`. */
  readonly follow: () => Evaluation;
}

/** Evaluates the entry file, with its headers, in each translation unit that the input asks for. `begun` gets a
 *  function that returns the facts recorded so far; it may be called while the evaluation runs. */
export function evaluateProgram(
  input: AnalyzeInput,
  meter = new Meter(Infinity, input.interrupt),
  begun?: (peek: () => Evaluation) => void,
): Evaluated {
  const { units, evaluation } = metered(meter, () => evaluateUnits(input, meter, begun));
  return { evaluation, follow: () => metered(meter, () => followed(evaluation, units)) };
}

function followed(evaluation: Evaluation, units: Units): Evaluation {
  run(() => {
    for (const m of units) runBlocks(m);
  });
  const [{ recorder, budget, bugs }] = units;
  const { followedBefore: _before, ...first } = evaluation;
  return {
    ...first,
    blocks: recorder.blocks,
    unfollowed: recorder.unfollowed,
    unwritten: recorder.unwritten,
    instances: recorder.instances,
    assumptions: recorder.assumptions,
    bugs,
    stats: { ...first.stats, steps: budget.steps, exhausted: budget.exhausted },
  };
}

function evaluateUnits(
  input: AnalyzeInput,
  meter: Meter,
  begun?: (peek: () => Evaluation) => void,
): { readonly units: Units; readonly evaluation: Evaluation } {
  const nearby = begun && input.near && evaluateNear(input, input.near, meter, begun);
  const units = unitsOf(input, meter);
  const now = (): Evaluation => evaluationOf(input, units);
  begun?.(() => {
    const seen = now();
    return nearby && input.near && !hasFacts(seen, input.near) ? nearby : seen;
  });
  run(() => runAll(units));
  run(() => {
    for (const m of units) m.described = namedClasses(m);
  });
  return { units, evaluation: now() };
}

/** What one function may cost that is evaluated before its turn. */
const stepsNear = 10_000;

/** What the functions of a part of the text show that nothing names: they are evaluated once more when it is their
 *  turn. Undefined where there is nothing to see. */
function evaluateNear(
  input: AnalyzeInput,
  near: Span,
  meter: Meter,
  begun: (peek: () => Evaluation) => void,
): Evaluation | undefined {
  const units = unitsOf({ ...input, budget: { ...input.budget, steps: stepsNear } }, meter);
  begun(() => evaluationOf(input, units));
  run(() => runNear(units, near));
  const seen = evaluationOf(input, units);
  return hasFacts(seen, near) ? seen : undefined;
}

function unitsOf(input: AnalyzeInput, meter: Meter): Units {
  const [entry = input.entry, ...others] = input.roots ?? [];
  const first = new Machine(input, meter, entry, interpreter);
  first.recorder.addInstance({ label: 'host', kernel: '', reached: true });
  return [first, ...others.map((root) => new Machine(input, meter, root, interpreter, first))];
}

function run(evaluation: () => void): void {
  try {
    evaluation();
  } catch (error) {
    if (!(error instanceof Exhausted || error instanceof Stopped)) throw error;
  }
}

function hasFacts({ facts }: Evaluation, near: Span): boolean {
  return facts.get(near.file)?.some(({ span }) => span.start <= near.end && near.start <= span.end) === true;
}

/** What was seen up to now. */
function evaluationOf(input: AnalyzeInput, units: Units): Evaluation {
  const [m] = units;
  const language = input.files.get(input.entry)?.language;
  return {
    entry: input.entry,
    ...(language && { language }),
    arch: input.assumptions.arch,
    facts: language ? withoutForeign(m.recorder.finish()) : m.recorder.finish(),
    calls: m.recorder.calls,
    refusals: language ? ofTiles(m.recorder.refusals) : m.recorder.refusals,
    guards: m.recorder.guards,
    assertions: m.recorder.assertions,
    ...(input.followed && { followedBefore: input.followed }),
    shared: m.recorder.shared,
    sharedLayouts: m.recorder.sharedLayouts,
    dormant: dormantIn(units),
    classes: new Map(units.flatMap(({ described }) => [...described])),
    sources: input.files,
    // Following kernels may add to them.
    instances: [...m.recorder.instances],
    assumptions: [...m.recorder.assumptions],
    wants: m.wants,
    missing: units.flatMap(({ notFound }) => notFound),
    problems: [...input.files.values()].flatMap((program) => program.problems),
    bugs: [...m.bugs],
    stats: {
      steps: m.budget.steps,
      layouts: units.reduce((sum, { layouts }) => sum + layouts, 0),
      exhausted: m.budget.exhausted,
    },
  };
}

/** A template that one unit instantiates is not dormant in another. */
function dormantIn(units: readonly Machine[]): readonly DormantTemplate[] {
  const awake = new Set<Span>();
  const found = new Map<number, DormantTemplate>();
  for (const { classTemplates } of units) {
    for (const { instances, specialisations, primary, scope } of classTemplates) {
      const isOwn = ({ span }: StructDecl): boolean => span.file === units[0]?.input.entry;
      const decls = [...(primary && isOwn(primary) && primary.members ? [primary] : [])];
      for (const decl of [...decls, ...specialisations.filter((one) => isOwn(one) && isPartial(one))]) {
        const made = [...instances.values()].filter(({ open }) => !open);
        const isUsed =
          decl === primary ? made.length > 0 || specialisations.length > 0 : made.some((one) => one.decl === decl);
        if (isUsed) awake.add(decl.span);
        else found.set(decl.span.start, dormantOf(decl, qualifiedName(scope, decl.name ?? primary?.name ?? '')));
      }
    }
  }
  for (const { start } of awake) found.delete(start);
  return [...found.values()];
}

/** True for a specialisation that has parameters of its own; a full one is evaluated as it stands. */
const isPartial = ({ templates, members }: StructDecl): boolean => members !== undefined && templates.flat().length > 0;

function dormantOf(decl: StructDecl, name: string): DormantTemplate {
  const written = decl.specialises ?? [];
  const [first, last] = [written[0]?.span, written.at(-1)?.span];
  return {
    name,
    span: decl.span,
    named: decl.templates.flat().flatMap((param) => param.name ?? []),
    ...(first && last ? { pattern: { ...first, end: last.end } } : parametersOf(decl)),
  };
}

function qualifiedName(scope: Scope, name: string): string {
  return scope.parent && scope.label !== '' ? qualifiedName(scope.parent, `${scope.label}::${name}`) : name;
}

function parametersOf({ templates }: StructDecl): Pick<DormantTemplate, 'parameters'> {
  const needed = (templates[templates.length - 1] ?? []).filter((param) => !param.default);
  if (needed.some(({ kind, pack }) => kind === 'template' || pack)) return {};
  return {
    parameters: needed.map(({ kind, type }) => ({
      is: kind === 'type' ? 'type' : 'value',
      ...(type?.is === 'Name' && { type: type.id }),
    })),
  };
}

// The door of the evaluator: makes a machine for each translation unit, declares its files, enters `main`, and then
// what nothing has entered yet (instantiations, pins, functions that nothing calls), with symbols for run-time numbers.
import { dyn } from '../algebra/leaf';
import type { AnalyzeInput, DormantTemplate, Evaluation } from '../analysis';
import { Meter, metered, Stopped } from '../base/meter';
import type { FileId, Span } from '../base/span';
import type { Expr, Func, Include, Param, Pin, Stmt, StructDecl } from '../ir/program';
import type { Value } from '../values/value';
import { loseReachable } from './memory/reach';
import { symbolic } from './memory/symbolic';
import { bindExplicit, declareTemplateParams, ownTemplateParams } from './overload/templates';
import { declareItem } from './run/declare';
import { interpreter } from './run/interpreter';
import { noteUnreached } from './run/left-out';
import { affordApart } from './state/afford';
import { Exhausted } from './state/budget';
import { callFunction, evaluate, execute, typeExample } from './state/evaluator';
import { Machine } from './state/machine';
import type { Pinned } from './state/mode';
import { ofTiles, withoutForeign } from './tile/tile-facts';
import { enterUnlaunched, runPendingLaunches } from './tile/tile-launch';
import { need } from './types/classes';
import { type Arg, type FunctionEntity, Scope } from './values/entities';
import { isTuple } from './values/inspect';
import { classOf, targetOf } from './values/kinds';

/** Evaluates the entry file with the headers given, in each of the translation units that are asked for. `begun` is
 *  handed what gives the facts that there are so far. */
export function evaluateProgram(
  input: AnalyzeInput,
  meter = new Meter(Infinity, input.interrupt),
  begun?: (peek: () => Evaluation) => void,
): Evaluation {
  return metered(meter, () => evaluateUnits(input, meter, begun));
}

function evaluateUnits(input: AnalyzeInput, meter: Meter, begun?: (peek: () => Evaluation) => void): Evaluation {
  const units: Machine[] = [];
  for (const root of input.roots?.length ? input.roots : [input.entry])
    units.push(new Machine(input, meter, root, interpreter, units[0]));
  const m = units[0] ?? new Machine(input, meter, input.entry, interpreter);
  m.recorder.addInstance({ label: 'host', kernel: '', reached: true });
  begun?.(() => evaluationOf(input, m, units));
  try {
    runAll(units);
  } catch (error) {
    if (!(error instanceof Exhausted || error instanceof Stopped)) throw error;
  }
  return evaluationOf(input, m, units);
}

/** What was seen up to now. */
function evaluationOf(input: AnalyzeInput, m: Machine, units: readonly Machine[]): Evaluation {
  const language = input.files.get(input.entry)?.language;
  return {
    entry: input.entry,
    ...(language && { language }),
    arch: input.assumptions.arch,
    facts: language ? withoutForeign(m.recorder.finish()) : m.recorder.finish(),
    calls: m.recorder.calls,
    refusals: language ? ofTiles(m.recorder.refusals) : m.recorder.refusals,
    guards: m.recorder.guards,
    shared: m.recorder.shared,
    sharedLayouts: m.recorder.sharedLayouts,
    dormant: dormantIn(units),
    assertions: m.recorder.assertions,
    sources: input.files,
    instances: m.recorder.instances,
    assumptions: m.recorder.assumptions,
    wants: m.wants,
    missing: units.flatMap(({ notFound }) => notFound),
    problems: [...input.files.values()].flatMap((program) => program.problems),
    bugs: m.bugs,
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
      if (!primary?.members || primary.span.file !== units[0]?.input.entry) continue;
      if (instances.size > 0 || specialisations.length > 0) awake.add(primary.span);
      else
        found.set(primary.span.start, {
          name: qualifiedName(scope, primary.name ?? ''),
          span: primary.span,
          ...parametersOf(primary),
        });
    }
  }
  for (const { start } of awake) found.delete(start);
  return [...found.values()];
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

function runAll(units: Machine[]): void {
  for (const m of units) declareFile(m, m.root);
  const [first] = units;
  if (first && !units.some(({ unit }) => unit.has(first.input.entry))) {
    const alone = new Machine(first.input, first.budget.meter, first.input.entry, interpreter, first);
    declareFile(alone, alone.root);
    units.push(alone);
  }
  for (const m of units) {
    const main = m.functions.find((f) => f.decl.name === 'main' && f.decl.body && f.decl.span.file === m.root);
    if (main) entry(m, main.decl.span, () => runMain(m, main), main.decl);
    entry(m, wholeOf(m), () => runPendingLaunches(m));
    m.names.beyond(() => runUntaken(m));
    m.names.freeAll();
  }
  for (const m of units) runInstantiations(m);
  for (const m of units) runPinned(m);
  runUncalled(units);
  for (const m of units) sweep(m);
  for (const m of units) m.names.beyond(() => runLambdas(m));
}

/** Runs what the program, or nothing, begins with, on its own account: one that takes too much costs only itself. */
function entry(m: Machine, at: Span, run: () => void, entered?: Func): void {
  affordApart(m, run, (tooMuch) => {
    loseReachable(m, {}, `code that may change it ${tooMuch}`, at);
    if (entered?.body) noteUnreached(m, entered.body, `\`${entered.name}\` ${tooMuch}`);
  });
}

function wholeOf(m: Machine): Span {
  return { file: m.root, start: 0, end: 0 };
}

// ---- Files -------------------------------------------------------------------------------------------------------

/** Declares a file's items and, where they stand, those of the local headers it includes. */
function declareFile(m: Machine, file: FileId): void {
  if (m.unit.has(file)) return;
  m.unit.add(file);
  const program = m.files.get(file);
  if (!program) return;
  const parts: (Stmt | (Include & { is: 'Include' }))[] = [
    ...program.items,
    ...program.includes.map((i) => ({ ...i, is: 'Include' as const })),
  ];
  parts.sort((a, b) => a.span.start - b.span.start);
  for (const part of parts) {
    if (part.is === 'Include') include(m, part);
    else declareItem(m, part, m.global);
  }
}

function include(m: Machine, part: Include): void {
  if (!part.quoted || /^(cute|cutlass|cuda|thrust|cub)\//.test(part.path)) return;
  const resolved = m.input.includes.get(`${part.span.file}\0${part.path}`);
  if (resolved === undefined) m.wants.push({ from: part.span.file, path: part.path, span: part.span });
  else if (resolved === null) m.notFound.push(part.path);
  else declareFile(m, resolved);
}

// ---- Entry points ------------------------------------------------------------------------------------------------

function runMain(m: Machine, main: FunctionEntity): void {
  const { args } = m.input.assumptions;
  const argv: Value = [
    { is: 'text', text: 'program' },
    ...args.map((text, i): Value => ({ is: 'text', text, arg: i + 1 })),
  ];
  const id = m.recorder.assume({
    kind: 'argument',
    text: args.length > 0 ? `program arguments ${args.join(' ')}` : 'no program arguments',
  });
  const given: Arg[] = [dyn(args.length + 1, [id]), argv].map((value) => ({ value, span: main.decl.span }));
  callFunction(m, main, new Scope(main.scope), given.slice(0, main.decl.params.length), { entry: true });
}

/** Functions called only in branches that are not taken: with the types of the call, and symbols for its numbers. */
function runUntaken(m: Machine): void {
  for (const { body, scope } of m.untaken) {
    const run = (): void => entry(m, body.span, () => void execute(m, body, new Scope(scope)));
    m.within({ symbolic: true, silent: true }, () => m.state.fork(run, () => false));
  }
}

/** Explicit instantiations: `template void f<64>(…);`, `template struct Traits<64>;`. */
function runInstantiations(m: Machine): void {
  for (const { target, scope, span } of m.instantiations) entry(m, span, () => instantiate(m, target, scope, span));
}

function instantiate(m: Machine, target: Expr, scope: Scope, span: Span): void {
  const callee = target.is === 'Call' ? target.callee : target;
  const value = evaluate(m, callee, scope);
  const instance = isTuple(value) || value.is !== 'type' ? undefined : classOf(value.of);
  if (instance) need(m, instance);
  const found = targetOf(value);
  if (found?.kind !== 'functions') return;
  const entity = found.overloads.find((o) => o.decl.body && ownTemplateParams(o.decl).length >= found.targs.length);
  if (entity) runEntry(m, entity, found.targs, span, 'instantiated');
}

function runPinned(m: Machine): void {
  for (const file of m.unit) {
    for (const pin of m.files.get(file)?.pins ?? [])
      if (pin.instantiate)
        entry(m, pin.span, () => pin.instantiate && instantiate(m, pin.instantiate, m.global, pin.span));
  }
}

/** Templates of headers that nothing instantiates say little: they are left out where the file itself took this many
 *  steps. */
const headerTemplateSteps = 60_000;

/** Functions that nothing has called: their parameters are symbols, so that their layouts still show.
 *  Those that say most come first, since they call the others: concrete before templates, the file before its headers,
 *  host code before kernels. */
function runUncalled(units: readonly Machine[]): void {
  const [first] = units;
  for (let wanted = 0; first && wanted < 8 && (wanted < 6 || first.budget.steps < headerTemplateSteps); wanted++) {
    for (const m of units) runUncalledOfRank(m, wanted);
  }
}

function runUncalledOfRank(m: Machine, wanted: number): void {
  const isOwn = (file: FileId): boolean => file === m.input.entry || file === m.root;
  const rank = ({ decl }: FunctionEntity): number =>
    (ownTemplateParams(decl).length > 0 ? 4 : 0) +
    (isOwn(decl.span.file) ? 0 : 2) +
    (decl.kernel || decl.device ? 1 : 0);
  for (const entity of [...m.functions]) if (rank(entity) === wanted) runIfUncalled(m, entity);
  entry(m, wholeOf(m), () => runPendingLaunches(m));
  for (const instance of [...m.classes]) {
    for (const member of instance.scope.names.values()) {
      if (member.kind === 'functions')
        for (const entity of member.overloads) if (rank(entity) === wanted) runIfUncalled(m, entity);
    }
  }
}

function runIfUncalled(m: Machine, entity: FunctionEntity): void {
  const { decl } = entity;
  if (decl.body && !m.evaluated.has(decl) && decl.name !== 'main')
    entry(
      m,
      decl.nameSpan,
      () => runEntry(m, entity, [], decl.nameSpan, decl.specialises ? 'specialised' : 'not called'),
      decl,
    );
}

/** Entry points that are shown; no file that a person wrote has more. */
const maxEntries = 512;

function runEntry(m: Machine, entity: FunctionEntity, targs: readonly Value[], at: Span, how: string): void {
  if (m.recorder.entries >= maxEntries) return;
  m.recorder.entries++;
  const { decl } = entity;
  if (decl.model === 'tile') {
    enterUnlaunched(m, entity, pinnedGenerics(m, decl));
    return;
  }
  const id = m.recorder.addInstance({
    label: `${decl.name} (${how})`,
    kernel: decl.kernel ? decl.name : '',
    at,
    reached: false,
  });
  m.within({ instance: id, open: isOpen(m, decl, targs) }, () => enterAlone(m, entity, targs));
}

/** Whether a template parameter of an entry point stands for nothing known. */
function isOpen(m: Machine, decl: Func, targs: readonly Value[]): boolean {
  const pins = pinsOf(m, decl);
  return ownTemplateParams(decl).some(
    (param, i) => i >= targs.length && !param.default && !param.pack && !pins.has(param.name ?? ''),
  );
}

/** Calls a function with what the pins above it give, and symbols for the rest. */
function enterAlone(m: Machine, entity: FunctionEntity, targs: readonly Value[]): void {
  const { decl } = entity;
  const scope = new Scope(entity.scope);
  const pins = pinsOf(m, decl);
  const params = ownTemplateParams(decl);
  const bound = bindExplicit(params, targs);
  for (const [name, { value }] of pins)
    if (!bound.has(name)) bound.set(name, templateValue(evaluate(m, value, m.global)));
  declareTemplateParams(m, params, bound, scope, true);
  m.names.scoped(() => {
    const args = m.within({ pinned: pins }, () =>
      decl.params.map((p) => ({ value: symbolicArgument(m, p, scope), span: p.span })),
    );
    callFunction(m, entity, scope, args, { entry: true });
  });
}

/** Generics that pins above a kernel of the tile model give. */
function pinnedGenerics(m: Machine, decl: Func): Map<string, Value> {
  return new Map(
    [...pinsOf(m, decl)].map(([name, { value }]): [string, Value] => [
      name,
      templateValue(evaluate(m, value, m.global)),
    ]),
  );
}

function templateValue(value: Value): Value {
  return !isTuple(value) && value.is === 'dynamic' && value.n !== undefined ? { is: 'static', n: value.n } : value;
}

/** Pins above a declaration: comments between the declaration before it and its start. */
function pinsOf(m: Machine, decl: Func): ReadonlyMap<string, Pinned> {
  const program = m.files.get(decl.span.file);
  const own =
    program?.pins.filter((pin) => pin.span.end <= decl.span.start && belongsTo(program.items, pin, decl)) ?? [];
  return new Map(
    own.flatMap(({ values, span }) => values.map(({ name, value }): [string, Pinned] => [name, { value, at: span }])),
  );
}

function belongsTo(items: readonly Stmt[], pin: Pin, decl: Func): boolean {
  for (const item of items) {
    if (item.is === 'Namespace' && item.span.start <= pin.span.start && pin.span.end <= item.span.end)
      return belongsTo(item.items, pin, decl);
    if (item.span.start >= pin.span.end) return item.span.start <= decl.span.start && decl.span.end <= item.span.end;
  }
  return false;
}

function symbolicArgument(m: Machine, param: Param, scope: Scope): Value {
  const name = param.name ?? '_';
  const pin = m.mode.pinned.get(name);
  if (pin) return pinnedValue(m, name, pin);
  return symbolic(m, typeExample(m, param.type, scope), name, param.nameSpan ?? param.span);
}

function pinnedValue(m: Machine, name: string, { value: e, at }: Pinned): Value {
  const value = evaluate(m, e, m.global);
  if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined) return value;
  const id = m.recorder.assume({ kind: 'pin', text: `${name} = ${value.n}, pinned`, at });
  return { ...value, from: [id] };
}

// ---- What is left ------------------------------------------------------------------------------------------------

/** Declarations that nothing asked for are evaluated for their own sake. */
function sweep(m: Machine): void {
  for (let i = 0; i < m.later.length; i++) entry(m, wholeOf(m), () => m.later[i]?.());
}

function runLambdas(m: Machine): void {
  // One that runs may hold others.
  for (const [decl, lambda] of m.lambdas) if (!m.evaluated.has(decl)) entry(m, wholeOf(m), () => lambda.run());
}

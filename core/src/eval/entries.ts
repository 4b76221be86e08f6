// What a program begins with: the declarations of its files, `main`, and then what nothing has entered yet
// (instantiations, pins, functions that nothing calls), with symbols for run-time numbers.
import { said, say, words } from '../base/say';
import { dyn } from '../algebra/leaf';
import type { FileId, Span } from '../base/span';
import type { Expr, Func, Include, Stmt, StructDecl } from '../ir/program';
import { namesOneOf } from '../ir/walk';
import type { Value } from '../values/value';
import { ofArguments } from './launch/bindings';
import { loseReachable } from './memory/reach';
import { loseWritten } from './memory/statics';
import { namesUsed } from '../ir/used';
import { ownTemplateParams } from './overload/templates';
import { enterAlone, pinnedGenerics, pinsOf } from './run/alone';
import { declareItem } from './run/declare';
import { interpreter } from './run/interpreter';
import { declareLatent } from './run/latent';
import { noteUnreached } from './run/left-out';
import { affordApart } from './state/afford';
import { callFunction, evaluate, execute } from './state/evaluator';
import { Machine } from './state/machine';
import { enterUnlaunched, runPendingLaunches } from './tile/tile-launch';
import {
  classesInOrder,
  exampleOf,
  isCompiled,
  isOfTemplate,
  isOpenInstance,
  need,
  openInstance,
} from './types/classes';
import { type DormantClass, dormantClasses } from './types/dormant-classes';
import { blank } from './types/members';
import { ProjectClasses } from './types/project-classes';
import { VarCell } from './values/cells';
import { type Arg, type FunctionEntity, Scope } from './values/entities';
import { isTuple, unknownIn } from './values/inspect';
import { classOf, targetOf } from './values/kinds';
import { beginGlobals } from './run/begin-globals';

/** The translation units of an analysis. They share what is recorded and what may be spent. */
export type Units = [Machine, ...Machine[]];

/** Runs all translation units of an analysis, one entry point after the other. */
export function runAll(units: Units): void {
  declareFiles(units);
  for (const m of units) {
    const main = m.functions.find((f) => f.decl.name === 'main' && f.decl.body && f.decl.span.file === m.root);
    if (main) entry(m, main.decl.span, () => runMain(m, main), main.decl);
    entry(m, wholeOf(m), () => runPendingLaunches(m));
    m.names.beyond(() => runUntaken(m));
    m.names.freeAll();
  }
  for (const m of units) m.lasting.uncalled = true;
  for (const m of units) runInstantiations(m);
  for (const m of units) runPinned(m);
  runUncalled(units);
  for (const m of units) sweep(m);
  for (const m of units) m.names.beyond(() => runLambdas(m));
  // What nothing asked for, and lambdas, have made classes of their own.
  runUncalled(units);
  for (const m of units) m.names.beyond(() => runUntaken(m));
  runDormant(units);
}

function declareFiles(units: Units): void {
  for (const m of units) declareFile(m, m.root);
  const [first] = units;
  if (first && !units.some(({ unit }) => unit.has(first.input.entry))) {
    const alone = new Machine(first.input, first.budget.meter, first.input.entry, interpreter, first);
    declareFile(alone, alone.root);
    units.push(alone);
  }
}

/** Runs the functions of a part of the text that nothing calls, which is certain before anything runs: nothing names
 *  them. */
export function runNear(units: Units, near: Span): void {
  declareFiles(units);
  const named = namesUsed(units.flatMap(itemsOf));
  for (const m of units) {
    m.lasting.uncalled = true;
    for (const entity of [...m.functions]) {
      const { span, name } = entity.decl;
      const isNear = span.file === near.file && span.start <= near.end && near.start <= span.end;
      if (isNear && !named.has(name)) runIfUncalled(m, entity);
    }
    entry(m, wholeOf(m), () => runPendingLaunches(m));
  }
}

/** Runs an entry point with a budget of its own: one that takes too much is given up and costs no other. */
function entry(m: Machine, at: Span, run: () => void, entered?: Func): void {
  affordApart(m, run, (tooMuch) => {
    loseReachable(m, {}, say`code that may change it ${tooMuch}`, at);
    if (entered?.body) noteUnreached(m, entered.body, `\`${entered.name}\` ${tooMuch}`);
  });
}

const itemsOf = (m: Machine): readonly Stmt[] => [...m.unit].flatMap((file) => m.files.get(file)?.items ?? []);
const wholeOf = ({ root }: Machine): Span => ({ file: root, start: 0, end: 0 });

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
  declareLatent(m, program.latent ?? []);
}

function include(m: Machine, part: Include): void {
  const isOfCutlass = part.path.startsWith('cutlass/');
  if (!(part.quoted || isOfCutlass) || /^(cute|cuda|thrust|cub)\//.test(part.path)) return;
  const resolved = m.input.includes.get(`${part.span.file}\0${part.path}`);
  if (resolved) {
    if (!isOfCutlass && !m.unit.has(resolved)) (m.global.included ??= new Map()).set(resolved, part.span);
    if (isOfCutlass) m.readsCutlass = true;
    declareFile(m, resolved);
  } else if (isOfCutlass) m.notRead.push(part.path);
  else if (resolved === null) m.notFound.push(part.path);
  else m.wants.push({ from: part.span.file, path: part.path, span: part.span });
}

// ---- Entry points ------------------------------------------------------------------------------------------------

function runMain(m: Machine, main: FunctionEntity): void {
  beginGlobals(m);
  const { args } = m.input.assumptions;
  const argv: Value = [
    { is: 'text', text: 'program' },
    ...args.map((text, i): Value => ({ is: 'text', text, arg: i + 1 })),
  ];
  const id = m.recorder.assume({
    kind: 'argument',
    text: args.length > 0 ? say`program arguments ${args.join(' ')}` : say`no program arguments`,
  });
  const given: Arg[] = [dyn(args.length + 1, [id]), argv].map((value) => ({ value, span: main.decl.span }));
  callFunction(m, main, new Scope(main.scope), given.slice(0, main.decl.params.length), { entry: true });
}

/** Functions called only in branches that were not taken since this was asked last: with the types of the call, and
 *  symbols for its numbers. */
function runUntaken(m: Machine): void {
  for (const { body, scope } of m.untaken.splice(0)) {
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
  if (instance) {
    need(m, instance);
    instance.explicit = true;
  }
  const found = targetOf(value);
  if (found?.kind !== 'functions') return;
  const entity = found.overloads.find((o) => o.decl.body && ownTemplateParams(o.decl).length >= found.targs.length);
  if (entity) runEntry(m, entity, found.targs, span, 'instantiated');
}

/** Functions whose address is taken, as by a table of them or by the module of another language: for the arguments that
 *  they are named with, where nothing has entered them. */
function runNamed(m: Machine): void {
  for (const { overloads, targs, span } of m.named.splice(0)) {
    const fits = overloads.filter(({ decl }) => decl.body && isBoundBy(decl, targs));
    const [entity, ...others] = fits;
    if (!entity || others.length > 0 || m.evaluated.has(entity.decl) || targs.some((targ) => unknownIn(targ))) continue;
    entry(m, span, () => runEntry(m, entity, targs, span, 'named'), entity.decl);
  }
}

/** Whether template arguments leave nothing to deduce. */
function isBoundBy(decl: Func, targs: readonly Value[]): boolean {
  const params = ownTemplateParams(decl);
  const last = params[params.length - 1];
  if (last && targs.length > params.length && !last.pack) return false;
  return params.every((param, i) => i < targs.length || param.default !== undefined);
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
 *  host code before kernels, members of the project's classes before those of a library's. */
function runUncalled(units: readonly Machine[]): void {
  const [first] = units;
  const classes = new ProjectClasses(first?.files ?? new Map());
  for (let wanted = 0; first && wanted < 8 && (wanted < 6 || first.budget.steps < headerTemplateSteps); wanted++) {
    if (wanted === ofTemplates) for (const m of units) beginTables(m);
    for (const m of units) runUncalledOfRank(m, wanted, classes);
  }
}

/** The rank of functions that are templates; those of others are lower. */
const ofTemplates = 4;

/** Variables that are initialised with functions say which templates are used. */
function beginTables(m: Machine): void {
  const templates = new Set(
    m.functions.filter(({ decl }) => ownTemplateParams(decl).length > 0).map(({ decl }) => decl.name),
  );
  if (templates.size === 0) return;
  for (const { decl, settle } of m.globals) if (namesOneOf(decl.init, templates)) entry(m, decl.span, settle);
}

function rankOf(m: Machine, { decl }: FunctionEntity): number {
  const isOwn = decl.span.file === m.input.entry || decl.span.file === m.root;
  return (
    (ownTemplateParams(decl).length > 0 ? ofTemplates : 0) + (isOwn ? 0 : 2) + (decl.kernel || decl.device ? 1 : 0)
  );
}

/** Of a library, only members of `classes` that lead into the project: nobody sees what others do. */
function runUncalledOfRank(m: Machine, wanted: number, classes: ProjectClasses): void {
  const rank = (entity: FunctionEntity): number => rankOf(m, entity);
  runNamed(m);
  for (const entity of [...m.functions]) if (rank(entity) === wanted) runIfUncalled(m, entity);
  entry(m, wholeOf(m), () => runPendingLaunches(m));
  const isOfLibrary = ({ decl }: FunctionEntity): boolean => m.files.get(decl.span.file)?.latent !== undefined;
  const isSeen = ({ owner }: FunctionEntity): boolean => owner === undefined || classes.leadsTo(owner);
  runMembers(m, (entity) => rank(entity) === wanted && !isOfLibrary(entity));
  runMembers(m, (entity) => rank(entity) === wanted && isOfLibrary(entity) && isSeen(entity));
}

/** The members that are chosen, of the classes that there are. */
function runMembers(m: Machine, isChosen: (entity: FunctionEntity) => boolean): void {
  for (const instance of classesInOrder(m)) {
    const run = (): void => {
      for (const member of instance.scope.names.values())
        if (member.kind === 'functions')
          for (const entity of member.overloads) if (isChosen(entity)) runIfUncalled(m, entity);
    };
    // Of a class template, only the functions that are used are compiled, and nothing where it is only named.
    const isUnused = isOfTemplate(instance) && !instance.explicit;
    if (isOpenInstance(instance)) whileOpen(m, instance.decl, run);
    else if (!isCompiled(instance)) m.doubting(run);
    else m.within(isUnused ? { open: true, doubtful: true } : { open: false }, run);
  }
}

/** How deep class templates that nothing instantiates may be nested in one another for all to be seen. */
const mostNested = 8;

/** Class templates that nothing instantiates: their parameters stand for themselves, and what depends on none of them
 *  is known. */
function runDormant(units: readonly Machine[]): void {
  for (let depth = 0; depth < mostNested; depth++) {
    const dormant = dormantClasses(units);
    if (dormant.length === 0) return;
    for (const one of dormant) declareOpen(one);
    for (let wanted = 0; wanted < 2 * ofTemplates; wanted++)
      for (const m of units) runMembers(m, (entity) => rankOf(m, entity) === wanted && isOpenInstance(entity.owner));
  }
}

function declareOpen({ m, entity, decl }: DormantClass): void {
  const [from, before] = [m.later.length, m.classes.length];
  whileOpen(m, decl, () => {
    entry(m, decl.span, () => void openInstance(m, entity, decl));
    sweep(m, from);
    for (const one of m.classes.slice(before))
      if (isOpenInstance(one)) entry(m, decl.span, () => void blank(m, one, new VarCell('this', exampleOf(one)), some));
  });
}

/** An object of which only the type is known. */
const some = { how: 'default', name: '' } as const;

/** What is seen of a class rests on the assumption that its parameters are what they are called. */
function whileOpen(m: Machine, { name = '', nameSpan, span }: StructDecl, run: () => void): void {
  const text = say`nothing instantiates \`${name}\`: a parameter stands for itself, or has its default`;
  const supposed = m.recorder.assume({ kind: 'branch', text, at: nameSpan ?? span });
  m.within({ open: true, doubtful: true, supposed, extra: [...m.mode.extra, supposed] }, run);
}

function runIfUncalled(m: Machine, entity: FunctionEntity): void {
  const { decl } = entity;
  const how = decl.specialises ? 'specialised' : 'not called';
  if (decl.body && !m.evaluated.has(decl) && decl.name !== 'main')
    entry(m, decl.nameSpan, () => runEntry(m, entity, [], decl.nameSpan, how), decl);
}

/** Entry points that are shown; no file that a person wrote has more. */
const maxEntries = 512;

/** Why a function is entered that the program does not call, in words. */
const entered = {
  instantiated: words`instantiated`,
  named: words`named`,
  specialised: words`specialised`,
  'not called': words`not called`,
} as const;
type Entered = keyof typeof entered;

function runEntry(m: Machine, entity: FunctionEntity, targs: readonly Value[], at: Span, how: Entered): void {
  const { decl } = entity;
  if (m.recorder.entries++ >= maxEntries) {
    if (decl.body) noteUnreached(m, decl.body, say`${maxEntries} functions that nothing calls were evaluated before`);
    return;
  }
  if (decl.model === 'tile') {
    enterUnlaunched(m, entity, pinnedGenerics(m, decl));
    return;
  }
  const id = m.recorder.addInstance({
    label: `${decl.name} (${said(entered[how])})`,
    kernel: decl.kernel ? decl.name : '',
    at,
    ...(entity.scope.owner && { of: entity.scope.owner.key }),
    reached: false,
    ...(how === 'instantiated' && { asked: true as const, bindings: ofArguments(ownTemplateParams(decl), targs) }),
  });
  loseWritten(m, at);
  m.within({ instance: id, open: m.mode.open || isOpen(m, decl, targs, how) }, () => enterAlone(m, entity, targs));
}

/** Whether a template parameter of an entry point stands for nothing known. A default counts where it is used. */
function isOpen(m: Machine, decl: Func, targs: readonly Value[], how: Entered): boolean {
  const left = ownTemplateParams(decl).slice(targs.length);
  return left.some((one) => (how === 'not called' || !one.default) && !pinsOf(m, decl).has(one.name ?? ''));
}

// ---- What is left ------------------------------------------------------------------------------------------------

/** How often what a sweep has brought up is swept too, and how many declarations that may be. Flash-attention's largest
 *  unit brings up five, once. */
const mostSweeps = 16;
const mostBroughtUp = 1024;

/** Declarations that nothing asked for are evaluated for their own sake, those from a number on, then those of the
 *  classes that this has made. A class template with a class in it that derives from the template would go on without
 *  end. */
function sweep(m: Machine, from = 0): void {
  const most = m.later.length + mostBroughtUp;
  let swept = from;
  for (let sweeps = 0; sweeps < mostSweeps; sweeps++)
    for (const end = Math.min(m.later.length, most); swept < end; swept++) {
      const declare = m.later[swept];
      if (declare) entry(m, wholeOf(m), declare);
    }
}

function runLambdas(m: Machine): void {
  // One that runs may hold others.
  for (const [decl, lambda] of m.lambdas) if (!m.evaluated.has(decl)) entry(m, wholeOf(m), () => lambda.run());
}

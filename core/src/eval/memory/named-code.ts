// Functions of the program by their names: where it is not known what an operator, a conversion, a copy or a call of a
// member is given, each of that name may run. Those of libraries do not know the program's variables and are left out.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Func, Let, StructDecl } from '../../ir/program';
import type { Machine } from '../state/machine';
import type { Value } from '../../values/value';
import type { ClassEntity, FunctionEntity } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { namesUsed } from '../../ir/used';
import { changedByFunctions, entityNamed, isCodeOfProgram, isOfProgram } from './captured';
import { loseChanged } from './reach';
import { isHandle } from './inert';
import { isNumber, namesMaybeWritten, ownMember } from './written';

interface Unused {
  readonly decl: Func;
  readonly of: ClassEntity;
}

interface Index {
  /** So many functions and classes are in it. */
  functions: number;
  classes: number;
  declared: number;
  readonly named: Map<string, Set<FunctionEntity>>;
  /** Functions of classes that nothing has used: objects of them may come from elsewhere. */
  readonly unused: Map<string, Unused[]>;
  /** By their names: so many functions that change nothing. */
  readonly inert: Map<string, number>;
}

const indices = new WeakMap<Machine, Index>();

/** Classes that were made last may have been without their members. */
const unfinished = 16;

function indexOf(m: Machine): Index {
  let index = indices.get(m);
  if (!index)
    indices.set(
      m,
      (index = { functions: 0, classes: 0, declared: 0, named: new Map(), unused: new Map(), inert: new Map() }),
    );
  for (const one of m.functions.slice(Math.min(index.functions, m.functions.length))) add(m, index, one);
  for (const { scope } of m.classes.slice(Math.max(0, Math.min(index.classes, m.classes.length) - unfinished)))
    for (const one of scope.names.values())
      if (one.kind === 'functions') for (const func of one.overloads) add(m, index, func);
  for (const of of m.declaredClasses.slice(index.declared)) addUnused(m, index, of);
  [index.functions, index.classes, index.declared] = [m.functions.length, m.classes.length, m.declaredClasses.length];
  return index;
}

function addUnused(m: Machine, { unused }: Index, of: ClassEntity): void {
  // The members of a class of a library are read where something asks for them.
  const own = [of.primary, ...of.specialisations].filter((one) => one && isOfProgram(m, one.span));
  const members = own.flatMap((one) => one?.members ?? []);
  for (const decl of [...members, ...of.outOfClass]) {
    if (decl.is !== 'Func' || !isOfProgram(m, decl.span) || decl.defaulted || decl.deleted) continue;
    const name = nameOf(decl, of.name);
    unused.set(name, [...(unused.get(name) ?? []), { decl, of }]);
  }
}

function add(m: Machine, { named }: Index, one: FunctionEntity): void {
  if (!isCodeOfProgram(m, one)) return;
  const name = nameOf(one.decl, one.owner?.entity.name);
  const known = named.get(name);
  if (known) known.add(one);
  else named.set(name, new Set([one]));
}

/** All conversion functions are of one name, and so are all constructors, and all destructors. */
function nameOf({ name }: Func, owner: string | undefined): string {
  if (name.startsWith('operator ')) return conversions;
  if (name.startsWith('~')) return destructors;
  return owner === name ? constructors : name;
}

const conversions = 'operator type';
const constructors = 'constructor';
const destructors = '~';

/** Whether nothing says that a value is no object of a class of the program. */
export function mayBeObject(value: Value): boolean {
  return !isTuple(value) && value.is === 'unknown' && (value.type === undefined || classOf(value.type) !== undefined);
}

/** A member function is called of an object that is not known. */
export function loseByName(m: Machine, name: string, why: string, at: Span): void {
  lose(m, name.startsWith('~') ? destructors : name, why, at);
}

/** Whether the program has a function of a name, in whatever class or namespace. */
export function isDefined(m: Machine, name: string): boolean {
  const { named, unused } = indexOf(m);
  return named.has(name) || unused.has(name);
}

/** An operator is applied to a value, which may be an object. */
export function loseByOperator(m: Machine, op: string, value: Value, at: Span): void {
  if (mayBeObject(value)) loseByFunction(m, `operator${op}`, at);
}

/** A loop runs through a value, which may be an object ([stmt.ranged]). */
export function loseByIterating(m: Machine, value: Value, at: Span): void {
  if (!mayBeObject(value)) return;
  for (const name of ['begin', 'end', 'operator!=', 'operator==', 'operator*', 'operator++'])
    loseByFunction(m, name, at);
}

function loseByFunction(m: Machine, name: string, at: Span): void {
  loseByName(m, name, say`whether \`${name}\` of the program runs here is not known`, at);
}

/** A number is made of a value, which may be an object. */
export function loseByConversion(m: Machine, value: Value, at: Span): void {
  if (mayBeObject(value)) lose(m, conversions, say`whether this converts to a number is not known`, at);
}

/** A number is made of an object by a function of which it is not known which one it is. */
export function loseBySomeConversion(m: Machine, why: string, at: Span): void {
  lose(m, conversions, why, at);
}

/** A value is copied, which may be an object. The copy may end at any time from here on. */
export function loseByCopy(m: Machine, value: Value, at: Span): void {
  if (!mayBeObject(value)) return;
  const why = say`what is copied here is not known`;
  lose(m, constructors, why, at);
  if (lose(m, destructors, why, at)) m.lasting.loose ??= { why, at };
}

/** Whether there is a function of the name that may change something. */
function lose(m: Machine, name: string, why: string, at: Span): boolean {
  if (m.mode.unevaluated || m.escaped.isSettling) return false;
  const { named, unused, inert } = indexOf(m);
  const functions = [...(named.get(name) ?? [])];
  const others = (unused.get(name) ?? []).filter(({ of }) => of.instances.size === 0);
  if (functions.length + others.length === 0) return false;
  if (inert.get(name) === functions.length + others.length) return false;
  const changed = changedByFunctions(m, [...functions, ...others.flatMap(calledBy)]);
  const { cells, lasting, namesVariables } = changed;
  const mayWrite = others.some(mayWriteLasting);
  const isCode =
    [...changed.functions].some(({ decl, owner }) => mayWriteElsewhere(decl, owner?.entity)) ||
    [...cells].some((cell) => leadsAnywhere(cell.peek())) ||
    others.some(({ decl, of }) => mayWriteElsewhere(decl, of));
  if (!isCode && !mayWrite && !lasting && !namesVariables) inert.set(name, functions.length + others.length);
  m.escaped.settling(() => loseChanged(m, { cells, lasting: lasting || mayWrite, isCode }, why, at));
  return isCode || mayWrite || lasting || cells.size > 0;
}

/** The functions that one calls that nothing has used. */
function calledBy({ decl, of }: Unused): readonly FunctionEntity[] {
  const entities = decl.body ? [...namesUsed([decl.body])].map((id) => entityNamed(of.scope, id)) : [];
  return entities.flatMap((one) => (one?.kind === 'functions' ? one.overloads : []));
}

/** Whether a function that nothing has used may write to a variable that outlives calls. */
function mayWriteLasting({ decl, of }: Unused): boolean {
  if (!decl.body) return true;
  const own = membersOf(of);
  return [...namesMaybeWritten(decl)].some((name) => {
    const id = withoutThis(name);
    if (own.has(id)) return false;
    if (isStaticOf(of, id)) return true;
    const meant = entityNamed(of.scope, id);
    return meant ? meant.kind === 'variable' : mayInherit(of);
  });
}

const withoutThis = (name: string): string => name.replace(ownMember(''), '');

const isStaticOf = (of: ClassEntity, id: string): boolean =>
  declarationsOf(of).some(({ members }) => members?.some((one) => one.is === 'Let' && one.name === id && one.static));

/** Whether something may be written through a variable of which it is not known where it is. */
const leadsAnywhere = (value: Value): boolean =>
  !isTuple(value) && (value.is === 'pointer' || (value.is === 'unknown' && isPointerOrAny(value.type)));

const isPointerOrAny = (type: Value | undefined): boolean =>
  type === undefined || (!isTuple(type) && type.is === 'pointer');

/** Whether a function may write to its object or to what it is given. A constructor and a destructor have an object of
 *  their own; streams are no variables here. */
function mayWriteGiven({ name, params, const: isConst, static: isStatic }: Func, of: ClassEntity | undefined): boolean {
  const isOwn = of === undefined || of.name === name || name.startsWith('~');
  return (!isOwn && !isConst && !isStatic) || params.some(({ type }) => mayWriteThrough(type));
}

/** Whether a function may write to what is neither a variable of its own nor one that it names: to its object, to what
 *  it is given, or through a member of it. */
function mayWriteElsewhere(decl: Func, of: ClassEntity | undefined): boolean {
  if (mayWriteGiven(decl, of)) return true;
  const names = of ? [...namesMaybeWritten(decl)] : [];
  const own = of && names.length > 0 ? membersOf(of) : new Map<string, Let>();
  return names.some((name) => {
    const member = own.get(withoutThis(name));
    return member ? mayLead(member) : name.startsWith(ownMember('')) || mayInherit(of);
  });
}

/** What a constructor and a destructor set is their own, and a const function sets mutable members alone. */
const mayLead = ({ mutable, type }: Let): boolean => mutable === true || !isHeldWhole(type);

/** Numbers, handles of a library and arrays of them. */
function isHeldWhole(type: Expr): boolean {
  if (type.is === 'Wrap' && /^(?:array|const|volatile)$/.test(type.how)) return isHeldWhole(type.of);
  return isNumber(type) || (type.is === 'Name' && isHandle(type.id));
}

const mayInherit = (of: ClassEntity | undefined): boolean => declarationsOf(of).some(({ bases }) => bases.length > 0);

const declarationsOf = (of: ClassEntity | undefined): readonly StructDecl[] =>
  [of?.primary, ...(of?.specialisations ?? [])].filter((one) => one !== undefined);

/** The data members of objects of a class, by name; of those of several specialisations one that may lead elsewhere. */
function membersOf(of: ClassEntity): ReadonlyMap<string, Let> {
  const all = new Map<string, Let>();
  for (const { members } of declarationsOf(of))
    for (const one of members ?? [])
      if (one.is === 'Let' && !one.static && !(all.has(one.name) && !mayLead(one))) all.set(one.name, one);
  return all;
}

function mayWriteThrough(type: Expr): boolean {
  if (type.is !== 'Wrap' || !['ref', 'rvalue-ref', 'pointer', 'array'].includes(type.how)) return false;
  const { of } = type;
  if (of.is === 'Wrap' && of.how === 'const') return false;
  return !((of.is === 'Name' || of.is === 'Scope') && /stream$/.test(of.id));
}

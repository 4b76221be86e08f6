// Which constructor or assignment takes an operand, where the functions that the compiler declares for a class take
// part beside those that the class declares ([over.match.ctor], [over.match.copy], [class.copy.assign]).
import { say } from '../../base/say';
import type { Expr } from '../../ir/program';
import { implicitOnes } from '../overload/explicit';
import { resolve, type Resolution } from '../overload/overloads';
import { typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import type { Arg, Category, ClassInstance, FunctionEntity } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { someObject } from '../values/some-object';
import { type Copying, implicitCandidates, isConstRef, isMove } from './chosen-copies';
import { exampleOf } from './classes';
import { declaredSpecials, isOpen } from './special-members';
import { sourcesOf } from './tuples-of-references';

/** A function that is written by the compiler, and what it takes each part of an object as. */
interface ByParts {
  readonly is: 'parts';
  readonly category: Category;
}

/** What overload resolution chooses among the functions that a class declares and those that the compiler declares for
 *  it. */
function besideImplicit(
  m: Machine,
  instance: ClassInstance,
  copying: Copying,
  declared: readonly FunctionEntity[],
  arg: Arg,
  object?: Category,
): Resolution | ByParts {
  // A using-declaration takes those of the base, too ([namespace.udecl]).
  const owners = new Set([instance, ...declared.flatMap(({ owner }) => owner ?? [])]);
  const written = [...owners].map((owner) => implicitCandidates(m, owner, copying));
  const all = [...declared, ...written.flatMap((some) => some ?? [])];
  if (written.includes(undefined) || isOpen(instance, copying === 'construct'))
    return { is: 'unclear', why: notFollowed(instance), among: all };
  const found = resolve(m, all, [], [arg], object);
  if (found.is !== 'picked' || !isByCompiler(found.entity)) return found;
  if (found.entity.owner !== instance) return { is: 'unclear', why: notFollowed(instance), among: all };
  const { decl } = found.entity;
  const [first] = decl.params;
  if (!first) return found;
  const category = isMove(decl) ? ({ is: 'xvalue', constant: false } as const) : ofCopy(first.type);
  return { is: 'parts', category };
}

const ofCopy = (type: Expr): Category => ({ is: 'lvalue', constant: isConstRef(type) });

const isByCompiler = ({ decl }: FunctionEntity): boolean => decl.defaulted === true && decl.deleted !== true;

/** The only element of a list, an object of the class or of one derived from it: a reference to the class is bound to
 *  it ([over.ics.list]/2), and no template takes the list. */
export function onlyElement(to: ClassInstance, { value, span, written }: Arg): Arg | undefined {
  if (written?.expr.is !== 'Brace' || written.expr.type || !isTuple(value) || value.length !== 1) return undefined;
  const [only] = value;
  const of = only !== undefined && classOf(only);
  return of && derivesFrom(of, to) ? { ...sourcesOf(value)[0], value: only, span } : undefined;
}

const notFollowed = ({ key }: ClassInstance): string => say`which constructor of \`${key}\` copies is not followed`;

/** The assignment of a class that takes an operand; none where the compiler writes it. */
export function assignmentFor(
  m: Machine,
  instance: ClassInstance,
  declared: readonly FunctionEntity[],
  arg: Arg,
  object: Category | undefined,
): Resolution {
  if (declared.every(isByCompiler)) return { is: 'none' };
  const only = onlyElement(instance, arg);
  const candidates = only ? declared.filter(({ decl }) => decl.templates.flat().length === 0) : declared;
  const found = besideImplicit(m, instance, 'assign', candidates, only ?? arg, object);
  if (found.is === 'parts') return { is: 'none' };
  const isRefused = found.is === 'picked' && found.entity.decl.deleted && !m.mode.unevaluated;
  return (only && found.is === 'picked') || isRefused
    ? { is: 'unclear', why: notFollowed(instance), among: candidates }
    : found;
}

/** The constructor of a class that takes an object of a class derived from it. `implicitly`: none that is explicit
 *  serves. Undefined where the class has none that might be chosen beside those that copy or move. */
export function constructorFor(
  m: Machine,
  instance: ClassInstance,
  arg: Arg,
  implicitly: boolean,
): Resolution | ByParts | undefined {
  const own = instance.scope.own('#constructors');
  const all = own?.kind === 'functions' ? own.overloads : [];
  const declared = all.filter(({ owner }) => owner === undefined || owner === instance);
  if (all.some((entity) => !declared.includes(entity) && entity.decl.params.length > 0))
    return { is: 'unclear', why: notFollowed(instance), among: all };
  if (declared.every((entity) => entity.decl.params.length === 0 || copiesOwn(instance, entity))) return undefined;
  return besideImplicit(m, instance, 'construct', implicitly ? implicitOnes(m, declared) : declared, arg);
}

/** How an object of another class is made of a variable that a function returns ([class.copy.elision]/3): of it as one
 *  that is given away, or in either way. Undefined where that is up to the compiler: before C++20 it is given away only
 *  where the constructor takes a reference to just that. */
export function returnedAs(
  m: Machine,
  to: ClassInstance,
  arg: Arg,
  constant: boolean | undefined,
): 'moved' | 'either' | undefined {
  const of = classOf(arg.value);
  const own = to.scope.own('#constructors');
  if (!of || own?.kind !== 'functions') return 'either';
  const [moved, copied] = (['xvalue', 'lvalue'] as const).map((is) => {
    const given: Arg = { ...arg, category: { is, constant } };
    return derivesFrom(of, to)
      ? constructorFor(m, to, given, true)
      : resolve(m, implicitOnes(m, own.overloads), [], [given]);
  });
  if (!moved || !copied) return declaredSpecials(to, 'move').length > 0 ? undefined : 'either';
  if (moved.is === 'picked') {
    const [first] = moved.entity.decl.params;
    const takes = first && m.silently(() => typeExample(m, first.type, moved.scope));
    if (first?.type.is === 'Wrap' && first.type.how === 'rvalue-ref' && takes && classOf(takes) === of) return 'moved';
    return copied.is === 'picked' && copied.entity === moved.entity ? 'either' : undefined;
  }
  if (moved.is === 'parts' && copied.is === 'parts')
    return moved.category.is === copied.category.is || isOfScalars(to) ? 'either' : undefined;
  return moved.is === copied.is ? 'either' : undefined;
}

function isOfScalars(instance: ClassInstance): boolean {
  const { fields } = exampleOf(instance);
  return (
    instance.bases.length === 0 &&
    ![...fields.values()].some((one) => someObject(one, (part) => Boolean(classOf(part))))
  );
}

/** Whether a constructor copies or moves an object of its class. */
export function copiesOwn(instance: ClassInstance, { decl }: FunctionEntity): boolean {
  return (['copy', 'move'] as const).some((how) => declaredSpecials(instance, how).includes(decl));
}

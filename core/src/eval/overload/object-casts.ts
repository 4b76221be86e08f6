// `static_cast` from and to objects of the program's classes ([expr.static.cast]): by a constructor of one class, by a
// conversion function of the other, or between a class and its bases. What explicit constructors and conversion
// functions take is not looked at: a class that declares one takes perhaps.
import { scalarTypes } from '../../values/scalars';
import type { TypeOf, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Category, ClassInstance, FunctionEntity } from '../values/entities';
import { derivesFrom } from '../values/base-parts';
import { isTuple, sameType } from '../values/inspect';
import { enumerationOf } from '../values/enumerations';
import { classOf } from '../values/kinds';
import { saysExplicit } from './explicit';
import { conversionFunctions } from './conversion-functions';
import { castsStatically, isNumber, isScalar } from './operand-uses';
import { userConversionBy } from './user-conversions';

type Verdict = boolean | undefined;

export function castsObjects(m: Machine, from: Value, category: Category, to: TypeOf): Verdict {
  if (!isTuple(to.of) && to.of.is === 'void') return true;
  const [source, target] = [classOf(from), classOf(to.of)];
  if ((source && isOpen(source)) || (target && isOpen(target)) || category.volatile || to.volatile) return undefined;
  // A base that is no lvalue is no part of an object that an lvalue names: it takes a constructor.
  const isDown = source && target && source !== target && derivesFrom(target, source);
  if (isDown && to.ref === 'lvalue' && category.is !== 'lvalue') return undefined;
  if (source && target && (derivesFrom(source, target) || (to.ref && isDown)))
    return to.ref ? and(bindsTo(category, to), castsStatically(from, to.of)) : copiesPlainly(target) || undefined;
  const byUser = userConversionBy(m, () => undefined)(from, to.of, { constant: category.constant, written: to });
  if (byUser === undefined || byUser === true)
    return byUser && !isWritable(to) && !converts(m, source) ? true : undefined;
  if (byUser) return isWritable(to) ? undefined : true;
  if (converts(m, source, ({ decl }) => saysExplicit(decl))) return undefined;
  if (!target) return isScalar(to.of) ? false : undefined;
  return isWritable(to) ? false : takesPerhaps(target);
}

/** `static_cast<int&>(x)` of numbers, enumerations and pointers: a reference to another type than that of x is one to a
 *  temporary. */
export function castsToReference(from: Value, category: Category, to: TypeOf): Verdict {
  if (!isScalar(from) || !isScalar(to.of)) return castsStatically(from, to.of);
  if (category.volatile || to.volatile) return undefined;
  if (sameType(from, to.of)) return bindsTo(category, to);
  if (isWritable(to) || enumerationOf(to.of)) return false;
  return isNumber(from) && isNumber(to.of) ? true : undefined;
}

function and(a: Verdict, b: Verdict): Verdict {
  return a === true ? b : a;
}

/** Whether objects of a class are surely copied: it declares nothing that says otherwise, and has no objects in it. */
function copiesPlainly(instance: ClassInstance): boolean {
  const { decl, fields, bases } = instance;
  const isPlain = (decl.members ?? []).every(
    (member) =>
      member.is !== 'Func' || !(member.virtual || /^(~|operator=$)/.test(member.name) || member.name === decl.name),
  );
  const hasObjects = fields.some(({ type }) => type.is !== 'Name' || !scalarTypes.has(type.id));
  return isPlain && !hasObjects && !decl.virtualBases && bases.every(copiesPlainly);
}

/** `T&`, which refers to what can be changed. */
function isWritable({ ref, constant }: TypeOf): boolean {
  return ref === 'lvalue' && !constant;
}

/** Whether a reference to a class or its base may refer to an object of a category. */
function bindsTo({ is, constant }: Category, to: TypeOf): Verdict {
  if (!to.constant && constant !== false) return constant && false;
  return isWritable(to) && is !== 'lvalue' ? is && false : true;
}

function converts(
  m: Machine,
  source: ClassInstance | undefined,
  asked: (one: FunctionEntity) => boolean = () => true,
): boolean {
  return source !== undefined && conversionFunctions(m, source).some(asked);
}

function isOpen(instance: ClassInstance): boolean {
  return (
    instance.hasUnknownBase === true ||
    instance.scope.own('#base') !== undefined ||
    instance.decl.members === undefined ||
    instance.bases.some(isOpen)
  );
}

/** Whether a class may be made of an object to which no constructor converts: by an explicit constructor, or since
 *  C++20 as an aggregate of one element. */
function takesPerhaps(instance: ClassInstance): false | undefined {
  const all = instance.scope.own('#constructors');
  const declared = all?.kind === 'functions' ? all.overloads.map(({ decl }) => decl) : [];
  if (declared.some((decl) => saysExplicit(decl) && decl.params.length > 0)) return undefined;
  return declared.length === 0 && (instance.fields.length > 0 || instance.bases.length > 0) ? undefined : false;
}

// `static_cast` from and to objects of the program's classes ([expr.static.cast]): by a constructor of one class, by a
// conversion function of the other, or between a class and its bases. What explicit constructors and conversion
// functions take is not looked at: a class that declares one takes perhaps.
import type { TypeOf, Value } from '../../values/value';
import type { Machine } from '../state/machine';
import type { Category, ClassInstance, FunctionEntity } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';
import { conversionFunctions } from './conversion-functions';
import { castsStatically, hasBase } from './operand-uses';
import { userConversion } from './user-conversions';

type Verdict = boolean | undefined;

export function castsObjects(m: Machine, from: Value, category: Category, to: TypeOf): Verdict {
  if (!isTuple(to.of) && to.of.is === 'void') return true;
  const [source, target] = [classOf(from), classOf(to.of)];
  if ((source && isOpen(source)) || (target && isOpen(target)) || category.volatile || to.volatile) return undefined;
  if (source && target && (source === target || hasBase(source, target) || (to.ref && hasBase(target, source))))
    return to.ref && bindsTo(category, to) !== true ? bindsTo(category, to) : castsStatically(from, to.of);
  const byUser = userConversion(m)(from, to.of, { constant: category.constant, written: to });
  if (byUser === undefined || byUser === true)
    return byUser && !isWritable(to) && !converts(m, source) ? true : undefined;
  if (byUser) return isWritable(to) ? undefined : true;
  if (converts(m, source, ({ decl }) => decl.explicit === true)) return undefined;
  if (!target) return isScalar(to.of) ? false : undefined;
  return isWritable(to) ? false : takesPerhaps(target);
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

function isScalar(type: Value): boolean {
  return !isTuple(type) && (type.is === 'dynamic' || type.is === 'scalar' || type.is === 'pointer');
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
  if (declared.some(({ explicit, params }) => explicit === true && params.length > 0)) return undefined;
  return declared.length === 0 && (instance.fields.length > 0 || instance.bases.length > 0) ? undefined : false;
}

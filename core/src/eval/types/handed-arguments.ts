// Template arguments that lead to variables and functions of the program, where what the template does with them is not
// modelled.
import { say } from '../../base/say';
import { nowhere } from '../../base/span';
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { isOfProgram } from '../memory/captured';
import { loseCaptured, loseLasting } from '../memory/reach';
import { lookupName } from '../names/names';
import type { Machine } from '../state/machine';
import type { ClassInstance, Scope } from '../values/entities';
import { isTuple, isUnknown } from '../values/inspect';
import { classOf } from '../values/kinds';
import { someObject } from '../values/some-object';
import { unknown } from '../values/unknown';
import { runsCode } from './lifetimes';
import { hasOwnConstructor } from './members';

/** A template that is not modelled may make objects of the classes that it is given, and call their functions. */
export function handing(m: Machine, targs: readonly Value[] = [], template: Value): Value {
  if (m.mode.unevaluated || !isUnknown(template)) return template;
  const [name = ''] = template.cause.needs ?? [];
  const at = template.at ?? nowhere;
  for (const value of targs) {
    loseCaptured(m, name, [{ value, span: at }], true);
    if (!runsCodeByItself(m, value)) continue;
    const why = say`when \`${name}\` makes and ends objects is not followed`;
    loseLasting(m, why, at);
    m.lasting.loose ??= { why, at };
  }
  return template;
}

/** A variable that may change is no constant: the template has a parameter that is a reference to it, which is not
 *  modelled ([temp.arg.nontype]). */
export function referredTo(m: Machine, arg: Expr, scope: Scope): Value | undefined {
  if (arg.is !== 'Name' || arg.args) return undefined;
  const entity = lookupName(scope, arg);
  if (entity?.kind !== 'variable' || !m.lasting.cells.includes(entity.cell)) return undefined;
  const why = say`a template parameter that is a reference to \`${arg.id}\` is not modelled`;
  loseLasting(m, why, arg.span);
  m.lasting.loose ??= { why, at: arg.span };
  return unknown('unsupported', why, arg.span, [arg.id]);
}

/** Whether making or ending an object of a type runs code of the program. */
export function runsCodeByItself(m: Machine, type: Value): boolean {
  const of = !isTuple(type) && type.is === 'type' ? type.of : type;
  const instance = classOf(of);
  return instance !== undefined && (hasOwnConstructor(instance) || runsCode(instance)) && isOfTheProgram(m, instance);
}

/** Whether the program declares a class, or something that a class of a library is made of: others do not know its
 *  variables. */
const isOfTheProgram = (m: Machine, { decl, args }: ClassInstance): boolean =>
  isOfProgram(m, decl.span) || args.some((arg) => mentionsProgram(m, arg));

/** Whether an object is one of a class of the program, or holds one: to copy others runs no code of the program. */
export function holdsProgram(m: Machine, value: Value): boolean {
  return someObject(value, (object) => {
    if (object.is === 'callable') return true;
    const instance = classOf(object);
    return (instance !== undefined && isOfTheProgram(m, instance)) || object.fields.values();
  });
}

function mentionsProgram(m: Machine, arg: Value): boolean {
  if (isTuple(arg)) return arg.some((part) => mentionsProgram(m, part));
  switch (arg.is) {
    case 'type':
      return mentionsProgram(m, arg.of);
    case 'pointer':
    case 'array':
      return mentionsProgram(m, arg.element);
    case 'struct': {
      const instance = classOf(arg);
      return instance ? isOfTheProgram(m, instance) : [...arg.fields.values()].some((part) => mentionsProgram(m, part));
    }
    case 'callable':
    case 'unknown':
      return true;
    default:
      return false;
  }
}

// What a member function asks of the object that it is called for, as a parameter before all others.
import type { Func } from '../../ir/program';
import type { Category, FunctionEntity } from '../values/entities';
import { constVolatile, type ConstVolatile, isAtMost } from '../values/qualifiers';
import type { Sequence } from './conversions';

/** The category of an object, and the steps from its class to the one whose members are meant, where they count. */
export type OfObject = Category & { readonly steps?: number };

/** The implicit object parameter ([over.match.funcs]): `const` and ref-qualified member functions. */
export function objectSequence(
  { decl, owner }: FunctionEntity,
  object: OfObject | undefined,
): Sequence | 'none' | undefined {
  if (!owner || !object) return undefined;
  if (decl.static) return { rank: 'exact', steps: 0, doubt: false };
  const { is, constant, steps = 0 } = object;
  const binds = writtenFor(decl);
  if (!isAtMost(constVolatile(object), binds)) return 'none';
  const isRvalue = is === undefined ? undefined : is !== 'lvalue';
  if (decl.refQualifier === 'lvalue' && isRvalue === true && (!decl.const || decl.volatile)) return 'none';
  if (decl.refQualifier === 'rvalue' && isRvalue === false) return 'none';
  const isSure = (decl.const || constant !== undefined) && (!decl.refQualifier || isRvalue !== undefined);
  return {
    rank: steps > 0 ? 'conversion' : 'exact',
    steps,
    binds: { ref: decl.refQualifier ?? 'lvalue', ...binds },
    rvalue: decl.refQualifier ? isRvalue : false,
    doubt: !isSure,
  };
}

function writtenFor({ const: isConst, volatile }: Func): ConstVolatile {
  return { ...(isConst && { constant: true }), ...(volatile && { volatile }) };
}

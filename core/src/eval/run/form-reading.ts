// What the form of a declaration is read with (forms.ts): the values of its parts, the names of CuTe, names that stand
// for themselves, and which names are copies by TMA although their types are not known.
import type { Expr } from '../../ir/program';
import type { Value } from '../../values/value';
import { classOfSelf, lookupMemberOf, lookupName } from '../names/names';
import { evaluate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassInstance, Entity, Scope } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf } from '../values/kinds';

export type Named = Expr & { readonly is: 'Name' | 'Scope' };

export interface Reading {
  readonly m: Machine;
  readonly scope: Scope;
  /** The static integers that must not be one for the form to hold: the stride of a mode of one element is `_0`. */
  readonly unlikeOne: Set<string>;
  /** What must be a stride for the form to hold: with `LayoutRight{}` in its place, a layout is another one. */
  readonly strides: Set<string>;
}

export function valueOf({ m, scope }: Reading, e: Expr): Value {
  const run = (): Value =>
    m.within({ silent: true, speculative: true, unevaluated: true }, () => evaluate(m, e, scope));
  return m.state.fork(run, () => false).given;
}

/** The name of CuTe's that an expression is; undefined for names of the program. */
export function libraryName({ scope }: Reading, e: Named): string | undefined {
  if (e.is === 'Scope') return e.of?.is === 'Name' && e.of.id === 'cute' && !e.of.args ? e.id : undefined;
  const found = lookupName(scope, e);
  return found === undefined || found.kind === 'library-name' ? e.id : undefined;
}

/** Under what the form of a declaration is found. */
export const keyOf = (entity: Entity): object => (entity.kind === 'variable' ? entity.cell : entity);

/** How what is one object is written: `args.dA`, `params->dAux[next]`, `StrideA{}` as its type. */
export function pathOf(e: Expr): string | undefined {
  switch (e.is) {
    case 'Name':
      return e.args ? undefined : e.id;
    case 'Scope': {
      const of = e.of && pathOf(e.of);
      return e.args || (e.of && of === undefined) ? undefined : `${of === undefined ? '' : `${of}::`}${e.id}`;
    }
    case 'Decltype': {
      const of = pathOf(e.arg);
      return of === undefined ? undefined : `decltype(${of})`;
    }
    case 'Brace':
      return e.type && e.args.length === 0 ? pathOf(e.type) : undefined;
    case 'Member': {
      const object = e.of || e.args ? undefined : pathOf(e.object);
      return object === undefined ? undefined : `${object}${e.arrow ? '->' : '.'}${e.id}`;
    }
    case 'Index': {
      const [object, ...at] = [e.object, ...e.args].map(pathOf);
      return object === undefined || at.includes(undefined) ? undefined : `${object}[${at.join(',')}]`;
    }
    default:
      return undefined;
  }
}

// ---- Copies by TMA -----------------------------------------------------------------------------------------------

const makers = /^make_tma_(?:copy|atom)\w*$/;

/** Whether an expression, or what a type names, is a copy that CuTe makes for TMA, whatever it is made of. */
export function isTmaCopy(r: Reading, e: Expr): boolean {
  switch (e.is) {
    case 'Call':
      return (e.callee.is === 'Name' || e.callee.is === 'Scope') && makers.test(libraryName(r, e.callee) ?? '');
    case 'Decltype':
      return isTmaCopy(r, e.arg);
    case 'Unary':
      return e.op === '*' && isTmaCopy(r, e.arg);
    case 'Wrap':
      return /^(?:const|pointer|ref|rvalue-ref)$/.test(e.how) && isTmaCopy(r, e.of);
    case 'Member':
      return !e.of && isMemberOfTma(r, classBehind(valueOf(r, e.object)), e.id);
    case 'Name':
      return isNamedTma(r, lookupName(r.scope, e)) || isMemberOfTma(r, classOfSelf(r.scope), e.id);
    case 'Scope': {
      const of = e.of && classBehind(valueOf(r, e.of));
      return of !== undefined && isNamedTma(r, lookupMemberOf(of, e.id));
    }
    default:
      return false;
  }
}

const isNamedTma = ({ m }: Reading, entity: Entity | undefined): boolean =>
  entity !== undefined && m.tmaCopies.has(keyOf(entity));

function isMemberOfTma(r: Reading, instance: ClassInstance | undefined, id: string): boolean {
  const field = instance?.fields.find(({ name }) => name === id);
  return field !== undefined && instance !== undefined && isTmaCopy({ ...r, scope: instance.scope }, field.type);
}

function classBehind(value: Value): ClassInstance | undefined {
  if (isTuple(value)) return undefined;
  if (value.is === 'type') return classBehind(value.of);
  return classOf(value.is === 'pointer' ? value.element : value);
}

// The value that a name stands for: of a variable, a type, a template with its arguments, a member of a namespace or a
// class. Where names are looked up is in names/names.ts.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import { nearestOperations } from '../../builtins/index';
import type { Expr, Let, Scope as ScopeExpr } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import {
  isStandardName,
  libraryAround,
  lookupName,
  lookupMemberOf,
  qualifier,
  selfOf,
  selfQualifiers,
  spelled,
} from '../names/names';
import { writtenNames } from '../memory/statics';
import { lookupIn } from '../names/namespaces';
import { expandPack } from '../names/packs';
import { qualifiedEntity, qualifiedVariable } from '../names/places';
import { otherOnHost } from '../names/sides';
import { declarationIn, isAmbiguous } from '../overload/member-declarations';
import { applyAliasTemplate, applyVariableTemplate } from '../overload/specialisations';
import { evaluate, libraryMember, libraryName, type Located } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { derivesFrom } from '../values/base-parts';
import { isAuto, mayChange } from '../values/declared-types';
import type { ClassEntity, ClassInstance, Entity, FunctionEntity, Scope } from '../values/entities';
import { erase, isTuple, isUnknown } from '../values/inspect';
import { callable, classOf, hasNoMembers, lacks, targetOf } from '../values/kinds';
import { asTemplateArgument, isDynamicIntValue, templateNamed, typed } from '../values/template-args';
import { typeWith } from '../values/qualifiers';
import { becauseOf, illFormed, isUnboundPack, unknown } from '../values/unknown';
import { instantiateClass, isIncomplete, isWhollyKnown, libraryBase, need, undefinedClass } from './classes';
import { handing, referredTo } from './handed-arguments';
import { fieldExample } from './members';
import { categoryOfConstant, categoryOfQualified, categoryOfTemplate } from './qualified-categories';
import { functionName } from './source-places';

/** Template arguments: known integers become static, types stay TypeOf. */
export function templateArguments(m: Machine, args: readonly Expr[], scope: Scope): Value[] {
  const out: Value[] = [];
  for (const arg of args) {
    if (arg.is === 'Expand') {
      for (const value of expandPack(m, arg.of, scope)) out.push(unlessOpen(arg.of, asTemplateArgument(value)));
    } else {
      const given = referredTo(m, arg, scope) ?? evaluate(m, arg, scope);
      const value = unlessOpen(arg, asTemplateArgument(undecided(m, arg, scope) ?? given));
      out.push(withInjectedName(arg, value, scope));
    }
  }
  return out;
}

/** Why it is not known which of two operands a template argument is. */
function undecided(m: Machine, e: Expr, scope: Scope): Value | undefined {
  if (e.is !== 'Conditional') return undefined;
  const cond = m.silently(() => evaluate(m, e.cond, scope));
  return isUnknown(cond) ? becauseOf(cond) : undefined;
}

/** `a[i]` where it is not known whether `a` is a type or a variable ([temp.arg]/2). */
function unlessOpen(e: Expr, value: Value): Value {
  if (e.is !== 'Wrap' || e.how !== 'array' || isTuple(value) || value.is !== 'type') return value;
  const { of } = value;
  return !isTuple(of) && of.is === 'pointer' && isUnknown(of.element) ? of.element : value;
}

/** The name of a class template within the class may be the template ([temp.local]/1). */
function withInjectedName(e: Expr, value: Value, scope: Scope): Value {
  if (e.is !== 'Name' || e.args || isTuple(value) || value.is !== 'type') return value;
  const entity = lookupName(scope, e);
  return entity?.kind === 'type' && templateNamed(entity, e.id) ? { ...value, injected: true as const } : value;
}

export function nameValue(m: Machine, e: Expr & { is: 'Name' }, scope: Scope): Value {
  const targs = e.args ? templateArguments(m, e.args, scope) : undefined;
  return targs?.find(isUnboundPack) ?? valueNamed(m, e, scope, lookupName(scope, e), targs);
}

/** As `nameValue`, but with the variable that the name refers to. */
export function nameAt(m: Machine, e: Expr & { is: 'Name' }, scope: Scope): Located {
  const targs = e.args ? templateArguments(m, e.args, scope) : undefined;
  const unbound = targs?.find(isUnboundPack);
  if (unbound) return { value: unbound, place: undefined };
  const entity = lookupName(scope, e);
  const place = targs === undefined && entity?.kind === 'variable' ? entity.cell : undefined;
  const as = place && entity?.kind === 'variable' ? entity.as : undefined;
  const category = targs && entity?.kind === 'variable-template' ? categoryOfTemplate(m, entity, targs, e) : undefined;
  return { value: valueNamed(m, e, scope, entity, targs), place, as, category };
}

function valueNamed(
  m: Machine,
  e: Expr & { is: 'Name' },
  scope: Scope,
  entity: Entity | undefined,
  targs: readonly Value[] | undefined,
): Value {
  const library = entity?.kind === 'library-name' ? entity.path : entity ? undefined : libraryAround(scope);
  const value =
    entity && library === undefined
      ? (otherOnHost(m, entity, e.id) ??
        methodOfThis(entity, e.id, targs, scope) ??
        entityValue(m, entity, e.id, targs, e))
      : (typedConstant(m, e, scope, libraryName(m, library ?? '', e.id, targs)) ??
        defined(m, e, scope) ??
        functionName(m, e) ??
        handing(m, targs, undeclared(m, e.id, e)));
  recordName(m, e, e.id, value, declaredAt(entity));
  return value;
}

/** Where the program declares what a name stands for. */
function declaredAt(entity: Entity | undefined): Span | undefined {
  if (entity?.kind === 'variable' || entity?.kind === 'type') return entity.at;
  return entity?.kind === 'variable-template' ? entity.decl.nameSpan : undefined;
}

/** `C<5u>`, `integral_constant<short, 3>`: the constant keeps the type of its value. */
function typedConstant(
  m: Machine,
  e: Expr & { is: 'Name' | 'Scope' },
  scope: Scope,
  value: Value | undefined,
): Value | undefined {
  if (value === undefined || isTuple(value) || value.is !== 'type') return value;
  if (isTuple(value.of) || value.of.is !== 'static' || !isConstantClass.test(e.id)) return value;
  const of = isStandardName(e, scope) ? ('std' as const) : e.id === 'integral_constant' ? ('cute' as const) : undefined;
  const [first] = e.args ?? [];
  const given = first && m.silently(() => evaluate(m, first, scope));
  const constant =
    given === undefined || e.id === 'bool_constant'
      ? value.of
      : typed(value.of, !isTuple(given) && given.is === 'type' ? given.of : given);
  if (!of || isTuple(constant) || constant.is !== 'static') return { is: 'type', of: constant };
  return { is: 'type', of: { ...constant, of } };
}

const isConstantClass = /^(C|integral_constant|bool_constant|true_type|false_type)$/;

/** A member function called by its name alone, or through its class, acts on the object at hand. */
function methodOfThis(
  entity: Entity | undefined,
  id: string,
  targs: readonly Value[] | undefined,
  scope: Scope,
  qualified = false,
): Value | undefined {
  if (entity?.kind !== 'functions' || !entity.overloads.some(({ decl, owner }) => owner && !decl.static))
    return undefined;
  const self = selfOf(scope);
  return (
    self &&
    callable(id, {
      kind: 'method',
      overloads: entity.overloads,
      targs: targs ?? [],
      self,
      qualified,
      category: { is: 'lvalue', ...selfQualifiers(scope) },
    })
  );
}

/** Whether the object at hand is one of a class, or of a class derived from it. */
function isOwn(instance: ClassInstance, scope: Scope): boolean {
  const self = selfOf(scope)?.read();
  const own = self && classOf(self);
  return own !== undefined && derivesFrom(own, instance);
}

function recordName(
  m: Machine,
  e: Expr & { is: 'Name' | 'Scope' },
  name: string,
  value: Value,
  declared: Span | undefined,
): void {
  if (!isTuple(value) && value.is === 'callable') return;
  if (isUnknown(value) && value.cause.rule === 'range' && e.args && value.at?.file === '') {
    const { rule: code, message, data } = value.cause;
    m.recorder.refuse(e.span, { code, message, data });
  }
  m.recorder.use(e.span, value, name, declared);
}

/** Object-like macros and `--define`s, where no declaration has the name. */
function defined(m: Machine, e: Expr & { is: 'Name' }, scope: Scope): Value | undefined {
  const [body, ...others] = m.withMacros.flatMap((program) => program.macros.get(e.id) ?? []);
  if (body && others.some((other) => other !== body && JSON.stringify(other) !== JSON.stringify(body)))
    return unknown('undeclared', say`\`${e.id}\` is a macro that files define in different ways`, e.span, [e.id]);
  if (body) return evaluate(m, body, scope);
  const define = m.input.assumptions.defines.get(e.id);
  if (!define) return undefined;
  const value = evaluate(m, define, m.global);
  const id = m.recorder.assume({ kind: 'pin', text: say`${e.id} is given` });
  return isDynamicIntValue(value) ? dyn(value.n ?? 0, [id], value.bits) : value;
}

export function undeclared(m: Machine, id: string, e: Expr): Value {
  const missing = m.missingIncludes();
  const near = nearestOperations(id);
  if (near.length > 0)
    return unknown(
      'undeclared',
      say`\`${id}\` is no operation of CuTe that is known here; the nearest are ${near.map((name) => `\`${name}\``).join(', ')}`,
      e.span,
      [id],
    );
  const hint = missing.length > 0 ? say`; the include "${missing[0] ?? ''}" was not found` : '';
  return unknown(
    'undeclared',
    say`\`${id}\` is not declared in this file or in the local headers it includes${hint}`,
    e.span,
    [id],
  );
}

/** The value of a declared name. */
export function entityValue(
  m: Machine,
  entity: Entity,
  id: string,
  targs: readonly Value[] | undefined,
  e: Expr,
): Value {
  switch (entity.kind) {
    case 'variable':
      return entity.cell.read();
    case 'type': {
      const template = targs && templateNamed(entity, id);
      if (template) return specialised(m, template, id, targs, e);
      return isUnknown(entity.of) ? entity.of : typeWith(entity.of, entity.written);
    }
    case 'functions':
      if (targs) m.noteNamed(entity.overloads, targs, e.span);
      return callable(id, { kind: 'functions', overloads: withArguments(entity.overloads, targs), targs: targs ?? [] });
    case 'class': {
      const plain = entity.class.primary?.templates.length === 0;
      if (!targs && !plain) return callable(id, { kind: 'class', class: entity.class });
      return specialised(m, entity.class, id, targs ?? [], e);
    }
    case 'alias-template':
      return targs
        ? applyAliasTemplate(m, entity.decl, entity.scope, targs, e.span)
        : callable(id, { kind: 'alias-template', decl: entity.decl, scope: entity.scope });
    case 'variable-template':
      return unlessWritten(m, entity, applyVariableTemplate(m, entity, targs ?? [], e.span), e.span);
    case 'template':
      return applyTemplateTemplate(m, entity.value, targs, e);
    case 'namespace':
      return entity.scope.enumeration ?? callable(id, { kind: 'namespace', path: id, scope: entity.scope });
    case 'library':
      return callable(id, { kind: 'namespace', path: entity.path, scope: undefined });
    case 'library-name':
      return libraryName(m, entity.path, id, targs) ?? undeclared(m, id, e);
    case 'pack':
      return entity.values;
    case 'lazy':
      return entityValue(m, entity.force(), id, targs, e);
  }
}

/** `f<>` means templates alone. */
function withArguments(
  overloads: readonly FunctionEntity[],
  targs: readonly Value[] | undefined,
): readonly FunctionEntity[] {
  if (targs?.length !== 0) return overloads;
  return overloads.filter(({ decl }) => decl.templates.length > 0 || decl.params.some(({ type }) => isAuto(type)));
}

/** A qualified name of a library that nothing declares: its header was not found, or it is not modelled. */
function notModelled(m: Machine, e: ScopeExpr): Value {
  if (nearestOperations(e.id).length > 0) return undeclared(m, e.id, e);
  const name = spelled(e);
  const [header] = name.startsWith('cutlass::') && !m.readsCutlass ? m.notRead : [];
  return header === undefined
    ? unknown('unsupported', say`\`${name}\` is not modelled`, e.span, [name])
    : unknown('include', say`\`${name}\` is not known: the include "${header}" was not found`, e.span, [name]);
}

/** A class with arguments. Where the program only specialises a template of the library, the library has the rest. */
function specialised(m: Machine, entity: ClassEntity, id: string, targs: readonly Value[], e: Expr): Value {
  const value = instantiateClass(m, entity, targs, e.span);
  return isUnknown(value) && !entity.primary ? (libraryName(m, '', id, targs) ?? value) : value;
}

/** A template template parameter: the template it is bound to, with arguments. */
function applyTemplateTemplate(m: Machine, value: Value, targs: readonly Value[] | undefined, e: Expr): Value {
  const target = targetOf(value);
  if (!target || !targs) return value;
  if (target.kind === 'class') return instantiateClass(m, target.class, targs, e.span);
  if (target.kind === 'alias-template') return applyAliasTemplate(m, target.decl, target.scope, targs, e.span);
  if (target.kind === 'builtin') return libraryName(m, '', target.name, targs) ?? value;
  return value;
}

export function scopeAt(m: Machine, e: ScopeExpr, scope: Scope): Located {
  const of = qualifier(m, e.of, scope, (inner, s) => evaluate(m, inner, s));
  const targs = e.args ? templateArguments(m, e.args, scope) : undefined;
  const unbound = targs?.find(isUnboundPack);
  if (unbound) return { value: unbound, place: undefined };
  const inherited =
    of.kind === 'class' && isOwn(of.instance, scope)
      ? methodOfThis(lookupIn(of.instance.scope, e.id), e.id, targs, scope, true)
      : undefined;
  const entity = qualifiedEntity(of, e);
  const place = qualifiedVariable(of, e, scope);
  const member = entity ? undefined : place?.read();
  const value = inherited ?? member ?? typedConstant(m, e, scope, qualified(m, e, of, targs)) ?? { is: 'void' };
  recordName(m, e, e.id, value, declaredAt(entity));
  const category = entity ? categoryOfQualified(m, entity, targs, e) : categoryOfConstant(of, place, value);
  return { value, place, category };
}

function qualified(
  m: Machine,
  e: ScopeExpr,
  of: ReturnType<typeof qualifier>,
  targs: readonly Value[] | undefined,
): Value {
  switch (of.kind) {
    case 'scope': {
      const entity = lookupIn(of.scope, e.id);
      if (entity) return otherOnHost(m, entity, e.id) ?? entityValue(m, entity, e.id, targs, e);
      if (of.scope.enumeration)
        return illFormed('undeclared', say`this type has no member \`${e.id}\``, e.span, [e.id]);
      return libraryName(m, of.path, e.id, targs) ?? handing(m, targs, undeclared(m, spelled(e), e));
    }
    case 'library':
      return libraryName(m, of.path, e.id, targs) ?? handing(m, targs, notModelled(m, e));
    case 'class':
      return memberOfClass(m, of.instance, e.id, targs, e);
    case 'type':
      if (of.holds && e.id === 'type') return typeWith(of.example, of.holds);
      if (hasNoMembers(of.example) || lacks(of.example, e.id))
        return illFormed('undeclared', say`this type has no member \`${e.id}\``, e.span, [e.id]);
      return (
        libraryMember(m, of.example, e.id, targs) ??
        unknown('unsupported', say`\`${e.id}\` of this type is not modelled`, e.span)
      );
    case 'unknown':
      return of.value;
  }
}

// ---- Members -----------------------------------------------------------------------------------------------------

/** `T::id`. */
export function memberOfClass(
  m: Machine,
  instance: ClassInstance,
  id: string,
  targs: readonly Value[] | undefined,
  e: Expr,
): Value {
  need(m, instance);
  if (isIncomplete(instance)) return undefinedClass(instance.entity, e.span);
  if (isAmbiguous(instance, id))
    return illFormed('undeclared', say`several bases of \`${instance.key}\` have a member \`${id}\``, e.span, [id]);
  const entity = lookupMemberOf(instance, id);
  if (entity?.kind === 'variable') return otherOnHost(m, entity, id) ?? entityValue(m, entity, id, targs, e);
  if (entity) return entityValue(m, entity, id, targs, e);
  const base = libraryBase(instance);
  const inherited = base === undefined ? undefined : libraryMember(m, base, id, targs);
  const data = inherited ?? dataMember(m, instance, id, e);
  const fail = isWhollyKnown(instance) ? illFormed : unknown;
  return data ?? fail('undeclared', say`\`${instance.key}\` has no member \`${id}\``, e.span, [id]);
}

/** `T::member` without an object, in an operand that is not evaluated: its type ([expr.prim.id.general]). */
function dataMember(m: Machine, instance: ClassInstance, id: string, e: Expr): Unknown | undefined {
  const { field, owner } = declarationIn(instance, id) ?? {};
  if (!field || !owner) return undefined;
  const type = m.silently(() => fieldExample(m, field, owner.scope));
  const value = unknown('input', say`nothing gives \`${id}\` a value here`, e.span, [id]);
  return isUnknown(type) ? value : { ...value, type };
}

/** Each instance of a variable template is a variable of its own, which the program may write to. */
function unlessWritten(m: Machine, { decl }: { readonly decl: Let }, value: Value, span: Span): Value {
  if (!mayChange(decl) || !writtenNames(m).has(decl.name)) return value;
  const type = isUnknown(value) ? value.type : erase(value);
  const why = say`a variable template that may change is not followed`;
  return { ...unknown('unsupported', why, span, [decl.name]), type };
}

// What `return e;` makes of the object that e names: it is copied, it is moved from where it ends with the function, or
// it is made where the caller wants it and neither copied nor ended. Clauses [class.copy.elision], [stmt.return]. Where
// compilers or versions of the language differ in that, and it runs code of the program, what that code writes is not
// known.
import { remembered } from '../../base/remembered';
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Let, Return, Stmt } from '../../ir/program';
import { type Node, walk } from '../../ir/walk';
import type { Value } from '../../values/value';
import { loseWhole } from '../memory/losing';
import { loseLasting } from '../memory/reach';
import { isProxy } from '../memory/registers';
import { lookupName } from '../names/names';
import { argOf } from '../names/packs';
import { convert, evaluate, locate, type Located, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { Frame } from '../state/state';
import { boundElsewhere } from '../types/bound-references';
import { returnedAs } from '../types/beside-implicit';
import { copied, isOfDerived, stored } from '../types/copies';
import { copiesByCode } from '../types/copying-code';
import { leaveMoved } from '../types/moved-from';
import { endsByCode } from '../types/lifetimes';
import { isAuto, isReference } from '../values/declared-types';
import type { Cell } from '../values/cells';
import { isTuple } from '../values/inspect';
import type { Scope, VariableEntity } from '../values/entities';
import { classOf, isArray } from '../values/kinds';
import { unknown } from '../values/unknown';
import { isSpan } from '../values/vectors';
import { loadedOperand } from './operands';
import { declaredAs, isPlainNumber } from '../overload/categories';
import { listAs } from './type-expressions';

/** What `return e;` gives. A list initialises the object that the function returns ([stmt.return]/2). */
export function locateReturned(m: Machine, e: Expr, scope: Scope): Located {
  const { returns } = m.frame.own?.decl ?? {};
  const isList = e.is === 'Brace' && !e.type && returns && !isAuto(returns) && !isReference(returns);
  const example = isList && m.frame.own ? typeExample(m, returns, m.frame.own.scope) : undefined;
  if (!isList || example === undefined || !(classOf(example) ?? isArray(example)))
    return referredBy(m, e, locate(m, e, scope), scope);
  return { value: listAs(m, e, example, scope), place: undefined };
}

/** What a reference is bound to that a function returns. */
function referredBy(m: Machine, e: Expr, located: Located, scope: Scope): Located {
  const { decl, scope: own } = m.frame.own ?? {};
  const { returns } = decl ?? {};
  if (!own || !returns || !isReference(returns) || isAuto(returns)) return located;
  return boundElsewhere(m, argOf(located, e, scope, e.span), returns, own) ?? located;
}

/** What a function returns by `return e;`, where it does not return a reference. */
export function returnedObject(m: Machine, e: Expr, located: Located, scope: Scope): Value {
  const { frame } = m;
  const { value, place } = located;
  if (m.simt && !frame.places && frame.own?.decl.returns?.is !== 'Decltype') {
    const read = isKept(m, value) ? value : loadedOperand(m, value, e);
    if (read !== value) return read;
  }
  if (!place && !frame.places) m.temporaries.adopt(value);
  const { decl, scope: outer } = frame.own ?? {};
  // A type such as `T` may be a reference, which is not told from one of the whole object.
  const isOpen = place && !frame.places && decl?.returns && outer && isOfDerived(place.peek(), value);
  if (isOpen && declaredAs(m, decl.returns, outer)?.ref)
    return unknown('unsupported', say`which base this is of is not known`, e.span);
  const own = place && !frame.places ? automaticNamed(m, e, scope) : undefined;
  const made = place && !frame.places ? madeOf(m, e, located, scope, own) : undefined;
  if (made !== undefined) return made;
  if (!place || frame.places) return value;
  if (!copiesByCode(value) && !endsByCode(value)) {
    if (!own) leaveMoved(m, value, argOf(located, e, scope, e.span));
    return value;
  }
  if (!own) return copied(m, value, argOf(located, e, scope, e.span));
  const how = own.written?.ref ? viaReference(own) : elisionOf(m, frame, own.at?.start, value);
  switch (how) {
    case 'elided':
      frame.result = place;
      return value;
    case 'copied':
    case 'moved':
      return copied(m, value, {
        ...argOf(located, e, scope, e.span),
        ...(how === 'moved' && { category: { is: 'xvalue', constant: place.fixed } as const }),
      });
    case 'unclear':
      if (copiesByCode(value)) return upToCompiler(m, place, e.span);
      loseLasting(m, upTo(), e.span);
      return value;
  }
}

const upTo = (): string => say`whether an object that is returned is copied, moved or neither is up to the compiler`;

function upToCompiler(m: Machine, place: Cell, span: Span): Value {
  const why = upTo();
  loseLasting(m, why, span);
  loseWhole(m, place, why, span);
  return unknown('unsupported', why, span);
}

/** The variable of the function itself that an expression names. */
function automaticNamed(m: Machine, e: Expr, scope: Scope): VariableEntity | undefined {
  const variable = e.is === 'Name' && !e.args ? lookupName(scope, e) : undefined;
  return variable?.kind === 'variable' && isAutomatic(m, variable, e, scope) ? variable : undefined;
}

/** An object that a function returns and that is made of a variable of another type, to which it may refer. */
function madeOf(
  m: Machine,
  e: Expr,
  located: Located,
  scope: Scope,
  own: VariableEntity | undefined,
): Value | undefined {
  const { value, place } = located;
  const { decl, scope: inner } = m.frame.own ?? {};
  const isObject = isArray(value) || classOf(value) !== undefined;
  if (!isObject || !decl?.returns || !inner || isAuto(decl.returns) || isReference(decl.returns)) return undefined;
  const example = typeExample(m, decl.returns, inner);
  const to = classOf(example);
  const given = argOf(located, e, scope, e.span);
  if (classOf(value) && isPlainNumber(example)) return convert(m, value, example, false, decl.name, given);
  if (!isSpan(example) && (!to || to === classOf(value))) return undefined;
  const how = to && own && place ? returnedAs(m, to, { ...given, value }, place.fixed) : 'either';
  if (how === undefined && place) return upToCompiler(m, place, e.span);
  const category = { is: 'xvalue', constant: place?.fixed } as const;
  return stored(m, value, example, how === 'moved' ? { ...given, category } : given, e.span, decl.name);
}

/** A bool in registers is referred to by an object, which a function returns as it is whose result is deduced. */
function isKept({ frame }: Machine, value: Value): boolean {
  const returns = frame.own?.decl.returns;
  return (!returns || isAuto(returns)) && !isTuple(value) && value.is === 'element' && isProxy(value.pointer);
}

/** Since C++20 what an rvalue reference names is moved. */
function viaReference({ written }: VariableEntity): How {
  return written?.ref === 'lvalue' && !written.vague ? 'copied' : 'unclear';
}

/** Whether a name stands for a variable of the function that ends with it, or a reference among its variables. */
function isAutomatic(m: Machine, { cell }: VariableEntity, e: Expr, scope: Scope): boolean {
  const { own } = m.frame;
  if (!own || e.is !== 'Name' || m.recall.isGlobal(cell)) return false;
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.own(e.id)) return true;
    if (s === own.scope) return false;
  }
  return false;
}

type How = 'elided' | 'moved' | 'copied' | 'unclear';

/** Whether a variable that a block declares is what the function returns, so that it does not end with the block. */
export function isResult(m: Machine, s: Let, cell: Cell): boolean {
  return !s.static && elisionOf(m, m.frame, s.nameSpan.start, cell.read()) === 'elided';
}

/** What becomes of the variable of the function that is declared at `start`, where it is returned. */
function elisionOf(m: Machine, { own }: Frame, start: number | undefined, value: Value): How {
  const body = own?.decl.body;
  if (!body || start === undefined) return 'moved';
  const how = elisionsOf(body).get(start) ?? 'moved';
  if (how === 'moved') return how;
  const instance = classOf(value);
  const { returns } = own.decl;
  const type = returns && !isAuto(returns) ? m.silently(() => evaluate(m, returns, own.scope)) : undefined;
  const of = type && 'is' in type && type.is === 'type' ? classOf(type.of) : undefined;
  return !type || of === instance ? how : 'unclear';
}

/** For the variables that a body returns by name, by where they are declared: g++ makes one where the caller wants it
 *  that stands in the outermost block and that every `return` names; clang++ also one of an inner block that every
 *  `return` of that block names. */
const elisionsOf = remembered((body: Stmt): ReadonlyMap<number, How> => {
  const found = new Map<number, How>();
  const own = ownNodes(body);
  const names = new Set(own.flatMap((node) => (node.is === 'Return' ? [nameIn(node)] : [])));
  const declared = own.flatMap((node) => (node.is === 'Let' ? [node] : []));
  const outermost = new Set<Node>(body.is === 'Block' ? body.body : []);
  const isConditional = own.some((s) => s.is === 'If' && s.constexpr && ownNodes(s).some(({ is }) => is === 'Return'));
  for (const s of declared) {
    if (!names.has(s.name)) continue;
    const isSole = names.size === 1 && declared.filter(({ name }) => name === s.name).length === 1;
    if (outermost.has(s) && !isConditional) found.set(s.nameSpan.start, isSole ? 'elided' : 'moved');
    else found.set(s.nameSpan.start, 'unclear');
  }
  return found;
});

function nameIn({ value }: Return): string | undefined {
  return value?.is === 'Name' && !value.args ? value.id : undefined;
}

/** The nodes of a function's body, without those of lambdas and classes in it. */
function ownNodes(body: Stmt): readonly Node[] {
  const found: Node[] = [];
  walk(body, (node) => {
    if (node.is === 'Lambda' || node.is === 'Struct' || node.is === 'Func') return 'over';
    found.push(node);
    return undefined;
  });
  return found;
}

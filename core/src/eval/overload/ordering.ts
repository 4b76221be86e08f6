// Partial ordering ([temp.func.order], [temp.spec.partial.order]): which of two templates is the more specialised one.
// Both are compared as they are written: one's template parameters are deduced from the other's parameter types, whose
// own parameters stand for unique types. Types without template parameters are compared by what they are.
import { isAlike } from '../../ir/alike';
import type { Expr, Signature, TemplateParam, TypeOfType } from '../../ir/program';
import { namesOneOf } from '../../ir/walk';
import type { Value } from '../../values/value';
import { withoutQualifiers } from '../values/declared-types';
import { identityKey } from '../values/type-key';

/** One side of a comparison: the types, and the template parameters in them. */
export interface Side {
  readonly types: readonly Expr[];
  readonly params: readonly TemplateParam[];
  /** The last parameter is a pack, which may take no argument here. */
  readonly trailingPack?: boolean;
  /** What is not deduced has to be written alike too: of specialisations, not of the parameters of functions. */
  readonly isSpecialisation?: true;
  /** The template parameters of a class template of the program. */
  readonly templateNamed?: (id: string) => readonly TemplateParam[] | undefined;
  /** The type that an expression without template parameters names. */
  readonly meaning: (e: Expr) => Value;
}

/** Whether P's types can be deduced from A's: then A is at least as specialised as P. Undefined: not known. */
type Verdict = boolean | undefined;

/** Positive where `a` is more specialised than `b`, negative where `b` is, 0 where they are equivalent or neither is;
 *  undefined where that is not known. */
export function compareSpecialisation(
  a: Side,
  b: Side,
): { readonly order: number; readonly same: boolean } | undefined {
  const aFromB = deducible(b, a);
  const bFromA = deducible(a, b);
  if (aFromB === undefined || bFromA === undefined) return undefined;
  if (aFromB && bFromA) return { order: packs(b) - packs(a), same: packs(a) === packs(b) };
  return { order: aFromB ? 1 : bFromA ? -1 : 0, same: false };
}

/** Of templates that are otherwise alike, the one without a trailing pack is more specialised. */
function packs({ types, trailingPack }: Side): number {
  return trailingPack || types[types.length - 1]?.is === 'Expand' ? 1 : 0;
}

/** Whether the template parameters of `pattern` can be deduced from the types of `argument`. */
function deducible(pattern: Side, argument: Side): Verdict {
  const unifier = new Unifier(pattern, argument);
  return unifier.list(pattern.types, argument.types);
}

const tuples = new Set(['Shape', 'Stride', 'Step', 'Coord', 'Tile', 'Tiler', 'Underscore', 'tuple']);

/** CuTe's and the standard library's names for one template. */
function templateName(id: string): string {
  return tuples.has(id) ? 'tuple' : id;
}

function and(a: Verdict, b: Verdict): Verdict {
  return a === false || b === false ? false : a && b;
}

class Unifier {
  private readonly bound = new Map<string, Expr>();
  private readonly packs = new Map<string, readonly Expr[]>();
  private readonly own: ReadonlyMap<string, TemplateParam>;
  private readonly unique: ReadonlySet<string>;

  constructor(
    private readonly pattern: Side,
    private readonly argument: Side,
  ) {
    this.own = new Map(pattern.params.map((param) => [param.name ?? '', param]));
    this.unique = new Set(argument.params.map(({ name }) => name ?? ''));
  }

  list(patterns: readonly Expr[], args: readonly Expr[]): Verdict {
    let sure: Verdict = true;
    for (const [i, pattern] of patterns.entries()) {
      if (pattern.is === 'Expand') return this.rest(pattern.of, args.slice(i), sure);
      const arg = args[i];
      // A pack is not deduced from fewer types, nor one type from a pack.
      if (!arg || arg.is === 'Expand') return false;
      const one = this.one(pattern, arg);
      if (one === false) return false;
      sure &&= one;
    }
    return patterns.length >= args.length ? sure : false;
  }

  private rest(pattern: Expr, args: readonly Expr[], sure: Verdict): Verdict {
    if (pattern.is === 'Name' && this.own.has(pattern.id)) return this.bindPack(pattern.id, args) ? sure : false;
    const all = args.map((arg) => this.one(pattern, arg.is === 'Expand' ? arg.of : arg));
    return all.includes(false) ? false : all.includes(undefined) ? undefined : sure;
  }

  private one(written: Expr, other: Expr): Verdict {
    const [pattern, arg] = [asType(written), asType(other)];
    if (pattern.is === 'Name' && !pattern.args && this.own.has(pattern.id)) return this.bind(pattern.id, arg);
    if (pattern.is === 'Wrap') return this.wrapped(pattern, arg);
    const [ofPattern, ofArg] = [namesOneOf(pattern, this.own), namesOneOf(arg, this.unique)];
    if (!ofPattern && !ofArg)
      return identityKey(this.pattern.meaning(pattern)) === identityKey(this.argument.meaning(arg));
    if (pattern.is === 'Scope' && ofPattern && !pattern.args)
      return !(this.pattern.isSpecialisation && this.isOwn(arg));
    if (arg.is === 'Wrap' || this.isOwn(arg)) return false;
    const [p, a] = [idWithArguments(pattern), idWithArguments(arg)];
    // A type that is written by its name alone may be an alias of such a template.
    if (!p || !a) return ofPattern ? undefined : false;
    // A template template parameter stands for any template, but for one alone.
    if (this.own.has(p.id))
      return this.bind(p.id, { is: 'Name', id: a.id, span: arg.span }) && this.list(p.args, a.args);
    if (templateName(p.id) === templateName(a.id)) return this.templateArguments(p, a);
    // Other names may be aliases of one another.
    return this.unique.has(a.id) ? false : undefined;
  }

  /** Arguments of one template; those that one side leaves out are the template's defaults. */
  private templateArguments(p: TemplateId, a: TemplateId): Verdict {
    if (p.args.length === a.args.length || isPack(p) || isPack(a)) return this.list(p.args, a.args);
    const params = this.pattern.templateNamed?.(p.id) ?? [];
    const count = Math.max(p.args.length, a.args.length);
    const [left, right] = [p, a].map(({ args }) => [
      ...args,
      ...params.slice(args.length, count).flatMap((param) => param.default ?? []),
    ]);
    return left?.length === count && right?.length === count ? this.list(left, right) : undefined;
  }

  private wrapped(pattern: Expr & { is: 'Wrap' }, arg: Expr): Verdict {
    if (arg.is !== 'Wrap') return this.isOwn(arg) ? false : undefined;
    // Of `T const volatile` either qualifier is one that a pattern names.
    if (pattern.how === 'volatile' && arg.how === 'const' && arg.of.is === 'Wrap' && arg.of.how === 'volatile')
      return this.one(pattern.of, { ...arg, of: arg.of.of });
    // An array is const where its elements are.
    const elements =
      pattern.how === 'const' || pattern.how === 'volatile' ? unlessElements(arg, pattern.how) : undefined;
    if (elements) return this.one(pattern.of, elements);
    if (arg.how !== pattern.how) return false;
    const of = this.one(pattern.of, arg.of);
    if (pattern.how === 'function' || pattern.how === 'member')
      return of === false ? of : this.signature(pattern, arg, of);
    if (of === false || !pattern.size) return of;
    const size = arg.size ? this.one(pattern.size, arg.size) : false;
    return size === true ? of : size;
  }

  /** What stands in and behind the parameters of functions; the class of a pointer to a member. */
  private signature(pattern: TypeOfType, arg: TypeOfType, of: Verdict): Verdict {
    if (pattern.class && arg.class) return and(of, this.one(pattern.class, arg.class));
    const [p, a] = [pattern.signature, arg.signature];
    if (!p || !a) return undefined;
    if (p.const !== a.const || p.volatile !== a.volatile || p.refQualifier !== a.refQualifier) return false;
    if (p.variadic !== a.variadic || (p.noexcept === undefined) !== (a.noexcept === undefined)) return undefined;
    const types = ({ params }: Signature): readonly Expr[] =>
      params.map(({ type, pack }) =>
        pack && type.is !== 'Expand' ? { is: 'Expand' as const, of: type, span: type.span } : type,
      );
    return and(of, this.list(types(p), types(a)));
  }

  /** A bare template parameter of the other side: a unique type. */
  private isOwn(arg: Expr): boolean {
    return arg.is === 'Name' && !arg.args && this.unique.has(arg.id);
  }

  private bindPack(id: string, args: readonly Expr[]): boolean {
    const had = this.packs.get(id);
    if (!had) this.packs.set(id, args);
    return !had || (had.length === args.length && had.every((one, i) => isAlike(one, args[i])));
  }

  private bind(id: string, arg: Expr): Verdict {
    const had = this.bound.get(id);
    if (!had) {
      this.bound.set(id, arg);
      return true;
    }
    return isAlike(had, arg);
  }
}

interface TemplateId {
  readonly id: string;
  readonly args: readonly Expr[];
}

/** `R(A)` is the type of a function. */
function asType(e: Expr): Expr {
  return e.is === 'Call' && e.type ? e.type : e;
}

/** An array whose elements are const, or volatile, as one of elements that are not. */
function unlessElements(e: Expr, how: 'const' | 'volatile'): Expr | undefined {
  if (e.is !== 'Wrap' || e.how !== 'array') return undefined;
  const of = e.of.is === 'Wrap' && e.of.how === how ? e.of.of : unlessElements(e.of, how);
  return of && { ...e, of };
}

function isPack({ args }: TemplateId): boolean {
  return args[args.length - 1]?.is === 'Expand';
}

function idWithArguments(e: Expr): TemplateId | undefined {
  return (e.is === 'Name' || e.is === 'Scope') && e.args ? { id: e.id, args: e.args } : undefined;
}

/** A parameter's type as partial ordering looks at it: without the reference, and without const and volatile at its
 *  top
 *  ([temp.deduct.partial]/5 to 7). */
export function forOrdering(type: Expr): Expr {
  const of = type.is === 'Wrap' && (type.how === 'ref' || type.how === 'rvalue-ref') ? type.of : type;
  return withoutQualifiers(of);
}

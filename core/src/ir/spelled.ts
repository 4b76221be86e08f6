// How an expression is spelled: the name that it is, what it makes, the parts that are written out, where its first
// bracket opens. Looks at one expression; outline.ts finds the expression at a place.
import { isSamePlace, isWithin, type Span } from '../base/span';
import type { Expr } from './program';

/** The name that an expression is, qualified or not: `cute::size<0>` is `size`, of `cute`. */
export interface Spelled {
  readonly id: string;
  readonly of?: Expr;
  /** Of the identifier alone. */
  readonly span: Span;
  readonly args?: readonly Expr[];
}

/** True for a type that is written as a reference: `T&`, `T const&`, `T&&`. */
export function isWrittenReference(type: Expr): boolean {
  return (
    type.is === 'Wrap' &&
    (type.how === 'ref' ||
      type.how === 'rvalue-ref' ||
      (/^(const|volatile)$/.test(type.how) && isWrittenReference(type.of)))
  );
}

export function nameOf(e: Expr): Spelled | undefined {
  switch (e.is) {
    case 'Name':
      return { id: e.id, span: { ...e.span, end: e.span.start + e.id.length }, ...(e.args && { args: e.args }) };
    case 'Scope':
      return { id: e.id, span: e.idSpan, ...(e.of && { of: e.of }), ...(e.args && { args: e.args }) };
    case 'Member':
      return { id: e.id, span: e.idSpan, of: e.object, ...(e.args && { args: e.args }) };
    default:
      return undefined;
  }
}

/** The name of a function, type or constant of CuTe as it is written: without a qualifier, or with `cute::`. */
export function cuteNameOf(e: Expr): Spelled | undefined {
  if (e.is !== 'Name' && e.is !== 'Scope') return undefined;
  const found = nameOf(e);
  return found?.of === undefined || (found.of.is === 'Name' && found.of.id === 'cute') ? found : undefined;
}

/** What a call calls, or a braced list makes, by CuTe's name. */
export function makerOf(e: Expr): Spelled | undefined {
  if (e.is === 'Call') return cuteNameOf(e.callee);
  return e.is === 'Brace' && e.type ? cuteNameOf(e.type) : undefined;
}

/** The arguments of a call, the elements of a list, or the template arguments of a type that is written out: `a` and
 *  `b` of `make_shape(a, b)`, `{a, b}`, `Shape<a, b>{}`, `dim3(a, b)`. Undefined for anything else, and inside of a
 *  macro. */
export function partsOf(e: Expr): readonly Expr[] | undefined {
  const parts = partsWritten(e);
  return parts?.every(({ span }) => isWithin(span, e.span) && !isSamePlace(span, e.span)) ? parts : undefined;
}

function partsWritten(e: Expr): readonly Expr[] | undefined {
  switch (e.is) {
    case 'Call':
      return e.args.length > 0 ? e.args : nameOf(e.callee)?.args;
    case 'Brace':
      return e.args.length > 0 || !e.type ? e.args : nameOf(e.type)?.args;
    case 'Name':
    case 'Scope':
      return e.args;
    default:
      return undefined;
  }
}

// ---- The head of an expression -------------------------------------------------------------------------------------

/** Where the first bracket of an expression opens, or it ends: behind `size` in `cute::size<0>(t)`, behind `b` in
 *  `a.b(x).c(y)`. */
export function endOfHead(e: Expr): number {
  return headOf(e).end;
}

interface Head {
  readonly end: number;
  /** A bracket opens at the end. */
  readonly closed: boolean;
}

function headOf(e: Expr): Head {
  switch (e.is) {
    case 'Name':
      return e.args ? { end: endOfId(e), closed: true } : { end: e.span.end, closed: false };
    case 'Scope':
    case 'Member': {
      const before = e.is === 'Scope' ? e.of : e.object;
      const head = before && headOf(before);
      return head?.closed ? head : { end: e.idSpan.end, closed: e.args !== undefined };
    }
    case 'Call':
      return { ...headOf(e.callee), closed: true };
    case 'Brace':
      return { end: e.type ? headOf(e.type).end : (e.args[0]?.span.start ?? e.span.end), closed: true };
    // An element of a tuple, `pid.0`, has no bracket.
    case 'Index':
      return e.span.end === e.args.at(-1)?.span.end
        ? { end: e.span.end, closed: false }
        : { ...headOf(e.object), closed: true };
    case 'Launch':
      return { ...headOf(e.kernel), closed: true };
    case 'Unary':
      return headOf(e.arg);
    case 'Binary':
      return firstClosed(e, e.op.startsWith('<') ? [e.left] : [e.left, e.right], e.op.startsWith('<'));
    case 'Assign':
      return firstClosed(e, [e.target, e.value]);
    case 'Conditional':
      return firstClosed(e, [e.cond, e.then, e.else]);
    case 'Wrap':
    case 'Expand':
      return headOf(e.of);
    case 'Sizeof':
    case 'Decltype':
      return { end: e.arg.span.start, closed: true };
    case 'Cast':
      return { end: e.how === 'c' ? e.span.start : e.type.span.start, closed: true };
    case 'Lambda':
    case 'Requires':
    case 'Ambiguous':
    case 'Fold':
      return { end: e.span.start, closed: true };
    case 'Int':
    case 'Float':
    case 'Bool':
    case 'String':
    case 'Char':
    case 'This':
    case 'Opaque':
      return { end: e.span.end, closed: false };
  }
}

/** Names that a front end gives to what the language calls otherwise have a colon. */
function endOfId({ id, span, args }: Extract<Expr, { is: 'Name' }>): number {
  return id.includes(':') ? (args?.[0]?.span.start ?? span.end) : span.start + id.length;
}

/** Of operands one after the other: the head goes on until a bracket opens, which may be before the first of them. A
 *  `<` ends it, whether it compares or not. */
function firstClosed({ span }: Expr, operands: readonly Expr[], closed = false): Head {
  const [first] = operands;
  if (first && first.span.start > span.start) return { end: first.span.start, closed: true };
  const heads = operands.map(headOf);
  return heads.find((head) => head.closed) ?? { end: heads.at(-1)?.end ?? span.end, closed };
}

// The elements of a braced list, each of which is evaluated and made into a part of the object before the next one is
// evaluated ([dcl.init.list]/4). Where all of them were evaluated before, the order may have counted.
import { say } from '../../base/say';
import type { Span } from '../../base/span';
import type { Expr, Init } from '../../ir/program';
import type { Unknown, Value } from '../../values/value';
import { loseLasting } from '../memory/reach';
import { hasEffects } from '../names/effects';
import { argOf, argsOf } from '../names/packs';
import { type Designators, type GivenArgs, locate } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { type Cell, nextCell } from '../values/cells';
import type { Arg, Scope } from '../values/entities';
import { classOf } from '../values/kinds';
import { unknown } from '../values/unknown';
import { mayRunCode } from './unmade';

/** A list as it is written. */
export interface List {
  readonly args: readonly Expr[];
  readonly designators?: Designators | undefined;
}

/** The list that initialises a variable. */
export function writtenList(init: Init): List | undefined {
  if (init.how === 'brace') return init;
  return init.how === 'copy' && init.value.is === 'Brace' && !init.value.type ? init.value : undefined;
}

/** What is left of a braced list. */
export interface Elements {
  /** The number of the next element. */
  readonly at: number;
  /** The next element; undefined behind the last. */
  readonly next: Arg | undefined;
  /** The next element where it is a list itself that nothing has evaluated. */
  readonly list: { readonly list: List; readonly scope: Scope } | undefined;
  /** Goes on to the element behind the next one. */
  advance(): void;
  /** Whether there is an element for this member, which designators may pass over. */
  has(name: string): boolean;
}

/** Elements that have been evaluated. */
export class EvaluatedElements implements Elements {
  at = 0;

  constructor(
    private readonly args: readonly Value[],
    private readonly given: GivenArgs,
    private readonly span: Span,
  ) {}

  get next(): Arg | undefined {
    const value = this.args[this.at];
    const { span } = this;
    return value === undefined ? undefined : { span, ...this.given[this.at], value };
  }

  get list(): undefined {
    return undefined;
  }

  advance(): void {
    this.at++;
  }

  has(): boolean {
    return this.at < this.args.length;
  }
}

/** Elements that are evaluated in their turn. */
export class WrittenElements implements Elements {
  at = 0;
  private evaluated: { readonly at: number; readonly arg: Arg } | undefined;

  constructor(
    private readonly m: Machine,
    private readonly written: List,
    private readonly scope: Scope,
  ) {}

  get next(): Arg | undefined {
    const { m, at, scope } = this;
    const e = this.written.args[at];
    if (!e) return undefined;
    if (this.evaluated?.at !== at) this.evaluated = { at, arg: argOf(locate(m, e, scope), e, scope, e.span) };
    return this.evaluated.arg;
  }

  get list(): Elements['list'] {
    const list = this.written.args[this.at];
    const isList = list?.is === 'Brace' && !list.type && this.evaluated?.at !== this.at;
    return isList ? { list, scope: this.scope } : undefined;
  }

  advance(): void {
    this.at++;
  }

  has(name: string): boolean {
    const designator = this.written.designators?.[this.at];
    return this.at < this.written.args.length && (designator === undefined || designator === name);
  }
}

/** Whether the order counts in which the elements of a list are evaluated and made into parts of an object or of an
 *  array, and can be followed. */
export function isInTurn(m: Machine, example: Value, { args }: List): boolean {
  const [only] = args;
  if (args.some(({ is }) => is === 'Expand') || args.every(isPlain) || !mayRunCode(m, example)) return false;
  return args.length > 1 || (only?.is === 'Brace' && !only.type);
}

/** Literals, and lists of them. */
function isPlain(e: Expr): boolean {
  if (e.is === 'Brace') return !e.type && e.args.every(isPlain);
  return ['Int', 'Float', 'Bool', 'String', 'Char'].includes(e.is);
}

/** Makes the elements of an array, or of a list of the library, of ones that have all been evaluated. */
export function madeOfEach(
  m: Machine,
  given: GivenArgs,
  element: Value,
  count: number,
  run: (i: number) => Value,
  span: Span,
): readonly Value[] | Unknown {
  const order = new MadeTooLate(m, given);
  const made = Array.from({ length: count }, (_, i) => {
    const list = { at: i };
    return order.make(
      list,
      () => element,
      () => (list.at++, run(i)),
    );
  });
  return order.instead(span) ?? made;
}

/** Makes parts of elements that have all been evaluated, and notes whether the order counts. */
export class MadeTooLate {
  private counts = false;
  private readonly first = nextCell();

  constructor(
    private readonly m: Machine,
    private readonly given: GivenArgs,
  ) {}

  /** Makes a part of the next elements of a list. */
  make<T>(list: { readonly at: number }, example: () => Value, run: () => T): T {
    const { m } = this;
    if (this.counts || !this.given.slice(list.at + 1).some(isOpen)) return run();
    const type = example();
    if (isMadeAlready(this.given[list.at], type) || !mayRunCode(m, type)) return run();
    const { given: made, written } = m.state.trial(run);
    const later = this.given.slice(list.at);
    const isWritten = written.some((cell) => outlives(m, cell, this.first));
    const isActing = (arg: Written): boolean =>
      !quiet.has(this.given) && hasEffects(arg.written.expr, arg.written.scope);
    this.counts ||= later.some((arg) => isOpen(arg) && (isWritten || isActing(arg)));
    return made;
  }

  /** Nothing is known of what was written, where the order counts. */
  instead(span: Span): Unknown | undefined {
    return this.counts ? notInTurn(this.m, span) : undefined;
  }
}

const outlives = (m: Machine, cell: Cell, first: number): boolean => cell.born < first || m.recall.isGlobal(cell);

/** Elements that have been evaluated and have set nothing. */
const quiet = new WeakSet<GivenArgs>();

/** The elements of a list. It is noted whether they set anything. */
export function elementsOf(m: Machine, args: readonly Expr[], scope: Scope): readonly Arg[] {
  const first = nextCell();
  const { given, written } = m.state.trial(() => argsOf(m, args, scope));
  if (!written.some((cell) => outlives(m, cell, first))) quiet.add(given);
  return given;
}

function notInTurn(m: Machine, span: Span): Unknown {
  const why = say`the order of the elements of this list is not followed`;
  loseLasting(m, why, span);
  return unknown('unsupported', why, span);
}

/** Why nothing is made of a list whose elements have all been evaluated, where code makes parameters or elements of
 *  these types of them before others are evaluated. */
export function outOfTurn(
  m: Machine,
  given: GivenArgs,
  typeAt: (i: number) => Value | undefined,
  span: Span,
): Unknown | undefined {
  if (m.mode.unevaluated) return undefined;
  const last = given.map(isOpen).lastIndexOf(true);
  for (let i = 0; i < last; i++) {
    const type = typeAt(i);
    if (type !== undefined && !isMadeAlready(given[i], type) && mayRunCode(m, type)) return notInTurn(m, span);
  }
  return undefined;
}

/** Whether an element is an object of the type that nothing copies. */
function isMadeAlready(arg: Arg | undefined, type: Value): boolean {
  const instance = arg && classOf(arg.value);
  return instance !== undefined && !arg?.cell && instance === classOf(type);
}

type Written = Arg & { readonly written: NonNullable<Arg['written']> };

/** Whether it counts when an element is evaluated. */
function isOpen(arg: Arg | undefined): arg is Written {
  return arg?.written !== undefined && !isPlain(arg.written.expr);
}

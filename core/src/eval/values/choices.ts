// Names for the numbers that an unknown condition chooses, as in `int n = known ? 4 : m`: that of the variable which is
// initialised, or else the expression in brief; and for those that are read from memory. A name is for readers; what is
// computed does not depend on it.
import type { Expr } from '../../ir/program';

/** Of expressions that initialise a variable or a member: its name. An expression initialises one, so this is a
 *  property of the program's text. */
const initialised = new WeakMap<Expr, string>();

/** Notes that an expression initialises what has this name. */
export function noteInitialiser(e: Expr | undefined, name: string): void {
  if (e?.is !== 'Conditional' || name === '') return;
  initialised.set(e, name);
  for (const chosen of [e.then, e.else]) noteInitialiser(chosen, name);
}

/** The name of the number that `c ? a : b` is, where `c` is not known: what it is chosen among. The brackets tell it
 *  from the expressions that the algebra writes for what it computes. */
export function choiceName(e: Expr & { readonly is: 'Conditional' }): string {
  return initialised.get(e) ?? `either[${[...new Set(chosen(e))].join('|')}]`;
}

/** The name of a number that is read from memory: `lengths[bidb]`, or `lengths[…]` where that is long. The brackets
 *  tell it from what the algebra writes. Sums of long names are too long to be read, so it is short. */
export function elementName(e: Expr): string {
  const whole = brief(e);
  if (whole.length <= longestElement && /^[A-Za-z_][\w.]*(\[[\w.,]+\])?$/.test(whole)) return whole;
  const of = e.is === 'Index' ? e.object : e.is === 'Call' ? e.callee : e.is === 'Unary' ? e.arg : e;
  const id = of.is === 'Name' || of.is === 'Scope' || of.is === 'Member' ? of.id : 'memory';
  return `${id}[…]`;
}

const longestElement = 24;

/** The expressions that a choice is made among, through choices within it. */
function chosen(e: Expr): readonly string[] {
  return e.is === 'Conditional' ? [...chosen(e.then), ...chosen(e.else)] : [brief(e)];
}

/** The longest spelling of one expression that is written out, and the deepest nesting. */
const longestBrief = 32;
const deepestBrief = 4;

/** An expression in a few characters, as C++ spells it; `…` stands for parts that would make it longer. */
function brief(e: Expr): string {
  for (let depth = deepestBrief; depth > 1; depth--) {
    const text = spell(e, depth);
    if (text.length <= longestBrief) return text;
  }
  return spell(e, 1);
}

function spell(e: Expr, depth: number): string {
  if (depth === 0) return '…';
  const list = (all: readonly Expr[]): string =>
    depth === 1 && all.length > 0 ? '…' : all.map((one) => spell(one, depth - 1)).join(',');
  switch (e.is) {
    case 'Name':
    case 'Scope':
      return e.id;
    case 'Member':
      return `${spell(e.object, depth)}${e.arrow ? '->' : '.'}${e.id}`;
    case 'Int':
      return String(e.value);
    case 'Unary':
      return /^post/.test(e.op) ? '…' : `${e.op}${spell(e.arg, depth)}`;
    case 'Index':
      return `${spell(e.object, depth)}[${list(e.args)}]`;
    case 'Call':
      return `${spell(e.callee, depth)}(${list(e.args)})`;
    case 'Binary':
      return `${operand(e.left, depth)}${e.op}${operand(e.right, depth)}`;
    default:
      return '…';
  }
}

const operand = (e: Expr, depth: number): string =>
  e.is === 'Binary' ? `(${spell(e, depth - 1)})` : spell(e, depth === 1 ? 1 : depth - 1);

// Whether code may have side effects, decided from its text and the names in it. Evaluates nothing.
import { remembered } from '../../base/remembered';
import type { Expr, Stmt } from '../../ir/program';
import { walk, type Node } from '../../ir/walk';
import { reads, setters } from '../memory/written';
import { isOfStandard } from '../values/declared-types';
import type { Scope } from '../values/entities';
import { classOf } from '../values/kinds';
import { lookup } from './names';

/** Whether an expression has no side effect, so that it may be evaluated twice. */
export function isRepeatable(e: Expr): boolean {
  switch (e.is) {
    case 'Name':
    case 'This':
    case 'Int':
    case 'Bool':
      return true;
    case 'Scope':
      return !e.args;
    case 'Member':
      return isRepeatable(e.object);
    case 'Index':
      return isRepeatable(e.object) && e.args.every(isRepeatable);
    case 'Unary':
      return !/\+\+|--/.test(e.op) && isRepeatable(e.arg);
    case 'Binary':
      return isRepeatable(e.left) && isRepeatable(e.right);
    default:
      return false;
  }
}

/** Side effects that the text of a piece of code shows. */
interface Effects {
  writes: boolean;
  /** Functions that are called by name. */
  readonly functions: Set<string>;
  /** Functions that are called with arguments, and may be of the library. */
  readonly given: Set<string>;
  /** Variables whose member functions are called. */
  readonly objects: Set<string>;
  /** Variables that an operator is applied to, which the program may define. */
  readonly operands: Set<string>;
  /** Classes of variables that are declared: constructors and destructors may do anything. */
  readonly classes: Set<string>;
}

const effectsOf = remembered((code: object): Effects => {
  const effects: Effects = {
    writes: false,
    functions: new Set(),
    given: new Set(),
    objects: new Set(),
    operands: new Set(),
    classes: new Set(),
  };
  collect(code, effects);
  return effects;
});

/** Of the statements of a block from one on, by its number: a function that calls itself returns before them again and
 *  again. */
const effectsFrom = remembered((_body: readonly Stmt[]) => new Map<number, Effects>());

/** Whether evaluating code may change a variable, as far as its text says. */
export function hasEffects(code: object, scope: Scope): boolean {
  return areEffects(effectsOf(code), scope);
}

/** Whether evaluating the statements of a block from `first` on may. */
export function restHasEffects(body: readonly Stmt[], first: number, scope: Scope): boolean {
  if (first >= body.length) return false;
  const known = effectsFrom(body);
  const effects = known.get(first) ?? effectsOf(body.slice(first));
  known.set(first, effects);
  return areEffects(effects, scope);
}

function areEffects(effects: Effects, scope: Scope): boolean {
  if (effects.writes) return true;
  for (const id of effects.functions) if (isOwnFunction(scope, id) || runsCode(scope, id)) return true;
  for (const id of effects.given) if (!reads(id) && !onTensors.has(id)) return true;
  for (const id of effects.objects) if (isOwnObject(scope, id)) return true;
  for (const id of effects.operands) if (isOfOwnClass(scope, id)) return true;
  for (const id of effects.classes) if (runsCode(scope, id)) return true;
  return false;
}

/** CuTe's algorithms on tensors write to memory, which is not modelled. */
const onTensors: ReadonlySet<string> = new Set('axpby clear copy copy_aligned copy_if gemm prefetch'.split(' '));

function isOfOwnClass(scope: Scope, id: string): boolean {
  const entity = lookup(scope, id);
  return entity?.kind === 'variable' && classOf(entity.cell.read()) !== undefined;
}

function isOwnFunction(scope: Scope, id: string): boolean {
  const kind = lookup(scope, id)?.kind;
  return kind === 'functions' || kind === 'variable' || kind === 'template';
}

/** Whether objects of a class begin or end with code of the program. */
function runsCode(scope: Scope, id: string): boolean {
  const entity = lookup(scope, id);
  const members = entity?.kind === 'class' ? (entity.class.primary?.members ?? []) : [];
  return members.some((s) => s.is === 'Func' && !s.defaulted && (s.name === id || s.name === `~${id}`));
}

function isOwnObject(scope: Scope, id: string): boolean {
  const entity = lookup(scope, id);
  if (entity?.kind !== 'variable') return false;
  const held = entity.cell.read();
  return (
    !('is' in held) ||
    held.is === 'array' ||
    held.is === 'callable' ||
    held.is === 'unknown' ||
    classOf(held) !== undefined
  );
}

function collect(code: unknown, effects: Effects): void {
  walk(code, (node) => {
    note(node, effects);
    return effects.writes ? 'end' : undefined;
  });
}

function note(e: Node, effects: Effects): void {
  if (
    e.is === 'Assign' ||
    e.is === 'Return' ||
    e.is === 'Opaque' ||
    e.is === 'OpaqueStmt' ||
    (e.is === 'Unary' && /^(post)?(\+\+|--)$/.test(e.op)) ||
    isInput(e)
  )
    effects.writes = true;
  else if (e.is === 'Call') called(e.callee, e.args, effects);
  else if (e.is === 'Binary') operands([e.left, e.right], effects);
  else if (e.is === 'Index') operands([e.object], effects);
  else if (e.is === 'RangeFor') operands([e.range], effects);
  else if (e.is === 'Let' && (e.type.is === 'Name' || e.type.is === 'Scope')) effects.classes.add(e.type.id);
  else if (e.is === 'Brace' && e.type?.is === 'Name') effects.classes.add(e.type.id);
}

function operands(all: readonly Expr[], effects: Effects): void {
  for (const operand of all) {
    const root = rootOf(operand);
    if (root !== undefined) effects.operands.add(root);
  }
}

function called(callee: Expr, args: readonly Expr[], effects: Effects): void {
  if (isOfStandard(callee) && setters.has(callee.id)) effects.writes = true;
  else if (callee.is === 'Name' || callee.is === 'Scope') {
    effects.functions.add(callee.id);
    if (args.length > 0) effects.given.add(callee.id);
  } else if (callee.is !== 'Member') effects.writes = true;
  else if (callee.object.is !== 'Call' && callee.object.is !== 'Brace') {
    const root = rootOf(callee.object);
    if (root === undefined) effects.writes = true;
    else effects.objects.add(root);
  }
}

/** `std::cin >> n` */
function isInput(e: Node): boolean {
  return (
    e.is === 'Binary' &&
    e.op === '>>' &&
    (isInput(e.left) || ((e.left.is === 'Name' || e.left.is === 'Scope') && e.left.id === 'cin'))
  );
}

/** The variable at the front of `a.b[i].c`. */
function rootOf(e: Expr): string | undefined {
  switch (e.is) {
    case 'Name':
      return e.id;
    case 'This':
      return 'this';
    case 'Member':
    case 'Index':
      return rootOf(e.object);
    case 'Unary':
      return e.op === '*' ? rootOf(e.arg) : undefined;
    default:
      return undefined;
  }
}

// Variables that outlive calls: those of namespaces and classes, and static ones of functions.
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import type { Span } from '../../base/span';
import type { Let } from '../../ir/program';
import type { Value } from '../../values/value';
import type { Machine, StaticVariable } from '../state/machine';
import { isAuto, mayChange } from '../values/declared-types';
import { type Cell, VarCell } from '../values/cells';
import type { Entity, Scope } from '../values/entities';
import { erase, isNamed, isTuple, isUnknown } from '../values/inspect';
import { targetOf } from '../values/kinds';
import { truth } from '../values/truth';
import { typeWith } from '../values/qualifiers';
import { identityKey } from '../values/type-key';
import { unknown } from '../values/unknown';
import { loseWhole } from './losing';
import { namesWritten } from './written';

/** A variable of a namespace or a class, which `declare` declares. */
export function declareGlobal(m: Machine, s: Let, declare: () => Entity): Entity {
  const entity = declare();
  if (entity.kind !== 'variable') return entity;
  if (s.memory === 'device') m.lasting.onDevice.add(entity.cell);
  outlives(m, s, entity);
  return entity;
}

/** It is declared once, in each instance of a template. Where it is not known which instance this is, neither is what
 *  earlier calls left. */
export function declareStatic(m: Machine, s: Let, scope: Scope, declare: () => Entity): void {
  const instance = instanceAt(m, scope);
  const instances = m.statics.get(s) ?? new Map<string, StaticVariable>();
  m.statics.set(s, instances);
  const had = instance === undefined ? undefined : instances.get(instance);
  // What declared it may have been undone since, as the first iteration of a loop is: then it has not begun.
  const known = had && truth(had.begun.read()) !== false ? had.entity : undefined;
  const entity = known ?? declare();
  scope.names.set(s.name, entity);
  if (entity.kind !== 'variable') return;
  const isNewThere = m.frame.launch !== undefined && !m.lasting.onDevice.has(entity.cell);
  if (isNewThere) m.lasting.onDevice.add(entity.cell);
  // What the host left in it is not what kernels have.
  if (known && isNewThere) loseIfThreadsWrite(m, entity.cell, s.nameSpan);
  if (known) return;
  if (instance !== undefined) {
    const begun = had?.begun ?? new VarCell('', dyn(0));
    m.recall.declaredGlobal(begun);
    m.write(begun, dyn(1));
    instances.set(instance, { entity, begun });
  }
  outlives(m, s, entity);
  if (instance === undefined)
    m.write(
      entity.cell,
      unknown('input', say`\`${s.name}\` keeps what earlier calls left in it`, s.nameSpan, [s.name]),
    );
}

/** Which instance of the templates around it code is in; undefined where that is not known. */
export function instanceAt(m: Machine, scope: Scope): string | undefined {
  const parts: Value[] = [];
  for (let s: Scope | undefined = scope; s; s = s.parent) {
    if (s.owner) {
      parts.push(...s.owner.args);
      continue;
    }
    if (!s.parent) break;
    for (const entity of s.names.values()) {
      if (entity.kind === 'type') parts.push(typeWith(entity.of, entity.written));
      else if (entity.kind === 'template') parts.push(entity.value);
      else if (entity.kind === 'pack') parts.push(entity.values.map(erase));
      else if (entity.kind === 'variable' && entity.prvalue) parts.push(entity.cell.read());
    }
  }
  for (const { name, type } of m.frame.own?.decl.params ?? []) {
    const param = isAuto(type) && name !== undefined ? m.frame.own?.scope.own(name) : undefined;
    if (param?.kind !== 'variable') continue;
    if (param.written?.vague) return undefined;
    parts.push(typeWith(erase(param.cell.read()), param.written));
  }
  return parts.some((part) => isUnknown(part) || isVague(part)) ? undefined : parts.map(identityKey).join(';');
}

function isVague(part: Value): boolean {
  if (isTuple(part) || part.is !== 'type') return false;
  // A lambda in a template has another type in each instance, and here another one each time it is made.
  const target = targetOf(part.of);
  return part.vague === true || isUnknown(part.of) || (target?.kind === 'lambda' && target.template);
}

/** Kernels run after each other, and many threads run one: a number in device memory that the program writes to is not
 *  known where a kernel begins. */
export function loseOnDevice(m: Machine, at: Span): void {
  for (const cell of m.lasting.onDevice) loseIfThreadsWrite(m, cell, at);
}

function loseIfThreadsWrite(m: Machine, cell: Cell, at: Span): void {
  const held = cell.read();
  const isNumber = !isTuple(held) && (held.is === 'dynamic' || held.is === 'scalar');
  if (cell.fixed || !isNumber || !writtenNames(m).has(cell.name)) return;
  loseWhole(m, cell, say`threads of kernels write to \`${cell.name}\``, at);
}

/** Most programs have no variable that outlives a function; then nothing asks for the names. */
export function writtenNames(m: Machine): ReadonlySet<string> {
  return (m.lasting.names ??= namesWritten([...m.unit].flatMap((file) => m.files.get(file)?.items ?? [])));
}

/** A function that nothing calls may run at any time: variables that the program writes have any value when it
 *  begins. */
export function loseWritten(m: Machine, at: Span): void {
  for (const cell of m.lasting.cells) loseIfWritten(m, cell, at);
}

function loseIfWritten(m: Machine, cell: Cell, at: Span): void {
  const { uncalled, open } = m.lasting;
  if (!uncalled || !writtenNames(m).has(cell.name)) return;
  const before = open.get(cell);
  if (before !== undefined) {
    m.write(cell, before);
    return;
  }
  loseWhole(m, cell, say`\`${cell.name}\` is written elsewhere, and nothing calls this function`, at);
  open.set(cell, cell.read());
}

function outlives(m: Machine, s: Let, { cell }: Entity & { kind: 'variable' }): void {
  m.recall.declaredGlobal(cell);
  if (isNamed(cell.read())) m.names.hold();
  if ((s.memory !== 'local' && s.memory !== 'device') || !mayChange(s)) return;
  m.lasting.cells.push(cell);
  const lost = m.lasting.lost ?? (m.lasting.onDevice.has(cell) ? m.lasting.lostOnDevice : undefined);
  if (lost) loseWhole(m, cell, lost.why, lost.at);
  else loseIfWritten(m, cell, s.nameSpan);
  if (m.frame.launch !== undefined && m.lasting.onDevice.has(cell)) loseIfThreadsWrite(m, cell, s.nameSpan);
}

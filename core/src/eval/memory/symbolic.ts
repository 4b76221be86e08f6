// Values of which only the type is known, such as parameters of functions that nothing calls. Integers are symbols with
// the variable's name, or what a pin or a define gives under that name.
import { say } from '../../base/say';
import { enumerationOf, enumerator, promotedEnumeration } from '../values/enumerations';
import { isIntTuple } from '../../algebra/int_tuple';
import { dyn, ofType } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import type { Span } from '../../base/span';
import type { Struct, Value } from '../../values/value';
import { evaluate, typeExample } from '../state/evaluator';
import type { Machine } from '../state/machine';
import { heldArray, lostList } from '../values/elements';
import { isReference } from '../values/declared-types';
import { isOptional } from '../values/holders';
import type { ClassInstance } from '../values/entities';
import { addPart } from '../values/base-parts';
import { likeTuple } from '../../values/standard-tuples';
import { erase, isTuple, isUnknown, mapParts } from '../values/inspect';
import { classOf, isList } from '../values/kinds';
import { unknown } from '../values/unknown';

/** What it costs to make a part of a value of its type, and to name one anew. */
const unitsOfPart = 32;
const unitsOfName = 4;

/** How deep objects may be nested for their members to get names. */
const maxNested = 10;

/** A value of a type of which nothing but the type is known. `within`: the classes of the objects that it is a part
 *  of. */
export function symbolic(
  m: Machine,
  example: Value,
  name: string,
  at: Span,
  within: readonly ClassInstance[] = [],
): Value {
  spend(unitsOfPart, 'parts');
  if (isTuple(example)) return example.map((part, i) => symbolic(m, part, `${name}.${i}`, at, within));
  switch (example.is) {
    case 'dynamic':
      return definedOr(m, name, () => m.openInt(name, at, example.bits));
    case 'layout': {
      const [shape, stride] = [
        symbolic(m, example.shape, `${name}.shape`, at),
        symbolic(m, example.stride, `${name}.stride`, at),
      ];
      return isIntTuple(shape) && isIntTuple(stride)
        ? { is: 'layout', shape, stride }
        : unknown('symbol', say`a part of \`${name}\` is given a value that is no integer`, at, [name]);
    }
    case 'pointer':
      return { ...example, base: name, offset: dyn(0) };
    case 'scalar':
      return example.bits === 0
        ? unknown('symbol', say`\`${name}\` has the type \`${example.type}\`, which nothing instantiates`, at, [
            example.type,
          ])
        : example;
    case 'array':
      if (isList(example)) return lostList(example, 'symbol', say`the elements of \`${name}\` are not known`, at, name);
      return {
        ...example,
        elements: example.elements.map((element, i) => symbolic(m, element, `${name}[${i}]`, at, within)),
      };
    case 'text':
      return {
        ...unknown('symbol', say`the text of \`${name}\` is not known`, at, [name]),
        ...(example.of !== undefined && { type: erase(example) }),
      };
    case 'struct':
      if (isOptional(example))
        return unknown('symbol', say`whether \`${name}\` holds a value is not known`, at, [name]);
      return symbolicStruct(m, example, name, at, within);
    case 'callable':
      if (enumerationOf(example))
        return enumerator(symbolic(m, promotedEnumeration(example), name, at, within), example);
      return unknown('symbol', say`the type of \`${name}\` is not known: nothing calls this function`, at, [name]);
    default:
      return example;
  }
}

/** An object that `symbolic` made, as `left`, and that has parts of its own since: other numbers, of the same names. */
export function symbolicAgain(m: Machine, held: Struct, left: Value | undefined, name: string, at: Span): Value {
  if (held === left) return renewed(m, held, name, at);
  if (left === undefined || isTuple(left) || left.is !== 'struct' || left.cls !== held.cls)
    return symbolicInstead(m, held, name, at);
  const { fields } = left;
  return symbolicStruct(m, held, name, at, [], (field) => {
    const [part, own] = [held.fields.get(field), `${name}.${field}`];
    if (part === undefined) return undefined;
    if (part === fields.get(field)) return renewed(m, part, own, at);
    return isTuple(part) || part.is !== 'struct' || !classOf(part)
      ? undefined
      : symbolicAgain(m, part, fields.get(field), own, at);
  });
}

/** A value that `symbolic` made, with other numbers. */
function renewed(m: Machine, value: Value, name: string, at: Span): Value {
  spend(unitsOfName, 'parts');
  if (isTuple(value)) {
    const parts = value.map((part, i) => renewed(m, part, `${name}.${i}`, at));
    return likeTuple(parts, value);
  }
  switch (value.is) {
    case 'dynamic':
      return value.n === undefined ? ofType(m.openInt(name, at, value.bits), value) : value;
    case 'layout':
      return mapParts(value, (leaf) => (leaf.n === undefined ? ofType(m.openInt(name, at, leaf.bits), leaf) : leaf));
    case 'array':
      return isList(value)
        ? symbolic(m, erase(value), name, at)
        : { ...value, elements: value.elements.map((element, i) => renewed(m, element, `${name}[${i}]`, at)) };
    case 'struct': {
      const parts = [...value.fields].map(([field, part]): [string, Value] => [
        field,
        renewed(m, part, field.startsWith('#') ? name : `${name}.${field}`, at),
      ]);
      return { ...value, fields: new Map(parts) };
    }
    default:
      return value;
  }
}

function definedOr(m: Machine, name: string, otherwise: () => Value): Value {
  const pin = m.mode.pinned.get(name);
  const given = pin?.value ?? m.input.assumptions.defines.get(name);
  if (!given) return otherwise();
  const value = evaluate(m, given, m.global);
  if (isTuple(value) || value.is !== 'dynamic' || value.n === undefined) return value;
  return {
    ...value,
    from: [
      m.recorder.assume({
        kind: 'pin',
        text: `${name} = ${value.n}, ${pin ? 'pinned' : 'given'}`,
        ...(pin && { at: pin.at }),
      }),
    ],
  };
}

/** A number without a value, or an object of the library that has such numbers. */
function isOpenPart(value: Value): boolean {
  if (isTuple(value)) return false;
  return value.is === 'dynamic' ? value.n === undefined : value.is === 'struct' && classOf(value) === undefined;
}

/** What is behind a reference or a pointer: where it is an object, that may be of a class derived from its type. */
export function behind(value: Value): Value {
  if (!isObject(value) || !classOf(value)) return value;
  const object: Struct = { ...value, perhapsDerived: true };
  return object;
}

const isObject = (value: Value): value is Struct => !isTuple(value) && value.is === 'struct';

/** Another value of the type of one that is lost. */
export function symbolicInstead(m: Machine, held: Value, name: string, at: Span): Value {
  const value = symbolic(m, erase(held), name, at);
  return isObject(held) && held.perhapsDerived ? behind(value) : value;
}

/** Some object of a class, whose members have their own names, as its functions write them. */
export function symbolicObject(m: Machine, instance: ClassInstance, at: Span): Value {
  return behind(symbolicStruct(m, { is: 'struct', name: instance.key, cls: instance, fields: new Map() }, '', at, []));
}

/** Library structs (no class of the program) keep what they know. `again`: members that need not be made anew. */
function symbolicStruct(
  m: Machine,
  example: Struct,
  name: string,
  at: Span,
  within: readonly ClassInstance[],
  again?: (field: string) => Value | undefined,
): Value {
  const instance = classOf(example);
  if (!instance)
    return {
      ...example,
      fields: new Map(
        [...example.fields].map(([field, value]) => [
          field,
          isOpenPart(value) && !field.startsWith('#') ? symbolic(m, value, `${name}.${field}`, at, within) : value,
        ]),
      ),
    };
  // No object is a part of itself; a text that says so would be gone through without an end.
  if (within.includes(instance))
    return unknown('depth', say`\`${instance.key}\` would be a part of itself`, at, [name]);
  if (within.length >= maxNested) return unknown('depth', say`\`${name}\` is nested too deeply`, at, [name]);
  const inner = [...within, instance];
  const fields = new Map<string, Value>();
  for (const base of instance.bases) {
    const inherited = symbolicStruct(
      m,
      { is: 'struct', name: base.key, cls: base, fields: new Map() },
      instance.heldBases?.has(base) ? `${name}.${base.key}` : name,
      at,
      inner,
      instance.heldBases?.has(base) ? undefined : again,
    );
    if (isUnknown(inherited)) return inherited;
    if (!isTuple(inherited) && inherited.is === 'struct') addPart(fields, instance, base, inherited);
  }
  for (const field of instance.fields) {
    const known = again?.(field.name);
    if (known !== undefined) {
      fields.set(field.name, known);
      continue;
    }
    const type = heldArray(field.type, typeExample(m, field.type, instance.scope));
    const part = isUnknown(type)
      ? type
      : symbolic(m, type, name === '' ? field.name : `${name}.${field.name}`, at, inner);
    fields.set(field.name, isReference(field.type) ? behind(part) : part);
  }
  return { ...example, fields };
}

// Two texts for a C++ type: the name that hovers show (`typeKey`), and a key that no other type has (`identityKey`).
import type { Dynamic, Static } from '../../algebra/leaf';
import { spend } from '../../base/meter';
import { sequenceOf } from '../../values/sequences';
import { elementTypes, standardTupleOf } from '../../values/standard-tuples';
import { printValue } from '../../values/print';
import type { Callable, Pointer, Struct, Value } from '../../values/value';
import { isRecord } from '../../base/record';
import { isTuple, isValue } from './inspect';
import { targetOf } from './kinds';
import { constVolatile, qualifiersOfPointed, spelledQualifiers } from './qualifiers';
import { functionKey, memberPointerKey } from './function-types';

/** The name of a type, for users. Different types may have the same name: local classes, lambdas, pointers with
 *  tags. */
export function typeKey(value: Value): string {
  if (isTuple(value)) return `(${value.map(typeKey).join(',')})`;
  switch (value.is) {
    case 'static':
      return `${value.n}`;
    case 'dynamic':
      return value.n === undefined
        ? (value.name ?? nameOfNarrow(value) ?? (value.bits === 64 ? 'int64_t' : 'int'))
        : `${value.n}`;
    case 'scalar':
      return value.type;
    case 'type':
      return typeKey(value.of) + spelledQualifiers(value);
    case 'struct':
      return value.name;
    case 'callable':
      return value.name;
    case 'pointer':
      return `${typeKey(value.element)}${spelledQualifiers(constVolatile(value))}*`;
    case 'tag':
      return value.args.length > 0 ? `${value.name}<${value.args.map(typeKey).join(',')}>` : value.name;
    case 'void':
      return 'void';
    case 'unknown':
      return '?';
    default:
      return printValue(value).replace(/\s+/g, ' ').trim();
  }
}

/** What an element of a tuple is on the meter where its key is written. */
const unitsOfElement = 16;

/** A key of a type or template argument that no other has. */
export function identityKey(value: Value): string {
  if (isTuple(value)) spend(value.length * unitsOfElement, 'types');
  const mark = sequenceOf(value);
  if (mark && isTuple(value)) return `${mark.of} ${identityKey(mark.type)}[${value.map(identityKey).join(',')}]`;
  if (isTuple(value)) return `${standardTupleOf(value) ?? ''}(${elementTypes(value).map(identityKey).join(',')})`;
  switch (value.is) {
    case 'static':
      return `${value.n}${constantKey(value.type)}${value.of ?? ''}`;
    case 'dynamic':
      return `${value.n ?? value.name ?? integerKey(value)}`;
    case 'scalar':
      return value.n === undefined ? value.type : `${value.type} ${value.n}`;
    case 'type':
      return identityKey(value.of) + spelledQualifiers(value);
    case 'struct':
      return structKey(value);
    case 'callable':
      return callableKey(value);
    case 'pointer':
      return pointerKey(value);
    case 'function-type':
      return functionKey(value, identityKey);
    case 'member-pointer':
      return memberPointerKey(value, identityKey);
    case 'unknown':
      return '?';
    default:
      return partsKey(value);
  }
}

function nameOfNarrow({ narrow }: Dynamic): string | undefined {
  return typeof narrow === 'object' ? narrow.name : narrow;
}

function integerKey({ unsigned, bits, longLong, narrow }: Dynamic): string {
  if (narrow !== undefined) return typeof narrow === 'object' ? callableKey(narrow) : narrow;
  return `${unsigned ? 'u' : ''}int${bits}${longLong ? 'll' : ''}`;
}

/** The type of a constant, where that is not `int`. */
function constantKey(type: Static['type']): string {
  return type === undefined ? '' : ` ${typeof type === 'object' ? callableKey(type) : type}`;
}

function structKey({ name, cls, fields }: Struct): string {
  const element = fields.get('#element') ?? fields.get('#type');
  if (isRecord(cls)) return `#${numberOf(cls)}`;
  const of = fields.get('#class');
  return `${of === undefined ? name : identityKey(of)}${element === undefined ? '' : `<${identityKey(element)}>`}`;
}

/** The key of a template argument: of an object of a class it has the values of the members ([temp.type]/2). */
export function argumentKey(value: Value): string {
  return identityKey(value) + numbersIn(value);
}

/** The numbers that an object has for its members. */
function numbersIn(value: Value): string {
  if (isTuple(value)) return `(${value.map(numberKey).join(',')})`;
  if (value.is === 'array') return `[${value.elements.map(numberKey).join(',')}]`;
  if (value.is !== 'struct') return '';
  const fields = [...value.fields].flatMap(([name, held]) => {
    const numbers = numberKey(held);
    return numbers === '' ? [] : [`${name}=${numbers}`];
  });
  return fields.length === 0 ? '' : `{${fields.join(',')}}`;
}

function numberKey(value: Value): string {
  if (!isTuple(value) && (value.is === 'dynamic' || value.is === 'scalar')) return `${value.n ?? ''}`;
  return numbersIn(value);
}

/** A lambda has a type of its own, in each instance of a template around it. */
function callableKey(value: Callable): string {
  const { name } = value;
  const t = targetOf(value);
  if (t === undefined) return name;
  switch (t.kind) {
    case 'functions':
      return (
        [name, ...t.overloads.map(({ decl }) => numberOf(decl))].join('#') + `<${t.targs.map(identityKey).join(',')}>`
      );
    case 'class':
      // A template is the same one under the name of a parameter.
      return `${t.class.name}#${numberOf(t.class)}`;
    case 'alias-template':
      return `#${numberOf(t.decl)}#${numberOf(t.scope)}`;
    case 'builtin':
      return `${t.name}<${t.targs.map(identityKey).join(',')}>`;
    case 'lambda':
      return `${name}#${numberOf(t.decl)}${t.template ? `#${numberOf(t)}` : ''}`;
    case 'namespace':
      return `${name}#${t.scope ? numberOf(t.scope) : t.path}`;
    case 'address':
      return `${identityKey(t.cell.read())}${spelledQualifiers(qualifiersOfPointed(t))}*`;
    default:
      return `${name}#${numberOf(t)}`;
  }
}

/** What a pointer points to now is no part of its type, but for coordinates and counting iterators. */
function pointerKey(pointer: Pointer): string {
  const { space, element, offset, swizzle, length, transform, sparse } = pointer;
  const more = [space === 'coordinates' ? offset : undefined, swizzle, length, transform].map((part) =>
    part === undefined ? '' : identityKey(part),
  );
  const stored = sparse === undefined ? '' : ` sparse<${sparse}>`;
  return `${space}${stored} ${identityKey(element)}${spelledQualifiers(constVolatile(pointer))}*${more.join('|')}`;
}

/** The key of an object of CuTe: all its members. */
function partsKey(value: object): string {
  const parts: string[] = [];
  if (!isRecord(value)) return '{}';
  for (const key in value) {
    const part = value[key];
    if (part === undefined || key === 'from' || key === 'at') continue;
    parts.push(
      typeof part !== 'object' || part === null ? String(part) : isValue(part) ? identityKey(part) : partsKey(part),
    );
  }
  return `{${parts.join(' ')}}`;
}

let numbered = 0;
const numbers = new WeakMap<object, number>();

/** A number that tells objects (declarations, scopes) apart. It is never shown. */
export function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++numbered;
  numbers.set(object, number);
  return number;
}

// Short ways to call tensor builtins in tests: by name, with values written as CuTe prints them.
import { parse } from '../../../core/src/algebra/index';
import { tensorFamilies } from '../../../core/src/builtins/cute/tensor-families';
import type { Builtin, BuiltinContext } from '../../../core/src/builtins/registry';
import { countingIterator, makePointer } from '../../../core/src/values/pointer';
import { factText, printValue } from '../../../core/src/values/print';
import { scalarExample } from '../../../core/src/values/scalars';
import type { MemorySpace, Pointer, Value } from '../../../core/src/values/value';

const ctx: BuiltinContext = {
  call: () => {
    throw new Error('no callables here');
  },
  sizeofBits: () => {
    throw new Error('no structs here');
  },
  step: () => undefined,
};

/** A layout, tuple or integer as CuTe prints it. */
export function v(text: string): Value {
  return parse(text) as Value;
}

/** A scalar type as a template argument. */
export function type(name: string): Value {
  const of = scalarExample(name);
  if (!of) throw new Error(`no type ${name}`);
  return { is: 'type', of };
}

function run(entry: Builtin | undefined, what: string, targs: readonly Value[], args: readonly Value[]): Value {
  if (!entry) throw new Error(`no builtin ${what}`);
  return entry.run({ targs, args, ctx });
}

/** `name(args)`; several entries of one name are not expected here. */
export function call(name: string, args: readonly Value[], targs: readonly Value[] = []): Value {
  const family = tensorFamilies.find((f) => f.entries.has(name));
  return run(family?.entries.get(name), name, targs, args);
}

/** `Name<targs>` as a type. */
export function typeOf(name: string, targs: readonly Value[] = []): Value {
  return { is: 'type', of: call(name, [], targs) };
}

export function kindName(value: Value): string {
  return Array.isArray(value) ? 'tuple' : (value as { is: string }).is;
}

/** `object.name(args)`. */
export function method(object: Value, name: string, args: readonly Value[] = []): Value {
  const kind = kindName(object);
  const family = tensorFamilies.find((f) => f.methods.get(kind)?.has(name));
  return run(family?.methods.get(kind)?.get(name), `${kind}.${name}`, [], [object, ...args]);
}

/** `decltype(object)::name`, without the TypeOf. */
export function member(object: Value, name: string): Value {
  const kind = kindName(object);
  const family = tensorFamilies.find((f) => f.members.get(kind)?.has(name));
  const value = run(family?.members.get(kind)?.get(name), `${kind}::${name}`, [], [object]);
  return !Array.isArray(value) && (value as { is: string }).is === 'type' ? (value as { of: Value }).of : value;
}

/** A tensor over 0, 1, 2, … with the printed layout. */
export function counting(layout: string): Value {
  return call('make_tensor', [countingIterator(scalarExample('int') as Value), v(layout)]);
}

export function pointer(space: MemorySpace, element: string, base = 'A'): Pointer {
  return makePointer(space, scalarExample(element) as Value, base);
}

/** A tensor in memory of that space. */
export function tensorIn(space: MemorySpace, element: string, layout: string): Value {
  return call('make_tensor', [pointer(space, element), v(layout)]);
}

/** The first `count` elements by 1-D coordinate, printed. */
export function elements(tensor: Value, count: number): string {
  return Array.from({ length: count }, (_, i) =>
    printValue(method(tensor, 'operator()', [{ is: 'dynamic', n: i, name: undefined, bits: 32, from: undefined }])),
  ).join(' ');
}

/** What the command line shows. */
export function text(value: Value): string {
  return factText(value);
}

/** The code of the AlgebraError that `f` throws. */
export function refusal(f: () => unknown): string {
  try {
    f();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
  return 'accepted';
}

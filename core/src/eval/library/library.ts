// What names of the library stand for: builtins of CuTe, scalar types, constants, and the functions of C++ and CUDA in
// host.ts.
import { nowhere } from '../../base/span';
import { say } from '../../base/say';
import { dyn } from '../../algebra/leaf';
import {
  hasAlias,
  isClassTemplate,
  lookupBuiltins,
  lookupConstant,
  lookupMember,
  lookupMethod,
} from '../../builtins/index';
import { scalarExample } from '../../values/scalars';
import { sequenceOf, standardSequence } from '../../values/sequences';
import type { Tag, TypeOf, Value } from '../../values/value';
import { guarded } from '../state/algebra-guard';
import type { Machine } from '../state/machine';
import { isTuple, isUnknown, unknownIn } from '../values/inspect';
import { callable, kindOfValue } from '../values/kinds';
import { numberOfConstant } from '../values/template-args';
import { isOpenType } from '../values/open-types';
import { standardOperation } from '../values/standard-operations';
import { constantOfSpan } from '../values/vectors';
import { typeKey } from '../values/type-key';
import { heldType, typeHolder } from '../values/type-holders';
import { illFormed, isSubstitutionFailure, unknown } from '../values/unknown';
import { cudaBarrierMember } from './cuda-barriers';
import { cutlassMember, isReserved } from './cutlass-objects';
import { isCudaRuntime } from './cuda-runtime';
import { hostType, isHostName } from './host';
import { builtinContext } from './library-calls';
import { isLimitFunction, limit } from './limits';

/** Names that mean another thing in the standard library than in CuTe. */
const ofStandard = new Map([
  ['is_integral', 'is_std_integral'],
  ['is_integral_v', 'is_std_integral_v'],
  ['rank', 'std_rank'],
  ['rank_v', 'std_rank_v'],
]);

/** Names of CuTe that mean another thing in CUTLASS: classes that only its headers say. */
const otherInCutlass: ReadonlySet<string> = new Set(['Coord']);

/** The value of a name of the library: a type, a constant, or something to call; undefined where the library has no
 *  such name. `path` is the namespace written before it, `targs` are the template arguments written behind it. */
export function libraryName(
  m: Machine,
  path: string,
  name: string,
  targs: readonly Value[] | undefined,
): Value | undefined {
  if (targs || ofThread.has(name)) return found(m, path, name, targs);
  let names = m.libraryNames.get(path);
  if (!names) m.libraryNames.set(path, (names = new Map()));
  const known = names.get(name);
  if (known !== undefined || names.has(name)) return known;
  const value = found(m, path, name, undefined);
  names.set(name, value);
  return value;
}

/** Names whose values depend on the launch, or on the threads that are evaluated. */
const ofThread = new Set(['threadIdx', 'blockIdx', 'blockDim', 'gridDim']);

/** Namespaces within the standard library whose names are other functions than those of the same name outside. */
const ofItsOwn = /(^|::)std::(ranges|views|execution|chrono|filesystem|pmr)(::|$)/;

function isOfItsOwn(path: string): boolean {
  return path.includes('std::') && ofItsOwn.test(path);
}

function found(m: Machine, path: string, name: string, targs: readonly Value[] | undefined): Value | undefined {
  if (isOfItsOwn(path) || (lastOf(path) === 'cutlass' && otherInCutlass.has(name))) return undefined;
  const isStandard = path === 'std' || path.endsWith('::std');
  const id = (isStandard ? ofStandard.get(name) : undefined) ?? name;
  const scalar = targs ? undefined : scalarExample(id);
  if (scalar) return { is: 'type', of: scalar };
  const constant = targs ? undefined : lookupConstant(id);
  if (constant) return constant;
  const operation = isStandard ? standardOperation(id, targs) : undefined;
  if (operation) return operation;
  const host = hostType(m, path, id, targs);
  if (host) return host;
  if (isStandard && isHostName(`std::${id}`)) return callable(id, { kind: 'builtin', name: `std::${id}`, targs: [] });
  if (isCudaRuntime(id)) return callable(id, { kind: 'builtin', name: id, targs: [] });
  return (
    (path === '' ? undefined : builtinName(m, `${lastOf(path)}::${id}`, targs, isStandard)) ??
    builtinName(m, id, targs, isStandard) ??
    (isHostName(id) || isClassTemplate(id)
      ? callable(id, { kind: 'builtin', name: id, targs: targs ?? [] })
      : undefined)
  );
}

/** The innermost namespace of a path. */
function lastOf(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1);
}

function builtinName(
  m: Machine,
  name: string,
  targs: readonly Value[] | undefined,
  isStandard: boolean,
): Value | undefined {
  const entries = lookupBuiltins(name);
  const first = entries[0];
  if (!first) return undefined;
  if (first.kind === 'function') return callable(name, { kind: 'builtin', name, targs: targs ?? [] });
  const needsArguments = (first.templateParams?.length ?? 0) > 0;
  if (first.kind === 'value' && (targs || !needsArguments)) return applied(m, name, targs ?? [], false, isStandard);
  if (!targs && needsArguments) return callable(name, { kind: 'builtin', name, targs: [] });
  return applied(m, name, targs ?? [], true, isStandard);
}

function applied(m: Machine, name: string, targs: readonly Value[], type: boolean, isStandard: boolean): Value {
  for (const targ of targs) {
    const bad = unknownIn(targ);
    if (bad) return bad;
  }
  const found = guarded(m, nowhere, () => {
    const run = lookupBuiltins(name)[0];
    const value = run ? run.run({ targs, args: [], ctx: builtinContext(m) }) : { is: 'void' as const };
    if (m.hasOpenTypes && isOpenAnswer(name, value, targs)) return notInstantiated(targs);
    if (!type) return value;
    if (isStandard && sequenceOf(value)) return { is: 'type', of: standardSequence(value) };
    const given: TypeOf = !isTuple(value) && value.is === 'type' ? value : { is: 'type', of: value };
    // A class that has an alias for its member `type`.
    return hasAlias(name) ? { ...given, holds: true as const } : given;
  });
  if (name === 'enable_if' && isUnknown(found) && isSubstitutionFailure(found))
    return { is: 'type', of: typeHolder(found) };
  return m.hasOpenTypes && isUnknown(found) && targs.some(isOpenAlone) && targs.some((targ) => isOpenType(targ))
    ? notInstantiated(targs)
    : found;
}

/** Constants that are the same whatever the types in a tuple are. */
const isOfTuple = /^(std_)?(rank|tuple_size|is_tuple|is_layout|is_class|is_pointer|is_reference)(_v)?$/;

/** Whether a constant depends on a type that nothing binds. */
function isOpenAnswer(name: string, value: Value, targs: readonly Value[]): boolean {
  if (isTuple(value) || (value.is !== 'static' && value.is !== 'dynamic')) return false;
  return targs.some((targ) => isOpenType(targ) && !(isOfTuple.test(name) && !isOpenAlone(targ)));
}

/** A type that is itself one that nothing binds. */
function isOpenAlone(targ: Value): boolean {
  const of = !isTuple(targ) && targ.is === 'type' ? targ.of : targ;
  return !isTuple(of) && of.is === 'scalar';
}

/** What is asked of a type that nothing binds. */
function notInstantiated(targs: readonly Value[]): Value {
  const names = targs.flatMap((targ) => (isOpenType(targ) ? [typeKey(targ)] : []));
  return unknown(
    'symbol',
    say`nothing is known of \`${names.join('`, `')}\`: nothing instantiates this template`,
    undefined,
    names,
  );
}

/** A member of a library type: `T::value`, `decltype(copy)::TiledLayout_TV`. `example` is a value of the type. */
export function libraryMember(
  m: Machine,
  example: Value,
  id: string,
  targs: readonly Value[] | undefined,
): Value | undefined {
  const held = heldType(example);
  if (held !== undefined)
    return id === 'type' ? held : illFormed('undeclared', say`this type has no member \`${id}\``, undefined, [id]);
  if (m.hasOpenTypes && isOpenAlone(example) && isOpenType(example)) return notInstantiated([example]);
  if (id === 'value' && !isTuple(example) && example.is === 'static') return numberOfConstant(example);
  if (!isTuple(example) && example.is === 'tag' && example.name === 'numeric_limits') return limitMember(example, id);
  const cutlass = cudaBarrierMember(example, id) ?? cutlassMember(example, id);
  if (cutlass !== undefined) {
    if (isReserved(example)) m.simt?.waits.reserve();
    return cutlass;
  }
  const extent = constantOfSpan(example, id);
  if (extent !== undefined) return extent;
  const entry = lookupMember(kindOfValue(example), id);
  if (entry) {
    const value = guarded(m, nowhere, () => entry.run({ targs: targs ?? [], args: [example], ctx: builtinContext(m) }));
    return numbers.has(id) && !isTuple(value) && value.is === 'static' ? dyn(value.n) : value;
  }
  if (lookupMethod(kindOfValue(example), id)?.ofClass || (id === 'size' && sequenceOf(example)?.of === 'std'))
    return callable(id, { kind: 'builtin-method', name: id, object: example, targs: targs ?? [], cell: undefined });
  if (id !== 'type') return undefined;
  return hasNoType(example)
    ? illFormed('undeclared', say`this type has no member \`type\``, undefined, [id])
    : { is: 'type', of: example };
}

/** Members that are numbers (`static constexpr int rank`), no constants of CuTe. */
const numbers: ReadonlySet<string> = new Set(['rank', 'num_bits', 'num_base', 'num_shft']);

/** CuTe's classes that have no member `type`. */
function hasNoType(example: Value): boolean {
  return (
    isTuple(example) ||
    /^(layout|composed|tensor|swizzle|array|tiled-copy|tiled-mma|copy-atom|mma-atom)$/.test(example.is)
  );
}

/** A member of `numeric_limits<T>`. */
function limitMember(example: Tag, id: string): Value | undefined {
  const [of] = example.args;
  if (isLimitFunction(id))
    return callable(id, { kind: 'builtin-method', name: id, targs: [], object: example, cell: undefined });
  return of !== undefined && !isTuple(of) && of.is === 'type' ? limit(of.of, id) : undefined;
}

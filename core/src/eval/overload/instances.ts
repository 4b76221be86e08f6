// What deduction asks about class templates: which instances of one a class has as bases, and whether a template
// template parameter takes it. Deduces nothing.
import { int } from '../../algebra/leaf';
import { gmmaName } from '../../atoms/mma_traits_sm90_gmma';
import { gmmaOperation } from '../../builtins/cute/mma_operations';
import { decompose, isClassTemplate } from '../../builtins/index';
import type { Expr, TemplateParam } from '../../ir/program';
import { isTuple } from '../../values/kind';
import { type Sequence, sequenceOf } from '../../values/sequences';
import { standardTupleOf } from '../../values/standard-tuples';
import { sameType } from '../values/inspect';
import type { Tag, Unknown, Value } from '../../values/value';
import { isStandardName } from '../names/names';
import { libraryName } from '../state/evaluator';
import type { Machine } from '../state/machine';
import type { ClassEntity, ClassInstance, Scope } from '../values/entities';
import { classOf } from '../values/kinds';
import { operationArguments } from '../values/standard-operations';
import { tupleBase } from '../values/tuple-bases';
import { vectorArguments } from '../values/vectors';

/** The class, or the bases of it, that are instances of a template. */
export function instancesOfTemplate(
  instance: ClassInstance | undefined,
  template: ClassEntity,
  exact: boolean,
): readonly ClassInstance[] {
  if (!instance) return [];
  if (instance.entity === template) return [instance];
  return exact ? [] : instance.bases.flatMap((base) => instancesOfTemplate(base, template, false));
}

/** Whether a class may have bases that are not known. */
export function hasOpenBases({ hasUnknownBase, decl, bases }: ClassInstance): boolean {
  return hasUnknownBase === true || !decl.members || bases.some(hasOpenBases);
}

/** Whether a class has bases of the library. */
export function hasLibraryBases({ libraryBases, bases }: ClassInstance): boolean {
  return libraryBases !== undefined || bases.some(hasLibraryBases);
}

/** Whether a template template parameter takes a template with these parameters ([temp.arg.template]/3). */
export function takesTemplate(asked: readonly TemplateParam[], own: readonly TemplateParam[]): boolean {
  const last = asked[asked.length - 1];
  if (!own.some(({ pack }) => pack) && asked.filter(({ pack }) => !pack).length > own.length) return false;
  return own.every((param, i) => {
    const wanted = asked[i] ?? (last?.pack ? last : undefined);
    return wanted ? wanted.kind === param.kind : param.pack || param.default !== undefined;
  });
}

/** CuTe's `Underscore` is derived from `Int<0>`. */
export function asConstant(id: string, example: Value): Value {
  return (id === 'Int' || id === 'C') && !isTuple(example) && example.is === 'underscore' ? int(0) : example;
}

const alignedArrays: ReadonlyMap<string, string> = new Map([
  ['array', 'array_aligned'],
  ['Array', 'AlignedArray'],
]);

/** An argument as the class of a parameter takes it: a `ThrMMA` derives from its `TiledMMA`, and arrays that are
 *  aligned from those that are not. */
export function asClass(id: string, example: Value): Value {
  if (!isTuple(example) && example.is === 'tag' && example.name === alignedArrays.get(id))
    return { ...example, name: id, args: example.args.slice(0, 2) };
  return id === 'TiledMMA' && !isTuple(example) && example.is === 'thr-mma' ? example.mma : asConstant(id, example);
}

interface LibraryInstance {
  readonly name: string;
  readonly args: readonly Value[];
}

/** The template of the library that an example is made of, and its arguments, where a parameter that asks for these
 *  parameters takes it; 'mismatch' where none does, undefined for templates that are not modelled. */
export function libraryInstance(
  asked: readonly TemplateParam[],
  example: Value,
): LibraryInstance | 'mismatch' | undefined {
  if (!isTuple(example)) return example.is === 'tag' ? warpgroupOperation(asked, example) : undefined;
  const ofIntegers = sequenceOf(example);
  if (ofIntegers) return integerSequence(asked, ofIntegers.of, example);
  if (!takesTemplate(asked, [{ kind: 'type', pack: true }])) return undefined;
  const mark = standardTupleOf(example);
  const name = mark ? `std::${mark}` : 'tuple';
  const args = decompose(name, example);
  return Array.isArray(args) ? { name, args } : undefined;
}

/** `integer_sequence<T, I...>`. `index_sequence` is another name for one. */
function integerSequence(
  asked: readonly TemplateParam[],
  of: Sequence['of'],
  example: Value,
): LibraryInstance | undefined {
  const own: readonly TemplateParam[] = [
    { kind: 'type', pack: false },
    { kind: 'value', pack: true },
  ];
  if (!takesTemplate(asked, own)) return undefined;
  const name = of === 'std' ? 'std::integer_sequence' : 'integer_sequence';
  const args = decompose(name, example);
  return Array.isArray(args) ? { name, args } : undefined;
}

/** An operation of a warpgroup: both majors, unless it reads K-major operands alone, and the factors. Those on integers
 *  are no templates. */
function warpgroupOperation(
  asked: readonly TemplateParam[],
  { name, args }: Tag,
): LibraryInstance | 'mismatch' | undefined {
  if (!/^SM90_64x\d+x\d+_F\w+?_(?:SS|RS)(_TN)?$/.test(name)) return undefined;
  return asked.length === args.length && asked.every(({ kind }) => kind === 'value') ? { name, args } : 'mismatch';
}

/** The arguments of an example of a template of CuTe's that is only a name with arguments, but for those that a pattern
 *  does not write and that have their defaults. */
export function argumentsOfTag(example: Value, id: string, args: readonly Expr[]): readonly Value[] | undefined {
  if (isTuple(example) || example.is !== 'tag' || isClassTemplate(id) || example.name !== gmmaName(id))
    return undefined;
  if (args.length >= example.args.length || args.some(({ is }) => is === 'Expand')) return example.args;
  const written = example.args.slice(0, args.length);
  return sameType(gmmaOperation(example.name, written), example) ? written : example.args;
}

/** The arguments of a template of CuTe, or of the standard library where the pattern names that. */
export function decomposed(id: string, pattern: Expr, example: Value, scope: Scope): ReturnType<typeof decompose> {
  const args = pattern.is === 'Name' || pattern.is === 'Scope' ? (pattern.args ?? []) : [];
  const isOpen = args.some(({ is }) => is === 'Expand');
  const ofVector = isOpen ? undefined : vectorArguments(id, example, args.length);
  if (ofVector) return ofVector;
  const isStandard = isStandardName(pattern, scope);
  const ofOperation = isStandard ? operationArguments(id, example) : undefined;
  if (ofOperation) return ofOperation;
  if (pattern.is === 'Scope' && !isStandard && standardTupleOf(example)) return 'mismatch';
  return (isStandard ? decompose(`std::${id}`, example) : undefined) ?? decompose(id, example);
}

/** Whether it is not known if a tuple is one of the library that a pattern names. */
export function isUnclearTuple(pattern: Expr, example: Value, scope: Scope): boolean {
  if (!isTuple(example) || sequenceOf(example) !== undefined) return false;
  const isStandard = standardTupleOf(example) !== undefined;
  if (isStandardName(pattern, scope)) return !isStandard;
  return pattern.is === 'Name' && /^(tuple|pair)$/.test(pattern.id) && isStandard;
}

/** The arguments that a pattern writes, where those that it leaves out are what CuTe's template has by itself. Whether
 *  they are may not be known, and of `parts` a pattern that is shorter takes none. */
export function withoutDefaults(
  m: Machine,
  id: string,
  patterns: readonly Expr[],
  parts: readonly Value[],
  example: Value,
): readonly Value[] | Unknown {
  if (patterns.length >= parts.length || patterns.some(({ is }) => is === 'Expand')) return parts;
  const written = parts.slice(0, patterns.length);
  const made = m.silently(() => libraryName(m, '', id, written));
  if (made === undefined || isTuple(made) || made.is === 'callable') return parts;
  // A template that does not take these arguments alone has no such instance.
  if (made.is === 'unknown' && made.cause.rule !== 'type') return made;
  return made.is === 'type' && sameType(made.of, example) ? written : parts;
}

/** Array classes whose numbers are of type `size_t`. */
const sized: ReadonlySet<string> = new Set(['array', 'array_aligned', 'array_subbyte', 'ArrayEngine']);

/** `array<T, 3>`: the number of elements is a `size_t`. */
export function withSize(
  id: string,
  args: readonly Expr[],
  params: ReadonlyMap<string, TemplateParam>,
): readonly Expr[] {
  if (!sized.has(id)) return args;
  return args.map((arg, i): Expr => {
    if (i === 0 || arg.is === 'Expand' || (arg.is === 'Name' && params.has(arg.id))) return arg;
    // A program may have a `size_t` of its own.
    const { span } = arg;
    const type: Expr = {
      is: 'Scope',
      of: { is: 'Scope', id: 'std', idSpan: span, span },
      id: 'size_t',
      idSpan: span,
      span,
    };
    return { is: 'Cast', how: 'static', type, arg, span: arg.span };
  });
}

/** `T[]`: of an array of unknown bound the length is a hole. */
export function isUnbounded(length: Value): boolean {
  return !isTuple(length) && length.is === 'dynamic' && length.n === undefined && length.name === undefined;
}

/** `index_sequence<0, I...>`: a number has the type of the integers of the sequence. */
export function asElement(value: Value, whole: Value, element: Value | undefined): Value {
  if (!sequenceOf(whole) || element === undefined || isTuple(element) || element.is !== 'static') return value;
  return !isTuple(value) && value.is === 'static' ? { ...element, n: value.n } : value;
}

/** An argument of a class that is derived from a tuple, where nothing else is deduced from it. */
export function ofTupleBase(example: Value): Value {
  const instance = classOf(example);
  return (instance && tupleBase(instance)?.of) ?? example;
}

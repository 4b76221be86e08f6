// What an expression of a CuTe program may evaluate to. Plain, immutable data.
// A C++ type is represented by an example of it, `TypeOf { of: v }`, in which the run-time integers of `v` have no
// number. So `decltype(x)`, template deduction and `T{}` need no second type system.
import type { Span } from '../base/span';
import type { Tree, Tuple as TupleOf } from '../base/tuple';
import type { ComposedLayout, Layout, MixedBits, SmemPtrFlag, Swizzle } from '../algebra/types';
import type { AlgebraCode, RefusalData } from '../algebra/errors';
import type { Int, IntTuple, Leaf } from '../algebra/leaf';
import type { TileValue } from './tile';

/** A tuple of anything: shapes, coordinates, tiles of layouts, `cute::make_tuple` of tensors. */
export type Tuple = TupleOf<Single>;

/** A scalar C++ type, or a value of one that is not a CuTe integer: a float, a half_t, an int behind a pointer.
 *  `bits` is `sizeof_bits`; `n` is the number where it is known (floating constants). */
export interface Scalar {
  readonly is: 'scalar';
  readonly type: string;
  readonly bits: number;
  readonly n?: number;
  /** For `sparse_elem<S, T>`: one T is stored for S elements, so that `bits` may be a fraction. */
  readonly sparse?: { readonly of: Value; readonly factor: number };
}

/** A string literal, a program argument, or an object of a class of the library that holds text. */
export interface Text {
  readonly is: 'text';
  readonly text: string;
  /** The class of which it is an object; a literal and a program argument are pointers to characters. */
  readonly of?: 'string' | 'string_view';
  /** The characters are those of such an object, which may change. */
  readonly lent?: true;
  /** `argv[arg]`, where it is a program argument. */
  readonly arg?: number;
}

export type MemorySpace = 'gmem' | 'smem' | 'rmem' | 'tmem' | 'generic' | 'counting' | 'coordinates' | 'descriptor';

/** Memory that the program has for itself: a variable, or what one call of `cudaMalloc` gives. Two pointers lead into
 *  one memory where they have the same object. */
export interface Allocation {
  readonly name: string;
  /** Its size, where that is known. */
  readonly bytes?: number;
  readonly isShared: boolean;
  /** Each thread has one of its own, which no other sees: an array on its stack. */
  readonly isOwn?: boolean;
}

/** An iterator into memory: a raw pointer, a tagged pointer, a counting iterator or a coordinate (`ArithTuple`).
 *  `offset` counts elements from the start of the memory called `base` (`A`, `smemA`); for `coordinates` it is the
 *  coordinate. `swizzle` is the swizzle of a `Sw_smem_ptr`, in bytes as CuTe prints it. */
export interface Pointer {
  readonly is: 'pointer';
  readonly space: MemorySpace;
  readonly element: Value;
  readonly offset: IntTuple | Unknown;
  readonly base?: string;
  readonly swizzle?: Swizzle;
  /** For an array: how many elements it has. */
  readonly length?: Value;
  /** A raw pointer to const elements, and to volatile ones. */
  readonly constant?: true;
  readonly volatile?: true;
  /** Whether it is one to const elements is not known. */
  readonly vague?: true;
  /** It points to nothing. */
  readonly null?: true;
  /** A `subbyte_iterator`: elements of fewer than 8 bits lie beside each other without gaps. Through other pointers to
   *  memory each of them takes a byte. */
  readonly packed?: true;
  /** A `sparse_ptr`, which moves by one stored element for this many. */
  readonly sparse?: number;
  /** The function that a lazily transformed iterator applies to what it reads (`cute::lazy::transform`); a tuple of
   *  several, the first of which is applied first. */
  readonly transform?: Value;
  /** The memory in which `offset` counts, where that is known. */
  readonly allocation?: Allocation;
  /** Bytes from the start of that memory to where `offset` counts from; absent where it is the start. */
  readonly origin?: Int;
  /** The member of an object in that memory into which it leads. */
  readonly part?: MemoryPart;
  /** For descriptors of shared memory: the part of it to which the first one leads. */
  readonly view?: Tensor;
  /** The tensor of `make_tensor` through which it leads, where all threads of a block are followed. */
  readonly through?: TensorMade;
  /** The coordinates that led here and that are outside of the shape which they index, in some threads. */
  readonly beyond?: readonly Beyond[];
}

/** A tensor, and the call that made it. */
export interface TensorMade {
  readonly tensor: Tensor;
  readonly at: Span;
}

/** A coordinate of which one part is not below the extent of its mode. */
export interface Beyond {
  /** The call with the coordinate, and the tensor that it indexes. */
  readonly at: Span;
  readonly tensor: Tensor;
  readonly crd: IntTuple;
  readonly part: Int;
  /** The mode of that part, `[1]`; empty where one integer is the whole coordinate. */
  readonly mode: readonly number[];
  readonly extent: number;
  /** The coordinate picks a part of the tensor, and not an element. */
  readonly isSlice: boolean;
  /** How far each thread of the block goes along the mode, of the last one where the integer indexes several; NaN where
   *  it stays inside. */
  readonly steps: Float64Array;
  /** The steps that there are inside, and the bytes of one. */
  readonly count: number;
  readonly stride: number;
  /** The iterations of the loops around it, counted from 1, the innermost last. */
  readonly iterations: readonly number[];
}

/** A member of an object in memory, `storage.A`: the byte at which it begins. */
export interface MemoryPart {
  readonly name: string;
  readonly start: number;
}

/** One element of memory whose address matters (`&smem[0]`). Its contents are not known. */
export interface Element {
  readonly is: 'element';
  readonly pointer: Pointer;
}

/** `Tensor<Engine, Layout>`. `owning` tensors hold their elements (register fragments). Layout in elements. */
export interface Tensor {
  readonly is: 'tensor';
  readonly data: Pointer;
  readonly layout: Layout | ComposedLayout;
  readonly owning: boolean;
}

/** An MMA operation with its traits. Layouts map (thread, value) to coordinates of the M-N-K tile, column major. */
export interface MmaAtom {
  readonly is: 'mma-atom';
  readonly op: string;
  /** The same as a type, where it is one of CuTe's. */
  readonly operation?: Tag;
  readonly thrId: Layout;
  readonly shapeMNK: IntTuple;
  readonly layoutA: Layout;
  readonly layoutB: Layout;
  readonly layoutC: Layout;
  /** Value types D, A, B, C (`TypeOf`'s content). */
  readonly types: readonly [Value, Value, Value, Value];
  /** The types of fragments that are not register arrays of the value types (`smem_desc<…>`, `tmem_frg…`). */
  readonly fragments?: { readonly a?: string; readonly b?: string; readonly c?: string };
  /** Members that only some traits have, by name: metadata of sparse operations, scale factors of block-scaled ones. */
  readonly extra?: Readonly<Record<string, Value>>;
  /** Present for `MMA_Traits<Op>` itself, of which `MMA_Atom<Op>` is made. CuTe cannot print it. */
  readonly traits?: true;
}

/** A copy operation with its traits, `Copy_Atom<Op, T>`. The three value layouts count elements of `type`. */
export interface CopyAtom {
  readonly is: 'copy-atom';
  readonly op: string;
  /** The same as a type, where it is one of CuTe's with template arguments. */
  readonly operation?: Tag;
  readonly type: Value;
  readonly thrId: Layout;
  readonly layoutSrc: Layout;
  readonly layoutDst: Layout;
  readonly layoutRef: Layout;
  /** For a TMA operation: what each mode of the global tensor contributes to the TMA coordinate, and the box,
   *  whose modes are shapes over the global modes, and the swizzle of shared memory, in bytes. A copy of image patches
   *  has the tensor of their coordinates instead. */
  readonly tma?:
    { readonly gmemStride: IntTuple; readonly basis: Layout; readonly swizzle: Swizzle } | { readonly patches: Tensor };
  /** For a TMA operation: the barrier that its copies report to, and the blocks of the cluster that receive them, one
   *  bit for each rank. */
  readonly barrier?: Pointer;
  readonly mask?: Value;
  /** For a TMA operation: how many blocks of a cluster load a part of each box. A run-time integer, since it is no part
   *  of the type. */
  readonly loaders?: Int;
  /** The layout of the global tensor that the descriptor of a TMA operation is made for, in elements of `type`. Its
   *  run-time integers are no part of the type. */
  readonly global?: Layout;
}

export interface TiledMma {
  readonly is: 'tiled-mma';
  readonly atom: MmaAtom;
  readonly atomLayoutMNK: Layout;
  readonly thrLayoutVMNK: Layout;
  /** Rank-3 tile of `_`, integers or layouts. */
  readonly permutationMNK: Tuple;
}

export interface TiledCopy {
  readonly is: 'tiled-copy';
  readonly atom: CopyAtom;
  readonly tilerMN: Tuple;
  readonly layoutTV: Layout;
}

/** `ThrMMA`: a tiled MMA seen from the thread at `vmnk`. */
export interface ThrMma {
  readonly is: 'thr-mma';
  readonly mma: TiledMma;
  readonly vmnk: IntTuple;
}

/** `ThrCopy`: a tiled copy seen from the thread `index`. */
export interface ThrCopy {
  readonly is: 'thr-copy';
  readonly copy: TiledCopy;
  readonly index: IntTuple;
}

/** A value of a type that is only a name with template arguments: `UniversalFMA<float>{}`, `SM80_CP_ASYNC…{}`,
 *  `LayoutRight{}`. */
export interface Tag {
  readonly is: 'tag';
  readonly name: string;
  readonly args: readonly Value[];
  /** For an array in memory that threads share: its first element. */
  readonly memory?: Pointer;
}

/** An array whose elements are modelled one by one: `cute::array<T, N>`, `std::array<T, N>`, `T x[N]`. In a type,
 *  the elements are examples. Larger arrays are a `Tag`, or a `Pointer` with a length. A `std::initializer_list<T>`
 *  (`list`) is one, too; how many elements it has is no part of its type, which has none. */
export interface ArrayValue {
  readonly is: 'array';
  readonly of: 'cute' | 'std' | 'c' | 'list';
  /** The type of the elements, by example. */
  readonly element: Value;
  readonly elements: readonly Value[];
  /** The elements are declared const: `std::array<T const, N>`. */
  readonly constant?: true;
  /** Present where the elements can no longer be known, with the reason: a pointer to them is no longer tracked. */
  readonly shared?: Unknown;
  /** For an array in memory that threads share: its first element. */
  readonly memory?: Pointer;
}

/** What a C++ type is beside the type that it qualifies or refers to: `T const`, `T volatile`, `T&`, `T const&`,
 *  `T&&`. */
export interface Qualifiers {
  /** The object is const, volatile; for a reference, the object that it refers to. */
  readonly constant?: true;
  readonly volatile?: true;
  readonly ref?: 'lvalue' | 'rvalue';
  /** Whether it is const, volatile or a reference is not known. */
  readonly vague?: true;
}

/** A C++ type, by example. */
export interface TypeOf extends Qualifiers {
  readonly is: 'type';
  readonly of: Value;
  /** A class whose member `type` is that type: `remove_reference<T>`, `enable_if<b, T>`. */
  readonly holds?: true;
  /** Written as the name of the class that it stands in: where a template is asked for, its template. */
  readonly injected?: true;
}

/** The type of a function ([dcl.fct]): `R(A, B, ...) const& noexcept`. No object has it. */
export interface FunctionType {
  readonly is: 'function-type';
  readonly returns: TypeOf;
  readonly params: readonly TypeOf[];
  /** `...` at the end of the parameters, as C has it. */
  readonly variadic?: true;
  /** What stands behind the parameters. */
  readonly constant?: true;
  readonly volatile?: true;
  readonly ref?: 'lvalue' | 'rvalue';
  readonly noexcept?: true;
}

/** The type `T C::*` ([dcl.mptr]). Which member it points to is not known. */
export interface MemberPointer {
  readonly is: 'member-pointer';
  /** The class, by example. */
  readonly of: Value;
  readonly member: TypeOf;
}

/** An object of a class of the program, or of a library class of which only some members matter (`dim3`). `cls`
 *  identifies the class and its template arguments; only the evaluator looks inside it. */
export interface Struct {
  readonly is: 'struct';
  readonly name: string;
  readonly cls: unknown;
  readonly fields: ReadonlyMap<string, Value>;
  /** What is known of it is a reference or a pointer: it may be an object of a class that is derived from this one. */
  readonly perhapsDerived?: true;
}

/** Something to call or to give template arguments: a function, a function template, a lambda, a class template.
 *  Only the evaluator looks inside `target`. */
export interface Callable {
  readonly is: 'callable';
  readonly name: string;
  readonly target: unknown;
}

/** `void`: the result of a function that returns nothing. */
export interface Void {
  readonly is: 'void';
}

/** Why a value is not known. `needs` names what the user could pin. */
export interface Cause {
  readonly code:
    | 'symbol'
    | 'opaque'
    | 'undeclared'
    | 'unsupported'
    | 'algebra'
    | 'budget'
    | 'branch'
    | 'loop'
    | 'include'
    | 'input'
    | 'uninitialised'
    | 'depth'
    | 'bug';
  readonly message: string;
  readonly needs?: readonly string[];
  /** With codes `algebra` and `symbol`: which rule of CuTe is broken. */
  readonly rule?: AlgebraCode;
  /** It stands for the elements of a pack that nothing binds: how many there are is not known. */
  readonly pack?: true;
  /** Whether the compiler refuses the expression is not known either. */
  readonly contested?: true;
  /** With a rule: the operands of the refusal. */
  readonly data?: RefusalData;
}

/** A value that is not known, with the first reason. Whatever is computed from it is the same Unknown. */
export interface Unknown {
  readonly is: 'unknown';
  readonly cause: Cause;
  readonly at: Span | undefined;
  /** The type, by example, where that is known. */
  readonly type?: Value;
  /** Of a declaration in a template that nothing instantiates. It is for people: nothing is computed from it. */
  readonly form?: Form;
}

/** What a declaration says with the names of what is not known, `(kRows,_8):(_1,kRows)`. A name stands for a static
 *  integer or for one at run time, as a mode for a tuple of them too, and as the stride of a layout, `(M,N):args.dA`,
 *  for one that fits the shape. */
export interface Form {
  readonly shown: IntTuple | Layout;
  /** The names that must stand for integers other than 1 for it to hold. */
  readonly unlikeOne: readonly string[];
  /** Those that must stand for strides, and not for an order such as `LayoutRight`. */
  readonly strides: readonly string[];
}

/** Any value but a tuple. */
export type Single =
  | Leaf
  | Scalar
  | Text
  | Layout
  | ComposedLayout
  | Swizzle
  | MixedBits
  | SmemPtrFlag
  | Pointer
  | Element
  | Tensor
  | MmaAtom
  | CopyAtom
  | TiledMma
  | TiledCopy
  | ThrMma
  | ThrCopy
  | Tag
  | ArrayValue
  | TypeOf
  | FunctionType
  | MemberPointer
  | Struct
  | Callable
  | Void
  | Unknown
  | TileValue;

export type Value = Tree<Single>;

export type { Int };

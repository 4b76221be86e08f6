// What names stand for while a program is evaluated, and the scopes that hold them. Knows declarations (ir) and
// values; evaluates nothing.
import type { FileId, Span } from '../../base/span';
import type { Alias, Expr, Func, Lambda, Let, StructDecl } from '../../ir/program';
import type { Callable, Qualifiers, TypeOf, Value } from '../../values/value';
import type { BitField } from './bit-fields';
import type { Cell } from './cells';

export interface FunctionEntity {
  readonly decl: Func;
  readonly scope: Scope;
  /** The class of which it is a member. */
  readonly owner?: ClassInstance;
  /** A deduction guide that the program does not write: a constructor stands for it. */
  readonly implicitGuide?: true;
  /** The using-declaration by which the functions of a namespace are among those of another one. */
  readonly usedBy?: Span;
}

/** A class or class template with the specialisations seen so far. */
export interface ClassEntity {
  readonly name: string;
  primary: StructDecl | undefined;
  readonly specialisations: StructDecl[];
  readonly scope: Scope;
  /** Instances by the identity of their template arguments (type-key.ts). */
  readonly instances: Map<string, ClassInstance>;
  /** Member functions defined outside of the class body. */
  readonly outOfClass: Func[];
  /** Static data members defined outside of the class body. */
  readonly definitions: Let[];
  /** What is defined outside of its nested classes, and the names that lead to these. */
  nested?: { readonly decl: Func | Let | StructDecl; readonly path: readonly string[] }[];
  /** Deduction guides. */
  readonly guides: Func[];
  /** Nested classes and member templates that are defined or specialised outside of the class. */
  ownTemplates?: (Let | StructDecl)[];
}

/** A class with its template arguments bound. Its members are in `scope`, and are evaluated when first used. */
export interface ClassInstance {
  readonly entity: ClassEntity;
  readonly decl: StructDecl;
  readonly args: readonly Value[];
  readonly scope: Scope;
  readonly bases: readonly ClassInstance[];
  /** Non-static data members in order. */
  readonly fields: readonly Let[];
  /** Its name with the template arguments. */
  readonly key: string;
  /** Those of its data members that are bit-fields. */
  bitFields?: ReadonlyMap<string, BitField>;
  /** Its bases that are no classes of the program, in order. */
  libraryBases?: readonly LibraryBase[];
  /** Those of its bases of which its objects hold an object, with the name of the field (base-parts.ts). */
  heldBases?: ReadonlyMap<ClassInstance, string>;
  /** The bases from which it takes data members by `using Base::member;`; undefined where that is not known. */
  usedData?: Map<string, ClassInstance | undefined>;
  /** Those of its bases that template parameters decide: an unqualified name is not looked up in them. */
  dependentBases?: Set<ClassInstance>;
  /** One of its bases is not known: nor is what members it has. */
  hasUnknownBase?: true;
  /** Present where the compiler instantiates the class, since a member or an object of it is used. A class that is
   *  only named may not even compile. */
  needed?: true;
  /** The program instantiates it by name: all its functions are compiled. */
  explicit?: true;
  /** Nothing instantiates its template: the parameters stand for themselves. */
  open?: true;
  /** All its bases and members are declared. */
  whole?: true;
  /** It is declared and nowhere defined, and all headers are there: it has no members and no bases. */
  readonly neverDefined?: true;
}

/** A base from the library, or the class of a closure. */
export interface LibraryBase {
  readonly of: Value;
  /** How many bases that are classes of the program stand before it. */
  readonly at: number;
  /** Of a closure: the name of the field in which objects hold it, which nobody can write. */
  readonly held?: string;
}

/** The bases of a class as they are declared. */
export function basesInOrder({ bases, libraryBases = [] }: ClassInstance): readonly (ClassInstance | LibraryBase)[] {
  if (libraryBases.length === 0) return bases;
  const before = (at: number): readonly LibraryBase[] => libraryBases.filter((one) => one.at === at);
  return [...bases.flatMap((base, i) => [...before(i), base]), ...before(bases.length)];
}

/** Whether objects of a class have a field of a name: a data member, or a closure or an object that is a base. */
export function hasField({ fields, bases, libraryBases, heldBases }: ClassInstance, name: string): boolean {
  return (
    fields.some((field) => field.name === name) ||
    libraryBases?.some(({ held }) => held === name) === true ||
    bases.some((base) => (heldBases?.has(base) ? heldBases.get(base) === name : hasField(base, name)))
  );
}

/** True for a class of the program. A `Struct` holds it as `unknown`, since values know no classes. */
export function isClassInstance(cls: unknown): cls is ClassInstance {
  return typeof cls === 'object' && cls !== null && 'entity' in cls;
}

export interface VariableEntity {
  readonly kind: 'variable';
  readonly cell: Cell;
  readonly at: Span | undefined;
  /** What its declared type says; absent for one that is neither const nor a reference. */
  readonly written?: Qualifiers;
  /** Of a reference to an object of a class that is derived from the one in its declaration: that one. */
  readonly as?: ClassInstance;
  /** Of the copy that a closure which is not mutable holds: it is const, and declared as the variable is. */
  readonly held?: true;
  /** Of what leads to a function or a member: its declared type, which may promise less than the function. */
  readonly function?: TypeOf;
  /** A name for a value: an enumerator, a template parameter. */
  readonly prvalue?: true;
  /** Of an element of a pack, while the pack is expanded: the pack. */
  readonly pack?: Entity;
}

export type Entity =
  | VariableEntity
  | {
      readonly kind: 'type';
      readonly of: Value;
      readonly at: Span | undefined;
      readonly written?: Qualifiers;
      readonly pack?: Entity;
    }
  | { readonly kind: 'functions'; readonly overloads: FunctionEntity[] }
  | { readonly kind: 'class'; readonly class: ClassEntity }
  | { readonly kind: 'alias-template'; readonly decl: Alias; readonly scope: Scope }
  | {
      readonly kind: 'variable-template';
      readonly decl: Let;
      readonly scope: Scope;
      readonly specialisations: readonly Let[];
    }
  | { readonly kind: 'template'; readonly value: Value }
  | { readonly kind: 'namespace'; readonly scope: Scope }
  /** `namespace c = cute;` */
  | { readonly kind: 'library'; readonly path: string }
  /** `using cute::Shape;` where the program has a `Shape` of its own. */
  | { readonly kind: 'library-name'; readonly path: string }
  | {
      readonly kind: 'pack';
      /** Of a pack that nothing binds this is one unknown value, for all elements (`isUnboundPack`). */
      readonly values: readonly Value[];
      readonly cells?: readonly Cell[];
      readonly written?: Qualifiers;
      /** Where the elements are declared as different types: what each of them says. */
      readonly writtenOfEach?: readonly Qualifiers[];
      /** Of references: the base that each of them is to, where the object is of another class. */
      readonly asOfEach?: readonly (ClassInstance | undefined)[];
      readonly held?: true;
    }
  | Lazy;

/** A declaration that is evaluated when it is first used (namespace and class scope). */
export interface Lazy {
  readonly kind: 'lazy';
  readonly force: () => Entity;
  readonly alias?: true;
  /** Whether it begins after what asks for it now, which then is given something that is not known. */
  readonly isLater?: () => boolean;
}

export class Scope {
  #names: Map<string, Entity> | undefined;
  #visible: Scope[] | undefined;
  owner: ClassInstance | undefined;
  /** Variables whose objects end with this block, in the order in which they began. */
  ends: Cell[] | undefined;
  /** Of an enumeration: the type of its values, by example. */
  underlying: Value | undefined;
  /** The enumeration as a type. */
  enumeration?: Callable;
  /** That type is written, or follows from `enum class`. */
  fixed?: boolean;
  /** It is `enum class`. */
  scoped?: boolean;
  /** The object of a member function's body. */
  self: Cell | undefined;
  /** That function is const. */
  selfConstant?: boolean;
  selfVolatile?: boolean;
  constructor(
    readonly parent: Scope | undefined,
    readonly label = '',
  ) {}

  /** The scope's own names. The table is made when it is first used, since most scopes are blocks that declare
   *  nothing. */
  get names(): Map<string, Entity> {
    return (this.#names ??= new Map());
  }

  own(id: string): Entity | undefined {
    if (this.#latent?.has(id)) this.#wake(id);
    return this.#names?.get(id);
  }

  /** As `own`, without what a library declares of the name that nothing has asked for. */
  ownRead(id: string): Entity | undefined {
    return this.#names?.get(id);
  }

  #since: Map<string, Span> | undefined;

  /** A name of a namespace is declared from a place on. The first declaration counts. */
  declaredFrom(id: string, at: Span): void {
    if (this.#ofLibrary?.has(id)) return;
    const since = (this.#since ??= new Map<string, Span>());
    if (since.has(id)) return;
    since.set(id, at);
    (rootOf(this).placed ??= new Set()).add(id);
  }

  #ofLibrary: Set<string> | undefined;

  /** A library declares a name too: that counts as before all of the program. */
  declaredByLibrary(id: string): void {
    (this.#ofLibrary ??= new Set()).add(id);
    this.#since?.delete(id);
  }

  /** Of the scope of the program: all names that are declared from a place on. */
  placed: Set<string> | undefined;

  /** Whether a place may be before a declaration of a name, in any namespace. */
  maySeeLater(id: string): boolean {
    return rootOf(this).placed?.has(id) === true;
  }

  /** Whether a place is before the first declaration of a name ([basic.scope.pdecl]). */
  isBefore(at: Span, id: string): boolean {
    const since = this.#since?.get(id);
    return since !== undefined && this.areInOrder(at, since);
  }

  /** Of the scope of the program: where each of its files is included, but those of libraries. */
  included: Map<FileId, Span> | undefined;

  /** Whether a place is before another one, as the files include each other. What is in a file of a library counts as
   *  before all of the program. */
  areInOrder(at: Span, other: Span): boolean {
    if (at.file === other.file) return at.start < other.start;
    const { included } = this.parent ? rootOf(this.parent) : this;
    if (!included?.has(at.file) && !included?.has(other.file)) return false;
    const around = new Map<FileId, number>();
    for (let one: Span | undefined = at; one; one = included.get(one.file)) around.set(one.file, one.start);
    for (let one: Span | undefined = other; one; one = included.get(one.file)) {
      const start = around.get(one.file);
      if (start !== undefined) return start < one.start;
    }
    return false;
  }

  /** What declares more of a name, once the name is asked for. */
  #latent: Map<string, ((name: string) => void)[]> | undefined;

  /** `declare` is called before the first of the names is looked up, and before the next declaration of it. */
  await(names: readonly string[], declare: (name: string) => void): void {
    const latent = (this.#latent ??= new Map<string, ((name: string) => void)[]>());
    for (const name of names) {
      this.declaredByLibrary(name);
      const had = latent.get(name);
      if (had) had.push(declare);
      else latent.set(name, [declare]);
    }
  }

  #wake(id: string): void {
    const all = this.#latent?.get(id) ?? [];
    this.#latent?.delete(id);
    for (const declare of all) declare(id);
  }

  /** Its inline namespaces, whose functions are overloads of its own. */
  inlined: Scope[] | undefined;

  /** Namespaces made visible by `using namespace`. */
  get visible(): Scope[] {
    return (this.#visible ??= []);
  }

  /** Where this says so of the namespaces that a namespace uses. */
  directives: Map<Scope, Span> | undefined;

  /** Namespaces of libraries made visible by `using namespace`. */
  libraries: Set<string> | undefined;

  /** The namespaces that are used here, as they were found when each of `from` used so many. */
  used: { readonly list: readonly Used[]; readonly from: readonly (readonly [Scope, number])[] } | undefined;

  /** What `using namespace` makes visible here, where anything is. */
  get opened(): readonly Scope[] | undefined {
    return this.#visible;
  }
}

function rootOf(scope: Scope): Scope {
  let root = scope;
  while (root.parent) root = root.parent;
  return root;
}

/** A namespace that is used, and the one around it in which its names are seen. */
export interface Used {
  readonly namespace: Scope;
  readonly at: Scope | undefined;
  /** The directive by which it is used, where it stands in a namespace. */
  readonly since?: Span | undefined;
}

/** What a `Callable` calls, names or points to. */
export type Target =
  | { readonly kind: 'functions'; readonly overloads: readonly FunctionEntity[]; readonly targs: readonly Value[] }
  | {
      readonly kind: 'method';
      readonly overloads: readonly FunctionEntity[];
      readonly targs: readonly Value[];
      readonly self: Cell;
      /** It is named with its class, so that nothing overrides it. */
      readonly qualified?: boolean | undefined;
      /** Of the expression that names the object. */
      readonly category?: Category | undefined;
    }
  /** A lambda. `template`: it is in an instance of a template, and has another type in each instance. `retyped`: what
   *  holds it has a type that is not known, a pointer to a function or a `std::function`. */
  | {
      readonly kind: 'lambda';
      readonly decl: Lambda;
      readonly scope: Scope;
      readonly template: boolean;
      readonly retyped?: true;
    }
  | { readonly kind: 'class'; readonly class: ClassEntity }
  | { readonly kind: 'alias-template'; readonly decl: Alias; readonly scope: Scope }
  | { readonly kind: 'builtin'; readonly name: string; readonly targs: readonly Value[] }
  | {
      readonly kind: 'builtin-method';
      readonly name: string;
      readonly targs: readonly Value[];
      readonly object: Value;
      readonly cell: Cell | undefined;
      /** Of an array and a vector: that of the expression that names it. */
      readonly category?: Category | undefined;
    }
  /** The address of a variable. `as` says where the program did not write `&`: a reference that an object holds, or an
   *  array passed as a pointer to its first element. */
  | {
      readonly kind: 'address';
      readonly cell: Cell;
      readonly as?: 'reference' | 'array';
      /** A pointer to const, to volatile. `exact`: it is what is written here, whatever its variable is; else it is
       *  that too. `vague`: it may be one to const though nothing here says so. */
      readonly constant?: true;
      readonly volatile?: true;
      readonly exact?: true;
      readonly vague?: true;
      /** What the pointer's type points to, where that is not the type of the variable: after a cast. */
      readonly element?: Value;
    }
  /** `cutlass::device_kernel<Kernel>`: the class whose `operator()` is the kernel. */
  | { readonly kind: 'device-kernel'; readonly of: Value }
  | { readonly kind: 'namespace'; readonly path: string; readonly scope: Scope | undefined };

/** True for the target of a `Callable`, which holds it as `unknown`, since values know no functions of the
 *  program. */
export function isTarget(target: unknown): target is Target {
  return typeof target === 'object' && target !== null && 'kind' in target;
}

/** The value category of an expression ([basic.lval]), and whether what it names is const. What is absent is not
 *  known; what is volatile is known where it is known what is const. */
export interface Category {
  readonly is?: 'lvalue' | 'xvalue' | 'prvalue' | undefined;
  readonly constant?: boolean | undefined;
  readonly volatile?: true | undefined;
  /** It is this string literal itself, and not a pointer to its characters. */
  readonly literal?: Expr & { is: 'String' };
}

/** An argument: its value, and the variable it names where it names one (for reference parameters and `&x`). */
export interface Arg {
  readonly value: Value;
  readonly cell?: Cell | undefined;
  readonly span: Span;
  /** Of the expression; where it is absent, what is written says it (`written`). */
  readonly category?: Category | undefined;
  /** The expression, and where its names are looked up. */
  readonly written?: { readonly expr: Expr; readonly scope: Scope };
}

/** An argument, of which the value is known by itself. */
export type Source = Omit<Arg, 'value'>;

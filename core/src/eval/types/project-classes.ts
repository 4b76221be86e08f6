// Classes of libraries that lead into the project: what their functions do shows values in its files. Evaluates
// nothing.
import type { Span } from '../../base/span';
import type { Program } from '../../ir/program';
import type { Value } from '../../values/value';
import type { ClassInstance, Scope, Target } from '../values/entities';
import { isTuple } from '../values/inspect';
import { classOf, targetOf } from '../values/kinds';

/** Tells the classes of a project, and those that are made of one: by their arguments, by a base, or by the class
 *  around them. What a class is made of never changes. */
export class ProjectClasses {
  private readonly known = new Map<ClassInstance, boolean>();

  constructor(private readonly files: ReadonlyMap<string, Program>) {}

  leadsTo(instance: ClassInstance): boolean {
    const known = this.known.get(instance);
    if (known !== undefined) return known;
    // A base may have the class as its argument.
    this.known.set(instance, false);
    const { decl, args, bases, libraryBases, entity } = instance;
    const leads =
      this.isOwn(decl.span) ||
      args.some((arg) => this.names(arg)) ||
      bases.some((base) => this.leadsTo(base)) ||
      libraryBases?.some(({ of }) => this.names(of)) === true ||
      this.isWithin(entity.scope);
    this.known.set(instance, leads);
    return leads;
  }

  private isWithin(scope: Scope): boolean {
    for (let around: Scope | undefined = scope; around; around = around.parent)
      if (around.owner) return this.leadsTo(around.owner);
    return false;
  }

  private isOwn({ file }: Span): boolean {
    return this.files.get(file)?.latent === undefined;
  }

  private names(value: Value): boolean {
    if (isTuple(value)) return value.some((part) => this.names(part));
    switch (value.is) {
      case 'type':
        return this.names(value.of);
      case 'pointer':
        return this.names(value.element);
      case 'tag':
        return value.args?.some((arg) => this.names(arg)) === true;
      case 'callable':
        return this.isTarget(targetOf(value));
      case 'struct': {
        const instance = classOf(value);
        return instance ? this.leadsTo(instance) : [...value.fields.values()].some((field) => this.names(field));
      }
      default:
        return false;
    }
  }

  private isTarget(target: Target | undefined): boolean {
    switch (target?.kind) {
      case 'functions':
      case 'method':
        return target.overloads.some(({ decl }) => this.isOwn(decl.span));
      case 'lambda':
      case 'alias-template':
        return this.isOwn(target.decl.span);
      case 'class':
        return [target.class.primary, ...target.class.specialisations].some((decl) => decl && this.isOwn(decl.span));
      case 'builtin':
        return target.targs.some((arg) => this.names(arg));
      case 'device-kernel':
        return this.names(target.of);
      default:
        return false;
    }
  }
}

// Where code counts as standing: its own place, or the place for which it is evaluated ([support.srcloc.cons]). Default
// arguments stand where the call does, initialisers of members where the constructor does, or the braces of an
// aggregate. Knows no line and no value.
import { Held } from '../../base/held';
import { isWithin, type Span } from '../../base/span';

export interface Site {
  readonly span: Span;
  /** Of a call: what is called. */
  readonly callee?: Span | undefined;
  /** The function that it is in, where its place does not say it. */
  readonly inside?: string;
}

/** A default argument or an initialiser that is evaluated, and where it counts as standing, where that is known. */
interface Standing {
  readonly text: Span;
  readonly at: Site | undefined;
}

export class Sites {
  private readonly held = new Held<Site | undefined>(undefined);
  private readonly standing = new Held<Standing | undefined>(undefined);

  /** Where what is evaluated now calls and initialises; undefined where that is not known. */
  get now(): Site | undefined {
    return this.held.now;
  }

  /** Where an expression stands. */
  of(span: Span, callee?: Span): Site | undefined {
    const standing = this.standing.now;
    const isPart = standing?.text.file === span.file && isWithin(span, standing.text);
    return isPart ? standing.at : { span, callee };
  }

  /** Calls and initialises at a place. */
  at<T>(site: Site | undefined, run: () => T): T {
    return this.held.during(site, run);
  }

  /** Runs a function, whose code stands where it is written. */
  apart<T>(run: () => T): T {
    return this.standing.during(undefined, () => this.held.during(undefined, run));
  }

  /** Evaluates a default argument or an initialiser for a place. */
  for<T>(text: Span, at: Site | undefined, run: () => T): T {
    return this.standing.during({ text, at }, run);
  }
}

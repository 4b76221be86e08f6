// What code runs under, and the code around it gets back however that code ends: a mode, a frame, a depth, an account.
// Nothing is put back by hand, so nothing can be left behind where something throws.

export class Held<T> {
  constructor(private value: T) {}

  get now(): T {
    return this.value;
  }

  /** Runs code under another value. */
  during<R>(value: T, run: () => R): R {
    const outer = this.value;
    this.value = value;
    try {
      return run();
    } finally {
      this.value = outer;
    }
  }

  /** As `during`, with the arguments of the code apart: a closure for each node of a program would cost more than
   *  evaluating many of them. */
  duringCall<A, B, C, R>(value: T, run: (a: A, b: B, c: C) => R, a: A, b: B, c: C): R {
    const outer = this.value;
    this.value = value;
    try {
      return run(a, b, c);
    } finally {
      this.value = outer;
    }
  }

  /** Goes back to an earlier value, where a part was given up: a `finally` may fail where the engine's stack is used
   *  up. */
  resume(value: T): void {
    this.value = value;
  }
}

/** Runs code while a map has an entry; afterwards it has what it had before. */
export function withEntry<K, V, R>(map: Map<K, V>, key: K, value: V, run: () => R): R {
  const outer = map.get(key);
  map.set(key, value);
  try {
    return run();
  } finally {
    if (outer === undefined) map.delete(key);
    else map.set(key, outer);
  }
}

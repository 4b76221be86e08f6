// Results that are computed once for each object and kept as long as the object lives.

/** The function, computed once for each object. A key must not change after its first use. */
export function remembered<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const known = results.get(key);
    if (known) return known.value;
    const value = compute(key);
    results.set(key, { value });
    return value;
  };
}

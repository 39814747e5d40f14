/**
 * A store whose code is loaded with the first call of a method: few processes use all that a database holds. Methods
 * that are not asynchronous are given.
 */
export function lazyStore<T extends object>(load: () => Promise<T>, given: Partial<T> = {}): T {
  let loaded: Promise<T> | undefined
  const call = (name: PropertyKey, args: readonly unknown[]) => {
    loaded ??= load()
    return loaded.then((store) => (Reflect.get(store, name) as (...args: readonly unknown[]) => unknown).apply(store, [...args]))
  }
  return new Proxy(given as T, {
    // Whoever awaits it asks for `then`, which no store has.
    get: (known, name) =>
      name in known || name === "then" ? Reflect.get(known, name) : (...args: readonly unknown[]) => call(name, args),
  })
}

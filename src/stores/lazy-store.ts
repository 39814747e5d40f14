/**
 * A store whose code is loaded with the first call of a method: few processes use all that a database holds. Methods
 * that are not asynchronous are given.
 */
export function lazyStore<T extends object, Given extends keyof T = never>(
  load: () => Promise<Omit<T, Given>>,
  given = {} as Pick<T, Given>,
): T {
  let loaded: Promise<object> | undefined
  const call = async (name: PropertyKey, args: readonly unknown[]) => {
    loaded ??= load()
    const store = await loaded
    return Reflect.apply(Reflect.get(store, name), store, args)
  }
  return new Proxy(given as T, {
    // Whoever awaits it asks for `then`, which no store has.
    get: (known, name) =>
      name in known || name === "then" ? Reflect.get(known, name) : (...args: readonly unknown[]) => call(name, args),
  })
}

/** Makes each thing once a name. */
export function memoized<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

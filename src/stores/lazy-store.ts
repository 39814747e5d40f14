/**
 * A store whose code is loaded by the first call of a method, since few processes use every store. Methods that are not
 * asynchronous are passed in.
 */
export function lazyStore<T extends object, Provided extends keyof T = never>(
  load: () => Promise<Omit<T, Provided>>,
  provided = {} as Pick<T, Provided>,
): T {
  let loaded: Promise<object> | undefined
  const call = async (name: PropertyKey, args: readonly unknown[]) => {
    loaded ??= load()
    const store = await loaded
    return Reflect.apply(Reflect.get(store, name), store, args)
  }
  return new Proxy(provided as T, {
    // `await` looks for `then`, which no store has.
    get: (known, name) =>
      name in known || name === "then" ? Reflect.get(known, name) : (...args: readonly unknown[]) => call(name, args),
  })
}

/** Creates one value per name, on first use. */
export function memoized<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
}

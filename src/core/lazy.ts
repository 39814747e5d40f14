/** Makes a value when it is first asked for. Schemas are made so: building all of them would double the time of an import. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Creates a value on first use: building all schemas, or loading all packages, at import would take too long. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

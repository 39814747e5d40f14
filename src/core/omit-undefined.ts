type OmitUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The same fields without those that are undefined: a field that may be left out is never there with no value. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) given[name] = value
  return given as OmitUndefined<T>
}

type OmitUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** The same fields without those that are undefined: a field that may be left out is never there with no value. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const given: { [Key in keyof T]?: T[Key] } = {}
  // Not by Object.entries, which takes ten times as long: it is done several times a turn.
  for (const key in fields) if (fields[key] !== undefined) given[key] = fields[key]
  return given as unknown as OmitUndefined<T>
}

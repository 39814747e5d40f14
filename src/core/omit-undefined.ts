type OmitUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** Copies an object without its undefined fields. */
export function omitUndefined<T extends object>(fields: T): OmitUndefined<T> {
  const given: { [Key in keyof T]?: T[Key] } = {}
  // Ten times as fast as Object.entries; this runs several times per turn.
  for (const key in fields) if (fields[key] !== undefined) given[key] = fields[key]
  return given as unknown as OmitUndefined<T>
}

/** A statement prepared under its name; without one it is planned each time. */
export interface PreparedStatement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

const names = new Map<string, string>()
/** Each connection keeps the plan of each. */
const maxNames = 100

/** Statements of a server are long and few, and planning one often takes longer than doing it: each is planned once. */
export function prepared(text: string, values: readonly unknown[]): PreparedStatement {
  const name = names.get(text) ?? (names.size < maxNames ? `statement ${names.size + 1}` : undefined)
  if (name === undefined) return { text, values: [...values] }
  names.set(text, name)
  return { name, text, values: [...values] }
}

/** Names are the same where they differ only in case or in spaces, as they are for the server. */
export function normalizeName(name: string): string {
  return name.trim().replace(/\s+/g, " ").normalize("NFKC").toLowerCase()
}

export function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other)
}

/** A colour for each agent, the same whenever it is seen. */
export function colourIndexOf(name: string): number {
  return [...normalizeName(name)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % 8
}

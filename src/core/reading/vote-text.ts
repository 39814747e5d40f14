/** What a field of a vote says, as text. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value.trim()
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "")
}

const nothing =
  /^[\s.…*_\-–—()[\]<>/]*(?:n\/?a|none|null|empty|nothing|ningun[oa]|nada|vac[ií]o|无|没有|空)?[\s.。…*_\-–—()[\]<>/]*$/iu

/** A proposed solution, unless the field says no more than that there is none. */
export function solutionText(value: unknown): string | undefined {
  const text = plainText(value)
  return nothing.test(text.slice(0, 60)) && text.length <= 60 ? undefined : text
}

const longestReasoning = 4_000

/** The reply itself, where it has to stand for its reasoning. */
export function spokenText(reply: string): string {
  return reply.slice(-20_000).trim().slice(0, longestReasoning)
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? ""
}

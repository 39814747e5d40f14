/** What a field of a vote says, as text. */
export function plainText(value: unknown): string {
  if (typeof value === "string") return value.trim()
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "")
}

const none =
  /^[\s.…*_\-–—()[\]<>/]*(?:n\/?a|none|null|empty|nothing|ningun[oa]|nada|vac[ií]o|无|没有|空)?[\s.。…*_\-–—()[\]<>/]*$/iu

/** Whether a field says no more than that there is nothing in it. */
export function saysNone(text: string): boolean {
  return text.length <= 60 && none.test(text)
}

const noSolution =
  /\b(?:no|not|without|lack of|sin|ni|falta de)\b.{0,30}\b(?:consensus|agreement|agreed|solution|consenso|acuerdo|soluci[oó]n)\b|\b(?:consensus|consenso)\b.{0,20}\b(?:not|no)\b|^\W*(?:not yet|none yet|todav[ií]a no|a[uú]n no)\b|(?:没有|尚未|还没|未|无|缺乏).{0,10}(?:共识|一致|方案)|^\W*(?:暂无|尚无)/iu

/** A proposed solution, unless the field says that there is none. A short one counts: "Tabs" answers a question. */
export function solutionText(value: unknown): string | undefined {
  const text = plainText(value)
  if (saysNone(text)) return undefined
  return text.length <= 100 && noSolution.test(text) ? undefined : text
}

const maxReasoningLength = 4_000

/** The reply itself, where it has to stand for its reasoning. */
export function spokenText(reply: string): string {
  return reply.slice(-20_000).trim().slice(0, maxReasoningLength)
}

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? ""
}
